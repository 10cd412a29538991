import { expect, test } from 'vitest'
import { saidMoney } from './said-money.ts'

test.each([
  ['12.50', '12.50', null, undefined],
  ['€12', '12', ['EUR'], 'EUR'],
  ['12 EUR', '12', ['EUR'], 'EUR'],
  ['12,50 €', '12.50', ['EUR'], 'EUR'],
  ['CHF 1’200.-', '1200', ['CHF'], 'CHF'],
  ['500 yen', '500', ['JPY'], 'JPY'],
  ['US$ 40', '40', ['USD'], 'USD'],
  ['-5 pln', '-5', ['PLN'], 'PLN'],
  ['₹1,00,000', '100000', ['INR'], 'INR'],
])('%s', (said, decimal, currencies, likely) => {
  expect(saidMoney(said)).toMatchObject({ decimal, currencies, likely })
})
test('a sign of several currencies says all of them, and none is meant where nobody can tell', () => {
  const dollars = saidMoney('$40')
  expect(dollars).toMatchObject({ decimal: '40', likely: undefined, mark: '$' })
  expect('currencies' in dollars && dollars.currencies?.slice(0, 2)).toEqual(['USD', 'CAD'])
  expect(saidMoney('£5')).toMatchObject({ likely: 'GBP' })
})
test('what is no money is refused with what is wrong', () => {
  expect(saidMoney('much')).toEqual({ refused: 'no amount' })
  expect(saidMoney('12 shells')).toEqual({ refused: 'unknown currency', mark: 'shells' })
  expect(saidMoney('€ 40 CAD')).toEqual({ refused: 'two currencies' })
})
