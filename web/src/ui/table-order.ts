import type { ReactNode } from 'react'
import { localeOf } from '../i18n/locale.ts'

export interface Column<R> {
  id: string
  header: string
  cell: (row: R) => ReactNode
  /** What the column is sorted by; without it, it cannot be. */
  sortValue?: (row: R) => string | number | null
  /** Whoever gives the rows orders them by it (`onSort`): they come as they are to stand. */
  isOrdered?: boolean
  align?: 'start' | 'end'
  /** px; a column without it shares what is left. */
  width?: number
  /** Of what is left, as many parts as this; one when absent. */
  share?: number
  hideOnPhone?: boolean
}

export interface Sort {
  column: string
  direction: 'asc' | 'desc'
}

/** The rows by a column, as the language orders them; empty values last either way, equal ones as they came. */
export function ordered<R>(
  rows: readonly R[],
  columns: readonly Column<R>[],
  sort: Sort | null,
  language: string,
): readonly R[] {
  const value = columns.find(({ id }) => id === sort?.column)?.sortValue
  if (!sort || !value) return rows
  const { compare } = new Intl.Collator(localeOf(language), { numeric: true })
  const turn = sort.direction === 'asc' ? 1 : -1
  const isEmpty = (key: string | number | null) => key === null || key === '' || Number.isNaN(key)
  return rows
    .map((row) => ({ row, key: value(row) }))
    .sort((a, b) => {
      if (isEmpty(a.key) || isEmpty(b.key)) return Number(isEmpty(a.key)) - Number(isEmpty(b.key))
      const both = typeof a.key === 'number' && typeof b.key === 'number'
      return turn * (both ? (a.key as number) - (b.key as number) : compare(String(a.key), String(b.key)))
    })
    .map(({ row }) => row)
}

/** What a click on a column's head asks for: up, down, as it came. */
export function nextSort(sort: Sort | null, column: string): Sort | null {
  if (sort?.column !== column) return { column, direction: 'asc' }
  return sort.direction === 'asc' ? { column, direction: 'desc' } : null
}
