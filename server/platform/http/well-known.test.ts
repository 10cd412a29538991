import { existsSync, readFileSync } from 'node:fs'
import { isAppPath } from '@atrium/contract/catalogue/app-paths'
import { furtherPages, moduleEntries } from '@atrium/contract/catalogue/modules'
import { pageEntries } from '@atrium/contract/catalogue/pages'
import { spaces } from '@atrium/contract/catalogue/spaces'
import { expect, test } from 'vitest'
import { testApp } from '../../test-app.ts'
import { securityText } from './well-known.ts'

const app = await testApp(
  { MAIL_FROM: 'Desk <desk@example.org>', SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://atrium.example.org' },
  { administrator: false },
)
const visitor = app.visitor()

test('robots are asked to stay outside', async () => {
  const answer = await visitor.send('GET', '/robots.txt')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(await answer.text()).toBe('User-agent: *\nDisallow: /\n')
})

test('a password manager is led to where a password is changed', async () => {
  const answer = await fetch(`${app.url}/.well-known/change-password`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/settings/security'])
  expect(isAppPath('/settings/security', [])).toBe(true)
})

test('security.txt names whom to tell, until when, and where it stands', async () => {
  const answer = await visitor.send('GET', '/.well-known/security.txt')
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const lines = (await answer.text()).trimEnd().split('\n')
  expect(lines).toContain('Contact: mailto:desk@example.org')
  expect(lines).toContain('Canonical: https://atrium.example.org/.well-known/security.txt')
  const days =
    (Date.parse(lines.find((line) => line.startsWith('Expires: '))?.slice(9) ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(170)
  expect(days).toBeLessThan(365)
})

test('its contact is what was configured; where nobody was named there is no such file', async () => {
  const settings = { MAIL_FROM: 'a@example.org', PUBLIC_URL: undefined }
  const now = new Date('2026-02-28T23:50:00Z')
  expect(securityText({ ...settings, SECURITY_CONTACT: 'safe@example.org' }, now)).toBe(
    'Contact: mailto:safe@example.org\nExpires: 2026-08-27T00:00:00.000Z\nPreferred-Languages: en\n',
  )
  expect(securityText({ ...settings, SECURITY_CONTACT: 'https://example.org/report' }, now)).toMatch(
    /^Contact: https:\/\/example\.org\/report\n/,
  )
  const plain = await testApp({}, { administrator: false })
  expect((await plain.visitor().send('GET', '/.well-known/security.txt')).status).toBe(404)
})

test('the favicon is an icon', () => {
  const path = new URL('../../../web/public/favicon.ico', import.meta.url)
  expect(existsSync(path)).toBe(true)
  expect([...readFileSync(path).subarray(0, 4)]).toEqual([0, 0, 1, 0])
})

test('every route of the web client is a page, and what is none of them is not', () => {
  const read = (path: string) => readFileSync(new URL(`../../../web/src/${path}`, import.meta.url), 'utf8')
  const written = (text: string, below: string) =>
    [...text.matchAll(/\bpath="([^"]+)"/g)].map(([, path = '']) => (path.startsWith('/') ? path : `${below}/${path}`))
  const paths = [...written(read('routes.tsx'), ''), ...written(read('workforce/workforce-pages.tsx'), '/workforce')]
  expect(paths.length).toBeGreaterThan(40)
  const known = paths
    .filter((path) => path !== '/*' && path !== '/workforce/*' && path !== '/dev/ui')
    .map((path) => path.replace(':slug', 'legal').replace(/:\w+\??/g, 'x'))
  for (const path of known) expect(isAppPath(path, []), path).toBe(true)
  for (const { route } of [...pageEntries, ...moduleEntries, ...furtherPages])
    if (route) expect(isAppPath(route, []), route).toBe(true)
  for (const { key } of spaces) expect(isAppPath(`/spaces/${key}/`, [])).toBe(true)
  for (const path of ['/', '/settings', '/spaces/exec/timesheet-inbox', '/mine', '/mine/below'])
    expect(isAppPath(path, ['/mine']), path).toBe(true)
  for (const path of ['/no', '/.env', '/spaces/nowhere', '/c', '/c/a/b', '/minefield', '/workforce/nothing', '/dev/ui'])
    expect(isAppPath(path, ['/mine']), path).toBe(false)
})
