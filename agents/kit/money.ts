import { numberIn } from './table.ts'

/** Digits of the minor unit where they are not 2: ISO 4217, list one. */
const DIGITS: Readonly<Record<string, number>> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
  ...'CLF UYW'.split(' ').map((code) => [code, 4]),
])

const unit = (currency: string): number => 10 ** (DIGITS[currency] ?? 2)

/** Minor units (cents) as a number of the major unit, for a table: 1234 of EUR is 12.34. */
export const major = (minor: number, currency: string): number => minor / unit(currency)

/** An amount of a file or a form in minor units, rounded to them; null when the text is none or beyond a quadrillion. */
export function minorIn(text: string, currency: string): number | null {
  const value = numberIn(text)
  return value === null ? null : minorOf(value, currency)
}

/** A major amount in minor units; null beyond what adds up exactly. */
export function minorOf(value: number, currency: string): number | null {
  const minor = Math.round(value * unit(currency))
  return Math.abs(minor) > 1e15 ? null : minor + 0
}

/** `1,234.50 EUR`, for sentences; `-` before what is owed. */
export function saidMoney(minor: number, currency: string): string {
  const digits = DIGITS[currency] ?? 2
  const text = (Math.abs(minor) / unit(currency)).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `${Math.round(minor) < 0 ? '-' : ''}${text} ${currency}`
}

/** `12.5 %`, or a dash when there is nothing to divide by. */
export const saidPercent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toLocaleString('en-US', { maximumFractionDigits: 1 })} %`
