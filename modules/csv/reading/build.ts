import { AppError } from '@atrium/contract/errors'
import { columnNames, freeName } from '@atrium/domain/tables/columns'
import { filledWidth, type Layout } from '@atrium/domain/tables/layout'
import { type Exceeded, recordReader, USUAL_LIMITS } from '@atrium/domain/tables/records'
import { say } from '../say.ts'
import type { Table } from '../table.ts'

/** What of a file did not fit the table it became. Nothing of it is left out. */
export interface Faults {
  /** Lines with more or fewer cells than the table's first; the first hundred. */
  ragged: { line: number; cells: number }[]
  raggedCount: number
  unclosed: number[]
  /** Empty lines, which are no rows. */
  blank: number
}

export interface Batch {
  table: Table
  /** The first row's number in the whole, from 0. */
  from: number
}

/** cells; what a browser can hold packed: a file of 500 MB has some fifty million */
export const CELLS_MAX = 120_000_000
export const COLUMNS_MAX = 2_000
const LISTED = 100

const tooManyColumns = () => new AppError('too_large', say('tooManyColumns', { most: COLUMNS_MAX }))

const refuse = (exceeded: Exceeded | null) => {
  if (!exceeded) return
  const { characters, cells } = USUAL_LIMITS
  throw new AppError(
    'too_large',
    say('lineTooLong', { line: exceeded.line, characters: characters / 1_000_000, cells }),
  )
}

interface Building {
  push(text: string): void
  end(): void
  faults: Faults
  names: readonly string[]
  rows: number
}

/** Makes tables of a text that comes by pieces: `onBatch` is given `size` rows at a time, all of them at the end when absent. */
export function tableBuilder(
  layout: Layout,
  onBatch: (batch: Batch) => void,
  size = Number.POSITIVE_INFINITY,
): Building {
  const faults: Faults = { ragged: [], raggedCount: 0, unclosed: [], blank: 0 }
  let names: string[] | null = null
  let width = 0
  let columns: string[][] = []
  let inBatch = 0
  let rows = 0
  let above = 0

  const widen = (to: number) => {
    if (to > COLUMNS_MAX) throw tooManyColumns()
    const taken = new Set(names)
    while ((names as string[]).length < to) {
      const name = freeName(`Column ${(names as string[]).length + 1}`, taken)
      taken.add(name)
      names?.push(name)
      columns.push(new Array<string>(inBatch).fill(''))
    }
  }
  const flush = () => {
    if (inBatch === 0 && rows > 0) return
    const table = { columns: columns.map((values, at) => ({ name: names?.[at] as string, values })), length: inBatch }
    onBatch({ table, from: rows - inBatch })
    columns = columns.map(() => [])
    inBatch = 0
  }
  const reader = recordReader(layout.delimiter, (cells, line, place) => {
    if (place < layout.skip) {
      above++
      return
    }
    if (names === null) {
      if (cells.length > COLUMNS_MAX) throw tooManyColumns()
      // Blank cells at the end are what a spreadsheet pads with: a column begins where one is filled.
      const filled = cells.slice(0, filledWidth(cells))
      names = columnNames(layout.header ? filled : filled.map(() => ''))
      width = cells.length
      columns = names.map(() => [])
      if (layout.header) return
    }
    const filled = filledWidth(cells)
    if (cells.length < width || filled > width) {
      faults.raggedCount++
      if (faults.ragged.length < LISTED) faults.ragged.push({ line, cells: cells.length })
    }
    if (filled > names.length) widen(filled)
    for (let at = 0; at < columns.length; at++) (columns[at] as string[]).push(cells[at] ?? '')
    inBatch++
    rows++
    if (rows * columns.length > CELLS_MAX)
      throw new AppError('too_large', say('tooManyCells', { value: CELLS_MAX / 1_000_000 }))
    if (inBatch >= size) flush()
  })
  return {
    push(text) {
      refuse(reader.push(text))
    },
    end() {
      refuse(reader.end())
      faults.unclosed = [...reader.unclosed]
      faults.blank = Math.max(0, reader.blank - (layout.skip - above))
      flush()
    },
    faults,
    get names() {
      return names ?? []
    },
    get rows() {
      return rows
    },
  }
}

/** All of a text as one table. */
export function readTable(text: string, layout: Layout): { table: Table; faults: Faults } {
  let table: Table = { columns: [], length: 0 }
  const building = tableBuilder(layout, (batch) => {
    table = batch.table
  })
  building.push(text)
  building.end()
  return { table, faults: building.faults }
}
