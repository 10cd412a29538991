import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@atrium/contract/errors'
import type { ReadableFile } from '@atrium/contract/reading'
import { decodeText } from '@atrium/domain/encodings/decode'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { say } from '../say.ts'
import { readActual } from './actual.ts'
import type { BudgetRow } from './budget-file.ts'
import { readYnab, type YnabOptions, type YnabTexts, ynabFileOf } from './ynab.ts'

/** bytes that a database, or a table, may unpack to */
const DATABASE_MAX = 512 * 1024 * 1024
const TABLE_MAX = 64 * 1024 * 1024
/** Files of an archive: both programs pack two. */
const ENTRIES_MAX = 100

const noBudget = (cause?: unknown) => new AppError('bad_request', say('notABudget'), { cause })

async function unpacked(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    size += (piece as Buffer).length
    if (size > most)
      throw new AppError('too_large', say('unpacksTooLarge', { fileName: entry.fileName, value: most / 1024 / 1024 }))
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces)
}

/** By the names of its columns, since people rename files. */
function ynabTexts(texts: readonly string[]): YnabTexts {
  const found: YnabTexts = {}
  for (const text of texts) {
    const head = text.slice(0, 2_000).split(/\r\n|\n|\r/)[0] ?? ''
    const kind = ynabFileOf(
      head
        .replace(/^\uFEFF/, '')
        .split(/[,;\t]/)
        .map((name) => name.replace(/^"|"$/g, '')),
    )
    if (kind) found[kind] = text
  }
  return found
}

async function* readArchive(file: ReadableFile, options: YnabOptions): AsyncGenerator<BudgetRow> {
  const zip = await fromBufferPromise(Buffer.from(await file.whole()), { lazyEntries: true, autoClose: false })
  try {
    const texts: string[] = []
    let count = 0
    for await (const entry of zip.eachEntry()) {
      if (++count > ENTRIES_MAX) throw noBudget()
      const name = entry.fileName.split('/').at(-1) ?? ''
      if (name === 'db.sqlite') {
        const path = join(file.scratch, 'db.sqlite')
        await writeFile(path, await unpacked(zip, entry, DATABASE_MAX))
        return yield* readActual(path)
      }
      if (/\.csv$/i.test(name) && !entry.fileName.startsWith('__MACOSX'))
        texts.push(decodeText(await unpacked(zip, entry, TABLE_MAX)) ?? '')
    }
    const found = ynabTexts(texts)
    if (!found.register && !found.plan) throw noBudget()
    yield* readYnab(found, options)
  } finally {
    zip.close()
  }
}

/** Everything of a whole budget. Throws `bad_request` for what is none. */
export async function* readBudget(file: ReadableFile, options: YnabOptions): AsyncGenerator<BudgetRow> {
  if (!/\.zip$/i.test(file.name)) {
    const found = ynabTexts([await file.text()])
    if (!found.register && !found.plan) throw noBudget()
    return yield* readYnab(found, options)
  }
  try {
    yield* readArchive(file, options)
  } catch (error) {
    throw error instanceof AppError ? error : noBudget(error)
  }
}
