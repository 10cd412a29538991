import { DAY_MS, type Day, dayNumber, daysBetween } from '@atrium/domain/dates/days'
import { type Span, spanBetween } from '@atrium/domain/dates/spans'
import type { GuideContext } from '../guide.ts'
import type { GuideLanguage } from '../intents/intent.ts'
import { showDay, showTime } from './reading.ts'

export type Unit = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second'

/** How days, times and spans are written in an answer: in its language, as the person's region does where it is theirs. */
export interface Wording {
  language: GuideLanguage
  /** BCP 47 */
  tag: string
  day(day: Day): string
  time(time: string): string
  /** “3 weeks” */
  count(count: number, unit: Unit): string
  /** “2 years, 3 months and 1 day” */
  span(span: Span): string
  /** “8 hours 30 minutes” */
  lapse(minutes: number): string
  number(value: number): string
  list(parts: readonly string[]): string
  month(day: Day, withYear?: boolean): string
  weekday(day: Day): string
  /** “3 January” */
  date(day: Day): string
}

export function wordingOf({ locale }: Pick<GuideContext, 'locale'>, language: GuideLanguage): Wording {
  const tag = locale.split('-')[0] === language.split('-')[0] ? locale : language
  const shown = (day: Day, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC', calendar: 'gregory' }).format(dayNumber(day) * DAY_MS)
  const number = (value: number) => new Intl.NumberFormat(tag, { maximumFractionDigits: 2 }).format(value)
  const count = (value: number, unit: Unit) =>
    new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 2 }).format(value)
  const list = (parts: readonly string[]) => new Intl.ListFormat(tag, { type: 'conjunction' }).format(parts)
  return {
    ...{ language, tag, number, count, list },
    day: (day) => showDay(day, tag),
    time: (time) => showTime(time, tag),
    span: ({ years, months, days }) => {
      const parts = [
        years ? count(years, 'year') : '',
        months ? count(months, 'month') : '',
        days ? count(days, 'day') : '',
      ].filter(Boolean)
      return parts.length > 0 ? list(parts) : count(0, 'day')
    },
    lapse: (minutes) => {
      const seconds = Math.round(Math.abs(minutes) * 60)
      const parts = [
        [Math.floor(seconds / 3_600), 'hour'],
        [Math.floor(seconds / 60) % 60, 'minute'],
        [seconds % 60, 'second'],
      ] as const
      const said = parts.flatMap(([value, unit]) => (value > 0 ? [count(value, unit)] : []))
      return said.length > 0
        ? new Intl.ListFormat(tag, { type: 'unit', style: 'narrow' }).format(said)
        : count(0, 'minute')
    },
    month: (day, withYear = true) => shown(day, { month: 'long', ...(withYear && { year: 'numeric' }) }),
    weekday: (day) => shown(day, { weekday: 'long' }),
    date: (day) => shown(day, { day: 'numeric', month: 'long' }),
  }
}

/** A distance in the unit that was asked for, with what is left over. */
export function inUnit(from: Day, to: Day, unit: Unit, { count, span, list }: Wording): string {
  const days = daysBetween(from, to)
  const rest = (whole: number, of: Unit, left: number) =>
    left === 0 ? count(whole, of) : list([count(whole, of), count(left, 'day')])
  if (unit === 'week') return rest(Math.floor(days / 7), 'week', days % 7)
  const apart = spanBetween(from, to)
  if (unit === 'month') return rest(apart.years * 12 + apart.months, 'month', apart.days)
  if (unit === 'year') return span(apart)
  if (unit === 'hour') return count(days * 24, 'hour')
  if (unit === 'minute') return count(days * 1_440, 'minute')
  if (unit === 'second') return count(days * 86_400, 'second')
  return count(days, 'day')
}
