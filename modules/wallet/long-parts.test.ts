import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { testModules } from '../../server/records/test-module.ts'
import { putRows } from '../../server/records/test-rows.ts'
import wallet, { type AccountView, type Budget } from './module.ts'
import server from './server.ts'

const COUNT = 1500

test('a budget with many payments in parts is added up by the database, not read row by row', async () => {
  const at = await testModules(server)
  const act = async <T>(action: string, input: unknown = {}) =>
    (await at.act<T>('ann', `wallet.${action}`, input, 'UTC')).output
  const bank = await act<AccountView>('addAccount', { name: 'Bank', currency: 'EUR' })
  const fund = { name: 'Fund', currency: 'EUR', kind: 'investment', onBudget: false }
  const savings = await act<AccountView>('addAccount', fund)
  const { categories } = await act<{ categories: { id: string; name: string; isIncome: boolean }[] }>('overview')
  const income = categories.find(({ isIncome }) => isIncome)?.id ?? ''
  const [food = '', rent = ''] = categories.filter(({ isIncome }) => !isIncome).map(({ id }) => id)
  await putRows(at.db, 'ann', wallet, 'transactions', COUNT, (n) => ({
    // Those of the fund are in no envelope.
    account: n % 10 === 0 ? savings.id : bank.id,
    date: `2026-0${1 + (n % 3)}-15`,
    amount: -1000,
    payee: 'Market',
    splits: [
      { category: food, amount: -900 },
      { category: rent, amount: -300 },
      { category: income, amount: 150 },
      { category: null, amount: 50 },
    ],
  }))
  const rows = vi.spyOn(pg.Result.prototype as unknown as { addRow(row: unknown): void }, 'addRow')
  const budget = await act<Budget>('budget', { month: '2026-02', currency: 'EUR' })
  expect(rows.mock.calls.length).toBeLessThan(300)
  rows.mockRestore()
  const inBank = Array.from({ length: COUNT }, (_, n) => n).filter((n) => n % 10 !== 0)
  const february = inBank.filter((n) => n % 3 === 1).length
  const january = inBank.filter((n) => n % 3 === 0).length
  const activity = (id: string) => budget.envelopes.find(({ category }) => category === id)?.activity
  expect([activity(food), activity(rent)]).toEqual([-900 * february, -300 * february])
  expect([budget.income, budget.uncategorised]).toEqual([150 * february, 50 * february])
  expect(budget.overspentBefore).toBe(1200 * january)
})
