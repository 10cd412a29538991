import { readDecimal } from '../numbers/reading.ts'
import { currenciesOf, likelyOf } from './currency-marks.ts'

/** `1.234,50`, `1'000`, `.50`; the point of `kr. 40` is none of it. */
const NUMBER = /(?<!\p{L})[.,]?\p{Nd}(?:[\p{Nd}.,'’_\s\u066b\u066c]*\p{Nd})?/u
/** What stands around a number without being a currency: `12,-`, `(12)`, `+5`, `12.`. */
const AROUND = /[()+\-\u2212\u2012\u2013\u2014\s]/gu

export interface SaidMoney {
  /** An exact decimal with a point. */
  decimal: string
  /** The codes of the currencies that it can be of, the likeliest first; null when it does not say. */
  currencies: readonly string[] | null
  /** The one that is meant, unless an account uses another of them; undefined when nobody can tell. */
  likely: string | undefined
  /** The sign, code or word for the currency, as it was said. */
  mark: string
}

export type Refused =
  | { refused: 'no amount' | 'two currencies' }
  /** `mark`: the words that are no currency */
  | { refused: 'unknown currency'; mark: string }

/** An amount as a person says it: `12.50`, `$40`, `40 bucks`, `CHF 12`, `12,50 €`. */
export function saidMoney(said: string): SaidMoney | Refused {
  const text = said.normalize('NFKC').trim()
  const number = NUMBER.exec(text)
  if (!number) return { refused: 'no amount' }
  const before = text.slice(0, number.index)
  const behind = text.slice(number.index + number[0].length).replace(/^[.,]\s*[-\u2013\u2014]?/u, '')
  const isOut = /[-\u2212\u2012\u2013(]/u.test(before + behind)
  const decimal = readDecimal(`${isOut ? '-' : ''}${number[0]}`)
  if (decimal === null) return { refused: 'no amount' }
  const named = [before, behind].map((side) => side.replace(AROUND, ' ').replace(/\s+/g, ' ').trim()).filter(Boolean)
  const found = named.map((side) => ({ side, codes: currenciesOf(side) }))
  const unknown = found.find(({ codes }) => codes === null)
  if (unknown) return { refused: 'unknown currency', mark: unknown.side }
  if (found.length === 0) return { decimal, currencies: null, likely: undefined, mark: '' }
  // `US$ 40 CAD` is neither.
  const codes = found.reduce<readonly string[]>(
    (left, { codes: its }, at) => (at === 0 ? (its ?? []) : left.filter((code) => its?.includes(code))),
    [],
  )
  if (codes.length === 0) return { refused: 'two currencies' }
  return { decimal, currencies: codes, likely: likelyOf(codes), mark: named.join(' ') }
}
