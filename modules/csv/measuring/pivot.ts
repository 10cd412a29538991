import { AppError } from '@atrium/contract/errors'
import { amountsOf, type Cells } from '../cells.ts'
import { amountOf, isDated, isNumeric, type Reading } from '../kinds.ts'
import { say } from '../say.ts'
import { type Column, columnOf, type Table } from '../table.ts'
import { grouping, keyOf, type Measure, type Period } from './grouping.ts'

export interface PivotValue {
  /** Empty: rows are counted. */
  column: string
  measure: Measure
}

export interface PivotSpec {
  /** A row for each of what these columns say together. */
  rows: string[]
  /** Columns for each value of this one; empty for none. */
  across: string
  values: PivotValue[]
  /** How days are taken together, in rows and across. */
  period: Period | ''
}

export interface Pivot {
  /** What the rows are of, one text for each of `spec.rows`. */
  rows: string[][]
  /** What stands across; one empty text where nothing does. */
  across: string[]
  /** For each row, for each of `across`, for each value; null where there is nothing. */
  cells: (number | null)[][][]
  rowTotals: (number | null)[][]
  columnTotals: (number | null)[][]
  total: (number | null)[]
}

const ACROSS_MAX = 200
const ROWS_MAX = 20_000
/** Measures of what the cells are worth. */
const NUMBERED: ReadonlySet<Measure> = new Set(['sum', 'average', 'median', 'min', 'max'])

/** The groups of a column by their numbers, in the order in which people look for them. */
interface Groups {
  of: Uint32Array
  names: string[]
  /** The place of each in the order. */
  order: number[]
}

function groupsOf(cells: Cells, reading: Reading, period: Period | ''): Groups {
  const numbers = new Map<string, number>()
  const amounts: (number | null)[] = []
  const names: string[] = []
  const of = Uint32Array.from(
    amountsOf(cells, (cell) => {
      const key = keyOf(cell, reading, period || undefined)
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, names.length)
      amounts.push(amountOf(cell, reading))
      return names.push(key) - 1
    }),
  )
  const { compare } = new Intl.Collator('en', { numeric: true })
  const isValued = isNumeric(reading.type) || isDated(reading.type)
  const order = names
    .map((_, at) => at)
    .sort((a, b) => {
      const [x, y] = isValued ? [amounts[a] ?? null, amounts[b] ?? null] : [null, null]
      if (x !== null && y !== null) return x - y
      if (x !== null || y !== null) return x === null ? 1 : -1
      // What is blank comes last.
      return Number(names[a] === '') - Number(names[b] === '') || compare(names[a] as string, names[b] as string)
    })
  return { of, names, order }
}

const tooMany = (column: string, most: number) => new AppError('too_large', say('tooManyAcross', { column, most }))

/** Sums up a table by rows and columns. Totals are worked out of the rows themselves: the median of all is no median of medians. */
export function pivotOf(table: Table, spec: PivotSpec, readingOf: (column: string) => Reading): Pivot {
  const columns = spec.rows.flatMap((name) => columnOf(table, name) ?? [])
  const groups = columns.map(({ name, values }) => groupsOf(values, readingOf(name), spec.period))
  const acrossColumn = columnOf(table, spec.across)
  const across = acrossColumn
    ? groupsOf(acrossColumn.values, readingOf(spec.across), spec.period)
    : { of: new Uint32Array(table.length), names: [''], order: [0] }
  if (across.names.length > ACROSS_MAX) throw tooMany(spec.across, ACROSS_MAX)

  const rowNumbers = new Map<string | number, number>()
  // As one number where all combinations have one: millions of texts would be made otherwise.
  const isCountable = groups.reduce((product, { names }) => product * names.length, 1) <= Number.MAX_SAFE_INTEGER
  const keyAt = (at: number): string | number => {
    if (!isCountable) return groups.map(({ of }) => of[at]).join()
    let key = 0
    for (const { of, names } of groups) key = key * names.length + (of[at] as number)
    return key
  }
  const parts: number[][] = []
  const rowOf = new Uint32Array(table.length)
  for (let at = 0; at < table.length; at++) {
    const key = keyAt(at)
    let number = rowNumbers.get(key)
    if (number === undefined) {
      number = parts.push(groups.map(({ of }) => of[at] as number)) - 1
      rowNumbers.set(key, number)
      if (parts.length > ROWS_MAX) throw tooMany(spec.rows.join(', '), ROWS_MAX)
    }
    rowOf[at] = number
  }
  const places = groups.map(({ order }) => new Map(order.map((group, place) => [group, place])))
  const rowOrder = parts
    .map((_, at) => at)
    .sort((a, b) => {
      for (const [at, place] of places.entries()) {
        const difference = (place.get(parts[a]?.[at] as number) ?? 0) - (place.get(parts[b]?.[at] as number) ?? 0)
        if (difference !== 0) return difference
      }
      return 0
    })

  // The rows' totals stand behind the last value across, the columns' behind the last row.
  const [rowTotal, columnTotal] = [across.names.length, parts.length]
  const width = rowTotal + 1
  const measured = spec.values.map(({ column, measure }) => {
    const cells = columnOf(table, column)?.values
    const reading = readingOf(column)
    const sums = grouping<number>(cells ? measure : 'count', reading, Number.POSITIVE_INFINITY)
    const amounts = cells && NUMBERED.has(measure) ? amountsOf(cells, (cell) => amountOf(cell, reading)) : null
    for (let at = 0; at < table.length; at++) {
      const [row, over] = [rowOf[at] as number, across.of[at] as number]
      const keys = [
        row * width + over,
        row * width + rowTotal,
        columnTotal * width + over,
        columnTotal * width + rowTotal,
      ]
      if (amounts) for (const key of keys) sums.addAmount(amounts[at] as number, key)
      else {
        const cell = measure === 'distinct' ? (cells?.at(at) ?? '') : ''
        for (const key of keys) sums.add(cell, key)
      }
    }
    return new Map(sums.result().groups.map(({ key, value }) => [key, value]))
  })
  const at = (row: number, over: number) => measured.map((found) => found.get(row * width + over) ?? null)
  return {
    rows: rowOrder.map((row) => groups.map(({ names }, place) => names[parts[row]?.[place] as number] as string)),
    across: across.order.map((group) => across.names[group] as string),
    cells: rowOrder.map((row) => across.order.map((over) => at(row, over))),
    rowTotals: rowOrder.map((row) => at(row, rowTotal)),
    columnTotals: across.order.map((over) => at(columnTotal, over)),
    total: at(columnTotal, rowTotal),
  }
}

/** A pivot as a table of its own, with its totals: what is exported. */
export function pivotTable(
  pivot: Pivot,
  spec: PivotSpec,
  words: { total: string; blank: string; values: readonly string[] },
): Table {
  const heads = pivot.across.flatMap((over) =>
    words.values.map((value) => [spec.across === '' ? '' : over || words.blank, value].filter(Boolean).join(' · ')),
  )
  const totals = spec.across === '' ? [] : words.values.map((value) => `${words.total} · ${value}`)
  const written = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value))
  const lines = pivot.rows.map((names, row) => [
    ...names.map((name) => name || words.blank),
    ...(pivot.cells[row] ?? []).flat().map(written),
    ...(totals.length > 0 ? (pivot.rowTotals[row] ?? []).map(written) : []),
  ])
  const last = [
    ...spec.rows.map((_, at) => (at === 0 ? words.total : '')),
    ...pivot.columnTotals.flat().map(written),
    ...(totals.length > 0 ? pivot.total.map(written) : []),
  ]
  const all = spec.rows.length > 0 ? [...lines, last] : lines
  const columns = [...spec.rows, ...heads, ...totals].map(
    (name, at): Column => ({ name, values: all.map((line) => line[at] ?? '') }),
  )
  return { columns, length: all.length }
}
