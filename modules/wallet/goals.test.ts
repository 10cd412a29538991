import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { atTheEnd } from '../../server/platform/test-end.ts'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import { goalState, sharedOut } from './goals.ts'
import type { AccountView, Budget, CategoryView } from './module.ts'
import wallet from './server.ts'

const envelope = (carried: number, budgeted: number, activity = 0) => ({
  ...{ carried, budgeted },
  available: carried + budgeted + activity,
})

describe('a goal', () => {
  test('of an amount each month misses what the month has not given', () => {
    const goal = { kind: 'monthly', amount: 100_00, by: null } as const
    expect(goalState(goal, envelope(500_00, 40_00, -10_00), '2026-03')).toEqual({
      needed: 100_00,
      missing: 60_00,
      progress: 0.4,
    })
    expect(goalState(goal, envelope(0, 150_00), '2026-03')).toMatchObject({ missing: 0, progress: 1 })
  })
  test('that refills misses what the envelope lacks when the month begins, whatever is spent in it', () => {
    const goal = { kind: 'refill', amount: 100_00, by: null } as const
    expect(goalState(goal, envelope(30_00, 0), '2026-03')).toMatchObject({
      needed: 70_00,
      missing: 70_00,
      progress: 0.3,
    })
    expect(goalState(goal, envelope(30_00, 70_00, -99_00), '2026-03')).toMatchObject({ missing: 0, progress: 1 })
    expect(goalState(goal, envelope(-20_00, 0), '2026-03')).toMatchObject({ needed: 120_00 })
  })
  test('by a month is shared out over those that are left, and asks for nothing once that is over', () => {
    const goal = { kind: 'by', amount: 1200_00, by: '2026-12' } as const
    expect(goalState(goal, envelope(0, 0), '2026-01')).toMatchObject({ needed: 100_00, missing: 100_00, progress: 0 })
    expect(goalState(goal, envelope(600_00, 100_00), '2026-07')).toMatchObject({ needed: 100_00, missing: 0 })
    expect(goalState(goal, envelope(300_00, 0), '2026-07')).toMatchObject({ needed: 150_00 })
    expect(goalState({ ...goal, amount: 100 }, envelope(0, 0), '2026-10')).toMatchObject({ needed: 34 })
    expect(goalState(goal, envelope(1199_99, 0), '2026-12')).toMatchObject({ needed: 1 })
    expect(goalState(goal, envelope(600_00, 0), '2027-01')).toEqual({ needed: 0, missing: 0, progress: 0.5 })
    expect(goalState(goal, envelope(1500_00, 0), '2026-05')).toMatchObject({ needed: 0, progress: 1 })
  })
  test('by a month is reached by whoever gives each month what is missing, and not a unit too much', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 36 }), (amount, count) => {
        let carried = 0
        for (let month = 0; month < count; month++) {
          const said = `${2026 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
          const last = `${2026 + Math.floor((count - 1) / 12)}-${String(((count - 1) % 12) + 1).padStart(2, '0')}`
          carried += goalState({ kind: 'by', amount, by: last }, envelope(carried, 0), said).missing
        }
        expect(carried).toBe(amount)
      }),
    )
  })
  test('over the turn of a thousand years is shared out as over any other', () => {
    const goal = { kind: 'by', amount: 1000, by: '2000-01' } as const
    expect(goalState(goal, envelope(0, 0), '1999-11')).toMatchObject({ needed: 334 })
    expect(goalState({ ...goal, by: null }, envelope(0, 0), '1999-11')).toMatchObject({ needed: 1000 })
  })
  test('is not further than its end, nor before its beginning, and misses nothing that was given', () => {
    const states = (kind: 'monthly' | 'refill' | 'by', carried: number, budgeted: number) =>
      goalState({ kind, amount: 100, by: '2026-03' }, envelope(carried, budgeted, -10), '2026-03')
    expect(states('monthly', 50, 130)).toEqual({ needed: 100, missing: 0, progress: 1 })
    expect(states('monthly', 50, -5)).toEqual({ needed: 100, missing: 105, progress: 0 })
    expect(states('refill', 150, 10)).toEqual({ needed: 0, missing: 0, progress: 1 })
    expect(states('refill', 20, 30)).toEqual({ needed: 80, missing: 50, progress: 0.5 })
    expect(states('by', 20, 30)).toEqual({ needed: 80, missing: 50, progress: 0.4 })
  })
  test('gets no more than there is, the first ones first', () => {
    const wanting = [{ missing: 50 }, { missing: 0 }, { missing: 30 }, { missing: 30 }]
    expect(sharedOut(wanting, 70).map(([, given]) => given)).toEqual([50, 20])
    expect(sharedOut(wanting, -5)).toEqual([])
    expect(sharedOut(wanting, 1000).map(([, given]) => given)).toEqual([50, 30, 30])
  })
})

describe('the goals of a wallet', () => {
  let at: TestModules
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-31T23:59:00Z') })
    atTheEnd(() => vi.useRealTimers())
    at = await testModules(wallet)
  })
  const act = <T>(who: string, action: string, input: unknown = {}) => at.act<T>(who, `wallet.${action}`, input, 'UTC')
  const month = '2026-01'

  test('stand in the budget, are filled from what is to be budgeted, changed, removed and undone', async () => {
    await act<AccountView>('ann', 'addAccount', { name: 'Bank', currency: 'EUR', balance: 120_00 })
    const { categories } = (await act<{ categories: CategoryView[] }>('ann', 'overview')).output
    const id = (name: string) => categories.find((row) => row.name === name)?.id ?? ''
    const save = (name: string, goal: object) =>
      act('ann', 'saveGoal', { category: id(name), currency: 'EUR', ...goal })
    await save('Rent', { kind: 'monthly', amount: 80_00 })
    await save('Groceries', { kind: 'refill', amount: 50_00 })
    const budget = async () => (await act<Budget>('ann', 'budget', { month, currency: 'EUR' })).output
    const of = async (name: string) => (await budget()).envelopes.find(({ category }) => category === id(name))
    expect((await of('Rent'))?.goal).toMatchObject({ kind: 'monthly', amount: 80_00, missing: 80_00, progress: 0 })
    expect((await of('Fun'))?.goal).toBeNull()
    const filled = await act('ann', 'fillGoals', { month, currency: 'EUR' })
    expect(filled.output).toEqual({ filled: 2, missing: 10_00 })
    expect([(await of('Rent'))?.budgeted, (await of('Groceries'))?.budgeted, (await budget()).toBudget]).toEqual([
      80_00, 40_00, 0,
    ])
    expect((await act('ann', 'fillGoals', { month, currency: 'EUR' })).output).toEqual({ filled: 0, missing: 10_00 })
    await at.undo('ann', filled.change)
    expect((await budget()).toBudget).toBe(120_00)
    await act('ann', 'changeCategory', { id: id('Rent'), hidden: true })
    expect((await act('ann', 'fillGoals', { month, currency: 'EUR' })).output).toEqual({ filled: 1, missing: 0 })
    expect([(await of('Rent'))?.budgeted, (await of('Groceries'))?.budgeted]).toEqual([0, 50_00])
    await save('Rent', { kind: 'by', amount: 90_00, by: month })
    const goal = (await of('Rent'))?.goal
    expect(goal).toMatchObject({ kind: 'by', by: month, missing: 90_00 })
    await act('ann', 'removeGoal', { id: goal?.id })
    expect((await of('Rent'))?.goal).toBeNull()
    expect((await act('bob', 'removeGoal', { id: goal?.id })).status).toBe(404)
  })
  test('that make no sense are refused with a sentence', async () => {
    await act<AccountView>('eve', 'addAccount', { name: 'Bank', currency: 'EUR' })
    const { categories } = (await act<{ categories: CategoryView[] }>('eve', 'overview')).output
    const [income, other] = [categories.find((row) => row.isIncome)?.id, categories.find((row) => !row.isIncome)?.id]
    const save = async (goal: object) =>
      (await act('eve', 'saveGoal', { currency: 'EUR', kind: 'monthly', amount: 1, ...goal })).error
    expect(await save({ category: income })).toBe('“Income” is income: it has no goal.')
    expect(await save({ category: other, kind: 'by' })).toBe('Say by which month it is to be saved.')
    expect(await save({ category: other, amount: 0 })).toContain('Give an amount above 0.')
    expect(await save({ category: other, kind: 'by', by: '2026-13' })).toContain('A month is written like 2026-11.')
    expect(
      (await act('eve', 'saveGoal', { category: 'nobody', currency: 'EUR', kind: 'monthly', amount: 1 })).status,
    ).toBe(404)
  })
})
