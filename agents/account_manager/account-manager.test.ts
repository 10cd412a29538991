import { expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { healthOf, nextStep } from '../kit/account-health.ts'
import { type Account, readAccounts } from '../kit/accounts.ts'
import { readTable } from '../kit/table.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { planRenewals } from './plan-renewals.ts'
import { nextMilestones, renewalOf, retentionOf } from './renewal.ts'
import { ACCOUNTS } from './samples.ts'
import { scoreAccounts } from './score-accounts.ts'

const app = await testApp()
const read = (text: string) => readAccounts(readTable({ name: 'a.csv', text }))

test('columns are told apart, rows word for word the same are counted once, months become years', () => {
  const { accounts, repeated } = read('Account,ARR last year,MRR,Usage change\nA,900,100,-12%\nA,900,100,-12%\nB,,,0.1')
  expect(accounts.map(({ name, arr, arrBefore, usageChange }) => [name, arr, arrBefore, usageChange])).toEqual([
    ['A', 1200, 900, -0.12],
    ['B', null, null, 0.1],
  ])
  expect(repeated).toEqual([3])
})

test('health is the weighted share of what is known', () => {
  const [account] = read('Account,Seats,Active users,NPS,Days overdue,Last contact\nA,100,50,9,45,2026-03-16').accounts
  const health = healthOf(account!, '2026-03-16', 30)
  // usage 30 × (0.5 − 0.2) ÷ 0.6 = 15, sentiment 15, payment 0 of 10, relationship 15: 45 of 70
  expect(health).toMatchObject({ score: 64, band: 'watch', known: 0.7, weakest: { name: 'usage' } })
  expect(nextStep(account!, health)).toContain('who does not use it')
  const nothing = healthOf(
    { ...account!, seats: null, nps: null, overdueDays: null, lastContactOn: null },
    '2026-03-16',
    30,
  )
  expect(nothing).toMatchObject({ score: null, band: 'unknown', known: 0 })
})

test('net retention counts what was added, gross does not', () => {
  const { accounts } = read('Account,ARR,ARR last year\nA,120,100\nB,50,100\nC,0,100\nNew,70,')
  expect(retentionOf(accounts)).toMatchObject({ accounts: 3, net: 170 / 300, gross: 150 / 300, lost: 1 })
  expect(retentionOf(accounts.slice(3))).toBeNull()
})

test('a renewal is worked on before notice can be given', () => {
  const of = (renewsOn: string, noticeDays: number | null = null) =>
    renewalOf({ renewsOn, noticeDays } as Account, '2026-03-16', 90)!
  const later = of('2026-09-30')
  expect(later).toMatchObject({ noticeOn: '2026-07-02', daysToNotice: 108, state: 'later' })
  // 60 days before 2 July is Sunday, 3 May
  expect(nextMilestones(later, '2026-03-16')[0]).toMatchObject({ day: '2026-05-04', isLate: false })
  expect(of('2026-06-20').state).toBe('notice soon')
  expect(nextMilestones(of('2026-05-11'), '2026-03-16').map(({ what }) => what)).toEqual([
    'Confirm the renewal: notice has passed',
    'Signature',
  ])
  expect(of('2026-03-15')).toMatchObject({ state: 'overdue', days: -1 })
  expect(of('2026-04-30', 30)).toMatchObject({ noticeOn: '2026-03-31', state: 'notice soon' })
})

test('the sample is planned and scored; what is refused is said', async () => {
  const person = await app.member()
  const { product, acted } = await tryPlaybook(planRenewals, person)
  expect(product.evidence.map(({ met }) => met)).toEqual(['yes', 'yes', 'yes'])
  expect(product.couldNot.join(' ')).toMatch(
    /The same as another row, left out: line 11\..*No name: line 14\..*line 9/s,
  )
  expect(String(acted[0]?.input.text)).toContain('(A) Helix Diagnostics: Clear whether it was renewed')
  const refused = await tryPlaybook(scoreAccounts, person, { decide: () => ({ done: false, reason: 'I know them.' }) })
  expect(refused.product.evidence.map(({ met }) => met)).toEqual(['yes', 'yes', 'yes'])
  expect(refused.product.couldNot.join(' ')).toContain('I know them.')
  expect(refused.product.summary).toContain('Net revenue retention 106 %, gross 95 %')
  await expect(
    tryPlaybook(planRenewals, person, { files: { 'x.csv': 'a,b\n1,2' }, input: { accounts: 'file:x.csv' } }),
  ).rejects.toThrow('no column for the name of an account')
  expect(ACCOUNTS).toContain('30/02/2026')
})
