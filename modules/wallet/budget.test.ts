import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BudgetFacts, budgetOf } from './budget.ts'
import { comingUp, countBefore, nextDay, occurrence, plainDay, stateOf } from './schedule.ts'

const account = (id: string, more = {}) => ({ id, currency: 'EUR', onBudget: true, ...more })
const category = (id: string, more = {}) => ({ id, isIncome: false, keepsDebt: false, ...more })
let count = 0
const row = (date: string, amount: number, into: string | null, more = {}) => {
  count += 1
  return { id: `t${count}`, account: 'bank', date, amount, category: into, splits: [], transfer: null, ...more }
}
const give = (month: string, to: string, amount: number) => ({ month, category: to, currency: 'EUR', amount })

const facts = (more: Partial<BudgetFacts>): BudgetFacts => ({
  currency: 'EUR',
  accounts: [account('bank'), account('savings'), account('loan', { onBudget: false })],
  categories: [category('income', { isIncome: true }), category('food'), category('rent')],
  transactions: [],
  assignments: [],
  ...more,
})
const envelope = (of: BudgetFacts, month: string, id: string) =>
  budgetOf(of, month).envelopes.find((one) => one.category === id)

describe('the envelope budget', () => {
  test('carries what is left to the next month, also over months without anything', () => {
    const of = facts({
      transactions: [row('2026-01-02', 100_00, 'income'), row('2026-01-10', -30_00, 'food')],
      assignments: [give('2026-01', 'food', 50_00)],
    })
    expect(envelope(of, '2026-01', 'food')).toMatchObject({ budgeted: 50_00, activity: -30_00, available: 20_00 })
    expect(envelope(of, '2026-04', 'food')).toMatchObject({ budgeted: 0, carried: 20_00, available: 20_00 })
    expect(budgetOf(of, '2026-04').toBudget).toBe(50_00)
  })
  test('takes overspending from the next month’s money, or leaves it in an envelope that keeps its debt', () => {
    const transactions = [row('2026-01-02', 100_00, 'income'), row('2026-01-10', -70_00, 'food')]
    const assignments = [give('2026-01', 'food', 50_00)]
    const of = facts({ transactions, assignments })
    expect(envelope(of, '2026-01', 'food')?.available).toBe(-20_00)
    expect(budgetOf(of, '2026-01').toBudget).toBe(50_00)
    expect(budgetOf(of, '2026-02')).toMatchObject({ toBudget: 30_00, overspentBefore: 20_00 })
    expect(envelope(of, '2026-02', 'food')?.available).toBe(0)
    const kept = facts({
      transactions,
      assignments,
      categories: [category('income', { isIncome: true }), category('food', { keepsDebt: true })],
    })
    expect(budgetOf(kept, '2026-02')).toMatchObject({ toBudget: 50_00, overspentBefore: 0 })
    expect(envelope(kept, '2026-02', 'food')?.available).toBe(-20_00)
  })
  test('moves no money by transfers between its accounts; one out of it is spending', () => {
    const pair = [
      { ...row('2026-01-05', -10_00, null), id: 'a', transfer: 'b' },
      { ...row('2026-01-05', 10_00, null), id: 'b', account: 'savings', transfer: 'a' },
      { ...row('2026-01-06', -40_00, 'rent'), id: 'c', transfer: 'd' },
      { ...row('2026-01-06', 40_00, null), id: 'd', account: 'loan', transfer: 'c' },
    ]
    const of = facts({ transactions: pair })
    expect(budgetOf(of, '2026-01')).toMatchObject({ uncategorised: 0, activity: -40_00, income: 0 })
  })
  test('counts the parts of a split apart, and other currencies and tracked accounts not at all', () => {
    const of = facts({
      accounts: [account('bank'), account('yen', { currency: 'JPY' }), account('loan', { onBudget: false })],
      transactions: [
        row('2026-01-10', -30_00, null, {
          splits: [
            { category: 'food', amount: -20_00 },
            { category: null, amount: -10_00 },
          ],
        }),
        row('2026-01-10', -500, 'food', { account: 'yen' }),
        row('2026-01-10', -500, 'food', { account: 'loan' }),
      ],
    })
    expect(budgetOf(of, '2026-01')).toMatchObject({ activity: -20_00, uncategorised: -10_00 })
  })
  test('of a month tells all that it is made of, and of one in which nothing is that it is nothing', () => {
    const of = facts({
      transactions: [
        row('2026-01-02', 100_00, 'income'),
        row('2026-01-03', 7_00, 'income'),
        row('2026-01-10', -30_00, 'food'),
        row('2026-01-11', -1_00, 'food'),
        row('2026-01-12', -5_00, null),
        row('2026-01-13', -2_00, 'nobody knows'),
        row('2026-01-14', -3_00, null, { splits: [{ category: 'rent', amount: -3_00 }] }),
        row('2026-05-01', 1_00, 'income'),
      ],
      assignments: [
        give('2026-01', 'food', 10_00),
        give('2026-01', 'food', 50_00), // the later one counts
        give('2026-01', 'rent', 3_00),
        { ...give('2026-01', 'food', 999_00), currency: 'USD' },
        give('2026-05', 'food', 9_00),
      ],
    })
    const envelopes = (food: object, rent: object) => [
      { category: 'food', ...food },
      { category: 'rent', ...rent },
    ]
    expect(budgetOf(of, '2026-01')).toEqual({
      ...{ month: '2026-01', currency: 'EUR', toBudget: 54_00, income: 107_00, budgeted: 53_00, activity: -34_00 },
      ...{ available: 19_00, overspentBefore: 0, uncategorised: -7_00 },
      envelopes: envelopes(
        { budgeted: 50_00, activity: -31_00, carried: 0, available: 19_00 },
        { budgeted: 3_00, activity: -3_00, carried: 0, available: 0 },
      ),
    })
    const none = { income: 0, budgeted: 0, activity: 0, overspentBefore: 0, uncategorised: 0 }
    const later = { month: '2026-03', currency: 'EUR', toBudget: 54_00, available: 19_00, ...none }
    expect(budgetOf(of, '2026-03')).toEqual({
      ...later,
      envelopes: envelopes(
        { budgeted: 0, activity: 0, carried: 19_00, available: 19_00 },
        { budgeted: 0, activity: 0, carried: 0, available: 0 },
      ),
    })
    expect(budgetOf(of, '2025-12')).toMatchObject({ ...none, month: '2025-12', toBudget: 0, available: 0 })
    expect(budgetOf(of, '2026-05')).toMatchObject({ toBudget: 46_00, available: 28_00 })
  })
  test('pays what was overspent once: what the envelope had before is gone, and the month after has nothing to pay', () => {
    const of = facts({
      transactions: [row('2026-02-10', -70_00, 'food')],
      assignments: [give('2026-01', 'food', 20_00)],
    })
    expect(budgetOf(of, '2026-03')).toMatchObject({ overspentBefore: 50_00, toBudget: -70_00, available: 0 })
    expect(budgetOf(of, '2026-04')).toMatchObject({ overspentBefore: 0, toBudget: -70_00, available: 0 })
    expect(envelope(of, '2026-03', 'food')).toMatchObject({ carried: 0, available: 0 })
  })
  test('counts from 1900 on: what is dated before is a slip of the pen', () => {
    const of = (date: string) => budgetOf(facts({ transactions: [row(date, 5_00, 'income')] }), '1900-02').toBudget
    expect([of('1899-12-31'), of('0026-01-01'), of('1900-01-01'), of('1900-02-28')]).toEqual([0, 0, 5_00, 5_00])
  })
  test('never makes or loses money: what is to be budgeted, in envelopes and uncategorised is what is in the accounts', () => {
    const amount = fc.integer({ min: -500_00, max: 500_00 })
    const month = fc.constantFrom('2026-01', '2026-02', '2026-03')
    const into = fc.constantFrom('income', 'food', 'rent', null)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(month, amount, into), { maxLength: 20 }),
        fc.array(fc.tuple(month, fc.constantFrom('food', 'rent'), amount), { maxLength: 8 }),
        fc.boolean(),
        (rows, gifts, keepsDebt) => {
          const of = facts({
            categories: [category('income', { isIncome: true }), category('food', { keepsDebt }), category('rent')],
            transactions: rows.map(([at, sum, to]) => row(`${at}-15`, sum, to)),
            assignments: gifts.map(([at, to, sum]) => give(at, to, sum)),
          })
          const last = budgetOf(of, '2026-03')
          const loose = rows.reduce((sum, [, one, to]) => sum + (to === null ? one : 0), 0)
          expect(last.toBudget + last.available + loose).toBe(rows.reduce((sum, [, one]) => sum + one, 0))
        },
      ),
    )
  })
})

describe('a schedule', () => {
  const monthly = { start: '2026-01-31', unit: 'month' as const, every: 1, weekend: 'keep' as const, until: null }
  test('on the 31st comes on the last day of shorter months, and on the 31st again after', () => {
    expect([0, 1, 2, 3].map((index) => occurrence(monthly, index))).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ])
    expect(occurrence({ ...monthly, start: '2024-02-29', unit: 'year' }, 1)).toBe('2025-02-28')
    expect(occurrence({ ...monthly, start: '2024-02-29', unit: 'year' }, 4)).toBe('2028-02-29')
  })
  test('avoids weekends without moving the ones after', () => {
    expect([0, 1].map((index) => occurrence({ ...monthly, weekend: 'before' }, index))).toEqual([
      '2026-01-30',
      '2026-02-27',
    ])
    expect(occurrence({ ...monthly, weekend: 'after' }, 0)).toBe('2026-02-02')
  })
  test('ends, and says what is coming', () => {
    const weekly = { ...monthly, start: '2026-11-02', unit: 'week' as const, every: 2, until: '2026-12-01' }
    expect(comingUp({ ...weekly, past: 1 }, '2027-01-01')).toEqual(['2026-11-16', '2026-11-30'])
    expect(occurrence({ ...weekly, unit: 'once' }, 1)).toBeNull()
    expect(comingUp({ ...weekly, past: 1 }, '2026-11-16')).toEqual(['2026-11-16'])
    expect(comingUp({ ...weekly, past: 0 }, '2027-01-01', 2)).toEqual(['2026-11-02', '2026-11-16'])
    expect(nextDay({ ...weekly, past: 2 })).toBe('2026-11-30')
    expect(nextDay({ ...weekly, past: 3 })).toBeNull()
    expect(occurrence({ ...weekly, until: '2026-11-16' }, 1)).toBe('2026-11-16')
    expect(occurrence({ ...weekly, unit: 'once' }, 0)).toBe('2026-11-02')
    expect(plainDay({ ...weekly, unit: 'once' }, 5)).toBe('2026-11-02')
    expect(plainDay(weekly, 5)).toBe('2027-01-11')
    expect([stateOf('2026-11-21', '2026-11-21'), stateOf('2026-11-22', '2026-11-21')]).toEqual(['today', 'soon'])
    expect([
      stateOf(null, '2026-11-21'),
      stateOf('2026-11-20', '2026-11-21'),
      stateOf('2026-11-28', '2026-11-21'),
      stateOf('2026-11-29', '2026-11-21'),
    ]).toEqual(['over', 'overdue', 'soon', 'later'])
  })
  test('that goes on for ever ends before the calendar does, and is told 400 times at most', () => {
    const daily = { ...monthly, start: '9988-12-31', unit: 'day' as const }
    expect([occurrence(daily, 0), occurrence(daily, 1)]).toEqual(['9988-12-31', null])
    expect(occurrence({ ...daily, start: '9980-01-01', unit: 'year', every: 100, weekend: 'after' }, 1)).toBeNull()
    expect(comingUp({ ...daily, start: '2026-01-01', past: 0 }, '2030-01-01')).toHaveLength(400)
  })
  test('has as many occurrences before a day as there are, however many', () => {
    const unit = fc.constantFrom('once' as const, 'day' as const, 'week' as const, 'month' as const)
    const until = fc.constantFrom(null, '2026-03-15', '2026-01-31')
    const weekend = fc.constantFrom('keep' as const, 'before' as const, 'after' as const)
    fc.assert(
      fc.property(
        unit,
        fc.integer({ min: 1, max: 3 }),
        until,
        weekend,
        fc.nat(120),
        (unit, every, until, weekend, days) => {
          const schedule = { start: '2026-01-31', unit, every, until, weekend }
          const day = new Date(Date.UTC(2026, 0, 25 + days)).toISOString().slice(0, 10)
          let count = 0
          for (let index = 0; index < 150; index++) {
            const found = occurrence(schedule, index)
            if (found === null || found >= day) break
            count += 1
          }
          expect(countBefore(schedule, day)).toBe(count)
        },
      ),
    )
    expect(countBefore({ ...monthly, start: '2000-01-01', unit: 'day' }, '2026-01-01')).toBe(9497)
  })
})
