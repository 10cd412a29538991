import { addDays, DAY_MS, type Day, dayNumber, dayParts, makeDay } from '@atrium/domain/dates/days'
import { dayOf, type LocalTime, localAt, minutesOfTime, timeOfMinutes } from '@atrium/domain/dates/local-time'
import { knownZone, offsetMinutes } from '@atrium/domain/dates/wall-clock'
import { recent } from '@atrium/domain/recent'
import type { ParsedComponents, ParsedResult } from 'chrono-node'
import { feastOf, feastsIn } from './feasts.ts'

/** What "now", "today" and "3/4" mean to this person. */
export interface Moment {
  now: Date
  zone: string
  /** True where 3/4 is the third of April. */
  dayFirst: boolean
  locale: string
}

export type Direction = 'future' | 'past' | 'nearest'

export interface ReadDate {
  day: Day
  /** `15:00`, when the text names a time of day. */
  time: string | null
  /** False for a day without a year, a weekday, or a date relative to today. */
  hasYear: boolean
}

/** Only the United States and a few territories put the month first. */
export const isDayFirst = (locale: string): boolean => !/^en$|[-_](?:US|PH|PR|GU|VI|AS|MP)\b/iu.test(locale)

export const momentOf = (context: { now: Date; timeZone: string; locale: string }): Moment => ({
  now: context.now,
  zone: knownZone(context.timeZone) ?? 'UTC',
  dayFirst: isDayFirst(context.locale),
  locale: context.locale,
})

const numeric = /\b(\d{1,2})([-/.])(\d{1,2})\2(?:\d{4}|\d{2})\b/gu

/** Whether 3/4 is the third of April in this text: points are written day first everywhere, and a number above 12 decides. */
export function dayFirstIn(text: string, usual: boolean): boolean {
  for (const [, first, sign, second] of text.matchAll(numeric)) {
    if (sign === '.' || Number(first) > 12) return true
    if (Number(second) > 12) return false
  }
  return usual
}

export const clockNow = (moment: Moment): LocalTime => localAt(moment.now, moment.zone)
export const today = (moment: Moment): Day => dayOf(clockNow(moment))

const TEXT_MAX = 400
const impossible =
  /\b(?:(3[01])(?:st|nd|rd|th)? (?:of )?(feb\w*)|(30|31)(?:st|th)? (?:of )?(feb\w*)|31(?:st)? (?:of )?(?:apr\w*|june?|sept?\w*|nov\w*)|feb\w* 3[01]|(?:april|june|september|november) 31)\b/iu

const leapDay = /^(?:29(?:th)?(?: of)? feb(?:ruary)?|feb(?:ruary)? 29(?:th)?)$/iu

/** True for a day that no calendar has, such as 30 February. */
export const isImpossible = (text: string): boolean => impossible.test(text)

/** Every date in a text, in order, as chrono-node finds them. */
export async function findDates(text: string, moment: Moment, direction: Direction): Promise<ParsedResult[]> {
  const chrono = await import('chrono-node/en')
  const parser = dayFirstIn(text, moment.dayFirst) ? chrono.GB : chrono.casual
  const reference = { instant: moment.now, timezone: offsetMinutes(moment.now, moment.zone) }
  return parser.parse(text.slice(0, TEXT_MAX), reference, {
    // Looking ahead, chrono-node reads "last Monday" as the coming one.
    forwardDate: direction === 'future' && !/\b(?:last|past)\b/iu.test(text),
  })
}

/** Reads a whole text as a date: "1 March", "next Friday", "12/05/1990", "Easter 2027"; null when it is more or less than that. */
export async function readDate(
  text: string,
  moment: Moment,
  direction: Direction = 'nearest',
): Promise<ReadDate | null> {
  const trimmed = text
    .trim()
    .replace(/^(?:on|the|by|at) (?!day)/iu, '')
    .replace(/[.,;!?]+$/u, '')
    .replace(/^(\d{1,2}(?:st|nd|rd|th)?) of (?=\p{L})/iu, '$1 ')
  if (trimmed === '' || trimmed.length > 80 || isImpossible(trimmed)) return null
  const feast = readHoliday(trimmed, moment, direction)
  if (feast) return { day: feast, time: null, hasYear: /\d{4}$|year$/u.test(trimmed) }
  // chrono-node reads 29 February as a day of this year only, and so as none in a common year.
  if (leapDay.test(trimmed))
    return { day: turn('02-29', today(moment), direction) ?? today(moment), time: null, hasYear: false }
  const results = await findDates(trimmed, moment, direction)
  const first = results[0]
  if (!first || results.length > 1 || first.index > 0 || first.text.length < trimmed.length || first.end) return null
  return fromComponents(first.start, trimmed, moment, direction)
}

function readHoliday(text: string, moment: Moment, direction: Direction): Day | null {
  const parts = /^(?<name>.+?)(?: (?:in |of )?(?<year>\d{4}|(?:this|next|last) year))?$/u.exec(text)?.groups
  const name = (parts?.name ?? '').replace(/^(?:the|this|next) /iu, '')
  const [said] = feastsIn(name)
  const feast = said?.from === 0 && said.to === name.length ? feastOf(said.key, null)?.feast : undefined
  if (!parts || !feast) return null
  const find = (year: number) => feast(year)[0] ?? null
  const here = today(moment)
  const turns: Record<string, number> = { this: 0, next: 1, last: -1 }
  const relative = parts.year ? turns[parts.year.split(' ')[0] as string] : undefined
  const { year } = dayParts(here)
  if (relative !== undefined) return find(year + relative)
  if (parts.year) return Number(parts.year) >= 1 ? find(Number(parts.year)) : null
  const day = find(year)
  if (day === null) return null
  const passed = day < here
  if (direction !== 'past') return passed ? find(year + 1) : day
  return passed ? day : find(year - 1)
}

/** chrono's components are readings of the person's wall clock; they are used as such, never through a Date of the machine's zone. */
export function fromComponents(
  start: ParsedComponents,
  text: string,
  moment: Moment,
  direction: Direction,
): ReadDate | null {
  let day = makeDay(start.get('year') ?? 0, start.get('month') ?? 0, start.get('day') ?? 0)
  if (day === null) return null
  const hasYear = start.isCertain('year')
  // A year of three or more than four digits, or a bare number, is no date that a person meant.
  if (/^\d+$/u.test(text)) return null
  const here = today(moment)
  if (
    !hasYear &&
    start.isCertain('month') &&
    start.isCertain('day') &&
    !/\b(?:ago|today|yesterday|tomorrow|tonight|now|last|next|this|from|after|before|in|later|earlier)\b/iu.test(text)
  ) {
    day = turn(day.slice(5), here, direction) ?? day
  } else if (!hasYear && direction === 'past' && start.isCertain('weekday') && day > here) day = addDays(day, -7)
  const time = start.isCertain('hour')
    ? timeOfMinutes(((start.get('hour') ?? 0) % 24) * 60 + (start.get('minute') ?? 0))
    : null
  return { day, time, hasYear }
}

/** The day with this month and date (`02-29`) in the year that is meant: 29 February waits for a leap year. */
function turn(monthAndDate: string, here: Day, direction: Direction): Day | null {
  const [month = 0, date = 0] = monthAndDate.split('-').map(Number)
  const step = direction === 'past' ? -1 : 1
  for (let tries = 0; tries < 9; tries++) {
    const day = makeDay(dayParts(here).year + tries * step, month, date)
    if (day && (direction === 'nearest' || (direction === 'past' ? day <= here : day >= here))) return day
  }
  return null
}

/** "Monday, 1 March 2027" in the person's language and order. */
export const showDay = (day: Day, locale: string): string => dayFormat(locale).format(dayNumber(day) * DAY_MS)

const dayFormat = recent(
  50,
  (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }),
)

/** The time of a clock (`15:00`, or with a day before it), in the person's 12- or 24-hour habit. */
export const showTime = (time: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    minutesOfTime(time.slice(-5)) * 60_000,
  )
