import { COUNT_WORDS, countSaid } from '@atrium/domain/numbers/number-words'
import { addDays } from '../kit/days.ts'

// Periods as contracts say them, and days counted by them: months end on the same day, or on the last one there is.

export interface Period {
  days: number
  months: number
}

const NUMBER = `(\\d{1,4}|${COUNT_WORDS})`
export const PERIOD = new RegExp(
  `\\b${NUMBER}\\s*(?:\\(\\s*(\\d{1,4})\\s*\\)\\s*)?(?:calendar\\s+)?(days?|d|weeks?|w|months?|m|quarters?|years?|y)\\b`,
  'i',
)

/** `3 months`, `ninety (90) days`, `6w`, `P3M`; null when it is none, or says business days, which need a calendar of holidays. */
export function periodIn(text: string): Period | null {
  const iso = /^\s*P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?\s*$/.exec(text)
  if (iso && /\d/.test(text))
    return {
      months: Number(iso[1] ?? 0) * 12 + Number(iso[2] ?? 0),
      days: Number(iso[3] ?? 0) * 7 + Number(iso[4] ?? 0),
    }
  const [, said = '', digits, unit = ''] = PERIOD.exec(text.slice(0, 500)) ?? []
  const count = countSaid(digits ?? said)
  if (!unit || count === null) return null
  const first = unit[0]?.toLowerCase()
  if (first === 'd') return { days: count, months: 0 }
  if (first === 'w') return { days: count * 7, months: 0 }
  if (first === 'q') return { days: 0, months: count * 3 }
  return { days: 0, months: first === 'y' ? count * 12 : count }
}

/** A day so many months later: 31 January and one month is 28 or 29 February. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, of = 1] = day.split('-').map(Number)
  const at = month - 1 + months
  const last = new Date(Date.UTC(year, at + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, at, Math.min(of, last))).toISOString().slice(0, 10)
}

export const after = (day: string, { days, months }: Period): string => addDays(addMonths(day, months), days)
export const before = (day: string, { days, months }: Period): string => addDays(addMonths(day, -months), -days)

/** `3 months`, `90 days`, `1 year and 10 days`. */
export function periodSaid({ days, months }: Period): string {
  const of = (count: number, unit: string) => (count === 0 ? '' : `${count} ${unit}${count === 1 ? '' : 's'}`)
  const years = months % 12 === 0 ? months / 12 : 0
  return (
    [years > 0 ? of(years, 'year') : of(months, 'month'), of(days, 'day')].filter(Boolean).join(' and ') || '0 days'
  )
}
