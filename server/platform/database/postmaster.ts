import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Layout } from './place.ts'

/** No process has this number, on any system; PostgreSQL reads it as one that has gone. */
const NOBODYS = 2_147_483_646
/** ms that the processes of a dead postmaster have to notice by themselves */
const ORPHANS_LEAVE_MS = 500

const linux = process.platform === 'linux'

/** Is there such a process? One that has ended and that nobody has asked about (a zombie) is none. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (!linux) return true
  try {
    // `pid (name) state …`; the name may hold anything
    return !/^\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*(?=\) )/s, ''))
  } catch {
    return true // hidden from us
  }
}

function commandOf(pid: number): string[] {
  if (linux) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    } catch {
      return [] // it has gone, or is another user's, hidden from us: ours are ours, or root asks
    }
  }
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout?.split(/\s+(?=-)|(?<=-D)\s+/) ?? []
}

/** A process id is given out again, after a restart of the machine or in a new container: is it this cluster's postmaster? */
export function isPostmaster(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isAlive(pid)) return false
  if (process.platform === 'win32') return true
  const [program = '', ...args] = commandOf(pid)
  return basename(program) === 'postgres' && args.some((arg, index) => arg === cluster && args[index - 1] === '-D')
}

const pidFile = (at: Layout) => join(at.cluster, 'postmaster.pid')
const socketLocks = (at: Layout) =>
  readdirSync(at.sockets)
    .filter((name) => /^\.s\.PGSQL\.\d+\.lock$/.test(name))
    .map((name) => join(at.sockets, name))

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** The postmaster of a cluster that is running, as its lock files tell: its process and port; null when none is left. */
export function runningPostmaster(at: Layout): { pid: number; port: number } | null {
  // Both name the process in their first line and the port in their fourth.
  for (const path of [pidFile(at), ...socketLocks(at)]) {
    const lines = linesOf(path)
    const pid = Number(lines[0])
    if (isPostmaster(pid, at.cluster)) return { pid, port: Number(lines[3]) }
  }
  return null
}

/**
 * Lock files of a postmaster that has gone. PostgreSQL would not start when another process has its number by now.
 * postmaster.pid also names the shared memory, by which PostgreSQL sees that processes of the old one are still at work: it
 * stays, with a number that nobody has.
 */
function clearLocks(at: Layout): void {
  const [first, ...rest] = linesOf(pidFile(at))
  if (first !== undefined) {
    if (rest.length < 2 || !(Number(first) > 0))
      rmSync(pidFile(at), { force: true }) // cut off while it was written
    else if (Number(first) !== NOBODYS) writeFileSync(pidFile(at), [NOBODYS, ...rest].join('\n'), { mode: 0o600 })
  }
  for (const lock of socketLocks(at)) {
    rmSync(lock, { force: true })
    rmSync(lock.slice(0, -'.lock'.length), { force: true })
  }
}

/** Processes of this cluster whose postmaster has gone: each works in the cluster's folder. Linux alone can tell. */
function orphans(at: Layout): number[] {
  if (!linux || !existsSync(at.cluster)) return []
  const cluster = realpathSync(at.cluster)
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    if (!Number.isInteger(pid)) return []
    try {
      const isOurs =
        readlinkSync(`/proc/${pid}/cwd`) === cluster && readlinkSync(`/proc/${pid}/exe`).includes('postgres')
      return isOurs && isAlive(pid) ? [pid] : []
    } catch {
      return [] // it has gone, or is another user's
    }
  })
}

/** Makes way for a new postmaster. Call it when none is running. */
export async function makeWay(at: Layout): Promise<void> {
  // Those that wait notice at once that their postmaster has gone; one that computes may go on for minutes.
  for (const until = Date.now() + ORPHANS_LEAVE_MS; Date.now() < until && orphans(at).length > 0; ) await sleep(20)
  for (const pid of orphans(at)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  for (const until = Date.now() + 5_000; Date.now() < until && orphans(at).length > 0; ) await sleep(20)
  clearLocks(at)
}
