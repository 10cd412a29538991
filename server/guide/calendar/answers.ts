import {
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
import { holidayNote } from './holidays.ts'
import { monthOf } from './months.ts'
import type { Asker } from './question.ts'
import { type Moment, showDay, today } from './reading.ts'
import { dayIn, directionFrom, surely } from './spans.ts'

export async function shifted(
  durationText: string | undefined,
  dateText: string | undefined,
  direction: 1 | -1,
  asker: Asker,
): Promise<string | null> {
  const durations = readDuration(durationText ?? '', asker.style)
  if (!durations) return null
  const from = dateText === undefined ? today(asker.moment) : await surely(dateText, asker, directionFrom(dateText))
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

export function monthNamed(
  month: string | undefined,
  year: string | undefined,
  { moment }: Asker,
): { year: number; month: number; title: string } | null {
  const here = today(moment)
  const name = (month ?? '').toLowerCase()
  const index = /^(?:this|the) month$/u.test(name) ? here.month : monthOf(name)
  if (index === null) return null
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

/** A year or a month of a year leaves open whether this year's birthday is over. */
function vagueAge(date: string, { moment }: Asker): string | null {
  const parts = /^(?:(?<month>[a-z]{3,9}),? )?(?<year>(?:1[89]|20)\d{2})$/iu.exec(date)?.groups
  const month = parts?.month ? monthOf(parts.month) : null
  if (!parts || (parts.month && month === null)) return null
  const birthYear = Number(parts.year)
  const here = today(moment)
  const first = { year: birthYear, month: month ?? 1, day: 1 }
  const last = { year: birthYear, month: month ?? 12, day: daysInMonth(birthYear, month ?? 12) }
  if (daysBetween(last, here) < 0) return `${date} is not in the past.`
  const [most, fewest] = [span(first, here).years, span(last, here).years]
  return most === fewest
    ? `Somebody born in ${date} is **${counted(most, 'year')}** old.`
    : `Somebody born in ${date} is **${fewest} or ${most}** years old, depending on the birthday.`
}

export async function ageFrom(date: string | undefined, asker: Asker): Promise<string> {
  return vagueAge(date?.trim() ?? '', asker) ?? age(await surely(date, asker, 'past'), asker)
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
  return `**${showDay(day, asker.moment.locale)}**, ${when}.${holidayNote(date ?? '')}`
}
