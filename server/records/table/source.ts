import { AppError } from '@atrium/contract/errors'
import type { ReadableFile } from '@atrium/contract/reading'
import type { TableOptions } from '@atrium/contract/table-import'
import { type DecimalSign, decimalSignOf } from '@atrium/domain/numbers/reading'
import { detectLayout, headerIn } from '@atrium/domain/tables/layout'
import { isEmptyRecord, recordsOfPieces, type TableRecord } from '@atrium/domain/tables/records'
import { Unreadable } from '@atrium/domain/workbooks/bounds'
import { filledSheets } from '@atrium/domain/workbooks/sheets'

/** What a person says of a text. */
type Said = Pick<TableOptions, 'encoding' | 'header' | 'decimal'>

/** A file as a table: its records as often as they are asked for, the head of it and what stands above. */
export interface TableSource {
  /** null where nothing names the columns. */
  names: readonly string[] | null
  skipped: number
  delimiter: string | null
  encoding: string | null
  header: number | null
  /** Whether its numbers have a point and its days are ISO's, as programs write them. */
  isExact: boolean
  /** How its numbers are written, by column, where the format says it. */
  decimals?: readonly DecimalSign[]
  rows(): AsyncIterable<{ cells: readonly string[]; line: number }>
}

/** Characters by which the layout is found. */
const HEAD = 64 * 1024
const LIMITS = { cells: 1_000, characters: 1_000_000, quoted: 500_000 }

export async function tableOf(file: ReadableFile, said: Said): Promise<TableSource> {
  if (/\.xlsx$/i.test(file.name)) return ofWorkbook(await file.whole(), said)
  return /\.json$/i.test(file.name) ? ofJson(await file.text()) : ofText(file, said)
}

async function ofText(file: ReadableFile, said: Said): Promise<TableSource> {
  const encoding = said.encoding ?? (await file.encoding())
  let head = ''
  let isWhole = true
  for await (const piece of file.texts(encoding)) {
    head += piece
    isWhole = head.length < HEAD
    if (!isWhole) break
  }
  const wanted = /\.tsv$/i.test(file.name) ? '\t' : undefined
  const layout = detectLayout(head, { isWhole, wanted })
  const { delimiter } = layout
  const header = said.header === undefined ? layout.header : said.header > 0
  /** Whether a record belongs to the table. */
  const isBelow = ({ place, line }: TableRecord) =>
    said.header === undefined ? place >= layout.skip : line >= said.header
  let above = 0
  let headerLine = 0
  let names: readonly string[] | null = null
  async function* records() {
    for await (const record of recordsOfPieces(file.texts(encoding), delimiter, LIMITS)) {
      if ('exceeded' in record)
        throw new AppError(
          'bad_request',
          `Line ${record.line} has more than ${record.most.toLocaleString('en')} ${record.exceeded === 'cells' ? 'columns' : 'characters'}. This is no table that can be read.`,
        )
      if (isBelow(record) && !isEmptyRecord(record.cells)) yield record
    }
  }
  for await (const { cells, line, place } of records()) {
    above = place
    if (header) {
      names = cells
      headerLine = line
    }
    break
  }
  return {
    names,
    skipped: above,
    delimiter,
    encoding,
    header: headerLine,
    isExact: false,
    async *rows() {
      let isFirst = header
      for await (const { cells, line } of records()) {
        if (!isFirst) yield { cells, line }
        isFirst = false
      }
    },
  }
}

const noTable = (cause?: unknown) =>
  new AppError('bad_request', 'This JSON holds no list of records. A table is [{"title": "…"}, …].', { cause })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The list of records in a JSON text: all of it, or the one that an object holds. */
function listIn(text: string): Record<string, unknown>[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw noTable(cause)
  }
  const list = Array.isArray(value) ? value : isRecord(value) ? Object.values(value).find(Array.isArray) : undefined
  if (!list?.every(isRecord)) throw noTable()
  return list
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.filter((one) => typeof one !== 'object').join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A date of a workbook has no zone: midnight is a day. */
const dayOrMoment = (date: Date): string => {
  const iso = Number.isNaN(date.getTime()) ? '' : date.toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19)
}

/** The first sheet with something in it. Numbers are written in the hand of the texts beside them, so that a column has one. */
async function ofWorkbook(bytes: Uint8Array, said: Said): Promise<TableSource> {
  const [sheet] = await filledSheets(bytes).catch((cause: unknown) => {
    throw cause instanceof Unreadable ? new AppError('bad_request', cause.message, { cause }) : cause
  })
  const data = sheet?.rows ?? []
  const width = data.reduce((most, row) => Math.max(most, row.length), 0)
  if (width > LIMITS.cells)
    throw new AppError('bad_request', 'This sheet has more than 1,000 columns. This is no table that can be read.')
  const textsOf = (at: number) => data.flatMap((row) => (typeof row[at] === 'string' ? [row[at]] : []))
  const decimals = Array.from({ length: width }, (_, at) => said.decimal ?? decimalSignOf(textsOf(at)) ?? '.')
  const cellText = (value: unknown, at: number): string => {
    if (value instanceof Date) return dayOrMoment(value)
    if (typeof value === 'number') return String(value).replace('.', decimals[at] ?? '.')
    return value === null || value === undefined ? '' : String(value)
  }
  const records = data
    .map((row, at) => ({ cells: row.map(cellText), line: at + 1 }))
    .filter(({ cells }) => !isEmptyRecord(cells))
  const found =
    said.header === undefined ? headerIn(records) : records.findIndex(({ line }) => line >= (said.header ?? 0))
  const at = said.header === 0 ? -1 : found
  return {
    names: records[at]?.cells ?? null,
    skipped: Math.max(0, at),
    delimiter: null,
    encoding: null,
    header: records[at]?.line ?? 0,
    isExact: false,
    decimals,
    async *rows() {
      yield* records.slice(at + 1)
    },
  }
}

function ofJson(text: string): TableSource {
  const list = listIn(text)
  const names = new Set<string>()
  for (const record of list) {
    for (const name of Object.keys(record)) names.add(name)
    if (names.size > LIMITS.cells)
      throw new AppError('bad_request', 'These records have more than 1,000 different fields. This is no table.')
  }
  const columns = [...names]
  return {
    names: columns,
    skipped: 0,
    delimiter: null,
    encoding: null,
    header: null,
    isExact: true,
    async *rows() {
      for (const [at, record] of list.entries())
        yield { cells: columns.map((name) => cellOf(record[name])), line: at + 1 }
    },
  }
}
