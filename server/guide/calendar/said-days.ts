import {
  addDays,
  addMonths,
  type Day,
  dayParts,
  daysInMonth,
  firstDayOf,
  isoWeekday,
  lastDayOf,
  makeDay,
  mondayOf,
  monthOf,
} from '@atrium/domain/dates/days'
import { timeOfMinutes } from '@atrium/domain/dates/local-time'
import { MONTH_PATTERN, monthNamed, WEEKDAY_PATTERN, weekdayNamed } from '@atrium/domain/dates/names'
import { feastOf, feastsIn } from './feasts.ts'

/** A day that words name, with their place in the text. */
export interface SaidDay {
  from: number
  to: number
  day: Day
  time: string | null
}

const FEASTS =
  "christmas(?: eve| day)?|xmas|easter(?: sunday| monday)?|new year'?s(?: eve| day)?|halloween|valentine'?s(?: day)?|good friday|thanksgiving"

const nextWeekday = (today: Day, wanted: number): Day => addDays(today, (wanted - isoWeekday(today) + 7) % 7)

/** The next day of a month with this number. */
function numbered(date: number, today: Day): Day | null {
  for (let ahead = 0; ahead < 12; ahead++) {
    const { year, month } = dayParts(addMonths(firstDayOf(monthOf(today)), ahead))
    if (date > daysInMonth(year, month)) continue
    const day = makeDay(year, month, date)
    if (day && day >= today) return day
  }
  return null
}

function lastOfMonth(name: string, year: string | undefined, today: Day): Day | null {
  const month = monthNamed(name)
  if (month === null) return null
  const { year: here } = dayParts(today)
  const day = (of: number) => lastDayOf(monthOf(makeDay(of, month, 1) as Day))
  if (year) return day(Number(year))
  return day(here) < today ? day(here + 1) : day(here)
}

function dated(month: number | null, date: number, year: string | undefined, today: Day): Day | null {
  const { year: here } = dayParts(today)
  if (month === null) return null
  if (year) return makeDay(Number(year), month, date)
  const day = makeDay(here, month, date)
  return day && day < today ? makeDay(here + 1, month, date) : day
}

/** The end of a working week, or of the week where that is over. */
const endOfWeek = (monday: Day, today: Day): Day =>
  addDays(monday, 4) >= today ? addDays(monday, 4) : addDays(monday, 6)

const READERS: readonly [pattern: string, read: (match: RegExpExecArray, today: Day) => Day | null][] = [
  ['(?:the )?end of (?:the |this )?month|month end|eom', (_, today) => lastDayOf(monthOf(today))],
  ['(?:the )?end of next month', (_, today) => lastDayOf(monthOf(addMonths(firstDayOf(monthOf(today)), 1)))],
  [`(?:the )?end of (${MONTH_PATTERN})(?: (\\d{4}))?`, ([, name, year], today) => lastOfMonth(name ?? '', year, today)],
  ['(?:the )?end of (?:the |this )?week|eow', (_, today) => endOfWeek(mondayOf(today), today)],
  ['(?:the )?end of next week', (_, today) => addDays(mondayOf(today), 11)],
  ['(?:the )?end of (?:the |this )?year|year end|eoy', (_, today) => makeDay(dayParts(today).year, 12, 31)],
  ['(?:the )?end of (?:the |this |business )?day|eod|close of business|cob', (_, today) => today],
  ['(?:the )?(?:beginning|start) of next week', (_, today) => addDays(mondayOf(today), 7)],
  ['(?:the )?(?:beginning|start) of next month', (_, today) => addMonths(firstDayOf(monthOf(today)), 1)],
  ['(?:in )?a fortnight|in (?:a couple of|two) weeks', (_, today) => addDays(today, 14)],
  ['in a couple of days', (_, today) => addDays(today, 2)],
  ['a week from today|a week today|this time next week', (_, today) => addDays(today, 7)],
  ['a week from tomorrow|a week tomorrow|tomorrow week', (_, today) => addDays(today, 8)],
  [
    `a week (?:from|on) (${WEEKDAY_PATTERN})|(${WEEKDAY_PATTERN}) week`,
    ([, one, other], today) => addDays(nextWeekday(today, weekdayNamed(one ?? other ?? '') ?? 1), 7),
  ],
  ['next weekend', (_, today) => addDays(mondayOf(today), 12)],
  ['(?:the |this |over the |at the )?weekend', (_, today) => (isoWeekday(today) === 7 ? today : nextWeekday(today, 6))],
  ['2mor+ow?|2moro|tomoz|tmrw|tommorow|tommorrow|tomorow', (_, today) => addDays(today, 1)],
  ['todays', (_, today) => today],
  ['tomorrows', (_, today) => addDays(today, 1)],
  ['tonite|2nite|2night', (_, today) => today],
  [
    `the (\\d{1,2})(?:st|nd|rd|th)?(?<=\\D(?:\\d?1st|\\d?2nd|\\d?3rd|\\d{1,2}th))(?! (?:of|${MONTH_PATTERN}|floor|time|birthday|chapter|year|grade)\\b)`,
    ([, date], today) => numbered(Number(date), today),
  ],
  // chrono-node takes “Jan 30” for January 2030 where days stand before months.
  [
    `(${MONTH_PATTERN})\\.? (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?(?![.:]\\d)`,
    ([, name, date, year], today) => dated(monthNamed(name ?? ''), Number(date), year, today),
  ],
  ['the first(?= ?(?:at\\b|$|[,.;!?]))', (_, today) => numbered(1, today)],
  [FEASTS, ([name = ''], today) => feast(name, today)],
]

function feast(name: string, today: Day): Day | null {
  const [named] = feastsIn(name)
  const days = named && feastOf(named.key, null)?.feast
  const { year } = dayParts(today)
  return days ? ([year, year + 1].flatMap((one) => days(one)).find((day) => day >= today) ?? null) : null
}

const patterns = READERS.map(([pattern, read]) => ({
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'),
  read,
}))
const TIME =
  /^,? (?:at |@ ?)(noon|midday|midnight|\d{1,2})(?:[:.]([0-5]\d))?(?: ?([ap])\.?m\b\.?)?|^,? (\d{1,2})(?:[:.]([0-5]\d))? ?([ap])\.?m\b\.?|^,? (\d{1,2}):([0-5]\d)/iu

/** The time of day behind a day: “the 5th at 2”. */
function timeBehind(rest: string): { time: string; length: number } | null {
  const found = TIME.exec(rest)
  if (!found) return null
  const [whole, a, aMinute, aHalf, b, bMinute, bHalf, c, cMinute] = found
  if (a && /^[nm]/iu.test(a)) return { time: a.toLowerCase() === 'midnight' ? '00:00' : '12:00', length: whole.length }
  const [hour, minute, half] = [
    Number(a ?? b ?? c),
    Number(aMinute ?? bMinute ?? cMinute ?? 0),
    (aHalf ?? bHalf)?.toLowerCase(),
  ]
  if (hour > 23 || (half && hour > 12)) return null
  const isAfternoon = half ? half === 'p' : hour >= 1 && hour < 8 && !aMinute && !cMinute
  return {
    time: timeOfMinutes(((half || isAfternoon ? hour % 12 : hour) + (isAfternoon ? 12 : 0)) * 60 + minute),
    length: whole.length,
  }
}

/** The days that English names by other words than dates and weekdays: “the end of the month”, “the 20th at 3pm”, “friday week”. */
export function saidDays(text: string, today: Day): SaidDay[] {
  const found: SaidDay[] = []
  for (const { pattern, read } of patterns)
    for (const match of text.matchAll(pattern)) {
      const [from, end] = [match.index, match.index + match[0].length]
      const day = read(match as RegExpExecArray, today)
      if (!day || found.some((one) => from < one.to && end > one.from)) continue
      const at = timeBehind(text.slice(end, end + 20))
      found.push({ from, to: end + (at?.length ?? 0), day, time: at?.time ?? null })
    }
  return found
}
