import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import { putRows } from '../../server/records/test-rows.ts'
import wallet, { type AccountView, type ListedTransaction } from './module.ts'
import server from './server.ts'

const COUNT = 3000
const day = (n: number) => `20${15 + (n % 10)}-0${1 + (n % 9)}-1${n % 10}`
const amountOf = (n: number) => (n % 7 === 0 ? 5000 : -(n % 100))

let at: TestModules
let bank: AccountView
let food: string
const act = async <T>(action: string, input: unknown = {}) =>
  (await at.act<T>('ann', `wallet.${action}`, input, 'UTC')).output
interface Page {
  transactions: ListedTransaction[]
  next: string | null
  total: number | null
  sum: Record<string, number> | null
}
const page = (filter: object) => act<Page>('transactions', filter)

/** All pages of a list; `between` happens after the first of them. */
async function walk(filter: object, between: () => Promise<unknown> = async () => {}): Promise<ListedTransaction[]> {
  const first = await page({ ...filter, limit: 170 })
  const rows = [...first.transactions]
  await between()
  for (let { next } = first; next !== null; ) {
    const more = await page({ ...filter, limit: 170, after: next })
    rows.push(...more.transactions)
    next = more.next
  }
  return rows
}

beforeAll(async () => {
  at = await testModules(server)
  bank = await act<AccountView>('addAccount', { name: 'Bank', currency: 'EUR' })
  const { categories } = await act<{ categories: { id: string; name: string }[] }>('overview')
  food = categories.find(({ name }) => name === 'Groceries')?.id ?? ''
  await putRows(at.db, 'ann', wallet, 'transactions', COUNT, (n) => ({
    account: bank.id,
    date: day(n),
    amount: amountOf(n),
    payee: `Shop ${n % 40}`,
    category: n % 3 === 0 ? food : null,
    splits:
      n % 50 === 1
        ? [
            { category: food, amount: amountOf(n) },
            { category: null, amount: 0 },
          ]
        : [],
  }))
})

describe('a register of many payments', () => {
  test('answers a page, where it goes on, and what all of it comes to', async () => {
    const { transactions, next, total, sum } = await page({ limit: 100 })
    const all = Array.from({ length: COUNT }, (_, n) => amountOf(n)).reduce((one, other) => one + other, 0)
    expect([transactions.length, total, sum]).toEqual([100, COUNT, { EUR: all }])
    expect(JSON.stringify(transactions).length).toBeLessThan(60_000)
    expect(await page({ limit: 100, after: next })).toMatchObject({ total: null, sum: null })
    expect((await at.act('ann', 'wallet.transactions', { after: 'nowhere' })).error).toContain('is none in this list')
  })
  test('has each row once on its pages though others are added meanwhile, in every order and by category', async () => {
    const add = () => act('add', { account: bank.id, date: '2030-01-01', amount: 0, payee: 'New', category: food })
    for (const filter of [{}, { account: bank.id }, { order: 'amount' }, { order: 'date' }, { category: food }]) {
      const before = (await page({ ...filter, limit: 10_000 })).transactions.map(({ id }) => id)
      const rows = (await walk(filter, add)).map(({ id }) => id)
      expect(new Set(rows).size).toBe(rows.length)
      expect(rows.filter((id) => before.includes(id))).toEqual(before)
    }
  })
  test('shows in an account what it held after each, on whichever page it is', async () => {
    const rows = await walk({ account: bank.id })
    let balance = 0
    for (const row of rows.toReversed()) {
      balance += row.amount
      expect(row.balance).toBe(balance)
    }
    expect((await page({ limit: 1 })).transactions[0]?.balance).toBeNull()
    expect((await page({ account: bank.id, cleared: 'open', limit: 1 })).transactions[0]?.balance).toBeNull()
  })
  test('finds a category also in parts, and what is in none', async () => {
    const found = await walk({ category: food })
    const old = found.filter(({ payee }) => payee !== 'New')
    const meant = (n: number) => n % 3 === 0 || n % 50 === 1
    expect(old).toHaveLength(Array.from({ length: COUNT }, (_, n) => n).filter(meant).length)
    const none = await walk({ category: 'none' })
    const without = (n: number) => n % 50 === 1 || n % 3 !== 0
    expect(none).toHaveLength(Array.from({ length: COUNT }, (_, n) => n).filter(without).length)
  })
})
