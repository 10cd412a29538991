import {
  DAY_MS,
  type Day,
  dayNumber,
  dayParts,
  daysBetween,
  daysInMonth,
  firstDayOf,
  isLeapYear,
  isoWeek,
  lastDayOf,
  type Month,
  monthOf,
} from '@atrium/domain/dates/days'
import { monthNamed as monthByName } from '@atrium/domain/dates/names'
import { spanBetween } from '@atrium/domain/dates/spans'
import { workingDaysBetween } from '@atrium/domain/dates/working-days'
import { counted, move, readDuration, saySpan } from './durations.ts'
import { holidayNote } from './holidays.ts'
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
  const lived = spanBetween(birth, here)
  const birthday = move(birth, [{ count: lived.years + 1, unit: 'year' }], 1) as Day
  const anniversary =
    lived.months === 0 && lived.days === 0
      ? ' It is their birthday today.'
      : ` The next birthday is in ${counted(daysBetween(here, birthday), 'day', moment.locale)}.`
  return `Somebody born on ${showDay(birth, moment.locale)} is **${counted(lived.years, 'year')}** old (${saySpan(lived)}; ${counted(daysBetween(birth, here), 'day', moment.locale)}).${anniversary}`
}

/** A month by its name, of the year that is given or of this one, and its name as the person's language writes it. */
export function monthNamed(
  name: string | undefined,
  year: string | undefined,
  { moment }: Asker,
): { month: Month; title: string } | null {
  const here = today(moment)
  const isThis = /^(?:this|the) month$/iu.test(name ?? '')
  const at = isThis ? dayParts(here).month : monthByName(name ?? '')
  // The last year has no days behind it to count on to.
  if (at === null || Number(year ?? 1) < 1 || year === '9999') return null
  const month = `${year ?? here.slice(0, 4)}-${String(at).padStart(2, '0')}`
  return { month, title: shownBy(firstDayOf(month), moment, { month: 'long' }) }
}

const shownBy = (day: Day, { locale }: Moment, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(dayNumber(day) * DAY_MS)

export function monthLength(name: string | undefined, year: string | undefined, asker: Asker): string | null {
  const named = monthNamed(name, year, asker)
  if (!named) return null
  const { year: ofYear, month } = dayParts(named.month)
  const leap = month === 2 ? ` (${isLeapYear(ofYear) ? 'a leap year' : 'not a leap year'})` : ''
  return `${named.title} ${ofYear} has **${daysInMonth(ofYear, month)} days**${leap}.`
}

export function workingDaysIn(name: string | undefined, year: string | undefined, asker: Asker): string | null {
  const named = monthNamed(name, year, asker)
  if (!named) return null
  const days = workingDaysBetween(firstDayOf(named.month), lastDayOf(named.month))
  return `${named.title} ${dayParts(named.month).year} has **${counted(days, 'working day')}** (Monday to Friday; I do not know your public holidays).`
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
  return `${showDay(day, asker.moment.locale)} is in **week ${week}**${year === dayParts(day).year ? '' : ` of ${year}`} (ISO 8601: weeks begin on Monday, week 1 holds the first Thursday).`
}

export function currentPeriod(unit: string, moment: Moment): string {
  const here = today(moment)
  const { year, month } = dayParts(here)
  if (unit === 'year') return `It is **${year}**.`
  if (unit === 'quarter')
    return `It is the **${['first', 'second', 'third', 'fourth'][Math.floor((month - 1) / 3)]} quarter** of ${year}.`
  return `It is **${shownBy(here, moment, { month: 'long', year: 'numeric' })}**.`
}

export function weekdayOf(day: Day, { moment }: Asker): string {
  const here = today(moment)
  const verb = day < here ? 'was' : day > here ? 'will be' : 'is'
  return `That ${verb} a **${shownBy(day, moment, { weekday: 'long' })}**: ${showDay(day, moment.locale)}.`
}

/** A year or a month of a year leaves open whether this year's birthday is over. */
function vagueAge(date: string, { moment }: Asker): string | null {
  const parts = /^(?:(?<month>[a-z]{3,9}),? )?(?<year>(?:1[89]|20)\d{2})$/iu.exec(date)?.groups
  const month = parts?.month ? monthByName(parts.month) : null
  if (!parts || (parts.month && month === null)) return null
  const here = today(moment)
  const first = firstDayOf(`${parts.year}-${String(month ?? 1).padStart(2, '0')}`)
  const last = lastDayOf(month ? monthOf(first) : `${parts.year}-12`)
  if (last > here) return `${date} is not in the past.`
  const [most, fewest] = [spanBetween(first, here).years, spanBetween(last, here).years]
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
