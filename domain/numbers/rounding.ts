// Rounding of exact decimals: no step of it is in binary fractions.

/** Halves go away from nought (`half-up`, as tax offices and tills round) or to the even neighbour (`half-even`, IEEE 754). */
export type Rounding = 'half-up' | 'half-even'

/** A whole quotient. Throws a RangeError when the denominator is not above 0. */
export function quotient(numerator: bigint, denominator: bigint, rounding: Rounding = 'half-up'): bigint {
  if (denominator <= 0n) throw new RangeError('The denominator is above 0')
  const size = numerator < 0n ? -numerator : numerator
  const whole = size / denominator
  const twice = (size % denominator) * 2n
  const isUp = twice > denominator || (twice === denominator && (rounding === 'half-up' || whole % 2n === 1n))
  const value = isUp ? whole + 1n : whole
  return numerator < 0n ? -value : value
}

/** The shortest decimal that is this number again, without an exponent: 1e-7 is `0.0000001`. Throws a RangeError for NaN and ∞. */
export function decimalText(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is no decimal`)
  const text = String(value)
  const [mantissa = '', exponent] = text.split('e')
  if (exponent === undefined) return Object.is(value, -0) ? '0' : text
  const [whole = '', part = ''] = mantissa.replace('-', '').split('.')
  const point = whole.length + Number(exponent)
  const digits = whole + part
  const plain = point <= 0 ? `0.${'0'.repeat(-point)}${digits}` : digits.padEnd(point, '0')
  return value < 0 ? `-${plain}` : plain
}

/** A decimal text times a power of ten, rounded to whole: `1.005` to 2 digits is 101n. null when it is no decimal. */
export function scaled(decimal: string, digits: number, rounding: Rounding = 'half-up'): bigint | null {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal)
  if (!match) return null
  const [, sign, whole = '', part = ''] = match
  const all = BigInt(whole + part.padEnd(digits, '0'))
  const value = part.length > digits ? quotient(all, 10n ** BigInt(part.length - digits), rounding) : all
  return sign ? -value : value
}

/** Rounded to so many digits behind the point, halves away from nought: 1.005 to 2 is 1.01. NaN and ∞ stay. */
export function rounded(value: number, digits = 1): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return value
  return Number(scaled(decimalText(value), digits)) / 10 ** digits
}
