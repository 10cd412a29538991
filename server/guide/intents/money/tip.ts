import { allocate } from '@atrium/domain/money/allocation'
import { minorDigits } from '@atrium/domain/money/minor-units'
import { percentOn } from '@atrium/domain/money/price'
import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { Exact } from '../../calculation/numbers.ts'
import { defineIntent, type GuideLanguage, type Money } from '../intent.ts'
import { replyOf, styleOf, writeFigure, writeMoney, writeNumber, writePercent } from '../writing.ts'
import { amountProblem, peopleProblem, rateProblem } from './limits.ts'
import { examples, say } from './say.ts'

/** Said where nobody says how much to tip. */
const usual = [10, 15, 20].map((percent) => new Exact(percent))

/** The tip on a bill. */
export const tip = defineIntent({
  id: 'money.tip',
  slots: { bill: { kind: 'money', required: true }, rate: { kind: 'percent' } },
  examples: examples('money.tip'),
  reply({ bill, rate }, context, language) {
    const style = styleOf(context)
    const place = [language, style] as const
    const problem = amountProblem(bill.amount, place) ?? (rate ? rateProblem(rate, place) : null)
    if (problem) return problem
    const money = (value: Exact) => writeMoney(value, bill.currency, style)
    const line = (percent: Exact) => {
      const total = percentOn(bill.amount, percent)
      return say(language, 'tip', { tip: money(total.minus(bill.amount)), total: money(total) })
    }
    if (!rate)
      return replyOf([
        say(language, 'tipChoices', { bill: money(bill.amount) }),
        ...usual.map((percent) => `${writePercent(percent, style)}: ${line(percent)}`),
      ])
    return replyOf(
      [line(rate), `${writeFigure(bill.amount, style)} × ${writePercent(rate, style)}`],
      percentOn(bill.amount, rate),
    )
  },
})

/** A bill among people, with or without a tip, so that the shares add up to it. */
export const split = defineIntent({
  id: 'money.split',
  slots: {
    bill: { kind: 'money', required: true },
    people: { kind: 'number', required: true },
    tip: { kind: 'percent' },
  },
  examples: examples('money.split'),
  reply({ bill, people, tip: rate }, context, language) {
    const style = styleOf(context)
    const place = [language, style] as const
    const problem =
      amountProblem(bill.amount, place) ?? peopleProblem(people, place) ?? (rate ? rateProblem(rate, place) : null)
    if (problem) return problem
    const total = rate ? percentOn(bill.amount, rate) : bill.amount
    const money = (value: Exact) => writeMoney(value, bill.currency, style)
    const withTip = rate ? ` × (1 + ${writePercent(rate, style)})` : ''
    return replyOf(
      [
        sayShares({ amount: total, currency: bill.currency }, people.toNumber(), language, style),
        rate ? say(language, 'tipIncluded', { total: money(total), tip: money(total.minus(bill.amount)) }) : null,
        `${writeFigure(bill.amount, style)}${withTip} ÷ ${writeNumber(people, style)}`,
      ],
      total.div(people),
    )
  },
})

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
