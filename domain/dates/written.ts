// Dates as files and people write them, in figures and in words.
import { type Day, type Month, makeDay } from './days.ts'
import { type DateOrder, dayOfFigures, figuresIn, LAST_YEAR, LONGEST, yearOf } from './figures.ts'
import { writtenMonth } from './written-months.ts'

export interface WrittenDate {
  day: Day
  /** Of the clock, if a time stands behind the date: ms since midnight, and minutes ahead of UTC, null where no zone is written. */
  time: { ms: number; offset: number | null } | null
  /** What stands behind the date and its time; empty when that was all. */
  rest: string
}

export interface HowWritten {
  /** That of figures, where a year of four does not say it. */
  order?: DateOrder
  /** The last year that two figures mean: 2068 as in POSIX strptime, where 69 is 1969. */
  lastYear?: number
  /** Whether 20260115 is a date. */
  isCompact?: boolean
}

const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:\d{4}|\d{6})?(?!\d)/
const WEEKDAY = String.raw`(?:\p{L}{2,12}\.?,? )?`
const DAY_MONTH = new RegExp(
  String.raw`^${WEEKDAY}(\d{1,2})(?:st|nd|rd|th|er|\.|º)?[-/\s]{0,2}(?:of |de )?(\p{L}{3,12})[-/,.\s]{1,3}(?:de )?(\d{4}|\d{2})(?!\d)`,
  'iu',
)
const MONTH_DAY = new RegExp(String.raw`^${WEEKDAY}(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)`, 'iu')
const TIME =
  /^[T ,]{1,3}(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?([ap])?(?:\.?m\.?)?\s?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?(?![\d:\p{L}])/iu

const isDigit = (code: number) => code >= 48 && code <= 57
const isLetter = (code: number) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code > 191

/** No date is shorter than 1/1/26; it begins with at most four figures or with a word. Most cells end here. */
function mayBeDate(text: string): boolean {
  if (text.length < 6) return false
  const first = text.charCodeAt(0)
  if (isDigit(first)) {
    for (let at = 1; at < 5; at++) if (!isDigit(text.charCodeAt(at))) return true
    return false
  }
  return isLetter(first) && isLetter(text.charCodeAt(1)) && /\d/.test(text)
}

function dayIn(
  text: string,
  { order = 'dmy', lastYear = LAST_YEAR, isCompact = false }: HowWritten,
): [Day | null, number] {
  const compact = isCompact ? COMPACT.exec(text) : null
  if (compact) {
    const day = makeDay(Number(compact[1]), Number(compact[2]), Number(compact[3]))
    if (day) return [day, compact[0].length]
  }
  if (!mayBeDate(text)) return [null, 0]
  const figures = figuresIn(text)
  if (figures) return [dayOfFigures(figures.parts, order, lastYear), figures.length]
  const [all = '', date = '', word = '', year = ''] = DAY_MONTH.exec(text) ?? []
  if (all) return [makeDay(yearOf(year, lastYear), writtenMonth(word) ?? 0, Number(date)), all.length]
  const turned = MONTH_DAY.exec(text)
  if (!turned) return [null, 0]
  return [makeDay(Number(turned[3]), writtenMonth(turned[1] ?? '') ?? 0, Number(turned[2])), turned[0].length]
}

function timeIn(text: string): { time: WrittenDate['time']; length: number } | null {
  const found = TIME.exec(text)
  if (!found) return null
  const [all, hour, minute, second = '0', fraction = '', half, zone] = found
  const isPm = half?.toLowerCase() === 'p'
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return null
  const hours = half ? (Number(hour) % 12) + (isPm ? 12 : 0) : Number(hour)
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const ms = ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
  const sign = zone?.[0] === '-' ? -1 : 1
  const [away = '', minutes = ''] = zone && /\d/.test(zone) ? [zone.slice(1, 3), zone.slice(3).replace(':', '')] : []
  return { time: { ms, offset: zone ? sign * (Number(away) * 60 + Number(minutes)) : null }, length: all.length }
}

/**
 * The date that a text begins with: `2026-01-15`, `15.1.26`, `1/15/2026`, `1/ 5' 6` (Quicken), `2026年1月15日`, `15 Jan 2026`,
 * `Jan 15th, 2026`, `Do, 15. März 2026`, `15 de enero de 2026`, and the time behind it. Null when it begins with none, or with one
 * that no calendar has.
 */
export function readDate(text: string, how: HowWritten = {}): WrittenDate | null {
  const head = text.slice(0, LONGEST).trimStart()
  const [day, length] = dayIn(head, how)
  if (day === null) return null
  const behind = head.slice(length)
  const found = behind === '' ? null : timeIn(behind)
  if (!found && isLetter(behind.charCodeAt(0)) && !/^T\d/i.test(behind)) return null
  if (behind === '' && head.length === text.length) return { day, time: null, rest: '' }
  const end = text.length - text.trimStart().length + length + (found?.length ?? 0)
  return { day, time: found?.time ?? null, rest: text.slice(end).trim() }
}

/** The month that a text is: `2026-02`, `02/2026`, `2.2026`, `Feb 2026`, `février 2026`; null when it is none. */
export function readMonth(text: string): Month | null {
  const said = text.trim()
  if (said.length > 30) return null
  const [, year = '', month = ''] = /^(\d{4})[-/.](\d{1,2})$/.exec(said) ?? []
  const [, turned = '', ofYear = ''] = /^(\d{1,2})[-/.](\d{4})$/.exec(said) ?? []
  const [, word = '', named = ''] = /^(\p{L}{3,12})\.?[-,\s]{1,2}(?:de )?(\d{4})$/u.exec(said) ?? []
  const first = makeDay(Number(year || ofYear || named), word ? (writtenMonth(word) ?? 0) : Number(month || turned), 1)
  return first?.slice(0, 7) ?? null
}
