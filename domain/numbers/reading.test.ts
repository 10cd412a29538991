import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberStyle } from './number-style.ts'
import { type DecimalSign, decimalSignOf, isAmbiguous, numberIn, readDecimal, writtenNumber } from './reading.ts'
import written from './testdata/written.json' with { type: 'json' }

describe('an amount', () => {
  test.each([
    ['12.50', '12.50'],
    ['12,50', '12.50'],
    ['-12.50', '-12.50'],
    ['12.50-', '-12.50'],
    ['12,50-', '-12.50'],
    ['12.50- EUR', '-12.50'],
    ['(12.50)', '-12.50'],
    ['(-5)', '-5'],
    ['(€ 12.50)', '-12.50'],
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ["1'234.50", '1234.50'],
    ['CHF 1’234.50', '1234.50'],
    ['1 234,50', '1234.50'],
    ['1 234,50 €', '1234.50'],
    ['1\u202f234,50', '1234.50'],
    ['€12.50', '12.50'],
    ['-€12.50', '-12.50'],
    ['€-12.50', '-12.50'],
    ['$1,234', '1234'],
    ['1,234', '1234'],
    ['1.234', '1234'],
    ['٫٥', '0.5'],
    ['1.234.567', '1234567'],
    ['12.50 CR', '12.50'],
    ['12.50 DR', '-12.50'],
    ['−7', '-7'],
    ['+5', '5'],
    ['-0.00', '0.00'],
    ['EUR 9,99', '9.99'],
    ['Rs.500', '500'],
    ['kr. 40', '40'],
    ['Fr. 12.-', '12'],
    ['12,-', '12'],
    ['12.–', '12'],
    ['.5', '0.5'],
    ['0,005', '0.005'],
    ['0.125', '0.125'],
    ['12,34,567.00', '1234567.00'],
    ['1,23,456', '123456'],
    ['१,२३,४५६.००', '123456.00'],
    ['١٬٢٣٤٫٥٦', '1234.56'],
    ['۱۲۳٫۵', '123.5'],
    ['１，２３４．５０', '1234.50'],
  ])('%s is %s', (text, decimal) => expect(readDecimal(text)).toBe(decimal))
  test.each([
    '',
    'x',
    '1.2.3,4,5',
    '--1',
    '1,2.3,4',
    '12:50',
    'NaN',
    '1e5',
    '2026-01-15',
    '2026 01 15',
    '1 2 3',
    '12,3412,34',
    '5²',
    '2½',
    '12.50 (net)',
    'about 12',
    '51-200',
    '10.5.2026',
    '1,234,56',
    '1 234.567,89',
  ])('%j is none', (text) => expect(readDecimal(text)).toBeNull())
  test('is read by the decimal sign of its column', () => {
    expect(readDecimal('1.234', '.')).toBe('1.234')
    expect(readDecimal('1,234', ',')).toBe('1.234')
    expect(readDecimal('12.50', ',')).toBeNull()
    expect(decimalSignOf(['1.234', '12,50'])).toBe(',')
    expect(decimalSignOf(['1,234', '7.00'])).toBe('.')
    expect(decimalSignOf(['1.234.567'])).toBe(',')
    expect(decimalSignOf(['0,005'])).toBe(',')
    expect(decimalSignOf(['100', '1.234', 'none'])).toBeUndefined()
  })
  test('that could be two says both', () => {
    expect(writtenNumber('$1,234')).toEqual({ point: '1234', comma: '1.234', before: '$', behind: '' })
    expect(
      ['1,234', '1.234', '12.34', '1234', '1,234.0', '0,123'].map((text) => isAmbiguous(writtenNumber(text) as never)),
    ).toEqual([true, true, false, false, false, false])
  })
  test('of the usual form is the same beside a mark of direction, which is left out', () => {
    const usual = fc.stringMatching(/^-?\d{1,16}[.,]\d{1,3}$/)
    fc.assert(fc.property(usual, (text) => void expect(writtenNumber(text)).toEqual(writtenNumber(`\u200e${text}`))))
  })
})

test.each([
  ['about 1,200 km²', 1200],
  ['12 %', 12],
  ['5 working-days', 5],
  ['1,000+', 1000],
  ['T-5', -5],
  ['12.50 (net)', 12.5],
  ['5 of 10', null],
  ['10-20', null],
  ['2026-03-01', null],
  ['none', null],
])('the one number of %j is %j', (text, number) => expect(numberIn(text)).toBe(number))

test('the sign of its column decides where a number could be either, and only there', () => {
  expect([numberIn('1.234', '.'), numberIn('1.234 h', ','), numberIn('1.234')]).toEqual([1.234, 1234, 1234])
  expect([numberIn('12.50', ','), numberIn('12,50', '.')]).toEqual([12.5, 12.5])
})

test('what CLDR writes for 60 languages is read, as numbers and as money', () => {
  const wrong = (written as string[][]).filter(([, sign, value, shown]) => {
    const number = readDecimal(shown as string, (sign === '\u066b' ? '.' : sign) as DecimalSign)
    return number === null || Number(number) !== Number(value)
  })
  expect(wrong).toEqual([])
})

test('the decimal sign of a language is the one that CLDR has', () => {
  expect(['de', 'en-IN', 'fr-CH', 'ar-EG', 'no such'].map((locale) => numberStyle(locale).decimal)).toEqual([
    ',',
    '.',
    ',',
    '\u066b',
    '.',
  ])
})

test('what is no number is looked at in the time that its length takes', () => {
  for (const text of ['1'.repeat(5e6), '1,'.repeat(2e6), `${' '.repeat(5e6)}1x2`, `(${'-'.repeat(5e6)}`])
    expect(readDecimal(text)).toBeNull()
})

test('any text is read without an error, and a number read is a decimal', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123 .,-+()€'%EUR٣٫٬"), maxLength: 14 }), (text) => {
      const decimal = readDecimal(text)
      expect(decimal === null || /^-?\d+(\.\d+)?$/.test(decimal)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
