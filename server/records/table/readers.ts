import type { AddressPart } from '@atrium/contract/addresses'
import type { NamedField } from '@atrium/contract/field-facts'
import type { ReadableFile, Rehearsal } from '@atrium/contract/reading'
import type { TableOptions, TableRow } from '@atrium/contract/table-import'
import type { DateOrder } from '@atrium/domain/dates/figures'
import type { DecimalSign } from '@atrium/domain/numbers/reading'
import { columnNames } from '@atrium/domain/tables/columns'
import { isFooter } from '@atrium/domain/tables/footer'
import { readCell } from './cell-values.ts'
import { type ColumnEvidence, datesOf, evidenceOf, type Matched, matchFields } from './columns.ts'
import { type TableSource, tableOf } from './source.ts'

// Reads people's tables: it runs in a confined process, and nothing imports it.

export interface TableRequest extends TableOptions {
  fields: NamedField[]
  timeZone: string
  /** As the person's place writes dates, and their language numbers, where a column leaves it open. */
  usual: { order: DateOrder; decimal: DecimalSign }
}

const left = { isRequired: false, aliases: [] }
export const rehearsal: Rehearsal = {
  reader: 'table',
  options: {
    columns: {},
    fields: [
      { name: 'day', label: 'Day', kind: 'date', ...left },
      { name: 'name', label: 'Name', kind: 'text', ...left },
      { name: 'amount', label: 'Amount', kind: 'number', ...left },
    ],
    timeZone: 'UTC',
    usual: { order: 'dmy', decimal: '.' },
  } satisfies TableRequest,
  name: 'rehearsal.csv',
  text: `day,name,note,amount\n${'2026-01-31,Porto,"A, 1",-1.5\n'.repeat(2_500)}`,
}

/** Rows by which columns without names are told apart. */
const SAMPLE = 200
/** characters of a cell in a sentence, and of a row in the report */
const SHOWN = 60
const ROW_SHOWN = 200

interface Survey {
  columns: ColumnEvidence[]
  sample: (readonly string[])[]
}

/** All of the table is looked at once: its last row may say which is the day. */
async function survey(source: TableSource): Promise<Survey> {
  const columns: ColumnEvidence[] = (source.names ?? []).map(() => evidenceOf())
  const sample: (readonly string[])[] = []
  for await (const { cells } of source.rows()) {
    if (isFooter(cells)) continue
    if (sample.length < SAMPLE) sample.push(cells)
    for (const [at, cell] of cells.entries()) {
      columns[at] ??= evidenceOf()
      columns[at].take(cell)
    }
  }
  return { columns, sample }
}

const isDated = ({ kind }: NamedField) => kind === 'date' || kind === 'moment'
const NUMBERS = new Set<string>(['number', 'money', 'quantity', 'percent', 'rating'])

/** The columns with what they fill and how they are written, then the rows one by one. */
export async function* table(file: ReadableFile, asked: TableRequest): AsyncGenerator<TableRow> {
  const source = await tableOf(file, asked)
  const { columns, sample } = await survey(source)
  const { fields, timeZone, usual } = asked
  const matched = matchFields(fields, source.names, sample, asked.columns)
  const dated = columns.filter((_, at) => matched.has(at) && isDated(matched.get(at) as NamedField))
  const dates = datesOf(dated, usual.order, asked.order)
  const numbers = columns.filter((_, at) => NUMBERS.has(matched.get(at)?.kind ?? ''))
  const elsewhere = numbers.map((column) => column.decimal()).find((sign) => sign !== undefined) // a file has one hand
  const ways = columns.map((column, at) => ({
    order: dates.order,
    decimal: source.isExact
      ? ('.' as const)
      : (asked.decimal ?? source.decimals?.[at] ?? column.decimal() ?? elsewhere ?? usual.decimal),
    timeZone,
  }))
  const named = columnNames(columns.map((_, at) => source.names?.[at] ?? ''))
  yield {
    table: {
      fields,
      columns: columns.map(({ samples }, at) => {
        const field = matched.get(at)
        const how = ways[at]
        return {
          name: named[at] ?? '',
          field: field?.name ?? null,
          samples: samples.map((text) => ({ text, value: field && how ? readCell(text, field, how) : null })),
          decimal: field && NUMBERS.has(field.kind) ? (how?.decimal ?? null) : null,
          order: field && isDated(field) ? dates.order : null,
        }
      }),
      dates,
      skipped: source.skipped,
      delimiter: source.delimiter,
      encoding: source.encoding,
      header: source.header,
    },
  }
  for await (const { cells, line } of source.rows()) {
    if (isFooter(cells)) {
      yield { refused: 'This row sums up those above it.', line, text: shortened(cells) }
      continue
    }
    yield rowOf(cells, line, matched, ways)
  }
}

const shortened = (cells: readonly string[]) => cells.join(' · ').slice(0, ROW_SHOWN)

/** `home.street` is the street of `home`. */
function intoPart(data: Record<string, unknown>, { name }: NamedField, part: AddressPart, value: unknown) {
  const whole = name.slice(0, -part.length - 1)
  data[whole] = { ...(data[whole] as object | undefined), [part]: value }
}

function rowOf(
  cells: readonly string[],
  line: number,
  matched: Matched,
  ways: readonly Parameters<typeof readCell>[2][],
): TableRow {
  const data: Record<string, unknown> = {}
  for (const [at, field] of matched) {
    const cell = cells[at]?.trim() ?? ''
    const how = ways[at]
    if (cell === '' || !how) continue
    const value = readCell(cell, field, how)
    if (value === null)
      return { refused: `${field.label} cannot be read: “${cell.slice(0, SHOWN)}”.`, line, text: shortened(cells) }
    if (field.part) intoPart(data, field, field.part, value)
    else data[field.name] = value
  }
  return { data, line, text: shortened(cells) }
}
