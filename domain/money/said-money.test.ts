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
test('what stands on both sides is looked at together, and brackets or a dash make it go out', () => {
  expect(saidMoney('€ 40 EUR')).toMatchObject({ decimal: '40', currencies: ['EUR'], mark: '€ EUR' })
  expect(saidMoney('$ 40 USD')).toMatchObject({ currencies: ['USD'], likely: 'USD' })
  expect(saidMoney('(12)')).toMatchObject({ decimal: '-12', currencies: null, mark: '' })
  expect(saidMoney('12,-')).toMatchObject({ decimal: '12', mark: '' })
  expect(saidMoney('+5')).toMatchObject({ decimal: '5' })
  expect(saidMoney('kr. 40 ')).toMatchObject({ decimal: '40', mark: 'kr.' })
  expect(saidMoney('1,2,3.4.5')).toEqual({ refused: 'no amount' })
  expect(saidMoney('')).toEqual({ refused: 'no amount' })
  expect(saidMoney('shells 12 stones')).toEqual({ refused: 'unknown currency', mark: 'shells' })
})
