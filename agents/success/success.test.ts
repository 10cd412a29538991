import { expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { readTable } from '../kit/table.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { netPromoter } from './net-promoter.ts'
import { dated, ownSteps, stepsFor } from './onboarding-plan.ts'
import { planOnboarding } from './plan-onboarding.ts'
import { reportSentiment } from './report-sentiment.ts'
import { readUsage } from './usage-table.ts'
import { trendOf } from './usage-trend.ts'
import { warnChurn } from './warn-churn.ts'

const app = await testApp()

test('the Net Promoter Score and its margin are those of the formula', () => {
  // 5 promoters, 3 passives, 2 detractors: 50 − 20 = 30; 1.96 × √((0.7 − 0.09) ÷ 10) = 48.4
  const found = netPromoter([9, 9, 10, 10, 9, 7, 8, 8, 6, 0])
  expect(found).toMatchObject({ promoters: 5, passives: 3, detractors: 2 })
  expect(found?.score).toBeCloseTo(30)
  expect(found?.margin).toBeCloseTo(48.4, 1)
  expect(netPromoter([])).toBeNull()
})

test('a trend is not moved by one odd week, and tells gone from falling from sliding', () => {
  const of = (...values: number[]) => trendOf(values.map((value, at) => ({ week: `${at}`, value })))
  const flat = Array<number>(8).fill(100)
  expect(of(...flat, 100, 0, 100, 100).level).toBe('none')
  expect(of(...flat, 60, 50, 40, 40)).toMatchObject({ level: 'high', change: -0.525 })
  expect(of(...flat, 65, 65, 65, 65).level).toBe('medium')
  expect(of(...flat, 50, 50, 0, 0)).toMatchObject({ level: 'high', silentWeeks: 2 })
  expect(of(...flat, 0, 0, 0, 0).level).toBe('gone')
  expect(of(120, 117, 114, 111, 108, 105, 102, 99, 96, 93, 90, 87).level).toBe('low')
  expect(of(10, 0).level).toBe('new')
})

test('weeks without a row are without use, weeks that cannot be read are not known', () => {
  const { weeks, unread, until } = readUsage(
    readTable({
      name: 'u.csv',
      text: 'account,week,logins\nA,2026-02-16,5\nA,2026-03-02,7\nA,2026-03-09,?\nB,2026-03-09,1',
    }),
  )
  expect(weeks.get('A')?.map(({ value }) => value)).toEqual([5, 0, 7])
  expect([unread, until]).toEqual([[4], '2026-03-09'])
})

test('steps lead to first value on its working day; own lines are read', () => {
  const steps = stepsFor({ people: 30, hasData: true, hasSignOn: false }, 'a plan', 10)
  const plan = dated(steps, '2026-03-14') // a Saturday
  expect(plan[0]?.day).toBe('2026-03-16')
  expect(plan.find(({ what }) => what === 'First value: a plan')?.day).toBe('2026-03-30')
  expect(plan.at(-1)).toMatchObject({ phase: 'Review', day: '2026-06-15' }) // 90 days are 14 June, a Sunday
  expect(steps.some(({ what }) => what.includes('sign-on'))).toBe(false)
  expect(ownSteps('day 3: Import (customer)\n7. Check\nsoon')).toMatchObject({
    steps: [
      { after: 3, what: 'Import', by: 'customer' },
      { after: 7, what: 'Check', by: 'us' },
    ],
    unread: ['soon'],
  })
})

test('an onboarding comes into the Task Inbox once; later it says what is late and done', async () => {
  const person = await app.member()
  const first = await tryPlaybook(planOnboarding, person)
  expect(first.product.evidence.map(({ met }) => met)).toEqual(['yes', 'yes', 'yes'])
  await person.call('POST', '/api/m/tasks/done', { title: 'Fjordwerk AS: Account, roles and permissions' })
  const later = await tryPlaybook(planOnboarding, person, {
    input: { ...planOnboarding.sample.input, startOn: '2026-03-16' },
    now: new Date('2026-03-20T09:00:00Z'),
  })
  expect(later.acted).toEqual([])
  expect(later.product.summary).toContain('1 of 14 steps are done, 3 late.')
  const refused = await tryPlaybook(planOnboarding, await app.member(), {
    decide: () => ({ done: false, reason: 'Wait for the contract.' }),
  })
  expect(refused.product.couldNot.join(' ')).toContain('Wait for the contract.')
})

test('the samples: whom to call first, and what people say', async () => {
  const person = await app.member()
  const churn = await tryPlaybook(warnChurn, person)
  const rows = churn.product.blocks.find(({ title }) => title === 'Accounts, the most urgent first')
  expect(rows?.kind === 'table' && rows.rows.map(({ account, level }) => [account, level])).toEqual([
    ['Łódź Textil', 'gone'],
    ['Cole Bakery Group', 'high'],
    ['Laguna Pack', 'medium'],
    ['Kitsune Parts', 'low'],
    ['CasaBuild', 'too new'],
    ['Orchid Freight', 'none'],
    ['Fjordwerk AS', 'none'],
    ['Keller Guss', 'none'],
  ])
  expect(churn.product.evidence.map(({ met }) => met)).toEqual(['yes', 'yes', 'yes'])
  const survey = await tryPlaybook(reportSentiment, person)
  expect(survey.product.title).toBe('NPS 0 ± 42 of 16 answers')
  expect(survey.product.couldNot.join(' ')).toContain('lines 16, 18')
  await expect(
    tryPlaybook(reportSentiment, person, { files: { 'x.csv': 'score\nmany' }, input: { answers: 'file:x.csv' } }),
  ).rejects.toThrow('no whole numbers from 0 to 10')
})
