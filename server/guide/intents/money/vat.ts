import { percentOn, withoutPercent } from '@atrium/domain/money/price'
import { defineIntent } from '../intent.ts'
import { inMinorUnits, replyOf, styleOf, writeFigure, writeMoney, writePercent } from '../writing.ts'
import { amountProblem, rateProblem } from './limits.ts'
import { examples, say } from './say.ts'

/** VAT or sales tax on a price without it. The rate is asked for: rates differ by place and goods, and change. */
export const taxOn = defineIntent({
  id: 'money.tax-on',
  slots: { net: { kind: 'money', required: true }, rate: { kind: 'percent', required: true } },
  examples: examples('money.tax-on'),
  reply({ net, rate }, context, language) {
    const style = styleOf(context)
    const place = [language, style] as const
    const problem = amountProblem(net.amount, place) ?? rateProblem(rate, place)
    if (problem) return problem
    const gross = inMinorUnits(percentOn(net.amount, rate), net.currency)
    return replyOf(
      [
        say(language, 'withTax', { gross: writeMoney(gross, net.currency, style) }),
        say(language, 'taxOf', {
          tax: writeMoney(gross.minus(net.amount), net.currency, style),
          rate: writePercent(rate, style),
        }),
        `${writeFigure(net.amount, style)} × (1 + ${writePercent(rate, style)})`,
      ],
      gross,
    )
  },
})

/** The price without the VAT or sales tax that is in it. */
export const taxIn = defineIntent({
  id: 'money.tax-in',
  slots: { gross: { kind: 'money', required: true }, rate: { kind: 'percent', required: true } },
  examples: examples('money.tax-in'),
  reply({ gross, rate }, context, language) {
    const style = styleOf(context)
    const place = [language, style] as const
    const problem = amountProblem(gross.amount, place) ?? rateProblem(rate, place)
    if (problem) return problem
    const net = inMinorUnits(withoutPercent(gross.amount, rate), gross.currency)
    return replyOf(
      [
        say(language, 'withoutTax', { net: writeMoney(net, gross.currency, style) }),
        say(language, 'taxOf', {
          tax: writeMoney(gross.amount.minus(net), gross.currency, style),
          rate: writePercent(rate, style),
        }),
        `${writeFigure(gross.amount, style)} ÷ (1 + ${writePercent(rate, style)})`,
      ],
      net,
    )
  },
})
