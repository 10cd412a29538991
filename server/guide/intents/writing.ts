import { type Day, dayParts } from '@atrium/domain/dates/days'
import { minorDigits } from '@atrium/domain/money/minor-units'
import { type NumberStyle, numberStyle } from '@atrium/domain/numbers/number-style'
import { Exact, showMoney, showRounded } from '../calculation/numbers.ts'
import type { GuideContext } from '../guide.ts'
import type { Duration, GuideLanguage, IntentReply } from './intent.ts'

/** How the person of a question writes numbers. */
export const styleOf = (context: Pick<GuideContext, 'locale'>): NumberStyle => numberStyle(context.locale)

const cents = (value: Exact): Exact => value.toDecimalPlaces(2)

/** An amount as it can be paid: what is left of a price and what is taken off add up to it. */
export const inMinorUnits = (value: Exact, currency: string | null): Exact =>
  value.toDecimalPlaces(currency ? minorDigits(currency) : 2)

/** Money as people write it: in the currency's own decimals, without a currency 12 or 12.50. */
export function writeMoney(value: Exact, currency: string | null, style: NumberStyle): string {
  if (currency) return showMoney(value, currency, style)
  const rounded = cents(value)
  if (rounded.isInteger()) return showRounded(rounded, 0, style)
  return new Intl.NumberFormat(style.locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    .format(rounded.toFixed() as Intl.StringNumericLiteral)
    .replace('-', '−')
}

/** A number of a formula, to at most eight decimals. */
export const writeNumber = (value: Exact, style: NumberStyle, places = 8): string => showRounded(value, places, style)

/** An amount in a formula: 86.50 and 1.859. */
export const writeFigure = (value: Exact, style: NumberStyle): string =>
  value.decimalPlaces() <= 2 ? writeMoney(value, null, style) : writeNumber(value, style)

/** 19 as the place writes it: `19%`, `19 %`, `%19`. */
export const writePercent = (percent: Exact, style: NumberStyle, places = 4): string =>
  new Intl.NumberFormat(style.locale, { style: 'percent', maximumFractionDigits: places })
    .format(percent.div(100).toFixed() as Intl.StringNumericLiteral)
    .replace('-', '−')

const unitOf = (count: number, unit: 'year' | 'month', language: GuideLanguage): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)

/** `3 years, 4 months`, in the words of a language; `both` says the months besides: `3 years, 4 months (40 months)`. */
export function writeMonths(months: number, language: GuideLanguage, as: 'years' | 'both' = 'years'): string {
  const [years, left] = [Math.floor(months / 12), months % 12]
  const parts = [
    ...(years ? [unitOf(years, 'year', language)] : []),
    ...(left || !years ? [unitOf(left, 'month', language)] : []),
  ]
  const written = new Intl.ListFormat(language, { type: 'unit' }).format(parts)
  return as === 'both' && years > 0 ? `${written} (${unitOf(months, 'month', language)})` : written
}

/** `May 2029` */
export function writeMonthOf(day: Day, language: GuideLanguage): string {
  const { year, month } = dayParts(day)
  return new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    calendar: 'gregory',
  }).format(Date.UTC(year, month - 1, 1))
}

/** A count of a unit of time: `27 weeks`. */
export const writeCount = (
  count: Exact,
  unit: 'year' | 'month' | 'week' | 'day' | 'hour',
  language: GuideLanguage,
  places = 2,
): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: places }).format(
    count.toFixed() as Intl.StringNumericLiteral,
  )

const none = new Exact(0)
const part = (value: number | undefined) => new Exact(value ?? 0)

/** A duration in months, twelve of them a year, 52 weeks a year, 365 days. */
export const monthsOf = (duration: Duration): Exact =>
  part(duration.years)
    .times(12)
    .plus(part(duration.months))
    .plus(part(duration.weeks).times(12).div(52))
    .plus(part(duration.days).times(12).div(365))
    .toDecimalPlaces(20)

/** A duration in hours, for work: of days and longer it has none. */
export const hoursOf = (duration: Duration): Exact =>
  part(duration.hours).plus(part(duration.minutes).div(60)).plus(part(duration.seconds).div(3600))

export const isAbove0 = (value: Exact): boolean => value.isFinite() && value.gt(none)

/** The lines of a reply, and the number that is found in it. */
export const replyOf = (lines: readonly (string | null)[], number?: Exact): IntentReply => ({
  markdown: lines.filter((line) => line !== null).join('\n\n'),
  ...(number && { number: cents(number) }),
})

/** A text to copy. */
export const codeBlock = (text: string): string => {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length + 1)))
  return `${fence}\n${text}\n${fence}`
}
