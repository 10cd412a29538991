import { litresOf } from '@atrium/domain/money/price'
import { Exact } from '../../calculation/numbers.ts'
import { fromBase, inBase, type Quantity, writeQuantity, writeUnit } from '../../measures/quantity.ts'
import type { Dimension, Unit } from '../../measures/unit-table.ts'
import { systemOf, unitNamed } from '../../measures/units-by-name.ts'
import { defineIntent } from '../intent.ts'
import { says } from '../words.ts'
import { replyOf, styleOf, writeFigure, writeMoney, writeNumber } from '../writing.ts'
import { amountProblem } from './limits.ts'
import { examples, say } from './say.ts'
import words from './words.json' with { type: 'json' }

const KILOMETRES_MAX = 1_000_000

const unit = (name: string): Unit => unitNamed(name, 'metric') as Unit
const [litre, usGallon, ukGallon] = [unit('L'), unit('us gallon'), unit('imperial gallon')]
const [mile, kilometre] = [unit('mi'), unit('km')]

const of = (dimension: Dimension) => (quantity: Quantity) => quantity.parts[0]?.unit.dimension === dimension
const unitOf = (quantity: Quantity) => quantity.parts[0]?.unit

/** What the fuel of a trip costs: l/100 km, km/l or mpg, the price by the litre or the gallon. */
export const fuel = defineIntent({
  id: 'money.fuel',
  slots: {
    distance: { kind: 'quantity', required: true },
    consumption: { kind: 'quantity', required: true },
    price: { kind: 'money', required: true },
  },
  examples: examples('money.fuel'),
  reply({ distance, consumption, price }, context, language) {
    const style = styleOf(context)
    const number = (value: Exact) => writeNumber(value, style, 2)
    // Both are quantities: which is which is told by what they measure, whatever came first.
    const way = [distance, consumption].find(of('length'))
    const use = [distance, consumption].find(of('fuel consumption'))
    if (!way || !use)
      return {
        markdown: say(language, 'fuelAsk', {
          distance: writeUnit(number(new Exact(450)), kilometre),
          consumption: `${number(new Exact('6.5'))} L/100 km, 40 mpg`,
        }),
      }
    const isReturn = says(context.question, words.thereAndBack, language)
    const kilometres = inBase(way)
      .div(1_000)
      .times(isReturn ? 2 : 1)
    const burns = (use.parts[0] as Quantity['parts'][number]).value
    if (burns.lte(0) || kilometres.lte(0) || kilometres.gt(KILOMETRES_MAX))
      return {
        markdown: say(language, 'fuelRange', { most: writeUnit(number(new Exact(KILOMETRES_MAX)), kilometre) }),
      }
    const problem = amountProblem(price.amount, [language, style])
    if (problem) return problem
    const per100 = inBase(use)
    const litres = litresOf(kilometres, per100)
    const system = systemOf(style.locale)
    const gallon =
      unitOf(use)?.note?.startsWith('imperial') || (!unitOf(use)?.note && system === 'uk') ? ukGallon : usGallon
    const isByGallon =
      says(context.question, words.gallon, language) ||
      (unitOf(use)?.note?.startsWith('US') && !says(context.question, words.litre, language))
    const sold = isByGallon ? gallon : litre
    const amount = fromBase(litres.div(1_000), sold)
    const cost = amount.times(price.amount)
    const both = writeUnit(number(fromBase(kilometres.times(1_000), unitOf(way) as Unit)), unitOf(way) as Unit)
    const inMiles = unitOf(use)?.symbol === 'mpg' && isByGallon
    const length = fromBase(kilometres.times(1_000), inMiles ? mile : kilometre)
    const share = inMiles
      ? `${writeUnit(number(length), mile)} ÷ ${writeQuantity(use)}`
      : `${writeUnit(number(length), kilometre)} × ${writeUnit(number(per100), unit('L/100 km'))}`
    const toGallons = isByGallon && !inMiles ? ` ÷ ${number(sold.factor.times(1_000))} L` : ''
    return replyOf(
      [
        say(language, 'fuelCost', {
          cost: writeMoney(cost, price.currency, style),
          fuel: writeUnit(number(amount), sold),
        }),
        isReturn ? say(language, 'fuelThereAndBack', { distance: both }) : null,
        `${share}${toGallons} × ${writeFigure(price.amount, style)}`,
      ],
      cost,
    )
  },
})
