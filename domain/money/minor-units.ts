import { type DecimalSign, decimalIn } from '../numbers/reading.ts'
import { decimalText, type Rounding, scaled } from '../numbers/rounding.ts'

// Money is a whole number of its currency's minor unit (cents), and a code of ISO 4217.

/** Digits of the minor unit where they are not 2: ISO 4217, list one, as of 2026. */
const DIGITS: Readonly<Record<string, number>> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
  ...'CLF UYW'.split(' ').map((code) => [code, 4]),
])

/** Digits of a currency's minor unit: 2 for EUR, 0 for JPY, 3 for KWD. */
export const minorDigits = (currency: string): number => DIGITS[currency] ?? 2

/** The largest amount of an account, in minor units: ten thousand of them still add up exactly. */
export const AMOUNT_MAX = 9_000_000_000_00
/** The largest amount that is told; a few of them still add up exactly. */
export const MINOR_MAX = 1_000_000_000_000_000

/** A decimal text in minor units. null when it has more digits than the currency, or is larger than `most`. */
export function minorOf(decimal: string, currency: string, most: number = AMOUNT_MAX): number | null {
  const digits = minorDigits(currency)
  const part = decimal.split('.')[1] ?? ''
  return /[1-9]/.test(part.slice(digits)) ? null : roundedMinor(decimal, currency, { most })
}

export interface RoundedMinor {
  most?: number
  rounding?: Rounding
}

/** A decimal text in minor units, rounded to them. null when it is none, or larger than `most`. */
export function roundedMinor(
  decimal: string,
  currency: string,
  { most = MINOR_MAX, rounding = 'half-up' }: RoundedMinor = {},
): number | null {
  const minor = decimal.length > 100 ? null : scaled(decimal, minorDigits(currency), rounding)
  return minor === null || minor > BigInt(most) || minor < -BigInt(most) ? null : Number(minor)
}

/** A number of the major unit in minor units, rounded to them; null beyond `MINOR_MAX`, and of NaN. */
export const minorOfMajor = (value: number, currency: string): number | null =>
  Number.isFinite(value) ? roundedMinor(decimalText(value), currency) : null

/**
 * What a file or a form says, whatever words stand around it, in minor units; null when it holds no amount, or several.
 * `sign` decides where it could be either.
 */
export function minorIn(text: string, currency: string, sign?: DecimalSign): number | null {
  const decimal = decimalIn(text, sign)
  return decimal === null ? null : roundedMinor(decimal, currency)
}

/** Minor units as a number of the major one, for tables and charts: 1234 of EUR is 12.34. */
export const majorOf = (minor: number, currency: string): number => minor / 10 ** minorDigits(currency)

/** 1234 of EUR is `12.34`, of JPY `1234`, of KWD `1.234`; without grouping, as files write it. */
export function plainAmount(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const sign = minor < 0 ? '-' : ''
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** `1,234.50 EUR`, for English sentences; `-` before what is owed. Parts of the minor unit are rounded. */
export function saidAmount(minor: number, currency: string): string {
  const [whole = '', part] = plainAmount(Math.sign(minor) * Math.round(Math.abs(minor)) || 0, currency).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${part === undefined ? '' : `.${part}`} ${currency}`
}
