import { addDays, addMonths, type Day } from '@atrium/domain/dates/days'
import type { Span } from '@atrium/domain/dates/spans'
import { addWorkingDays } from '@atrium/domain/dates/working-days'
import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { quantityAt } from '../calculation/tokens.ts'

export type Unit = 'day' | 'week' | 'fortnight' | 'month' | 'quarter' | 'year' | 'decade' | 'working day'
export interface Duration {
  count: number
  unit: Unit
}

const names: Readonly<Record<string, Unit>> = {
  day: 'day',
  week: 'week',
  fortnight: 'fortnight',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
  yr: 'year',
  decade: 'decade',
  'working day': 'working day',
  'business day': 'working day',
  weekday: 'working day',
  workday: 'working day',
}

/** Reads "90 days", "2 weeks and 3 days", "a year", "ten working days"; null for anything else. */
export function readDuration(text: string, style: NumberStyle): Duration[] | null {
  const parts = text.trim().split(/ ?, (?:and )?| and /iu)
  if (parts.length > 4) return null
  const durations: Duration[] = []
  for (const part of parts) {
    const worded = part.replace(/^an? (?=\p{L})/iu, '1 ').replace(/^(?:a )?couple (?:of )?/iu, '2 ')
    const number = quantityAt(worded, 0, style)
    if (!number?.value.isInteger() || number.value.abs().gt(4_000_000)) return null
    const name = worded.slice(number.end).trim().toLowerCase().replace(/s$/u, '')
    if (!Object.hasOwn(names, name)) return null
    durations.push({ count: number.value.toNumber(), unit: names[name] as Unit })
  }
  return durations
}

/** A day moved by durations, one after another; null outside the years 1 to 9999. */
export function move(from: Day, durations: readonly Duration[], direction: 1 | -1): Day | null {
  try {
    return durations.reduce((day, { count, unit }) => moveOne(day, count * direction, unit), from)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function moveOne(day: Day, count: number, unit: Unit): Day {
  switch (unit) {
    case 'day':
      return addDays(day, count)
    case 'week':
      return addDays(day, count * 7)
    case 'fortnight':
      return addDays(day, count * 14)
    case 'month':
      return addMonths(day, count)
    case 'quarter':
      return addMonths(day, count * 3)
    case 'year':
      return addMonths(day, count * 12)
    case 'decade':
      return addMonths(day, count * 120)
    case 'working day':
      return addWorkingDays(day, count)
  }
}

export const counted = (count: number, unit: string, locale = 'en'): string =>
  `${new Intl.NumberFormat(locale).format(count)} ${unit}${count === 1 ? '' : 's'}`

/** "2 years, 3 months and 1 day" */
export function saySpan({ years, months, days }: Span): string {
  const parts = [
    years && counted(years, 'year'),
    months && counted(months, 'month'),
    days && counted(days, 'day'),
  ].filter((part) => typeof part === 'string')
  return parts.length === 0
    ? '0 days'
    : parts.length === 1
      ? (parts[0] as string)
      : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
