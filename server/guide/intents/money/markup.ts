import { percentOn as added } from '@atrium/domain/money/price'
import { defineIntent } from '../intent.ts'
import { replyOf, styleOf, writeFigure, writeMoney, writePercent } from '../writing.ts'
import { amountProblem, rateProblem } from './limits.ts'
import { examples, say } from './say.ts'

/** A price with per cent on it: a surcharge, a rise, a markup on the cost. */
export const percentOn = defineIntent({
  id: 'money.percent-on',
  slots: { price: { kind: 'money', required: true }, on: { kind: 'percent', required: true } },
  examples: examples('money.percent-on'),
  reply({ price, on }, context, language) {
    const style = styleOf(context)
    const place = [language, style] as const
    const problem = amountProblem(price.amount, place) ?? rateProblem(on, place)
    if (problem) return problem
    const total = added(price.amount, on)
    return replyOf(
      [
        `**${writeMoney(total, price.currency, style)}**`,
        say(language, 'added', { added: writeMoney(total.minus(price.amount), price.currency, style) }),
        `${writeFigure(price.amount, style)} × (1 + ${writePercent(on, style)})`,
      ],
      total,
    )
  },
})
