import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalOf, minorOf, plainAmount, readDecimal, saidAmount } from './money.ts'

describe('an amount', () => {
  test('is read as people and banks write it', () => {
    const read = Object.fromEntries(
      [
        '12.50',
        '12,50',
        '-12.50',
        '12.50-',
        '(12.50)',
        '1,234.50',
        '1.234,50',
        "1'234.50",
        '1 234,50',
        '1 234,50 €',
        '€12.50',
        '-€12.50',
        '$1,234',
        '1,234',
        '1.234.567',
        '12.50 CR',
        '12.50 DR',
        '−7',
        '+5',
        'EUR 9,99',
        '.5',
        '0,005',
        '12,34,567.00',
        '1,23,456',
      ].map((text) => [text, readDecimal(text)]),
    )
    expect(read).toEqual({
      '12.50': '12.50',
      '12,50': '12.50',
      '-12.50': '-12.50',
      '12.50-': '-12.50',
      '(12.50)': '-12.50',
      '1,234.50': '1234.50',
      '1.234,50': '1234.50',
      "1'234.50": '1234.50',
      '1 234,50': '1234.50',
      '1 234,50 €': '1234.50',
      '€12.50': '12.50',
      '-€12.50': '-12.50',
      '$1,234': '1234',
      '1,234': '1234',
      '1.234.567': '1234567',
      '12.50 CR': '12.50',
      '12.50 DR': '-12.50',
      '−7': '-7',
      '+5': '5',
      'EUR 9,99': '9.99',
      '.5': '0.5',
      '0,005': '0.005',
      '12,34,567.00': '1234567.00',
      '1,23,456': '123456',
    })
  })
  test('that is none is null', () => {
    for (const text of ['', 'x', '1.2.3,4,5', '--1', '1,2.3,4', '12:50', 'NaN', '1e5', '2026-01-15'])
      expect([text, readDecimal(text)]).toEqual([text, null])
  })
  test('is read by the decimal sign of its column', () => {
    expect(readDecimal('1.234', '.')).toBe('1.234')
    expect(readDecimal('1,234', ',')).toBe('1.234')
    expect(decimalOf(['1.234', '12,50'])).toBe(',')
    expect(decimalOf(['1,234', '7.00'])).toBe('.')
    expect(decimalOf(['1.234.567'])).toBe(',')
    expect(decimalOf(['100', '1.234'])).toBeUndefined()
  })
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
    expect(saidAmount(-123_456_789, 'EUR')).toBe('-1,234,567.89 EUR')
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
