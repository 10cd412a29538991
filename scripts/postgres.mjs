// A throw-away PostgreSQL from the system's binaries, for testing the DATABASE_URL path. Dependency-free.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const UNPRIVILEGED = 65534

/** The newest PostgreSQL ≥ 15 installed on the system; null when there is none. */
export function systemPostgres() {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return null
  const versions = readdirSync(base).filter(
    (version) => Number(version) >= 15 && existsSync(join(base, version, 'bin', 'initdb')),
  )
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  return newest ? join(base, newest, 'bin') : null
}

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })

/** Starts it; resolves to its address and a way to end it. */
export async function startSystemPostgres(bin) {
  const identity = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}
  const home = mkdtempSync(join(tmpdir(), 'atrium-postgres-'))
  const data = join(home, 'data')
  mkdirSync(data)
  chmodSync(home, 0o755)
  if (identity.uid) {
    chownSync(home, UNPRIVILEGED, UNPRIVILEGED)
    chownSync(data, UNPRIVILEGED, UNPRIVILEGED)
  }
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'atrium', '-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust'],
    { ...identity, cwd: home, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const server = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      data,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `port=${port}`,
      '-c',
      `unix_socket_directories=${home}`,
      '-c',
      'fsync=off',
      '-c',
      'max_connections=200',
    ],
    { ...identity, cwd: home, stdio: ['ignore', 'ignore', 'ignore'] },
  )
  const ended = new Promise((done) => server.once('exit', done))
  for (let attempt = 0; attempt < 200; attempt++) {
    if (spawnSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status === 0) break
    await new Promise((later) => setTimeout(later, 50))
  }
  return {
    url: `postgres://atrium@127.0.0.1:${port}/postgres`,
    async stop() {
      server.kill('SIGINT')
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}
