import { beforeAll, describe, expect, test, vi } from 'vitest'
import { atTheEnd } from '../../server/platform/test-end.ts'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { AccountView, Budget, CategoryView, ScheduleView } from './module.ts'
import { currenciesOf, usualCurrency } from './server/accounts.ts'
import { byName } from './server/categories.ts'
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
  (await act<AccountView>(who, 'addAccount', { name, currency: 'EUR', ...more })).output
interface Overview {
  today: string
  currencies: string[]
  accounts: AccountView[]
  categories: CategoryView[]
  schedules: ScheduleView[]
}
const overview = async (who: string) => (await act<Overview>(who, 'overview')).output
const categoryOf = async (who: string, name: string) =>
  (await overview(who)).categories.find((row) => row.name === name) as CategoryView
const budget = async (who: string, more = {}) => (await act<Budget>(who, 'budget', { currency: 'EUR', ...more })).output
const budgetedFor = async (who: string, category: string, more = {}) =>
  (await budget(who, more)).envelopes.find((one) => one.category === category)?.budgeted

describe('what is called by a name', () => {
  const rows = (...names: string[]) => names.map((name) => ({ name }))
  test.each([
    ['Groceries', 'groceries'],
    ['groceries?', 'groceries'],
    ['my groceries!.', 'groceries'],
    ['the Groceries ', 'groceries'],
    ['groc', 'groceries'],
    ['grocery', 'groceries'],
    ['clothing', 'clothes'],
    ['water', 'electricity & water'],
    ['out', 'eating out'],
    ['electricity & w', 'electricity & water'],
    ['gr', undefined],
    ['fu', undefined],
    ['fun', 'fun'],
    ['yachts', undefined],
    ['', undefined],
  ])('“%s” is %s', (said, found) => {
    expect(byName(rows('groceries', 'clothes', 'electricity & water', 'eating out', 'fun', 'ab'), said)?.name).toBe(
      found,
    )
  })
  test('is only found by a part where that is of one alone', () => {
    expect(byName(rows('phone home', 'phone work'), 'phone')).toBeUndefined()
    expect(byName(rows('phone', 'phone work'), 'phone')?.name).toBe('phone') // exactly so
    expect(byName(rows('ab', 'abc'), 'ab')?.name).toBe('ab')
    expect(byName(rows('grocer', 'groceries'), 'grocery')).toBeUndefined() // both are alike
    expect(byName(rows('Café'), 'cafe')?.name).toBe('Café')
  })
  test('is alike from five letters on, but for its last three, and not much longer', () => {
    const isAlike = (name: string, said: string) => byName(rows(name), said) !== undefined
    expect([isAlike('abcdx', 'abcde'), isAlike('abcdey', 'abcdex'), isAlike('abcdexyz', 'abcdeuvw')]).toEqual([
      false,
      true,
      true,
    ])
    expect([isAlike('abcdefgh', 'abcdexyzu'), isAlike('abcdeuvwx', 'abcdexyzu')]).toEqual([true, false])
    expect([isAlike('abcdefxyz', 'abcdeq'), isAlike('abcdefghijk', 'abcdeq'), isAlike('abcdxyzuv', 'abcdx')]).toEqual([
      true,
      false,
      true, // begins so
    ])
    expect([isAlike('abcdyyyy', 'abcdx'), isAlike('abcd', 'abcx')]).toEqual([false, false])
  })
})

test('the currency of most accounts comes first: those of the budget count ten times, closed ones hardly', () => {
  const account = (currency: string, onBudget = true, closed = false) => ({ currency, onBudget, closed })
  expect(currenciesOf([account('EUR'), account('USD'), account('USD')])).toEqual(['USD', 'EUR'])
  expect(currenciesOf([account('EUR'), account('USD', false), account('USD', false)])).toEqual(['EUR', 'USD'])
  expect(currenciesOf([account('EUR', true, true), account('USD', false)])).toEqual(['USD', 'EUR'])
  expect(currenciesOf([account('EUR'), account('USD')])).toEqual(['EUR', 'USD'])
  expect(currenciesOf([])).toEqual([])
})

test('until an account says it, the place does', () => {
  const zones = ['America/New_York', 'US/Eastern', 'America/Bogota', 'Europe/London', 'Asia/Tokyo', 'Mars/Base']
  expect(zones.map(usualCurrency)).toEqual(['USD', 'USD', 'EUR', 'GBP', 'JPY', 'EUR'])
})

describe('accounts', () => {
  test('are on the budget but for loans and investments, where nothing else is said', async () => {
    const kinds = ['checking', 'loan', 'investment', 'card'] as const
    for (const kind of kinds) await open('ann', kind, { kind })
    await open('ann', 'both', { kind: 'loan', onBudget: true })
    expect((await overview('ann')).accounts.map(({ onBudget }) => onBudget)).toEqual([true, false, false, true, true])
  })
  test('begin with what is in them, which is income of the budget alone, today where no day is said', async () => {
    await open('bea', 'Bank', { balance: 5_00 })
    await open('bea', 'Fund', { kind: 'investment', balance: 7_00, date: '2026-01-02' })
    await open('bea', 'Empty', { balance: 0 })
    const { transactions } = (await act<{ transactions: { payee: string }[] }>('bea', 'transactions')).output
    const income = (await categoryOf('bea', 'Income')).id
    expect(transactions).toMatchObject([
      { payee: 'Starting balance', amount: 5_00, date: '2026-03-15', category: income, cleared: 'cleared' },
      { payee: 'Starting balance', amount: 7_00, date: '2026-01-02', category: null, cleared: 'cleared' },
    ])
    expect(transactions).toHaveLength(2)
  })
  test('hold what is in them, cleared or not', async () => {
    const [bank, other] = [await open('cia', 'Bank'), await open('cia', 'Other')]
    for (const [amount, cleared] of [
      [-1_00, 'open'],
      [-2_00, 'cleared'],
      [-4_00, 'open'],
    ])
      await act('cia', 'add', { account: bank.id, date: '2026-03-01', amount, cleared })
    expect((await overview('cia')).accounts).toMatchObject([
      { id: bank.id, balance: -7_00, cleared: -2_00, count: 3 },
      { id: other.id, balance: 0, cleared: 0, count: 0 },
    ])
    const { output } = await act('cia', 'changeAccount', { id: bank.id, name: 'New', version: 1 })
    expect(output).toMatchObject({ name: 'New', kind: 'checking', closed: false })
    expect((await act('cia', 'changeAccount', { id: bank.id, closed: true, version: 1 })).status).toBe(409)
    expect((await act('cia', 'removeAccount', { id: bank.id })).output).toEqual({ removed: 3 })
  })
})

describe('categories', () => {
  test('are made with the first account, in their groups, and not again', async () => {
    await open('dan', 'Bank')
    const { categories } = await overview('dan')
    expect(categories.map(({ order }) => order)).toEqual(categories.map((_, order) => order))
    expect(categories.filter(({ isIncome }) => isIncome).map(({ name }) => name)).toEqual(['Income'])
    expect(categories.map(({ group, name }) => `${group}: ${name}`)).toContain('Bills: Rent')
    expect(categories).toHaveLength(15)
    await open('dan', 'Other')
    expect((await overview('dan')).categories).toHaveLength(15)
  })
  test('are added last, in the largest group of their kind', async () => {
    await open('eva', 'Bank')
    const added = async (input: object) => (await act<CategoryView>('eva', 'addCategory', input)).output
    expect(await added({ name: 'Pets' })).toMatchObject({ group: 'Everyday', isIncome: false, order: 15 })
    expect(await added({ name: 'Wages', isIncome: true })).toMatchObject({ group: 'Income', isIncome: true, order: 16 })
    expect(await added({ name: 'Boat', group: 'Water' })).toMatchObject({ group: 'Water', order: 17 })
    const { categories } = await overview('eva')
    for (const { id, isIncome } of categories) if (isIncome) await act('eva', 'removeCategory', { id })
    expect(await added({ name: 'Rents', isIncome: true })).toMatchObject({ group: 'Everyday' })
    const boat = categories.find(({ name }) => name === 'Boat') as CategoryView
    expect((await act('eva', 'changeCategory', { id: boat.id, hidden: true, version: 1 })).output).toMatchObject({
      ...{ name: 'Boat', group: 'Water', hidden: true, keepsDebt: false },
    })
    expect((await act('eva', 'changeCategory', { id: boat.id, name: 'Ship', version: 1 })).status).toBe(409)
    const refused = (await act('eva', 'assign', { category: 'yachts', amount: 1 })).error
    expect(refused).toContain('There is no category “yachts”. There are Rent, ')
    expect(refused).not.toContain('Boat') // it is hidden
  })
})

describe('envelopes', () => {
  test('are given what is said, moved between, and never of income', async () => {
    await open('fay', 'Bank', { balance: 100_00 })
    const [food, fun, income] = [
      (await categoryOf('fay', 'Groceries')).id,
      (await categoryOf('fay', 'Fun')).id,
      (await categoryOf('fay', 'Income')).id,
    ]
    const of = async () => [
      await budgetedFor('fay', food),
      await budgetedFor('fay', fun),
      (await budget('fay')).toBudget,
    ]
    expect((await act('fay', 'assign', { category: food, amount: 30_00 })).output).toEqual({ ok: true })
    expect(await of()).toEqual([30_00, 0, 70_00])
    await act('fay', 'assign', { category: food, amount: 20_00 })
    expect((await act('fay', 'moveMoney', { from: food, to: fun, amount: 5_00 })).output).toEqual({ ok: true })
    await act('fay', 'moveMoney', { from: 'groceries', to: 'fun', amount: '1' })
    expect(await of()).toEqual([14_00, 6_00, 80_00])
    const move = async (input: object) =>
      (await act('fay', 'moveMoney', { from: food, to: fun, amount: 1, ...input })).error
    expect(await move({ to: food })).toBe('Choose two different categories.')
    expect(await move({ amount: 0 })).toBe('Give an amount above 0.')
    expect(await move({ to: income })).toBe('“Income” is income: money is given out of it, not to it.')
    expect(await of()).toEqual([14_00, 6_00, 80_00])
  })
  test('look ten years ahead and no further', async () => {
    await open('gil', 'Bank')
    const at = async (month: string) => (await act('gil', 'budget', { month, currency: 'EUR' })).error
    expect([await at('2036-03'), await at('2036-04')]).toEqual(['', 'A budget looks at most ten years ahead.'])
    expect((await budget('gil')).month).toBe('2026-03')
  })
  test('are given again what the month before gave, where nothing is given yet', async () => {
    await open('hal', 'Bank', { balance: 100_00 })
    const ids = [] as string[]
    for (const name of ['Groceries', 'Fun', 'Gifts', 'Clothes', 'Health']) ids.push((await categoryOf('hal', name)).id)
    const [food, fun, gifts, clothes, health] = ids as [string, string, string, string, string]
    const give = (month: string, category: string, amount: number) => act('hal', 'assign', { month, category, amount })
    for (const [category, amount] of [
      [food, 30_00],
      [fun, 20_00],
      [gifts, 0],
      [clothes, 5_00],
      [health, 7_00],
    ] as const)
      await give('2026-02', category, amount)
    await give('2026-01', gifts, 99_00)
    await give('2026-03', fun, 1_00)
    await give('2026-03', health, 0)
    await act('hal', 'removeCategory', { id: clothes })
    expect((await act('hal', 'copyBudget')).output).toEqual({ changed: 2 })
    const given = await Promise.all([food, fun, gifts, health].map((id) => budgetedFor('hal', id)))
    expect(given).toEqual([30_00, 1_00, 0, 7_00])
    expect((await act('hal', 'copyBudget')).output).toEqual({ changed: 0 })
    expect((await act('hal', 'copyBudget', { month: '2026-12' })).output).toEqual({ changed: 0 })
  })
  test('count what leaves the budget by a transfer, and parts of payments, month by month', async () => {
    const [bank, loan, cash] = [
      await open('ida', 'Bank', { balance: 500_00, date: '2025-01-01' }),
      await open('ida', 'Loan', { kind: 'loan' }),
      await open('ida', 'Cash'),
    ]
    const [rent, food] = [(await categoryOf('ida', 'Rent')).id, (await categoryOf('ida', 'Groceries')).id]
    const transfer = (to: string, amount: number, date: string) =>
      act('ida', 'transfer', { from: bank.id, to, amount, date, category: rent })
    await transfer(loan.id, 40_00, '2026-02-10')
    await transfer(cash.id, 60_00, '2026-02-11')
    await transfer(loan.id, 5_00, '2026-03-31')
    await act('ida', 'transfer', { from: loan.id, to: bank.id, amount: 2_00, date: '2026-02-12', category: rent })
    await act('ida', 'add', {
      ...{ account: bank.id, date: '2026-02-28', amount: -9_00 },
      splits: [
        { amount: -4_00, category: food },
        { amount: -5_00, category: null },
      ],
    })
    await act('ida', 'add', { account: loan.id, date: '2026-02-13', amount: -77_00, category: food })
    const of = async (month: string) => {
      const { envelopes, activity, uncategorised, income, toBudget } = await budget('ida', { month })
      const its = (id: string) => envelopes.find(({ category }) => category === id)?.activity
      return { rent: its(rent), food: its(food), activity, uncategorised, income, toBudget }
    }
    expect(await of('2026-02')).toEqual({
      ...{ rent: -38_00, food: -4_00, activity: -42_00, uncategorised: -5_00, income: 0, toBudget: 500_00 },
    })
    expect(await of('2026-03')).toMatchObject({ rent: -5_00, food: 0, toBudget: 458_00 })
    expect(await of('2026-01')).toMatchObject({ rent: 0, activity: 0, toBudget: 500_00 })
    expect(await of('2025-01')).toMatchObject({ income: 500_00, toBudget: 500_00 })
  })
})
