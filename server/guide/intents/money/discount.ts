import { percentsOff } from '@atrium/domain/money/price'
import { Exact } from '../../calculation/numbers.ts'
import { defineIntent } from '../intent.ts'
import { inMinorUnits, replyOf, styleOf, writeFigure, writeMoney, writePercent } from '../writing.ts'
import { amountProblem, rateProblem } from './limits.ts'
import { examples, say } from './say.ts'

const all = new Exact(100)

/** A price after a reduction, or after several one after another. */
export const percentOff = defineIntent({
  id: 'money.percent-off',
  slots: { price: { kind: 'money', required: true }, off: { kind: 'percent', required: true, isMany: true } },
  examples: examples('money.percent-off'),
  reply({ price, off }, context, language) {
    const style = styleOf(context)
    const place = [language, style] as const
    const problem = off.reduce<ReturnType<typeof rateProblem>>(
      (found, percent) => found ?? rateProblem(percent, place, all),
      amountProblem(price.amount, place),
    )
    if (problem) return problem
    const left = inMinorUnits(percentsOff(price.amount, off), price.currency)
    const factors = off.map((percent) => ` × (1 − ${writePercent(percent, style)})`).join('')
    return replyOf(
      [
        `**${writeMoney(left, price.currency, style)}**`,
        say(language, 'saved', { saved: writeMoney(price.amount.minus(left), price.currency, style) }),
        `${writeFigure(price.amount, style)}${factors}`,
      ],
      left,
    )
  },
})
