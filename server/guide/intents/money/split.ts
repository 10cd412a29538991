import { allocate } from '@atrium/domain/money/allocation'
import { minorDigits } from '@atrium/domain/money/minor-units'
import { percentOn } from '@atrium/domain/money/price'
import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { Exact } from '../../calculation/numbers.ts'
import type { GuideContext } from '../../guide.ts'
import { defineIntent, type GuideLanguage, type IntentReply, type Money } from '../intent.ts'
import { replyOf, styleOf, writeFigure, writeMoney, writeNumber, writePercent } from '../writing.ts'
import { amountProblem, peopleProblem, rateProblem } from './limits.ts'
import { type Amount, beside, byAmount, cuedBy, type Said, saidIn, withMillions, without } from './said.ts'
import { examples, say } from './say.ts'
import { moneySlots } from './slots.ts'
import words from './words.json' with { type: 'json' }

const PEOPLE_AFTER =
  /^[- ]?(?:people|persons?|pax|of us|of them|friends?|ways?|guests?|kids|children|siblings|colleagues|couples|adults|flatmates|roommates|housemates|members|winners|passengers|mates|guys|heads?|parts?|shares|players|at the table|we )/iu
const PEOPLE_BEFORE =
  /(?:between|among|amongst|by|into|we(?:'re| are| were)|there(?:'s| are| were)|people:|of the|me and) ?(?:my |me and |the |us |all )?$/iu
const MAYBE_BEFORE = /\b(?:for|in|and) $/iu
const ME_AND = /(?:\bme (?:and|\+|plus|with) (?:my |the )?)$/iu
const AND_ME = /^(?: \p{L}+)? (?:and|\+|plus) (?:me|i|myself)\b/iu

/** Among how many a bill is. */
export function peopleIn(said: Said): Amount | null {
  const counts = said.amounts.filter(
    ({ isBare, amount, period }) =>
      isBare && period === null && amount.isInteger() && amount.gt(0) && amount.lte(1_000),
  )
  const named =
    counts.find((one) => PEOPLE_AFTER.test(beside(said, one, 24).after)) ?? cuedBy(said, counts, words.people)
  const isBefore = (pattern: RegExp) => (one: Amount) => pattern.test(beside(said, one, 24).before)
  const small = counts.toSorted((a, b) => a.amount.cmp(b.amount))
  const told =
    named ??
    (said.language === 'en' ? (small.find(isBefore(PEOPLE_BEFORE)) ?? small.find(isBefore(MAYBE_BEFORE))) : null)
  const found = told ?? (said.amounts.length > 1 ? small[0] : null)
  if (!found) return null
  const { before, after } = beside(said, found, 24)
  return ME_AND.test(before) || AND_ME.test(after) ? { ...found, amount: found.amount.plus(1) } : found
}

const same = (one: Amount, other: Amount | null): boolean => one.from === other?.from

/** “2:1”, “60/40”, “double what she pays”: the parts that a sum is divided into, and the figures that say so. */
function partsIn(said: Said, bill: Amount | undefined): { parts: Exact[]; label: string } | null {
  const ratio = /(?<![\d.,])(\d{1,3}(?:\.\d+)?%?(?:\s?[:/]\s?\d{1,3}(?:\.\d+)?%?)+)(?![\d.,]*\d)/u.exec(said.text)?.[1]
  if (ratio) {
    const parts = ratio.split(/\s?[:/]\s?/u).map((part) => new Exact(part.replace('%', '')))
    return { parts, label: parts.map((part) => part.toFixed()).join(' : ') }
  }
  if (said.percents.length === 2 && said.percents.reduce((sum, { value }) => sum.plus(value), new Exact(0)).eq(100))
    return {
      parts: said.percents.map(({ value }) => value),
      label: said.percents.map(({ value }) => `${value.toFixed()} %`).join(' : '),
    }
  if (/\b(?:double|twice)\b/iu.test(said.text)) return { parts: [new Exact(2), new Exact(1)], label: '2 : 1' }
  const part = said.amounts.find(({ isBare, amount }) => isBare && amount.gt(0) && amount.lt(1))
  if (part && !part.amount.eq('0.5') && /\brest|remaining|other\b/iu.test(said.text)) {
    const [top, bottom] = part.amount.toFraction(100) as unknown as [Exact, Exact]
    return { parts: [top, bottom.minus(top)], label: `${top.toFixed()} : ${bottom.minus(top).toFixed()}` }
  }
  const weights = said.amounts.filter((one) => one !== bill && !same(one, null))
  if (
    weights.length >= 2 &&
    /\b(?:income|earns?|ages?|proportion\w*|ratio|weights?|shares? of|according)\b/iu.test(said.text)
  ) {
    const those = weights
      .filter(({ amount }) => amount.gt(0))
      .slice(-Math.max(2, weights.length - (peopleIn(said) && weights.length > 2 ? 1 : 0)))
    return { parts: those.map(({ amount }) => amount), label: those.map(({ amount }) => amount.toFixed()).join(' : ') }
  }
  return null
}

/** What each had or paid, or that some pay half: that is more than a bill and a number. */
const UNEVEN =
  /\b(?:pays? (?:only )?half|only pays|who owes)\b|\b(?:had|paid|covered|owes?)\b.*\b(?:had|paid|covered)\b/iu

/** A bill among people, equally or in parts, with or without a tip, so that the shares add up to it. */
export const split = defineIntent({
  id: 'money.split',
  slots: moneySlots,
  examples: examples('money.split'),
  async reply(_, context, language): Promise<IntentReply> {
    const said = withMillions(await saidIn(context, language))
    const style = styleOf(context)
    const money = said.amounts.filter(({ isBare }) => !isBare)
    const inRatio = (one: Amount) =>
      /(?:\d\s?[:/]\s?)$/u.test(beside(said, one, 4).before) || /^\s?[:/]\s?\d/u.test(beside(said, one, 4).after)
    const sums = (money.length > 0 ? money : said.amounts).filter((one) => !inRatio(one))
    const bill = sums.toSorted(byAmount)[0]
    if (!bill) return { markdown: say(language, 'splitAsk') }
    if (UNEVEN.test(said.text)) return { markdown: say(language, 'splitAsk') }
    const parts = partsIn(said, /\b(?:income|earns?)\b/iu.test(said.text) ? incomeBill(said, sums) : bill)
    if (parts) {
      const whole = /\b(?:income|earns?)\b/iu.test(said.text) ? (incomeBill(said, sums) ?? bill) : bill
      return inParts(whole.amount, parts, said, context)
    }
    const halves = /\b(?:half each|go(?:ing)? halves|half and half|fifty[- ]fifty|50[-/]50|each half)\b/iu.test(
      said.text,
    )
      ? 2
      : /\b(?:go(?:ing)? thirds|in thirds)\b/iu.test(said.text)
        ? 3
        : null
    const found = peopleIn(said)
    const people = found && !halves && !same(found, bill) ? found : null
    const count = people?.amount ?? (halves ? new Exact(halves) : null)
    const rate = said.percents[0]?.value ?? null
    if (!count) return { markdown: say(language, 'splitAsk') }
    const tip = cuedBy(
      said,
      without(
        said.amounts.filter((one) => !same(one, people)),
        bill,
      ),
      { en: ['tip', 'service', 'gratuity'] },
    )
    const place = [language, style] as const
    const problem =
      amountProblem(bill.amount, place) ?? peopleProblem(count, place) ?? (rate ? rateProblem(rate, place) : null)
    if (problem) return problem
    return shared(said, { bill: bill.amount, people: { ...bill, amount: count }, rate, tip: tip?.amount }, context)
  },
})

/** “Rent of 1,500 by income, 3,000 and 2,000”: the sum is what is named first. */
const incomeBill = (said: Said, sums: readonly Amount[]): Amount | undefined =>
  cuedBy(said, sums, { en: ['rent', 'bill', 'total', 'cost', 'costs', 'split', 'share', 'divide'] }) ?? sums[0]

interface Bill {
  bill: Exact
  people: Amount
  rate: Exact | null
  tip?: Exact | undefined
}

/** What each pays. */
export function shared(said: Said, { bill, people, rate, tip }: Bill, context: GuideContext): IntentReply {
  const { language, currency } = said
  const style = styleOf(context)
  const total = (rate ? percentOn(bill, rate) : bill).plus(tip ?? 0)
  const money = (value: Exact) => writeMoney(value, currency, style)
  const withTip = rate ? ` × (1 + ${writePercent(rate, style)})` : ''
  const made = tip
    ? `(${writeFigure(bill, style)} + ${writeFigure(tip, style)})`
    : `${writeFigure(bill, style)}${withTip}`
  const wrong = peopleProblem(people.amount, [language, style])
  if (wrong) return wrong
  return replyOf(
    [
      sayShares({ amount: total, currency }, people.amount.toNumber(), language, style),
      rate || tip ? say(language, 'tipIncluded', { total: money(total), tip: money(total.minus(bill)) }) : null,
      `${made} ÷ ${writeNumber(people.amount, style)}`,
    ],
    total.div(people.amount),
  )
}

function inParts(
  bill: Exact,
  { parts, label }: { parts: Exact[]; label: string },
  said: Said,
  context: GuideContext,
): IntentReply {
  const style = styleOf(context)
  const wrong = amountProblem(bill, [said.language, style])
  if (wrong) return wrong
  const minor = new Exact(10).pow(minorDigits(said.currency ?? 'USD'))
  const scale = new Exact(10).pow(Math.max(0, ...parts.map((part) => part.decimalPlaces())))
  const whole = bill.times(minor).round().toNumber()
  const all = parts.reduce((sum, part) => sum.plus(part), new Exact(0))
  if (!Number.isSafeInteger(whole) || parts.length > 20 || !all.gt(0))
    return { markdown: say(said.language, 'splitAsk') }
  const shares = allocate(
    whole,
    parts.map((part) => part.times(scale).toNumber()),
  ).map((one) => new Exact(one).div(minor))
  return replyOf([
    shares.map((share) => `**${writeMoney(share, said.currency, style)}**`).join(' + '),
    `${writeFigure(bill, style)} = ${label}`,
  ])
}

function sayShares({ amount, currency }: Money, people: number, language: GuideLanguage, style: NumberStyle): string {
  const minor = new Exact(10).pow(minorDigits(currency ?? 'USD'))
  const money = (value: Exact) => writeMoney(value, currency, style)
  const whole = amount.times(minor).round().toNumber()
  if (!Number.isSafeInteger(whole)) return say(language, 'each', { each: money(amount.div(people)) })
  const shares = allocate(whole, new Array<number>(people).fill(1))
  const [most = 0, least = 0] = [shares[0], shares.at(-1)]
  const share = (one: number) => money(new Exact(one).div(minor))
  if (most === least) return say(language, 'each', { each: share(most) })
  const payMore = shares.filter((one) => one === most).length
  const [usually, otherwise, others] = payMore * 2 > people ? [most, least, people - payMore] : [least, most, payMore]
  return say(language, 'eachUneven', {
    each: share(usually),
    other: share(otherwise),
    people: writeNumber(new Exact(others), style),
  })
}
