import { percentOn } from '@atrium/domain/money/price'
import { Exact } from '../../calculation/numbers.ts'
import { defineIntent, type IntentReply } from '../intent.ts'
import { replyOf, styleOf, writeFigure, writeMoney, writePercent } from '../writing.ts'
import { amountProblem, rateProblem } from './limits.ts'
import { beside, byAmount, saidIn, withMillions, without } from './said.ts'
import { examples, say } from './say.ts'
import { moneySlots } from './slots.ts'
import { peopleIn, shared } from './split.ts'

const SHARED = /\b(?:split|shared?|each|between|among|per (?:person|head)|ways|divided?|of us)\b/iu
/** “15, 18 and 20 percent” */
const LISTED = /^(?:\s*(?:,|and|or|&)+\s*\d+(?:\.\d+)?(?![\d.]))*\s*(?:,|and|or|&)+\s*\d+(?:\.\d+)? ?(?:%|percent)/iu

/** Said where nobody says how much to tip. */
const usual = [10, 15, 20].map((percent) => new Exact(percent))
const MOST_LINES = 3

/** The tip on a bill, or what a tip was in per cent. */
export const tip = defineIntent({
  id: 'money.tip',
  slots: moneySlots,
  examples: examples('money.tip'),
  async reply(_, context, language): Promise<IntentReply> {
    const style = styleOf(context)
    const place = [language, style] as const
    const said = withMillions(await saidIn(context, language))
    const people = said.amounts.length > 1 && SHARED.test(said.text) ? peopleIn(said) : null
    const others = without(said.amounts, people)
    const listed = others.filter(
      (one) =>
        one.isBare &&
        one.amount.lte(40) &&
        (said.percents.length > 0
          ? LISTED.test(said.text.slice(one.to))
          : /(?:tip|at|give|leave|gratuity)(?: is| of| at)? ?$/iu.test(beside(said, one).before)),
    )
    const bare = others.length > listed.length ? listed : []
    const amounts = without(others, ...bare)
    const isSum =
      said.percents.length === 0 &&
      amounts.length === 1 &&
      bare.length > 0 &&
      /\b(?:what|which|percent|percentage)\b/iu.test(said.text) &&
      /percent/iu.test(said.text)
    const rates = isSum
      ? []
      : [...bare.map(({ from, amount }) => ({ from, value: amount })), ...said.percents]
          .sort((a, b) => a.from - b.from)
          .map(({ value }) => value)
    const [bill, other] = amounts.toSorted(byAmount)
    if (!bill) return { markdown: say(language, 'tipAsk') }
    const money = (value: Exact) => writeMoney(value, said.currency, style)
    const problem =
      amountProblem(bill.amount, place) ??
      rates.map((rate) => rateProblem(rate, place)).find((found) => found !== null) ??
      null
    if (problem) return problem
    const given = isSum ? bare[0] : other
    if (rates.length === 0 && given) {
      const isTotal = given.amount.times(2).gt(bill.amount)
      const [paid, meal] = isTotal ? [bill.amount, given.amount] : [bill.amount.plus(given.amount), bill.amount]
      const left = paid.minus(meal)
      return replyOf(
        [
          say(language, 'tipWas', {
            percent: writePercent(left.div(meal).times(100), style, 2),
            tip: money(left),
            total: money(paid),
          }),
          `${writeFigure(left, style)} ÷ ${writeFigure(meal, style)}`,
        ],
        isTotal ? left : left.div(meal).times(100),
      )
    }
    const line = (percent: Exact) => {
      const total = percentOn(bill.amount, percent)
      return say(language, 'tip', { tip: money(total.minus(bill.amount)), total: money(total) })
    }
    const [rate] = rates
    if (people && rate) return shared(said, { bill: bill.amount, people, rate }, context)
    if (!rate || rates.length > 1)
      return replyOf([
        say(language, 'tipChoices', { bill: money(bill.amount) }),
        ...(rate ? rates.slice(0, MOST_LINES) : usual).map(
          (percent) => `${writePercent(percent, style)}: ${line(percent)}`,
        ),
      ])
    return replyOf(
      [line(rate), `${writeFigure(bill.amount, style)} × ${writePercent(rate, style)}`],
      percentOn(bill.amount, rate),
    )
  },
})
