import {
  addDays,
  type Day,
  dayOfYear,
  dayParts,
  daysInMonth,
  firstDayOf,
  isLeapYear,
  isoWeek,
  isoWeekday,
  lastWeekday,
  type Month,
  mondayOf,
  monthOf,
  nthWeekday,
} from '@atrium/domain/dates/days'
import { WEEKDAY_PATTERN, weekdayNamed } from '@atrium/domain/dates/names'
import { type TimeSaid, timeSaid } from '../../calendar/said.ts'
import { type Wording, wordingOf } from '../../calendar/wording.ts'
import type { GuideContext } from '../../guide.ts'
import type { GuideLanguage, IntentReply } from '../intent.ts'
import { replyOf } from '../writing.ts'
import { asking } from './asking.ts'
import { differsNote } from './feast-day.ts'
import { monthSaid, periodSaid } from './period.ts'
import { say } from './say.ts'

const WEEKDAY = `(?<weekday>${WEEKDAY_PATTERN})(?![\\p{L}])`
const FRIDAY_13 = new RegExp(
  `${WEEKDAY},? (?:the )?(?<date>1st|2nd|3rd|13th|13|\\d{1,2}(?:st|nd|rd|th))(?! of| ?(?:${'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'}))`,
  'iu',
)
const ORDINALS: Readonly<Record<string, number>> = {
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
  last: -1,
}
const NTH = new RegExp(`\\b(?<nth>${Object.keys(ORDINALS).join('|')}) ${WEEKDAY}`, 'iu')
const MANY = /\b(?:how many|count|list|which|all|what)\b[^?]*?\b(?<weekday>mon|tues|wednes|thurs|fri|satur|sun)days\b/iu
const WEEK =
  /\b(?:iso )?(?:calendar )?(?:week|kw|cw|wk)(?:'s)? (?:number |no\.? ?|nr\.? ?|#)?(?<week>\d{1,2})(?![\d./-]|st|nd|rd|th)\b|\bkw ?(?<kw>\d{1,2})\b|(?:kalenderwoche|semana|semaine|settimana|weeknummer|tydzień|tydzien|hafta|неделя|недел[юеи]|minggu(?: ke-?)?) (?<other>\d{1,2})(?!\d)|第(?<zh>\d{1,2})[周週]/iu
const IS_WEEK =
  /\bweek\b|\bkw\b|\bcw\b|kalenderwoche|semana|semaine|settimana|tydzie[nń]|tygodni|hafta|недел|第几周|第何週|何週|주차|몇 주|أسبوع|हफ़्ता|सप्ताह|minggu ke/iu

/** “The next Friday the 13th”. */
function dateOnWeekday(said: TimeSaid, wording: Wording): IntentReply | null {
  const groups = FRIDAY_13.exec(said.text)?.groups
  const wanted = weekdayNamed(groups?.weekday ?? '')
  const date = Number(/\d+/u.exec(groups?.date ?? '')?.[0])
  if (!wanted || !date || !/\bnext\b|\blast\b|when|how many|are there|is there|this year|13/iu.test(said.text))
    return null
  const { language, day, list } = wording
  const year = said.years[0] ?? (/\bthis year\b|how many/iu.test(said.text) ? dayParts(said.here).year : null)
  const isPast = /\b(?:was|last)\b/iu.test(said.text)
  const found: Day[] = []
  let month: Month = year === null ? monthOf(said.here) : `${year}-01`
  for (let at = 0; at < (year === null ? 600 : 12) && found.length < (year === null ? 3 : 12); at++) {
    const candidate =
      date <= daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5)))
        ? `${month}-${String(date).padStart(2, '0')}`
        : null
    if (
      candidate &&
      isoWeekday(candidate) === wanted &&
      (year !== null || (isPast ? candidate < said.here : candidate >= said.here))
    )
      found.push(candidate)
    const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + (year === null && isPast ? -1 : 1)
    month = `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
  }
  const [first, ...more] = found
  if (year !== null)
    return replyOf([
      say(language, 'countIn', {
        period: String(year),
        count: String(found.length),
        weekday: `${wording.weekday(first ?? '2026-02-13')} ${date}`,
        days: found.length > 0 ? list(found.map((one) => wording.date(one))) : '–',
      }),
    ])
  if (!first) return null
  return replyOf([
    say(language, 'nextSuch', { day: day(first) }),
    isPast || more.length === 0 ? null : say(language, 'comesAs', { days: list(more.map(day)) }),
  ])
}

/** “The first Monday in September”, “how many Fridays in May”. */
function inMonth(said: TimeSaid, wording: Wording): IntentReply | null {
  const { language, day, month: monthName, list } = wording
  const nth = NTH.exec(said.text)?.groups
  const isRelative = /\b(?:last|first) (?:mon|tues|wednes|thurs|fri|satur|sun)days?\b(?! (?:of|in|this|next))/iu.test(
    said.text,
  )
  const coming = monthSaid(said, true)
  if (nth && coming && !isRelative) {
    const wanted = weekdayNamed(nth.weekday ?? '') ?? 1
    const count = ORDINALS[nth.nth?.toLowerCase() ?? ''] ?? 1
    const found = count < 0 ? lastWeekday(coming, wanted) : nthWeekday(coming, wanted, count)
    return monthOf(found) === coming
      ? replyOf([say(language, 'nextSuch', { day: day(found) })])
      : replyOf([say(language, 'nthMissing', { month: monthName(firstDayOf(coming)) })])
  }
  const many = MANY.exec(said.text)?.groups?.weekday
  const month = monthSaid(said, false)
  if (!many) return null
  const wanted = weekdayNamed(`${many}day`) ?? 1
  if (month) {
    const hits: Day[] = []
    for (let at = nthWeekday(month, wanted, 1); monthOf(at) === month; at = addDays(at, 7)) hits.push(at)
    return replyOf([
      say(language, 'countIn', {
        ...{
          period: monthName(firstDayOf(month)),
          count: String(hits.length),
          weekday: wording.weekday(hits[0] as Day),
        },
        days: list(hits.map((one) => String(dayParts(one).date))),
      }),
    ])
  }
  const year = periodSaid(said)?.from.slice(0, 4)
  if (!year) return null
  const first = addDays(`${year}-01-01`, (wanted - isoWeekday(`${year}-01-01`) + 7) % 7)
  const count = Math.floor((dayOfYear(`${year}-12-31`) - dayOfYear(first)) / 7) + 1
  return replyOf([
    say(language, 'countIn', {
      period: year,
      count: String(count),
      weekday: wording.weekday(first),
      days: `${wording.date(first)} …`,
    }),
  ])
}

/** The Monday and the Sunday of an ISO week. */
function weekDates(said: TimeSaid, wording: Wording): IntentReply | null {
  const groups = WEEK.exec(said.text)?.groups
  const week = Number(groups?.week ?? groups?.kw ?? groups?.other ?? groups?.zh ?? Number.NaN)
  if (!Number.isInteger(week) || week < 1 || week > 53) return null
  const year = said.years[0] ?? dayParts(said.here).year
  const { language, day } = wording
  const weeks = isoWeek(`${String(year).padStart(4, '0')}-12-28`).week
  if (week > weeks) return replyOf([say(language, 'noWeek', { year: String(year), weeks })])
  const monday = addDays(mondayOf(`${String(year).padStart(4, '0')}-01-04`), (week - 1) * 7)
  return replyOf([
    say(language, 'weekDates', {
      week: String(week),
      year: String(year),
      from: day(monday),
      to: day(addDays(monday, 6)),
    }),
    say(language, 'iso'),
  ])
}

/** Leap years, and how many days or weeks a month or a year has. */
export function lengths(said: TimeSaid, wording: Wording): IntentReply | null {
  const { text, years, here } = said
  const { language } = wording
  const now = dayParts(here).year
  const bare = /\b(\d{3,4})\b/u.exec(text)?.[1]
  const year = years[0] ?? (bare ? Number(bare) : null)
  if (
    /leap[ -]?year|schaltjahr|bisiest|bissext|bisestil|schrikkeljaar|przest[eę]pn|artık yıl|високос|闰年|うるう年|閏年|윤년|كبيسة|अधिवर्ष|लीप|kabisat/iu.test(
      text,
    )
  ) {
    if (
      /\bnext\b|nächst|próxim|prochain|prossim|volgend|następn|sonraki|следующ|下一|次の|다음|القادم|अगला|berikutnya/iu.test(
        text,
      ) &&
      year === null
    ) {
      let next = now + 1
      while (!isLeapYear(next)) next += 1
      return replyOf([say(language, 'nextLeap', { year: String(next) })])
    }
    const asked = year ?? now
    return replyOf([say(language, isLeapYear(asked) ? 'leap' : 'noLeap', { year: String(asked) })])
  }
  if (
    /\bhow many (?:iso |calendar )?weeks\b|wie viele (?:kalender)?wochen/iu.test(text) &&
    (year !== null || /year|jahr/iu.test(text))
  ) {
    const asked = year ?? now
    return replyOf([say(language, 'yearWeeks', { year: String(asked), weeks: String(isoWeek(`${asked}-12-28`).week) })])
  }
  if (
    /\bhow many days\b|\bhas? .*\b(?:28|29|30|31)\b.*\bdays\b|wie viele tage|cuántos días|quantos dias|combien de jours|quanti giorni|hoeveel dagen|ile dni|kaç gün|сколько дней|多少天|几天|何日|며칠|كم يوم|कितने दिन|berapa hari/iu.test(
      text,
    )
  ) {
    const month = monthSaid(said, false)
    if (month) {
      const days = daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5)))
      return replyOf([
        say(language, 'daysIn', { period: wording.month(firstDayOf(month)), days: wording.count(days, 'day') }),
        month.endsWith('-02')
          ? say(language, isLeapYear(Number(month.slice(0, 4))) ? 'leap' : 'noLeap', { year: month.slice(0, 4) })
          : null,
      ])
    }
    if (/year|jahr|\b\d{4}\b/iu.test(text)) {
      const asked = year ?? now
      return replyOf([
        say(language, 'daysIn', { period: String(asked), days: wording.count(isLeapYear(asked) ? 366 : 365, 'day') }),
      ])
    }
  }
  return null
}

/** “Is the 14th a Friday?”, “does it fall on a weekend?” */
function isOne(said: TimeSaid, on: Day, wording: Wording): IntentReply | null {
  const { text, days } = said
  const { language, day } = wording
  const isYesNo =
    /^(?:and |so |but )?(?:is|are|was|were|will|would|does|did|do|ist|war|fällt|es|fue|cae|est|è|czy)(?!\p{L})|\b(?:right|isn't it|wasn't it|is that an?|was that an?|would that be an?|a what)\b/iu.test(
      text,
    )
  if (!isYesNo) return null
  if (/\bweekend\b|wochenende|fin de semana|week-end|weekend/iu.test(text))
    return replyOf([say(language, isoWeekday(on) > 5 ? 'yes' : 'no', { day: day(on) })])
  if (/\bweekday\b/iu.test(text) && /^(?:is|does|will)/iu.test(text))
    return replyOf([say(language, isoWeekday(on) < 6 ? 'yes' : 'no', { day: day(on) })])
  const outside = days.filter(
    ({ day: at, from, to }) => at === on && !new RegExp(`^${WEEKDAY_PATTERN}$`, 'iu').test(text.slice(from, to)),
  )
  const rest = outside.reduce(
    (left, { from, to }) => left.slice(0, from) + ' '.repeat(to - from) + left.slice(to),
    text,
  )
  const wanted = [...rest.matchAll(new RegExp(`(?<![\\p{L}])${WEEKDAY}`, 'giu'))].map((match) =>
    weekdayNamed(match.groups?.weekday ?? ''),
  )
  const names = wanted.length > 0 ? wanted : weekdaysIn(rest, wording)
  if (names.length === 0) return null
  return names.includes(isoWeekday(on))
    ? replyOf([say(language, 'yes', { day: day(on) })])
    : replyOf([say(language, 'no', { day: day(on) })])
}

const weekdaysIn = (text: string, { weekday }: Wording): number[] =>
  [1, 2, 3, 4, 5, 6, 7].filter((at) => text.toLowerCase().includes(weekday(`2026-06-0${at}`).toLowerCase()))

/** When a feast or a day of the year next falls on a weekday. */
function fallsOn(said: TimeSaid, on: Day, wording: Wording): IntentReply | null {
  if (!/\b(?:again|next time|in (?:which|what) year)\b/iu.test(said.text)) return null
  const wanted = weekdayNamed(
    new RegExp(`(?<=\\b(?:on|a) (?:a )?)${WEEKDAY}`, 'iu').exec(said.text)?.groups?.weekday ?? '',
  )
  if (!wanted) return null
  const { year } = dayParts(on)
  for (let at = year; at < year + 40; at++) {
    const day = `${at}${on.slice(4)}`
    if ((on.slice(5) !== '02-29' || isLeapYear(at)) && isoWeekday(day) === wanted && day > said.here)
      return replyOf([say(wording.language, 'nextSuch', { day: wording.day(day) })])
  }
  return null
}

const isBareWeekday = ({ text }: TimeSaid, { from, to }: { from: number; to: number }, { weekday }: Wording): boolean =>
  new RegExp(`^${WEEKDAY_PATTERN}$`, 'iu').test(text.slice(from, to)) ||
  [1, 2, 3, 4, 5, 6, 7].some((at) => weekday(`2026-06-0${at}`).toLowerCase() === text.slice(from, to).toLowerCase())

function answered(said: TimeSaid, future: TimeSaid, wording: Wording): IntentReply {
  const { text, here } = said
  const { language, day, weekday } = wording
  if (
    /\bday of the year\b|\bday number\b|number day\b|tag des jahres|jour de l'année|día del año/iu.test(text) ||
    /\bwhat number day\b/iu.test(text)
  ) {
    const on = said.days[0]?.day ?? here
    return replyOf([say(language, 'dayOfYear', { day: day(on), number: String(dayOfYear(on)), year: on.slice(0, 4) })])
  }
  const found = dateOnWeekday(said, wording) ?? lengths(said, wording) ?? inMonth(said, wording)
  if (found) return found
  const named = said.days.find((one) => !isBareWeekday(said, one, wording))
  if (IS_WEEK.test(text) && !/day of (?:the )?week|weekday|weekend/iu.test(text)) {
    const dates = named ? null : weekDates(said, wording)
    if (dates) return dates
    const on = named?.day ?? said.days[0]?.day ?? here
    const { year, week } = isoWeek(on)
    return replyOf([
      say(language, 'weekOf', { day: day(on), week: String(week), year: String(year) }),
      say(language, 'iso'),
    ])
  }
  if (
    /\bquarter\b|quartal|trimestre|kwartaal|kwarta[lł]|çeyrek|квартал|季度|四半期|분기|kuartal/iu.test(text) &&
    said.days[0]
  ) {
    const on = said.days[0].day
    return replyOf([
      say(language, 'quarterOf', { day: day(on), quarter: String(Math.floor((dayParts(on).month - 1) / 3) + 1) }),
    ])
  }
  if (!named) {
    const chosen = /\b(?:was|last)\b/iu.test(text) ? said.days[0] : (future.days[0] ?? said.days[0])
    if (!chosen) return asking('askDate', said, wording)
    return replyOf([say(language, 'nextSuch', { day: day(chosen.day) })])
  }
  const isNext = /29(?:th)?(?: of)? feb/iu.test(text) && /\bnext\b|when/iu.test(text)
  const on = isNext ? (future.days[0]?.day ?? named.day) : named.day
  const answer = fallsOn(said, on, wording) ?? isOne(said, on, wording)
  if (answer) return answer
  const key = on < here ? 'weekdayWas' : on > here ? 'weekdayWill' : 'weekdayIs'
  return replyOf([
    say(language, key, { weekday: weekday(on), day: day(on) }),
    named.feast ? differsNote(named.feast, said, wording) : null,
  ])
}

/** Which weekday a day is, dates of weekdays, calendar weeks, leap years. */
export async function weekdayAnswer(context: GuideContext, language: GuideLanguage): Promise<IntentReply> {
  const wording = wordingOf(context, language)
  const near = await timeSaid(context, language, { direction: 'nearest' })
  if (near.impossible && !/\bnext\b|\bwhen\b/iu.test(near.text)) return asking('askDate', near, wording)
  return answered(near, await timeSaid(context, language, { direction: 'future' }), wording)
}
