import { beforeAll, describe, expect, test, vi } from 'vitest'
import { atTheEnd } from '../../server/platform/test-end.ts'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { AccountView, CategoryView, ListedTransaction, ScheduleView } from './module.ts'
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
const list = async (who: string) =>
  (await act<{ transactions: ListedTransaction[] }>(who, 'transactions')).output.transactions
const categoryId = async (who: string, name: string) =>
  (await act<{ categories: CategoryView[] }>(who, 'overview')).output.categories.find((row) => row.name === name)?.id ??
  ''
const bill = { payee: 'Rent', amount: -5_00, start: '2026-03-20' }
const save = (who: string, input: object) => act<ScheduleView>(who, 'saveSchedule', { ...bill, ...input })

describe('a rule', () => {
  test('does something, is changed, and removed', async () => {
    await open('ann', 'Bank')
    const food = await categoryId('ann', 'Groceries')
    const rule = (input: object) => act<{ id: string; changed: number }>('ann', 'saveRule', { match: 'lidl', ...input })
    expect((await rule({})).error).toBe('Say what the rule does: a name for the payee, or a category.')
    expect((await act('ann', 'applyRules')).error).toBe('There is no rule yet. Add one first.')
    const { output } = await rule({ category: 'groceries' })
    await rule({ id: output.id, payee: 'Lidl', category: food, version: 1 })
    const { rules } = (await act<{ rules: object[] }>('ann', 'overview')).output
    expect(rules).toMatchObject([{ id: output.id, match: 'lidl', payee: 'Lidl', category: food, version: 2 }])
    expect((await rule({ id: output.id, payee: 'x', version: 1 })).status).toBe(409)
    expect((await act('ann', 'removeRule', { id: output.id })).output).toEqual({ ok: true })
    expect((await act('ann', 'removeRule', { id: output.id })).status).toBe(404)
  })
  test('is for what is there already where that is said, but not for transfers', async () => {
    const [bank, cash] = [await open('bea', 'Bank'), await open('bea', 'Cash')]
    await act('bea', 'add', { account: bank, date: '2026-03-01', amount: -1, payee: 'CASH MACHINE' })
    await act('bea', 'transfer', { from: bank, to: cash, amount: 1 })
    const rule = async (apply?: boolean) =>
      (await act('bea', 'saveRule', { match: 'cash', payee: 'Machine', ...(apply !== undefined && { apply }) })).output
    expect([(await rule()).changed, (await rule(false)).changed, (await rule(true)).changed]).toEqual([0, 0, 1])
    expect((await list('bea')).map(({ payee }) => payee)).toEqual(['Bank', 'Cash', 'Machine'])
  })
})

describe('a payment that comes again', () => {
  test('is kept as it is said, from today and from the account used last where that is not', async () => {
    const [bank, cash] = [await open('cia', 'Bank'), await open('cia', 'Cash')]
    await act('cia', 'add', { account: cash, date: '2026-03-01', amount: -1 })
    expect((await act<ScheduleView>('cia', 'saveSchedule', { payee: 'Phone', amount: '20' })).output).toMatchObject({
      ...{
        account: cash,
        amount: -20_00,
        start: '2026-03-15',
        next: '2026-03-15',
        state: 'today',
        toAccount: null,
        past: 0,
      },
    })
    const made = (await save('cia', { account: 'bank', category: 'groceries', memo: 'm' })).output
    expect(made).toMatchObject({ account: bank, memo: 'm', next: '2026-03-20', state: 'soon' })
    expect(made.category).toBe(await categoryId('cia', 'Groceries'))
    for (const [said, category, amount] of [
      ['30', 'income', 30_00],
      ['-30', 'income', 30_00],
      ['-30', 'groceries', -30_00],
      ['30', null, -30_00],
      [30_00, null, 30_00],
      [-30_00, 'income', -30_00],
    ])
      expect((await save('cia', { account: bank, amount: said, category })).output.amount).toBe(amount)
  })
  test('that makes no sense is refused', async () => {
    const [bank, cash] = [await open('dan', 'Bank'), await open('dan', 'Cash')]
    const refused = async (input: object) => (await save('dan', { account: bank, ...input })).error
    expect(await refused({ toAccount: bank })).toBe('Choose two different accounts.')
    expect(await refused({ toAccount: cash })).toBe('')
    expect(await refused({ amount: 0 })).toBe('Give an amount other than 0.')
    expect(await refused({ until: '2026-03-19' })).toBe('It ends before it begins.')
    expect(await refused({ until: '2026-03-20' })).toBe('')
  })
  test('is entered, one by one: a transfer as one', async () => {
    const [bank, cash] = [await open('eva', 'Bank'), await open('eva', 'Cash')]
    const { output } = await save('eva', { account: bank, until: '2026-04-20', memo: 'flat' })
    const step = (action: string) => act<ScheduleView>('eva', action, { id: output.id })
    expect((await step('skip')).output).toMatchObject({ past: 1, next: '2026-04-20' })
    expect((await step('enter')).output).toMatchObject({ past: 2, next: null, state: 'over' })
    for (const action of ['enter', 'skip'])
      expect((await step(action)).error).toBe('This schedule has ended: nothing more is due.')
    expect(await list('eva')).toMatchObject([{ date: '2026-04-20', amount: -5_00, payee: 'Rent', memo: 'flat' }])
    const moving = await save('eva', { account: bank, toAccount: cash, memo: 'pocket' })
    await act('eva', 'enter', { id: moving.output.id })
    expect(await list('eva')).toMatchObject([
      { date: '2026-04-20' },
      { account: cash, amount: 5_00, memo: 'pocket', date: '2026-03-20' },
      { account: bank, amount: -5_00, payee: 'Cash', otherAccount: cash },
    ])
  })
  test('goes on from where it was, by another calendar too', async () => {
    const bank = await open('fay', 'Bank')
    const { output } = await save('fay', { account: bank, start: '2026-01-10' })
    const { id } = output
    for (let n = 0; n < 2; n++) await act('fay', 'skip', { id }) // 10 March is next
    const again = async (input: object) =>
      (await save('fay', { id, account: bank, start: '2026-01-10', ...input })).output
    expect(await again({ amount: -6_00 })).toMatchObject({ past: 2, next: '2026-03-10', amount: -6_00 })
    expect(await again({ start: '2026-01-01' })).toMatchObject({ past: 3, next: '2026-04-01' })
    expect(await again({ start: '2026-01-01', every: 2 })).toMatchObject({ past: 2, next: '2026-05-01' })
    expect(await again({ start: '2026-01-01', unit: 'year', every: 2 })).toMatchObject({ past: 1, next: '2028-01-01' })
    // what has ended goes on from today
    expect(await again({ start: '2026-01-01', unit: 'year', every: 2, until: '2026-02-01' })).toMatchObject({
      next: null,
    })
    expect(await again({ start: '2026-01-02', until: null })).toMatchObject({ past: 3, next: '2026-04-02' })
  })
  test('stands among those that are due within two weeks, and in the overview by its next day', async () => {
    const [bank, yen] = [await open('gil', 'Bank'), await open('gil', 'Yen', { currency: 'JPY' })]
    const made = (payee: string, start: string, more = {}) =>
      save('gil', { payee, start, account: bank, unit: 'once', ...more })
    await made('Late', '2026-03-30')
    await made('Last', '2026-03-29')
    await made('Over', '2026-01-01', { until: '2026-01-01' }).then(({ output }) =>
      act('gil', 'skip', { id: output.id }),
    )
    await made('Yen', '2026-03-16', { account: yen, amount: -700 })
    await made('Old', '2026-03-01')
    await made('Weekly', '2026-03-20', { unit: 'week' })
    expect((await act('gil', 'due')).output).toEqual([
      { payee: 'Old', amount: '-5.00 EUR', due: '2026-03-01', account: 'Bank' },
      { payee: 'Yen', amount: '-700 JPY', due: '2026-03-16', account: 'Yen' },
      { payee: 'Weekly', amount: '-5.00 EUR', due: '2026-03-20', account: 'Bank' },
      { payee: 'Weekly', amount: '-5.00 EUR', due: '2026-03-27', account: 'Bank' },
      { payee: 'Last', amount: '-5.00 EUR', due: '2026-03-29', account: 'Bank' },
    ])
    const { schedules } = (await act<{ schedules: ScheduleView[] }>('gil', 'overview')).output
    expect(schedules.map(({ payee }) => payee)).toEqual(['Old', 'Yen', 'Weekly', 'Last', 'Late', 'Over'])
    await save('hal', { account: await open('hal', 'Bank'), start: '2026-01-01', unit: 'day' })
    expect((await act<unknown[]>('hal', 'due')).output).toHaveLength(20) // of one that lies far behind
  })
})
