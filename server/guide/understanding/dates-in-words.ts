import { addDays, addMonths, type Day, isoWeekday, makeDay, mondayOf } from '@atrium/domain/dates/days'
import { minutesOfTime, timeOf, timeOfMinutes } from '@atrium/domain/dates/local-time'
import { recent } from '@atrium/domain/recent'
import { clockNow, type Direction, type Moment, today } from '../calendar/reading.ts'
import tables from './dates-in-words.json' with { type: 'json' }
import { type DaySaid, type Rule, rule, timed, turned, whole } from './day-rules.ts'
import { ENGLISH } from './english-days.ts'

type Table = (typeof tables)['pl']

/** The names of months or weekdays in every form that Intl has, each as a stem that takes endings. */
const namesOf = (language: string, options: Intl.DateTimeFormatOptions, dates: readonly Date[]): string[] =>
  dates.map((date) => {
    const forms = [options, { ...options, day: 'numeric' as const }].flatMap((one) =>
      new Intl.DateTimeFormat(language, { ...one, timeZone: 'UTC' })
        .formatToParts(date)
        .flatMap(({ type, value }) => (type === 'month' || type === 'weekday' ? [value.replace(/\.$/u, '')] : [])),
    )
    return [...new Set(forms)]
      .filter((name) => /\p{L}/u.test(name))
      .map((name) => (/\p{Script=Latin}/u.test(name) && name.length > 3 ? `${name.slice(0, -1)}\\p{L}{0,4}` : name))
      .join('|')
  })

const MONTHS = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2026, at, 12)))
/** Monday first. */
const WEEK = Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(2026, 5, 1 + at)))

/** Which of several sources a text is, from 1; the longest that fits. */
const whichOf = (sources: readonly string[], said: string): number =>
  sources.findIndex((source) => source !== '' && new RegExp(`^(?:${source})$`, 'iu').test(said)) + 1

const any = (sources: readonly string[]): string =>
  sources
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
    .join('|')

/** The weekday that is named: the coming one, for what is past the last. */
function weekdayNear(wanted: number, moment: Moment, direction: Direction, weeks: number | null): Day {
  const here = today(moment)
  if (weeks !== null) return addDays(mondayOf(here), weeks * 7 + wanted - 1)
  const ahead = (wanted - isoWeekday(here) + 7) % 7
  return direction === 'past' && ahead > 0 ? addDays(here, ahead - 7) : addDays(here, ahead)
}

function moved(day: Day, count: number, unit: string): Day | null {
  try {
    if (unit === 'days') return addDays(day, count)
    if (unit === 'weeks') return addDays(day, count * 7)
    return addMonths(day, unit === 'months' ? count : count * 12)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** So many hours or minutes from now. */
function clocked(count: number, unit: string, moment: Moment): { day: Day; time: string; hasYear: boolean } {
  const minutes = minutesOfTime(timeOf(clockNow(moment)) ?? '00:00') + count * (unit === 'hours' ? 60 : 1)
  const days = Math.floor(minutes / 1_440)
  return { day: addDays(today(moment), days), time: timeOfMinutes(minutes - days * 1_440), hasYear: true }
}

function rulesFor(language: string): Rule[] {
  const table = (tables as Readonly<Record<string, unknown>>)[language] as Table | undefined
  if (!table) return []
  const months = namesOf(language, { month: 'long' }, MONTHS).map((name, at) =>
    any([name, namesOf(language, { month: 'short' }, MONTHS)[at] as string]),
  )
  const weekdays = namesOf(language, { weekday: 'long' }, WEEK)
  const numbers = Object.entries(table.numbers)
  const n = `(?<n>\\d{1,4}|${any(numbers.map(([words]) => words))})`
  const half = `(?<half>${any(Object.values(table.halves))})`
  const units = Object.entries(table.units)
  const unit = `(?<unit>${any(units.map(([, words]) => words))})`
  const countOf = (said: string | undefined): number =>
    said === undefined
      ? 1
      : /^\d/u.test(said)
        ? Number(said)
        : Number(
            numbers[
              whichOf(
                numbers.map(([one]) => one),
                said,
              ) - 1
            ]?.[1] ?? 1,
          )
  const span = (template: string, sign: 1 | -1): Rule =>
    rule(language, template.replace('{n}', n).replace('{unit}', unit), ({ groups = {} }, moment) => {
      const name =
        units[
          whichOf(
            units.map(([, words]) => words),
            groups.unit ?? '',
          ) - 1
        ]?.[0] ?? 'days'
      const count = countOf(groups.n) * sign
      return name === 'hours' || name === 'minutes'
        ? clocked(count, name, moment)
        : whole(moved(today(moment), count, name))
    })
  const dayMonth =
    language === 'ko'
      ? '(?:(?<y>\\d{4})년 ?)?(?<month>\\d{1,2})월 ?(?<d>\\d{1,2})일'
      : `(?<d>\\d{1,2})\\.? (?<month>${any(months)})(?:['’]\\p{L}+)?(?:,? (?<y>\\d{4}))?(?: ?r\\.)?`
  const others = units.filter(([name]) => name === 'weeks' || name === 'months' || name === 'years')
  return [
    rule(language, dayMonth, ({ groups = {} }, moment, direction) => {
      const month = language === 'ko' ? Number(groups.month) : whichOf(months, groups.month ?? '')
      const date = Number(groups.d)
      return groups.y
        ? whole(makeDay(Number(groups.y), month, date))
        : whole(turned(month, date, moment, direction), false)
    }),
    rule(
      language,
      language === 'ko' ? '(?<y>\\d{4})년 ?(?<month>\\d{1,2})월' : `(?<month>${any(months)}) (?<y>\\d{4})`,
      ({ groups = {} }) =>
        whole(
          makeDay(Number(groups.y), language === 'ko' ? Number(groups.month) : whichOf(months, groups.month ?? ''), 1),
        ),
    ),
    span(table.ahead, 1),
    span(table.ago, -1),
    ...Object.entries(table.relative).map(([words, days]) =>
      rule(language, words, (_, moment, direction) =>
        // “कल” is tomorrow and yesterday.
        whole(addDays(today(moment), language === 'hi' && direction === 'past' ? -days : days)),
      ),
    ),
    ...(
      [
        ['next', 1],
        ['last', -1],
      ] as const
    ).flatMap(([way, sign]) => [
      rule(language, `(?:${table[way]}) ?(?<weekday>${any(weekdays)})`, ({ groups = {} }, moment, direction) =>
        whole(weekdayNear(whichOf(weekdays, groups.weekday ?? ''), moment, direction, sign), false),
      ),
      rule(
        language,
        `(?:${table[way]}) ?(?<unit>${any(others.map(([, words]) => words))})`,
        ({ groups = {} }, moment) => {
          const name =
            others[
              whichOf(
                others.map(([, words]) => words),
                groups.unit ?? '',
              ) - 1
            ]?.[0] ?? 'weeks'
          return whole(moved(today(moment), sign, name))
        },
      ),
    ]),
    rule(language, any(weekdays), ([said], moment, direction) =>
      whole(weekdayNear(whichOf(weekdays, said), moment, direction, null), false),
    ),
    rule(language, table.time.replace('{half}', half), ({ groups = {} }, moment) => {
      const isLate = new RegExp(`^(?:${table.halves.pm})$`, 'iu').test(groups.half ?? '')
      const hour = Number(groups.h) + (isLate && Number(groups.h) < 12 ? 12 : 0)
      const minute = groups.thirty ? 30 : Number(groups.m ?? 0)
      return hour < 24 && minute < 60 ? timed(timeOfMinutes(hour * 60 + minute))([] as never, moment, 'future') : null
    }),
  ]
}

/** Languages that write 19.2. for a day. */
const DOTTED: ReadonlySet<string> = new Set(['de', 'pl', 'ru', 'tr', 'nl'])
const dotted = (language: string): Rule =>
  rule(language, '(?<d>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?![\\d.])', ({ groups = {} }, moment, direction) =>
    whole(turned(Number(groups.month), Number(groups.d), moment, direction), false),
  )

const rulesOf = recent(20, (language: string): readonly Rule[] => [
  ...ENGLISH,
  ...rulesFor(language),
  ...(DOTTED.has(language) ? [dotted(language)] : []),
])

const overlaps = (one: DaySaid, other: { from: number; to: number }) => one.from < other.to && other.from < one.to

/** Days and times in words that chrono-node has no rules for: of Polish, Turkish, Korean and Hindi, and what it lacks in English. */
export function daysInWords(text: string, moment: Moment, language: string, direction: Direction): DaySaid[] {
  const found: DaySaid[] = []
  for (const [pattern, read] of rulesOf(language))
    for (const match of text.matchAll(pattern)) {
      const place = { from: match.index, to: match.index + match[0].length }
      if (found.some((one) => overlaps(one, place))) continue
      const said = read(match as RegExpExecArray, moment, direction)
      if (said) found.push({ ...place, ...said })
    }
  return found
}

/** What may stand between a day and its time: “tomorrow at half past 5”, “jutro o 17”. */
const BETWEEN = /^[\s,]*(?:at|um|o|a las?|à|alle|om|às|в|saat|को|के)?[\s,]*$/iu

/** “Quarter to 8 tonight” */
const late = (time: string | null, day: string): string | null =>
  time && time < '12:00' && /night|evening|afternoon/iu.test(day) ? timeOfMinutes(minutesOfTime(time) + 720) : time

/** A day and the time beside it as one; a time alone is today's, or tomorrow's once it is over. */
export function joined(days: readonly DaySaid[], text: string, moment: Moment): DaySaid[] {
  const sorted = days.toSorted((a, b) => a.from - b.from)
  const all: DaySaid[] = []
  for (const one of sorted) {
    const before = all.at(-1)
    if (before && before.to <= one.from && BETWEEN.test(text.slice(before.to, one.from))) {
      if (one.isTimeOnly && !before.time && !before.end) {
        all[all.length - 1] = { ...before, to: one.to, time: late(one.time, text.slice(before.from, before.to)) }
        continue
      }
      if (before.isTimeOnly && !one.time && !one.end) {
        all[all.length - 1] = { ...one, from: before.from, time: late(before.time, text.slice(one.from, one.to)) }
        continue
      }
    }
    all.push(one)
  }
  const now = timeOf(clockNow(moment)) ?? '00:00'
  return all.map((one) => (one.isTimeOnly && (one.time ?? '') < now ? { ...one, day: addDays(one.day, 1) } : one))
}
