import { createReadStream } from 'node:fs'
import { constants, copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, posix, relative, sep } from 'node:path'
import { damaged } from './archive.ts'
import type { TarEntry } from './tar.ts'

/**
 * What of DATA_DIR is no part of a backup: the database itself, whose rows are; the secret that signs sessions, so that
 * whoever gets hold of an archive cannot pose as anybody; archives; and uploads that are still coming in.
 */
const LEFT_OUT = new Set(['postgres', 'session-secret', 'backups', 'files/incoming', 'archives'])
/** Our own working directories; the number is the process. */
const WORKING = /^\.(?:backup|restore|probe)-(\d+)$/

const isPart = (path: string): boolean => !LEFT_OUT.has(path) && !WORKING.test(path)

/** The paths of all files under a folder, relative to it, with slashes. Links are followed; what is no file is none. */
async function* filesIn(root: string, under = '', wanted = (_: string) => true): AsyncGenerator<string> {
  for (const name of (await readdir(join(root, under))).sort()) {
    const path = posix.join(under, name)
    if (!wanted(path)) continue
    const found = await stat(join(root, path)).catch(ifMissing)
    if (found?.isDirectory()) yield* filesIn(root, path, wanted)
    else if (found?.isFile()) yield path
  }
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null // deleted a moment ago, or a link to nowhere
  throw error
}

async function hold(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || code === 'ENOENT') return // held already, or deleted a moment ago
    // A disk without hard links, or a folder on another disk.
    if (!['EPERM', 'EXDEV', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EACCES'].includes(code)) throw error
    await copyFile(from, to, constants.COPYFILE_FICLONE).catch(ifMissing)
  }
}

export interface HeldFiles {
  /** Holds what has come since. */
  again(): Promise<void>
  entries(): AsyncGenerator<TarEntry>
  release(): Promise<void>
}

/** Removes what a command left behind that was killed. */
async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = Number(WORKING.exec(name)?.[1])
    if (!pid) continue
    try {
      process.kill(pid, 0)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH')
        await rm(join(dataDir, name), { recursive: true, force: true })
    }
  }
}

/**
 * Holds the files of DATA_DIR as they are: a second name keeps the bytes of those that are deleted while a backup runs.
 * Nothing is copied where the disk knows hard links.
 */
export async function holdFiles(dataDir: string): Promise<HeldFiles> {
  await mkdir(dataDir, { recursive: true })
  await removeAbandoned(dataDir)
  const held = join(dataDir, `.backup-${process.pid}`)
  await mkdir(held, { mode: 0o700 })
  const again = async () => {
    for await (const path of filesIn(dataDir, '', isPart)) {
      await mkdir(join(held, dirname(path)), { recursive: true })
      await hold(join(dataDir, path), join(held, path))
    }
  }
  await again()
  return {
    again,
    async *entries() {
      for await (const path of filesIn(held)) {
        const { size, mode } = await stat(join(held, path))
        const body = size === 0 ? [] : createReadStream(join(held, path), { end: size - 1 })
        yield { name: `data/${path}`, size, mode: mode & 0o777, body: body as AsyncIterable<Buffer> }
      }
    },
    release: () => rm(held, { recursive: true, force: true }),
  }
}

export interface StagedFiles {
  add(entry: TarEntry): Promise<void>
  /** Moves them to where they belong. What is there already under another name stays. */
  place(): Promise<void>
  release(): Promise<void>
}

/** Makes a rename last through a power cut; Windows neither needs nor allows it. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** The path of a file within DATA_DIR. Throws Refusal for one that would lead out of it, or to what is not ours to write. */
export function pathWithin(name: string): string {
  const path = name.slice('data/'.length)
  const steps = path.split('/')
  const isPlain = steps.every((step) => step !== '' && step !== '.' && step !== '..' && !/[\0\\]/.test(step))
  const isOurs = steps.every((_, at) => isPart(steps.slice(0, at + 1).join('/')))
  if (!isPlain || !isOurs) throw damaged(`a file in it has a wrong name (${name.slice(0, 200)})`)
  return path
}

/** Puts files beside their places, until everything is known to be right. */
export async function stageFiles(dataDir: string): Promise<StagedFiles> {
  await mkdir(dataDir, { recursive: true })
  await removeAbandoned(dataDir)
  const stage = join(dataDir, `.restore-${process.pid}`)
  await mkdir(stage, { mode: 0o700 })
  return {
    async add(entry) {
      const path = join(stage, pathWithin(entry.name))
      await mkdir(dirname(path), { recursive: true })
      const file = await open(path, 'wx', entry.mode & 0o777)
      try {
        for await (const part of entry.body) await file.writeFile(part)
        await file.sync()
      } finally {
        await file.close()
      }
    },
    async place() {
      const touched = new Set<string>()
      for await (const path of filesIn(stage)) {
        const target = join(dataDir, path)
        await mkdir(dirname(target), { recursive: true })
        await rename(join(stage, path), target)
        for (let at = dirname(path); ; at = dirname(at)) {
          touched.add(join(dataDir, at))
          if (at === '.') break
        }
      }
      for (const directory of touched) await syncDirectory(directory)
    },
    release: () => rm(stage, { recursive: true, force: true }),
  }
}

/** Would a backup of DATA_DIR take in a file at this path? */
export function isBackedUp(dataDir: string, file: string): boolean {
  const path = relative(dataDir, file)
  return !isAbsolute(path) && !['..', 'backups'].includes(path.split(sep)[0] ?? '')
}
