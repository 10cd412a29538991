import { numberStyle } from '@atrium/domain/numbers/number-style'
import { describe, expect, test } from 'vitest'
import { Exact } from '../../calculation/numbers.ts'
import { type Quantity, readQuantity } from '../../measures/quantity.ts'
import { systemOf } from '../../measures/units-by-name.ts'
import type { Money } from '../intent.ts'
import { linesOf, replied } from '../test-reply.ts'
import { split, tip } from './bill.ts'
import { compound } from './compound.ts'
import { fuel } from './fuel.ts'
import { loan } from './loan.ts'
import { pay } from './pay.ts'
import { percentOff } from './percent-off.ts'
import { percentOn } from './percent-on.ts'
import { savingGoal } from './saving-goal.ts'
import { taxIn, taxOn } from './tax.ts'
import { unitPrice } from './unit-price.ts'

const n = (value: string | number) => new Exact(value)
const usd = (amount: string | number): Money => ({ amount: n(amount), currency: 'USD' })
const eur = (amount: string | number): Money => ({ amount: n(amount), currency: 'EUR' })
const plain = (amount: string | number): Money => ({ amount: n(amount), currency: null })
const q = (text: string, locale = 'en-US') => readQuantity(text, numberStyle(locale), systemOf(locale)) as Quantity

describe('A loan', () => {
  test('says the payment, the interest and the formula', async () => {
    const reply = await replied(loan, { principal: usd(300_000), rate: n(6), term: { years: 30 } })
    expect(reply.markdown.split('\n\n')).toEqual([
      '**$1,798.65** a month',
      'Interest in all: $347,514.57. Paid in all: $647,514.57, in 360 payments.',
      '300,000 × i ÷ (1 − (1 + i)^−360), i = 6 ÷ 100 ÷ 12',
    ])
    expect(reply.number?.toFixed()).toBe('1798.65')
  })
  test('takes the deposit off, and no interest is no formula of interest', async () => {
    expect(
      await linesOf(loan, { principal: plain(20_000), deposit: plain(8_000), rate: n(0), term: { months: 24 } }),
    ).toEqual([
      '**500** a month',
      'Borrowed after the deposit: 12,000.',
      'Interest in all: 0. Paid in all: 12,000, in 24 payments.',
      '12,000 ÷ 24',
    ])
  })
  test.each([
    [{ principal: usd(0), rate: n(5), term: { years: 1 } }, 'Amounts have to be above 0'],
    [{ principal: usd('1e30'), rate: n(5), term: { years: 1 } }, 'at most 1,000,000,000,000,000'],
    [{ principal: usd(1), rate: n(5_000), term: { years: 1 } }, '0% to 1,000%; 5,000% is outside'],
    [{ principal: usd(1), rate: n('1e-40'), term: { years: 1 } }, '0% to 1,000%'],
    [{ principal: usd(1), rate: n(5), term: { years: -2 } }, 'between 1 month and 200 years'],
    [{ principal: usd(1), rate: n(5), term: { weeks: 3 } }, 'in whole months'],
    [{ principal: usd(1), rate: n(5), term: { seconds: 3 } }, 'in whole months'],
    [{ principal: usd(100), rate: n(5), term: { years: 1 }, deposit: usd(100) }, 'nothing to borrow'],
  ])('of impossible values is refused in a sentence: %#', async (values, sentence) =>
    expect((await replied(loan, values)).markdown).toContain(sentence),
  )
})

describe('Compound interest', () => {
  test('is added yearly unless the question says otherwise', async () => {
    const values = { start: eur(10_000), rate: n(5), term: { years: 10 } }
    expect(await linesOf(compound, values)).toEqual([
      '**€16,288.95** after 10 years',
      'Paid in: €10,000.00. Interest: €6,288.95.',
      'Interest is added once a year.',
      '10,000 × (1 + 5 ÷ 100)^10',
    ])
    const monthly = await linesOf(compound, values, { question: '10,000 at 5% compounded monthly for 10 years' })
    expect(monthly[0]).toBe('**€16,470.09** after 10 years')
    expect(monthly[2]).toBe('Interest is added every month.')
  })
  test('with a contribution of every month or year', async () => {
    const values = { start: plain(1_000), rate: n(6), term: { years: 10 }, monthly: plain(100) }
    const lines = await linesOf(compound, values, { question: 'with monthly compounding' })
    expect(lines[0]).toBe('**18,207.33** after 10 years')
    expect(lines[3]).toBe('1,000 × (1 + 6 ÷ 100 ÷ 12)^120 + 100 × ((1 + i)^120 − 1) ÷ i, i = (1 + 6 ÷ 100 ÷ 12) − 1')
    const yearly = await linesOf(compound, {
      start: plain(1_000),
      rate: n(7),
      term: { years: 30 },
      yearly: plain(1_200),
    })
    expect(yearly[0]).toBe('**120,965.20** after 30 years')
  })
  test.each([
    [{ start: usd(100), rate: n(5), term: {} }, 'The time has to be'],
    [{ start: usd(100), rate: n(1_000), term: { years: 200 } }, 'at most 1,000,000,000,000,000'],
    [{ start: usd(100), rate: n(5), term: { years: 1 }, monthly: usd(1), yearly: usd(1) }, 'one regular contribution'],
  ])('of impossible values is refused in a sentence: %#', async (values, sentence) =>
    expect((await replied(compound, values)).markdown).toContain(sentence),
  )
})

describe('A savings goal', () => {
  test('how long, with the month it is then', async () =>
    expect(await linesOf(savingGoal, { goal: usd(20_000), monthly: usd(500) })).toEqual([
      '**3 years, 4 months** until you have $20,000.00: May 2029',
      '(20,000 − 0) ÷ 500 ≤ 40',
    ]))
  test('how much a month for a term or a day, with interest', async () => {
    const lines = await linesOf(savingGoal, {
      goal: plain(50_000),
      start: plain(5_000),
      rate: n(3),
      term: { years: 5 },
    })
    expect(lines[0]).toBe('**683.59** a month')
    expect(lines[1]).toBe('Put aside in all: 46,015.46. Interest: 3,984.54.')
    expect((await linesOf(savingGoal, { goal: usd(1_200), by: '2027-01-20' }))[0]).toBe('**$100.00** a month')
  })
  test.each([
    [{ goal: usd(1_000) }, 'how much you put aside each month'],
    [{ goal: usd(1_000), start: usd(1_000) }, 'there already'],
    [{ goal: usd(1_000), start: usd(999), rate: n(50), term: { years: 1 } }, 'there already'],
    [{ goal: usd('1e9'), monthly: usd('0.01') }, 'not reached within 200 years'],
    [{ goal: usd(1_000), by: '2026-01-20' }, 'less than a month ahead'],
    [{ goal: usd(1_000), by: '2020-01-20' }, 'less than a month ahead'],
    [{ goal: usd(1_000), monthly: usd(-5) }, 'above 0'],
  ])('of impossible values is refused in a sentence: %#', async (values, sentence) =>
    expect((await replied(savingGoal, values)).markdown).toContain(sentence),
  )
})

describe('Prices', () => {
  test('with per cent off, one after another', async () => {
    expect(await linesOf(percentOff, { price: usd('59.99'), off: [n(20)] })).toEqual([
      '**$47.99**',
      'You save $12.00.',
      '59.99 × (1 − 20%)',
    ])
    const twice = await linesOf(percentOff, { price: plain(100), off: [n(20), n(10)] })
    expect([twice[0], twice[2]]).toEqual(['**72**', '100 × (1 − 20%) × (1 − 10%)'])
    expect((await replied(percentOff, { price: usd(10), off: [n(120)] })).markdown).toContain('120% is outside')
  })
  test('with per cent on, and tax in and out', async () => {
    expect(await linesOf(percentOn, { price: plain(80), on: n('12.5') })).toEqual([
      '**90**',
      'Added: 10.',
      '80 × (1 + 12.5%)',
    ])
    expect(await linesOf(taxOn, { net: eur(100), rate: n(19) }, { locale: 'de' })).toEqual([
      '**119,00 €** with tax'.replace(' €', '\u00a0€'),
      'Tax: 19,00 € (19 %).'.replace(' €', '\u00a0€').replace(' %', '\u00a0%'),
      '100 × (1 + 19 %)'.replace(' %', '\u00a0%'),
    ])
    const out = await linesOf(taxIn, { gross: eur(119), rate: n(19) })
    expect(out).toEqual(['**€100.00** without tax', 'Tax: €19.00 (19%).', '119 ÷ (1 + 19%)'])
  })
})

describe('A bill', () => {
  test('has a tip, or the usual ones where none is said', async () => {
    expect(await linesOf(tip, { bill: usd('86.50'), rate: n(18) })).toEqual([
      '**$15.57** tip, **$102.07** in all',
      '86.50 × 18%',
    ])
    expect((await linesOf(tip, { bill: usd(80) }))[2]).toBe('15%: **$12.00** tip, **$92.00** in all')
  })
  test('is split so that it adds up, with a tip or without', async () => {
    expect((await linesOf(split, { bill: usd(100), people: n(3) }))[0]).toBe(
      '**$33.33** each, but $33.34 for 1 of them, so that it comes out even',
    )
    expect(await linesOf(split, { bill: usd(120), people: n(4), tip: n(20) })).toEqual([
      '**$36.00** each',
      'In all $144.00, with $24.00 of tip.',
      '120 × (1 + 20%) ÷ 4',
    ])
    expect((await linesOf(split, { bill: { amount: n(1_000), currency: 'JPY' }, people: n(3) }))[0]).toContain('¥333')
  })
  test.each([0, -1, 2.5, 1_001])('is not split among %d people', async (people) =>
    expect((await replied(split, { bill: usd(10), people: n(people) })).markdown).toContain(
      'whole number from 1 to 1,000',
    ),
  )
})

describe('Pay', () => {
  test('of an hour in all the others', async () =>
    expect(await linesOf(pay, { hourly: usd(25) })).toEqual([
      '$25.00 an hour · **$200.00** a day · **$1,000.00** a week · **$4,333.33** a month · **$52,000.00** a year',
      'Before tax, with 40 hours a week, 5 days a week and 52 weeks a year.',
      '25 × 2,080 = 52,000',
    ]))
  test('of a year with other hours', async () => {
    const reply = await replied(pay, { yearly: usd(52_000), hours: { hours: 37, minutes: 30 } })
    expect(reply.markdown).toContain('**$26.67** an hour')
    expect(reply.number?.toFixed()).toBe('26.67')
  })
  test('without pay, or with more hours than a week has', async () => {
    expect((await replied(pay, {})).markdown).toContain('Tell me the pay')
    expect((await replied(pay, { hourly: usd(1), hours: { hours: 200 } })).markdown).toContain('at most 168')
    expect((await replied(pay, { hourly: usd(1), hours: { days: 2 } })).markdown).toContain('at most 168')
  })
})

describe('Fuel', () => {
  test('in litres by 100 kilometres, whichever was said first', async () => {
    const lines = ['**€53.28** for 28.8 L of fuel', '450 km × 6.4 L/100 km × 1.85']
    const [distance, consumption, price] = [q('450 km'), q('6.4 l/100km'), eur('1.85')]
    expect(await linesOf(fuel, { distance, consumption, price })).toEqual(lines)
    expect(await linesOf(fuel, { distance: consumption, consumption: distance, price })).toEqual(lines)
  })
  test('in miles by the gallon, there and back', async () => {
    const values = { distance: q('300 miles'), consumption: q('30 mpg'), price: usd('3.50') }
    expect(await linesOf(fuel, values, { question: 'round trip' })).toEqual([
      '**$70.00** for 20 gal of fuel',
      'There and back: 600 mi.',
      '600 mi ÷ 30 mpg × 3.50',
    ])
  })
  test('in British miles by the gallon, paid by the litre', async () => {
    const values = {
      distance: q('100 miles', 'en-GB'),
      consumption: q('40 mpg', 'en-GB'),
      price: { amount: n('1.45'), currency: 'GBP' },
    }
    expect((await linesOf(fuel, values, { locale: 'en-GB' }))[0]).toBe('**£16.48** for 11.37 L of fuel')
  })
  test.each([
    [q('0 km'), q('6 l/100km'), 'above 0'],
    [q('10 km'), q('0 mpg'), 'above 0'],
    [q('10 km'), q('5 kg'), 'Tell me the distance'],
    [q('90000000 km'), q('6 l/100km'), 'at most 1,000,000 km'],
  ])('of impossible values is refused in a sentence: %#', async (distance, consumption, sentence) =>
    expect((await replied(fuel, { distance, consumption, price: usd(2) })).markdown).toContain(sentence),
  )
})

describe('Unit prices', () => {
  test('by the kilogram, the cheapest first', async () =>
    expect(await linesOf(unitPrice, { sizes: [q('500 g'), q('0.75 kg')], prices: [eur('3.20'), eur('4.50')] })).toEqual(
      [
        '**0.75 kg (€4.50)** is the cheapest: €6.00 per kg',
        '- 500 g (€3.20): €6.40 per kg, 6.7% more',
        '4.50 ÷ 0.75 kg = €6.00',
      ],
    ))
  test('by the piece, small prices with more digits', async () => {
    const lines = await linesOf(unitPrice, { counts: [n(6), n(100)], prices: [usd('1.50'), usd('3.25')] })
    expect(lines[0]).toBe('**100 ($3.25)** is the cheapest: $0.0325 per piece')
  })
  test('that are the same', async () =>
    expect((await linesOf(unitPrice, { sizes: [q('1 L'), q('500 ml')], prices: [plain(2), plain(1)] }))[0]).toBe(
      '**All cost the same**: 2 per L',
    ))
  test.each([
    [{ sizes: [q('500 g'), q('1 L')], prices: [plain(1), plain(2)] }, 'different kinds'],
    [{ sizes: [q('500 g')], prices: [plain(1), plain(2)] }, 'each with its amount'],
    [{ sizes: [q('500 g'), q('0 g')], prices: [plain(1), plain(2)] }, 'each with its amount'],
    [{ sizes: [q('500 g'), q('1 kg')], prices: [eur(1), usd(2)] }, 'different currencies'],
    [{ sizes: [q('500 g'), q('1 kg')], prices: [eur(0), eur(2)] }, 'above 0'],
  ])('of impossible values are refused in a sentence: %#', async (values, sentence) =>
    expect((await replied(unitPrice, values)).markdown).toContain(sentence),
  )
})
