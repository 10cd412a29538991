import { type DecimalSign, decimalOf, exactDecimal, type WrittenNumber, writtenNumber } from './reading.ts'

/** How a column writes its numbers: 1,234.5 or 1.234,5. */
export type NumberStyle = 'point' | 'comma'

const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/
/** Characters of a number with groups. */
const LONGEST = 100
/** Postal codes and numbers of articles: to be read as text, or their zeros are lost. */
const CODE = /^[+-]?0\d/
/** Of a number with a point, where that is no decimal sign. */
const THOUSANDS = /^[+-]?\d{1,3}\.\d{3}$/
/** The usual ones among them, read at once. */
const PLAINLY_GROUPED = /^[+-]?\d[\d.,' ]*\d$/
/** Digits, of any script, and what groups them. */
const CHARACTERS = /^[+\-\u2212]?[\d.,'’ \u00a0\u202f\u2009\u0660-\u1819\uff0c-\uff19]+$/
/** digits; a longer whole number does not fit a double exactDecimal */
const EXACT = 15
const signOf: Record<NumberStyle, DecimalSign> = { point: '.', comma: ',' }

/** Whether a text is digits alone, digits with a point or an exponent, or neither. By its characters: most cells are looked at. */
function plainness(text: string): 'whole' | 'broken' | null {
  let at = 0
  const first = text.charCodeAt(0)
  if (first === 43 || first === 45) at = 1
  const begin = at
  let points = 0
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 46 && points === 0) points = 1
    else if (code < 48 || code > 57) return at > begin && PLAIN.test(text) ? 'broken' : null
  }
  if (at - begin - points === 0) return null
  return points === 0 ? 'whole' : 'broken'
}

/** A number and nothing else: no currency, no brackets, its sign before it. */
const isBare = ({ before, behind }: WrittenNumber, text: string): boolean =>
  before === '' && behind === '' && /\p{Nd}$/u.test(text) && !text.startsWith('(')

/**
 * The number in a cell as its column writes them; null when it is none. Exponents are read; codes that begin with 0, and
 * whole numbers that a double does not hold, are none.
 */
export function cellNumber(cell: string, style: NumberStyle): number | null {
  const begin = cell.charCodeAt(0)
  // A letter begins no number; neither does the end of the text.
  if (Number.isNaN(begin) || (begin > 57 && begin < 160)) return null
  const text = cell.trim()
  if (CODE.test(text)) return null
  const plain = plainness(text)
  if (plain === 'whole' && text.length > EXACT) return null
  if (plain === 'whole' || (plain === 'broken' && style === 'point')) return Number(text)
  // Most cells are looked at: one look at their characters tells that they are none.
  if (plain === 'broken' && !THOUSANDS.test(text)) return null
  if (text.length > LONGEST || !CHARACTERS.test(text)) return null
  if (PLAINLY_GROUPED.test(text)) {
    const decimal = exactDecimal(text.replace(/^[+-]/, ''), signOf[style])
    return decimal === null ? null : Number(decimal) * (text.startsWith('-') ? -1 : 1)
  }
  const number = writtenNumber(text)
  const decimal = number && isBare(number, text) ? decimalOf(number, signOf[style]) : null
  return decimal === null ? null : Number(decimal)
}

export const isCellNumber = (cell: string, style: NumberStyle): boolean => cellNumber(cell, style) !== null

/** A currency's sign or code. */
const CURRENCY = /^(?:\p{Sc}|[A-Z]{3})?$/u

/** As a person may write it: a currency, a percent sign (a hundredth), brackets for less than nought, noughts before it. */
export function looseCellNumber(cell: string, style: NumberStyle): number | null {
  const plain = cellNumber(cell, style)
  if (plain !== null) return plain
  const number = writtenNumber(cell)
  const unit = number?.behind.replace(/\s*%$/, '')
  if (!number || !CURRENCY.test(number.before) || !CURRENCY.test(unit ?? '')) return null
  const decimal = decimalOf(number, signOf[style])
  if (decimal === null || decimal.replace(/\D/g, '').length > EXACT) return null
  return Number(decimal) / (number.behind.endsWith('%') ? 100 : 1)
}

/** The shortest text that is this number again. */
export const writeNumber = (value: number): string => (Object.is(value, -0) ? '0' : String(value))
