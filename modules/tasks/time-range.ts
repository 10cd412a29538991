import type { Span } from './task-tags.ts'

/** "10-11", "from 10:30 to 11", "2–3pm": two numbers that belong together, whether or not they are times. */
export interface NumberRange extends Span {
  /** `15:00` when it can only be times; else what it begins with if a date beside it makes it times; null when it never is. */
  time: string | null
  isCertain: boolean
}

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\b'
const TIME = '(\\d{1,2})(?::([0-5]\\d))?\\s*([ap]\\.?m\\b\\.?)?'
const RANGE = new RegExp(
  `(?<![\\w:.,/@#-])(?:from\\s+|between\\s+)?${TIME}\\s*(?:-|–|—|\\bto\\b|\\buntil\\b|\\btill\\b|\\band\\b)\\s*${TIME}(?![\\w:/-]|[.,]\\d)`,
  'gi',
)
/** What is counted by such numbers: pages 10-11. */
const COUNTED =
  /\b(?:pages?|pp?\.|chapters?|ch\.|verses?|lines?|items?|rooms?|steps?|questions?|exercises?|sections?|parts?|levels?|lessons?|units?|weeks?|days?|rows?|slides?|figures?|tables?|nos?\.?|numbers?|versions?|volumes?|episodes?|seasons?|ages?|grades?|#)\s*$/i
const MONTH_BEFORE = new RegExp(`\\b${MONTH}\\.?\\s*$`, 'i')
const MONTH_AFTER = new RegExp(`^\\s*(?:of\\s+)?${MONTH}`, 'i')

/** Hours of a clock of 24. An end in the afternoon tells of its beginning: 2-3pm begins at 14, 11-1pm at 11. */
function hoursOf(start: number, startHalf: string, end: number, endHalf: string): [number, number] | null {
  const full = (hour: number, half: string) => (hour % 12) + (/^p/i.test(half) ? 12 : 0)
  if ((startHalf && (start > 12 || start === 0)) || (endHalf && (end > 12 || end === 0)) || start > 23 || end > 24)
    return null
  const last = endHalf ? full(end, endHalf) : end
  if (startHalf) return [full(start, startHalf), last]
  if (!endHalf || start > 12) return [start, last]
  const late = (start % 12) + 12
  return [late < last ? late : start % 12, last]
}

function rangeOf(found: RegExpMatchArray, text: string): NumberRange | null {
  const [whole, from = '', fromMinute, fromHalf = '', to = '', toMinute, toHalf = ''] = found
  const start = found.index ?? 0
  const span = { start, end: start + whole.trimEnd().length }
  const before = text.slice(0, start)
  if (MONTH_BEFORE.test(before) || MONTH_AFTER.test(text.slice(span.end))) return null // 5-6 May
  const isBetween = /^between/i.test(whole)
  if (/\sand\s/i.test(whole) && !isBetween) return null // 2 and 3
  const isCertain = Boolean(fromMinute || toMinute || fromHalf || toHalf)
  const hours = hoursOf(Number(from), fromHalf, Number(to), toHalf)
  if (!hours || COUNTED.test(before)) return { ...span, time: null, isCertain: false }
  // "at 5" is in the afternoon, and so is a bare 3-4 or 7-9
  const isLate = !isCertain && hours[0] >= 1 && hours[0] < 8
  const first = isLate ? hours[0] + 12 : hours[0]
  const last = !isCertain && hours[1] < (isLate ? 13 : 8) ? hours[1] + 12 : hours[1]
  if (!isCertain && last <= first) return { ...span, time: null, isCertain }
  return { ...span, time: `${String(first).padStart(2, '0')}:${fromMinute ?? '00'}`, isCertain }
}

/** Every range of two numbers in a sentence, but not days of a month. */
export const rangesIn = (text: string): NumberRange[] =>
  [...text.matchAll(RANGE)].map((found) => rangeOf(found, text)).filter((range) => range !== null)
