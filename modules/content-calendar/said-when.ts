import { AppError } from '@atrium/contract/errors'
import {
  addDays,
  type Day,
  firstDayOf,
  isDay,
  isoWeekday,
  type Month,
  makeDay,
  mondayOf,
  monthOf,
  shiftMonth,
} from '@atrium/domain/dates/days'
import {
  dayOf,
  type LocalTime,
  localAt,
  minutesBetween,
  minutesOfTime,
  timeOfMinutes,
} from '@atrium/domain/dates/local-time'
import { MONTH_PATTERN, monthNamed, WEEKDAY_PATTERN, weekdayNamed } from '@atrium/domain/dates/names'
import { COUNT_PATTERN, countSaid } from '@atrium/domain/numbers/number-words'
import { say } from './say.ts'

const HOURS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const NAMED_TIMES: Record<string, string> = {
  noon: '12:00',
  midday: '12:00',
  midnight: '00:00',
  morning: '09:00',
  afternoon: '15:00',
  evening: '18:00',
  tonight: '20:00',
}

/** When something is, as it was said: its start, how long, and whether it comes again. */
export interface SaidWhen {
  start: LocalTime
  /** Null when it was not said. */
  minutes: number | null
  rrule: string | null
}

const notUnderstood = (when: string): AppError => new AppError('bad_request', say('notATime', { when }))

/** Hours of a clock of 24; without am or pm, one to seven is in the afternoon. */
function clock(hour: number, minute: string | undefined, half: string | undefined, isBare: boolean): string | null {
  if (hour > (half ? 12 : 23) || (half && hour === 0)) return null
  const late = half ? /^p/i.test(half) : isBare && hour >= 1 && hour <= 7
  return timeOfMinutes(((half || late ? hour % 12 : hour) + (late ? 12 : 0)) * 60 + Number(minute ?? 0))
}

function takeTimes(text: string): { rest: string; from: string | null; to: string | null } {
  const one = String.raw`(\d{1,2})(?:[:.h]([0-5]\d))?\s*([ap]\.?m\.?)?`
  const range = new RegExp(String.raw`(?:\b(?:at|from)\s+)?\b${one}\s*(?:-|–|to|until|till)\s*${one}(?!\w)`, 'i').exec(
    text,
  )
  if (range) {
    const [whole, h1, m1, half1, h2, m2, half2] = range
    const from = clock(Number(h1), m1, half1 ?? (half2 && Number(h1) <= Number(h2) ? half2 : undefined), !half2)
    const to = clock(Number(h2), m2, half2, !half1 || Number(h2) <= 7)
    if (from && to)
      return {
        rest: text.replace(whole, ' '),
        from,
        to: to > from || half2 || minutesOfTime(to) >= 720 ? to : timeOfMinutes(minutesOfTime(to) + 720),
      }
  }
  const named = /\b(?:at |in the |this )?(noon|midday|midnight|morning|afternoon|evening|tonight)\b/i.exec(text)
  const single =
    /\b(?:at|@)\s*(\d{1,2})(?:[:.h]([0-5]\d))?\s*([ap]\.?m\.?)?(?!\w)/i.exec(text) ??
    /(?<![\d-])(\d{1,2}):([0-5]\d)\s*([ap]\.?m\.?)?(?!\w)/i.exec(text) ??
    /(?<![\d-])(\d{1,2})()\s*([ap]\.?m\.?)(?!\w)/i.exec(text)
  if (single) {
    const [whole, hour, minute, half] = single
    const from = clock(Number(hour), minute || undefined, half, !minute)
    return { rest: from ? text.replace(whole, ' ') : text, from, to: null }
  }
  if (named) {
    const word = (named[1] ?? '').toLowerCase()
    return {
      rest: text.replace(named[0], word === 'tonight' ? ' today ' : ' '),
      from: NAMED_TIMES[word] ?? null,
      to: null,
    }
  }
  return { rest: text, from: null, to: null }
}

/** Of the years that events are in. */
const kept = (day: Day | null): Day | null => (day && day >= '1900' && day < '9990' ? day : null)

/** The next day of a month with this number: “the 20th”. */
function nextNumbered(date: number, today: Day): Day | null {
  for (let ahead = 0; ahead < 12; ahead++) {
    const month = shiftMonth(monthOf(today), ahead)
    const day = makeDay(Number(month.slice(0, 4)), Number(month.slice(5)), date)
    if (day && day >= today) return kept(day)
  }
  return null
}

/** The day that words name, null when they name none. */
function dayIn(words: string, today: Day): Day | null {
  const text = words.trim()
  if (/^(?:today|now)$/.test(text)) return today
  if (/^tomorrow$/.test(text)) return addDays(today, 1)
  if (/^(?:the )?day after tomorrow$/.test(text)) return addDays(today, 2)
  const after = new RegExp(`^in (${COUNT_PATTERN}) (day|week)s?$`).exec(text)
  if (after) return addDays(today, (countSaid(after[1] ?? '') ?? 0) * (after[2] === 'week' ? 7 : 1))
  const named = new RegExp(`^(next |this |coming )?(${WEEKDAY_PATTERN})$`).exec(text)
  if (named) {
    const wanted = weekdayNamed(named[2] ?? '') ?? 1
    // "next Friday" is that of the week that begins next Monday
    return named[1] === 'next '
      ? addDays(mondayOf(today), 6 + wanted)
      : addDays(today, (wanted - isoWeekday(today) + 7) % 7)
  }
  if (isDay(text)) return kept(text)
  if (/^(?:the |this )?weekend$/.test(text)) return addDays(today, (13 - isoWeekday(today)) % 7)
  if (text === 'next week') return addDays(mondayOf(today), 7)
  const numbered = /^(?:the )?(\d{1,2})(?:st|nd|rd|th)$/.exec(text)
  if (numbered) return nextNumbered(Number(numbered[1]), today)
  const dayFirst = new RegExp(`^(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH_PATTERN})(?:,? (\\d{4}))?$`).exec(
    text,
  )
  const monthFirst = new RegExp(`^(${MONTH_PATTERN}) (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?$`).exec(text)
  const [day, month, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : monthFirst
      ? [monthFirst[2], monthFirst[1], monthFirst[3]]
      : []
  const at = monthNamed(month ?? '')
  if (at === null) return null
  const own = makeDay(Number(year ?? today.slice(0, 4)), at, Number(day))
  return kept(own && !year && own < today ? makeDay(Number(today.slice(0, 4)) + 1, at, Number(day)) : own)
}

function repeatIn(text: string): { rest: string; rrule: string | null; first: number[] } {
  const found = new RegExp(
    `\\b(?:every|each) (other |second |(\\d{1,2}) )?(day|week|month|year|weekday|${WEEKDAY_PATTERN}(?:(?:,| and|, and) ${WEEKDAY_PATTERN})*)s?\\b`,
  ).exec(text)
  if (!found) return { rest: text, rrule: null, first: [] }
  const rest = text.replace(found[0], ' ')
  const interval = found[2] ? Number(found[2]) : found[1] ? 2 : 1
  const step = interval > 1 ? `;INTERVAL=${interval}` : ''
  const unit = found[3] ?? ''
  const units: Record<string, string> = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' }
  if (units[unit]) return { rest, rrule: `FREQ=${units[unit]}${step}`, first: [] }
  if (unit.startsWith('weekday')) return { rest, rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', first: [1, 2, 3, 4, 5] }
  const days = [...unit.matchAll(new RegExp(WEEKDAY_PATTERN, 'g'))].map(([word]) => weekdayNamed(word) ?? 1)
  const sorted = [...new Set(days)].sort()
  return {
    rest,
    rrule: `FREQ=WEEKLY${step};BYDAY=${sorted.map((at) => CODES[at - 1]).join(',')}`,
    first: sorted,
  }
}

/** A day as programs write it, perhaps with a time. */
const WRITTEN = /^(\d{4}-\d{2}-\d{2})(?:[t ]([01]\d:[0-5]\d|2[0-3]:[0-5]\d)(?::\d\d)?)?$/

/** A time as people say it, in the person's zone. Throws `bad_request` when it is none. */
export function readWhen(when: string, now: Date, timeZone: string): SaidWhen {
  const here = localAt(now, timeZone)
  const today = dayOf(here)
  const said = when
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[?!.]+$/, '')
    .trim()
    .replace(/\b(\d{1,2})\.([0-5]\d)(?![.\d])/g, '$1:$2')
    .replace(/\bhalf past (\d{1,2})\b/g, '$1:30')
    .replace(/\b(?:2moro|tmrw|tmr|tomoz)\b/g, 'tomorrow')
    .replace(new RegExp(`\\bat (${HOURS.join('|')})\\b`, 'g'), (_, hour: string) => `at ${HOURS.indexOf(hour) + 1}`)
    .replace(/\b(?:daily|every morning)\b/g, 'every day')
    .replace(/\bweekly\b/g, 'every week')
  const written = WRITTEN.exec(said)
  const on = written && isDay(written[1] ?? '') ? kept(written[1] as Day) : null
  if (written && on) return { start: written[2] ? `${on}T${written[2]}` : on, minutes: null, rrule: null }
  const repeat = repeatIn(said)
  const times = takeTimes(repeat.rest)
  const words = times.rest
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^on /, '')
    .replace(/[, ]+(?:on|at|from)?$/, '')
    .trim()
  let day = words === '' || words === 'from' ? today : dayIn(words.replace(/^(?:on|from) /, ''), today)
  if (day === null || (words === '' && !times.from && !repeat.rrule)) throw notUnderstood(when)
  const isFree = words === '' // no day was said: the next on which it can be
  if (isFree && repeat.first.length > 0)
    while (!repeat.first.includes(isoWeekday(day)) || (times.from && `${day}T${times.from}` < here))
      day = addDays(day, 1)
  else if (isFree && times.from && `${day}T${times.from}` < here) day = addDays(day, 1)
  const start = times.from ? `${day}T${times.from}` : day
  const minutes = times.from && times.to ? minutesBetween(`${day}T${times.from}`, `${day}T${times.to}`) : null
  return { start, minutes: minutes !== null && minutes > 0 ? minutes : null, rrule: repeat.rrule }
}

/** The days [from, to) that “today”, “this week”, “next month”, “Friday” mean. Throws `bad_request` when they mean none. */
export function readPeriod(when: string, now: Date, timeZone: string): { from: Day; to: Day } {
  const today = dayOf(localAt(now, timeZone))
  const said = when
    .toLowerCase()
    .replace(/[?!.]+$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:on|for|in|during) /, '')
    .replace(/^(?:the|my) /, '')
  const monday = mondayOf(today)
  const thisMonth = monthOf(today)
  const whole = (month: Month) => ({ from: firstDayOf(month), to: firstDayOf(shiftMonth(month, 1)) })
  if (said === '') return { from: today, to: addDays(today, 1) }
  if (/^(?:this )?week$/.test(said)) return { from: today, to: addDays(monday, 7) }
  if (said === 'next week') return { from: addDays(monday, 7), to: addDays(monday, 14) }
  if (/^(?:this )?weekend$/.test(said)) return { from: addDays(monday, 5), to: addDays(monday, 7) }
  if (/^(?:this )?month$/.test(said)) return { from: today, to: whole(thisMonth).to }
  if (said === 'next month') return whole(shiftMonth(thisMonth, 1))
  const next = /^(?:next|coming) (\d{1,3}) days$/.exec(said)
  if (next) return { from: today, to: addDays(today, Number(next[1])) }
  const named = new RegExp(`^(${MONTH_PATTERN})(?: (\\d{4}))?$`).exec(said)
  const first = named && kept(makeDay(Number(named[2] ?? today.slice(0, 4)), monthNamed(named[1] ?? '') ?? 0, 1))
  if (first) return whole(shiftMonth(monthOf(first), !named[2] && first < firstDayOf(thisMonth) ? 12 : 0))
  const day = dayIn(said === 'tonight' ? 'today' : (WRITTEN.exec(said)?.[1] ?? said), today)
  if (day === null) throw notUnderstood(when)
  return { from: day, to: addDays(day, 1) }
}
