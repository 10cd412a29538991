import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Log } from '../telemetry.ts'

/** Files that are open beside connections of people: the process's own, the database's connections, what is read and written. */
const RESERVED = 44
/** Even where next to nothing is left. */
const AT_LEAST = 8
/** ms between two lines of the log */
const QUIET = 60_000

/** The soft limit of open files, which Node has raised to the hard one; null where the system does not say. */
function openFilesLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? null : Number(soft)
  } catch {
    return null // no Linux
  }
}

/**
 * Takes no more connections than there are file descriptors for. Else the last of them go to connections, the database
 * and the files get none, and the connections above it are closed by the system's library without a word.
 */
export function boundConnections(server: Server, log: Log, limit = openFilesLimit()): void {
  if (limit === null) return
  server.maxConnections = Math.max(AT_LEAST, limit - RESERVED)
  let dropped = 0
  let timer: NodeJS.Timeout | null = null
  const tell = () => {
    timer = null
    if (dropped === 0) return
    log.warn({ dropped, limit }, 'connections were refused: there are too few file descriptors (ulimit -n)')
    dropped = 0
    timer = setTimeout(tell, QUIET).unref()
  }
  server.on('drop', () => {
    dropped += 1
    if (timer === null) timer = setTimeout(tell, 0)
  })
}
