import { beforeAll, describe, expect, test, vi } from 'vitest'
import { atTheEnd } from '../../server/platform/test-end.ts'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { AccountView, CategoryView, ListedTransaction, TransactionView } from './module.ts'
import { areOpposite } from './server/transfers.ts'
import wallet from './server.ts'

let at: TestModules
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-31T12:00:00Z') })
  atTheEnd(() => vi.useRealTimers())
  at = await testModules(wallet)
})
const act = <T = Record<string, unknown>>(who: string, action: string, input: unknown = {}) =>
  at.act<T>(who, `wallet.${action}`, input, 'UTC')
const open = async (who: string, name: string, more = {}) =>
  (await act<AccountView>(who, 'addAccount', { name, currency: 'EUR', ...more })).output
const add = async (who: string, row: object) =>
  (await act<TransactionView>(who, 'add', { date: '2026-03-10', amount: -1_00, ...row })).output
interface Page {
  transactions: ListedTransaction[]
  next: string | null
  total: number | null
  sum: Record<string, number> | null
}
const page = async (who: string, filter = {}) => (await act<Page>(who, 'transactions', filter)).output
const list = async (who: string, filter = {}) => (await page(who, filter)).transactions
const one = async (who: string, id: string) => (await list(who)).find((row) => row.id === id)
const categoryId = async (who: string, name: string) =>
  (await act<{ categories: CategoryView[] }>(who, 'overview')).output.categories.find((row) => row.name === name)?.id ??
  ''

describe('a register', () => {
  let ids: { bank: string; cash: string; yen: string; food: string; fun: string }
  beforeAll(async () => {
    const [bank, cash] = [(await open('ann', 'Bank')).id, (await open('ann', 'Cash')).id]
    const yen = (await open('ann', 'Yen', { currency: 'JPY' })).id
    const [food, fun] = [await categoryId('ann', 'Groceries'), await categoryId('ann', 'Fun')]
    ids = { bank, cash, yen, food, fun }
    const rows = [
      { account: bank, date: '2026-01-05', amount: 100_00, payee: 'Work', cleared: 'cleared' },
      { account: bank, date: '2026-02-28', amount: -10_00, payee: 'Shop', category: food, cleared: 'cleared' },
      { account: bank, date: '2026-03-01', amount: -5_00, payee: 'Fair', category: fun },
      {
        ...{ account: bank, date: '2026-03-01', amount: -9_00, payee: 'Mall' },
        splits: [
          { amount: -4_00, category: food },
          { amount: -5_00, category: null },
        ],
      },
      { account: cash, date: '2026-03-02', amount: -2_00, payee: 'Kiosk' },
      { account: yen, date: '2026-03-03', amount: -500, payee: 'Ramen', category: food },
    ]
    for (const row of rows) await add('ann', row)
    await act('ann', 'transfer', { from: bank, to: cash, date: '2026-03-04', amount: 20_00, memo: 'pocket' })
  })
  const payees = async (filter: object) => (await list('ann', filter)).map(({ payee }) => payee)

  test('holds what is asked for, alone and together', async () => {
    const { bank, cash, food, fun } = ids
    expect(await payees({ account: bank })).toEqual(['Cash', 'Mall', 'Fair', 'Shop', 'Work'])
    expect(await payees({ account: 'cash' })).toEqual(['Bank', 'Kiosk'])
    expect(await payees({ category: food })).toEqual(['Ramen', 'Mall', 'Shop']) // also where a part is in it
    expect(await payees({ category: fun })).toEqual(['Fair'])
    expect(await payees({ category: 'none' })).toEqual(['Kiosk', 'Mall', 'Work']) // no transfers
    expect(await payees({ from: '2026-03-02' })).toEqual(['Bank', 'Cash', 'Ramen', 'Kiosk'])
    expect(await payees({ to: '2026-02-28' })).toEqual(['Shop', 'Work'])
    expect(await payees({ from: '2026-02-28', to: '2026-02-28' })).toEqual(['Shop'])
    expect(await payees({ cleared: 'cleared' })).toEqual(['Shop', 'Work'])
    expect(await payees({ cleared: 'cleared', account: cash })).toEqual([])
    expect(await payees({ words: 'pocket', account: bank })).toEqual(['Cash'])
    expect(await payees({ words: 'pocket', category: 'kiosk' })).toEqual([])
    expect(await payees({ category: 'ramen' })).toEqual(['Ramen']) // none is called so
  })
  test('stands in the order that is asked for', async () => {
    const { bank } = ids
    expect(await payees({ account: bank, order: 'date' })).toEqual(['Work', 'Shop', 'Fair', 'Mall', 'Cash'])
    expect(await payees({ account: bank, order: 'amount' })).toEqual(['Cash', 'Shop', 'Mall', 'Fair', 'Work'])
    expect(await payees({ account: bank, order: '-amount' })).toEqual(['Work', 'Fair', 'Mall', 'Shop', 'Cash'])
  })
  test('has a balance after each row where it is an account as it is, also on later pages', async () => {
    const { bank } = ids
    const whole = [56_00, 76_00, 85_00, 90_00, 100_00]
    expect((await list('ann', { account: bank })).map(({ balance }) => balance)).toEqual(whole)
    for (const limit of [1, 2, 3, 4, 5]) {
      const found: (number | null)[] = []
      let after: string | undefined
      for (let pages = 0; pages < 6; pages++) {
        const { transactions, next, total, sum } = await page('ann', { account: bank, limit, after })
        found.push(...transactions.map(({ balance }) => balance))
        expect([total, sum]).toEqual(after === undefined ? [5, { EUR: 56_00 }] : [null, null])
        if (next === null) break
        after = next
      }
      expect(found, `${limit} at a time`).toEqual(whole)
    }
    for (const filter of [
      {},
      { account: bank, order: 'date' },
      { account: bank, category: 'none' },
      { account: bank, words: 'shop' },
      { account: bank, from: '2026-01-01' },
      { account: bank, to: '2026-12-31' },
      { account: bank, cleared: 'open' },
    ])
      expect((await list('ann', filter)).every(({ balance }) => balance === null)).toBe(true)
  })
  test('tells how many there are and what they come to in each currency', async () => {
    expect(await page('ann', { limit: 1 })).toMatchObject({ total: 8, sum: { EUR: 74_00, JPY: -500 } })
    expect(await page('ann', { category: ids.food })).toMatchObject({ total: 3, sum: { EUR: -19_00, JPY: -500 } })
    expect((await page('ann', { limit: 8 })).next).toBeNull()
    expect((await page('ann', { limit: 7 })).next).not.toBeNull()
  })
  test('shows the other account of transfers alone, and none of its own keys', async () => {
    const { bank, cash } = ids
    const rows = await list('ann')
    expect(rows.map(({ otherAccount }) => otherAccount)).toEqual([bank, cash, null, null, null, null, null, null])
    for (const row of rows)
      for (const key of ['importKey', 'partedFrom', 'bookingKey']) expect(row).not.toHaveProperty(key)
  })
})

describe('what is entered and changed', () => {
  const parts = (...amounts: number[]) => amounts.map((amount) => ({ amount, category: null, memo: '' }))
  test('has parts that add up, and then no category of its own', async () => {
    const { id: account } = await open('bea', 'Bank')
    const food = await categoryId('bea', 'Groceries')
    const made = await add('bea', { account, amount: -3_00, category: food, splits: parts(-1_00, -2_00) })
    expect(made).toMatchObject({ category: null, splits: [{ amount: -1_00 }, { amount: -2_00 }] })
    expect(await add('bea', { account, category: food, splits: [] })).toMatchObject({ category: food, splits: [] })
    const change = (input: object) => act<TransactionView>('bea', 'change', { id: made.id, ...input })
    expect((await change({ splits: parts(-3_00) })).error).toBe('One part is no split. Give at least two, or none.')
    expect((await change({ amount: -4_00 })).error).toBe(
      'The parts add up to -3.00 EUR, the transaction is -4.00 EUR. -1.00 EUR is missing.',
    )
    expect((await change({ amount: -4_00, splits: parts(-1_00, -3_00) })).output).toMatchObject({ amount: -4_00 })
    expect((await change({ category: food })).output).toMatchObject({ category: null })
    expect((await change({ splits: [], category: food })).output).toMatchObject({ category: food, splits: [] })
    expect((await change({ version: 1, memo: 'late' })).status).toBe(409)
  })
  test('stays as it is once it is reconciled, but for what the bank says nothing of', async () => {
    const [bank, cash] = [await open('cia', 'Bank'), await open('cia', 'Cash')]
    const { id } = await add('cia', { account: bank.id, amount: -5_00 })
    await act('cia', 'mark', { ids: [id], cleared: 'reconciled' })
    const locked = 'It is reconciled with the bank. Mark it as cleared first, should it have to change.'
    for (const change of [{ amount: -6_00 }, { date: '2026-03-11' }, { account: cash.id }])
      expect((await act('cia', 'change', { id, ...change })).error).toBe(locked)
    const same = { account: bank.id, amount: -5_00, date: '2026-03-10', memo: 'ours', payee: 'Lidl' }
    expect((await act('cia', 'change', { id, ...same })).output).toMatchObject({ memo: 'ours', payee: 'Lidl' })
  })
  test('moves to another account of its currency', async () => {
    const [bank, cash] = [await open('dan', 'Bank'), await open('dan', 'Cash')]
    const yen = await open('dan', 'Yen', { currency: 'JPY' })
    const { id } = await add('dan', { account: bank.id })
    expect((await act('dan', 'change', { id, account: yen.id })).error).toBe('“Yen” is in another currency.')
    expect((await act('dan', 'change', { id, account: cash.id })).output).toMatchObject({ account: cash.id })
  })
})

describe('a transfer', () => {
  const sides = async (who: string, input: object) => {
    const made = await act<TransactionView>(who, 'transfer', { date: '2026-03-05', amount: 7_00, ...input })
    const other = await one(who, made.output?.transfer ?? '')
    return { ...made, out: made.output, back: other as ListedTransaction }
  }
  test('goes from one account to another of its currency, each side named after the other', async () => {
    const [bank, cash] = [await open('eva', 'Bank'), await open('eva', 'Cash')]
    const { out, back } = await sides('eva', { from: bank.id, to: cash.id, memo: 'pocket' })
    expect(out).toMatchObject({ account: bank.id, amount: -7_00, payee: 'Cash', memo: 'pocket', category: null })
    expect(back).toMatchObject({ account: cash.id, amount: 7_00, payee: 'Bank', memo: 'pocket', transfer: out.id })
    const refused = await act('eva', 'transfer', { from: bank.id, to: bank.id, amount: 1 })
    expect(refused.error).toBe('Choose two different accounts.')
    const today = await act<TransactionView>('eva', 'transfer', { from: bank.id, to: cash.id, amount: 1 })
    expect(today.output).toMatchObject({ date: '2026-03-31', memo: '' })
  })
  test('between currencies brings what is said to arrive, and never is what goes out taken for it', async () => {
    const [bank, yen] = [await open('fay', 'Bank'), await open('fay', 'Yen', { currency: 'JPY' })]
    const said = { from: bank.id, to: yen.id }
    expect((await sides('fay', said)).error).toBe('“Yen” is in JPY: say how much of it arrives.')
    expect((await sides('fay', { ...said, received: '1100' })).back).toMatchObject({ amount: 1100 })
    expect((await sides('fay', { ...said, received: 0 })).error).toBe('Give an amount above 0.')
    const cash = await open('fay', 'Cash')
    expect((await sides('fay', { from: bank.id, to: cash.id, received: 9_00 })).back).toMatchObject({ amount: 7_00 })
  })
  test('out of the budget is spending, and into it income: that side has the category', async () => {
    const [bank, cash] = [await open('gil', 'Bank'), await open('gil', 'Cash')]
    const [loan, fund] = [
      await open('gil', 'Loan', { kind: 'loan' }),
      await open('gil', 'Fund', { kind: 'investment' }),
    ]
    const category = await categoryId('gil', 'Rent')
    const of = async (from: string, to: string) => {
      const { out, back } = await sides('gil', { from, to, category })
      return [out.category, back.category]
    }
    expect(await of(bank.id, loan.id)).toEqual([category, null])
    expect(await of(loan.id, bank.id)).toEqual([null, category])
    expect(await of(bank.id, cash.id)).toEqual([null, null])
    expect(await of(loan.id, fund.id)).toEqual([null, null])
  })
  test('changes on both sides, in what both have', async () => {
    const [bank, cash] = [await open('hal', 'Bank'), await open('hal', 'Cash')]
    const { out, back } = await sides('hal', { from: bank.id, to: cash.id })
    const change = (input: object) => act<TransactionView>('hal', 'change', { id: out.id, ...input })
    const other = () => one('hal', back.id)
    await change({ payee: 'My cash', flag: 'red' })
    expect(await other()).toMatchObject({ version: back.version, payee: 'Bank' })
    await change({ amount: -8_00 })
    expect(await other()).toMatchObject({ amount: 8_00, date: '2026-03-05', memo: '' })
    await change({ date: '2026-03-06', memo: 'later' })
    expect(await other()).toMatchObject({ amount: 8_00, date: '2026-03-06', memo: 'later' })
    const { version } = (await other()) as ListedTransaction
    await change({ amount: -8_00, date: '2026-03-06', memo: 'later', payee: 'Cash' })
    expect((await other())?.version).toBe(version)
    expect((await change({ account: cash.id })).error).toBe(
      'A transfer stays in its accounts. Delete it and make another.',
    )
    await act('hal', 'mark', { ids: [back.id], cleared: 'reconciled' })
    for (const input of [{ amount: -9_00 }, { date: '2026-03-07' }])
      expect((await change(input)).error).toContain('The other side of the transfer is locked.')
    expect((await change({ memo: 'a note' })).status).toBe(200)
    expect(await other()).toMatchObject({ memo: 'a note', amount: 8_00 })
  })
  test('between currencies changes its day on both sides, and its amount on one', async () => {
    const [bank, yen] = [await open('ida', 'Bank'), await open('ida', 'Yen', { currency: 'JPY' })]
    const { out, back } = await sides('ida', { from: bank.id, to: yen.id, received: 1100 })
    await act('ida', 'change', { id: out.id, amount: -8_00 })
    expect(await one('ida', back.id)).toMatchObject({ amount: 1100, version: back.version })
    await act('ida', 'change', { id: out.id, amount: -9_00, date: '2026-03-06' })
    expect(await one('ida', back.id)).toMatchObject({ amount: 1100, date: '2026-03-06' })
  })
  test('is made of two that are there, which lose what they were of', async () => {
    const [bank, cash] = [await open('jon', 'Bank'), await open('jon', 'Cash')]
    const yen = await open('jon', 'Yen', { currency: 'JPY' })
    const food = await categoryId('jon', 'Groceries')
    const row = async (account: string, amount: number, more = {}) =>
      (await add('jon', { account, amount, ...more })).id
    const link = async (...ids: string[]) => act('jon', 'link', { ids })
    const splits = [
      { amount: -1_00, category: food },
      { amount: -2_00, category: null },
    ]
    const [out, back] = [await row(bank.id, -3_00, { splits }), await row(cash.id, 3_00, { category: food })]
    expect((await link(out, await row(bank.id, 3_00))).error).toBe(
      'Both are of the same account. A transfer goes from one to another.',
    )
    for (const amount of [-3_00, 2_99])
      expect((await link(out, await row(cash.id, amount))).error).toBe(
        'What goes out of the one has to come into the other.',
      )
    expect((await link(out, back)).output).toEqual({ ok: true })
    expect(await one('jon', out)).toMatchObject({ transfer: back, category: null, splits: [], payee: 'Cash' })
    expect(await one('jon', back)).toMatchObject({ transfer: out, category: null, splits: [], payee: 'Bank' })
    for (const ids of [
      [out, await row(cash.id, 3_00)],
      [await row(bank.id, -3_00), back],
    ])
      expect((await link(...ids)).error).toBe('One of them is part of a transfer already.')
    expect((await link(await row(bank.id, -3_00), await row(yen.id, 480))).status).toBe(200)
  })
  test('goes whole, and is counted with both sides', async () => {
    const [bank, cash] = [await open('kim', 'Bank'), await open('kim', 'Cash')]
    const { out, back } = await sides('kim', { from: bank.id, to: cash.id })
    const { id } = await add('kim', { account: bank.id })
    const removed = await act('kim', 'remove', { ids: [back.id, out.id, id, id] })
    expect(removed.output).toEqual({ removed: 3 })
    expect(await list('kim')).toEqual([])
    const { rows } = await at.db.$client.query(
      `select 1 from records where scope_id = 'kim' and collection = 'dropped'`,
    )
    expect(rows).toEqual([]) // nothing of it was imported
  })
})

test('what goes out of the one comes into the other: the same amount, or one of another currency', () => {
  const side = (amount: number, currency = 'EUR') => ({ amount, currency })
  expect([areOpposite(side(5), side(-5)), areOpposite(side(0), side(0))]).toEqual([true, true])
  for (const other of [side(5), side(-4), side(-6)]) expect(areOpposite(side(5), other)).toBe(false)
  expect([areOpposite(side(5), side(-900, 'JPY')), areOpposite(side(-5), side(900, 'JPY'))]).toEqual([true, true])
  expect([areOpposite(side(5), side(900, 'JPY')), areOpposite(side(5), side(0, 'JPY'))]).toEqual([false, false])
})

describe('a transfer that was parted', () => {
  const restore = (who: string, id: string) =>
    at.fetch(who, `/api/m/wallet/collections/accounts/${id}/restore`, { method: 'POST' })
  test('is one again in what it was of: between accounts of the budget of nothing, else as its person has it by now', async () => {
    for (const [kind, isSpending] of [
      ['savings', false],
      ['loan', true],
    ] as const) {
      const who = `lea ${kind}`
      const [bank, other] = [await open(who, 'Bank'), await open(who, 'Other', { kind })]
      const food = await categoryId(who, 'Groceries')
      const made = await act<TransactionView>(who, 'transfer', { from: bank.id, to: other.id, amount: 5_00 })
      await act(who, 'removeAccount', { id: other.id })
      await act(who, 'mark', { ids: [made.output.id], category: food })
      await restore(who, other.id)
      expect(await one(who, made.output.id)).toMatchObject({
        transfer: made.output.transfer,
        category: isSpending ? food : null,
      })
    }
  })
  test('between currencies is one again where one side went out and the other came in', async () => {
    const [bank, yen] = [await open('max', 'Bank'), await open('max', 'Yen', { currency: 'JPY' })]
    const made = await act<TransactionView>('max', 'transfer', { from: bank.id, to: yen.id, amount: 5, received: 9 })
    await act('max', 'removeAccount', { id: yen.id })
    await act('max', 'change', { id: made.output.id, amount: -6 })
    await restore('max', yen.id)
    expect((await one('max', made.output.id))?.transfer).toBe(made.output.transfer)
  })
})
