import { type Cells, pickCells } from './cells.ts'

/** What a column's values mean. Cells are kept as text; a type says how they are read. */
export type ColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime'

export interface Column {
  name: string
  values: Cells
}

/** A table by its columns: every one has `length` values, an empty text where there is none. */
export interface Table {
  columns: readonly Column[]
  length: number
}

/** Cells that are all blank count as missing. */
export const isBlank = (value: string): boolean => value === '' || value.trim() === ''

export const columnOf = (table: Table, name: string): Column | undefined =>
  table.columns.find((column) => column.name === name)

export const rowOf = (table: Table, at: number): string[] => table.columns.map(({ values }) => values.at(at) as string)

/** The rows at these places, in this order. */
export function pick(table: Table, places: ArrayLike<number>): Table {
  const columns = table.columns.map(({ name, values }) => ({ name, values: pickCells(values, places) }))
  return { columns, length: places.length }
}

export const withColumn = (table: Table, name: string, values: Cells): Table => ({
  ...table,
  columns: table.columns.map((column) => (column.name === name ? { name, values } : column)),
})

export function tableOf(names: readonly string[], rows: readonly (readonly string[])[]): Table {
  return {
    columns: names.map((name, at) => ({ name, values: rows.map((row) => row[at] ?? '') })),
    length: rows.length,
  }
}
