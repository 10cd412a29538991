import {
  addDays,
  type Day,
  dayParts,
  firstDayOf,
  lastDayOf,
  makeDay,
  mondayOf,
  monthOf,
  shiftMonth,
} from '@atrium/domain/dates/days'
import { timeOfMinutes } from '@atrium/domain/dates/local-time'
import { type Direction, type Moment, today } from '../calendar/reading.ts'
import { type Rule, rule, timed, turned, whole } from './day-rules.ts'

const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const COUNTS: Readonly<Record<string, number>> = {
  a: 1,
  one: 1,
  two: 2,
  three: 3,
  half: 30,
  quarter: 15,
  five: 5,
  ten: 10,
  twenty: 20,
  'twenty-five': 25,
}
const HOURS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const hourOf = (said: string): number => (/^\d/u.test(said) ? Number(said) : HOURS.indexOf(said.toLowerCase()) + 1)

/** “Half past 5” without its half of the day is in the afternoon up to six, in the morning from seven on. */
function spokenTime(minutes: number, sign: number, hour: number, half: string | undefined): string | null {
  if (hour > 24) return null
  const isLate = half === undefined ? hour < 7 : /afternoon|evening|night|p/iu.test(half)
  const start = (hour % 12) + (isLate ? 12 : 0)
  return timeOfMinutes(((hour > 12 ? hour % 24 : start) * 60 + sign * minutes + 1_440) % 1_440)
}

/** What English says and chrono-node does not read. */
export const ENGLISH: readonly Rule[] = [
  // chrono-node takes “from 1 May” for one o'clock.
  rule(
    'en',
    `(?:from |between )?(?:the )?(?<d>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<month>${MONTH})(?:,? (?<y>\\d{4}))? ?(?:to|and|until|till|through|-|–) ?(?:the )?(?<d2>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<month2>${MONTH})(?:,? (?<y2>\\d{4}))?`,
    ({ groups = {} }, moment, direction) => {
      const on = (date: string | undefined, month: string | undefined, year: string | undefined) => {
        const at = ENGLISH_MONTHS.indexOf((month ?? '').slice(0, 3).toLowerCase()) + 1
        return year ? makeDay(Number(year), at, Number(date)) : turned(at, Number(date), moment, direction)
      }
      const start = on(groups.d, groups.month, groups.y)
      const end = on(groups.d2, groups.month2, groups.y2)
      return start && end
        ? { day: start, time: null, hasYear: groups.y !== undefined, end: { day: end, time: null } }
        : null
    },
  ),
  rule(
    'en',
    `(?<month>${MONTH})\\.? (?<d>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<y>\\d{4}))?(?![:.]?\\d| ?[ap]\\.?m|%)`,
    ({ groups = {} }, moment, direction) => {
      const month = ENGLISH_MONTHS.indexOf((groups.month ?? '').slice(0, 3).toLowerCase()) + 1
      const date = Number(groups.d)
      return groups.y
        ? whole(makeDay(Number(groups.y), month, date))
        : whole(turned(month, date, moment, direction), false)
    },
  ),
  // chrono-node reads 29 February of this year only, and so none in a common year.
  rule('en', '29(?:th)?(?: of)? feb(?:ruary)?(?!,? \\d{4})', (_, moment, direction) =>
    whole(turned(2, 29, moment, direction === 'nearest' ? 'future' : direction), false),
  ),
  rule(
    'en',
    `(?:at )?(?<count>half|(?:a )?quarter|five|ten|twenty|twenty-five|\\d{1,2})(?: minutes)? (?<way>past|to|after|before) (?<h>\\d{1,2}|${HOURS.join('|')})(?! (?:days|weeks|people|minutes|hours|months|years)|[:.]\\d)(?: o'?clock)?(?: ?(?<half>in the (?:morning|afternoon|evening)|at night|[ap]\\.?m\\.?))?`,
    ({ groups = {} }, moment) => {
      const count = (groups.count ?? '').toLowerCase().replace(/^a /u, '')
      const minutes = COUNTS[count] ?? Number(count)
      const isNumber = /^\d/u.test(count)
      // “10 to 12” is a range; “half to 5” nothing.
      if (
        minutes > 59 ||
        (isNumber && /to|before|after/iu.test(groups.way ?? '')) ||
        (count === 'half' && !/past/iu.test(groups.way ?? ''))
      )
        return null
      const time = spokenTime(
        minutes,
        /to|before/iu.test(groups.way ?? '') ? -1 : 1,
        hourOf(groups.h ?? ''),
        groups.half,
      )
      return time ? timed(time)([] as never, moment, 'future') : null
    },
  ),
  rule(
    'en',
    "(?<=(?:on|by|until|till|til|before|from|since|after|is|was|due|through|to|for|and|between|'s) )(?:the )(?<d>[12]?\\d|3[01])(?:st|nd|rd|th)(?! (?:of|\\d))(?= ?(?:$|[,.;:!?–-]| (?:at|in the|is|was|a|an|until|till|til|to|please|that|fall|falls|land|lands|if|then|i|we|how|what|when|on|by|this|next|pls|be|due|because|or|so|it|as|day|from|and (?:on|until|back|return|leave|come|go|the \\d)[^,]{0,12})(?!\\p{L})))",
    ({ groups = {} }, moment, direction) => {
      const date = Number(groups.d)
      const month = monthOf(today(moment))
      for (let at = 0; at < 3; at++) {
        const shifted = shiftMonth(month, direction === 'past' ? -at : at)
        const day = makeDay(Number(shifted.slice(0, 4)), Number(shifted.slice(5)), date)
        if (day && (direction === 'nearest' || (direction === 'past' ? day <= today(moment) : day >= today(moment))))
          return whole(day, false)
      }
      return null
    },
  ),
  rule(
    'en',
    "(?:in )?(?:a|one|two|three) fortnights?(?:'s? time| from (?:now|today))|in (?:a|one|two|three) fortnights?",
    ([said], moment) => {
      const count = COUNTS[/a|one|two|three/iu.exec(said.replace(/^in /iu, ''))?.[0].toLowerCase() ?? ''] ?? 1
      return whole(addDays(today(moment), 14 * count))
    },
  ),
  rule(
    'en',
    `(?:from |between )?(?:the )?(?<d>\\d{1,2})(?:st|nd|rd|th)? ?(?:to|and|until|till|through|-|–) ?(?:the )?(?<d2>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<month>${MONTH})(?:,? (?<y>\\d{4}))?`,
    ({ groups = {} }, moment, direction) => {
      const month = ENGLISH_MONTHS.indexOf((groups.month ?? '').slice(0, 3).toLowerCase()) + 1
      const on = (date: string | undefined) =>
        groups.y ? makeDay(Number(groups.y), month, Number(date)) : turned(month, Number(date), moment, direction)
      const [start, end] = [on(groups.d), on(groups.d2)]
      return start && end
        ? { day: start, time: null, hasYear: groups.y !== undefined, end: { day: end, time: null } }
        : null
    },
  ),
  rule(
    'en',
    "(?:at )?(?<h>\\d{1,2})(?:[:.](?<m>\\d{2}))?(?: o'?clock)? (?<half>in the (?:morning|afternoon|evening)|at night|tonight)",
    ({ groups = {} }, moment) => {
      const time = spokenTime(Number(groups.m ?? 0), 1, Number(groups.h), groups.half)
      return time ? timed(time)([] as never, moment, 'future') : null
    },
  ),
  rule(
    'en',
    '(?:the )?(?<part>very end|end|last day|start|beginning|first day|middle) of (?:the )?(?<what>(?:this |next |last )?(?:week|month|year|quarter)|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?: (?<y>\\d{4}))?|(?<part2>mid)[- ](?<what2>january|february|march|april|may|june|july|august|september|october|november|december)(?: (?<y2>\\d{4}))?',
    ({ groups = {} }, moment, direction) => {
      const part = (groups.part ?? groups.part2 ?? '').toLowerCase()
      const ends = edges((groups.what ?? groups.what2 ?? '').toLowerCase(), groups.y ?? groups.y2, moment, direction)
      if (!ends) return null
      const [first, last, middle] = ends
      return whole(/end|last/u.test(part) ? last : /mid/u.test(part) ? middle : first)
    },
  ),
]

const ENGLISH_MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The first, last and middle day of a week, a month, a quarter or a year. */
function edges(what: string, year: string | undefined, moment: Moment, direction: Direction): [Day, Day, Day] | null {
  const here = today(moment)
  const turns = what.startsWith('next ') ? 1 : what.startsWith('last ') ? -1 : 0
  if (what.endsWith('week')) {
    const monday = addDays(mondayOf(here), turns * 7)
    return [monday, addDays(monday, 6), addDays(monday, 2)]
  }
  const now = dayParts(here)
  if (what.endsWith('year')) {
    const four = String(now.year + turns).padStart(4, '0')
    return [`${four}-01-01`, `${four}-12-31`, `${four}-07-01`]
  }
  if (what.endsWith('quarter')) {
    const first = shiftMonth(`${here.slice(0, 4)}-01`, Math.floor((now.month - 1) / 3) * 3 + turns * 3)
    return [firstDayOf(first), lastDayOf(shiftMonth(first, 2)), `${shiftMonth(first, 1)}-15`]
  }
  let month = shiftMonth(monthOf(here), turns)
  if (!what.endsWith('month')) {
    month = `${year ?? here.slice(0, 4)}-${String(ENGLISH_MONTHS.indexOf(what.slice(0, 3)) + 1).padStart(2, '0')}`
    if (!year && direction === 'future' && month < monthOf(here)) month = shiftMonth(month, 12)
    if (!year && direction === 'past' && month > monthOf(here)) month = shiftMonth(month, -12)
  }
  return [firstDayOf(month), lastDayOf(month), `${month}-15`]
}
