// What people write and say for money, and the currencies that it can mean.

const DOLLARS = 'USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP BRL BSD BBD BMD BZD FJD GYD JMD KYD LRD NAD TTD UYU XCD'
const KRONER = 'SEK NOK DKK ISK CZK'

const MARKS = new Map<string, string>([
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
  ['british pounds', 'GBP'],
  ['swiss franc', 'CHF'],
  ['american dollar', 'USD'],
  ['canadian dollar', 'CAD'],
  ['australian dollar', 'AUD'],
  ['krona', 'SEK ISK'],
  ['krone', 'NOK DKK'],
  ['franc', 'CHF XOF XAF XPF'],
  ['leu', 'RON MDL'],
  ['peso', 'MXN ARS CLP COP PHP UYU DOP CUP'],
  ['real', 'BRL'],
  ['reais', 'BRL'],
  ['rouble', 'RUB BYN'],
  ['roubles', 'RUB BYN'],
  ['ruble', 'RUB BYN'],
  ['rubles', 'RUB BYN'],
  ['naira', 'NGN'],
  ['shilling', 'KES TZS UGX SOS'],
  ['shillings', 'KES TZS UGX SOS'],
  ['lira', 'TRY'],
  ['rand', 'ZAR'],
  ['bitcoin', 'BTC'],
  ['bitcoins', 'BTC'],
])

const CODES = new Set(Intl.supportedValuesOf('currency'))

/** What a sign of several currencies means nearly everywhere; a dollar or a crown means none of its own. */
const MEANT = new Set(['JPY', 'GBP', 'INR', 'CHF', 'RON', 'RUB'])

/**
 * The currencies that a sign, a word or a code can be of, the likeliest first; null when it is none. Three capitals are a
 * code even where nobody knows it.
 */
export function currenciesOf(mark: string): readonly string[] | null {
  const code = mark.toUpperCase()
  if (/^[A-Z]{3}$/.test(code) && (CODES.has(code) || mark === code)) return [code]
  return MARKS.get(mark.toLowerCase())?.split(' ') ?? null
}

/** The one that is meant, unless the place tells otherwise: yen of `¥`; undefined of `$`, which is as much Canada's. */
export const likelyOf = (codes: readonly string[]): string | undefined =>
  codes.length === 1 || MEANT.has(codes[0] as string) ? codes[0] : undefined
