import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Refusal } from '../refusal.ts'
import { sqlState } from './connect.ts'
import { type Layout, layout, ownDirectory } from './place.ts'
import { isAlive, makeWay, runningPostmaster } from './postmaster.ts'

const USER = 'atrium'
/** ms in which a postmaster that is well says something, if only that it is still starting */
const SILENCE_MS = 10_000
/** ms for its recovery after a crash */
const RECOVERY_MS = 60_000

export interface Cluster {
  /** How to reach one of its databases. */
  connection(database: string): pg.ClientConfig
  /** The postmaster's process id. */
  pid: number
  port: number
  /** True when it was already running, left over from a server that was killed. */
  adopted: boolean
  /** Fast shutdown; resolves when the postmaster has gone. */
  stop(): Promise<void>
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
  const ended = new Promise<number | null>((done, failed) => child.once('error', failed).once('close', done))
  // Without a descriptor to spare there are no pipes.
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (said += data))
  const code = await ended
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

function connectionTo(at: Layout, port: number) {
  const password = readFileSync(at.password, 'utf8').trim()
  const host = process.platform === 'win32' ? '127.0.0.1' : at.sockets
  return (database: string): pg.ClientConfig => ({ host, port, user: USER, password, database })
}

/** `starting` is a server that says that it will answer, or that it is leaving. */
async function answers(config: pg.ClientConfig, cluster: string): Promise<'yes' | 'starting' | 'no'> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('show data_directory')
    return resolve(rows[0].data_directory) === resolve(cluster) ? 'yes' : 'no'
  } catch (error) {
    // 57P03: cannot connect now. Otherwise not yet, or not ours: the caller decides by asking again or ending it.
    return sqlState(error) === '57P03' ? 'starting' : 'no'
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

/** Waits for a postmaster that was left over, as long as it gives signs of life. */
async function comesUp(pid: number, config: pg.ClientConfig, at: Layout): Promise<boolean> {
  const began = Date.now()
  for (let heard = began; Date.now() - heard < SILENCE_MS && Date.now() - began < RECOVERY_MS; await sleep(200)) {
    const answer = await answers(config, at.cluster)
    if (answer === 'yes') return true
    if (!isAlive(pid)) return false
    if (answer === 'starting') heard = Date.now()
  }
  return false
}

/** Ends a postmaster at once; the next start recovers from the log. One that was stopped must go on to hear of it. */
async function endSilent(pid: number, at: Layout): Promise<void> {
  if (!isAlive(pid)) return
  if (process.platform !== 'win32') process.kill(pid, 'SIGCONT')
  await run(at, 'pg_ctl', ['stop', '-D', at.cluster, '-m', 'immediate', '-w', '-t', '20']).catch((cause) => {
    if (isAlive(pid))
      throw new Refusal(
        `A PostgreSQL that does not answer holds ${at.cluster} (process ${pid}). End it, please, and start again.`,
        { cause },
      )
  })
}

/**
 * Starts the PostgreSQL of the npm binaries on the cluster under `home`, making the cluster first when there is none.
 * A postmaster left over from a killed server is adopted when it answers for this cluster, and stopped otherwise.
 * The caller must make sure that no other server uses it (takeOwnership in lock.ts). `wantedPort`: the one that callers know
 * already, where it is not a unix socket's.
 */
export async function startEmbedded(
  home: string,
  settings: Record<string, string> = {},
  wantedPort?: number,
): Promise<Cluster> {
  const at = await layout(home)
  if (!existsSync(join(at.cluster, 'PG_VERSION'))) await initialise(at)
  at.mark()
  const left = runningPostmaster(at)
  if (left) {
    const connection = connectionTo(at, left.port)
    if (await comesUp(left.pid, connection('postgres'), at))
      return { connection, port: left.port, pid: left.pid, adopted: true, stop: () => stopPostmaster(left.pid) }
    await endSilent(left.pid, at)
  }
  await makeWay(at)

  const port = process.platform === 'win32' ? (wantedPort ?? (await freePort())) : 5432
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
  closeSync(log) // the child has its own
  await ready(child, connectionTo(at, port)('postgres'), at)
  child.unref()
  const pid = child.pid as number
  return { connection: connectionTo(at, port), port, pid, adopted: false, stop: () => stopPostmaster(pid) }
}

async function ready(child: ChildProcess, config: pg.ClientConfig, at: Layout): Promise<void> {
  let ended: string | null = null
  child.once('error', (error) => (ended = error.message))
  child.once('exit', (code, signal) => (ended ??= `it ended with ${code ?? signal}`))
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(15)) {
    if (ended) break
    if ((await answers(config, at.cluster)) === 'yes') return
  }
  const tail = existsSync(at.log) ? readFileSync(at.log, 'utf8').trim().split('\n').slice(-5).join('\n') : ''
  throw new Error(`The built-in PostgreSQL did not start: ${ended ?? 'no answer for 60 s'}.\n${tail}`)
}
