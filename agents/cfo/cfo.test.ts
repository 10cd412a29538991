import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { ageReceivables } from './age-receivables.ts'
import { agedOf, bucketOf, daysSalesOutstanding, expectedLoss } from './ageing.ts'
import { type CashItem, cashWeeks, strained } from './cash-flow.ts'
import { forecastCash } from './forecast-cash.ts'
import { patternsIn, scheduledDays } from './recurring.ts'
import { reportMonth } from './report-month.ts'

const app = await testApp()
const nobody = { call: () => Promise.reject(new Error('No action is called.')) }
const tableOf = (product: Awaited<ReturnType<typeof tryPlaybook>>['product'], title: string) =>
  product.blocks.flatMap((block) => (block.kind === 'table' && block.title.startsWith(title) ? [block] : []))[0]

test('expected losses are those of IFRS 9, illustrative example 12', () => {
  const gross = [15_000_000, 7_500_000, 4_000_000, 2_500_000, 1_000_000]
  expect(expectedLoss(gross, [0.003, 0.016, 0.036, 0.066, 0.106])).toEqual([45_000, 120_000, 144_000, 165_000, 106_000])
  expect(
    ['2026-03-16', '2026-03-15', '2026-02-14', '2026-02-13', '2025-12-16', '2025-12-15'].map((due) =>
      bucketOf(due, '2026-03-16'),
    ),
  ).toEqual([0, 1, 1, 2, 3, 4])
  expect(daysSalesOutstanding(50, 150, 90)).toBe(30)
  expect(agedOf([{ due: '2026-03-20', open: -5 }], '2026-03-16')).toEqual([-5, 0, 0, 0, 0])
})

test('thirteen weeks carry their balance on and lose nothing, whatever falls into them', () => {
  const item = fc.record({ offset: fc.integer({ min: -40, max: 84 }), amount: fc.integer({ min: -1e8, max: 1e8 }) })
  fc.assert(
    fc.property(fc.array(item, { maxLength: 40 }), fc.integer({ min: -1e9, max: 1e9 }), (all, opening) => {
      const items = all.map(
        ({ offset, amount }): CashItem => ({
          day: new Date(Date.UTC(2026, 2, 18 + offset)).toISOString().slice(0, 10),
          amount,
          label: '',
          basis: 'bill',
          source: '',
        }),
      )
      const weeks = cashWeeks(opening, items, '2026-03-18')
      expect(weeks).toHaveLength(13)
      expect(weeks.at(-1)?.closing).toBe(opening + all.reduce((sum, { amount }) => sum + amount, 0))
      for (const [at, week] of weeks.entries()) if (at > 0) expect(week.opening).toBe(weeks[at - 1]?.closing)
    }),
  )
  const [late] = strained([{ day: '2026-03-18', amount: 100, label: '', basis: 'invoice', source: '' }], 14, 0.2)
  expect(late).toMatchObject({ day: '2026-04-01', amount: 80 })
})

test('payments that come again are found with their rhythm; the 31st stays a month’s last day', () => {
  const rent = ['2025-12-31', '2026-01-31', '2026-02-28'].map((date) => ({
    date,
    amount: -800_00,
    payee: 'Rent 01/26',
  }))
  const noise = ['2026-01-03', '2026-01-09', '2026-02-20'].map((date) => ({ date, amount: -20_00, payee: 'Cafe' }))
  const [found, ...others] = patternsIn([...rent, ...noise], '2026-03-16')
  expect(others).toEqual([])
  expect(found).toMatchObject({ every: 'month', amount: -800_00 })
  expect(found?.next('2026-03-16', '2026-05-31')).toEqual(['2026-03-31', '2026-04-30', '2026-05-31'])
  const monthly = {
    start: '2026-01-31',
    unit: 'month' as const,
    every: 1,
    weekend: 'before' as const,
    until: null,
    past: 1,
  }
  expect(scheduledDays(monthly, '2026-05-31')).toEqual(['2026-02-27', '2026-03-31', '2026-04-30', '2026-05-29'])
})

test('the sample of open items gives a forecast in which each item has its line, and names the rows it could not read', async () => {
  const { product } = await tryPlaybook(forecastCash, nobody, { answers: { minimumCash: '5,000' } })
  const weeks = tableOf(product, 'Cash by week')
  expect(weeks?.rows).toHaveLength(13)
  expect(weeks?.rows[0]).toMatchObject({ from: '2026-03-16', opening: 21_400, payments: -4_900, closing: 16_500 })
  expect(product.evidence.map(({ met }) => met)).toEqual(['yes', 'yes', 'yes'])
  expect(product.couldNot.join(' ')).toContain('lines 19, 20')
  expect(product.summary).toMatch(/below your minimum of 5,000.00 EUR/)
})

test('the Wallet alone is enough for a forecast and a report, and the report’s cash explains itself', async () => {
  const person = await app.member()
  await person.call('POST', '/api/m/wallet/sample', {})
  const now = new Date()
  const forecast = (await tryPlaybook(forecastCash, person, { now, input: {} })).product
  const items = tableOf(forecast, 'Every item')
  expect(
    items?.rows.filter(({ label, basis }) => label === 'Riverside Homes' && basis === 'schedule').length,
  ).toBeGreaterThanOrEqual(2)
  expect(items?.rows.some(({ basis }) => basis === 'average')).toBe(true)
  const report = (await tryPlaybook(reportMonth, person, { now, input: {} })).product
  const bridge = tableOf(report, 'Cash bridge')?.rows.map(({ amount }) => Number(amount)) ?? []
  expect(bridge.slice(0, 4).reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(bridge[4] ?? Number.NaN, 2)
  expect(tableOf(report, 'Spending by category')?.rows.find(({ category }) => category === 'Rent')).toMatchObject({
    actual: 780,
    budget: 780,
  })
  await expect(tryPlaybook(reportMonth, person, { now, input: { month: '2001-01' } })).rejects.toThrow(
    'Choose another month',
  )
})

test('receivables: the doubled invoice counts once, reminders go out only with a yes, one by one', async () => {
  const sample = ageReceivables.sample.input
  const refused = await tryPlaybook(ageReceivables, nobody, {
    input: { ...sample, send: true },
    decide: () => ({ done: false, reason: 'Wait for the call.' }),
  })
  const aged = tableOf(refused.product, 'By age')
  expect(aged?.rows.map(({ open }) => open)).toEqual([6_510, 19_920, 480, 3_560, 3_150, 33_620])
  expect(refused.product.couldNot.join(' ')).toContain('Wait for the call.')
  expect(refused.product.couldNot.join(' ')).toContain('Not read: lines 14, 15')
  expect(refused.acted.every(({ action }) => action === 'mail.send')).toBe(true)
  const { product, acted } = await tryPlaybook(ageReceivables, nobody)
  expect(acted).toEqual([])
  const drafts = product.blocks.flatMap((block) => (block.kind === 'drafts' ? block.drafts : []))
  expect(drafts.map(({ subject }) => subject.split(':')[0])).toContain('Final payment reminder')
  expect(drafts.find(({ text }) => text.includes('Green Grocers'))?.to).toBe('')
})
