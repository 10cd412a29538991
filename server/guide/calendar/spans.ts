import { addDays, addMonths, type Day, daysBetween, isLeapYear } from '@atrium/domain/dates/days'
import { spanBetween } from '@atrium/domain/dates/spans'
import { workingDaysBetween } from '@atrium/domain/dates/working-days'
import { minutesBetween, momentOfRead, showMoment, thisMinute } from './clocks.ts'
import { counted, saySpan } from './durations.ts'
import { holidayNote } from './holidays.ts'
import { sayIn } from './lapses.ts'
import type { Asker } from './question.ts'
import {
  clockNow,
  type Direction,
  isImpossible,
  type Moment,
  type ReadDate,
  readDate,
  showDay,
  showTime,
  today,
} from './reading.ts'
import { unknownPlace } from './times.ts'

/** Thrown where the sentence is surely about dates but one of them cannot be read. */
export class UnreadableDate extends Error {}

export async function dayIn(text: string | undefined, { moment }: Asker, direction: Direction): Promise<Day | null> {
  return text === undefined ? null : ((await readDate(text, moment, direction))?.day ?? null)
}

/** A weekday to count from is the coming one: on a Thursday, "3 weeks from Tuesday" begins next Tuesday. */
export const directionFrom = (text: string | undefined): Direction =>
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/iu.test(text?.trim() ?? '') ? 'future' : 'nearest'

async function surelyRead(text: string | undefined, { moment }: Asker, direction: Direction): Promise<ReadDate> {
  const read = text === undefined ? null : await readDate(text, moment, direction)
  if (read) return read
  const said = (text ?? '').trim().slice(0, 60)
  throw new UnreadableDate(
    isImpossible(said)
      ? `There is no ${said} in any calendar year.`
      : isNoLeapDay(said)
        ? `There is no ${said}: that is no leap year.`
        : `I could not read “${said}” as a date. Write it like “1 March”, “12 May 1990”, “next Friday” or “2027-03-01”.`,
  )
}

function isNoLeapDay(text: string): boolean {
  const said = /^(?:29(?:th)?(?: of)? feb(?:ruary)?|feb(?:ruary)? 29(?:th)?),? (\d{4})$/iu.exec(text)?.[1]
  return said !== undefined && !isLeapYear(Number(said))
}

export const surely = async (text: string | undefined, asker: Asker, direction: Direction): Promise<Day> =>
  (await surelyRead(text, asker, direction)).day

export const unplaced = (place: string): never => {
  throw new UnreadableDate(unknownPlace(place))
}

const distance = (from: Day, to: Day): string => {
  const days = Math.abs(daysBetween(from, to))
  const [early, late] = daysBetween(from, to) >= 0 ? [from, to] : [to, from]
  return days > 31 ? ` That is ${saySpan(spanBetween(early, late))}.` : ''
}

const ofClock = (unit: string): boolean => /^(?:hour|minute|second)$/u.test(unit)
/** Up to two days away a time of day says more than a number of days. */
const NEAR = 2 * 1_440

export async function until(text: string | undefined, unit: string, asker: Asker): Promise<string | null> {
  const { moment } = asker
  const read = await surelyRead((text ?? '').replace(/^the (?=end )/iu, ''), asker, 'future')
  const minutes = minutesBetween(thisMinute(moment), read, moment)
  if (ofClock(unit) || (read.time && minutes < NEAR)) {
    const now = showTime(clockNow(moment), moment.locale)
    return minutes >= 0
      ? `${sayIn(minutes, unit, moment.locale)} until ${showMoment(read, moment)}, counted from ${now}.`
      : `${showMoment(read, moment)} was ${sayIn(-minutes, unit, moment.locale)} ago.`
  }
  return daysUntil(read.day, unit, holidayNote(text ?? ''), asker)
}

function daysUntil(day: Day, unit: string, note: string, { moment }: Asker): string {
  const here = today(moment)
  const days = daysBetween(here, day)
  const shown = showDay(day, moment.locale)
  if (days === 0) return `${shown} is **today**.`
  if (days < 0) return `${shown} was **${counted(-days, 'day', moment.locale)} ago**.${distance(day, here)}`
  return `**${inUnit(days, here, day, unit, moment.locale)}** until ${shown}.${note}${unit === 'day' ? distance(here, day) : ` That is ${counted(days, 'day', moment.locale)}.`}`
}

function inUnit(days: number, from: Day, to: Day, unit: string, locale: string): string {
  if (unit === 'working day') return counted(workingDaysBetween(addDays(from, 1), to), 'working day', locale)
  if (unit === 'week') return withRest(Math.floor(days / 7), 'week', days % 7, locale)
  if (unit === 'month') {
    const whole = spanBetween(from, to)
    return withRest(whole.years * 12 + whole.months, 'month', whole.days, locale)
  }
  if (unit === 'year') return saySpan(spanBetween(from, to))
  if (unit === 'hour') return counted(days * 24, 'hour', locale)
  if (unit === 'minute') return counted(days * 1_440, 'minute', locale)
  if (unit === 'second') return counted(days * 86_400, 'second', locale)
  return counted(days, 'day', locale)
}

const withRest = (count: number, unit: string, days: number, locale: string): string =>
  days === 0 ? counted(count, unit, locale) : `${counted(count, unit, locale)} and ${counted(days, 'day')}`

export const unitOf = (text: string | undefined): string => {
  const lower = (text ?? 'days').toLowerCase().replace(/s$/u, '')
  if (/^(?:working day|business day|weekday|workday)$/u.test(lower)) return 'working day'
  return lower === 'night' || lower === 'sleep' || lower === 'long' || lower === 'far' ? 'day' : lower
}

const year = /^(?:the year )?(\d{4})$/u

export async function between(
  first: string | undefined,
  second: string | undefined,
  unitWord: string | undefined,
  asker: Asker,
): Promise<string> {
  const unit = unitOf(unitWord)
  const years = [first, second].map((text) => year.exec(text?.trim() ?? '')?.[1])
  if (years[0] && years[1] && unit === 'year')
    return `**${counted(Math.abs(Number(years[1]) - Number(years[0])), 'year')}** between ${years[0]} and ${years[1]}.`
  const { moment } = asker
  const from = await surelyRead(withMonth(first, second), asker, 'nearest')
  let to = await surelyRead(second, asker, 'nearest')
  // "between 20 December and 5 January" goes over the turn of the year.
  if (!to.hasYear && daysBetween(from.day, to.day) < 0 && !/today|yesterday|ago|now/iu.test(second ?? ''))
    to = { ...to, day: addMonths(to.day, 12) }
  if ((from.time || to.time) && (ofClock(unit) || /^(?:long|far)$/iu.test(unitWord ?? '')))
    return timesBetween(from, to, unit, moment)
  return daysApart(from.day, to.day, unit, moment)
}

/** "from 3 to 10 June": the first day is one of the same month. */
function withMonth(first: string | undefined, second: string | undefined): string | undefined {
  const rest = /^\d{1,2}(?:st|nd|rd|th)?(?: of)? (?<month>[a-z]{3,9}\b.*)$/iu.exec(second?.trim() ?? '')?.groups?.month
  return rest && /^\d{1,2}(?:st|nd|rd|th)?$/iu.test(first?.trim() ?? '') ? `${first?.trim()} ${rest}` : first
}

function timesBetween(one: ReadDate, other: ReadDate, unit: string, moment: Moment): string {
  const minutes = minutesBetween(momentOfRead(one, moment), other, moment)
  const [from, to] = minutes >= 0 ? [one, other] : [other, one]
  return `${sayIn(Math.abs(minutes), unit, moment.locale)} from ${showMoment(from, moment)} to ${showMoment(to, moment)}.`
}

function daysApart(from: Day, to: Day, unit: string, moment: Moment): string {
  const [early, late] = daysBetween(from, to) >= 0 ? [from, to] : [to, from]
  const days = daysBetween(early, late)
  const dates = `from ${showDay(early, moment.locale)} to ${showDay(late, moment.locale)}`
  if (unit === 'working day')
    return `**${counted(workingDaysBetween(early, late), 'working day', moment.locale)}** ${dates}, both counted (Monday to Friday; I do not know your public holidays).`
  return `**${inUnit(days, early, late, unit, moment.locale)}** ${dates}.${unit === 'day' ? distance(early, late) : ` That is ${counted(days, 'day', moment.locale)}.`}`
}

export async function sinceDate(
  unit: string | undefined,
  date: string | undefined,
  since: boolean,
  asker: Asker,
): Promise<string | null> {
  const { moment } = asker
  const here = today(moment)
  const bare = year.exec(date?.trim() ?? '')?.[1]
  if (bare && bare < here.slice(0, 4) && /^(?:long|years?)$/iu.test(unit ?? ''))
    return `${bare} was **${counted(Number(here.slice(0, 4)) - Number(bare), 'year')} ago**, counted in calendar years.`
  const read = date === undefined ? null : await readDate(date, moment, 'past')
  if (!read) {
    if (since && unit !== 'long') await surely(date, asker, 'past')
    return null
  }
  const minutes = -minutesBetween(thisMinute(moment), read, moment)
  if (minutes < 0) return null
  const asked = unitOf(unit)
  if (ofClock(asked) || (read.time && minutes < NEAR))
    return `${sayIn(minutes, asked, moment.locale)} since ${showMoment({ ...read, time: read.time ?? '00:00' }, moment)}.`
  const days = daysBetween(read.day, here)
  return `**${inUnit(days, read.day, here, asked, moment.locale)}** since ${showDay(read.day, moment.locale)}.${distance(read.day, here)}`
}
