import { litresOf } from '@atrium/domain/money/price'
import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { Exact } from '../../calculation/numbers.ts'
import type { GuideContext } from '../../guide.ts'
import { fromBase, inBase, type Quantity, toBase, writeQuantity, writeUnit } from '../../measures/quantity.ts'
import type { Unit } from '../../measures/unit-table.ts'
import { systemOf, unitNamed } from '../../measures/units-by-name.ts'
import { defineIntent, type IntentReply } from '../intent.ts'
import { says } from '../words.ts'
import { replyOf, styleOf, writeFigure, writeMoney, writeNumber } from '../writing.ts'
import { amountProblem } from './limits.ts'
import { beside, byAmount, type Measured, type Said, saidIn } from './said.ts'
import { examples, say } from './say.ts'
import { moneySlots } from './slots.ts'
import { peopleIn } from './split.ts'
import words from './words.json' with { type: 'json' }

const KILOMETRES_MAX = 1_000_000

const unit = (name: string): Unit => unitNamed(name, 'metric') as Unit
const [litre, usGallon, ukGallon] = [unit('L'), unit('us gallon'), unit('imperial gallon')]
const [mile, kilometre, per100km] = [unit('mi'), unit('km'), unit('L/100 km')]

const unitOf = (quantity: Quantity | undefined) => quantity?.parts[0]?.unit
/** “6 litres per hundred” */
const BY_HUNDRED = /^ ?(?:\/|per|on|a|every|for every|each|auf|pro|aux|por|sur|na|на) ?(?:100|hundred)/iu

interface Facts {
  way: Quantity | undefined
  /** Litres by 100 km. */
  per100: Exact | null
  consumption: Quantity | undefined
  tank: Quantity | undefined
  /** Of a litre or a gallon; `total` where a sum of money is said besides. */
  price: Exact | null
  total: Exact | null
}

function factsOf(said: Said): Facts {
  const of = (dimension: string, isHundred = false) =>
    said.quantities.find(
      (one) =>
        unitOf(one.value)?.dimension === dimension && byHundred(said, one) === isHundred && !isHundredOf(said, one),
    )?.value
  const consumption = of('fuel consumption') ?? undefined
  const spoken = of('volume', true)
  const isHundred = ({ from }: { from: number }) =>
    /100(?! ?km)/u.test(said.text.slice(from, from + 3)) &&
    /(?:per|on|\/|every|auf|pro) ?$/iu.test(said.text.slice(Math.max(0, from - 6), from))
  const amounts = said.amounts.filter((one) => !isHundred(one) && !same(one, peopleOf(said)))
  const [most, least] = amounts.toSorted(byAmount)
  return {
    ...{ way: of('length'), consumption, tank: of('volume') },
    per100: consumption ? inBase(consumption) : spoken ? inBase(spoken).times(1_000) : null,
    price: (least ?? most)?.amount ?? null,
    total: least && most ? most.amount : null,
  }
}

const byHundred = (said: Said, one: Measured): boolean => BY_HUNDRED.test(beside(said, one, 14).after)
const same = (one: { from: number }, other: { from: number } | null): boolean => one.from === other?.from
/** The 100 km of “18 kWh/100 km” */
const isHundredOf = (said: Said, one: Measured): boolean =>
  /^100/u.test(said.text.slice(one.from)) && /(?:\/|per|on|every|for) ?$/iu.test(beside(said, one, 8).before)
/** Those who share, where it is said that they do. */
const peopleOf = (said: Said) =>
  says(said.text, { en: ['split', 'share', 'shared', 'each of us', 'passengers', 'people', 'of us'] }, said.language) &&
  said.amounts.length > 1
    ? peopleIn(said)
    : null

/** What the fuel of a trip costs, how much it takes, what a car uses, how far a tank goes and what it costs to fill it. */
export const fuel = defineIntent({
  id: 'money.fuel',
  slots: moneySlots,
  examples: examples('money.fuel'),
  async reply(_, context, language): Promise<IntentReply> {
    const style = styleOf(context)
    const said = await saidIn(context, language)
    const { way, per100, consumption, tank, price, total } = factsOf(said)
    const money = (value: Exact) => writeMoney(value, said.currency, style)
    const number = (value: Exact, places = 2) => writeNumber(value, style, places)
    const km = (value: Exact) => writeUnit(number(value), kilometre)
    const hasProblem = [price, total]
      .map((amount) => (amount ? amountProblem(amount, [language, style]) : null))
      .find((found) => found !== null)
    const system = systemOf(style.locale)
    const gallon =
      unitOf(consumption)?.note?.startsWith('imperial') || (!unitOf(consumption)?.note && system === 'uk')
        ? ukGallon
        : usGallon
    const saysLitre = says(said.text, words.litre, language)
    const saysGallon =
      says(said.text, words.gallon, language) || (!!unitOf(consumption)?.note?.startsWith('US') && !saysLitre)
    // Nobody pays 3.40 for a litre and counts in miles.
    const isByGallon = saysGallon || (unitOf(consumption)?.symbol === 'mpg' && !saysLitre && !!price?.gte('2.5'))
    const sold = isByGallon ? gallon : litre
    const asFuel = (litres: Exact) => fromBase(litres.div(1_000), sold)
    if (
      (way && inBase(way).lte(0)) ||
      (consumption?.parts[0]?.value.lte(0) ?? false) ||
      per100?.lte(0) ||
      (tank && inBase(tank).lte(0)) ||
      (way && inBase(way).div(1_000).gt(KILOMETRES_MAX))
    )
      return { markdown: say(language, 'fuelRange', { most: km(new Exact(KILOMETRES_MAX)) }) }
    const electric = said.quantities.find((one) => unitOf(one.value)?.dimension === 'energy' && byHundred(said, one))
    if (electric && way && price) {
      const used = fromBase(inBase(electric.value), unitOf(electric.value) as Unit)
      const energy = used.times(inBase(way)).div(100_000)
      const name = unitOf(electric.value) as Unit
      return replyOf(
        [
          say(language, 'fuelCost', { cost: money(energy.times(price)), fuel: writeUnit(number(energy), name) }),
          `${writeQuantity(way)} × ${writeQuantity(electric.value)} ÷ 100 × ${writeFigure(price, style)}`,
        ],
        energy.times(price),
      )
    }
    if (way && per100) {
      if (hasProblem) return hasProblem
      return trip(said, { way, per100, consumption, sold, isByGallon, price }, context)
    }
    if (way && tank) {
      const [metres, litres] = [inBase(way), inBase(tank).times(1_000)]
      const used = litres.div(metres.div(1_000)).times(100)
      const inMpg =
        [usGallon, ukGallon].includes(unitOf(tank) as Unit) ||
        unitOf(tank)?.symbol === 'gal' ||
        unitOf(way)?.symbol === 'mi'
      const mpg = fromBase(metres, mile).div(
        fromBase(inBase(tank), unitOf(tank)?.symbol === 'gal' ? (unitOf(tank) as Unit) : gallon),
      )
      const [by100, byGallon] = [writeUnit(number(used), per100km), `${number(mpg)} mpg`]
      return replyOf(
        [
          inMpg
            ? say(language, 'fuelUse', { use: byGallon, other: by100 })
            : say(language, 'fuelUse', { use: by100, other: `${number(new Exact(100).div(used))} km/L` }),
          inMpg
            ? `${writeQuantity(way)} ÷ ${writeQuantity(tank)}`
            : `${writeQuantity(tank)} ÷ ${writeQuantity(way)} × 100`,
        ],
        inMpg ? mpg : used,
      )
    }
    const bought = tank
      ? inBase(tank).times(1_000)
      : total && price
        ? toBase(total.div(price), sold).times(1_000)
        : null
    if (bought && per100) {
      const far = bought.div(per100).times(100)
      const inMiles = unitOf(consumption)?.symbol === 'mpg'
      const miles = writeUnit(number(fromBase(far.times(1_000), mile)), mile)
      return replyOf(
        [
          say(language, 'fuelReach', { distance: inMiles ? miles : km(far), other: inMiles ? km(far) : miles }),
          `${writeUnit(number(asFuel(bought)), sold)} ÷ ${consumption ? writeQuantity(consumption) : number(per100)}`,
        ],
        inMiles ? fromBase(far.times(1_000), mile) : far,
      )
    }
    if (hasProblem) return hasProblem
    if (tank && price) {
      const amount = fromBase(inBase(tank), unitOf(tank) as Unit)
      const name = writeUnit('', unitOf(tank) as Unit).trim()
      // A litre costs no 74.80.
      if (
        price.gt(15) ||
        (/\b(?:price|cost|much) (?:per|a|for (?:a|one)) (?:litre|liter|gallon|l)\b/iu.test(said.text) &&
          price.gt(amount.div(3)))
      )
        return replyOf(
          [
            say(language, 'pricePer', { price: writeEach(price.div(amount), style), unit: name }),
            `${writeFigure(price, style)} ÷ ${number(amount)}`,
          ],
          price.div(amount),
        )
      const cost = price.times(amount)
      return replyOf(
        [
          say(language, 'fuelCost', { cost: money(cost), fuel: writeQuantity(tank) }),
          `${number(amount)} × ${writeFigure(price, style)}`,
        ],
        cost,
      )
    }
    if (total && price)
      return replyOf(
        [
          say(language, 'fuelNeeded', { fuel: writeUnit(number(total.div(price)), sold) }),
          `${writeFigure(total, style)} ÷ ${writeFigure(price, style)}`,
        ],
        total.div(price),
      )
    if (per100 && price) {
      const inMiles = unitOf(consumption)?.symbol === 'mpg'
      const length = inMiles ? mile : kilometre
      const cost = asFuel(litresOf(fromBase(toBase(new Exact(1), length), kilometre), per100)).times(price)
      return replyOf(
        [
          say(language, 'pricePer', { price: writeEach(cost, style), unit: length.symbol }),
          `100 ${length.symbol}: ${money(cost.times(100))}`,
        ],
        cost,
      )
    }
    return {
      markdown: say(language, 'fuelAsk', {
        distance: writeUnit(number(new Exact(450)), kilometre),
        consumption: `${number(new Exact('6.5'))} L/100 km, 40 mpg`,
      }),
    }
  },
})

/** A price of one, with what of it is below a cent. */
const writeEach = (value: Exact, style: NumberStyle): string =>
  new Intl.NumberFormat(style.locale, { minimumFractionDigits: 2, maximumFractionDigits: value.gte(1) ? 3 : 4 }).format(
    value.toFixed(6) as Intl.StringNumericLiteral,
  )

interface Trip {
  way: Quantity
  per100: Exact
  consumption: Quantity | undefined
  sold: Unit
  isByGallon: boolean
  price: Exact | null
}

function trip(
  said: Said,
  { way, per100, consumption, sold, isByGallon, price }: Trip,
  context: GuideContext,
): IntentReply {
  const { language, text } = said
  const style = styleOf(context)
  const number = (value: Exact) => writeNumber(value, style, 2)
  const isReturn = says(text, words.thereAndBack, language)
  const days = isReturn ? (said.spans.find(({ value, period }) => value.days && period === null)?.value.days ?? 1) : 1
  const times = new Exact(isReturn ? 2 : 1).times(days)
  const metres = inBase(way).times(times)
  const kilometres = metres.div(1_000)
  const amount = fromBase(litresOf(kilometres, per100).div(1_000), sold)
  const inMiles = unitOf(consumption)?.symbol === 'mpg' && isByGallon
  const length = fromBase(metres, inMiles ? mile : kilometre)
  const share = inMiles
    ? `${writeUnit(number(length), mile)} ÷ ${writeQuantity(consumption as Quantity)}`
    : `${writeUnit(number(length), kilometre)} × ${writeUnit(number(per100), per100km)}`
  const toGallons = isByGallon && !inMiles ? ` ÷ ${number(sold.factor.times(1_000))} L` : ''
  const both = times.eq(1)
    ? null
    : say(language, 'fuelThereAndBack', {
        distance: writeUnit(number(fromBase(metres, unitOf(way) as Unit)), unitOf(way) as Unit),
      })
  if (!price)
    return replyOf(
      [say(language, 'fuelNeeded', { fuel: writeUnit(number(amount), sold) }), both, `${share}${toGallons}`],
      amount,
    )
  const cost = amount.times(price)
  const people = peopleOf(said)
  return replyOf(
    [
      say(language, 'fuelCost', {
        cost: writeMoney(cost, said.currency, style),
        fuel: writeUnit(number(amount), sold),
      }),
      people ? say(language, 'each', { each: writeMoney(cost.div(people.amount), said.currency, style) }) : null,
      both,
      `${share}${toGallons} × ${writeFigure(price, style)}`,
    ],
    cost,
  )
}
