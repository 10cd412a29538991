import {
  addDays,
  DAY_MS,
  type Day,
  dayNumber,
  dayParts,
  daysBetween,
  firstDayOf,
  isoWeekday,
  lastDayOf,
  lastWeekday,
  type Month,
  monthOf,
  nthWeekday,
  shiftMonth,
} from '@atrium/domain/dates/days'
import { WEEKDAYS, weekdayNamed } from '@atrium/domain/dates/names'
import { offsetMinutes } from '@atrium/domain/dates/wall-clock'
import { monthNamed, weekdayOf, whenIs } from './answers.ts'
import { counted } from './durations.ts'
import type { Asker, Question } from './question.ts'
import { showDay, today } from './reading.ts'
import { dayIn, unitOf, until } from './spans.ts'
import { timeDifference } from './times.ts'
import { zoneOf } from './zones.ts'

const weekdayName = WEEKDAYS.join('|')
const weekdayOfName = (name: string | undefined): number => weekdayNamed(name ?? '') ?? 0
const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
  fifth: 5,
  '5th': 5,
}
const inMonth = '(?:in|of) (?<month>this month|the month|next month|[a-z]{3,9})(?: (?<year>\\d{4}))?'

/** The month named; without a year, this year's or, once it is over, the next one's. */
function coming(
  name: string | undefined,
  year: string | undefined,
  asker: Asker,
): { month: Month; title: string } | null {
  const here = monthOf(today(asker.moment))
  if (/^next month$/iu.test(name ?? '')) return { month: shiftMonth(here, 1), title: '' }
  const named = monthNamed(name, year, asker)
  return named && !year && named.month < here ? { ...named, month: shiftMonth(named.month, 12) } : named
}

function nth(groups: Record<string, string | undefined>, asker: Asker): string | null {
  const named = coming(groups.month, groups.year, asker)
  if (!named) return null
  const wanted = weekdayOfName(groups.weekday)
  const which = (groups.nth ?? '').toLowerCase()
  const count = ordinals[which]
  const day = count ? nthWeekday(named.month, wanted, count) : lastWeekday(named.month, wanted)
  const shown = new Intl.DateTimeFormat(asker.moment.locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(dayNumber(firstDayOf(named.month)) * DAY_MS)
  if (monthOf(day) !== named.month) return `${shown} has no ${which} ${WEEKDAYS[wanted - 1]?.toLowerCase()}.`
  return `**${showDay(day, asker.moment.locale)}**.`
}

function countOf(groups: Record<string, string | undefined>, asker: Asker): string | null {
  const named = monthNamed(groups.month, groups.year, asker)
  if (!named) return null
  const wanted = weekdayOfName(groups.weekday)
  const hits: Day[] = []
  for (let day = nthWeekday(named.month, wanted, 1); monthOf(day) === named.month; day = addDays(day, 7)) hits.push(day)
  const dates = hits.map((day) => dayParts(day).date).join(', ')
  return `${named.title} ${dayParts(named.month).year} has **${counted(hits.length, WEEKDAYS[wanted - 1] ?? '')}**: ${dates}.`
}

function leftInMonth({ month }: Record<string, string | undefined>, asker: Asker): string | null {
  const here = today(asker.moment)
  const named = month ? coming(month, undefined, asker) : monthNamed('this month', undefined, asker)
  if (named?.month !== monthOf(here)) return null
  const last = lastDayOf(named.month)
  return `**${counted(daysBetween(here, last), 'day')}** left after today: the last day of ${named.title} is ${showDay(last, asker.moment.locale)}.`
}

async function isWeekday(groups: Record<string, string | undefined>, asker: Asker): Promise<string | null> {
  const said = /^it$/iu.test(groups.date ?? '') ? 'today' : groups.date
  const day = await dayIn(said, asker, 'nearest')
  if (!day) return null
  const yes = isoWeekday(day) === weekdayOfName(groups.weekday)
  return `**${yes ? 'Yes' : 'No'}**: ${showDay(day, asker.moment.locale)}.`
}

function aheadOf(place: string, asker: Asker): string | null {
  const zone = zoneOf(place)
  const { moment } = asker
  if (!zone) return null
  const minutes = offsetMinutes(moment.now, zone) - offsetMinutes(moment.now, moment.zone)
  const hours = Math.abs(minutes) / 60
  return minutes === 0
    ? `None: ${place} has the same time as you today.`
    : `**${counted(hours, 'hour', moment.locale)} ${minutes > 0 ? 'ahead of' : 'behind'} you** today (${moment.zone}).`
}

/** "time difference london new york": every way to part the words into two places. */
function unparted(text: string, asker: Asker): string | null {
  const words = text.split(' ')
  for (let at = 1; at < words.length; at++) {
    const found = timeDifference(words.slice(0, at).join(' '), words.slice(at).join(' '), asker.moment)
    if (found) return found
  }
  return null
}

/** Questions about weekdays, months and years, and dates that stand alone. */
export const dayQuestions: Question[] = [
  {
    pattern: new RegExp(
      `^(?:when is |what (?:date|day) is |what's |date of )?(?:the )?(?<nth>first|1st|second|2nd|third|3rd|fourth|4th|fifth|5th|last) (?<weekday>${weekdayName}) ${inMonth}$`,
      'iu',
    ),
    answer: nth,
  },
  {
    pattern: new RegExp(
      `^(?:how many )?(?<weekday>(?:${weekdayName})s) (?:are |are there |does )?${inMonth.replace('(?:in|of)', '(?:in|of)?')}(?: have)?$`,
      'iu',
    ),
    answer: countOf,
  },
  {
    pattern:
      /^(?:how many )?days (?:are |do we have )?(?:left|remaining|remain|to go) (?:(?:in|of) )?(?<month>this month|the month|[a-z]{3,9})$/iu,
    answer: leftInMonth,
  },
  {
    pattern: new RegExp(
      `^is (?<date>it|today|tomorrow|the day after tomorrow|.{3,30}?) (?:a |on a )?(?<weekday>${weekdayName})(?: today)?$`,
      'iu',
    ),
    answer: isWeekday,
  },
  {
    pattern:
      /^in how many (?<unit>days|weeks|months|years|hours|working days|business days|weekdays) (?:is|will (?:it )?be|comes|starts|begins) (?<date>.{2,60})$/iu,
    answer: ({ unit, date }, asker) => until(date, unitOf(unit), asker),
  },
  {
    pattern: new RegExp(
      `^(?:date of |the date of )?(?<date>(?:next|this|last|coming|this coming) (?:${weekdayName}))$`,
      'iu',
    ),
    answer: ({ date }, asker) => whenIs(date?.replace(/^(?:this )?coming/iu, 'this'), asker),
  },
  {
    pattern: /^(?<date>\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{4})$/u,
    answer: async ({ date }, asker) => {
      const day = await dayIn(date, asker, 'nearest')
      return day && weekdayOf(day, asker)
    },
  },
  {
    pattern:
      /^(?:what |which )?year (?:was|is|will) it (?:be )?(?:in )?(?<count>\d{1,4}) years(?<ago> ago)?(?: from now)?$/iu,
    answer: ({ count, ago }, { moment }) => {
      const year = dayParts(today(moment)).year + (ago ? -1 : 1) * Number(count)
      return year >= 1 && year <= 9_999
        ? `**${year}**.`
        : 'That lies outside the years 1 to 9999, which are the ones I count in.'
    },
  },
  {
    pattern: /^(?:what(?:'s| is) )?(?:the )?time difference (?:of |for )?(?<places>.{4,60})$/iu,
    answer: ({ places }, asker) => unparted(places ?? '', asker),
  },
  {
    pattern: /^how (?:many hours|far) (?:ahead|behind)(?: of (?:me|us|here))? is (?<place>.{2,40})$/iu,
    answer: ({ place }, asker) => aheadOf(place ?? '', asker),
  },
]
