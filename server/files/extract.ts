import { open } from 'node:fs/promises'
import { AppError } from '@atrium/contract/errors'
import { decodeText } from '@atrium/domain/encodings/decode'
import type { Limits } from '../platform/parsing/limits.ts'
import type { ParsingPool } from '../platform/parsing/pool.ts'
import { diskSource } from '../platform/parsing/source.ts'
import type { Log } from '../platform/telemetry.ts'

/** bytes of UTF-8 */
export const MOST_TEXT = 1024 * 1024
const NOTE = '\n\n[The text goes on: this is its beginning, as much as is kept.]'
const INCOMPLETE = '\n\n[The rest could not be read.]'

/** What reading a document may take. */
export type Bounds = Pick<Limits, 'time' | 'memory'>

const BOUNDS: Bounds = { time: 20_000, memory: 768 }
const READERS = new URL('./readers.ts', import.meta.url).href

const documents: Record<string, 'pdf' | 'docx'> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
}

export const isDocument = (mime: string): boolean => Object.hasOwn(documents, mime)

/** At most MOST_TEXT bytes, with a note when something is missing. PostgreSQL's text holds no NUL. */
function kept(text: string, note = ''): string | null {
  const clean = text.toWellFormed().replaceAll('\0', '')
  if (clean.trim() === '') return null
  const bytes = Buffer.from(clean)
  if (bytes.length <= MOST_TEXT) return clean + note
  const room = bytes.subarray(0, MOST_TEXT - Buffer.byteLength(NOTE))
  return new TextDecoder().decode(room, { stream: true }) + NOTE
}

/** The file's own text when it is text, or null. Reads no more than its beginning. */
export async function readPlainText(path: string): Promise<string | null> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const beginning = Buffer.alloc(Math.min(size, 2 * MOST_TEXT + 2)) // UTF-16 takes twice the room
    const { bytesRead } = await file.read(beginning, 0, beginning.length, 0)
    return decodeText(beginning.subarray(0, bytesRead), bytesRead === size)
  } finally {
    await file.close()
  }
}

export const keptText = (text: string): string | null => kept(text)

export interface Document {
  path: string
  mime: string
  /** Whose it is: one of each person is read at a time. */
  owner: string
}

/** The text of a PDF or DOCX; null when it has none or cannot be read, which is logged and harms nobody. */
export async function readDocument(
  parsing: ParsingPool,
  { path, mime, owner }: Document,
  log: Log,
  bounds = BOUNDS,
): Promise<string | null> {
  const kind = documents[mime]
  if (!kind) return null
  const file = await open(path)
  const { size } = await file.stat().finally(() => file.close())
  const source = diskSource('document', path, size)
  let text = ''
  let weight = 0
  try {
    const reading = parsing.read('document', owner, { source, readers: READERS, reader: kind, limits: bounds })
    for await (const piece of reading) {
      text += piece
      weight += Buffer.byteLength(piece as string)
      if (weight > MOST_TEXT) break
    }
    return kept(text)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.warn({ kind, code: error.code, details: error.details }, 'a document could not be read to its end')
    return kept(text, error.details?.limit === 'pages' ? NOTE : INCOMPLETE)
  }
}
