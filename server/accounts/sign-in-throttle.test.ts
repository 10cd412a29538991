import { expect, test } from 'vitest'
import { testDatabase } from '../platform/database/test-database.ts'
import { client, testApp } from '../test-app.ts'

const PASSWORD = 'correct horse battery'
const database = await testDatabase()
const settings = { PUBLIC_URL: 'https://atrium.example.org' }
const [one, two] = [await testApp(settings, { database }), await testApp(settings, { database, administrator: false })]

/** As the proxy before us says who calls. */
const from = (ip: string) => ({ 'x-forwarded-for': ip })
const enter = async (url: string, username: string, password: string, ip: string, browser = client(url)) =>
  (await browser.send('POST', '/api/login', { username, password }, from(ip))).status
/** One after the other: how many at once are counted is sign-in.test.ts's. */
async function wrong(count: number, guess: (at: number) => Promise<number>): Promise<number[]> {
  const statuses: number[] = []
  for (let at = 0; at < count; at++) statuses.push(await guess(at))
  return statuses
}

test('wrong passwords count for the account, whatever it is called, at every instance', async () => {
  const { email, username } = await (await one.member('counted')).call<{ email: string; username: string }>(
    'GET',
    '/api/user',
  )
  const names = [username, email, username.toUpperCase(), ` ${email.toUpperCase()} `]
  const guess = (at: number) =>
    enter([one, two][at % 2]?.url ?? '', names[at % names.length] ?? '', 'not the password', '203.0.113.1')
  expect(await wrong(11, guess)).toEqual([...Array(10).fill(401), 429])
  for (const name of names)
    for (const { url } of [one, two]) expect(await enter(url, name, PASSWORD, '203.0.113.1'), name).toBe(429)
  expect(await enter(two.url, username, PASSWORD, '203.0.113.2'), 'from elsewhere').toBe(200)
})

test('a name that nobody has is counted alike', async () => {
  const statuses = await wrong(11, () => enter(one.url, 'nobody-at-all', 'not the password', '203.0.113.1'))
  expect(statuses).toEqual([...Array(10).fill(401), 429])
})

test('guessing from many addresses is slowed down, and locks the owner out of no browser where they were signed in', async () => {
  const person = await one.member('owner')
  const own = client(one.url)
  expect(await enter(one.url, 'owner', PASSWORD, '198.51.100.1', own)).toBe(200)
  expect(await enter(one.url, 'owner', 'not the password', '203.0.113.10')).toBe(401)
  // As if 97 more had guessed, each from an address of their own.
  await one.db.execute(`update sign_in_attempts set count = 98 where key = 'sign-in ${person.id}'`)
  const guesses = await wrong(4, (at) => enter(one.url, 'owner', 'not the password', `203.0.113.${at + 20}`))
  expect(guesses, 'the hundredth is the last').toEqual([401, 401, 429, 429])
  expect(await enter(two.url, 'owner', PASSWORD, '192.0.2.9'), 'a stranger’s browser').toBe(429)

  own.jar.delete('__Secure-atrium.session_token')
  expect(await enter(two.url, 'owner', PASSWORD, '192.0.2.9', own), 'their own, at any address').toBe(200)
  const foreign = client(two.url)
  const forged = (own.jar.get('atrium_known_browser') ?? '').split('.')
  foreign.jar.set('atrium_known_browser', [forged[0], 'another-key', forged[2]].join('.'))
  expect(await enter(two.url, 'owner', PASSWORD, '192.0.2.9', foreign), 'a made-up one').toBe(429)

  const admin = await one.administrator()
  const { url } = await admin.call<{ url: string }>('POST', `/api/admin/users/${person.id}/reset-link`)
  const token = new URL(url).searchParams.get('reset')
  await two.visitor().call('POST', '/auth/password/reset', { token, password: 'a wholly other password' })
  expect(await enter(two.url, 'owner', 'a wholly other password', '192.0.2.9'), 'after a reset').toBe(200)
})

test('a known browser has its own count, and the time of a count ends', async () => {
  await one.member('timed')
  const own = client(one.url)
  expect(await enter(one.url, 'timed', PASSWORD, '198.51.100.2', own)).toBe(200)
  const statuses = await wrong(10, () => enter(one.url, 'timed', 'not the password', '198.51.100.2', own))
  expect(statuses).toEqual(Array(10).fill(401))
  expect(await enter(one.url, 'timed', PASSWORD, '198.51.100.2', own)).toBe(429)
  expect(await enter(one.url, 'timed', PASSWORD, '198.51.100.2'), 'another browser').toBe(200)
  await one.db.execute(`update sign_in_attempts set until = now() - interval '1 second'`)
  expect(await enter(one.url, 'timed', PASSWORD, '198.51.100.2', own)).toBe(200)
})
