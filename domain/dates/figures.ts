// Dates in figures: which is the day, the month and the year of `1/2/26`.
import { type Day, makeDay } from './days.ts'

/** Which comes first in 03/04/2026. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

/** As in POSIX strptime. */
export const LAST_YEAR = 2068
/** Characters of a date with its time; more would only be searched in vain. */
export const LONGEST = 100
/** Most dates, without what makes the other pattern slow. */
const PLAIN_FIGURES = /^(\d{1,4})([-/.])(\d{1,2})(\2)(\d{1,4})(?![\d'])/
const FIGURES = /^(\d{1,4})\s{0,2}([-/.年\s])\s{0,2}(\d{1,2})\s{0,2}([-/.月'\s])\s{0,2}(\d{1,4})日?(?![\d'])/

/** Two figures mean the hundred years that end with `lastYear`. */
export const yearOf = (text: string, lastYear: number): number => {
  const year = Number(text)
  if (text.length > 2) return year
  const inCentury = lastYear - (lastYear % 100) + year
  return inCentury > lastYear ? inCentury - 100 : inCentury
}

export interface Figures {
  parts: readonly [string, string, string]
  sign: string
  length: number
}

/** The three figures of a date; null when they are not written as one: one sign between them, or Quicken's apostrophe before the year. */
export function figuresIn(text: string): Figures | null {
  const found = PLAIN_FIGURES.exec(text) ?? FIGURES.exec(text)
  if (!found) return null
  const [all, a = '', sign = '', b = '', second = '', c = ''] = found
  const isQuicken = second === "'"
  if (!isQuicken && sign !== second && (sign === '年' ? second !== '月' : sign.trim() !== second.trim())) return null
  const isYearFirst = a.length === 4
  if (a.length === 3 || c.length === 3 || (isYearFirst ? c.length > 2 : c.length === 1 && !isQuicken)) return null
  return { parts: [a, b, c.padStart(isYearFirst ? 1 : 2, '0')], sign: isQuicken ? "'" : sign, length: all.length }
}

/** The day of the figures read in an order, where a year of four figures does not say it; null when the calendar has none such. */
export function dayOfFigures([a, b, c]: Figures['parts'], order: DateOrder, lastYear: number): Day | null {
  if (a.length === 4) return makeDay(Number(a), Number(b), Number(c))
  if (order === 'ymd' && c.length === 2) return makeDay(yearOf(a, lastYear), Number(b), Number(c))
  const year = yearOf(c, lastYear)
  return order === 'mdy' ? makeDay(year, Number(a), Number(b)) : makeDay(year, Number(b), Number(a))
}
