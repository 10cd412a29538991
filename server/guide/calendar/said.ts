import { type Day, isLeapYear, makeDay } from '@atrium/domain/dates/days'
import { numberStyle } from '@atrium/domain/numbers/number-style'
import type { GuideContext } from '../guide.ts'
import type { Duration, GuideLanguage } from '../intents/intent.ts'
import { plain, SENTENCE_MAX } from '../phrasing.ts'
import { type DayRead, daysSaid } from '../understanding/days-said.ts'
import { mentionsIn } from '../understanding/mentions.ts'
import { type DurationUnit, durationWords } from '../understanding/unit-words.ts'
import { folded } from '../understanding/words.ts'
import { type ClockSaid, clocksIn } from './clock-said.ts'
import { dayOfFeast } from './feast-days.ts'
import { feastsIn } from './feasts.ts'
import { countryIn, countryOf, type PlaceSaid, placesIn } from './places.ts'
import { type Direction, dayFirstIn, isImpossible, type Moment, momentOf, today } from './reading.ts'
import type { Unit } from './wording.ts'

export interface SpanSaid {
  from: number
  to: number
  value: Duration
  /** As it was written. */
  said: string
}

/** Everything of time that a sentence says. */
export interface TimeSaid {
  text: string
  language: GuideLanguage
  moment: Moment
  here: Day
  days: readonly (DayRead & { feast?: string })[]
  spans: readonly SpanSaid[]
  clocks: readonly ClockSaid[]
  places: readonly PlaceSaid[]
  /** Years that stand alone: 1962, 2030. */
  years: readonly number[]
  /** The country that is named, else the person's. */
  country: string | null
  isCountrySaid: boolean
  /** A day that no calendar has: “30 February”. */
  impossible: string | null
}

const masked = (text: string, places: readonly { from: number; to: number }[]): string =>
  places.reduce((rest, { from, to }) => rest.slice(0, from) + '~'.repeat(to - from) + rest.slice(to), text)

/** Words for a span that no number stands before. */
const ENGLISH_SPANS: readonly (readonly [RegExp, Duration])[] = [
  [/\b(?:an?|one) hour and a half\b/giu, { hours: 1, minutes: 30 }],
  [/\b(?:an?|one) hour and a quarter\b/giu, { hours: 1, minutes: 15 }],
  [/\bhalf an? hour\b|\ba half[- ]hour\b/giu, { minutes: 30 }],
  [/\bquarter of an hour\b/giu, { minutes: 15 }],
  [/\bhalf a year\b/giu, { months: 6 }],
  [/\ba year and a half\b/giu, { months: 18 }],
  [/\ba year and a day\b/giu, { years: 1, days: 1 }],
  [/\b(?:two|2) fortnights\b/giu, { weeks: 4 }],
  [/\b(?:three|3) fortnights\b/giu, { weeks: 6 }],
  [/\b(?:a|one|1) fortnight\b/giu, { weeks: 2 }],
  [/\b(?:a|one|1) decade\b/giu, { years: 10 }],
  [/\b(?:a|one|1) quarter\b(?! (?:past|to))/giu, { months: 3 }],
  [/\ba couple of days\b/giu, { days: 2 }],
  [/\ba couple of weeks\b/giu, { weeks: 2 }],
  [/\ban? hour\b/giu, { hours: 1 }],
  [/\ba minute\b/giu, { minutes: 1 }],
  [/\ba day\b(?! (?:is|was|off))/giu, { days: 1 }],
  [/\ba week\b/giu, { weeks: 1 }],
  [/\ba month\b/giu, { months: 1 }],
  [/\ba year\b/giu, { years: 1 }],
]
const HOURS_SHORT = /(?<![\d:.])(\d{1,3}) ?h(?:ours?|rs?)? ?(\d{1,2})(?: ?m(?:in(?:utes?|s)?)?)?(?![\p{L}\d:])/giu

async function spansIn(text: string, moment: Moment, language: GuideLanguage): Promise<SpanSaid[]> {
  const found: SpanSaid[] = []
  const add = (from: number, to: number, value: Duration) => {
    if (!found.some((one) => from < one.to && one.from < to))
      found.push({ from, to, value, said: text.slice(from, to) })
  }
  for (const match of text.matchAll(HOURS_SHORT))
    add(match.index, match.index + match[0].length, { hours: Number(match[1]), minutes: Number(match[2]) })
  for (const [pattern, value] of ENGLISH_SPANS)
    for (const match of text.matchAll(pattern)) add(match.index, match.index + match[0].length, value)
  for (const match of text.matchAll(/\b(\d{1,2}|one|two|three|four|five) and a half hours?\b/giu))
    add(match.index, match.index + match[0].length, {
      hours: NUMBERS[match[1]?.toLowerCase() ?? ''] ?? Number(match[1]),
      minutes: 30,
    })
  for (const one of await mentionsIn(text, moment, language))
    if (one.kind === 'duration') add(one.from, one.to, one.value)
  return found.sort((a, b) => a.from - b.from)
}
const NUMBERS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5 }

/** A whole year is no day. */
const A_YEAR = /^(?:in |of )?(?:this|the|next|last) year$/iu

/** A date and its month. */
const OF_DATE = /\d.*\p{L}{3}|\p{L}{3}.*\d|\d[月월]/u

interface Options {
  /** What a day without a year is: the coming one, the one before, or this year's. */
  direction: Direction
  /** “90 days from today” says one day, not two: spans are no days. */
  spansApart?: boolean
}

/** Reads a sentence for days, feasts, spans, times of day and places. */
export async function timeSaid(
  { question, now, timeZone, locale }: Pick<GuideContext, 'question' | 'now' | 'timeZone' | 'locale'>,
  language: GuideLanguage,
  { direction, spansApart = false }: Options,
): Promise<TimeSaid> {
  const text = plain(question.slice(0, SENTENCE_MAX)).slice(0, 400)
  const usual = momentOf({ now, timeZone, locale: numberStyle(locale).locale })
  const moment = { ...usual, dayFirst: dayFirstIn(text, usual.dayFirst) }
  const said = countryIn(text, language)
  const country = said ?? countryOf(locale, moment.zone)
  const named = feastsIn(text)
  const spans = await spansIn(text, moment, language)
  const bare = masked(text, spansApart ? [...named, ...spans] : named)
  const read = (await daysSaid(bare, moment, language, direction)).filter(
    ({ from, to }) => !A_YEAR.test(bare.slice(from, to)),
  )
  const isOutside = (from: number) => !read.some((one) => from >= one.from && from < one.to)
  const years = [...text.matchAll(/(?<![\d.,:/-])(?:1[5-9]|20|21)\d\d(?![\d:/]|[.,]\d)/gu)]
    .filter((match) => isOutside(match.index))
    .map(([year]) => Number(year))
  // “11 November in 2027”
  const [year] = years
  const inYear = (one: DayRead): DayRead =>
    year !== undefined &&
    years.length === 1 &&
    !one.hasYear &&
    !one.isTimeOnly &&
    OF_DATE.test(text.slice(one.from, one.to))
      ? { ...one, day: makeDay(year, Number(one.day.slice(5, 7)), Number(one.day.slice(8))) ?? one.day, hasYear: true }
      : one
  const feasts = named.flatMap(({ from, to, key }): (DayRead & { feast: string })[] => {
    const found = dayOfFeast(key, text.slice(to), years, moment, country, direction)
    return found ? [{ from, to, ...found, time: null, feast: key }] : []
  })
  const days: (DayRead & { feast?: string })[] = [
    ...read.filter((day) => !day.isTimeOnly || day.time).map(inYear),
    ...feasts,
  ].sort((a, b) => a.from - b.from)
  const dates = days.filter(({ time, end }) => !time && !end?.time)
  return {
    ...{ text, language, moment, spans, years, country, isCountrySaid: said !== null },
    here: today(moment),
    days: days.filter(({ from, to }) => !years.some((year) => text.slice(from, to) === String(year))),
    clocks: clocksIn(text, [...dates, ...spans]),
    places: placesIn(text, language),
    impossible: impossibleIn(text),
  }
}

const OF_MONTH =
  /\b(?:(?:29|3[01])(?:st|nd|rd|th)?(?: of)? (?:feb|apr|jun|sep|nov)[a-z]*|(?:feb|apr|jun|sep|nov)[a-z]* (?:29|3[01]))\b(?:,? \d{4})?/giu

/** The day in a text that no calendar has. */
function impossibleIn(text: string): string | null {
  for (const [said] of text.matchAll(OF_MONTH)) {
    const year = /^(?:29(?:th)?(?: of)? feb|feb(?:ruary)? 29)/iu.test(said) ? /\d{4}$/u.exec(said)?.[0] : undefined
    if (isImpossible(said) || (year && !isLeapYear(Number(year)))) return said
  }
  return null
}

/** The unit that a question asks for: “how many weeks”; null where none is named. */
export function unitAsked({ text, days, spans, language }: TimeSaid): Unit | null {
  const isFree = (at: number) => ![...days, ...spans].some(({ from, to }) => at >= from && at < to)
  const own = durationWords(language)
  const english = durationWords('en')
  for (const match of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    if (!isFree(match.index)) continue
    const key = folded(match[0])
    if (/^(?:nights?|sleeps?)$/u.test(key)) return 'day'
    const unit = english.get(key)
    if (
      unit &&
      key.length > 2 &&
      (key.endsWith('s') || (/ (?:an?|per|this) $/u.test(text.slice(0, match.index)) === false && language !== 'en'))
    )
      return bare(unit)
    if (language !== 'en' && own.has(key)) return bare(own.get(key) as DurationUnit)
    if (/[\p{sc=Han}\p{sc=Hangul}]/u.test(key))
      for (const [name, of] of own) if (/[\p{sc=Han}\p{sc=Hangul}]/u.test(name) && key.includes(name)) return bare(of)
  }
  return null
}
const bare = (unit: DurationUnit): Unit => unit.slice(0, -1) as Unit
