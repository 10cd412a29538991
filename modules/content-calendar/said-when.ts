import { AppError } from '@atrium/contract/errors'
import { localOf } from './local-time.ts'
import { addDays, type Day, dayOf, type Local, minutesBetween, weekdayOf } from './wall-clock.ts'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const DAY_WORD = '(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?'
const MONTH_WORD =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
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
  start: Local
  /** Null when it was not said. */
  minutes: number | null
  rrule: string | null
}

const notUnderstood = (when: string): AppError =>
  new AppError('bad_request', `“${when}” is no time that I understand. Try “tomorrow at 3pm” or “5 December 10-11:30”.`)

const two = (value: number) => String(value).padStart(2, '0')
const dayIndex = (word: string) => DAYS.findIndex((day) => day.startsWith(word.slice(0, 3)))

function realDay(year: number, month: number, day: number): Day | null {
  const text = `${year}-${two(month)}-${two(day)}`
  const date = new Date(`${text}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text ? text : null
}

/** Hours of a clock of 24; without am or pm, one to seven is in the afternoon. */
function clock(hour: number, minute: string | undefined, half: string | undefined, isBare: boolean): string | null {
  if (hour > (half ? 12 : 23) || (half && hour === 0)) return null
  const late = half ? /^p/i.test(half) : isBare && hour >= 1 && hour <= 7
  return `${two((half || late ? hour % 12 : hour) + (late ? 12 : 0))}:${minute ?? '00'}`
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
        to: to > from || half2 ? to : `${two(Number(to.slice(0, 2)) + 12)}${to.slice(2)}`,
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

/** The day that words name, null when they name none. */
function dayIn(words: string, today: Day): Day | null {
  const text = words.trim()
  if (/^(?:today|now)$/.test(text)) return today
  if (/^tomorrow$/.test(text)) return addDays(today, 1)
  if (/^(?:the )?day after tomorrow$/.test(text)) return addDays(today, 2)
  const after = /^in (\d{1,3}|an?|one|two|three) (day|week)s?$/.exec(text)
  if (after) {
    const many = { a: 1, an: 1, one: 1, two: 2, three: 3 }[after[1] as 'a'] ?? Number(after[1])
    return addDays(today, many * (after[2] === 'week' ? 7 : 1))
  }
  const named = new RegExp(`^(next |this |coming )?${DAY_WORD}$`).exec(text)
  if (named) {
    const ahead = (dayIndex(named[2] ?? '') + 1 - weekdayOf(today) + 7) % 7
    // "next Friday" is that of the week that begins next Monday
    if (named[1] === 'next ') return addDays(today, 8 - weekdayOf(today) + dayIndex(named[2] ?? ''))
    return addDays(today, ahead)
  }
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (iso) return realDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const dayFirst = new RegExp(`^(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH_WORD}(?:,? (\\d{4}))?$`).exec(text)
  const monthFirst = new RegExp(`^${MONTH_WORD} (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?$`).exec(text)
  const [day, month, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : monthFirst
      ? [monthFirst[2], monthFirst[1], monthFirst[3]]
      : []
  if (!month) return null
  const at = MONTHS.findIndex((name) => name.startsWith(month.slice(0, 3))) + 1
  const own = realDay(Number(year ?? today.slice(0, 4)), at, Number(day))
  return own && !year && own < today ? realDay(Number(today.slice(0, 4)) + 1, at, Number(day)) : own
}

function repeatIn(text: string): { rest: string; rrule: string | null; first: number[] } {
  const found = new RegExp(
    `\\b(?:every|each) (other |second |(\\d{1,2}) )?(day|week|month|year|weekday|${DAY_WORD}(?:(?:,| and|, and) ${DAY_WORD})*)s?\\b`,
  ).exec(text)
  if (!found) return { rest: text, rrule: null, first: [] }
  const rest = text.replace(found[0], ' ')
  const interval = found[2] ? Number(found[2]) : found[1] ? 2 : 1
  const step = interval > 1 ? `;INTERVAL=${interval}` : ''
  const unit = found[3] ?? ''
  const units: Record<string, string> = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' }
  if (units[unit]) return { rest, rrule: `FREQ=${units[unit]}${step}`, first: [] }
  if (unit.startsWith('weekday')) return { rest, rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', first: [1, 2, 3, 4, 5] }
  const days = [...unit.matchAll(new RegExp(DAY_WORD, 'g'))].map(([word]) => dayIndex(word))
  const sorted = [...new Set(days)].sort()
  return {
    rest,
    rrule: `FREQ=WEEKLY${step};BYDAY=${sorted.map((at) => CODES[at]).join(',')}`,
    first: sorted.map((at) => at + 1),
  }
}

/** A time as people say it, in the person's zone. Throws `bad_request` when it is none. */
export function readWhen(when: string, now: Date, timeZone: string): SaidWhen {
  const here = localOf(now, timeZone)
  const today = dayOf(here)
  const said = when
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[?!.]+$/, '')
    .trim()
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
    while (!repeat.first.includes(weekdayOf(day)) || (times.from && `${day}T${times.from}` < here))
      day = addDays(day, 1)
  else if (isFree && times.from && `${day}T${times.from}` < here) day = addDays(day, 1)
  const start = times.from ? `${day}T${times.from}` : day
  const minutes = times.from && times.to ? minutesBetween(`${day}T${times.from}`, `${day}T${times.to}`) : null
  return { start, minutes: minutes !== null && minutes > 0 ? minutes : null, rrule: repeat.rrule }
}

/** The days [from, to) that “today”, “this week”, “next month”, “Friday” mean. Throws `bad_request` when they mean none. */
export function readPeriod(when: string, now: Date, timeZone: string): { from: Day; to: Day } {
  const today = dayOf(localOf(now, timeZone))
  const said = when
    .toLowerCase()
    .replace(/[?!.]+$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:on|for|in|during) /, '')
    .replace(/^(?:the|my) /, '')
  const monday = addDays(today, 1 - weekdayOf(today))
  const monthOf = (day: Day) => ({
    from: `${day.slice(0, 7)}-01`,
    to: `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`,
  })
  if (said === '') return { from: today, to: addDays(today, 1) }
  if (/^(?:this )?week$/.test(said)) return { from: today, to: addDays(monday, 7) }
  if (said === 'next week') return { from: addDays(monday, 7), to: addDays(monday, 14) }
  if (/^(?:this )?weekend$/.test(said)) return { from: addDays(monday, 5), to: addDays(monday, 7) }
  if (/^(?:this )?month$/.test(said)) return { from: today, to: monthOf(today).to }
  if (said === 'next month') return monthOf(monthOf(today).to)
  const next = /^(?:next|coming) (\d{1,3}) days$/.exec(said)
  if (next) return { from: today, to: addDays(today, Number(next[1])) }
  const month = new RegExp(`^${MONTH_WORD}(?: (\\d{4}))?$`).exec(said)
  if (month) {
    const at = MONTHS.findIndex((name) => name.startsWith((month[1] ?? '').slice(0, 3))) + 1
    const year = Number(month[2] ?? today.slice(0, 4)) + (!month[2] && at < Number(today.slice(5, 7)) ? 1 : 0)
    return monthOf(`${year}-${two(at)}-01`)
  }
  const day = dayIn(said === 'tonight' ? 'today' : said, today)
  if (day === null) throw notUnderstood(when)
  return { from: day, to: addDays(day, 1) }
}
