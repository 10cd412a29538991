import type { ColumnType, Table } from '../table.ts'

/** What a query found. */
export interface Result {
  table: Table
  types: ColumnType[]
  /** Rows that the query has; of them the first are kept. */
  rows: number
  /** ms */
  took: number
}

/** Rows of an answer that the page keeps. */
export const RESULT_MAX = 100_000
