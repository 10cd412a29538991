import type { NumberStyle } from '../calculation/numbers.ts'
import {
  addDays,
  type Day,
  dayNumber,
  daysBetween,
  daysInMonth,
  isLeapYear,
  isoWeek,
  span,
  weekday,
  workingDays,
} from './days.ts'
import { counted, move, readDuration, saySpan } from './durations.ts'
import { clockNow, type Direction, isImpossible, type Moment, readDate, showDay, showTime, today } from './reading.ts'
import { lapse, unknownPlace } from './times.ts'
export interface Asker {
  moment: Moment
  style: NumberStyle
}

/** Thrown where the sentence is surely about dates but one of them cannot be read. */
export class UnreadableDate extends Error {}

export async function dayIn(text: string | undefined, { moment }: Asker, direction: Direction): Promise<Day | null> {
  return text === undefined ? null : ((await readDate(text, moment, direction))?.day ?? null)
}

export async function surely(text: string | undefined, asker: Asker, direction: Direction): Promise<Day> {
  const day = await dayIn(text, asker, direction)
  if (day) return day
  const said = (text ?? '').trim().slice(0, 60)
  throw new UnreadableDate(
    isImpossible(said)
      ? `There is no ${said} in any calendar year.`
      : `I could not read “${said}” as a date. Write it like “1 March”, “12 May 1990”, “next Friday” or “2027-03-01”.`,
  )
}

export const unplaced = (place: string): never => {
  throw new UnreadableDate(unknownPlace(place))
}

const distance = (from: Day, to: Day): string => {
  const days = Math.abs(daysBetween(from, to))
  const [early, late] = daysBetween(from, to) >= 0 ? [from, to] : [to, from]
  return days > 31 ? ` That is ${saySpan(span(early, late))}.` : ''
}

export async function until(text: string | undefined, unit: string, asker: Asker): Promise<string | null> {
  const { moment } = asker
  const read = await readDate((text ?? '').replace(/^the (?=end )/iu, ''), moment, 'future')
  if (read?.time && daysBetween(today(moment), read.day) <= 1) {
    const now = clockNow(moment)
    const minutes =
      daysBetween(now, read.day) * 1_440 + (read.time.hour - now.hour) * 60 + read.time.minute - now.minute
    return minutes >= 0
      ? `**${lapse(minutes)}** until ${showTime(read.time, moment.locale)}, counted from ${showTime(now, moment.locale)}.`
      : null
  }
  const day = read?.day ?? (await surely(text, asker, 'future'))
  const here = today(moment)
  const days = daysBetween(here, day)
  const shown = showDay(day, moment.locale)
  if (days === 0) return `${shown} is **today**.`
  if (days < 0) return `${shown} was **${counted(-days, 'day', moment.locale)} ago**.${distance(day, here)}`
  return `**${inUnit(days, here, day, unit, moment.locale)}** until ${shown}.${unit === 'day' ? distance(here, day) : ` That is ${counted(days, 'day', moment.locale)}.`}`
}

function inUnit(days: number, from: Day, to: Day, unit: string, locale: string): string {
  if (unit === 'working day') return counted(workingDays(addDays(from, 1), to), 'working day', locale)
  if (unit === 'week')
    return days % 7 === 0
      ? counted(days / 7, 'week', locale)
      : `${counted(Math.floor(days / 7), 'week', locale)} and ${counted(days % 7, 'day')}`
  if (unit === 'month' || unit === 'year') return saySpan(span(from, to))
  if (unit === 'hour') return counted(days * 24, 'hour', locale)
  return counted(days, 'day', locale)
}

export const unitOf = (text: string | undefined): string => {
  const lower = (text ?? 'days').toLowerCase().replace(/s$/u, '')
  if (/^(?:working day|business day|weekday|workday)$/u.test(lower)) return 'working day'
  return lower === 'night' || lower === 'sleep' ? 'day' : lower
}

export async function between(
  first: string | undefined,
  second: string | undefined,
  unit: string,
  asker: Asker,
): Promise<string> {
  const { moment } = asker
  const from = await surely(first, asker, 'nearest')
  const secondRead = await readDate(second ?? '', moment, 'nearest')
  let to = await surely(second, asker, 'nearest')
  // "between 20 December and 5 January" goes over the turn of the year.
  if (secondRead && !secondRead.hasYear && daysBetween(from, to) < 0 && !/today|yesterday|ago|now/iu.test(second ?? ''))
    to = { ...to, year: to.year + 1 }
  const [early, late] = daysBetween(from, to) >= 0 ? [from, to] : [to, from]
  const days = daysBetween(early, late)
  const dates = `from ${showDay(early, moment.locale)} to ${showDay(late, moment.locale)}`
  if (unit === 'working day')
    return `**${counted(workingDays(early, late), 'working day', moment.locale)}** ${dates}, both counted (Monday to Friday; I do not know your public holidays).`
  return `**${inUnit(days, early, late, unit, moment.locale)}** ${dates}.${unit === 'day' ? distance(early, late) : ` That is ${counted(days, 'day', moment.locale)}.`}`
}

export async function shifted(
  durationText: string | undefined,
  dateText: string | undefined,
  direction: 1 | -1,
  asker: Asker,
): Promise<string | null> {
  const durations = readDuration(durationText ?? '', asker.style)
  if (!durations) return null
  const from = dateText === undefined ? today(asker.moment) : await surely(dateText, asker, 'nearest')
  const day = move(from, durations, direction)
  if (!day) return 'That lies outside the years 1 to 9999, which are the ones I count in.'
  const word = direction === 1 ? 'after' : 'before'
  const working = durations.some(({ unit }) => unit === 'working day')
    ? ' Working days are Monday to Friday; I do not know your public holidays.'
    : ''
  return `**${showDay(day, asker.moment.locale)}** is ${(durationText ?? '').trim()} ${word} ${showDay(from, asker.moment.locale)}.${working}`
}

function age(birth: Day, { moment }: Asker): string {
  const here = today(moment)
  if (daysBetween(birth, here) < 0) return `${showDay(birth, moment.locale)} is in the future.`
  const lived = span(birth, here)
  const next = span(birth, { ...here, year: here.year })
  const birthday = move(birth, [{ count: next.years + 1, unit: 'year' }], 1) as Day
  const anniversary =
    lived.months === 0 && lived.days === 0
      ? ' It is their birthday today.'
      : ` The next birthday is in ${counted(daysBetween(here, birthday), 'day', moment.locale)}.`
  return `Somebody born on ${showDay(birth, moment.locale)} is **${counted(lived.years, 'year')}** old (${saySpan(lived)}; ${counted(daysBetween(birth, here), 'day', moment.locale)}).${anniversary}`
}

const monthNames = [
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

function monthNamed(
  month: string | undefined,
  year: string | undefined,
  { moment }: Asker,
): { year: number; month: number; title: string } | null {
  const here = today(moment)
  const name = (month ?? '').toLowerCase()
  const found = monthNames.findIndex((full) => full === name || (name.length >= 3 && full.startsWith(name))) + 1
  const index = name === 'this month' ? here.month : found
  if (index === 0) return null
  const format = new Intl.DateTimeFormat(moment.locale, { month: 'long', timeZone: 'UTC' })
  return {
    year: year ? Number(year) : here.year,
    month: index,
    title: format.format(new Date(Date.UTC(2000, index - 1, 1))),
  }
}

export function monthLength(month: string | undefined, year: string | undefined, asker: Asker): string | null {
  const named = monthNamed(month, year, asker)
  if (!named) return null
  const leap = named.month === 2 ? ` (${isLeapYear(named.year) ? 'a leap year' : 'not a leap year'})` : ''
  return `${named.title} ${named.year} has **${daysInMonth(named.year, named.month)} days**${leap}.`
}

export function workingDaysIn(month: string | undefined, year: string | undefined, asker: Asker): string | null {
  const named = monthNamed(month, year, asker)
  if (!named) return null
  const first = { year: named.year, month: named.month, day: 1 }
  const last = { ...first, day: daysInMonth(named.year, named.month) }
  return `${named.title} ${named.year} has **${counted(workingDays(first, last), 'working day')}** (Monday to Friday; I do not know your public holidays).`
}

export function leap(yearText: string): string {
  const year = Number(yearText)
  const reason =
    year % 400 === 0
      ? 'divisible by 400'
      : year % 100 === 0
        ? 'divisible by 100 but not by 400'
        : year % 4 === 0
          ? 'divisible by 4'
          : 'not divisible by 4'
  return isLeapYear(year)
    ? `Yes, **${year} is a leap year**: it is ${reason}.`
    : `No, **${year} is not a leap year**: it is ${reason}.`
}

export async function weekNumber(text: string | undefined, asker: Asker): Promise<string> {
  const day = text ? await surely(text, asker, 'nearest') : today(asker.moment)
  const { year, week } = isoWeek(day)
  return `${showDay(day, asker.moment.locale)} is in **week ${week}**${year === day.year ? '' : ` of ${year}`} (ISO 8601: weeks begin on Monday, week 1 holds the first Thursday).`
}

export function currentPeriod(unit: string, moment: Moment): string {
  const here = today(moment)
  if (unit === 'year') return `It is **${here.year}**.`
  if (unit === 'quarter')
    return `It is the **${['first', 'second', 'third', 'fourth'][Math.floor((here.month - 1) / 3)]} quarter** of ${here.year}.`
  return `It is **${new Intl.DateTimeFormat(moment.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(dayNumber(here) * 86_400_000))}**.`
}

export function weekdayOf(day: Day, { moment }: Asker): string {
  const here = today(moment)
  const verb = dayNumber(day) < dayNumber(here) ? 'was' : dayNumber(day) > dayNumber(here) ? 'will be' : 'is'
  const name = new Intl.DateTimeFormat(moment.locale, { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, weekday(day))),
  )
  return `That ${verb} a **${name}**: ${showDay(day, moment.locale)}.`
}

export async function ageFrom(date: string | undefined, asker: Asker): Promise<string> {
  const year = /^(?:19|20)\d{2}$/u.exec(date?.trim() ?? '')
  if (year) {
    const years = today(asker.moment).year - Number(year[0])
    return years < 1
      ? `${year[0]} is not in the past.`
      : `Somebody born in ${year[0]} is **${years - 1} or ${years}** years old, depending on the birthday.`
  }
  return age(await surely(date, asker, 'past'), asker)
}

export async function sinceDate(
  unit: string | undefined,
  date: string | undefined,
  since: boolean,
  asker: Asker,
): Promise<string | null> {
  const day = await dayIn(date, asker, 'past')
  if (!day) {
    if (since && unit !== 'long') await surely(date, asker, 'past')
    return null
  }
  const here = today(asker.moment)
  const days = daysBetween(day, here)
  if (days < 0) return null
  return `**${inUnit(days, day, here, unitOf(unit === 'long' ? 'days' : unit), asker.moment.locale)}** since ${showDay(day, asker.moment.locale)}.${distance(day, here)}`
}

export async function shiftedBy(
  duration: string | undefined,
  way: string | undefined,
  date: string | undefined,
  asker: Asker,
): Promise<string | null> {
  const word = (way ?? '').toLowerCase()
  const back = word === 'ago' || word === 'before' || word.startsWith('earlier')
  if ((word === 'ago' || word === 'from now' || word === 'from today') !== (date === undefined)) return null
  return shifted(
    duration,
    date === undefined || /^(?:today|now)$/iu.test(date) ? undefined : date,
    back ? -1 : 1,
    asker,
  )
}

export async function whenIs(date: string | undefined, asker: Asker): Promise<string | null> {
  const day = await dayIn(date, asker, 'future')
  if (!day) return null
  const days = daysBetween(today(asker.moment), day)
  const when =
    days === 0
      ? 'today'
      : days > 0
        ? `in ${counted(days, 'day', asker.moment.locale)}`
        : `${counted(-days, 'day', asker.moment.locale)} ago`
  return `**${showDay(day, asker.moment.locale)}**, ${when}.`
}
