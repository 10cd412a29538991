/** Digits of the minor unit where they are not 2: ISO 4217, list one. */
const DIGITS: Readonly<Record<string, number>> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
  ...'CLF UYW'.split(' ').map((code) => [code, 4]),
])

/** Digits of a currency's minor unit: 2 for EUR, 0 for JPY, 3 for KWD. */
export const minorDigits = (currency: string): number => DIGITS[currency] ?? 2

/** The largest amount kept, in minor units: ten thousand of them still add up exactly. */
export const AMOUNT_MAX = 9_000_000_000_00

/** 1234 of EUR is `12.34`, of JPY `1234`, of KWD `1.234`; without grouping, as files write it. */
export function plainAmount(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const sign = minor < 0 ? '-' : ''
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** `1,234.50 EUR`, for sentences. */
export function saidAmount(minor: number, currency: string): string {
  const [whole = '', part] = plainAmount(minor, currency).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${part === undefined ? '' : `.${part}`} ${currency}`
}

/** Characters of an amount. */
const LONGEST = 100

export type DecimalSign = '.' | ','

/**
 * An amount as people and banks write it, as an exact decimal text with a point: `1.234,50-` is `-1234.50`. Reads
 * currency signs, grouping by points, commas, apostrophes and spaces, parentheses, a minus before or behind, CR and DR.
 * null when it is none. Where a single sign could be either (`1,234`), `decimal` decides; else three digits behind it
 * are a group.
 */
export function readDecimal(text: string, decimal?: DecimalSign): string | null {
  let rest = text
    .normalize('NFKC')
    .replace(/[\u2212\u2012\u2013]/g, '-')
    .replace(/[\s'’_]/g, '')
  if (rest.length > LONGEST) return null
  let isNegative = false
  const bracketed = /^\((.+)\)$/.exec(rest)
  if (bracketed?.[1]) {
    rest = bracketed[1]
    isNegative = true
  }
  rest = rest.replace(/^([+-]?)[^\d.,+-]{1,4}([+-]?)(?=[\d.,])/u, '$1$2')
  const tail = /([\d.,])(-?)((?:CR|DR|[^\d.,+-]{1,4})?)(-?)$/iu.exec(rest)
  if (tail) {
    rest = rest.slice(0, tail.index + 1)
    if (tail[2] || tail[4] || /^DR$/i.test(tail[3] ?? '')) isNegative = !isNegative
  }
  if (/^[+-]/.test(rest)) {
    if (rest.startsWith('-')) isNegative = !isNegative
    rest = rest.slice(1)
  }
  if (!/^[\d.,]*\d[\d.,]*$/.test(rest)) return null
  const sign = decimal ?? decimalIn(rest)
  const group = sign === ',' ? '.' : ','
  const [whole = '', part = '', ...more] = rest.split(sign)
  if (more.length > 0 || part.includes(group)) return null
  if (whole.includes(group) && !/^\d{1,3}([.,]\d{2,3})*[.,]\d{3}$/.test(whole)) return null
  const digits = whole.replaceAll(group, '').replace(/^0+(?=\d)/, '') || '0'
  const value = part === '' ? digits : `${digits}.${part}`
  return isNegative && /[1-9]/.test(value) ? `-${value}` : value
}

/** Which sign parts the minor unit in this text. */
function decimalIn(text: string): DecimalSign {
  const point = text.lastIndexOf('.')
  const comma = text.lastIndexOf(',')
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ','
  const sign: DecimalSign = comma >= 0 ? ',' : '.'
  const other: DecimalSign = comma >= 0 ? '.' : ','
  const isGroup = text.indexOf(sign) !== text.lastIndexOf(sign) || /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)
  return isGroup ? other : sign
}

/** Which decimal sign the amounts of a column use, by those that leave no doubt; undefined when none does. */
export function decimalOf(texts: Iterable<string>): DecimalSign | undefined {
  for (const text of texts) {
    const bare = text.replace(/[^\d.,]/g, '')
    const point = bare.lastIndexOf('.')
    const comma = bare.lastIndexOf(',')
    if (point >= 0 && comma >= 0) return point > comma ? '.' : ','
    const last = Math.max(point, comma)
    if (last < 0) continue
    const sign = bare[last] as DecimalSign
    if (bare.indexOf(sign) !== last) return sign === '.' ? ',' : '.'
    if (bare.length - last - 1 !== 3) return sign
  }
  return undefined
}

/** A decimal text in minor units of a currency. null when it has more digits than the currency, or is too large. */
export function minorOf(decimal: string, currency: string): number | null {
  const digits = minorDigits(currency)
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal)
  if (!match) return null
  const [, sign, whole = '', part = ''] = match
  if (/[1-9]/.test(part.slice(digits))) return null
  const value = Number(whole + part.slice(0, digits).padEnd(digits, '0'))
  if (value > AMOUNT_MAX) return null
  return sign && value !== 0 ? -value : value
}
