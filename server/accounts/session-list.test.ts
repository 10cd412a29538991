import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { CHANNEL, payload } from '../platform/database/bus.ts'
import { client, testApp } from '../test-app.ts'
import { agentInWords } from './session-list.ts'
import { sessions as rows } from './tables.ts'

const app = await testApp()
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
type Sessions = { sessions: { id: string; agent: string; current: boolean; lastSeenAt: string }[] }

const signIn = async (username: string, agent: string) => {
  const browser = client(app.url)
  const credentials = { username, password: 'correct horse battery' }
  await browser.send('POST', '/api/login', credentials, { 'user-agent': agent })
  return browser
}

test('a person sees where they are signed in, and ends it in one place', async () => {
  const ann = await app.member('ann')
  const other = await signIn('ann', FIREFOX)
  const { sessions } = await ann.call<Sessions>('GET', '/api/user/sessions')
  expect(sessions).toHaveLength(2)
  expect(sessions.filter(({ current }) => current)).toHaveLength(1)
  const there = sessions.find(({ agent }) => agent === 'Firefox on Linux')
  expect(there?.current).toBe(false)
  expect((await other.send('GET', '/api/user')).status).toBe(200)
  await ann.call('DELETE', `/api/user/sessions/${there?.id}`)
  expect((await other.send('GET', '/api/user')).status).toBe(401)
  expect((await ann.send('GET', '/api/user')).status).toBe(200)
  expect(await ann.refusal('DELETE', `/api/user/sessions/${there?.id}`)).toMatchObject({ status: 404 })
})

test('a session in use was seen a moment ago, however long ago it began', async () => {
  const cleo = await app.member('cleo')
  const long = new Date(Date.now() - 3 * 3_600_000)
  await app.db.update(rows).set({ updatedAt: long }).where(eq(rows.userId, cleo.id))
  const quiet = await signIn('cleo', FIREFOX)
  const { sessions } = await quiet.call<Sessions>('GET', '/api/user/sessions')
  expect(sessions.find(({ current }) => !current)?.lastSeenAt, 'not in use meanwhile').toBe(long.toISOString())
  await app.db.execute(sql`select pg_notify(${CHANNEL}, ${payload('session', cleo.id)})`) // nothing is remembered
  await expect
    .poll(async () => {
      const found = await cleo.call<Sessions>('GET', '/api/user/sessions')
      return Date.parse(found.sessions.find(({ current }) => current)?.lastSeenAt ?? '') > Date.now() - 60_000
    })
    .toBe(true)
})

test('a revoked browser’s event stream ends', async () => {
  const bea = await app.member('bea')
  const other = await signIn('bea', FIREFOX)
  const stream = await other.send('GET', '/api/events')
  await bea.call('DELETE', '/api/user/sessions')
  await stream.text() // ends
  expect((await other.send('GET', '/api/events')).status).toBe(401)
  expect((await bea.call<Sessions>('GET', '/api/user/sessions')).sessions).toHaveLength(1)
})

test.each([
  [FIREFOX, 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
])('%s is %s', (agent, words) => expect(agentInWords(agent)).toBe(words))
