import { AppError } from '@atrium/contract/errors'
import { readDecimal } from './money.ts'

const DOLLARS = 'USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP BRL BSD BBD BMD BZD FJD GYD JMD KYD LRD NAD TTD UYU XCD'
const KRONER = 'SEK NOK DKK ISK CZK'

/** What people write and say for money, and the currencies that it can mean; the longer ones are looked for first. */
const MARKS: readonly [said: string, codes: string][] = [
  ['us$', 'USD'],
  ['ca$', 'CAD'],
  ['c$', 'CAD'],
  ['au$', 'AUD'],
  ['a$', 'AUD'],
  ['nz$', 'NZD'],
  ['hk$', 'HKD'],
  ['nt$', 'TWD'],
  ['mx$', 'MXN'],
  ['r$', 'BRL'],
  ['s$', 'SGD'],
  ['us dollars', 'USD'],
  ['us dollar', 'USD'],
  ['american dollars', 'USD'],
  ['canadian dollars', 'CAD'],
  ['australian dollars', 'AUD'],
  ['swiss francs', 'CHF'],
  ['pounds sterling', 'GBP'],
  ['dollars', DOLLARS],
  ['dollar', DOLLARS],
  ['bucks', DOLLARS],
  ['buck', DOLLARS],
  ['$', DOLLARS],
  ['euros', 'EUR'],
  ['euro', 'EUR'],
  ['€', 'EUR'],
  ['pounds', 'GBP EGP LBP SYP FKP GIP SHP'],
  ['pound', 'GBP EGP LBP SYP FKP GIP SHP'],
  ['quid', 'GBP'],
  ['£', 'GBP EGP LBP SYP FKP GIP SHP'],
  ['yuan', 'CNY'],
  ['renminbi', 'CNY'],
  ['rmb', 'CNY'],
  ['yen', 'JPY'],
  ['円', 'JPY'],
  ['元', 'CNY'],
  ['¥', 'JPY CNY'],
  ['rupees', 'INR PKR LKR NPR MUR SCR'],
  ['rupee', 'INR PKR LKR NPR MUR SCR'],
  ['₹', 'INR'],
  ['rs.', 'INR PKR LKR NPR MUR SCR'],
  ['rs', 'INR PKR LKR NPR MUR SCR'],
  ['₨', 'PKR LKR NPR MUR SCR INR'],
  ['₩', 'KRW'],
  ['won', 'KRW'],
  ['zł', 'PLN'],
  ['zloty', 'PLN'],
  ['₺', 'TRY'],
  ['₪', 'ILS'],
  ['฿', 'THB'],
  ['₫', 'VND'],
  ['₽', 'RUB'],
  ['₴', 'UAH'],
  ['₦', 'NGN'],
  ['₱', 'PHP'],
  ['₡', 'CRC'],
  ['₲', 'PYG'],
  ['₵', 'GHS'],
  ['₸', 'KZT'],
  ['₾', 'GEL'],
  ['₼', 'AZN'],
  ['₿', 'BTC'],
  ['kč', 'CZK'],
  ['kr.', KRONER],
  ['kr', KRONER],
  ['kronor', 'SEK ISK'],
  ['kroner', 'NOK DKK'],
  ['crowns', KRONER],
  ['ft', 'HUF'],
  ['fr.', 'CHF'],
  ['sfr.', 'CHF'],
  ['francs', 'CHF XOF XAF XPF'],
  ['lei', 'RON MDL'],
  ['pesos', 'MXN ARS CLP COP PHP UYU DOP CUP'],
]

/** What a sign of several currencies means nearly everywhere; a dollar or a crown means none of its own. */
const MEANT = new Set(['JPY', 'GBP', 'INR', 'CHF', 'RON'])

const byLength = MARKS.toSorted(([a], [b]) => b.length - a.length)
const CODES = new Set(Intl.supportedValuesOf('currency'))
/** `1.234,50`, `1'000`, `.50`; the point of `kr. 40` is none of it. */
const NUMBER = /(?<!\p{L})[.,]?\d(?:[\d.,'’_\s]*\d)?/u
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

/**
 * An amount as a person says it: `12.50`, `$40`, `40 bucks`, `CHF 12`, `12,50 €`. Throws `bad_request` for what is no amount,
 * and for words behind it that are no currency: they are never taken for the account's.
 */
export function saidMoney(said: string): SaidMoney {
  const text = said.normalize('NFKC').trim()
  const number = NUMBER.exec(text)
  const before = text.slice(0, number?.index ?? 0)
  const behind = text.slice((number?.index ?? 0) + (number?.[0].length ?? 0)).replace(/^[.,]\s*[-\u2013\u2014]?/u, '')
  const isOut = /[-\u2212\u2012\u2013(]/u.test(before + behind)
  const decimal = number ? readDecimal(`${isOut ? '-' : ''}${number[0]}`) : null
  if (decimal === null) throw new AppError('bad_request', `“${said}” is no amount. Write it like 12.50.`)
  const named = [before, behind].map((side) => side.replace(AROUND, ' ').replace(/\s+/g, ' ').trim()).filter(Boolean)
  const found = named.map((side) => ({ side, codes: codesOf(side) }))
  const unknown = found.find(({ codes }) => codes === null)
  if (unknown)
    throw new AppError(
      'bad_request',
      `“${unknown.side.slice(0, 40)}” is no currency that is known. Say the amount with its three letters, such as 40 USD.`,
    )
  if (found.length === 0) return { decimal, currencies: null, likely: undefined, mark: '' }
  // `US$ 40 CAD` is neither.
  const codes = found.reduce<readonly string[]>(
    (left, { codes: its }, at) => (at === 0 ? (its ?? []) : left.filter((code) => its?.includes(code))),
    [],
  )
  if (codes.length === 0) throw new AppError('bad_request', `“${said}” names two currencies. Say one of them.`)
  const likely = codes.length === 1 || MEANT.has(codes[0] as string) ? codes[0] : undefined
  return { decimal, currencies: codes, likely, mark: named.join(' ') }
}

function codesOf(side: string): readonly string[] | null {
  const code = side.toUpperCase()
  if (/^[A-Z]{3}$/.test(code) && (CODES.has(code) || side === code)) return [code]
  const mark = byLength.find(([name]) => name === side.toLowerCase())
  return mark ? mark[1].split(' ') : null
}
