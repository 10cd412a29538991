import type { FieldFacts } from '@atrium/contract/field-facts'
import { expect, test } from 'vitest'
import { typedValue } from './control-values.ts'
import { typedNumber } from './written-number.ts'

test.each<[string, string, number | null]>([
  ['1,234.56', 'en', 1234.56],
  ['1.234,56', 'de', 1234.56],
  ['1.234', 'de', 1234],
  ['1.234', 'en', 1.234],
  ['1,234', 'en', 1234],
  ['1,5', 'en', 1.5],
  ['1.5', 'de', 1.5],
  ['1 234,5', 'fr', 1234.5],
  ['1,234,567', 'de', 1234567],
  ['-0.5', 'en', -0.5],
  ['.5', 'en', 0.5],
  ['€ 12,50', 'de', 12.5],
  ['12.50 EUR', 'en', 12.5],
  ['١٢٫٥', 'ar', 12.5],
  ['१२३', 'hi', 123],
  ['12 apples', 'en', null],
  ['1.2.3', 'en', null],
  ['', 'en', null],
  ['-', 'en', null],
  ['9'.repeat(400), 'en', null],
])('%j in %s is %j', (text, language, value) => expect(typedNumber(text, language)).toBe(value))

const money: FieldFacts = { kind: 'money', label: 'Price', isRequired: false, aliases: [], currency: 'EUR' }
test('an amount is read in minor units of its currency, without a part of them', () => {
  expect(typedValue(money, '19.99', 'en')).toBe(1999)
  expect(typedValue({ ...money, currency: 'JPY' }, '1,300', 'en')).toBe(1300)
  expect(typedValue(money, '0.005', 'en')).toBeNaN()
  expect(typedValue(money, 'much', 'en')).toBeNaN()
})
