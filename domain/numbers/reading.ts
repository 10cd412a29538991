// Numbers as people, banks and programs write them. Separators and digits by Unicode's CLDR; lakh and crore as India groups.

export type DecimalSign = '.' | ','

/**
 * A number in both ways in which it can be meant, as exact decimals with a point. They differ where nobody can tell:
 * `1,234` is 1234 with a decimal point and 1.234 with a decimal comma. null where it cannot be written so.
 */
export interface WrittenNumber {
  point: string | null
  comma: string | null
  /** What stands before and behind it: `€`, `EUR`, `%`, `CR`; without signs and spaces. */
  before: string
  behind: string
}

/** Characters of a number with what stands around it; what is longer is words. */
const LONGEST = 100
/** The noughts of digits that are not ASCII: Arabic-Indic, Persian, N'Ko, Indic scripts, Thai, Lao, Tibetan, Burmese, Khmer, Mongolian. */
const NOUGHTS =
  '\u0660\u06f0\u07c0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u0f20\u1040\u17e0\u1810'
/** Arabic's own decimal sign, which is nothing else. */
const CERTAIN = '\u066b'

function digitOf(char: string): string {
  const code = char.charCodeAt(0)
  for (const nought of NOUGHTS) {
    const value = code - nought.charCodeAt(0)
    if (value >= 0 && value <= 9) return String(value)
  }
  return char
}

/** Digits, minus signs, apostrophes and spaces in one form; what only tells the direction of writing is left out. */
function plainly(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  return text
    .normalize('NFKC')
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\u2212\u2012\u2013\u2014]/g, '-')
    .replace(/[’‘\u066c]/g, "'")
    .replace(/(?![0-9])\p{Nd}/gu, digitOf)
}

/** A minus or plus, and the rest. Two of them are no number. */
const BEFORE = /^([+-]?)\s*(.*?)\s*([+-]?)\s*$/s
/** `12,-` and `12.–` are whole; `12,50-` is below nought. */
const BEHIND = /^(?:[.,]\s*-?)?([+-]?)\s*(.*?)\s*([+-]?)\s*$/s

/** As most files have them: `-12.50`. Two digits after the sign are no group. */
const USUAL = /^(-?)(\d{1,15})([.,])(\d{1,2})$/

/** The number in a text, and what stands around it; null when there is none, or several. */
export function writtenNumber(text: string): WrittenNumber | null {
  const trimmed = text.trim()
  if (trimmed.length > LONGEST) return null
  if (/^\d{1,15}$/.test(trimmed)) {
    const decimal = unpadded(trimmed)
    return { point: decimal, comma: decimal, before: '', behind: '' }
  }
  const usual = USUAL.exec(trimmed)
  if (usual) {
    const [, minus = '', whole = '', sign, part = ''] = usual
    const decimal = `${/[1-9]/.test(whole + part) ? minus : ''}${unpadded(whole)}.${part}`
    return { point: sign === '.' ? decimal : null, comma: sign === ',' ? decimal : null, before: '', behind: '' }
  }
  // 5² and 2½ are numbers, but not of these digits alone; the sign of km² is no digit.
  if (/\d\s?\p{No}|\p{No}\s?\d/u.test(trimmed)) return null
  const plain = plainly(trimmed.replace(/\p{No}/gu, ''))
  let start = plain.search(/\d/)
  if (start < 0) return null
  let end = plain.length
  while (!/\d/.test(plain[end - 1] as string)) end--
  // The point of `.50` is a decimal sign; that of `Rs.50` ends a word.
  if (/(?:^|[^\p{L}])[.,\u066b]$/u.test(plain.slice(0, start))) start--
  const body = plain.slice(start, end)
  if (/[^\d.,\u066b' _]/.test(body)) return null
  let [before, behind] = [plain.slice(0, start).trim(), plain.slice(end).trim()]
  const isBracketed = before.startsWith('(') && behind.endsWith(')')
  if (isBracketed) [before, behind] = [before.slice(1).trim(), behind.slice(0, -1).trim()]
  const [, first = '', its = '', second = ''] = BEFORE.exec(before) ?? []
  const [, third = '', word = '', fourth = ''] = BEHIND.exec(behind) ?? []
  const signs = first + second + third + fourth
  if (signs.length > 1 || /^[+-]|[+-]$/.test(its + word)) return null
  const isBelow = isBracketed || signs === '-' || word.toUpperCase() === 'DR'
  const signed = (decimal: string | null) => (decimal && isBelow && /[1-9]/.test(decimal) ? `-${decimal}` : decimal)
  const point = signed(exactDecimal(body, body.includes(CERTAIN) ? CERTAIN : '.'))
  const comma = signed(exactDecimal(body, body.includes(CERTAIN) ? CERTAIN : ','))
  return point === null && comma === null ? null : { point, comma, before: its, behind: word }
}

const DIGITS = /^\d*$/
const unpadded = (digits: string): string =>
  digits === '' ? '0' : digits.startsWith('0') ? digits.replace(/^0+(?=\d)/, '') : digits

/** Groups of three by one and the same sign; or lakh and crore, by commas: the last of three and those before it of two. */
const GROUPED = /^\d{1,3}([.,' _])\d{3}(?:\1\d{3})*$/
const LAKH = /^\d{1,2}(?:,\d{2})+,\d{3}$/
export const isGrouped = (whole: string): boolean => GROUPED.test(whole) || LAKH.test(whole)

/** Digits and separators as an exact decimal with a point, read with this decimal sign; null when they cannot be. */
export function exactDecimal(body: string, sign: string): string | null {
  const at = body.indexOf(sign)
  const [whole, part] = at < 0 ? [body, ''] : [body.slice(0, at), body.slice(at + 1)]
  if (!DIGITS.test(part)) return null
  const isPlain = DIGITS.test(whole)
  // Nobody writes a group of thousands behind a nought: 0,005 is five thousandths.
  if (!isPlain && (whole.includes(sign) || !isGrouped(whole) || (at < 0 && /^0/.test(whole)))) return null
  const digits = unpadded(isPlain ? whole : whole.replace(/\D/g, ''))
  return part === '' ? digits : `${digits}.${part}`
}

/** The number with this decimal sign; without one, `1,234` and `1.234` are groups of thousands. */
export function decimalOf({ point, comma }: WrittenNumber, sign?: DecimalSign): string | null {
  if (sign) return sign === '.' ? point : comma
  if (point === null || comma === null) return point ?? comma
  return point.includes('.') ? comma : point
}

/** Whether the decimal sign has to be known: `1,234`. */
export const isAmbiguous = ({ point, comma }: WrittenNumber): boolean =>
  point !== null && comma !== null && point !== comma

/** The decimal sign of a column: of the first of its numbers that leaves no doubt; undefined when none does. */
export function decimalSignOf(texts: Iterable<string>): DecimalSign | undefined {
  for (const text of texts) {
    if (!/[.,\u066b\uff0c\uff0e]/.test(text)) continue
    const number = writtenNumber(text)
    if (number?.point === null) return ','
    if (number?.comma === null) return '.'
  }
  return undefined
}

/** A currency's sign, code or short word, or a percent sign. */
const AFFIX = /^[^\d.,+\-()]{0,4}\.?$/

/**
 * An amount as an exact decimal: `1.234,50-` is `-1234.50`. Currencies, brackets, a minus before or behind, CR and DR, and
 * digits of other scripts are read; null when it is no amount. Where it could be either, see `decimalOf`.
 */
export function readDecimal(text: string, sign?: DecimalSign): string | null {
  const number = writtenNumber(text)
  return number && AFFIX.test(number.before) && AFFIX.test(number.behind) ? decimalOf(number, sign) : null
}

/**
 * The one number of a text as an exact decimal, whatever words stand around it: `about 1,200 km`; null when there is none or
 * several. `sign` decides where it could be either.
 */
export function decimalIn(text: string, sign?: DecimalSign): string | null {
  const number = writtenNumber(text)
  return number && decimalOf(number, isAmbiguous(number) ? sign : undefined)
}

/** The same as a number. */
export function numberIn(text: string, sign?: DecimalSign): number | null {
  const decimal = decimalIn(text, sign)
  return decimal === null ? null : Number(decimal)
}
