import { allocate } from '@atrium/domain/money/allocation'
import { currenciesOf } from '@atrium/domain/money/currency-marks'
import { minorDigits } from '@atrium/domain/money/minor-units'
import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { Exact, showNumber } from './numbers.ts'
import { Incalculable } from './parser.ts'
import { type Amount, readAmount } from './reading.ts'
import { equation, writeAmount } from './write.ts'

/** A way to ask, and the answer to it; null when a part is not a number after all. */
interface Phrase {
  pattern: RegExp
  answer: (parts: Record<string, Amount>, style: NumberStyle) => string
}

const show = (amount: Pick<Amount, 'value' | 'currency'>, style: NumberStyle) =>
  writeAmount(amount.value, amount.currency, style)
const percentText = (value: Exact, style: NumberStyle) => `${showNumber(value.toSignificantDigits(12), style).text}%`

/** `x%` of a base, added to it (+1) or taken from it (−1). */
function changed(base: Amount, percent: Amount, direction: 1 | -1, style: NumberStyle): string {
  const part = base.value.times(percent.value).div(100)
  const result = base.value.plus(part.times(direction))
  const sign = direction === 1 ? '+' : '−'
  const left = `${show(base, style)} ${sign} ${percentText(percent.value, style)}`
  return `${equation(left, result, base.currency, style)}\n\n${percentText(percent.value, style)} of ${show(base, style)} is ${writeAmount(part, base.currency, style)}.`
}

/** More than this many do not share a bill. */
const WAYS_MAX = 1_000

/** What each pays, to the minor unit: where it does not come out even, some pay one more or less, so that nothing is lost. */
function split(total: Exact, ways: Exact, currency: string | null, style: NumberStyle): string {
  const digits = minorDigits((currency && currenciesOf(currency)?.[0]) ?? 'USD')
  const said = (value: Exact) => writeAmount(value.toDecimalPlaces(digits), currency, style)
  const minor = total
    .times(10 ** digits)
    .toDecimalPlaces(0)
    .toNumber()
  if (!ways.isInteger() || ways.gt(WAYS_MAX) || !Number.isSafeInteger(minor)) return `**${said(total.div(ways))}** each`
  const parts = allocate(minor, new Array<number>(ways.toNumber()).fill(1))
  const [most = 0, least = 0] = [parts[0], parts.at(-1)]
  const part = (one: number) => said(new Exact(one).div(10 ** digits))
  const count = parts.filter((one) => one === most).length
  if (most === least) return `**${part(most)}** each`
  return count * 2 > parts.length
    ? `**${part(most)}** each, but ${part(least)} for ${parts.length - count} of them`
    : `**${part(least)}** each, but ${part(most)} for ${count} of them`
}

function tip(base: Amount, percent: Amount, ways: Amount | undefined, style: NumberStyle, name = 'tip'): string {
  const part = base.value.times(percent.value).div(100)
  const total = base.value.plus(part)
  const rounded = (value: Exact) => writeAmount(value.toDecimalPlaces(2), base.currency, style)
  // "An 18% tip", "an 8% tip", "an 11% tip"
  const article = /^(?:8|11$|18$|11[.,]|18[.,])/u.test(showNumber(percent.value, style).text) ? 'An' : 'A'
  const lines = [
    `${article} ${percentText(percent.value, style)} ${name} on ${show(base, style)} is **${rounded(part)}**, which makes **${rounded(total)}** in total.`,
    `${show(base, style)} × ${showNumber(percent.value, style).text} ÷ 100 = ${rounded(part)}`,
  ]
  if (ways) {
    if (ways.value.lte(0)) throw new Incalculable('A bill can only be split between at least one person.')
    lines.push(`Split ${showNumber(ways.value, style).text} ways: ${split(total, ways.value, base.currency, style)}.`)
  }
  return lines.join('\n\n')
}

function change(from: Amount, to: Amount, style: NumberStyle): string {
  if (from.value.isZero())
    throw new Incalculable('From zero there is no percentage change: it would mean dividing by zero.')
  const percent = to.value.minus(from.value).div(from.value.abs()).times(100)
  const direction = percent.isZero() ? 'no change' : percent.gt(0) ? 'an increase' : 'a decrease'
  return `From ${show(from, style)} to ${show(to, style)} is **${direction}${percent.isZero() ? '' : ` of ${percentText(percent.abs(), style)}`}**.\n\n(${show(to, style)} − ${show(from, style)}) ÷ ${show({ ...from, value: from.value.abs() }, style)} × 100 = ${showNumber(percent.toSignificantDigits(12), style).text}`
}

function share(part: Amount, whole: Amount, style: NumberStyle): string {
  if (whole.value.isZero()) throw new Incalculable('Nothing is a percentage of zero: it would mean dividing by zero.')
  const percent = part.value.div(whole.value).times(100)
  return `${show(part, style)} is **${percentText(percent, style)}** of ${show(whole, style)}.\n\n${show(part, style)} ÷ ${show(whole, style)} × 100`
}

/** The price before an addition that is in it already. */
function without(gross: Amount, percent: Amount, style: NumberStyle): string {
  const factor = new Exact(1).plus(percent.value.div(100))
  if (factor.lte(0)) throw new Incalculable('Nothing can hold a tax of minus 100% or less.')
  const net = gross.value.div(factor)
  const rounded = (value: Exact) => writeAmount(value.toDecimalPlaces(2), gross.currency, style)
  return `${show(gross, style)} with ${percentText(percent.value, style)} in it is **${rounded(net)}** without, and **${rounded(gross.value.minus(net))}** of tax.\n\n${show(gross, style)} ÷ ${showNumber(factor, style).text}`
}

function simpleInterest(base: Amount, percent: Amount, years: Amount, style: NumberStyle): string {
  const interest = base.value.times(percent.value).times(years.value).div(100)
  const money = (value: Exact) => writeAmount(value.toDecimalPlaces(2), base.currency, style)
  return `Simple interest on ${show(base, style)} at ${percentText(percent.value, style)} a year for ${showNumber(years.value, style).text} years is **${money(interest)}**, which makes **${money(base.value.plus(interest))}**.\n\n${show(base, style)} × ${showNumber(percent.value, style).text} × ${showNumber(years.value, style).text} ÷ 100`
}

/** Without a percentage: the three that are usual. */
function usualTips(base: Amount, style: NumberStyle): string {
  const at = (percent: number) =>
    `${percent}% is **${writeAmount(base.value.times(percent).div(100).toDecimalPlaces(2), base.currency, style)}**`
  return `A tip on ${show(base, style)}: ${at(10)}, ${at(15)}, ${at(20)}. Say “18% tip on …” for another.`
}

const percentSign = '(?:%|percent|per cent|pct)'
const money = 'a |an |the |my |our '

const taxes = '(?:vat|sales tax|tax|gst)'

const phrases: Phrase[] = [
  {
    pattern: new RegExp(
      `^tip (?:on|for|of) (?:${money})*(?<b>.{1,80}?)(?: (?:bill|meal|check|dinner|lunch|tab))?$`,
      'iu',
    ),
    answer: ({ b }, style) => usualTips(b as Amount, style),
  },
  {
    pattern: new RegExp(
      `^(?:split|divide|share) (?<b>.{1,80}?),? (?:with|plus|including|and) (?:an? )?(?<p>[^%]{1,40}?) ?${percentSign} (?:tip|gratuity|service(?: charge)?) (?:between|by|among|in|into) (?<w>[^ ]{1,20})(?: ways| people| persons| of us| friends)?$`,
      'iu',
    ),
    answer: ({ b, p, w }, style) => tip(b as Amount, p as Amount, w, style),
  },
  {
    pattern: new RegExp(
      `^(?:remove|take off|take|subtract|deduct) (?:the )?(?<p>[^%]{1,40}?) ?${percentSign} ${taxes} (?:from|off) (?:${money})*(?<b>.{1,80})$`,
      'iu',
    ),
    answer: ({ b, p }, style) => without(b as Amount, p as Amount, style),
  },
  {
    pattern: new RegExp(
      `^(?:net (?:price |amount )?of )?(?<b>.{1,80}?) (?:without|excluding|excl\\.?|before|minus|less|including|incl\\.?|inclusive of) (?:the )?(?<p>[^%]{1,40}?) ?${percentSign} ${taxes}$`,
      'iu',
    ),
    answer: ({ b, p }, style) => without(b as Amount, p as Amount, style),
  },
  {
    pattern:
      /^(?:from )?(?<f>.{1,60}?) to (?<t>.{1,60}?),? (?:is |in )?(?:what|how (?:many|much)|which) ?(?:percentage|percent|per cent|%)(?: (?:change|increase|decrease|growth))?(?: is (?:it|that))?$/iu,
    answer: ({ f, t }, style) => change(f as Amount, t as Amount, style),
  },
  {
    pattern:
      /^simple interest on (?<b>.{1,60}?) at (?<p>[^%]{1,30}?) ?(?:%|percent)(?: (?:a|per) year| p\.?a\.?| annually)? (?:for|over|after) (?<y>.{1,20}?) years?$/iu,
    answer: ({ b, p, y }, style) => simpleInterest(b as Amount, p as Amount, y as Amount, style),
  },
  {
    pattern: new RegExp(
      `^(?:a )?(?<p>[^%]{1,40}?) ?${percentSign} (?:tip|gratuity|service(?: charge)?) (?:on|of|for|from) (?:${money})*(?<b>.{1,80}?)(?: (?:bill|meal|check|dinner|lunch|tab))?(?:,? (?:and )?(?:split|shared|divided) (?:it )?(?:between|by|among|in|into)? ?(?<w>[^ ]{1,20})(?: ways| people| of us| friends)?)?$`,
      'iu',
    ),
    answer: ({ p, b, w }, style) => tip(b as Amount, p as Amount, w, style),
  },
  {
    pattern: new RegExp(`^tip (?<p>[^%]{1,40}?) ?${percentSign} (?:on|of|for) (?:${money})*(?<b>.{1,80})$`, 'iu'),
    answer: ({ p, b }, style) => tip(b as Amount, p as Amount, undefined, style),
  },
  {
    pattern: new RegExp(
      `^(?:a )?(?<p>[^%]{1,40}?) ?${percentSign} (?:vat|sales tax|tax|gst|commission|fee|interest) (?:on|of|for) (?:${money})*(?<b>.{1,80})$`,
      'iu',
    ),
    answer: ({ p, b }, style) => tip(b as Amount, p as Amount, undefined, style, 'addition'),
  },
  {
    pattern: new RegExp(
      `^(?<p>[^%]{1,40}?) ?${percentSign} (?:off|discount on|discount off|less than|reduction on) (?:of )?(?:${money})*(?<b>.{1,80})$`,
      'iu',
    ),
    answer: ({ p, b }, style) => changed(b as Amount, p as Amount, -1, style),
  },
  {
    pattern: new RegExp(
      `^(?<b>.{1,80}?),? (?:with|at|after|less|minus) (?:a )?(?<p>[^%]{1,40}?) ?${percentSign} (?:off|discount|reduction)$`,
      'iu',
    ),
    answer: ({ p, b }, style) => changed(b as Amount, p as Amount, -1, style),
  },
  {
    pattern: new RegExp(`^take (?<p>[^%]{1,40}?) ?${percentSign} (?:off|from|away from) (?:of )?(?<b>.{1,80})$`, 'iu'),
    answer: ({ p, b }, style) => changed(b as Amount, p as Amount, -1, style),
  },
  {
    pattern: new RegExp(`^(?<p>[^%]{1,40}?) ?${percentSign} more than (?<b>.{1,80})$`, 'iu'),
    answer: ({ p, b }, style) => changed(b as Amount, p as Amount, 1, style),
  },
  {
    pattern: new RegExp(
      `^(?:increase|raise|grow|mark up|up) (?<b>.{1,80}?) by (?<p>[^%]{1,40}?) ?${percentSign}$`,
      'iu',
    ),
    answer: ({ p, b }, style) => changed(b as Amount, p as Amount, 1, style),
  },
  {
    pattern: new RegExp(
      `^(?<b>.{1,80}?) (?:increased|raised|grown|marked up) by (?<p>[^%]{1,40}?) ?${percentSign}$`,
      'iu',
    ),
    answer: ({ p, b }, style) => changed(b as Amount, p as Amount, 1, style),
  },
  {
    pattern: new RegExp(
      `^(?:decrease|reduce|lower|cut|discount|mark down) (?<b>.{1,80}?) by (?<p>[^%]{1,40}?) ?${percentSign}$`,
      'iu',
    ),
    answer: ({ p, b }, style) => changed(b as Amount, p as Amount, -1, style),
  },
  {
    pattern: new RegExp(
      `^(?<b>.{1,80}?) (?:decreased|reduced|lowered|cut|discounted) by (?<p>[^%]{1,40}?) ?${percentSign}$`,
      'iu',
    ),
    answer: ({ p, b }, style) => changed(b as Amount, p as Amount, -1, style),
  },
  {
    pattern: new RegExp(
      `^add (?<p>[^%]{1,40}?) ?${percentSign}(?: vat| tax| tip| interest)? (?:to|on|onto) (?<b>.{1,80})$`,
      'iu',
    ),
    answer: ({ p, b }, style) => changed(b as Amount, p as Amount, 1, style),
  },
  {
    pattern: new RegExp(
      `^(?<b>.{1,80}?) (?:plus|with|and) (?<p>[^%]{1,40}?) ?${percentSign} (?:vat|tax|sales tax|gst|tip|service|interest)$`,
      'iu',
    ),
    answer: ({ p, b }, style) => changed(b as Amount, p as Amount, 1, style),
  },
  {
    pattern:
      /^(?:percentage|percent|%|per cent) (?:change|increase|decrease|difference|growth|drop|gain|loss) (?:from|between) (?<f>.{1,80}?) (?:to|and) (?<t>.{1,80})$/iu,
    answer: ({ f, t }, style) => change(f as Amount, t as Amount, style),
  },
  {
    pattern:
      /^(?<f>.{1,80}?) to (?<t>.{1,80}?) (?:as|in) (?:a )?(?:percentage|percent|%) (?:change|increase|decrease)$/iu,
    answer: ({ f, t }, style) => change(f as Amount, t as Amount, style),
  },
  {
    pattern: /^(?:percentage|percent|per cent|%)(?: is)? of (?<w>.{1,80}?) is (?<a>.{1,80})$/iu,
    answer: ({ a, w }, style) => share(a as Amount, w as Amount, style),
  },
  {
    pattern: /^(?:percentage|percent|per cent|%) (?:of )?(?:is )?(?<a>.{1,80}?) (?:of|out of|in) (?<w>.{1,80})$/iu,
    answer: ({ a, w }, style) => share(a as Amount, w as Amount, style),
  },
  {
    pattern: /^(?<a>.{1,80}?) is what (?:percentage|percent|per cent|%) of (?<w>.{1,80})$/iu,
    answer: ({ a, w }, style) => share(a as Amount, w as Amount, style),
  },
  {
    pattern: /^(?<a>.{1,80}?) (?:as|is) (?:a |what )?(?:percentage|percent|per cent|%) of (?<w>.{1,80})$/iu,
    answer: ({ a, w }, style) => share(a as Amount, w as Amount, style),
  },
  {
    pattern: /^(?<a>.{1,80}?) (?:of|out of|\/) (?<w>.{1,80}?) (?:as|in|to) (?:a )?(?:percentage|percent|per cent|%)$/iu,
    answer: ({ a, w }, style) => share(a as Amount, w as Amount, style),
  },
  {
    pattern: new RegExp(
      `^(?:(?<r>.{1,80}?) is (?<p>[^%]{1,40}?) ?${percentSign} of (?:what(?: number)?|which number)|(?<p2>[^%]{1,40}?) ?${percentSign} of (?:what(?: number)?|which number) is (?<r2>.{1,80}))$`,
      'iu',
    ),
    answer: ({ r, p, r2, p2 }, style) => {
      const result = (r ?? r2) as Amount
      const percent = (p ?? p2) as Amount
      if (percent.value.isZero())
        throw new Incalculable('Zero percent of anything is zero, so there is no such number.')
      const base = result.value.times(100).div(percent.value)
      return `${show(result, style)} is ${percentText(percent.value, style)} of **${writeAmount(base, result.currency, style)}**.\n\n${show(result, style)} × 100 ÷ ${showNumber(percent.value, style).text}`
    },
  },
  {
    pattern:
      /^(?:compound )?interest on (?<b>.{1,60}?) at (?<p>[^%]{1,30}?) ?(?:%|percent)(?: (?:a|per) year| p\.?a\.?| annually)? (?:for|over|after) (?<y>.{1,20}?) years?$/iu,
    answer: ({ b, p, y }, style) => {
      const [base, percent, years] = [b as Amount, p as Amount, y as Amount]
      if (years.value.abs().gt(1_000) || percent.value.abs().gt(1_000))
        throw new Incalculable('I compute compound interest for up to 1,000 years at up to 1,000%.')
      const factor = new Exact(1).plus(percent.value.div(100))
      if (factor.lte(0)) throw new Incalculable('At that rate nothing is left after one year.')
      const end = base.value.times(factor.pow(years.value))
      const money = (value: Exact) => writeAmount(value.toDecimalPlaces(2), base.currency, style)
      return `${show(base, style)} at ${percentText(percent.value, style)} a year, compounded yearly, grows to **${money(end)}** in ${showNumber(years.value, style).text} years: **${money(end.minus(base.value))}** of interest.\n\n${show(base, style)} × ${showNumber(factor, style).text}^${showNumber(years.value, style).text}`
    },
  },
]

/** Answers the ways to ask about percentages that arithmetic notation does not cover; null when it is none of them. */
export function answerPercentage(text: string, style: NumberStyle): string | null {
  for (const phrase of phrases) {
    const groups = phrase.pattern.exec(text)?.groups
    if (!groups) continue
    const parts: Record<string, Amount> = {}
    const complete = Object.entries(groups).every(([name, part]) => {
      if (part === undefined) return true
      const amount = readAmount(part, style)
      if (amount) parts[name] = amount
      return amount !== null
    })
    if (complete) return phrase.answer(parts, style)
  }
  return null
}
