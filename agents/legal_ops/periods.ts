import { addSpan } from '@atrium/domain/dates/spans'
import { COUNT_PATTERN, countSaid } from '@atrium/domain/numbers/number-words'

// Periods as contracts say them, and days counted by them: months end on the same day, or on the last one there is.

export interface Period {
  days: number
  months: number
}

export const PERIOD = new RegExp(
  `\\b(${COUNT_PATTERN})\\s*(?:\\(\\s*(\\d{1,4})\\s*\\)\\s*)?(?:calendar\\s+)?(days?|d|weeks?|w|months?|m|quarters?|years?|y)\\b`,
  'i',
)

/** Nothing that people agree on lasts longer. */
const YEARS_MAX = 200
const period = (months: number, days: number): Period | null =>
  months <= YEARS_MAX * 12 && days <= YEARS_MAX * 366 ? { days, months } : null

/** `3 months`, `ninety (90) days`, `6w`, `P3M`; null when it is none, or says business days, which need a calendar of holidays. */
export function periodIn(text: string): Period | null {
  const iso = /^\s*P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?\s*$/.exec(text)
  if (iso && /\d/.test(text))
    return period(Number(iso[1] ?? 0) * 12 + Number(iso[2] ?? 0), Number(iso[3] ?? 0) * 7 + Number(iso[4] ?? 0))
  const [, said = '', digits, unit = ''] = PERIOD.exec(text.slice(0, 500)) ?? []
  const count = countSaid(digits ?? said)
  if (!unit || count === null) return null
  const first = unit[0]?.toLowerCase()
  if (first === 'd') return period(0, count)
  if (first === 'w') return period(0, count * 7)
  if (first === 'q') return period(count * 3, 0)
  return period(first === 'y' ? count * 12 : count, 0)
}

export const after = (day: string, { days, months }: Period): string => addSpan(day, { months, days })
export const before = (day: string, { days, months }: Period): string => addSpan(day, { months: -months, days: -days })

/** `3 months`, `90 days`, `1 year and 10 days`. */
export function periodSaid({ days, months }: Period): string {
  const of = (count: number, unit: string) => (count === 0 ? '' : `${count} ${unit}${count === 1 ? '' : 's'}`)
  const years = months % 12 === 0 ? months / 12 : 0
  return (
    [years > 0 ? of(years, 'year') : of(months, 'month'), of(days, 'day')].filter(Boolean).join(' and ') || '0 days'
  )
}
