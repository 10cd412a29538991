import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '../platform/telemetry.ts'
import { createTurns } from '../platform/turns.ts'
import { decodeText } from './text-encoding.ts'

/** bytes of UTF-8 */
export const MOST_TEXT = 1024 * 1024
const NOTE = '\n\n[The text goes on: this is its beginning, as much as is kept.]'
const INCOMPLETE = '\n\n[The rest could not be read.]'

export interface Bounds {
  /** ms that a document may take */
  time: number
  /** MB of heap of the process that reads it; with all that lies outside the heap it may take three times as much */
  memory: number
}

const BOUNDS: Bounds = { time: 20_000, memory: 256 }
/** Documents read at the same time; others wait. */
const AT_ONCE = 2

const documents: Record<string, 'pdf' | 'docx'> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
}

export const isDocument = (mime: string): boolean => Object.hasOwn(documents, mime)

/** At most MOST_TEXT bytes, with a note when something is missing. PostgreSQL's text holds no NUL. */
function kept(text: string, complete = true): string | null {
  const clean = text.toWellFormed().replaceAll('\0', '')
  if (clean.trim() === '') return null
  const bytes = Buffer.from(clean)
  if (bytes.length <= MOST_TEXT) return complete ? clean : clean + INCOMPLETE
  const room = bytes.subarray(0, MOST_TEXT - Buffer.byteLength(NOTE))
  return new TextDecoder().decode(room, { stream: true }) + NOTE
}

/** The file's own text when it is text, or null. Reads no more than its beginning. */
export async function readPlainText(path: string): Promise<string | null> {
  const file = await open(path, 'r')
  try {
    const beginning = Buffer.alloc(2 * MOST_TEXT + 2) // UTF-16 takes twice the room
    const { bytesRead } = await file.read(beginning, 0, beginning.length, 0)
    const { size } = await file.stat()
    return decodeText(beginning.subarray(0, bytesRead), bytesRead === size)
  } finally {
    await file.close()
  }
}

export const keptText = (text: string): string | null => kept(text)

const READER = fileURLToPath(new URL('./extract-document.ts', import.meta.url))
const require = createRequire(import.meta.url)
/** Where the reader's packages may be looked for, and where they really lie. */
const PACKAGES = [
  ...(require.resolve.paths('pdfjs-dist') ?? []).filter((folder) => existsSync(folder)),
  dirname(dirname(require.resolve('pdfjs-dist/package.json'))),
]

/** What Node lets the reading process do: use memory up to a bound, have a thread, read our code. Nothing else. */
export const confinement = (bounds: Bounds): string[] => [
  `--max-old-space-size=${bounds.memory}`,
  '--disable-warning=ExperimentalWarning',
  '--permission',
  '--allow-worker',
  ...PACKAGES.map((folder) => `--allow-fs-read=${folder}/*`),
  `--allow-fs-read=${dirname(dirname(READER))}/*`,
]

const inTurn = createTurns(AT_ONCE)

interface Reading {
  text: string
  /** What ended it: `done`, `enough` text, `failed`, `time`. */
  end: 'done' | 'enough' | 'failed' | 'time'
}

/**
 * Reads a document in a process that may touch nothing but our code: a hostile one can waste its bounded time and
 * memory, or crash it, and nothing else.
 */
async function readInProcess(path: string, kind: 'pdf' | 'docx', bounds: Bounds): Promise<Reading> {
  const file = await open(path, 'r')
  try {
    return await new Promise<Reading>((done, failed) => {
      const child = spawn(process.execPath, [...confinement(bounds), READER, kind, String(3 * bounds.memory)], {
        stdio: [file.fd, 'pipe', 'ignore'],
        env: {},
        windowsHide: true,
      })
      const chunks: Buffer[] = []
      let size = 0
      let end: Reading['end'] | null = null
      const stop = (why: 'enough' | 'time') => {
        end ??= why
        child.kill('SIGKILL')
      }
      const timer = setTimeout(() => stop('time'), bounds.time)
      child.stdout?.on('data', (chunk: Buffer) => {
        if (end) return
        chunks.push(chunk)
        size += chunk.length
        if (size > MOST_TEXT) stop('enough')
      })
      child.on('error', (error) => {
        clearTimeout(timer)
        failed(error)
      })
      child.on('close', (code) => {
        clearTimeout(timer)
        done({ text: Buffer.concat(chunks).toString(), end: end ?? (code === 0 ? 'done' : 'failed') })
      })
    })
  } finally {
    await file.close()
  }
}

/** The text of a PDF or DOCX; null when it has none or cannot be read, which is logged and harms nobody. */
export async function readDocument(path: string, mime: string, log: Log, bounds = BOUNDS): Promise<string | null> {
  const kind = documents[mime]
  if (!kind) return null
  const { text, end } = await inTurn(() => readInProcess(path, kind, bounds))
  if (end === 'failed' || end === 'time') log.warn({ kind, end }, 'a document could not be read to its end')
  return kept(text, end === 'done' || end === 'enough')
}
