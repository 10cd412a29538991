import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { balanceLeave } from './balance-leave.ts'
import { balanceOf, leaveDays, proRata } from './leave.ts'
import { checkInsOf } from './onboarding-steps.ts'
import { planOnboarding } from './plan-onboarding.ts'

const app = await testApp()
const nobody = { call: () => Promise.reject(new Error('No action is called.')) }
const tableOf = (product: Awaited<ReturnType<typeof tryPlaybook>>['product'], title: string) =>
  product.blocks.flatMap((block) => (block.kind === 'table' && block.title.startsWith(title) ? [block] : []))[0]

test('leave is counted in days of work, and pro rata by full months, rounded as § 5 has it', () => {
  const holidays = new Set(['2026-04-06'])
  expect(leaveDays({ from: '2026-04-01', to: '2026-04-12', isHalf: false }, holidays)).toBe(7)
  expect(leaveDays({ from: '2026-04-07', to: '2026-04-07', isHalf: true }, holidays)).toBe(0.5)
  const of = (from: string | null, to: string | null, entitlement: number) => proRata({ from, to, entitlement }, 2026)
  expect([
    of(null, null, 27),
    of('2026-04-01', null, 27),
    of('2026-04-02', null, 27),
    of(null, '2026-08-31', 27),
    of('2026-05-01', '2026-06-30', 25),
    of('2026-03-01', null, 27),
  ]).toEqual([27, 20.25, 18, 18, 4.17, 23])
  const day = fc
    .integer({ min: 0, max: 364 })
    .map((at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10))
  fc.assert(
    fc.property(fc.array(fc.tuple(day, day), { maxLength: 6 }), day, (spans, today) => {
      const leaves = spans.map(([one, other], line) => ({
        line,
        name: 'A',
        from: one < other ? one : other,
        to: one < other ? other : one,
        isHalf: false,
        isApproved: true,
      }))
      const { entitlement, carried, taken, planned, left } = balanceOf(
        { name: 'A', team: '', from: null, to: null, entitlement: 25, carried: 3 },
        leaves,
        2026,
        today,
        new Set(),
      )
      expect(taken + planned + left).toBeCloseTo(entitlement + carried)
      expect(planned).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('dates to keep: check-ins on working days, the probation’s last day before the same day months later', () => {
  expect(checkInsOf('2026-06-01', 3)).toEqual([
    { day: '2026-07-01', what: 'Check-in after 30 days' },
    { day: '2026-07-31', what: 'Check-in after 60 days' },
    { day: '2026-08-17', what: 'Decide on the probation' },
    { day: '2026-08-31', what: 'Check-in after 90 days' },
    { day: '2026-08-31', what: 'Last day of the probation' },
  ])
  expect(checkInsOf('2025-11-30', 3)).toContainEqual({ day: '2026-02-28', what: 'Last day of the probation' })
})

test('the sample leave: overdrawn, overlapping, waiting and thin are named; illness is not shown', async () => {
  const { product } = await tryPlaybook(balanceLeave, nobody)
  const balances = tableOf(product, 'Balances')?.rows ?? []
  expect(balances.find(({ name }) => name === 'Ana Ruiz')).toMatchObject({
    entitlement: 27,
    carried: 2,
    taken: 11,
    planned: 15,
    left: 3,
  })
  expect(balances.find(({ name }) => name === 'Dev Patel')).toMatchObject({ entitlement: 20.25, taken: 6, planned: 4 })
  const found = tableOf(product, 'To settle')?.rows.map(({ what, who }) => `${what} ${who}`)
  expect(found).toEqual(
    expect.arrayContaining(['Overdrawn Ben Carter', 'Overlap Chiara Neri', 'Waits for approval Ben Carter']),
  )
  expect(tableOf(product, 'Thin days')?.rows[0]).toMatchObject({ day: '2026-08-03', team: 'Design', share: '2 of 3' })
  expect(JSON.stringify(product)).not.toContain('Sick')
  expect(product.couldNot.join(' ')).toContain(
    'line 12 (a second time), line 15 (it ends before it begins, or lasts more than a year), line 18 (no day)',
  )
})

test('steps and check-ins are put there only with a yes', async () => {
  const person = await app.member()
  const input = { ...planOnboarding.sample.input, tasks: true, checkIns: true }
  const refused = await tryPlaybook(planOnboarding, person, {
    input,
    decide: () => ({ done: false, reason: 'Not yet.' }),
  })
  expect(refused.product.couldNot.join(' ')).toContain('Not yet.')
  const { product, acted } = await tryPlaybook(planOnboarding, person, { input })
  expect(acted.filter(({ action }) => action === 'content-calendar.add')).toHaveLength(5)
  expect(product.couldNot.join(' ')).toContain('14 new')
  const steps = tableOf(product, 'By owner')?.rows ?? []
  expect(steps.find(({ what }) => what === 'Lunch with the team')).toMatchObject({ owner: 'Mara', day: '2026-06-01' })
  expect(steps.find(({ what }) => what === 'Tell the team who comes and why')).toMatchObject({ day: '2026-05-25' })
  expect(product.evidence[0]).toMatchObject({ met: 'no' })
})
