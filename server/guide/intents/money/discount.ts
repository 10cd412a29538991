import { percentsOff } from '@atrium/domain/money/price'
import { Exact } from '../../calculation/numbers.ts'
import type { GuideContext } from '../../guide.ts'
import { defineIntent, type GuideLanguage, type IntentReply } from '../intent.ts'
import { says } from '../words.ts'
import { inMinorUnits, replyOf, styleOf, writeFigure, writeMoney, writePercent } from '../writing.ts'
import { amountProblem, rateProblem } from './limits.ts'
import { type Amount, beside, byAmount, onlySums, type Said, saidIn, withMillions, without } from './said.ts'
import { examples, say } from './say.ts'
import { moneySlots } from './slots.ts'
import words from './words.json' with { type: 'json' }

const all = new Exact(100)
const one = new Exact(1)

/** “A fifth off” is 20 %, “two thirds of the price” a third. */
function fractionsOff(said: Said): { percents: Exact[]; taken: Amount[] } {
  const found = said.amounts.flatMap((amount) => {
    if (!amount.isBare || amount.amount.gte(1) || amount.amount.lte(0)) return []
    const { after } = beside(said, amount)
    if (/^ (?:off|discount|reduction)\b/iu.test(after)) return [{ amount, percent: amount.amount.times(100) }]
    if (/^ (?:the |of the )?(?:price|of)\b/iu.test(after))
      return [{ amount, percent: one.minus(amount.amount).times(100) }]
    return []
  })
  return { percents: found.map(({ percent }) => percent), taken: found.map(({ amount }) => amount) }
}

/** “3 for 2”, “buy 2 get 1 free”, “buy one get one half price”: how many are taken and how many are paid. */
function dealIn(text: string): { taken: Exact; paid: Exact } | null {
  const numbers: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5 }
  const count = (word: string | undefined) => new Exact(numbers[(word ?? '').toLowerCase()] ?? (Number(word) || 1))
  const some = '(\\d{1,2}|one|two|three|four|five)'
  const bogo = new RegExp(
    `\\bbuy ${some},? get (?:the )?${some}(?: more)? (?:for )?(free|half[- ]price|half off|\\d{1,2} ?%)`,
    'iu',
  ).exec(text)
  if (bogo) {
    const [bought, more] = [count(bogo[1]), count(bogo[2])]
    const off = /free/iu.test(bogo[3] as string)
      ? one
      : /half/iu.test(bogo[3] as string)
        ? new Exact('0.5')
        : new Exact(Number.parseInt(bogo[3] as string, 10)).div(100)
    return { taken: bought.plus(more), paid: bought.plus(more.times(one.minus(off))) }
  }
  const lots = new RegExp(`\\b${some} for (?:the price of )?${some}\\b(?![.,]?\\d| ?%)`, 'iu').exec(text)
  return lots && count(lots[1]).gt(count(lots[2])) ? { taken: count(lots[1]), paid: count(lots[2]) } : null
}

/** A price after a reduction or several one after another, before it, and how much was taken off. */
export const discount = defineIntent({
  id: 'money.discount',
  slots: moneySlots,
  examples: examples('money.discount'),
  async reply(_, context, language): Promise<IntentReply> {
    const style = styleOf(context)
    const place = [language, style] as const
    const said = onlySums(withMillions(await saidIn(context, language)))
    const fractions = fractionsOff(said)
    const off = [...said.percents.map(({ value }) => value), ...fractions.percents]
    const amounts = without(said.amounts, ...fractions.taken)
    const money = (value: Exact) => writeMoney(value, said.currency, style)
    const figure = (value: Exact) => writeFigure(value, style)
    const deal = dealIn(said.text)
    if (deal) {
      const price =
        amounts.filter(({ isBare }) => !isBare).at(0) ??
        amounts.filter(({ from, to }) => !/^\p{L}/u.test(said.text.slice(from, to))).at(-1)
      if (price) {
        const total = price.amount.times(deal.paid)
        return replyOf(
          [
            `**${money(total)}**`,
            say(language, 'saved', { saved: money(price.amount.times(deal.taken).minus(total)) }),
            `${figure(price.amount)} × ${figure(deal.paid)}`,
          ],
          total,
        )
      }
    }
    const problem = off.reduce<ReturnType<typeof rateProblem>>(
      (found, percent) => found ?? rateProblem(percent, place, all),
      amounts.map(({ amount }) => amountProblem(amount, place)).find((found) => found !== null) ?? null,
    )
    if (problem) return problem
    const [most, least] = amounts.toSorted(byAmount)
    if (!most) return { markdown: ask(language, context) }
    if (off.length === 0) {
      if (!least || most.amount.eq(least.amount)) return { markdown: ask(language, context) }
      if (isTakenOff(said, least))
        return after(
          most.amount.minus(least.amount),
          most.amount,
          `${figure(most.amount)} − ${figure(least.amount)}`,
          said,
          context,
          language,
        )
      const percent = one.minus(least.amount.div(most.amount)).times(100)
      return replyOf(
        [
          say(language, 'percentSaved', {
            percent: writePercent(percent, style, 2),
            saved: money(most.amount.minus(least.amount)),
          }),
          `(${figure(most.amount)} − ${figure(least.amount)}) ÷ ${figure(most.amount)}`,
        ],
        percent,
      )
    }
    const factors = off.map((percent) => ` × (1 − ${writePercent(percent, style)})`).join('')
    if (!least && says(said.text, words.original, language) && !off.some((percent) => percent.eq(100))) {
      const factor = percentsOff(one, off)
      const before = inMinorUnits(most.amount.div(factor), said.currency)
      return replyOf(
        [
          say(language, 'priceBefore', { price: money(before) }),
          say(language, 'saved', { saved: money(before.minus(most.amount)) }),
          `${figure(most.amount)} ÷ (${factors.replace(/^ × /u, '')})`,
        ],
        before,
      )
    }
    if (least && isTakenOff(said, least)) {
      const [byPercent, bySum] = [percentsOff(most.amount, off), most.amount.minus(least.amount)]
      if (/\b(?:better|or|versus|vs)\b/iu.test(said.text) || language !== 'en') {
        const lines = [
          { value: byPercent, how: `−${off.map((percent) => writePercent(percent, style)).join(' −')}` },
          { value: bySum, how: `−${money(least.amount)}` },
        ].sort((a, b) => a.value.cmp(b.value))
        return replyOf(
          [
            lines
              .map(({ value, how }, at) => `${how}: ${at === 0 ? `**${money(value)}**` : money(value)}`)
              .join('\n\n'),
          ],
          lines[0]?.value,
        )
      }
      const isFirst = least.from < (said.percents[0]?.from ?? 0)
      const left = isFirst && !/\bon top\b/iu.test(said.text) ? percentsOff(bySum, off) : byPercent.minus(least.amount)
      const how =
        isFirst && !/\bon top\b/iu.test(said.text)
          ? `(${figure(most.amount)} − ${figure(least.amount)})${factors}`
          : `${figure(most.amount)}${factors} − ${figure(least.amount)}`
      return after(left, most.amount, how, said, context, language)
    }
    const count = countIn(said, amounts)
    const price = count ? (without(amounts, count)[0] as Amount).amount : most.amount
    const whole = count ? price.times(count.amount) : price
    return after(
      percentsOff(whole, off),
      whole,
      `${figure(price)}${count ? ` × ${figure(count.amount)}` : ''}${factors}`,
      said,
      context,
      language,
    )
  },
})

/** “£10 off”, “a €5 coupon” */
const isTakenOff = (said: Said, amount: Amount): boolean => {
  const { before, after: rest } = beside(said, amount, 20)
  return (
    /^ ?(?:off|discount|coupon|voucher|rebate|gutschein|rabatt|less|knocked)/iu.test(rest) ||
    /(?:minus|less|coupon of|voucher of|off by) ?$/iu.test(before)
  )
}

/** “2 shirts at 30 each” */
function countIn(said: Said, amounts: readonly Amount[]): Amount | null {
  const [first] = amounts
  if (amounts.length !== 2 || !first?.isBare || !first.amount.isInteger()) return null
  return /\b(?:each|apiece|at|per|a piece)\b/iu.test(said.text.slice(first.to)) ? first : null
}

function after(
  left: Exact,
  price: Exact,
  how: string,
  said: Said,
  context: GuideContext,
  language: GuideLanguage,
): IntentReply {
  const style = styleOf(context)
  const paid = inMinorUnits(left, said.currency)
  return replyOf(
    [
      `**${writeMoney(paid, said.currency, style)}**`,
      say(language, 'saved', { saved: writeMoney(price.minus(paid), said.currency, style) }),
      how,
    ],
    paid,
  )
}

const ask = (language: GuideLanguage, context: GuideContext): string => {
  const style = styleOf(context)
  return say(language, 'discountAsk', {
    example: `${writePercent(new Exact(20), style)}, ${writeMoney(new Exact(80), null, style)}`,
  })
}
