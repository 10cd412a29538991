import { beforeAll, describe, expect, test, vi } from 'vitest'
import { atTheEnd } from '../../server/platform/test-end.ts'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { AccountView, CategoryView } from './module.ts'
import wallet from './server.ts'

let at: TestModules
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-15T12:00:00Z') })
  atTheEnd(() => vi.useRealTimers())
  at = await testModules(wallet)
})
const act = <T = Record<string, unknown>>(who: string, action: string, input: unknown = {}) =>
  at.act<T>(who, `wallet.${action}`, input, 'UTC')
const open = async (who: string, name: string, more = {}) =>
  (await act<AccountView>(who, 'addAccount', { name, currency: 'EUR', ...more })).output.id
const add = async (who: string, row: object) =>
  expect((await act(who, 'add', { date: '2026-02-10', payee: 'Shop', ...row })).error).toBe('')
const categoryId = async (who: string, name: string) =>
  (await act<{ categories: CategoryView[] }>(who, 'overview')).output.categories.find((row) => row.name === name)?.id ??
  ''
interface Report {
  currency: string
  months: { month: string; assets: number; debts: number; worth: number; income: number; spent: number }[]
  spending: { category: string; amount: number }[]
  payees: { payee: string; amount: number }[]
  missing: { currency: string; until: string }[]
}
const report = async (who: string, more = {}) => (await act<Report>(who, 'reports', more)).output

/** A household in which everything is that a report looks at. */
async function household(who: string) {
  const bank = await open(who, 'Bank', { balance: 500_00, date: '2026-01-01' })
  const card = await open(who, 'Card', { kind: 'card', balance: -30_00, date: '2025-12-01' })
  const [income, food, fun, rent] = [
    await categoryId(who, 'Income'),
    await categoryId(who, 'Groceries'),
    await categoryId(who, 'Fun'),
    await categoryId(who, 'Rent'),
  ]
  const rows = [
    { account: bank, date: '2026-01-02', amount: 1000_00, payee: 'Work', category: income },
    { account: bank, date: '2026-02-01', amount: -300_00, payee: 'Landlord', category: rent },
    { account: bank, date: '2026-02-02', amount: -50_00, category: food },
    { account: bank, date: '2026-02-28', amount: 8_00, category: food }, // what came back
    { account: card, date: '2026-02-03', amount: -40_00, payee: 'Fair', category: fun },
    { account: bank, date: '2026-02-04', amount: -7_00, payee: 'Kiosk' },
    { account: bank, date: '2026-02-05', amount: 9_00, payee: 'Found' },
    { account: bank, date: '2026-02-06', amount: 3_00, payee: 'Gift', category: fun }, // more came in than went out
    {
      ...{ account: bank, date: '2026-03-01', amount: -21_00, payee: 'Mall' },
      splits: [
        { amount: -10_00, category: food },
        { amount: -15_00, category: null },
        { amount: 4_00, category: income },
        { amount: 5_00, category: null },
        { amount: -5_00, category: fun },
      ],
    },
  ]
  for (const row of rows) await add(who, row)
  await act(who, 'transfer', { from: bank, to: card, date: '2026-03-02', amount: 20_00 })
  return { bank, card, food, fun, rent }
}

describe('a report', () => {
  test('tells of each month what there was and what was owed at its end, what came in and what was spent', async () => {
    const { food, fun, rent } = await household('ann')
    expect(await report('ann', { months: 4 })).toEqual({
      currency: 'EUR',
      months: [
        { month: '2025-12', assets: 0, debts: 30_00, worth: -30_00, income: 0, spent: 0 },
        { month: '2026-01', assets: 1500_00, debts: 30_00, worth: 1470_00, income: 1000_00, spent: 0 },
        { month: '2026-02', assets: 1163_00, debts: 70_00, worth: 1093_00, income: 9_00, spent: 386_00 },
        { month: '2026-03', assets: 1122_00, debts: 50_00, worth: 1072_00, income: 9_00, spent: 30_00 },
      ],
      spending: [
        { category: rent, amount: 300_00 },
        { category: food, amount: 52_00 },
        { category: fun, amount: 42_00 },
        { category: '', amount: 22_00 },
      ],
      payees: [
        { payee: 'Landlord', amount: 300_00 },
        { payee: 'Shop', amount: 42_00 },
        { payee: 'Fair', amount: 40_00 },
        { payee: 'Mall', amount: 30_00 },
        { payee: 'Kiosk', amount: 7_00 },
      ],
      missing: [],
    })
  })
  test('of fewer months counts what was before in what there was alone, and of one is that month', async () => {
    const { months, spending, payees } = await report('ann', { months: 1 })
    expect(months).toEqual([
      { month: '2026-03', assets: 1122_00, debts: 50_00, worth: 1072_00, income: 9_00, spent: 30_00 },
    ])
    expect(spending.map(({ amount }) => amount)).toEqual([15_00, 10_00, 5_00])
    expect(payees).toEqual([{ payee: 'Mall', amount: 30_00 }])
    expect((await report('ann')).months).toHaveLength(12)
  })
  test('of all currencies together tells the same of one', async () => {
    const [alone, together] = [await report('ann', { months: 4 }), await report('ann', { months: 4, together: true })]
    expect(together).toEqual(alone)
  })
  test('of one currency has nothing of another, and of nothing has nothing', async () => {
    const bank = await open('bea', 'Bank')
    const yen = await open('bea', 'Yen', { currency: 'JPY', balance: 700, date: '2026-03-01' })
    await add('bea', { account: bank, date: '2026-03-02', amount: -5_00 })
    await add('bea', { account: yen, date: '2026-03-02', amount: -100 })
    const last = async (more: object) => (await report('bea', { months: 1, ...more })).months[0]
    expect(await last({})).toMatchObject({ worth: -5_00, spent: 5_00 })
    expect(await last({ currency: 'JPY' })).toMatchObject({ worth: 600, assets: 600, debts: 0, spent: 100 })
    const none = { month: '2026-03', assets: 0, debts: 0, worth: 0, income: 0, spent: 0 }
    expect(await last({ currency: 'USD' })).toEqual(none)
    expect(await report('nobody', { months: 1 })).toEqual({
      ...{ currency: 'EUR', months: [none], spending: [], payees: [], missing: [] },
    })
  })
  test('shows the twenty payees with the most, the largest first', async () => {
    const bank = await open('cia', 'Bank')
    for (let n = 1; n <= 22; n++) await add('cia', { account: bank, amount: -n, payee: `P${n}` })
    const { payees } = await report('cia', { months: 2 })
    expect(payees.map(({ amount }) => amount)).toEqual(Array.from({ length: 20 }, (_, n) => 22 - n))
  })
})

describe('all currencies together', () => {
  test('are counted each month at the last rate known at its end, and what had none is told of', async () => {
    await open('dan', 'Bank', { balance: 100_00, date: '2026-01-05' })
    await open('dan', 'Other', { balance: 1_00, date: '2026-01-05' })
    const us = await open('dan', 'US', { currency: 'USD', balance: -50_00, date: '2026-01-05' })
    await add('dan', { account: us, date: '2026-01-10', amount: -10_00, payee: 'Diner' })
    await add('dan', { account: us, date: '2026-02-10', amount: -20_00, payee: 'Diner' })
    await add('dan', { account: us, date: '2026-03-10', amount: 40_00, payee: 'Work' })
    const rate = (date: string, rate: number) => act('dan', 'saveRate', { from: 'USD', to: 'EUR', date, rate })
    await rate('2026-02-28', 0.5)
    await rate('2026-03-15', 0.25)
    await rate('2026-03-16', 0.1) // tomorrow
    const { months, payees, spending, missing, currency } = await report('dan', { months: 3, together: true })
    expect(currency).toBe('EUR')
    expect(months).toEqual([
      { month: '2026-01', assets: 101_00, debts: 0, worth: 101_00, income: 0, spent: 0 },
      { month: '2026-02', assets: 101_00, debts: 40_00, worth: 61_00, income: 0, spent: 10_00 },
      { month: '2026-03', assets: 101_00, debts: 10_00, worth: 91_00, income: 10_00, spent: 0 },
    ])
    expect(payees).toEqual([{ payee: 'Diner', amount: 10_00 }])
    expect(spending).toEqual([{ category: '', amount: 10_00 }])
    expect(missing).toEqual([{ currency: 'USD', until: '2026-01' }])
  })
  test('in which nothing is need no rate', async () => {
    await open('eva', 'Bank', { balance: 1_00 })
    await open('eva', 'US', { currency: 'USD' })
    expect((await report('eva', { months: 1, together: true })).missing).toEqual([])
  })
})
