import { dayOfNumber } from '@atrium/domain/dates/days'
import { showDay } from '../calendar/reading.ts'
import { cell, markdownTable } from '../markdown.ts'
import { profileOf } from '../statistics.ts'
import type { Column, Table } from './table.ts'

export const ROWS_SHOWN = 20

export const whole = (value: number, locale: string): string => new Intl.NumberFormat(locale).format(value)
export const counted = (count: number, word: string, locale: string): string =>
  `${whole(count, locale)} ${word}${count === 1 ? '' : 's'}`

/** A figure of a column in its unit: at least as many decimals as money has, at most as many as the data have, or two. */
export function figure(value: number | null, column: Column | null, locale: string): string {
  if (value === null) return '—'
  if (column?.type === 'date') return showDay(dayOfNumber(Math.round(value)), locale)
  const text = new Intl.NumberFormat(locale, {
    minimumFractionDigits: Math.min(2, column?.decimals ?? 0),
    maximumFractionDigits: Math.max(2, column?.decimals ?? 0),
  }).format(value)
  const unit = column?.unit ?? ''
  if (unit === '%' || unit === '') return `${text}${unit}`
  return text.startsWith('-') ? `-${unit}${text.slice(1)}` : `${unit}${text}`
}

/** Rows of the data themselves. */
export function rowsTable(columns: readonly Column[], rows: readonly number[]): string {
  const right = new Set(columns.flatMap((column, index) => (column.type === 'number' ? [index] : [])))
  return markdownTable(
    columns.map((column) => column.name),
    rows.map((row) => columns.map((column) => cell(column.cells[row] ?? '') || '—')),
    right,
  )
}

/** What every column holds. */
export function profileTable(table: Table, locale: string): string {
  const shown = table.columns.slice(0, 40)
  const rows = shown.map((column) => {
    const profile = profileOf(column)
    const number = (value: number | null) => figure(value, column, locale)
    const range = column.type === 'date' && profile.minimum !== null
    return [
      cell(column.name),
      column.type,
      whole(column.missing, locale),
      whole(profile.distinct, locale),
      column.type === 'number' || range ? number(profile.minimum) : '—',
      column.type === 'number' || range ? number(profile.maximum) : '—',
      number(profile.mean),
      number(profile.median),
      number(profile.deviation),
      profile.common.map(({ value, count }) => `${cell(value.slice(0, 30))} (${whole(count, locale)})`).join(', ') ||
        '—',
    ]
  })
  const more =
    table.columns.length > shown.length ? `\n\n…and ${table.columns.length - shown.length} more columns.` : ''
  return (
    markdownTable(
      ['Column', 'Type', 'Missing', 'Distinct', 'Min', 'Max', 'Mean', 'Median', 'Std. dev.', 'Most common'],
      rows,
      new Set([2, 3, 4, 5, 6, 7, 8]),
    ) + more
  )
}
