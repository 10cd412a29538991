import { Exact } from '../../calculation/numbers.ts'
import { momentOf } from '../../calendar/reading.ts'
import type { GuideContext } from '../../guide.ts'
import type { Quantity } from '../../measures/quantity.ts'
import { longest, mentionsIn } from '../../understanding/mentions.ts'
import type { Duration, GuideLanguage, Money } from '../intent.ts'
import { type WordsByLanguage, wordsIn } from '../words.ts'
import words from './words.json' with { type: 'json' }

const PERIODS = ['hourly', 'daily', 'weekly', 'monthly', 'yearly'] as const
export type Period = (typeof PERIODS)[number]

interface Place {
  from: number
  to: number
  /** Its place among all figures of the sentence. */
  at: number
}
export interface Amount extends Place, Money {
  /** “250 a month” */
  period: Period | null
  /** A bare number, that may as well be a count. */
  isBare: boolean
}
export interface Percent extends Place {
  value: Exact
  period: Period | null
}
export interface Span extends Place {
  value: Duration
  /** “38 hours a week” */
  period: Period | null
}
export interface Measured extends Place {
  value: Quantity
}

/** The figures of a sentence, each with what stands beside it. */
export interface Said {
  text: string
  language: GuideLanguage
  amounts: readonly Amount[]
  percents: readonly Percent[]
  spans: readonly Span[]
  quantities: readonly Measured[]
  /** The first day that is named, where it is no span of time. */
  day: string | null
  /** ISO 4217, of the first amount that has one. */
  currency: string | null
}

/** “1,000 goes in every month”: a few words before the time. */
const LATER_AFTER =
  /^(?: (?!(?:how|what|when|which|much|many|in|for|so|and|or|is)(?!\p{L}))\p{L}+| in| in (?:the|my|our)){1,4}(?<! (?:in|within|after|for|over|of)) (?:per|each|every|a) (hour|day|week|month|year)(?!\p{L})/iu
const WORDS_AFTER =
  /^\s*(?:-|\/ ?|per |a |an |each |every |by the |p\.? ?)?(hour|hr|h|hourly|day|daily|workday|week|weekly|wk|w|month|monthly|mth|mo|m|cm|year|yearly|yr|annum|annual|annually|a\.?)(?![\p{L}])/iu
const ENGLISH: readonly (readonly [RegExp, Period])[] = [
  [/^h/iu, 'hourly'],
  [/^(?:d|workday)/iu, 'daily'],
  [/^w/iu, 'weekly'],
  [/^(?:m|cm)/iu, 'monthly'],
  [/^[ya]/iu, 'yearly'],
]
const WORDS_BEFORE =
  /(hourly|daily|weekly|monthly|yearly|annual|annually|hour(?= rate)|day(?= rate)|every (?:hour|day|week|month|year)|each (?:day|week|month|year))(?: (?:rate|wages?|pay|salary|payments?|instal\w+|income|savings|contributions?|deposits?|premium))?(?: (?:of|is|i (?:can |could )?(?:save|pay|put(?: aside)?|add)))?\s*:?\s*$/iu

/** “Annual to monthly 36,000” */
const TURNED =
  /(hourly|daily|weekly|monthly|yearly|annual|annually) (?:to|into|in|→|->) (?:hourly|daily|weekly|monthly|yearly|annual|annually):?\s*$/iu

/** By what time an amount is: “250 a month”, “monthly payments of 250”, “月給30万”. */
function periodOf(before: string, after: string, language: GuideLanguage): Period | null {
  const english = WORDS_AFTER.exec(after)?.[1] ?? (language === 'en' ? LATER_AFTER.exec(after)?.[1] : undefined)
  if (english && !/^\s*[a-z]\.?$/iu.test(WORDS_AFTER.exec(after)?.[0] ?? ''))
    return ENGLISH.find(([pattern]) => pattern.test(english))?.[1] ?? null
  const near = (text: string, isNear: (index: number, length: number) => boolean) =>
    PERIODS.find((period) =>
      wordsIn(text, words.cues[period], language).some(({ index, length }) => isNear(index, length)),
    ) ?? null
  if (language !== 'en') {
    const found = near(after.slice(0, 16), (index) => index <= 5)
    if (found) return found
    return near(before.slice(-12), (index, length) => Math.min(12, before.length) - index - length <= 3)
  }
  const turned = TURNED.exec(before)?.[1]
  if (turned) return ENGLISH.find(([pattern]) => pattern.test(turned))?.[1] ?? null
  const adjective = WORDS_BEFORE.exec(before)?.[1]?.replace(/^(?:every|each) /iu, '')
  return adjective ? (ENGLISH.find(([pattern]) => pattern.test(adjective))?.[1] ?? null) : null
}

/** “which one”: no count. */
const isPronoun = (text: string): boolean => /^one$/iu.test(text)

/** A day of the calendar: “June”, “2027-01-20”; “at 12” and “2/3” are as well other things. */
const CALENDAR = /\d{4}-\d|\d[./]\d{1,2}[./]\d|^(?!(?:at|by|um|alle|las)(?!\p{L})).*\p{L}{3}|[年月日]/iu
/** “In a year” */
const ARTICLE_SPAN = /\b(?:in|within|after|for|over|of) (a year|a month|a week|a decade|one year)(?!\p{L})/giu
const ARTICLE_SPANS: Readonly<Record<string, Duration>> = {
  ...{ 'a year': { years: 1 }, 'one year': { years: 1 }, 'a month': { months: 1 }, 'a week': { weeks: 1 } },
  'a decade': { years: 10 },
}

/** The figures of what a person asked. */
export async function saidIn(context: GuideContext, language: GuideLanguage): Promise<Said> {
  const text = context.question.replaceAll(/\s+/gu, ' ').trim()
  const mentions = await mentionsIn(text, momentOf(context), language)
  const values = longest(mentions.filter(({ kind }) => kind !== 'date')).sort((a, b) => a.from - b.from)
  const days = mentions.filter(
    (one) =>
      one.kind === 'date' &&
      CALENDAR.test(text.slice(one.from, one.to)) &&
      !values.some(({ kind, from, to }) => kind !== 'number' && from < one.to && one.from < to),
  )
  const [day] = days
  const figures = values.filter(({ from, to }) => !days.some((one) => one.from <= from && to <= one.to))
  const amounts: Amount[] = []
  const percents: Percent[] = []
  const spans: Span[] = []
  const quantities: Measured[] = []
  for (const [at, one] of figures.entries()) {
    const [before, after] = [
      text.slice(figures[at - 1]?.to ?? 0, one.from),
      text.slice(one.to, figures[at + 1]?.from ?? text.length),
    ]
    const place = { from: one.from, to: one.to, at }
    const period = periodOf(before, after, language)
    if (one.kind === 'money') amounts.push({ ...place, ...one.value, period, isBare: false })
    else if (one.kind === 'number') {
      if (!isPronoun(text.slice(one.from, one.to)))
        amounts.push({ ...place, amount: one.value, currency: null, period, isBare: true })
    } else if (one.kind === 'percent') percents.push({ ...place, value: one.value, period })
    else if (one.kind === 'duration') spans.push({ ...place, value: one.value, period })
    else if (one.kind === 'quantity') quantities.push({ ...place, value: one.value })
  }
  if (language === 'en' && spans.length === 0)
    for (const { 1: span = '', index, 0: whole } of text.matchAll(ARTICLE_SPAN)) {
      const value = ARTICLE_SPANS[span.toLowerCase()]
      if (value) spans.push({ from: index, to: index + whole.length, at: figures.length, value, period: null })
    }
  return {
    ...{ text, language, amounts, percents, spans, quantities },
    day: day?.kind === 'date' ? day.value : null,
    currency: amounts.find(({ currency }) => currency !== null)?.currency ?? null,
  }
}

/** “1.2m” and “280 k” are said of money as well as of metres and kelvins. */
export const withMillions = (said: Said): Said => {
  const scales = said.quantities.flatMap((one) => {
    const unit = /^[\d.,]+ ?([mkK])$/u.exec(said.text.slice(one.from, one.to))?.[1]
    return unit && one.value.parts.length === 1 ? [{ one, power: unit === 'm' ? 6 : 3 }] : []
  })
  if (scales.length === 0) return said
  const read = scales.map(
    ({ one: { from, to, at, value }, power }): Amount => ({
      ...{ from, to, at, currency: null, period: null, isBare: true },
      amount: (value.parts[0]?.value ?? new Exact(0)).times(10 ** power),
    }),
  )
  return { ...said, amounts: [...said.amounts, ...read].sort((a, b) => a.from - b.from) }
}

/** Counts of other things than money: “two coupons”, “I'm 30”, where other amounts are said. */
const isAside = (said: Said, { from, to, isBare, amount }: Amount): boolean =>
  isBare &&
  ((/^\p{L}/u.test(said.text.slice(from, to)) &&
    amount.gte(1) &&
    amount.lte(12) &&
    /^ (?!grand)\p{L}{3,}/u.test(said.text.slice(to, to + 8))) ||
    /(?:i'm|i am|age|aged) $/iu.test(said.text.slice(Math.max(0, from - 6), from)))

/** Without what is no money, if any money is left. */
export const onlySums = (said: Said): Said => {
  const left = said.amounts.filter((amount) => !isAside(said, amount))
  return left.length > 0 ? { ...said, amounts: left } : said
}

/** A word behind a figure tells of it less than one before it, by so many characters. */
const BEHIND = 12
/** Characters between a word and the figure that it tells of. */
const FAR = 28

/** Of some figures the one that a word stands at: before it, or else right behind it. */
export function cuedBy<F extends Place>(said: Said, figures: readonly F[], cue: WordsByLanguage): F | null {
  let best: { figure: F; distance: number } | null = null
  for (const { index, length } of wordsIn(said.text, cue, said.language))
    for (const figure of figures) {
      const gap = index - figure.to
      // “20% down at 6 %”: right behind it is as good as before it.
      const distance = index < figure.from ? figure.from - index - length : gap <= 1 ? gap : gap + BEHIND
      const between = figures.some(
        (other) =>
          other !== figure && other.from > Math.min(index, figure.from) && other.to < Math.max(index, figure.to),
      )
      if (distance >= 0 && distance <= FAR && !between && (!best || distance < best.distance))
        best = { figure, distance }
    }
  return best?.figure ?? null
}

export const without = <F>(figures: readonly F[], ...taken: readonly (F | null | undefined)[]): F[] =>
  figures.filter((one) => !taken.includes(one))

/** The text around a figure. */
export const beside = (said: Said, { from, to }: Place, reach = 16) => ({
  before: said.text.slice(Math.max(0, from - reach), from),
  after: said.text.slice(to, to + reach),
})

export const byAmount = (a: Money, b: Money): number => b.amount.cmp(a.amount)
