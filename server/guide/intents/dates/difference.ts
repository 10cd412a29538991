import { addDays, addMonths, type Day, dayParts, daysBetween, isLeapYear, isoWeekday } from '@atrium/domain/dates/days'
import { atTime, instantOf, minutesOfTime, timeOf } from '@atrium/domain/dates/local-time'
import { weekdayNamed } from '@atrium/domain/dates/names'
import { spanBetween } from '@atrium/domain/dates/spans'
import { type ClockSaid, clockSpan, clockText } from '../../calendar/clock-said.ts'
import { clockNow } from '../../calendar/reading.ts'
import { type TimeSaid, timeSaid, unitAsked } from '../../calendar/said.ts'
import { inUnit, type Unit, type Wording, wordingOf } from '../../calendar/wording.ts'
import type { GuideContext } from '../../guide.ts'
import type { GuideLanguage, IntentReply } from '../intent.ts'
import { replyOf } from '../writing.ts'
import { asking } from './asking.ts'
import { say } from './say.ts'

export const isOfClock = (unit: Unit | null): boolean => unit === 'hour' || unit === 'minute' || unit === 'second'

/** Minutes in the unit that was asked for, and in hours and minutes where that says more. */
export function minutesIn(minutes: number, unit: Unit | null, { count, lapse }: Wording): string {
  const value = unit === 'minute' ? minutes : unit === 'second' ? minutes * 60 : null
  if (value === null || !Number.isInteger(value)) return lapse(minutes)
  const said = count(value, unit as Unit)
  return said === lapse(minutes) ? said : `${said} (${lapse(minutes)})`
}

/** “9 to 5”: bare hours, where hours are asked for. */
const BARE =
  /(?<![\d.:/-])(?<a>\d{1,2}) ?(?:to|and|-|–|till|until|bis|a|à|до|en|y|e|tot|do) ?(?<b>\d{1,2})(?![\d.:/-])/iu
const bareClock = (said: string | undefined): ClockSaid => ({
  from: 0,
  to: 0,
  minutes: (Number(said) % 24) * 60,
  isHalf: Number(said) >= 1 && Number(said) <= 12,
})

/** “From 9:15 to 17:45”, “10pm to 6”. */
export function clocksApart(said: TimeSaid, unit: Unit | null, wording: Wording): IntentReply | null {
  const { clocks, text, days } = said
  if (days.some(({ time, end, isTimeOnly }) => !time && !end?.time && !isTimeOnly)) return null
  let [a, b] = clocks
  if (!b) {
    const bare = BARE.exec(text)?.groups
    const whole = /(?<![\d.:])(\d{1,2})(?![\d.:/-])/u.exec(
      a ? text.slice(0, a.from) + ' '.repeat(a.to - a.from) + text.slice(a.to) : '',
    )
    if (a && whole && Number(whole[1]) < 25)
      [a, b] = whole.index < a.from ? [bareClock(whole[1]), a] : [a, bareClock(whole[1])]
    else if (bare && isOfClock(unit)) [a, b] = [bareClock(bare.a), bareClock(bare.b)]
  }
  if (!a || !b) return null
  const isMinus = /\d ?(?:-|–|−|minus) ?\d/u.test(text.slice(0, b.to)) && a.minutes > b.minutes && !a.isHalf
  const { start, length } = isMinus ? { start: b.minutes, length: a.minutes - b.minutes } : clockSpan(a, b)
  const over = start + length > 1_440 ? ` (${say(wording.language, 'nextDay')})` : ''
  const { time, language } = wording
  return replyOf([
    say(language, 'timesApart', {
      span: minutesIn(length, unit, wording),
      ...{ from: time(clockText(start)), to: time(clockText(start + length)) + over },
    }),
  ])
}

const BOTH =
  /\binclu|\bboth\b|first and (?:the )?last|inklusive|mitgez|compris|beide|оба|включ|dahil|termasuk|包括|含め|포함/iu

/** How far two days are apart, in the unit that was asked for and in full. */
export function daysApart(from: Day, to: Day, unit: Unit | null, wording: Wording, isBoth = false): IntentReply {
  const { language, day, count, span } = wording
  const [early, late] = daysBetween(from, to) >= 0 ? [from, to] : [to, from]
  const days = daysBetween(early, late)
  if (days === 0) return replyOf([say(language, 'sameMoment', { day: day(early) })])
  const asked = unit ?? 'day'
  const full = spanBetween(early, late)
  return replyOf([
    say(language, 'apart', { span: inUnit(early, late, asked, wording), from: day(early), to: day(late) }),
    asked === 'day'
      ? days > 31
        ? say(language, 'thatIs', { span: span(full) })
        : null
      : say(language, 'thatIs', { span: count(days, 'day') }),
    isBoth ? say(language, 'bothCounted', { span: count(days + 1, 'day') }) : null,
  ])
}

/** “How many Sundays between …”. */
function countedDays({ text }: TimeSaid, from: Day, to: Day, wording: Wording): IntentReply | null {
  const name = /\b(mon|tues|wednes|thurs|fri|satur|sun)days\b/iu.exec(text)?.[0]
  const isWeekend = /\bweekends\b/iu.test(text)
  const { language, day, number } = wording
  if (/\bleap (?:days|years)\b/iu.test(text)) {
    let count = 0
    for (let year = dayParts(from).year; year <= dayParts(to).year; year++)
      if (isLeapYear(year) && `${year}-02-29` >= from && `${year}-02-29` <= to) count += 1
    return replyOf([
      say(language, 'countOf', {
        count: number(count),
        what: wording.date('2024-02-29'),
        from: day(from),
        to: day(to),
      }),
    ])
  }
  if (!name && !isWeekend) return null
  const wanted = name ? (weekdayNamed(name) ?? 1) : 6
  const first = addDays(from, (wanted - isoWeekday(from) + 7) % 7)
  const count = first > to ? 0 : Math.floor(daysBetween(first, to) / 7) + 1
  return replyOf([
    say(language, 'countOf', {
      count: number(count),
      what: isWeekend ? say(language, 'weekends') : wording.weekday(first),
      ...{ from: day(from), to: day(to) },
    }),
  ])
}

/** From two days that were said, or from one to today. */
export function apart(said: TimeSaid, wording: Wording): IntentReply {
  const { days, here, moment, years, text } = said
  const { language } = wording
  const unit = unitAsked(said)
  const [first, second] = days.flatMap((one) => (one.end ? [one, { ...one, ...one.end, end: undefined }] : [one]))
  if (!first) {
    const [from = 0, to = dayParts(here).year] = years
    if (years.length > 1)
      return replyOf([
        say(language, 'yearsApart', {
          span: wording.count(Math.abs(to - from), 'year'),
          from: String(from),
          to: String(to),
        }),
      ])
    if (years.length === 1)
      return replyOf([
        say(language, 'yearAgo', { year: String(from), span: wording.count(Math.abs(to - from), 'year') }),
      ])
    return asking('askTwo', said, wording)
  }
  if (!second) {
    const time = first.time && isOfClock(unit) ? first.time : null
    if (time || first.isTimeOnly) {
      const minutes = Math.floor(
        (moment.now.getTime() - instantOf(atTime(first.day, first.time), moment.zone).getTime()) / 60_000,
      )
      const at =
        minutes < 0 && first.isTimeOnly
          ? minutesOfTime(timeOf(clockNow(moment)) ?? '00:00') - minutesOfTime(first.time as string)
          : minutes
      return replyOf([
        say(language, at >= 0 ? 'since' : 'until', {
          span: minutesIn(Math.abs(at), unit, wording),
          ...{ from: wording.time(first.time as string), to: wording.time(first.time as string) },
        }),
      ])
    }
    return sinceDay(said, first.day, unit, wording)
  }
  let to = second.day
  if (!second.hasYear && to < first.day && !isRelative(text.slice(second.from, second.to))) to = addMonths(to, 12)
  const counted = countedDays(said, first.day < to ? first.day : to, first.day < to ? to : first.day, wording)
  if (counted) return counted
  if (first.time && second.time && (isOfClock(unit) || unit === null)) {
    const at = (day: Day, time: string) => instantOf(atTime(day, time), moment.zone).getTime()
    const minutes = Math.abs(at(to, second.time) - at(first.day, first.time)) / 60_000
    return replyOf([
      say(language, 'timesApart', {
        span: minutesIn(minutes, unit, wording),
        from: `${wording.day(first.day)}, ${wording.time(first.time)}`,
        to: `${wording.day(to)}, ${wording.time(second.time)}`,
      }),
    ])
  }
  return daysApart(first.day, to, unit, wording, BOTH.test(text))
}

const isRelative = (said: string): boolean =>
  /today|yesterday|tomorrow|ago|now|heute|gestern|hoy|ayer|aujourd|oggi|dzi|bug|сегодня|今天|今日|오늘|اليوم|आज|hari ini/iu.test(
    said,
  )

function sinceDay({ here, text }: TimeSaid, day: Day, unit: Unit | null, wording: Wording): IntentReply {
  const { language, count, span } = wording
  const days = daysBetween(day, here)
  if (days === 0) return replyOf([say(language, 'isToday', { day: wording.day(day) })])
  const [early, late] = days > 0 ? [day, here] : [here, day]
  const asked = unit ?? (/\blong\b|\bold\b/iu.test(text) && Math.abs(days) > 366 ? 'year' : 'day')
  return replyOf([
    say(language, days > 0 ? 'since' : 'until', {
      span: inUnit(early, late, asked, wording),
      ...{ from: wording.day(day), to: wording.day(day) },
    }),
    asked === 'day'
      ? Math.abs(days) > 31
        ? say(language, 'thatIs', { span: span(spanBetween(early, late)) })
        : null
      : say(language, 'thatIs', { span: count(Math.abs(days), 'day') }),
  ])
}

/** How long it is between two days or two times, or from one until today. */
export async function differenceAnswer(context: GuideContext, language: GuideLanguage): Promise<IntentReply> {
  const wording = wordingOf(context, language)
  const near = await timeSaid(context, language, { direction: 'nearest' })
  const ofClock = clocksApart(near, unitAsked(near), wording)
  if (ofClock) return ofClock
  if (near.impossible) return asking('askTwo', near, wording)
  return apart(daysCounted(near) > 1 ? near : await timeSaid(context, language, { direction: 'past' }), wording)
}

/** How many days are said; a range is two. */
export const daysCounted = ({ days }: TimeSaid): number => days.reduce((sum, { end }) => sum + (end ? 2 : 1), 0)
