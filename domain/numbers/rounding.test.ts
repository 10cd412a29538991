import { expect, test } from 'vitest'
import { decimalText, quotient, rounded, scaled } from './rounding.ts'
import rows from './testdata/rounding.json' with { type: 'json' }

test('halves go away from nought, or to the even neighbour, as Python’s decimal rounds', () => {
  for (const [text, digits, up, even] of rows as [string, number, string, string][]) {
    expect([text, digits, String(scaled(text, digits))]).toEqual([text, digits, up])
    expect([text, digits, String(scaled(text, digits, 'half-even'))]).toEqual([text, digits, even])
  }
  expect([scaled('x', 2), scaled('1e3', 2)]).toEqual([null, null])
  expect(() => quotient(1n, 0n)).toThrow(RangeError)
})
test('a number is written without an exponent, and is the same number again', () => {
  expect([1e-7, 1.5e21, -1.5e-9, 123.456, -0].map(decimalText)).toEqual([
    '0.0000001',
    '1500000000000000000000',
    '-0.0000000015',
    '123.456',
    '0',
  ])
  for (const value of [5e-324, 1.7976931348623157e308, 0.1, 1e21, -4.35e-8])
    expect(Number(decimalText(value))).toBe(value)
  expect(() => decimalText(Number.NaN)).toThrow(RangeError)
})
test('rounding has no dust of binary fractions', () => {
  expect([1.005, 4.35, -2.5, 0.1 + 0.2].map((value) => rounded(value, 2))).toEqual([1.01, 4.35, -2.5, 0.3])
  expect([rounded(2.5, 0), rounded(-2.5, 0), rounded(12.34)]).toEqual([3, -3, 12.3])
  expect([rounded(Number.NaN), rounded(Number.POSITIVE_INFINITY)]).toEqual([Number.NaN, Number.POSITIVE_INFINITY])
})
