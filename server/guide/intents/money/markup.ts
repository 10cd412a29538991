import { percentOn, withoutPercent } from '@atrium/domain/money/price'
import { Exact } from '../../calculation/numbers.ts'
import type { GuideContext } from '../../guide.ts'
import { defineIntent, type GuideLanguage, type IntentReply } from '../intent.ts'
import { says } from '../words.ts'
import { inMinorUnits, replyOf, styleOf, writeFigure, writeMoney, writeNumber, writePercent } from '../writing.ts'
import { amountProblem, rateProblem } from './limits.ts'
import { type Amount, beside, byAmount, cuedBy, type Said, saidIn, withMillions, without } from './said.ts'
import { examples, say } from './say.ts'
import { moneySlots } from './slots.ts'
import words from './words.json' with { type: 'json' }

const hundred = new Exact(100)
/** What is taken from a price by somebody else. */
const FEE =
  /\b(?:takes?|keeps|commission|cut of|charges me)\b|\bfees? (?:of |is |are |at )?\d|\d ?% (?:platform )?fees?\b/iu
const KEEP = /\b(?:left|keep|net|payout|what do i get|receive|mine)\b/iu
const LOST_COUNT = /^ (?:each|apiece|per|a|an|and|in|of|to|at|for|is|was|or|that|it|percent|€|\$)\b/iu

/** “40 candles”, “60 pieces”: how many are sold. */
function countOf(said: Said, amounts: readonly Amount[]): Amount | null {
  if (amounts.length < 3) return null
  return (
    amounts.find((amount) => {
      const { before, after } = beside(said, amount, 14)
      return (
        amount.isBare &&
        amount.amount.isInteger() &&
        /^ [\p{L}]{2,}/u.test(after) &&
        !LOST_COUNT.test(after) &&
        !/(?:at|for|cost|costs|@|paid|price|is|to|from) ?$/iu.test(before)
      )
    }) ?? null
  )
}

/** A markup on a cost, a margin in a price, what is earned on some pieces, from how many on it pays, what a fee leaves. */
export const markup = defineIntent({
  id: 'money.markup',
  slots: moneySlots,
  examples: examples('money.markup'),
  async reply(_, context, language): Promise<IntentReply> {
    const style = styleOf(context)
    const place = [language, style] as const
    const said = withMillions(await saidIn(context, language))
    const { amounts, percents, text } = said
    const money = (value: Exact) => writeMoney(inMinorUnits(value, said.currency), said.currency, style)
    const figure = (value: Exact) => writeFigure(value, style)
    // Keystone pricing is twice the cost.
    const percent = percents[0]?.value ?? (/\bkeystone\b/iu.test(text) ? hundred : null)
    const problem =
      amounts.map(({ amount }) => amountProblem(amount, place, 'from0')).find((found) => found !== null) ??
      (percent ? rateProblem(percent, place) : null)
    if (problem) return problem
    if (says(text, words.breakEven, language)) return breakEven(said, context)
    const count = countOf(said, amounts)
    const sums = without(amounts, count)
    const [first, second] = sums
    if (!first) return { markdown: ask(language, context) }
    const isFee = FEE.test(text) && !says(text, words.margin, language)
    if (
      percent &&
      (sums.length === 1 || (sums.length === 2 && /^ ?(?:plus|\+|and) /iu.test(text.slice(percents[0]?.to))))
    ) {
      if (isFee) {
        const [price, extra] = [first, second].filter((one) => one !== undefined).toSorted(byAmount)
        const whole = (price ?? first).amount
        const fee = whole
          .times(percent)
          .div(hundred)
          .plus(extra?.amount ?? 0)
        return replyOf(
          [
            say(language, 'feeLeaves', { fee: money(fee), left: money(whole.minus(fee)) }),
            `${figure(whole)} × ${writePercent(percent, style)}${extra ? ` + ${figure(extra.amount)}` : ''}`,
          ],
          KEEP.test(text) ? whole.minus(fee) : fee,
        )
      }
      return priced(first.amount, percent, said, context)
    }
    if (!second) return { markdown: ask(language, context) }
    const sold = cuedBy(said, sums, words.sold) ?? null
    const cost = cuedBy(said, without(sums, sold), words.cost) ?? without(sums, sold)[0] ?? first
    const sale = sold ?? without(sums, cost)[0] ?? second
    const fees = percent && isFee ? sale.amount.times(percent).div(hundred) : new Exact(0)
    const others = without(sums, cost, sale).reduce((sum, { amount }) => sum.plus(amount), new Exact(0))
    const costs = cost.amount.plus(others)
    const profit = sale.amount.minus(costs).minus(fees)
    const total = profit.times(count?.amount ?? 1)
    const made = `${figure(sale.amount)}${fees.isZero() ? '' : ` − ${figure(fees)}`} − ${figure(costs)}`
    return replyOf(
      [
        say(language, total.isNegative() ? 'loss' : 'profit', { profit: money(total.abs()) }),
        sale.amount.isZero() || costs.isZero()
          ? null
          : say(language, 'marginAndMarkup', {
              margin: writePercent(profit.div(sale.amount).times(100), style, 2),
              markup: writePercent(profit.div(costs).times(100), style, 2),
            }),
        count ? `${figure(count.amount)} × (${made})` : made,
      ],
      total,
    )
  },
})

/** With one amount and per cent. */
function priced(amount: Exact, percent: Exact, said: Said, context: GuideContext): IntentReply {
  const { text, language } = said
  const style = styleOf(context)
  const money = (value: Exact) => writeMoney(inMinorUnits(value, said.currency), said.currency, style)
  const written = writePercent(percent, style)
  const isCost =
    /\b(?:what (?:did|does|may|can|should) (?:it|they|this) cost|cost me|purchase price for|max(?:imum)? (?:purchase|cost)|what did i pay|before the (?:markup|increase|rise))\b/iu.test(
      text,
    )
  if (says(text, words.margin, language)) {
    if (percent.gte(100)) return { markdown: say(language, 'marginMost') }
    const share = new Exact(100).minus(percent).div(100)
    const isMostCost = isCost && !/\bcosts? (?:is |of |me )?[\p{Sc}\d]/iu.test(text)
    const value = isMostCost ? amount.times(share) : amount.div(share)
    return replyOf(
      [
        say(language, isMostCost ? 'costAtMost' : 'sellFor', { price: money(value) }),
        say(language, 'added', { added: money(isMostCost ? amount.minus(value) : value.minus(amount)) }),
        `${writeFigure(amount, style)} ${isMostCost ? '×' : '÷'} (1 − ${written})`,
      ],
      inMinorUnits(value, said.currency),
    )
  }
  const value = isCost ? withoutPercent(amount, percent) : percentOn(amount, percent)
  return replyOf(
    [
      `**${money(value)}**`,
      say(language, 'added', { added: money(value.minus(amount).abs()) }),
      `${writeFigure(amount, style)} ${isCost ? '÷' : '×'} (1 + ${written})`,
    ],
    inMinorUnits(value, said.currency),
  )
}

/** From how many pieces on the fixed costs are covered. */
function breakEven(said: Said, context: GuideContext): IntentReply {
  const { language } = said
  const style = styleOf(context)
  const [fixed, price, cost] = said.amounts.map(({ amount }) => amount).toSorted((a, b) => b.cmp(a))
  const each = fixed && price ? price.minus(cost ?? 0) : null
  if (!fixed || !each?.gt(0)) return { markdown: say(language, 'breakEvenAsk') }
  const pieces = fixed.div(each).ceil()
  const made = cost ? `(${writeFigure(price as Exact, style)} − ${writeFigure(cost, style)})` : writeFigure(each, style)
  return {
    ...replyOf([
      say(language, 'breakEven', { pieces: writeNumber(pieces, style) }),
      `${writeFigure(fixed, style)} ÷ ${made} = ${writeNumber(fixed.div(each), style, 2)}`,
    ]),
    number: pieces,
  }
}

const ask = (language: GuideLanguage, context: GuideContext): string => {
  const style = styleOf(context)
  return say(language, 'markupAsk', {
    example: `${writeMoney(new Exact(20), null, style)}, ${writePercent(new Exact(50), style)}`,
  })
}
