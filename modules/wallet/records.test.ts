import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  Account,
  Amount,
  Assignment,
  BankLayout,
  Category,
  Dropped,
  Goal,
  Rate,
  Rule,
  Schedule,
  Split,
  Transaction,
} from './records.ts'

const transaction = { account: 'a', date: '2026-01-01', amount: 1 }
const schedule = { payee: 'Rent', account: 'a', amount: -1, start: '2026-01-01' }
const rate = { from: 'EUR', to: 'USD', date: '2026-01-01', rate: 1 }
const goal = { category: 'c', currency: 'EUR', kind: 'monthly', amount: 1 }
const layout = { names: 'x' }
const x = (length: number) => 'x'.repeat(length)
const part = { category: null, amount: 1 }

describe('a record of the wallet', () => {
  test('has what nobody says as most people mean it', () => {
    const defaults = { currency: 'EUR', name: 'Bank' }
    expect(Account.parse(defaults)).toEqual({
      ...defaults,
      kind: 'checking',
      onBudget: true,
      closed: false,
      bankId: '',
    })
    expect(Category.parse({ name: 'Food', group: 'All' })).toEqual({
      ...{ name: 'Food', group: 'All', isIncome: false, keepsDebt: false, hidden: false, order: 0 },
    })
    expect(Transaction.parse(transaction)).toEqual({
      ...{ ...transaction, payee: '', category: null, memo: '', cleared: 'open', splits: [], receipts: [] },
      ...{ transfer: null, importKey: '', bankPayee: '' },
    })
    expect(Schedule.parse(schedule)).toEqual({
      ...{ ...schedule, toAccount: null, category: null, memo: '', unit: 'month', every: 1, weekend: 'keep' },
      ...{ until: null, automatic: false, past: 0 },
    })
    expect(Rate.parse(rate)).toEqual({ ...rate, isFetched: false })
    expect(Goal.parse(goal)).toEqual({ ...goal, by: null })
    expect(Rule.parse({ match: 'tea' })).toEqual({
      ...{ how: 'contains', match: 'tea', payee: '', category: null, direction: 'any' },
    })
    expect(BankLayout.parse(layout)).toEqual({ names: 'x', columns: {} })
    expect(Dropped.parse({ importKey: 'k' })).toEqual({ importKey: 'k', account: null })
  })

  const most = 900_000_000_000
  const cases: [string, z.ZodType, (value: never) => unknown, unknown, unknown][] = [
    ['an amount up to its largest', Amount, (amount) => amount, most, most + 1],
    ['an amount down to its smallest', Amount, (amount) => amount, -most, -most - 1],
    ['an amount of whole units', Amount, (amount) => amount, 1, 1.5],
    ['the name of an account', Account, (name) => ({ name, currency: 'EUR' }), x(80), x(81)],
    ['some name of an account', Account, (name) => ({ name, currency: 'EUR' }), 'x', '  '],
    ['the bank’s number of an account', Account, (bankId) => ({ name: 'x', currency: 'EUR', bankId }), x(80), x(81)],
    ['a budget’s key of an account', Account, (budgetKey) => ({ name: 'x', currency: 'EUR', budgetKey }), x(80), x(81)],
    ['the name of a category', Category, (name) => ({ name, group: 'x' }), x(80), x(81)],
    ['some group of a category', Category, (group) => ({ name: 'x', group }), 'x', ''],
    ['the account of a transaction', Transaction, (account) => ({ ...transaction, account }), x(64), x(65)],
    ['its payee', Transaction, (payee) => ({ ...transaction, payee }), x(200), x(201)],
    ['its note', Transaction, (memo) => ({ ...transaction, memo }), x(500), x(501)],
    ['its parts', Transaction, (count) => ({ ...transaction, splits: Array(count).fill(part) }), 100, 101],
    ['its key of a schedule', Transaction, (bookingKey) => ({ ...transaction, bookingKey }), x(100), x(101)],
    ['its key of an import', Transaction, (importKey) => ({ ...transaction, importKey }), x(600), x(601)],
    ['its payee as the bank writes it', Transaction, (bankPayee) => ({ ...transaction, bankPayee }), x(500), x(501)],
    ['its day', Transaction, (date) => ({ ...transaction, date }), '2028-02-29', '2026-02-29'],
    ['the note of a part', Split, (memo) => ({ ...part, memo }), x(500), x(501)],
    ['the key of what was dropped', Dropped, (importKey) => ({ importKey }), x(600), x(601)],
    ['the names of a bank’s columns', BankLayout, (names) => ({ names }), x(2000), x(2001)],
    ['the name of one', BankLayout, (name) => ({ ...layout, columns: { a: name } }), x(64), x(65)],
    ['the letters of one', BankLayout, (key) => ({ ...layout, columns: { [key]: 'x' } }), x(4), x(5)],
    ['the letters of its file', BankLayout, (encoding) => ({ ...layout, encoding }), x(40), x(41)],
    ['the line of its names', BankLayout, (header) => ({ ...layout, header }), 3, 3.5],
    ['the month of what is given', Assignment, (month) => ({ ...goal, month }), '2026-12', '2026-13'],
    ['a rate', Rate, (one) => ({ ...rate, rate: one }), 1e9, 1e9 + 1],
    ['a small rate', Rate, (one) => ({ ...rate, rate: one }), 1e-9, 0],
    ['a goal', Goal, (amount) => ({ ...goal, amount }), 1, 0],
    ['what a rule looks for', Rule, (match) => ({ match }), 'xy', 'x'],
    ['the payee of a schedule', Schedule, (payee) => ({ ...schedule, payee }), 'x', ' '],
    ['its interval', Schedule, (every) => ({ ...schedule, every }), 366, 367],
    ['its shortest interval', Schedule, (every) => ({ ...schedule, every }), 1, 0],
    ['how many have been', Schedule, (past) => ({ ...schedule, past }), 0, -1],
  ]
  test.each(cases)('takes %s, and nothing beyond', (_, schema, of, fits, does_not) => {
    expect(schema.safeParse(of(fits as never)).error?.issues).toBeUndefined()
    expect(schema.safeParse(of(does_not as never)).success).toBe(false)
  })
})
