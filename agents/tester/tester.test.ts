import { describe, expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { checkData } from './check-data.ts'
import { readRules, runRules } from './data-rules.ts'
import { readJunit, signatureOf } from './junit.ts'
import { readResults } from './read-results.ts'

const app = await testApp()
const rowsOf = (product: { blocks: readonly unknown[] }, title: string) =>
  (product.blocks as { title: string; rows?: Record<string, unknown>[] }[]).find((block) =>
    block.title.startsWith(title),
  )?.rows ?? []
const checksOf = (product: { blocks: readonly unknown[] }) =>
  (product.blocks as { kind: string; checks: { text: string; state: string; note: string }[] }[]).find(
    ({ kind }) => kind === 'checks',
  )?.checks ?? []

describe('test results', () => {
  test('new failures are told from old ones, and what failed and passed in one run is flaky', async () => {
    const person = await app.member()
    const told = await tryPlaybook(readResults, person)
    expect(told.product.summary).toContain('10 tests: 5 passed (50.0 %), 4 fail in 2 groups, 1 skipped, 2 flaky')
    expect(told.product.summary).toContain('2 newly broken, 1 new and failing, 1 mended, 1 gone')
    expect(rowsOf(told.product, 'Failing').map(({ test: name, state }) => `${name} ${state}`)).toContain(
      'checkout.Cart › applies a voucher as before',
    )
    expect(told.acted[0]?.input.text).toContain(
      '(A) Mend checkout.Cart › takes an item out and 2 more that fail alike (results.xml) +tests',
    )
    const no = await tryPlaybook(readResults, person, { decide: () => ({ done: false, reason: 'Known.' }) })
    expect(no.product.couldNot).toContain('No tasks were put into the Task Inbox: Known.')
  })
  test('what differs from run to run does not part the same fault', () => {
    expect(signatureOf('timeout after 5000 ms at /srv/ci/a/b.ts:4')).toBe(
      signatureOf('timeout after 4998 ms at /home/x/y/b.ts:17'),
    )
  })
  test('other XML, broken XML and entities are refused', () => {
    const bomb =
      '<!DOCTYPE x [<!ENTITY a "aaaa">]><testsuites><testsuite><testcase name="&a;"/></testsuite></testsuites>'
    for (const text of ['<html><body/></html>', '<testsuites>', 'no xml', bomb])
      expect(() => readJunit(text, 'a.xml')).toThrow('“a.xml” is no JUnit XML')
  })
})

describe('data', () => {
  test('the sample’s rules name the lines that break them, and lines that are no rules', async () => {
    const told = await tryPlaybook(checkData, app.visitor())
    expect(
      checksOf(told.product).map(({ text, state, note }) => `${text} ${state} ${note.replace(/.*: /, '')}`),
    ).toEqual([
      'order id: required pass 11 rows',
      'order id: unique fail line 7',
      'email: required fail line 4',
      'email: matches *@*.* fail lines 6, 12',
      'quantity: whole number 1..100 fail lines 5, 8, 9, 10',
      'price: number 0.. fail line 11',
      'status: one of open, paid, cancelled fail line 6',
      'ordered: date 2026-01-01.. fail line 8',
      'coupon: length 0..12 unknown The file has no such column.',
    ])
    expect(told.product.couldNot).toEqual(['Line 8 of the rules is no rule: “price is never wrong”.'])
  })
  test('a dataset of the workspace is judged by its columns, and proposes the rules that it keeps', async () => {
    const person = await app.member()
    await person.call('POST', '/api/m/csv/sample', {})
    const plain = await tryPlaybook(checkData, person, { files: {}, input: {} })
    const [first] = rowsOf(plain.product, 'Columns as they are')
    const column = String(first?.column)
    const judged = await tryPlaybook(checkData, person, {
      files: {},
      input: { rules: `${column}: required\n${column}: like a*` },
    })
    expect(checksOf(judged.product).map(({ state }) => state)).toEqual([
      first?.missing === 0 ? 'pass' : 'fail',
      'unknown',
    ])
    await expect(tryPlaybook(checkData, await app.member(), { files: {}, input: {} })).rejects.toThrow(
      'open a table in the CSV Analyzer first',
    )
  })
  test('patterns match without running others’ expressions', () => {
    const { rules } = readRules('a: matches x*y*z')
    const broken = (value: string) =>
      runRules({ name: 't', columns: ['a'], rows: [{ line: 2, fields: { a: value } }] }, rules)[0]?.violations.length
    expect(['xyz', 'x-y-z', 'XooYooZ', 'xz', 'xyzz1'].map(broken)).toEqual([0, 0, 0, 1, 1])
  })
})
