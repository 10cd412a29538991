import { createHash } from 'node:crypto'
import { AppError } from '@atrium/contract/errors'
import type { ActionContext } from '@atrium/contract/module'
import type { ImportedFile } from '@atrium/contract/module-files'
import type { Incoming } from '@atrium/contract/module-server'
import type csv from '../module.ts'
import type { Dataset, Reading } from '../module.ts'
import { type Faults, tableBuilder } from '../reading/build.ts'
import { decoded, type Encoding, encodingDetector, otherKind } from '../reading/encoding.ts'
import { detectLayout } from '../reading/layout.ts'
import { bareName } from '../writing.ts'
import { convertFile } from './converting.ts'

export type Context = ActionContext<typeof csv>

/** bytes; what a page can hold and a server read within a call */
export const FILE_MAX = 64 * 1024 * 1024
const MB = 1024 * 1024
/** characters that are looked at to find the layout */
const HEAD = 128 * 1024

type Bytes = () => AsyncIterable<Uint8Array>

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** Others have their turn, whatever the file's length. */
async function* inTurns(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const piece of bytes) {
    yield piece
    await new Promise((done) => setImmediate(done))
  }
}

interface Measured {
  reading: Reading
  rows: number
  columns: number
  faults: Faults
}

/** Counts rows, columns and faults of a text as it is to be read. */
export async function measure(bytes: Bytes, reading: Reading): Promise<Measured> {
  const building = tableBuilder(reading, () => undefined, 2_000)
  for await (const text of decoded(inTurns(bytes()), reading.encoding)) building.push(text)
  building.end()
  return { reading, rows: building.rows, columns: building.names.length, faults: building.faults }
}

/** Finds out how a text is written and laid out. Throws a sentence when it is no table. */
async function look(bytes: Bytes, name: string, encoding: Encoding | null): Promise<Measured> {
  if (!encoding) throw new AppError('bad_request', `“${name}” is not a text. Save it as CSV, XLSX, Parquet or JSON.`)
  let head = ''
  let isWhole = true
  for await (const text of decoded(bytes(), encoding)) {
    head += text
    if (head.length < HEAD) continue
    isWhole = false
    break
  }
  if (head.trim() === '') throw new AppError('bad_request', `“${name}” is empty.`)
  const wanted = /\.(tsv|tab)$/i.test(name) && head.includes('\t') ? '\t' : undefined
  const measured = await measure(bytes, { encoding, ...detectLayout(head, { isWhole, wanted }) })
  if (measured.columns === 0) throw new AppError('bad_request', `“${name}” holds no table.`)
  return measured
}

interface Opened {
  name: string
  format: Dataset['format']
  /** What tells sheets of one file apart. */
  part?: string
  size: number
}

/** A dataset of these bytes; the one that is here already when they are the same, whose file is not kept twice. */
async function keep(
  context: Context,
  bytes: Bytes,
  { name, format, part, size }: Opened,
): Promise<{ data: Dataset; isKnown: boolean }> {
  const detector = encodingDetector()
  const hash = createHash('sha256')
  for await (const piece of inTurns(bytes())) {
    detector.push(piece)
    hash.update(piece)
  }
  const source = `${hash.digest('hex')}${part ? `#${part}` : ''}`.slice(0, 200)
  const [row] = await context.store.datasets.list({ where: { source }, limit: 1 })
  if (row) {
    const { id: _, version: __, createdAt: ___, updatedAt: ____, ...data } = row
    return { data, isKnown: true }
  }
  const measured = await look(bytes, name, detector.end())
  const kept = await context.files.save(`${bareName(name)}.csv`, 'text/csv', bytes())
  const data = {
    name: name.slice(0, 200),
    file: kept.id,
    size,
    format,
    source,
    ...measured,
    steps: [],
    done: 0,
    charts: [],
  }
  return { data, isKnown: false }
}

const formatOf = (name: string, head: Uint8Array): 'csv' | 'json' | 'xlsx' | 'parquet' => {
  const kind = otherKind(head)
  if (kind === 'pdf' || kind === 'xls' || kind === 'gzip') {
    const what = { pdf: 'a PDF', xls: 'an old Excel file (.xls)', gzip: 'a compressed file' }[kind]
    throw new AppError('bad_request', `“${name}” is ${what}. Save it as CSV, XLSX, Parquet or JSON and open that.`)
  }
  if (kind === 'zip') return 'xlsx'
  if (kind === 'parquet') return 'parquet'
  if (/\.(json|jsonl|ndjson)$/i.test(name)) return 'json'
  if (/\.(xlsx|parquet)$/i.test(name))
    throw new AppError('bad_request', `“${name}” is not what its ending says. Save it again, or as CSV.`)
  return 'csv'
}

/** Opens a file as a dataset, or as one for each filled sheet. What it holds already stays as it is. */
export async function* openFile(
  file: ImportedFile,
  { name: wanted, format: made }: { name?: string; format?: 'join' },
  context: Context,
): AsyncIterable<Incoming<typeof csv>> {
  if (file.size > FILE_MAX)
    throw new AppError(
      'too_large',
      `A table may have at most ${FILE_MAX / MB} MB here, and this file has ${Math.ceil(file.size / MB)} MB. Split it, or keep fewer columns or rows.`,
    )
  if (file.size === 0) throw new AppError('bad_request', `“${file.name}” is empty.`)
  let head = new Uint8Array()
  for await (const piece of file.bytes()) {
    head = new Uint8Array(piece)
    break
  }
  const format = formatOf(file.name, head)
  const name = wanted ?? file.name
  // Opened again, it keeps its name, steps and charts.
  const incoming = ({ data }: { data: Dataset }) => ({ collection: 'datasets' as const, data, merge: () => ({}) })
  if (format === 'csv') {
    yield incoming(await keep(context, () => file.bytes(), { name, format: made ?? 'csv', size: file.size }))
    return
  }
  for (const { name: sheet, csv } of await convertFile({ path: file.path, format }, context.signal)) {
    const called = sheet ? `${bareName(name)} – ${sheet}` : name
    yield incoming(await keep(context, () => once(csv), { name: called, format, part: sheet, size: csv.byteLength }))
  }
}

/** Bytes that the module makes itself: a sample. */
export const keepText = (context: Context, name: string, text: string): ReturnType<typeof keep> => {
  const bytes = new TextEncoder().encode(text)
  return keep(context, () => once(bytes), { name, format: 'sample', size: bytes.byteLength })
}
