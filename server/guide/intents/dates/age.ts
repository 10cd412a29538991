import {
  addDays,
  addMonths,
  type Day,
  dayParts,
  daysBetween,
  firstDayOf,
  lastDayOf,
  monthOf,
} from '@atrium/domain/dates/days'
import { spanBetween } from '@atrium/domain/dates/spans'
import { type TimeSaid, timeSaid, unitAsked } from '../../calendar/said.ts'
import { inUnit, type Wording, wordingOf } from '../../calendar/wording.ts'
import type { GuideContext } from '../../guide.ts'
import type { DayRead } from '../../understanding/days-said.ts'
import type { GuideLanguage, IntentReply } from '../intent.ts'
import { replyOf } from '../writing.ts'
import { asking } from './asking.ts'
import { say } from './say.ts'

/** When somebody is so many years old; on 28 February where they were born on the 29th. */
const birthday = (born: Day, years: number): Day => addMonths(born, years * 12)
const isAge = (age: number) => Number.isInteger(age) && age > 0 && age < 130

/** What is asked besides the age: “turn 30”, “is she 18 yet”, “10,000 days old”. */
function numberAsked({ text, days, spans }: TimeSaid): { count: number; isDays: boolean } | null {
  const taken = [...days, ...spans.filter(({ value }) => value.years === undefined && value.days === undefined)]
  for (const match of text.matchAll(/(?<![\d.:/-])\d{1,3}(?:[,.]?\d{3})?(?![\d.:/])/gu)) {
    if (taken.some(({ from, to }) => match.index >= from && match.index < to)) continue
    const count = Number(match[0].replace(/[,.]/u, ''))
    const isDays = /^ ?(?:days?|tage?|días?|dias?|jours?|giorni|dagen|dni|gün|дн|天|日|일|يوم|दिन|hari)/iu.test(
      text.slice(match.index + match[0].length),
    )
    if (isDays ? count > 0 && count < 50_000 : isAge(count)) return { count, isDays }
  }
  return null
}

/** A month or a year of birth leaves open whether the birthday is over. */
function vague(born: string, first: Day, last: Day, on: Day, onText: string | null, wording: Wording): IntentReply {
  const { language, count } = wording
  if (first > on) return replyOf([say(language, 'inFuture', { day: born })])
  const end = last > on ? on : last
  const [most, fewest] = [spanBetween(first, on).years, spanBetween(end, on).years]
  return replyOf([
    most === fewest
      ? say(language, 'oldOnly', { born, years: count(most, 'year') })
      : say(language, 'oldEither', { born, fewest, most, on: onText ?? wording.day(on) }),
  ])
}

function turns(born: Day, age: number, { here, text }: TimeSaid, on: Day | null, wording: Wording): IntentReply {
  const { language, day } = wording
  const at = birthday(born, age)
  if (
    /\bwhen\b|\bwhat (?:year|day)\b|wann|cuándo|quando|quand|wanneer|kiedy|ne zaman|когда|什么时候|いつ|언제|متى|कब|kapan/iu.test(
      text,
    )
  )
    return replyOf([say(language, 'turns', { age, day: day(at) })])
  return replyOf([say(language, at <= (on ?? here) ? 'isOldEnough' : 'isTooYoung', { age, day: day(at) })])
}

function exact(born: Day, on: Day, said: TimeSaid, wording: Wording): IntentReply {
  const { language, day, count, span } = wording
  const { here } = said
  if (born > on) return replyOf([say(language, 'inFuture', { day: day(born) })])
  const lived = spanBetween(born, on)
  const unit = unitAsked(said)
  const inside =
    unit && unit !== 'year' && unit !== 'hour' && unit !== 'minute' && unit !== 'second'
      ? inUnit(born, on, unit, wording)
      : null
  const young = lived.years === 0 ? span(lived) : count(lived.years, 'year')
  const next = birthday(born, lived.years + 1)
  return replyOf([
    say(language, 'old', { years: inside ?? young, on: day(on), born: day(born) }),
    say(language, 'lived', { span: span(lived), days: count(daysBetween(born, on), 'day') }),
    on !== here
      ? null
      : lived.months === 0 && lived.days === 0
        ? say(language, 'birthdayToday')
        : say(language, 'nextBirthday', { days: count(daysBetween(here, next), 'day'), day: day(next) }),
  ])
}

/** The day that an age is asked for: one that is said besides the birth, a year, or today. */
const isLater = (one: DayRead, other: DayRead) => one.day > other.day

function answered(said: TimeSaid, wording: Wording): IntentReply {
  const { days, years, here, text } = said
  const { language, count, day } = wording
  const [one, other] = days
  const now = dayParts(here).year
  const wanted = numberAsked(said)
  if (one && other) {
    if (
      /\b(?:older|younger|apart|difference)\b|unterschied|diferencia|diferença|écart|differenza|verschil|różnica|fark/iu.test(
        text,
      )
    ) {
      const [early, late] = isLater(one, other) ? [other.day, one.day] : [one.day, other.day]
      return replyOf([
        say(language, 'agesApart', {
          span: wording.span(spanBetween(early, late)),
          ...{ days: count(daysBetween(early, late), 'day'), from: day(early), to: day(late) },
        }),
      ])
    }
    const [born, on] = isLater(one, other) ? [other, one] : [one, other]
    if (wanted && !wanted.isDays) return turns(born.day, wanted.count, said, on.day, wording)
    return exact(born.day, on.day, said, wording)
  }
  if (one) {
    if (wanted?.isDays)
      return replyOf([
        say(language, 'daysOld', { days: count(wanted.count, 'day'), day: day(addDays(one.day, wanted.count)) }),
      ])
    if (wanted && !/^(?:how old|wie alt)/iu.test(text)) return turns(one.day, wanted.count, said, null, wording)
    const later = years.find((year) => year > dayParts(one.day).year)
    const month = monthOf(one.day)
    if (later !== undefined) return ageIn(one.day, later, wording)
    if (one.isMonth)
      return unitAsked(said) === 'month'
        ? exact(one.day, here, said, wording)
        : vague(wording.month(one.day), firstDayOf(month), lastDayOf(month), here, null, wording)
    return exact(one.day, here, said, wording)
  }
  const [first, second] = [...years].sort((a, b) => a - b)
  if (first !== undefined) {
    const on = second ?? now
    if (/\b(?:built|house|founded|company|car)\b/iu.test(text) && on === now)
      return replyOf([say(language, 'since1', { born: String(first), years: count(now - first, 'year') })])
    if (wanted && second === undefined && !wanted.isDays && /\bturns?\b|\bwhen\b|wann|quand|cuándo/iu.test(text))
      return replyOf([say(language, 'unitYear', { year: String(first + wanted.count) })])
    if (first > on) return asking('askBirth', said, wording)
    const before =
      on === now ? vague(String(first), `${first}-01-01`, `${first}-12-31`, here, String(now), wording) : null
    if (before) return before
    return replyOf([
      say(language, 'oldEither', { born: String(first), fewest: on - first - 1, most: on - first, on: String(on) }),
    ])
  }
  if (wanted && !wanted.isDays) {
    // Whoever is so old today was born in the year that ends today.
    const early = dayParts(addDays(addMonths(here, -12 * (wanted.count + 1)), 1)).year
    return replyOf([say(language, 'bornEither', { late: String(now - wanted.count), early: String(early) })])
  }
  return asking('askBirth', said, wording)
}

/** In a year that is still to come the birthday is the day that counts. */
function ageIn(born: Day, year: number, wording: Wording): IntentReply {
  const years = year - dayParts(born).year
  return replyOf([
    say(wording.language, 'old', {
      years: wording.count(years, 'year'),
      on: wording.day(birthday(born, years)),
      born: wording.day(born),
    }),
  ])
}

/** How old somebody is, was or will be, and when they reach an age. */
export async function ageAnswer(context: GuideContext, language: GuideLanguage): Promise<IntentReply> {
  return answered(await timeSaid(context, language, { direction: 'past' }), wordingOf(context, language))
}
