import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { type Exact, showNumber } from './numbers.ts'
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

const percentSign = '(?:%|percent|per cent|pct)'
const phrases: Phrase[] = [
  {
    pattern:
      /^(?:from )?(?<f>.{1,60}?) to (?<t>.{1,60}?),? (?:is |in )?(?:what|how (?:many|much)|which) ?(?:percentage|percent|per cent|%)(?: (?:change|increase|decrease|growth))?(?: is (?:it|that))?$/iu,
    answer: ({ f, t }, style) => change(f as Amount, t as Amount, style),
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
