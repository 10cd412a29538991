import {
  addDays,
  type Day,
  dayParts,
  daysBetween,
  firstDayOf,
  isoWeekday,
  lastDayOf,
  mondayOf,
  monthOf,
} from '@atrium/domain/dates/days'
import { atTime, instantOf } from '@atrium/domain/dates/local-time'
import { monthNamed, weekdayNamed } from '@atrium/domain/dates/names'
import { spanBetween } from '@atrium/domain/dates/spans'
import { clockText } from '../../calendar/clock-said.ts'
import { clockNow } from '../../calendar/reading.ts'
import { type TimeSaid, timeSaid, unitAsked } from '../../calendar/said.ts'
import { inUnit, type Unit, type Wording, wordingOf } from '../../calendar/wording.ts'
import type { GuideContext } from '../../guide.ts'
import type { GuideLanguage, IntentReply } from '../intent.ts'
import { replyOf } from '../writing.ts'
import { asking } from './asking.ts'
import { isOfClock, minutesIn } from './difference.ts'
import { differsNote } from './feast-day.ts'
import { say } from './say.ts'

const NEAR = 2 * 1_440

/** The last day of “this year”, “the month”, “in January”, where something is left of it. */
function endOfPeriod({ text, here }: TimeSaid): Day | null {
  if (
    !/\b(?:left|remain\w*|over|to go|go on|ends?|still|rest)\b|übrig|noch|quedan|faltan|restam|reste|mancano|resteren|zostało|kaldı|осталось|剩|残り|남았|متبقي|बचे|tersisa|sisa/iu.test(
      text,
    )
  )
    return null
  const named = /\b(?:in|of) (?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/iu.exec(text)?.groups
    ?.month
  if (named && monthNamed(named) === dayParts(here).month) return lastDayOf(monthOf(here))
  if (
    /\bmonth\b|monat|\bmes\b|\bmês\b|\bmois\b|\bmese\b|maand|miesi[aą]c|\bay\b|месяц|这个月|本月|今月|이번 달|الشهر|महीने|bulan/iu.test(
      text,
    )
  )
    return lastDayOf(monthOf(here))
  if (
    /\bweek\b|\bwoche\b|semana|semaine|settimana|tydzie|недел|这周|本周|今週|이번 주|الأسبوع|हफ़्ते|minggu/iu.test(text) &&
    !/weeks/iu.test(text)
  )
    return addDays(mondayOf(here), 6)
  if (
    new RegExp(
      `\\byear\\b|jahr|\\baño\\b|\\bano\\b|année|\\banno\\b|\\bjaar\\b|\\broku?\\b|\\byıl|год|今年|올해|السنة|العام|साल|tahun|\\b${here.slice(0, 4)}\\b`,
      'iu',
    ).test(text)
  )
    return `${here.slice(0, 4)}-12-31`
  return null
}

function leftOf(last: Day, said: TimeSaid, unit: Unit | null, wording: Wording): IntentReply {
  const { here, text } = said
  const { language, day } = wording
  const year = here.slice(0, 4)
  const percent = new Intl.NumberFormat(wording.tag, { style: 'percent', maximumFractionDigits: 1 })
  const total = daysBetween(`${year}-01-01`, `${year}-12-31`) + 1
  const isYear = last === `${year}-12-31` && /year|jahr|%|percent/iu.test(text)
  return replyOf([
    say(language, 'left', { span: inUnit(here, last, unit ?? 'day', wording), day: day(last) }),
    isYear
      ? say(language, 'yearOver', { percent: percent.format(daysBetween(`${year}-01-01`, here) / total), year })
      : null,
  ])
}

/** “How many Mondays until …”. */
function weekdaysUntil({ text, here }: TimeSaid, to: Day, wording: Wording): string | null {
  const name = /\b(mon|tues|wednes|thurs|fri|satur|sun)days\b/iu.exec(text)?.[0]
  if (!name && !/\bweekends?\b/iu.test(text)) return null
  const wanted = name ? (weekdayNamed(name) ?? 1) : 6
  const first = addDays(here, ((wanted - isoWeekday(here) + 6) % 7) + 1)
  const count = first > to ? 0 : Math.floor(daysBetween(first, to) / 7) + 1
  return say(wording.language, 'countOf', {
    count: wording.number(count),
    what: name ? wording.weekday(first) : say(wording.language, 'weekends'),
    ...{ from: wording.day(here), to: wording.day(to) },
  })
}

/** How long it is until a day, in the unit that was asked for. */
export function untilDay(day: Day, unit: Unit | null, said: TimeSaid, wording: Wording): IntentReply {
  const { here } = said
  const { language, count, span } = wording
  const days = daysBetween(here, day)
  const shown = wording.day(day)
  if (days === 0) return replyOf([say(language, 'isToday', { day: shown })])
  if (days < 0)
    return replyOf([
      say(language, 'ago', { day: shown, span: count(-days, 'day') }),
      days < -31 ? say(language, 'thatIs', { span: span(spanBetween(day, here)) }) : null,
    ])
  const asked = unit ?? 'day'
  return replyOf([
    weekdaysUntil(said, day, wording),
    say(language, 'until', { span: inUnit(here, day, asked, wording), to: shown }),
    asked === 'day'
      ? days > 31
        ? say(language, 'thatIs', { span: span(spanBetween(here, day)) })
        : null
      : say(language, 'thatIs', { span: count(days, 'day') }),
  ])
}

function untilTime(
  day: Day,
  time: string,
  unit: Unit | null,
  { moment, here }: TimeSaid,
  wording: Wording,
): IntentReply | null {
  const now = Math.floor(moment.now.getTime() / 60_000)
  const minutes = Math.floor(instantOf(atTime(day, time), moment.zone).getTime() / 60_000) - now
  if (minutes < 0 || !(isOfClock(unit) || minutes < NEAR)) return null
  const to = day === here ? wording.time(time) : `${wording.day(day)}, ${wording.time(time)}`
  return replyOf([
    say(wording.language, 'until', { span: minutesIn(minutes, unit, wording), to }),
    say(wording.language, 'fromNow', { time: wording.time(clockNow(moment)) }),
  ])
}

function answered(said: TimeSaid, wording: Wording): IntentReply {
  const { days, clocks, here, moment, text } = said
  const unit = unitAsked(said)
  const [day, ...others] = days.filter(({ feast, day }) => feast !== undefined || day >= here)
  if (!day && clocks[0]) {
    const time = clockText(
      clocks[0].isHalf && clockText(clocks[0].minutes) < clockNow(moment).slice(11) && clocks[0].minutes < 720
        ? clocks[0].minutes + 720
        : clocks[0].minutes,
    )
    const on = time < clockNow(moment).slice(11) ? addDays(here, 1) : here
    const found = untilTime(on, time, unit, said, wording)
    if (found) return found
  }
  const chosen =
    day?.feast === undefined ? (others.find(({ feast }) => feast !== undefined && day?.day === here) ?? day) : day
  if (!chosen || chosen.isMonth) {
    const period = endOfPeriod(said)
    if (period) return leftOf(period, said, unit, wording)
    const [past] = days
    if (!chosen) return past ? untilDay(past.day, unit, said, wording) : asking('askDate', said, wording)
  }
  if (chosen.isMonth && /\bin days\b|how many/iu.test(text) === false)
    return untilDay(firstDayOf(monthOf(chosen.day)), unit, said, wording)
  if (chosen.time) {
    const found = untilTime(chosen.day, chosen.time, unit, said, wording)
    if (found) return found
  }
  if (isOfClock(unit) && !chosen.time) {
    const found = untilTime(chosen.day, '00:00', unit, said, wording)
    if (found) return found
  }
  const reply = untilDay(chosen.day, unit, said, wording)
  const note = chosen.feast ? differsNote(chosen.feast, said, wording) : null
  return note ? { markdown: `${reply.markdown}\n\n${note}` } : reply
}

/** How long it is until a day, a feast or a time, and what is left of a year or a month. */
export async function countdownAnswer(context: GuideContext, language: GuideLanguage): Promise<IntentReply> {
  const said = await timeSaid(context, language, { direction: 'future' })
  const wording = wordingOf(context, language)
  return said.impossible ? asking('askDate', said, wording) : answered(said, wording)
}
