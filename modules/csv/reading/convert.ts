import type { ReadableFile } from '@atrium/contract/reading'
import { recordLine } from '@atrium/domain/tables/writing'
import { CELLS_MAX, tooManyCells, Unreadable } from '@atrium/domain/workbooks/bounds'
import { filledSheets } from '@atrium/domain/workbooks/sheets'
import type { Compressors } from 'hyparquet'
import { jsonDepth } from './json-depth.ts'
import { WRITTEN_MAX } from './limits.ts'
import { PAGE_MAX, refuseOddPages } from './parquet-bounds.ts'

/** A table that another format held, as separated values. */
export interface Converted {
  /** The sheet it stood on; empty where a file has one table. */
  name: string
  csv: Uint8Array
}

export { Unreadable } from '@atrium/domain/workbooks/bounds'

const tooMany = () => new Unreadable(tooManyCells)

/** One value as a cell: dates as ISO text, what has parts as JSON. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return ''
    const iso = value.toISOString()
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19)
  }
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part))
}

function encode(rows: Iterable<readonly string[]>): Uint8Array {
  const pieces: Uint8Array[] = []
  let text = ''
  let length = 0
  const encoder = new TextEncoder()
  for (const row of rows) {
    for (const cell of row) length += cell.length
    if (length > WRITTEN_MAX)
      throw new Unreadable(
        `The cells of this file come to more than ${WRITTEN_MAX / 1024 / 1024} MB. Split it, or keep fewer columns.`,
      )
    text += recordLine(row)
    if (text.length > 1_000_000) {
      pieces.push(encoder.encode(text))
      text = ''
    }
  }
  pieces.push(encoder.encode(text))
  return Buffer.concat(pieces)
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Objects by the names of their fields, in the order in which those come; what stands in an object is `address.city`. */
function fromObjects(rows: readonly unknown[]): Uint8Array {
  const flat = (value: Fields, before = '', depth = 0): [string, string][] =>
    Object.entries(value).flatMap(([name, part]): [string, string][] =>
      isFields(part) && depth < 3 && !(part instanceof Date)
        ? flat(part, `${before}${name}.`, depth + 1)
        : [[before + name, cellOf(part)]],
    )
  const names = new Map<string, number>()
  const records = rows.map((row) => {
    const fields = isFields(row) ? flat(row) : [['value', cellOf(row)] as [string, string]]
    for (const [name] of fields) if (!names.has(name)) names.set(name, names.size)
    return fields
  })
  if (records.length * names.size > CELLS_MAX) throw tooMany()
  const lines = function* () {
    yield [...names.keys()]
    for (const fields of records) {
      const cells = new Array<string>(names.size).fill('')
      for (const [name, cell] of fields) cells[names.get(name) as number] = cell
      yield cells
    }
  }
  return encode(lines())
}

/** Lists and objects within each other. */
const DEEPEST = 200

/** An array of objects or of arrays, an object that holds one, or a value a line (NDJSON). */
export function fromJson(text: string): Uint8Array {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed === '') throw new Unreadable('This file is empty.')
  if (jsonDepth(trimmed) > DEEPEST)
    throw new Unreadable(`This JSON is nested more than ${DEEPEST} deep, which no table is.`)
  const rows = jsonRows(trimmed)
  if (rows.length === 0) throw new Unreadable('There is no row in this JSON.')
  if (!rows.every(Array.isArray)) return fromObjects(rows)
  const width = rows.reduce((most: number, row) => Math.max(most, (row as unknown[]).length), 0)
  if (rows.length * width > CELLS_MAX) throw tooMany()
  const lines = function* () {
    for (const row of rows as unknown[][]) yield Array.from({ length: width }, (_, at) => cellOf(row[at]))
  }
  return encode(lines())
}

function jsonRows(text: string): unknown[] {
  let whole: unknown
  let failure: unknown
  try {
    whole = JSON.parse(text)
  } catch (error) {
    failure = error
  }
  if (failure === undefined) {
    if (Array.isArray(whole)) return whole
    if (!isFields(whole)) throw new Unreadable('This JSON holds no table: a list of objects is wanted.')
    const lists = Object.values(whole).filter((part): part is unknown[] => Array.isArray(part) && part.some(isFields))
    return lists.sort((a, b) => b.length - a.length)[0] ?? [whole]
  }
  return text.split(/\r\n|\n|\r/).flatMap((one, at): unknown[] => {
    if (one.trim() === '') return []
    try {
      return [JSON.parse(one) as unknown]
    } catch {
      throw new Unreadable(`Line ${at + 1} of this file is no JSON. Mend it, or leave it out.`)
    }
  })
}

/** Decompressors that do not make room for what a page only says that it unpacks to. */
const bounded = (compressors: Compressors): Compressors =>
  Object.fromEntries(
    Object.entries(compressors).map(([codec, unpack]) => [
      codec,
      (input: Uint8Array, length: number) => {
        if (length > PAGE_MAX)
          throw new Unreadable(`A page of this Parquet file unpacks to more than ${PAGE_MAX / 1024 / 1024} MB.`)
        return unpack(input, length)
      },
    ]),
  )

const NO_PARQUET = 'This is no Parquet file, or a damaged one.'

export async function fromParquet({ size, slice }: Pick<ReadableFile, 'size' | 'slice'>): Promise<Uint8Array> {
  const { parquetMetadataAsync, parquetReadObjects } = await import('hyparquet')
  const { compressors } = await import('hyparquet-compressors')
  const file = {
    byteLength: size,
    slice: async (start: number, end = size) => (await slice(start, end)).buffer as ArrayBuffer,
  }
  let metadata: Awaited<ReturnType<typeof parquetMetadataAsync>>
  try {
    metadata = await parquetMetadataAsync(file)
  } catch (cause) {
    throw new Unreadable(NO_PARQUET, { cause })
  }
  if (Number(metadata.num_rows) * Math.max(1, metadata.schema.length - 1) > CELLS_MAX) throw tooMany()
  try {
    refuseOddPages(metadata, file.byteLength)
    return fromObjects(await parquetReadObjects({ file, metadata, compressors: bounded(compressors) }))
  } catch (cause) {
    if (cause instanceof Unreadable) throw cause
    throw new Unreadable(NO_PARQUET, { cause })
  }
}

function* cells(data: readonly (readonly unknown[])[]): Generator<string[]> {
  for (const row of data) yield row.map(cellOf)
}

/** Every sheet that holds something. */
export async function fromXlsx(bytes: Uint8Array): Promise<Converted[]> {
  const sheets = await filledSheets(bytes)
  return sheets.map(({ name, rows }) => ({ name: sheets.length > 1 ? name : '', csv: encode(cells(rows)) }))
}
