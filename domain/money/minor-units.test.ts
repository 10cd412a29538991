import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDecimal } from '../numbers/reading.ts'
import { minorDigits, minorIn, minorOf, minorOfMajor, plainAmount, roundedMinor, saidAmount } from './minor-units.ts'
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
