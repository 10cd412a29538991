import { formatDate, formatNumber } from '@atrium/web/kit'
import { isDated } from '../kinds.ts'
import type { ColumnType } from '../table.ts'

/** A number of a column as the person's language writes it; dates, which are ms, as days. */
export function shownAmount(value: number, type: ColumnType, language: string): string {
  if (!isDated(type)) return formatNumber(value, language, { maximumFractionDigits: Math.abs(value) < 10 ? 4 : 2 })
  const iso = new Date(value).toISOString()
  return type === 'date'
    ? formatDate(iso.slice(0, 10), language)
    : formatDate(iso, language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
}

export const shownCount = (value: number, language: string): string => formatNumber(value, language)
