import { expect, test } from 'vitest'
import { writeAmount, writeDecimalAmount } from './writing.ts'

test('amounts are written as a language does, with the digits of ISO 4217', () => {
  expect(writeAmount(123_456, 'EUR', 'en')).toBe('€1,234.56')
  expect(writeAmount(-123_456, 'EUR', 'de')).toBe('-1.234,56\u00a0€')
  expect(writeAmount(1234, 'JPY', 'en')).toBe('¥1,234')
  // Intl's own digits of the Iraqi dinar are none.
  expect(writeAmount(1234, 'IQD', 'en')).toBe('IQD\u00a01.234')
  expect(writeDecimalAmount('9.625', 'CAD', 'en', 'narrowSymbol')).toBe('$9.63')
  expect(writeAmount(900_000_000_000_001, 'EUR', 'en')).toBe('€9,000,000,000,000.01')
})
