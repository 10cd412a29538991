import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { Exact } from '../../calculation/numbers.ts'
import { fromBase, inBase, type Quantity, writeQuantity, writeUnit } from '../../measures/quantity.ts'
import type { Unit } from '../../measures/unit-table.ts'
import { unitNamed } from '../../measures/units-by-name.ts'
import { defineIntent, type GuideLanguage, type Money } from '../intent.ts'
import { isAbove0, replyOf, styleOf, writeFigure, writeMoney, writeNumber, writePercent } from '../writing.ts'
import { amountProblem } from './limits.ts'
import { examples, say } from './say.ts'

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

/** Which of some offers costs least for its amount: 500 g for 3.20 or 750 g for 4.50. */
export const unitPrice = defineIntent({
  id: 'money.unit-price',
  slots: {
    sizes: { kind: 'quantity', isMany: true },
    counts: { kind: 'number', isMany: true },
    prices: { kind: 'money', required: true, isMany: true },
  },
  examples: examples('money.unit-price'),
  reply({ sizes, counts, prices }, context, language) {
    const style = styleOf(context)
    const amounts = sizes?.length === prices.length ? sizes : counts?.length === prices.length ? counts : null
    if (!amounts || prices.length < 2 || prices.length > OFFERS_MAX) return asked(language, style)
    const currencies = new Set(prices.map(({ currency }) => currency).filter((currency) => currency !== null))
    if (currencies.size > 1) return { markdown: say(language, 'offersCurrencies') }
    const currency = [...currencies][0] ?? null
    const wrongPrice = prices
      .map(({ amount }) => amountProblem(amount, [language, style]))
      .find((problem) => problem !== null)
    if (wrongPrice) return wrongPrice
    const compared =
      amounts === sizes ? measured(sizes, prices, currency, style) : counted(counts ?? [], prices, currency, style)
    if (!compared) return { markdown: say(language, 'offersMixed') }
    const { offers, per } = compared
    if (!offers.every(({ amount }) => isAbove0(amount))) return asked(language, style)
    const perUnit = ({ price, amount }: Offer) => price.div(amount)
    const [best, ...rest] = [...offers].sort((a, b) => perUnit(a).cmp(perUnit(b))) as [Offer, ...Offer[]]
    const unitName = per ? per.symbol : say(language, 'piece')
    const written = (offer: Offer) => writeUnitPrice(perUnit(offer), currency, style)
    const formula = `${writeFigure(best.price, style)} ÷ ${per ? writeUnit(writeNumber(best.amount, style, 4), per) : writeNumber(best.amount, style)} = ${written(best)}`
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

function measured(
  sizes: readonly Quantity[],
  prices: readonly Money[],
  currency: string | null,
  style: NumberStyle,
): Compared {
  const units = sizes.map((size) => size.parts[0]?.unit)
  const [first] = units
  if (!first || first.zero || first.inverse || units.some((one) => one?.dimension !== first.dimension)) return null
  const per = comparedBy(first)
  const offers = sizes.map((size, at) => {
    const price = (prices[at] as Money).amount
    return {
      label: `${writeQuantity(size)} (${writeMoney(price, currency, style)})`,
      amount: fromBase(inBase(size), per),
      price,
    }
  })
  return { offers, per }
}

function counted(
  counts: readonly Exact[],
  prices: readonly Money[],
  currency: string | null,
  style: NumberStyle,
): Compared {
  const offers = counts.map((amount, at) => {
    const price = (prices[at] as Money).amount
    return { label: `${writeNumber(amount, style)} (${writeMoney(price, currency, style)})`, amount, price }
  })
  return { offers, per: null }
}
