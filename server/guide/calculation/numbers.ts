import { writeDecimalAmount } from '@atrium/domain/money/writing'
import { Exact } from '@atrium/domain/numbers/exact'
import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { isGrouped } from '@atrium/domain/numbers/reading'

export { Exact }

export interface ScannedNumber {
  value: Exact
  /** Index after the last character read. */
  end: number
  /** True when a comma or point was read as a separator of thousands. */
  grouped: boolean
}

const spaced = /\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?!\d)/y
const unspaced = /\d{1,400}/y
const tail = /(?:[.,]\d{1,400}){1,20}/y
const bare = /[.,]\d{1,400}/y

/**
 * Reads the number that begins at `from`: "2,340", "2.340,50", "1 000", "1,00,000", ".5".
 * One separator before exactly three digits means what it means in the locale.
 */
export function scanNumber(text: string, from: number, style: NumberStyle, groups = true): ScannedNumber | null {
  const whole = (groups && stick(spaced, text, from)) || stick(unspaced, text, from)
  if (!whole) {
    const fraction = stick(bare, text, from)
    return fraction ? { value: new Exact(`0.${fraction.slice(1)}`), end: from + fraction.length, grouped: false } : null
  }
  const digits = whole.replace(/\D/gu, '')
  const after = from + whole.length
  const rest = stick(tail, text, after)
  const spacedGroups = digits.length < whole.length
  if (!rest) return { value: new Exact(digits), end: after, grouped: spacedGroups }

  const marks = rest.replace(/\d/gu, '')
  const last = marks.at(-1) as string
  const cut = rest.lastIndexOf(last)
  const head = rest.slice(0, cut)
  const fraction = rest.slice(cut + 1)
  const asDecimal = (): ScannedNumber => ({
    value: new Exact(`${digits}${head.replace(/\D/gu, '')}.${fraction}`),
    end: after + rest.length,
    grouped: spacedGroups || head !== '',
  })
  const asGroups = (): ScannedNumber => ({
    value: new Exact(`${digits}${rest.replace(/\D/gu, '')}`),
    end: after + rest.length,
    grouped: true,
  })

  if (marks.length === 1) {
    const thousands = !spacedGroups && fraction.length === 3 && digits.length <= 3 && digits !== '0'
    if (!thousands)
      return last === ',' && !groups ? { value: new Exact(digits), end: after, grouped: false } : asDecimal()
    const isGroup = last === style.group || (last === ',' && style.decimal !== ',')
    if (isGroup) return groups ? asGroups() : { value: new Exact(digits), end: after, grouped: false }
    return asDecimal()
  }
  const others = new Set(marks.slice(0, -1))
  if (groups && !others.has(last) && others.size === 1 && isGrouped(digits + head)) return asDecimal()
  if (groups && others.size === 1 && others.has(last) && isGrouped(digits + rest)) return asGroups()
  // "1,2,3" is a list: read its first number only. "1.5,2" likewise.
  if (marks[0] === '.') {
    const first = rest.slice(0, rest.indexOf(marks[1] as string, 1))
    return { value: new Exact(`${digits}.${first.slice(1)}`), end: after + first.length, grouped: false }
  }
  return { value: new Exact(digits), end: after, grouped: false }
}

function stick(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** A whole text as one number, sign allowed; null when it is anything else. */
export function readNumber(text: string, style: NumberStyle): Exact | null {
  const trimmed = text.trim()
  const sign = /^[-−–+]/u.test(trimmed) ? 1 : 0
  const scanned = scanNumber(trimmed, sign, style)
  if (!scanned || scanned.end !== trimmed.length) return null
  return sign && trimmed[0] !== '+' ? scanned.value.neg() : scanned.value
}

export interface ShownNumber {
  text: string
  /** False when digits were left out. */
  exact: boolean
}

/** Written for the locale: whole up to 60 digits, else to 12 significant digits, beyond that as a power of ten. */
export function showNumber(value: Exact, style: NumberStyle): ShownNumber {
  if (value.isZero()) return { text: '0', exact: true }
  // All 60 digits in use mean a division that does not end: 100 ÷ 3 × 3 is 100 again, but for its last digits.
  const near = value.precision() >= 59 ? value.toSignificantDigits(50) : value
  if (near !== value && near.precision() <= 20) return showNumber(near, style)
  const exponent = value.e
  if (exponent >= 60 || exponent < -12) {
    const mantissa = value.div(new Exact(10).pow(exponent)).toSignificantDigits(12)
    const power = String(exponent).replace('-', '−')
    return {
      text: `${fixed(mantissa, style)} × 10^${power}`,
      exact: mantissa.times(new Exact(10).pow(exponent)).eq(value),
    }
  }
  if (value.isInteger() || value.precision() <= 20) return { text: fixed(value, style), exact: true }
  const rounded = value.toSignificantDigits(Math.max(12, exponent + 5))
  return { text: fixed(rounded, style), exact: rounded.eq(value) }
}

/** To at most `places` decimals, for results whose inputs were measured rather than counted. */
export const showRounded = (value: Exact, places: number, style: NumberStyle): string =>
  fixed(value.toDecimalPlaces(places), style)

/** Money in the currency's own decimals: `$9.63`. */
export const showMoney = (value: Exact, currency: string, style: NumberStyle): string =>
  writeDecimalAmount(value.toFixed(), currency, style.locale, 'narrowSymbol').replace('-', '−')

const fixed = (value: Exact, style: NumberStyle): string =>
  new Intl.NumberFormat(style.locale, { maximumFractionDigits: 40 })
    .format(value.toFixed() as Intl.StringNumericLiteral)
    .replace('-', '−')
