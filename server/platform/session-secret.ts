import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'

/** Characters; as SESSION_SECRET must have. */
const SHORTEST = 32

/** What disks without hard links answer: exFAT, many network mounts. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error)

const remedy =
  'Put it back from your backup. Without one, delete the file: a new secret is made, everybody signs in again, and provider keys that people added have to be entered again.'

function fsync(path: string, flags: string): void {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Makes the file whole or not at all: it gets its name once its content is on the disk, and the folder's entry is there
 * after a power cut too. Of two that begin at once, one is first, and its secret is both's.
 */
function make(dir: string, path: string): void {
  const draft = join(dir, `.session-secret-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
    fsync(draft, 'r+')
    try {
      linkSync(draft, path)
    } catch (error) {
      const code = codeOf(error)
      if (NO_LINKS.has(code ?? '')) copyFileSync(draft, path, constants.COPYFILE_EXCL)
      else if (code !== 'EEXIST') throw error
    }
    if (process.platform !== 'win32') fsync(dir, 'r') // Windows cannot open a folder, and keeps its entries itself
  } finally {
    rmSync(draft, { force: true })
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'ENOENT') return null
    const reason =
      code === 'EACCES' || code === 'EPERM'
        ? 'this user may not read it'
        : code === 'EISDIR'
          ? 'it is a folder'
          : `${code} was the answer`
    throw new ConfigError(
      `The session secret ${path} cannot be read: ${reason}. Make it readable for this user, or set SESSION_SECRET.`,
      { cause },
    )
  }
}

/**
 * SESSION_SECRET if set; else the one kept in DATA_DIR/session-secret, made (mode 0600) on first use.
 * Throws ConfigError with a sentence for a file that is empty, short or not readable: signing with it would let anybody in.
 */
export function sessionSecret(config: Pick<Config, 'SESSION_SECRET' | 'DATA_DIR'>): string {
  if (config.SESSION_SECRET) return config.SESSION_SECRET
  const path = join(config.DATA_DIR, 'session-secret')
  let secret = read(path)
  if (secret === null) {
    try {
      mkdirSync(config.DATA_DIR, { recursive: true })
      make(config.DATA_DIR, path)
    } catch (cause) {
      throw new ConfigError(
        `The session secret ${path} cannot be written: ${codeOf(cause)}. Make room and give this user the right to write there, or set SESSION_SECRET.`,
        { cause },
      )
    }
    secret = read(path)
  }
  if (!secret || secret.length < SHORTEST) {
    const what = secret ? `has ${secret.length} characters, and needs at least ${SHORTEST}` : 'is empty'
    throw new ConfigError(`The session secret ${path} ${what}. ${remedy}`)
  }
  return secret
}
