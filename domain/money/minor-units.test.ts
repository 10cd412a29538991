import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDecimal } from '../numbers/reading.ts'
import {
  AMOUNT_MAX,
  MINOR_MAX,
  majorOf,
  minorDigits,
  minorIn,
  minorOf,
  minorOfMajor,
  plainAmount,
  roundedMinor,
  saidAmount,
} from './minor-units.ts'
import iso4217 from './testdata/iso4217.json' with { type: 'json' }

test('every currency has the digits of ISO 4217', () => {
  const codes = Object.entries(iso4217)
  expect(codes.length).toBeGreaterThan(150)
  expect(codes.filter(([code, digits]) => minorDigits(code) !== digits)).toEqual([])
})

describe('an amount', () => {
  test('is whole in the minor unit of its currency: none of the yen, three of the Kuwaiti dinar', () => {
    expect(minorOf('1234', 'JPY')).toBe(1234)
    expect(minorOf('12.5', 'JPY')).toBeNull()
    expect(minorOf('12.00', 'JPY')).toBe(12)
    expect(minorOf('1.234', 'KWD')).toBe(1234)
    expect(minorOf('-0.1', 'EUR')).toBe(-10)
    expect(minorOf('0.29', 'EUR')).toBe(29) // 0.29 * 100 is 28.999…
    expect(minorOf('99999999999999999', 'EUR')).toBeNull()
    expect([plainAmount(-5, 'EUR'), plainAmount(1234, 'JPY'), plainAmount(5, 'KWD')]).toEqual([
      '-0.05',
      '1234',
      '0.005',
    ])
    expect([saidAmount(-123_456_789, 'EUR'), saidAmount(-0.4, 'EUR'), saidAmount(1234, 'JPY')]).toEqual([
      '-1,234,567.89 EUR',
      '0.00 EUR',
      '1,234 JPY',
    ])
  })
  test('is rounded where it is said to be: 1.005 is 1.01, or to the even neighbour 1.00', () => {
    expect(roundedMinor('1.005', 'EUR')).toBe(101)
    expect(roundedMinor('1.005', 'EUR', { rounding: 'half-even' })).toBe(100)
    expect([minorOfMajor(1.005, 'EUR'), minorOfMajor(-0.001, 'EUR'), minorOfMajor(1e-9, 'KWD')]).toEqual([101, 0, 0])
    expect([minorOfMajor(1e14, 'EUR'), minorOfMajor(Number.NaN, 'EUR')]).toEqual([null, null])
    expect([minorIn('1.234,50 € net', 'EUR'), minorIn('12.345', 'KWD'), minorIn('1 or 2', 'EUR')]).toEqual([
      123450,
      12345000,
      null,
    ])
  })
  test('survives being written and read, in every currency', () => {
    const currency = fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF')
    fc.assert(
      fc.property(fc.integer({ min: -9e11, max: 9e11 }), currency, (minor, code) => {
        expect(minorOf(readDecimal(plainAmount(minor, code), '.') ?? '', code)).toBe(minor)
      }),
    )
  })
})

describe('the largest amount', () => {
  test('of an account is nine thousand million, to the cent, and one that is told a thousand billion cents', () => {
    expect([minorOf('9000000000.00', 'EUR'), minorOf('-9000000000.00', 'EUR')]).toEqual([AMOUNT_MAX, -AMOUNT_MAX])
    expect([minorOf('9000000000.01', 'EUR'), minorOf('-9000000000.01', 'EUR')]).toEqual([null, null])
    expect([roundedMinor('10000000000000', 'EUR'), roundedMinor('-10000000000000', 'EUR')]).toEqual([1e15, -1e15])
    expect([roundedMinor('10000000000000.01', 'EUR'), roundedMinor('-10000000000000.01', 'EUR')]).toEqual([null, null])
    expect([roundedMinor('5', 'EUR', { most: 500 }), roundedMinor('5.01', 'EUR', { most: 500 })]).toEqual([500, null])
    expect([AMOUNT_MAX, MINOR_MAX]).toEqual([900_000_000_000, 1_000_000_000_000_000])
  })
  test('has at most a hundred digits, whatever they are', () => {
    expect(roundedMinor(`${'0'.repeat(97)}1.5`, 'EUR')).toBe(150)
    expect(roundedMinor(`${'0'.repeat(98)}1.5`, 'EUR')).toBeNull()
    expect(roundedMinor('much', 'EUR')).toBeNull()
  })
})

test('nothing has no sign, and majors are what charts show', () => {
  expect([plainAmount(0, 'EUR'), plainAmount(-100, 'EUR'), plainAmount(0, 'JPY'), saidAmount(0, 'EUR')]).toEqual([
    '0.00',
    '-1.00',
    '0',
    '0.00 EUR',
  ])
  expect([saidAmount(99_999, 'EUR'), saidAmount(12.5, 'EUR'), saidAmount(-12.5, 'EUR')]).toEqual([
    '999.99 EUR',
    '0.13 EUR',
    '-0.13 EUR',
  ])
  expect([majorOf(1234, 'EUR'), majorOf(1234, 'JPY'), majorOf(-5, 'KWD')]).toEqual([12.34, 1234, -0.005])
  expect([minorOfMajor(12.34, 'EUR'), minorOfMajor(Number.POSITIVE_INFINITY, 'EUR')]).toEqual([1234, null])
})
