import { describe, expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { baseScore } from '../kit/cvss.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { isBelow, triage } from './exploitability.ts'
import { incidentsOf, severityIn, tacticOf } from './incidents.ts'
import { reviewRemediation } from './review-remediation.ts'
import { sarif } from './samples.ts'
import { readSarif } from './sarif.ts'
import { triageAlerts } from './triage-alerts.ts'
import { triageSarif } from './triage-sarif.ts'

const app = await testApp()
const rowsOf = (product: { blocks: readonly unknown[] }, title: string) =>
  (product.blocks as { title: string; rows?: Record<string, unknown>[] }[]).find((block) =>
    block.title.startsWith(title),
  )?.rows ?? []

describe('CVSS 3.1 base scores are those that FIRST publishes in its examples', () => {
  test.each([
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1], // CVE-2013-1937
    ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', 6.4], // CVE-2013-0375
    ['CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', 3.1], // CVE-2014-3566
    ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H', 9.9], // CVE-2012-1516
    ['CVSS:3.1/AV:L/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0],
    ['CVSS:3.1/AV:N/AC:L', null],
    ['CVSS:2.0/AV:N', null],
  ])('%s', (vector, score) => expect(baseScore(vector)).toBe(score))
})

describe('a SARIF log is read as SARIF 2.1.0 says', () => {
  const log = (result: Record<string, unknown>, rule: Record<string, unknown> = {}) =>
    readSarif(
      {
        version: '2.1.0',
        runs: [
          {
            tool: { driver: { name: 't', rules: [{ id: 'r', ...rule }] } },
            results: [{ ruleId: 'r', message: { text: 'm' }, ...result }],
          },
        ],
      },
      'x.sarif',
    )
  test('a result without a level has its rule’s, and a rule without one has “warning”', () => {
    expect(log({}).findings[0]?.level).toBe('warning')
    expect(log({}, { defaultConfiguration: { level: 'error' } }).findings[0]?.level).toBe('error')
    expect(log({ level: 'note' }, { defaultConfiguration: { level: 'error' } }).findings[0]?.level).toBe('note')
  })
  test('a suppression that waits for review suppresses nothing, an accepted one does', () => {
    expect(log({ suppressions: [{ kind: 'external', status: 'underReview' }] }).findings).toHaveLength(1)
    expect(log({ suppressions: [{ kind: 'inSource' }] }).left).toEqual([
      { place: 'runs[0].results[0]', why: 'suppressed' },
    ])
  })
  test('a message by id has its arguments put in', () => {
    const read = log(
      { message: { id: 'd', arguments: ['x', 'y'] } },
      { messageStrings: { d: { text: '{0} reaches {1} {{braces}}' } } },
    )
    expect(read.findings[0]?.message).toBe('x reaches y {braces}')
  })
  test('another version, or none at all, is refused with what to give instead', () => {
    expect(() => readSarif({ version: '2.0.0', runs: [] }, 'old.sarif')).toThrow('is no SARIF 2.1.0 log')
    expect(() => readSarif([], 'x')).toThrow('is no SARIF 2.1.0 log')
  })
})

test('what faces the internet comes first, tests last, and the same finding is counted once', () => {
  const { findings } = readSarif(JSON.parse(sarif), 'code-scan.sarif')
  const [newest, first] = triage(findings, ['src/api/'])
  expect(first).toMatchObject({ queue: 'P1', count: 2, points: 10, finding: { path: 'src/api/orders.ts', line: 88 } })
  expect(newest).toMatchObject({ points: 10.5, finding: { path: 'src/api/search.ts' } }) // and half a point: it is new
  const fixture = triage(findings, ['src/api/']).find(({ finding }) => finding.path.startsWith('tests/'))
  expect(fixture).toMatchObject({ queue: 'P2', points: 6 }) // 8 (9.8 critical) + 1 (CWE-798) − 3 (tests)
  expect([isBelow('services/a/public/x.ts', ['services/*/public/']), isBelow('myapi/x.ts', ['api/'])]).toEqual([
    true,
    false,
  ])
})

test('the sample scan is triaged, and its urgent findings become tasks once, with dates', async () => {
  const person = await app.member()
  const told = await tryPlaybook(triageSarif, person)
  expect(told.product.evidence.map(({ met }) => met)).toEqual(['yes', 'yes', 'unknown', 'unknown'])
  expect(told.product.summary).toContain('17 results')
  expect(told.product.couldNot[0]).toContain('qualified security analyst')
  expect(told.acted.map(({ action }) => action)).toEqual(['tasks.importTodoTxt'])
  const again = await tryPlaybook(triageSarif, person)
  expect(again.product.summary).toContain('0 new')
  const report = await tryPlaybook(reviewRemediation, person)
  const p1 = rowsOf(told.product, 'Findings').filter(({ queue }) => queue === 'P1' || queue === 'P2')
  expect(report.product.summary).toContain(`${p1.length} tasks open`)
  expect(rowsOf(report.product, 'Open').map(({ due }) => due)).toContain('2026-03-18')
})

test('when the person says no, the product says that no tasks were made, and why', async () => {
  const told = await tryPlaybook(triageSarif, await app.member(), {
    decide: () => ({ done: false, reason: 'Not now.' }),
  })
  expect(told.product.couldNot).toContain('No tasks were put into the Task Inbox: Not now.')
})

test('a sign-in, a command, a scheduled task and an upload of one person are one incident, across hosts', async () => {
  const told = await tryPlaybook(triageAlerts, app.visitor(), { answers: { scanners: '10.9.0.5' } })
  const [first, ...others] = rowsOf(told.product, 'Incidents')
  expect(first).toMatchObject({ queue: 'P1', users: 'j.kern', alerts: 7, severity: 'high' })
  expect(first?.tactics).toBe('Credential Access → Initial Access → Execution → Persistence → Exfiltration')
  expect(others.at(-1)).toMatchObject({ addresses: '10.9.0.5', points: -4 })
  expect(told.product.couldNot.join(' ')).toMatch(
    /no time that can be read: line 17.*closed already: line 16.*same row again: line 15/,
  )
  expect(told.acted).toEqual([])
})

test('a file of which the core keeps only the beginning is refused, not counted', async () => {
  const text = `time,rule\n2026-03-15T22:04:11Z,x\n\n[The text goes on: this is its beginning, as much as is kept.]`
  for (const [one, input] of [
    [triageAlerts, { alerts: 'file:a' }],
    [triageSarif, { scan: 'file:a' }],
  ] as const)
    await expect(tryPlaybook(one, app.visitor(), { files: { a: text }, input })).rejects.toThrow(
      '“a” is larger than 1 MB',
    )
})

test('alerts further apart than the window are two incidents; severities are read as files write them', () => {
  const alert = (line: number, hours: number, host: string, user = '') =>
    ({ line, at: hours * 3_600_000, rule: 'r', severity: 'low', host, user, address: '', technique: '' }) as const
  const incidents = incidentsOf(
    [
      alert(2, 0, 'a'),
      alert(3, 6, 'a'),
      alert(4, 13, 'a'),
      alert(5, 13, 'b'),
      alert(6, 14, 'b', 'x'),
      alert(7, 15, 'a', 'x'),
    ],
    new Set(),
  )
  expect(incidents.map(({ alerts }) => alerts.map(({ line }) => line))).toEqual([
    [2, 3],
    [4, 5, 6, 7],
  ])
  expect(['Sev 1', 'P2', '3', 'Informational', 'Critical', 'odd'].map(severityIn)).toEqual([
    'critical',
    'high',
    'medium',
    'none',
    'critical',
    null,
  ])
  expect([tacticOf('T1059.001'), tacticOf('T9999')]).toEqual(['Execution', ''])
})
