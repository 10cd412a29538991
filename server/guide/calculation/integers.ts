import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { type Exact, showNumber } from './numbers.ts'
import { Incalculable } from './parser.ts'

/** Factors are searched by trial division; beyond 10^12 that would take too long. */
const FACTOR_MAX = 1_000_000_000_000

function whole(value: Exact, most: number, style: NumberStyle): number {
  if (!value.isInteger() || value.lt(1))
    throw new Incalculable('That question makes sense for whole numbers from 1 only.')
  if (value.gt(most))
    throw new Incalculable(`I answer that for whole numbers up to ${new Intl.NumberFormat(style.locale).format(most)}.`)
  return value.toNumber()
}

/** Prime factors in rising order; empty for 1. */
export function factors(number: number): number[] {
  const found: number[] = []
  let rest = number
  for (let divisor = 2; divisor * divisor <= rest; divisor += divisor === 2 ? 1 : 2) {
    while (rest % divisor === 0) {
      found.push(divisor)
      rest /= divisor
    }
  }
  if (rest > 1) found.push(rest)
  return found
}

export function sayFactors(value: Exact, style: NumberStyle): string {
  const number = whole(value, FACTOR_MAX, style)
  const list = factors(number)
  const shown = showNumber(value, style).text
  if (number === 1) return '1 has no prime factors.'
  if (list.length === 1) return `${shown} is **prime**, so it has no factors but 1 and itself.`
  const powers = [...new Set(list)].map((prime) => {
    const count = list.filter((other) => other === prime).length
    return count === 1 ? `${prime}` : `${prime}^${count}`
  })
  return `${shown} = **${powers.join(' × ')}**`
}

export function sayPrime(value: Exact, style: NumberStyle): string {
  const number = whole(value, FACTOR_MAX, style)
  const shown = showNumber(value, style).text
  if (number === 1) return 'No. **1 is not a prime**: a prime has exactly two divisors.'
  const list = factors(number)
  return list.length === 1
    ? `Yes, **${shown} is prime**.`
    : `No, **${shown} is not prime**: ${sayFactors(value, style).replaceAll('**', '')}.`
}

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b))

export function sayCommon(values: readonly Exact[], kind: 'greatest' | 'least', style: NumberStyle): string {
  const numbers = values.map((value) => BigInt(whole(value, FACTOR_MAX, style)))
  if (numbers.length > 20) throw new Incalculable('I do that for up to 20 numbers.')
  const result = numbers.reduce((a, b) => (kind === 'greatest' ? divisor(a, b) : (a / divisor(a, b)) * b))
  const name = kind === 'greatest' ? 'greatest common divisor' : 'least common multiple'
  return `The ${name} of ${values.map((value) => showNumber(value, style).text).join(', ')} is **${new Intl.NumberFormat(style.locale).format(result)}**.`
}

const bases: Readonly<Record<string, number>> = {
  binary: 2,
  bin: 2,
  octal: 8,
  oct: 8,
  decimal: 10,
  dec: 10,
  hex: 16,
  hexadecimal: 16,
}
const prefixes: Readonly<Record<string, number>> = { '0x': 16, '0b': 2, '0o': 8 }

/** "255 in hex", "0xff in decimal", "1010 binary to decimal"; null when it is no such question. */
export function answerBase(text: string): string | null {
  const asked =
    /^(?:convert )?(?<digits>0[xbo][0-9a-f]{1,60}|[0-9a-f]{1,60})(?: (?:in |from )?(?<from>binary|bin|octal|oct|decimal|dec|hex|hexadecimal))? (?:in|to|into|as) (?<to>binary|bin|octal|oct|decimal|dec|hex|hexadecimal)$/iu.exec(
      text,
    )?.groups
  if (!asked) return null
  const digits = (asked.digits as string).toLowerCase()
  const prefix = Object.hasOwn(prefixes, digits.slice(0, 2)) ? digits.slice(0, 2) : ''
  const from = prefix ? (prefixes[prefix] as number) : (bases[(asked.from ?? 'decimal').toLowerCase()] as number)
  const to = bases[(asked.to as string).toLowerCase()] as number
  // "255 as a decimal" is a question about fractions, answered elsewhere.
  if (from === to) return null
  const body = prefix ? digits.slice(2) : digits
  const allowed = '0123456789abcdef'.slice(0, from)
  if (body === '' || [...body].some((digit) => !allowed.includes(digit))) {
    if (!prefix && !asked.from) return null
    throw new Incalculable(`“${digits}” is not a number in base ${from}.`)
  }
  const value = [...body].reduce((total, digit) => total * BigInt(from) + BigInt(allowed.indexOf(digit)), 0n)
  return `${digits} in base ${from} is **${value.toString(to)}** in base ${to}.`
}
