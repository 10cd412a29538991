import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { Exact } from '../../calculation/numbers.ts'
import { fromBase, inBase, type Quantity, writeQuantity, writeUnit } from '../../measures/quantity.ts'
import type { Unit } from '../../measures/unit-table.ts'
import { unitNamed } from '../../measures/units-by-name.ts'
import { defineIntent, type GuideLanguage, type IntentReply } from '../intent.ts'
import { isAbove0, replyOf, styleOf, writeFigure, writeMoney, writeNumber, writePercent } from '../writing.ts'
import { amountProblem } from './limits.ts'
import { type Said, saidIn } from './said.ts'
import { examples, say } from './say.ts'
import { moneySlots } from './slots.ts'

const OFFERS_MAX = 6

interface Offer {
  label: string
  /** In the unit that prices are compared by */
  amount: Exact
  price: Exact
}

const unit = (name: string): Unit => unitNamed(name, 'metric') as Unit
const metric: Readonly<Record<string, Unit>> = Object.fromEntries(
  (
    [
      ['kg', 'g mg kg t'],
      ['L', 'L mL cL dL'],
      ['m', 'm cm mm km'],
    ] as const
  ).flatMap(([to, symbols]) => symbols.split(' ').map((symbol) => [symbol, unit(to)])),
)

/** Shelves price food by the kilogram and the litre; what is in ounces stays in ounces. */
const comparedBy = (first: Unit): Unit => metric[first.symbol] ?? first

/** Which of some offers costs least for its amount: 500 g for 3.20 or 750 g for 4.50; or what one piece or kilogram of a single one costs. */
export const unitPrice = defineIntent({
  id: 'money.unitprice',
  slots: moneySlots,
  examples: examples('money.unitprice'),
  async reply(_, context, language): Promise<IntentReply> {
    const style = styleOf(context)
    const said = await saidIn(context, language)
    const { currency } = said
    const read = offersIn(said)
    if (!read || read.length === 0 || read.length > OFFERS_MAX) return asked(language, style)
    const currencies = new Set(said.amounts.map((one) => one.currency).filter((one) => one !== null))
    if (currencies.size > 1) return { markdown: say(language, 'offersCurrencies') }
    const wrongPrice = read
      .map(({ price }) => amountProblem(price, [language, style]))
      .find((problem) => problem !== null)
    if (wrongPrice) return wrongPrice
    const compared = measured(read, currency, style)
    if (!compared) return { markdown: say(language, 'offersMixed') }
    const { offers, per } = compared
    if (!offers.every(({ amount }) => isAbove0(amount))) return asked(language, style)
    const perUnit = ({ price, amount }: Offer) => price.div(amount)
    const [best, ...rest] = [...offers].sort((a, b) => perUnit(a).cmp(perUnit(b))) as [Offer, ...Offer[]]
    const unitName = per ? per.symbol : say(language, 'piece')
    const written = (offer: Offer) => writeUnitPrice(perUnit(offer), currency, style)
    const formula = `${writeFigure(best.price, style)} ÷ ${per ? writeUnit(writeNumber(best.amount, style, 4), per) : writeNumber(best.amount, style)} = ${written(best)}`
    if (rest.length === 0) {
      const hundred = per && SMALL[per.symbol]
      return replyOf(
        [
          say(language, 'pricePer', { price: written(best), unit: unitName }),
          hundred ? `${writeUnitPrice(perUnit(best).div(10), currency, style)} / 100 ${hundred}` : null,
          formula,
        ],
        perUnit(best),
      )
    }
    if (rest.every((offer) => perUnit(offer).eq(perUnit(best))))
      return replyOf([say(language, 'allSame', { price: written(best), unit: unitName }), formula], perUnit(best))
    return replyOf(
      [
        say(language, 'cheapest', { offer: best.label, price: written(best), unit: unitName }),
        rest
          .map((offer) => {
            const percent = writePercent(perUnit(offer).div(perUnit(best)).minus(1).times(100), style, 1)
            return `- ${say(language, 'dearer', { offer: offer.label, price: written(offer), unit: unitName, percent })}`
          })
          .join('\n'),
        formula,
      ],
      perUnit(best),
    )
  },
})

/** Of what a kilogram or a litre has a thousand. */
const SMALL: Readonly<Record<string, string>> = { kg: 'g', L: 'mL' }

interface Read {
  size: Quantity | null
  count: Exact
  price: Exact
}

const PRICE_BEFORE =
  /(?:for|at|@|cost|costs|costing|is|are|price|à|für|zu|por|pour|per|voor|za|за|で|für je|only|=|\p{Sc}) ?$/iu
/** “One for 8”, “single at 2.75” */
const SINGLE = /\b(?:one|single|singles|a single)(?: (?:ticket|pack|bottle|piece|costs?|is|for|at|alone))* ?$/iu

/** Amounts with their prices, in the order in which they stand. */
function offersIn(said: Said): Read[] | null {
  type Item = { from: number; to: number; size: Quantity | null; amount: Exact; isBare: boolean }
  const items: Item[] = [
    ...said.quantities.map(({ from, to, value }) => ({ from, to, size: value, amount: new Exact(1), isBare: false })),
    ...said.amounts.map(({ from, to, amount, isBare }) => ({ from, to, size: null, amount, isBare })),
  ].sort((a, b) => a.from - b.from)
  // “4 x 125 g”
  for (let at = items.length - 1; at > 0; at--) {
    const [before, item] = [items[at - 1] as Item, items[at] as Item]
    if (item.size && before.isBare && !before.size && /^ ?[x×*] ?$/iu.test(said.text.slice(before.to, item.from)))
      items.splice(at - 1, 2, { ...item, amount: before.amount, from: before.from })
  }
  const hasSizes = items.some(({ size }) => size)
  const hasMoney = items.some(({ size, isBare }) => !size && !isBare)
  const isPrice = (item: Item) =>
    !item.size &&
    (hasMoney ? !item.isBare : hasSizes || !item.amount.isInteger() || PRICE_BEFORE.test(said.text.slice(0, item.from)))
  const prices = items.filter(isPrice)
  const rest = items.filter((item) => !prices.includes(item) && (!hasSizes || item.size))
  const amounts =
    rest.length > prices.length
      ? rest.filter(({ from }) => !/\b(?:per|in|the|get) ?$/iu.test(said.text.slice(Math.max(0, from - 5), from)))
      : rest
  const singles = prices.filter((price) => SINGLE.test(said.text.slice(0, price.from)))
  if (amounts.length + singles.length === prices.length && singles.length > 0 && amounts.length > 0) {
    const others = prices.filter((price) => !singles.includes(price))
    return [
      ...others.map((price, at) => pair(amounts[at] as Item, price)),
      ...singles.map(({ amount }) => ({ size: null, count: new Exact(1), price: amount })),
    ]
  }
  if (prices.length === 0 || amounts.length !== prices.length) {
    // Bare numbers by turns: “3 for 5, 5 for 8”, the amount before its price.
    if (hasSizes || hasMoney || items.length < 2 || items.length % 2 === 1) return null
    return Array.from({ length: items.length / 2 }, (_, at) => pair(items[at * 2] as Item, items[at * 2 + 1] as Item))
  }
  return prices.map((price, at) => pair(amounts[at] as Item, price))
}

const pair = (item: { size: Quantity | null; amount: Exact }, price: { amount: Exact }): Read => ({
  size: item.size,
  count: item.amount,
  price: price.amount,
})

const asked = (language: GuideLanguage, style: NumberStyle) => {
  const price = (text: string) => writeMoney(new Exact(text), null, style)
  return {
    markdown: say(language, 'offersAsk', {
      most: OFFERS_MAX,
      example: `500 g ${price('3.20')}, 750 g ${price('4.50')}`,
    }),
  }
}

/** A price below one shows more of itself: 0.0325 for a sheet. */
const writeUnitPrice = (value: Exact, currency: string | null, style: NumberStyle): string => {
  if (value.gte('0.1')) return writeMoney(value, currency, style)
  const short = value.toSignificantDigits(3)
  return currency
    ? new Intl.NumberFormat(style.locale, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        maximumFractionDigits: 8,
      }).format(short.toFixed() as Intl.StringNumericLiteral)
    : writeNumber(short, style)
}

type Compared = { offers: Offer[]; per: Unit | null } | null

function measured(read: readonly Read[], currency: string | null, style: NumberStyle): Compared {
  const money = (price: Exact) => writeMoney(price, currency, style)
  if (read.every(({ size }) => size === null))
    return {
      per: null,
      offers: read.map(({ count, price }) => ({
        label: `${writeNumber(count, style)} (${money(price)})`,
        amount: count,
        price,
      })),
    }
  const units = read.map(({ size }) => size?.parts[0]?.unit)
  const [first] = units
  if (!first || first.zero || first.inverse || units.some((one) => one?.dimension !== first.dimension)) return null
  const per = comparedBy(first)
  return {
    per,
    offers: read.map(({ size, count, price }) => ({
      label: `${count.eq(1) ? '' : `${writeNumber(count, style)} × `}${writeQuantity(size as Quantity)} (${money(price)})`,
      amount: fromBase(inBase(size as Quantity), per).times(count),
      price,
    })),
  }
}
