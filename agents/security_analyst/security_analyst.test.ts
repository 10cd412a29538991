import { describe, expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { repairs } from './dependencies.ts'
import { checkHeaders, headersIn } from './headers.ts'
import { readAudit, readLock } from './npm-files.ts'
import { reviewDependencies } from './review-dependencies.ts'
import { faultsOf, reviewSettings } from './review-settings.ts'
import { auditReport, lockFile } from './samples.ts'

const app = await testApp()
const rowsOf = (product: { blocks: readonly unknown[] }, title: string) =>
  (product.blocks as { title: string; rows?: Record<string, unknown>[] }[]).find((block) =>
    block.title.startsWith(title),
  )?.rows ?? []

describe('packages', () => {
  const weak = readAudit(JSON.parse(auditReport), 'audit.json', readLock(JSON.parse(lockFile), 'package-lock.json'))
  test('a score that the report leaves at 0 is worked out from its vector', () => {
    expect(weak.find(({ name }) => name === 'qs')?.score).toBe(7.5)
    expect(weak.find(({ name }) => name === 'serialize-javascript')).toMatchObject({ isDevOnly: true, links: [] })
  })
  test('one command stands for all that it mends, and what has no fix comes last', () => {
    expect(repairs(weak).map(({ command, mends }) => [command, mends])).toEqual([
      ['npm audit fix', ['qs', 'express']],
      ['npm install lodash@4.17.21', ['lodash']],
      ['npm install mocha@11.7.5', ['serialize-javascript']],
      ['none', ['tough-cookie']],
    ])
  })
  test('the lock file is held against the practices; the person’s no is said', async () => {
    const told = await tryPlaybook(reviewDependencies, app.visitor(), {
      decide: () => ({ done: false, reason: 'Later.' }),
    })
    const checks = (told.product.blocks.find(({ kind }) => kind === 'checks') as { checks: { text: string }[] }).checks
    expect(checks.map(({ text }) => text)).toEqual([
      'Packages without an integrity hash: 1',
      'Packages fetched without TLS: 1',
      'Packages from git or from another registry than the rest: 1',
      'Packages that run a script when installed: 1',
      'Packages that their authors have given up: 1',
      'Packages in three or more versions: 1',
    ])
    expect(told.product.couldNot).toContain('No tasks were put into the Task Inbox: Later.')
  })
  test('a file that is no JSON, or no report, is refused with what to give instead', async () => {
    const run = (text: string) =>
      tryPlaybook(reviewDependencies, app.visitor(), { files: { a: text }, input: { audit: 'file:a' } })
    await expect(run('{')).rejects.toThrow('“a” is no JSON')
    await expect(run('{}')).rejects.toThrow('npm audit --json')
  })
})

describe('settings', () => {
  const failed = (text: string) =>
    checkHeaders(headersIn(text))
      .filter(({ state }) => state === 'fail')
      .map(({ what }) => what)
  test('a hardened page passes, and unsafe-inline beside a nonce is no fault', () => {
    const text = `Strict-Transport-Security: max-age=63072000
Content-Security-Policy: script-src 'nonce-abc' 'unsafe-inline'; frame-ancestors 'none'
X-Content-Type-Options: nosniff
Referrer-Policy: no-referrer
Permissions-Policy: camera=()
Server: web
Set-Cookie: __Host-s=1; Secure; HttpOnly; SameSite=Strict`
    expect(failed(text)).toEqual([])
    expect(failed(text.replace("'nonce-abc' ", ''))).toEqual(['The policy limits scripts'])
    expect(failed(text.replace('63072000', '3600'))).toEqual(['Browsers stay on https for a year'])
  })
  test('share links are read, and an old one without a password is ended only after the person’s word', async () => {
    const person = await app.member()
    await person.call('POST', '/api/m/sync/save', { name: 'prices.txt', text: 'secret prices' })
    await person.call('POST', '/api/m/sync/share', { name: 'prices.txt' })
    const later = new Date(Date.now() + 100 * 86_400_000)
    const refused = await tryPlaybook(reviewSettings, person, {
      now: later,
      decide: () => ({ done: false, reason: 'It is still needed.' }),
    })
    expect(rowsOf(refused.product, 'Open share links')).toMatchObject([
      { name: 'prices.txt', age: 100, faults: 'never ends, has no password, is 100 days old, was never used' },
    ])
    expect(refused.product.couldNot.join(' ')).toContain('It is still needed.')
    expect(refused.acted[0]?.why).toContain('100 days old and has no password')
    const ended = await tryPlaybook(reviewSettings, person, { now: later })
    expect(ended.product.summary).toContain('1 link ended')
    expect(rowsOf((await tryPlaybook(reviewSettings, person, { now: later })).product, 'Open share links')).toEqual([])
  })
  test('a young link with a password and an end is in order', () => {
    const link = {
      id: '1',
      name: 'a',
      hasPassword: true,
      expiresAt: '2026-04-01T00:00:00Z',
      createdAt: '2026-03-10T00:00:00Z',
      uses: 0,
    }
    expect(faultsOf(link, '2026-03-16', 90)).toEqual([])
  })
})
