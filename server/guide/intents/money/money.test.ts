import { describe, expect, test } from 'vitest'
import type { Intent } from '../intent.ts'
import { replied } from '../test-reply.ts'
import { compound } from './compound.ts'
import { discount } from './discount.ts'
import { fuel } from './fuel.ts'
import { loan } from './loan.ts'
import { markup } from './markup.ts'
import { salary } from './salary.ts'
import { savings } from './savings.ts'
import { split } from './split.ts'
import { tip } from './tip.ts'
import { unitPrice } from './unitprice.ts'
import { vat } from './vat.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/gu, ' ')

/** The lines of what is said to a question. */
async function linesOf(intent: Intent, question: string, asked: { language?: 'en' | 'de'; locale?: string } = {}) {
  const { markdown } = await replied(intent, {}, { question, ...asked })
  return plain(markdown).split('\n\n')
}

/** Questions, and what stands in the answer to each. */
const answers = (intent: Intent, all: readonly (readonly [question: string, ...expected: string[]])[]) =>
  test.each(all.map(([question, ...expected]) => [question, expected] as const))('%s', async (question, expected) => {
    const said = (await linesOf(intent, question)).join('\n\n')
    for (const one of expected) expect(said).toContain(one)
  })

describe('A loan', () => {
  test('says the payment, the interest and the formula', async () => {
    const reply = await replied(loan, {}, { question: 'a loan of $300,000 at 6% for 30 years' })
    expect(reply.markdown.split('\n\n')).toEqual([
      '**$1,798.65** a month',
      'Interest in all: $347,514.57. Paid in all: $647,514.57, in 360 payments.',
      '300,000 × i ÷ (1 − (1 + i)^−360), i = 6 ÷ 100 ÷ 12',
    ])
    expect(reply.number?.toFixed()).toBe('1798.65')
  })
  test('takes the deposit off, and no interest is no formula of interest', async () =>
    expect(await linesOf(loan, 'car for 20,000 with a deposit of 8,000, interest-free over 24 months')).toEqual([
      '**500** a month',
      'Borrowed after the deposit: 12,000.',
      'Interest in all: 0. Paid in all: 12,000, in 24 payments.',
      '12,000 ÷ 24',
    ]))
  answers(loan, [
    ['20% down on a $320,000 house at 6% for 30 years', '**$1,534.85** a month', '256,000'],
    ['i owe 14,000 at 7% and pay 350 every month', '3 years, 10 months (46 months)', '15,988.86'],
    ['i owe 14,000 at 7% and pay 50 every month', 'too little', '81.67'],
    ['how much can I borrow for 900 a month at 4.1% over 25 years', '**168,737.13**'],
    ['25,000 paid back with 480 a month for 60 months', '**28,800**', '**3,800**'],
    ['1.2m over 30 years at 5%', '**6,441.86** a month'],
    ['loan of 1,000', 'Tell me the amount, the interest rate'],
    ['loan of $0 for a year at 5%', 'Amounts have to be above 0'],
    ['$1 at 5,000% for 1 year', '0% to 1,000%; 5,000% is outside'],
    ['$1 at 5% for 3 weeks', 'in whole months'],
    ['$100 with $100 deposit at 5% for 1 year', 'nothing to borrow'],
  ])
})

describe('Compound interest', () => {
  test('is added yearly unless the question says otherwise', async () => {
    expect(await linesOf(compound, '€10,000 at 5% for 10 years')).toEqual([
      '**€16,288.95** after 10 years',
      'Paid in: €10,000.00. Interest: €6,288.95.',
      'Interest is added once a year.',
      '10,000 × (1 + 5 ÷ 100)^10',
    ])
    const monthly = await linesOf(compound, '10,000 at 5% compounded monthly for 10 years')
    expect(monthly[0]).toBe('**16,470.09** after 10 years')
    expect(monthly[2]).toBe('Interest is added every month.')
  })
  test('with a contribution of every month or year', async () => {
    const lines = await linesOf(compound, '1,000 and 100 every month at 6% for 10 years')
    expect(lines[0]).toBe('**18,207.33** after 10 years')
    expect(lines[3]).toBe('1,000 × (1 + 6 ÷ 100 ÷ 12)^120 + 100 × ((1 + i)^120 − 1) ÷ i, i = (1 + 6 ÷ 100 ÷ 12) − 1')
    expect((await linesOf(compound, '1,000 and 1,200 each year at 7% for 30 years'))[0]).toBe(
      '**120,965.20** after 30 years',
    )
  })
  answers(compound, [
    ['how long does money take to double at 7%', '**10.24 years**', '72 ÷ 7 ≈ 10.3'],
    ['when do 5k grow to 8k at 5%', '**9.63 years** until it is 8,000'],
    ['which rate turns 1,000 into 2,000 in 10 years', '**7.18%** a year'],
    ['simple interest on £900 at 4% for 3 years', '**£108.00**', '£1,008.00'],
    ['what is the purchasing power of 1,000 after 20 years of 3% inflation', '**553.68**'],
    ['$100 at 1,000% for 200 years', 'at most 1,000,000,000,000,000'],
    ['$100 at 5% for a year with $1 a month and $1 a year', 'one regular contribution'],
    ['€5,000 at 3%', 'Tell me the amount, the rate a year and the time'],
  ])
})

describe('Savings', () => {
  test('how long, with the month it is then', async () =>
    expect(await linesOf(savings, 'until I have $20,000 with $500 a month')).toEqual([
      '**3 years, 4 months (40 months)** until you have $20,000.00: May 2029',
      '(20,000 − 0) ÷ 500 ≤ 40',
    ]))
  test('how much a month for a term or a day, with interest', async () => {
    const lines = await linesOf(savings, 'I have 5,000 and need 50,000 in 5 years at 3%')
    expect(lines[0]).toBe('**683.59** a month')
    expect(lines[1]).toBe('Put aside in all: 46,015.46. Interest: 3,984.54.')
    expect((await linesOf(savings, 'save $1,200 by 2027-01-20'))[0]).toBe('**$100.00** a month')
  })
  answers(savings, [
    ['how much a week for £600 in 20 weeks', '**£30.00** a week'],
    ['£75 a week, how long to £3,000', '**40 weeks**'],
    ['if I save 20 a week what is it after a year', '**1,040** after 1 year'],
    ['goal $1,000', 'how much you put aside each month'],
    ['goal $1,000 and I have $1,000', 'there already'],
    ['goal of $1,000 in a year with $999 there at 50%', 'there already'],
    ['goal $1000000000 with $0.01 a month', 'not reached within 200 years'],
    ['save $1,000 by 2026-01-20', 'less than a month ahead'],
  ])
})

describe('Prices', () => {
  test('with per cent off, one after another', async () => {
    expect(await linesOf(discount, '20% off $59.99')).toEqual(['**$47.99**', 'You save $12.00.', '59.99 × (1 − 20%)'])
    const twice = await linesOf(discount, '100 with 20% off and another 10% off')
    expect([twice[0], twice[2]]).toEqual(['**72**', '100 × (1 − 20%) × (1 − 10%)'])
  })
  answers(discount, [
    ['what did it cost before, $51 with 15% off', '**$60.00** before the discount'],
    ['was £120, now £90', '**25%** off, you save **£30.00**'],
    ['$15 off a $90 order and then 10% off', '**$67.50**'],
    ['€5 coupon or 15% off, better on €40', '**€34.00**', '€35.00'],
    ['three for two, each 12.50', '**25**', 'save 12.50'],
    ['a fifth off 200', '**160**'],
    ['$10 with 120% off', '120% is outside'],
    ['a discount', 'Tell me the price'],
  ])
  answers(markup, [
    ['cost 25 with 60% markup', '**40**'],
    ['selling price for a 40% margin, cost 24', 'Sell it for **40**'],
    ['the price is 90 and my margin 25%, what may it cost me', 'at most **67.50**'],
    ['bought at 40, sold at 60', '**20** of profit', '**33.33%** of the price', '**50%** on the cost'],
    ['bought for 1,200, sold for 900', '**300** of loss'],
    ['profit on 40 candles sold at 12 that cost me 4.50 each', '**300** of profit'],
    ['break even with fixed costs 6,000, price 25, cost per piece 10', '**400** pieces'],
    ['my agent takes 20% of £3,500, what is left', '**£700.00** is taken, **£2,800.00** is left'],
    ['rent 820 goes up 3.5%', '**848.70**'],
    ['100% margin on 5', 'below 100%'],
  ])
  test('with tax in and out', async () => {
    expect(await linesOf(vat, '100 € netto plus 19 %', { locale: 'de', language: 'de' })).toEqual([
      '**119,00 €** mit Steuer',
      'Steuer: **19,00 €** (19 %).',
      '100 × (1 + 19 %)',
    ])
    expect(await linesOf(vat, '119 € brutto, 19 %, ohne Steuer', { locale: 'de', language: 'de' })).toContain(
      '**100,00 €** ohne Steuer',
    )
  })
  answers(vat, [
    ['€119 including 19%', '**€100.00** without tax', '**€19.00** (19%)', '119 ÷ (1 + 19%)'],
    ['net price of 119 incl 19%', '**100** without tax'],
    ['what goes on the invoice for 850 net at 20%', '**1,020** with tax'],
    ['gross 59.50 to net, 19%', '**50** without tax'],
    ['my quote is 2,000 without vat, 23%', '**2,460** with tax'],
    ['net 200, gross 242, which rate', '**21%**'],
    ['vat on 50', 'rates differ by country'],
  ])
})

describe('A bill', () => {
  test('has a tip, or the usual ones where none is said', async () => {
    expect(await linesOf(tip, '18% tip on $86.50')).toEqual(['**$15.57** tip, **$102.07** in all', '86.50 × 18%'])
    expect((await linesOf(tip, 'tip for $80'))[2]).toBe('15%: **$12.00** tip, **$92.00** in all')
  })
  answers(tip, [
    ['haircut was 35, 20% tip', '**7** tip, **42** in all'],
    ['10, 15 and 20 percent tip on $77', '10%: **$7.70**', '20%: **$15.40**'],
    ['I left $10 on $62, what percentage was that', '**16.13%**'],
    ['paid 60 for a 52 bill, how big was the tip', '**8** tip'],
    ['20% tip on $50 split 4 ways', '**$15.00** each'],
  ])
  test('is split so that it adds up, with a tip or without', async () => {
    expect((await linesOf(split, '$100 between 3'))[0]).toBe(
      '**$33.33** each, but $33.34 for 1 of them, so that it comes out even',
    )
    expect(await linesOf(split, '4 people, $120 plus 20% tip')).toEqual([
      '**$36.00** each',
      'In all $144.00, with $24.00 of tip.',
      '120 × (1 + 20%) ÷ 4',
    ])
    expect((await linesOf(split, '¥1000 for 3 people'))[0]).toContain('¥333')
  })
  answers(split, [
    ['60/40 split of 1,000', '**600** + **400**'],
    ['divide 1200 in 3:2:1', '**600** + **400** + **200**'],
    ['rent of 1500 by income, 3000 and 2000', '**900** + **600**'],
    ['I pay double what she pays, total £300', '**£200.00** + **£100.00**'],
    ['groceries 73.20, me and 2 roommates', '**24.40** each'],
    ['go halves on 59.90', '**29.95** each'],
    ['ann had 18, ben had 24, who pays what', 'in what parts'],
    ['$10 between 1,001 people', 'Tell me the sum'],
  ])
})

describe('Pay', () => {
  test('of an hour in all the others', async () =>
    expect(await linesOf(salary, '$25 an hour')).toEqual([
      '$25.00 an hour · **$200.00** a day · **$1,000.00** a week · **$4,333.33** a month · **$52,000.00** a year',
      'Before tax, with 40 hours a week, 5 days a week and 52 weeks a year.',
      '25 × 2,080 = 52,000',
    ]))
  answers(salary, [
    ['$52,000 a year with 37.5 hours a week, hourly', '**$26.67** an hour'],
    ['€50k per day', '**€192.31** a day'],
    ['day rate £400 to annual', '**£104,000.00** a year'],
    ['$2,000 biweekly is what per year', '**$52,000.00** a year'],
    ['how much do I get for 6 hours at $15', '**$90.00** for 6 hours'],
    ['40 hours at 18 plus 5 hours overtime at time and a half', '**855** for 45 hours'],
    ['$120 for 8 hours, hourly?', '**$15.00** an hour'],
    ['5,000 a month minus 30% tax', '**3,500** a month'],
    ['wage 14, how many hours for 700', '**50 hours**'],
    ['€3,600 at 40 hours, what is 30 hours', '**€2,700.00** a month'],
    ['pay', 'Tell me the pay'],
    ['$1 an hour, 200 hours a week', 'at most 168'],
  ])
})

describe('Fuel', () => {
  test('in litres by 100 kilometres, whichever was said first', async () => {
    const lines = ['**€53.28** for 28.8 L of fuel', '450 km × 6.4 L/100 km × 1.85']
    expect(await linesOf(fuel, '450 km at 6.4 l/100km, €1.85')).toEqual(lines)
    expect(await linesOf(fuel, '6.4 l/100km, €1.85, 450 km')).toEqual(lines)
  })
  test('in miles by the gallon, there and back', async () =>
    expect(await linesOf(fuel, 'round trip of 300 miles, 30 mpg, $3.50')).toEqual([
      '**$70.00** for 20 gal of fuel',
      'There and back: 600 mi.',
      '600 mi ÷ 30 mpg × 3.50',
    ]))
  test('in British miles by the gallon, paid by the litre', async () =>
    expect((await linesOf(fuel, '100 miles at 40 mpg, £1.45 a litre', { locale: 'en-GB' }))[0]).toBe(
      '**£16.48** for 11.37 L of fuel',
    ))
  answers(fuel, [
    ['how many litres for 700 km at 7.2 l/100km', '**50.4 L**'],
    ['42 litres for 610 km', '**6.89 L/100 km**'],
    ['380 miles on 11 gallons', '**34.55 mpg**'],
    ['50 litres at 6.4 l/100km, how far', '**781.25 km**'],
    ['€40 at 1.78 with 6 l/100km, how far', '**374.53 km**'],
    ['52 l at €1.819', '**€94.59**'],
    ['€74.80 for 44 litres, price per litre', '**1.70** per L'],
    ['18 kWh/100km, 350 km, 0.35 per kWh', '**22.05** for 63 kWh'],
    ['480 km, 6 l/100km, 1.70, split by 4 people', '**12.24** each'],
    ['0 km at 6 l/100km, 1.80', 'above 0'],
    ['10 km', 'Tell me the distance'],
    ['90000000 km at 6 l/100km', 'at most 1,000,000 km'],
  ])
})

describe('Unit prices', () => {
  test('by the kilogram, the cheapest first', async () =>
    expect(await linesOf(unitPrice, '500 g for €3.20 or 0.75 kg for €4.50')).toEqual([
      '**0.75 kg (€4.50)** is the cheapest: €6.00 per kg',
      '- 500 g (€3.20): €6.40 per kg, 6.7% more',
      '4.50 ÷ 0.75 kg = €6.00',
    ]))
  answers(unitPrice, [
    ['6 for $1.50 or 100 for $3.25', '**100 ($3.25)** is the cheapest: $0.0325 per piece'],
    ['1 L for 2 or 500 ml for 1', '**All cost the same**: 2 per L'],
    ['6 beers for 5.40 or 10 for 8.50', '**10 (8.50)**'],
    ['4 x 125 g for 1.79 or 500 g for 1.69', '**500 g (1.69)**'],
    ['4 for 10 or single at 2.75', '**4 (10)**'],
    ['350 g cost €4.20', '**€12.00** per kg', '€1.20 / 100 g'],
    ['500 g for 1 or 1 L for 2', 'different kinds'],
    ['500 g for €1 or 1 kg for $2', 'different currencies'],
    ['which is cheaper', 'each with its amount'],
    ['500 g for €0 or 1 kg for €2', 'above 0'],
  ])
})
