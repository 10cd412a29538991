import { footerLength, isUnits } from './footer.ts'
import { detectLayout, type Layout } from './layout.ts'
import { type Exceeded, isEmptyRecord, type RecordLimits, recordsOf, type TableRecord } from './records.ts'

/** A text as a table, all of it in memory. */
export interface TextTable {
  layout: Layout
  /** The record that names the columns, as it is written. */
  names: string[] | null
  /** What stands below the names where that gives their units. */
  units: string[] | null
  /** Records with anything in them; those that sum up the table are in `footer`. */
  rows: TableRecord[]
  footer: TableRecord[]
  exceeded: Exceeded | null
}

export interface TableOptions {
  limits?: RecordLimits
  /** Records of the table that are read, the names included; about as many. */
  most?: number
  /** Whether the first record of the table is to name the columns whatever it looks like. */
  isNamed?: boolean
  delimiter?: string | undefined
}

/** Characters by which the layout is found. */
const HEAD = 64 * 1024

export function readTable(text: string, { limits, most, isNamed = false, delimiter }: TableOptions = {}): TextTable {
  const layout = detectLayout(text.slice(0, HEAD), { isWhole: text.length <= HEAD, wanted: delimiter })
  const { records, exceeded } = recordsOf(text, layout.delimiter, {
    ...(limits && { limits }),
    ...(most !== undefined && { most: most + layout.skip }),
  })
  const table = records.filter(({ place }) => place >= layout.skip)
  const header = (layout.header || isNamed) && table.length > 0
  const filled = (header ? table.slice(1) : table).filter(({ cells }) => !isEmptyRecord(cells))
  const cells = filled.slice(0, 60).map((record) => record.cells)
  const hasUnits = header && isUnits(cells[0] ?? [], cells.slice(1))
  const body = hasUnits ? filled.slice(1) : filled
  const isAll = most === undefined || records.length < most + layout.skip
  const footer = isAll && body.length > 1 ? footerLength(body.slice(-10).map((record) => record.cells)) : 0
  return {
    layout,
    names: header ? (table[0]?.cells ?? null) : null,
    units: hasUnits ? (filled[0]?.cells ?? null) : null,
    rows: footer > 0 ? body.slice(0, -footer) : body,
    footer: footer > 0 ? body.slice(-footer) : [],
    exceeded,
  }
}
