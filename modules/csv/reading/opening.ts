import { createHash } from 'node:crypto'
import { AppError } from '@atrium/contract/errors'
import type { ReadableFile } from '@atrium/contract/reading'
import { decoded } from '@atrium/domain/encodings/decode'
import { encodingDetector, encodingOf } from '@atrium/domain/encodings/detect'
import type { Encoding } from '@atrium/domain/encodings/names'
import { detectLayout } from '@atrium/domain/tables/layout'
import type { Dataset, Reading } from '../module.ts'
import { say } from '../say.ts'
import { bareName } from '../writing.ts'
import { type Faults, tableBuilder } from './build.ts'
import { type Converted, fromJson, fromParquet, fromXlsx, Unreadable } from './convert.ts'
import { otherKind } from './file-kind.ts'

const MB = 1024 * 1024
/** bytes of a text, which is read by pieces; of what has to be unpacked first */
const TEXT_MAX = 600 * MB
const PACKED_MAX = 64 * MB
/** characters that are looked at to find the layout */
const HEAD = 128 * 1024
/** bytes of a converted table that are given at once */
const PIECE = 256 * 1024

type Bytes = () => AsyncIterable<Uint8Array>

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

export interface Measured {
  reading: Reading
  rows: number
  columns: number
  faults: Faults
}

/** Counts rows, columns and faults of a text as it is to be read. */
export async function measure(bytes: Bytes, reading: Reading): Promise<Measured> {
  const building = tableBuilder(reading, () => undefined, 2_000)
  for await (const text of decoded(bytes(), reading.encoding)) building.push(text)
  building.end()
  return { reading, rows: building.rows, columns: building.names.length, faults: building.faults }
}

/** Finds out how a text is written and laid out. Throws a sentence when it is no table. */
async function look(bytes: Bytes, name: string, encoding: Encoding | null): Promise<Measured> {
  if (!encoding) throw new AppError('bad_request', say('notText', { name }))
  let head = ''
  let isWhole = true
  for await (const text of decoded(bytes(), encoding)) {
    head += text
    if (head.length < HEAD) continue
    isWhole = false
    break
  }
  if (head.trim() === '') throw new AppError('bad_request', say('isEmpty', { name }))
  const wanted = /\.(tsv|tab)$/i.test(name) && head.includes('\t') ? '\t' : undefined
  const measured = await measure(bytes, { encoding, ...detectLayout(head, { isWhole, wanted }) })
  if (measured.columns === 0) throw new AppError('bad_request', say('holdsNoTable', { name }))
  return measured
}

/** What a file holds: everything of a dataset but the id of its kept bytes. */
export interface FoundTable extends Measured {
  name: string
  format: Dataset['format']
  /** What its bytes are, and which part of them: the same file opened again has the same. */
  source: string
  size: number
  /** Whether its bytes follow, because they are not those of the file itself. */
  isConverted: boolean
}

interface Opened {
  name: string
  format: Dataset['format']
  /** What tells sheets of one file apart. */
  part?: string
  size: number
}

async function foundTable(
  bytes: Bytes,
  { name, format, part, size }: Opened,
): Promise<Omit<FoundTable, 'isConverted'>> {
  const detector = encodingDetector()
  const hash = createHash('sha256')
  for await (const piece of bytes()) {
    detector.push(piece)
    hash.update(piece)
  }
  const source = `${hash.digest('hex')}${part ? `#${part}` : ''}`.slice(0, 200)
  const measured = await look(bytes, name, detector.end())
  return { name, format, source, size, ...measured }
}

const formatOf = (name: string, head: Uint8Array): 'csv' | 'json' | 'xlsx' | 'parquet' => {
  const kind = otherKind(head)
  if (kind === 'pdf' || kind === 'xls' || kind === 'gzip') {
    const what = { pdf: 'a PDF', xls: 'an old Excel file (.xls)', gzip: 'a compressed file' }[kind]
    throw new AppError('bad_request', say('otherKind', { name, what }))
  }
  if (kind === 'zip') return 'xlsx'
  if (kind === 'parquet') return 'parquet'
  if (/\.(json|jsonl|ndjson)$/i.test(name)) return 'json'
  if (/\.(xlsx|parquet)$/i.test(name)) throw new AppError('bad_request', say('wrongEnding', { name }))
  return 'csv'
}

/** What is in a workbook, a Parquet file or JSON. */
async function converted(file: ReadableFile, format: 'json' | 'xlsx' | 'parquet'): Promise<Converted[]> {
  try {
    if (format === 'parquet') return [{ name: '', csv: await fromParquet(file) }]
    const bytes = await file.whole()
    if (format === 'xlsx') return await fromXlsx(bytes)
    const encoding = encodingOf(bytes)
    if (!encoding) throw new Unreadable('This file is no text, so it is no JSON.')
    return [{ name: '', csv: fromJson(new TextDecoder(encoding).decode(bytes)) }]
  } catch (cause) {
    if (cause instanceof Unreadable) throw new AppError('bad_request', cause.message, { cause })
    throw cause
  }
}

const tooLarge = (most: number, size: number) =>
  new AppError(
    'too_large',
    say(most === PACKED_MAX ? 'tooLargeToUnpack' : 'tooLarge', { value: most / MB, value2: Math.ceil(size / MB) }),
  )

/** The table of a file, or each filled sheet; what was converted is followed by its bytes as CSV. */
export async function* openTables(
  file: ReadableFile,
  { name, format: made }: { name: string; format?: 'join' | 'sample' | undefined },
): AsyncGenerator<FoundTable | Uint8Array> {
  if (file.size > TEXT_MAX) throw tooLarge(TEXT_MAX, file.size)
  if (file.size === 0) throw new AppError('bad_request', say('isEmpty', { name: file.name }))
  const format = made === 'sample' ? 'csv' : formatOf(file.name, await file.slice(0, PIECE))
  if (format !== 'csv' && file.size > PACKED_MAX) throw tooLarge(PACKED_MAX, file.size)
  if (format === 'csv') {
    const found = await foundTable(() => file.bytes(), { name, format: made ?? 'csv', size: file.size })
    yield { ...found, isConverted: false }
    return
  }
  for (const { name: sheet, csv } of await converted(file, format)) {
    const called = sheet ? `${bareName(name)} – ${sheet}` : name
    const opened = { name: called, format, part: sheet, size: csv.byteLength }
    yield { ...(await foundTable(() => once(csv), opened)), isConverted: true }
    for (let at = 0; at < csv.byteLength; at += PIECE) yield csv.subarray(at, at + PIECE)
  }
}
