import { type Day, dayParts, makeDay } from '@atrium/domain/dates/days'
import { type Direction, type Moment, today } from '../calendar/reading.ts'

/** A day, or a time of one, that stands in a sentence. */
export interface DaySaid {
  from: number
  to: number
  day: Day
  /** `15:00` */
  time: string | null
  hasYear: boolean
  /** True where only a time was said: its day is the one that is taken. */
  isTimeOnly?: boolean
  /** The day that it goes on to: “28 July to 12 August”. */
  end?: { day: Day; time: string | null }
}

export type Read = (match: RegExpExecArray, moment: Moment, direction: Direction) => Omit<DaySaid, 'from' | 'to'> | null
export type Rule = readonly [RegExp, Read]
const BEFORE = '(?<![\\p{L}\\p{M}\\p{N}])'
const AFTER = '(?![\\p{L}\\p{M}\\p{N}])'
/** Korean puts its particles at the word. */
const ends = (language: string) => (language === 'ko' ? '' : AFTER)
export const rule = (language: string, source: string, read: Read): Rule => [
  new RegExp(`${BEFORE}(?:${source})${ends(language)}`, 'giu'),
  read,
]
export const whole = (day: Day | null, hasYear = true) => (day ? { day, time: null, hasYear } : null)

/** The next, the last or this year’s day with this month and date. */
export function turned(month: number, date: number, moment: Moment, direction: Direction): Day | null {
  const here = today(moment)
  for (let tries = 0; tries < 9; tries++) {
    const day = makeDay(dayParts(here).year + (direction === 'past' ? -tries : tries), month, date)
    if (day && (direction === 'nearest' || (direction === 'past' ? day <= here : day >= here))) return day
  }
  return null
}

/** A time of the day that is still to come, or else of tomorrow. */
export const timed = (time: string): Read => {
  return (_, moment) => ({ day: today(moment), time, hasYear: false, isTimeOnly: true })
}
