import { addDays, type Day, dayParts, daysBetween, lastDayOf, monthOf } from '@atrium/domain/dates/days'
import { isWorkingDay, workingDayFrom, workingDayUpTo } from '@atrium/domain/dates/working-days'
import { hasHolidays, hasRegions, publicHolidays } from '../../calendar/public-holidays.ts'
import { type TimeSaid, timeSaid } from '../../calendar/said.ts'
import { type Wording, wordingOf } from '../../calendar/wording.ts'
import type { GuideContext } from '../../guide.ts'
import type { GuideLanguage, IntentReply } from '../intent.ts'
import { replyOf } from '../writing.ts'
import { asking } from './asking.ts'
import { countryName } from './feast-day.ts'
import { nameOf } from './holidays-of.ts'
import { periodSaid } from './period.ts'
import { say } from './say.ts'

/** A hundred years; more nobody counts in working days. */
const MOST = 36_525
const NONE: ReadonlySet<Day> = new Set()

const COUNTED =
  /(?<![\d.:/-])(?<n>\d{1,5}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty)(?: ?(?:-|–|to|or) ?\d{1,3})? ?(?:(?:full |more |further )?(?:working|work|business|week|office)[- ]?days?|workdays?|weekdays?|werktag\p{L}*|arbeitstag\p{L}*|días? (?:hábiles?|laborables?)|dias? úte?is?|jours? ouvr\p{L}+|giorni lavorativi|giorno lavorativo|werkdag\p{L}*|dni robocz\p{L}+|iş günü|рабоч\p{L}+ д\p{L}+|个?工作日|営業日|영업일|근무일|أيام عمل|يوم عمل|कार्य ?दिवस|hari kerja)/iu
const WORDS: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ twelve: 12, fifteen: 15, twenty: 20, thirty: 30 },
}
const BACK =
  /\bbefore\b|\bahead of\b|\bprior\b|\bago\b|\bsubtract\b|\bminus\b|\bearlier\b|\bback\b|\bvor\b|antes|avant|prima|\bvoor\b|przed|önce|\bдо\b|назад|之前|前|전|قبل|पहले|sebelum/iu
const HOLIDAYS =
  /holiday|feiertag|festivo|feriado|férié|festiv|feestdag|święt|tatil|праздник|节假日|祝日|공휴일|عطل|छुट्टी|libur/iu
const NOT_THEM = /\bnot (?:counting|taking)\b|ignor|regardless|\bdo\b.*\bcount\b/iu

interface Off {
  days: ReadonlySet<Day>
  note: string
}

/** The days off that are counted as such: those of the country that is named, where they are asked for or it is. */
function daysOff(said: TimeSaid, from: Day, to: Day, wording: Wording): Off {
  const { text, country, isCountrySaid } = said
  const { language, list, date } = wording
  const isAsked =
    (HOLIDAYS.test(text) && !NOT_THEM.test(text) && !/\b(?:i'm off|take|holidays do i)\b/iu.test(text)) || isCountrySaid
  if (!isAsked || !hasHolidays(country)) return { days: NONE, note: say(language, 'weekdaysOnly') }
  const all = []
  for (let year = dayParts(from).year; year <= dayParts(to).year; year++) all.push(...publicHolidays(country, year))
  const off = all.filter(({ day }) => day >= from && day <= to && isWorkingDay(day))
  const place = countryName(country, wording)
  const note =
    off.length === 0
      ? say(language, 'noneOff', { country: place })
      : say(language, 'holidaysOff', {
          country: place,
          holidays: list(off.slice(0, 12).map(({ day, name }) => `${nameOf(name, wording)} (${date(day)})`)),
        })
  return {
    days: new Set(off.map(({ day }) => day)),
    note: hasRegions(country) ? `${note} ${say(language, 'regional')}` : note,
  }
}

function countedIn(from: Day, to: Day, off: ReadonlySet<Day>): number {
  let count = 0
  for (let day = from; day <= to; day = addDays(day, 1)) if (isWorkingDay(day, off)) count += 1
  return count
}

/** So many working days after a day, or before it. */
function movedBy(day: Day, count: number, off: ReadonlySet<Day>): Day {
  const step = Math.sign(count)
  let at = day
  for (let left = Math.abs(count); left > 0; ) {
    at = addDays(at, step)
    if (isWorkingDay(at, off)) left -= 1
  }
  return at
}

/** “10 working days from 3 March”; null where no number of working days is said. */
export function workdaysMoved(said: TimeSaid, wording: Wording): IntentReply | null {
  const match = COUNTED.exec(said.text)
  const given = match?.groups?.n?.toLowerCase()
  if (!match || given === undefined) return null
  const number = WORDS[given] ?? Number(given)
  // “Working day number 100 of the year” begins with the last day of the year before.
  if (number < 1 || number > 10_000) return null
  const outside = said.days.filter(({ from, to }) => to <= match.index || from >= match.index + match[0].length)
  const chosen = outside.find(({ feast }) => feast !== undefined) ?? outside[0]
  const from = chosen?.day ?? said.here
  const rest = said.text.slice(0, match.index) + said.text.slice(match.index + match[0].length)
  const isBack = BACK.test(rest.replace(/\bдо\b/giu, '')) && !/\bwithin\b/iu.test(rest)
  const { language, day } = wording
  const spread = number * 2 + 30
  const off = daysOff(said, isBack ? addDays(from, -spread) : from, isBack ? from : addDays(from, spread), wording)
  return replyOf([
    say(language, 'workdayMoved', {
      day: day(movedBy(from, isBack ? -number : number, off.days)),
      workdays: say(language, 'workdays', { count: number }).replaceAll('**', ''),
      way: say(language, isBack ? 'before' : 'after'),
      from: day(from),
    }),
    off.note,
  ])
}

/** “The last working day of February”, “next business day”. */
function edge(said: TimeSaid, wording: Wording): IntentReply | null {
  const { text, here, days } = said
  const which = /\b(?<which>first|last|next|previous) (?:working|work|business|week)[- ]?day\b/iu
    .exec(text)
    ?.groups?.which?.toLowerCase()
  if (!which) return null
  const period = periodSaid(said, true)
  const [day] = days
  const off = daysOff(said, here, here, wording)
  const found =
    which === 'next' || (which === 'first' && !period)
      ? workingDayFrom(addDays(day?.day ?? here, 1))
      : which === 'previous' || (which === 'last' && /\bbefore\b/iu.test(text) && day)
        ? workingDayUpTo(addDays(day?.day ?? here, -1))
        : period
          ? which === 'first'
            ? workingDayFrom(period.from)
            : workingDayUpTo(period.to)
          : null
  return found ? replyOf([say(wording.language, 'nextSuch', { day: wording.day(found) }), off.note]) : null
}

function answered(said: TimeSaid, wording: Wording): IntentReply {
  const { text, here, days } = said
  const { language, day, month } = wording
  const [first, second] = days.flatMap((one) => (one.end ? [one, { ...one, ...one.end, end: undefined }] : [one]))
  if (first && !second && /^(?:is|ist|es|est|è|é)\b/iu.test(text)) {
    const off = daysOff(said, first.day, first.day, wording)
    const isWorking = isWorkingDay(first.day, off.days)
    return replyOf([say(language, isWorking ? 'isWorkday' : 'isNoWorkday', { day: day(first.day) }), off.note])
  }
  const nth = /\bworking day (?:number |no\.? ?)(?<n>\d{1,3})\b|\b(?<m>\d{1,3})(?:st|nd|rd|th) working day\b/iu.exec(
    text,
  )?.groups
  if (nth) {
    const year = said.years[0] ?? dayParts(here).year
    const off = daysOff(said, `${year}-01-01`, `${year}-12-31`, wording)
    const found = movedBy(`${year - 1}-12-31`, Number(nth.n ?? nth.m), off.days)
    return replyOf([say(language, 'nextSuch', { day: day(found) }), off.note])
  }
  const moved = workdaysMoved(said, wording)
  if (moved) return moved
  const end = edge(said, wording)
  if (end) return end
  if (first && second) {
    const to =
      !second.hasYear && second.day < first.day ? `${dayParts(second.day).year + 1}${second.day.slice(4)}` : second.day
    const [early, late] = first.day <= to ? [first.day, to] : [to, first.day]
    if (daysBetween(early, late) > MOST) return replyOf([say(language, 'outside')])
    const off = daysOff(said, early, late, wording)
    const count = countedIn(early, late, off.days)
    const perDay = /\bhours\b|stunden/iu.test(text)
      ? Number(/(\d{1,2}(?:\.\d)?) ?(?:h|hours)(?: a| per)? ?day/iu.exec(text)?.[1] ?? 8)
      : null
    return replyOf([
      say(language, 'workdaysFrom', {
        workdays: say(language, 'workdays', { count }),
        from: day(early),
        to: day(late),
      }),
      perDay
        ? say(language, 'hours', { hours: wording.count(count * perDay, 'hour'), each: wording.count(perDay, 'hour') })
        : null,
      off.note,
    ])
  }
  const period = periodSaid(said)
  const isLeft = /\bleft\b|remain|übrig|noch|quedan|restant|zostało|осталось|剩|残|남은/iu.test(text)
  if (
    first &&
    !first.isMonth &&
    !(period?.month && !/\d/u.test(text.slice(first.from, first.to)) && first.feast === undefined)
  ) {
    const off = daysOff(said, addDays(here, 1), first.day, wording)
    if (daysBetween(here, first.day) > MOST) return replyOf([say(language, 'outside')])
    const isEnd = first.day < here
    const count = isEnd ? countedIn(first.day, here, off.days) : countedIn(addDays(here, 1), first.day, off.days)
    return replyOf([
      isEnd
        ? say(language, 'workdaysFrom', {
            workdays: say(language, 'workdays', { count }),
            from: day(first.day),
            to: day(here),
          })
        : say(language, 'workdaysUntil', { workdays: say(language, 'workdays', { count }), to: day(first.day) }),
      off.note,
    ])
  }
  if (!period) return asking('askTwo', said, wording)
  if (isLeft) {
    const last = period.month === monthOf(here) ? lastDayOf(monthOf(here)) : period.to
    const off = daysOff(said, addDays(here, 1), last, wording)
    const count = countedIn(addDays(here, 1), last, off.days)
    return replyOf([
      say(language, 'workdaysUntil', { workdays: say(language, 'workdays', { count }), to: day(last) }),
      off.note,
    ])
  }
  const off = daysOff(said, period.from, period.to, wording)
  const count = countedIn(period.from, period.to, off.days)
  return replyOf([
    say(language, 'workdaysOf', {
      workdays: say(language, 'workdays', { count }),
      period: period.month ? month(period.from) : period.from.slice(0, 4),
    }),
    off.note,
  ])
}

/** Working days between two days, of a month, or so many from a day. */
export async function workdaysAnswer(context: GuideContext, language: GuideLanguage): Promise<IntentReply> {
  const said = await timeSaid(context, language, { direction: 'future' })
  const wording = wordingOf(context, language)
  return said.impossible ? asking('askTwo', said, wording) : answered(said, wording)
}
