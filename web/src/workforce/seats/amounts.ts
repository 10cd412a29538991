import { writeNumber } from '../../i18n/locale.ts'

/** A number for a text field, with the language's decimal sign and no grouping; empty for none. */
export const writtenAmount = (value: number | null, language: string): string =>
  value === null ? '' : writeNumber(value, language, { isGrouped: false })

/**
 * What was typed: null for nothing, undefined for what is no amount of at most so many decimals. Grouped or not, by comma
 * or point, in any script's digits: "1,000", "1.000", "12,50", "١٢".
 */
export function amountOf(text: string, decimals: number): number | null | undefined {
  const plain = text
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
    .replace(/[\u066b]/g, ',')
    .replace(/[\s$'’\u066c]/g, '')
  if (plain === '') return null
  const parts = /^([1-9]\d{0,2}([.,])\d{3}(?:\2\d{3})*|\d+)(?:([.,])(\d+))?$/.exec(plain)
  if (!parts) return undefined
  const [, whole = '', group, point, fraction = ''] = parts
  if (fraction.length > decimals || (group !== undefined && group === point)) return undefined
  const value = Number(`${whole.replace(/[.,]/g, '')}.${fraction || '0'}`)
  return value <= MOST ? value : undefined
}

/** Above this, millionths are no longer exact in a number. */
const MOST = 1_000_000_000

/** Decimal digits stand in runs of ten, each beginning with its nought. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let nought = code
  while (code - nought < 9 && /\p{Nd}/u.test(String.fromCodePoint(nought - 1))) nought -= 1
  return code < 0x80 ? code - 48 : (code - nought) % 10
}
