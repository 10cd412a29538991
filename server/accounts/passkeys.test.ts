import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Client, client, testApp } from '../test-app.ts'
import { relyingParty } from './relying-party.ts'
import { passkeys, sessions, users, verifications } from './tables.ts'
import { authenticator, type Ceremony } from './test-authenticator.ts'

interface Entry {
  id: string
  name: string
}
type Device = ReturnType<typeof authenticator>

const app = await testApp()
// Passkeys are bound to names.
const url = app.url.replace('127.0.0.1', 'localhost')

async function newcomer() {
  const browser = client(url)
  const name = (await app.member()).id
  const [row] = await app.db.select().from(users).where(eq(users.id, name))
  await browser.call('POST', '/api/login', { username: row?.username, password: 'correct horse battery' })
  return { browser, id: name }
}

const challengeOf = async (who: Client, path: string) => (await who.call<{ challenge: string }>('POST', path)).challenge

async function add(who: Client, device: Device, more: Partial<Ceremony> = {}) {
  const challenge = await challengeOf(who, '/api/user/passkeys/options')
  const answer = await who.send('POST', '/api/user/passkeys', {
    name: 'My laptop',
    response: device.make({ challenge, ...more }),
  })
  return { status: answer.status, entry: (await answer.json()) as Entry }
}

async function enter(who: Client, device: Device, more: Partial<Ceremony> = {}) {
  const challenge = await challengeOf(who, '/api/login/passkey/options')
  return who.refusal('POST', '/api/login/passkey', { response: device.answer({ challenge, ...more }) })
}

const listed = async (who: Client) => (await who.call<{ passkeys: Entry[] }>('GET', '/api/user/passkeys')).passkeys

test('a passkey is added, seen, signs in with the guest’s things, and does not when it is deleted', async () => {
  const { browser, id } = await newcomer()
  const device = authenticator('localhost', url)
  expect(await listed(browser)).toEqual([])
  const { status, entry } = await add(browser, device)
  expect(status).toBe(201)
  expect(entry).toEqual({ id: expect.any(String), name: 'My laptop', createdAt: expect.any(String) })
  expect(await listed(browser)).toEqual([entry])

  const guest = client(url)
  await guest.call('POST', '/auth/guest', {})
  const { id: thread } = await guest.call<{ id: string }>('POST', '/api/threads', {})
  expect((await enter(guest, device)).status).toBe(200)
  expect((await guest.call<{ id: string }>('GET', '/api/user')).id).toBe(id)
  expect((await guest.send('GET', `/api/chat/thread/${thread}`)).status).toBe(200)
  expect((await enter(client(url), device)).status, 'another time').toBe(200)

  await browser.call('DELETE', `/api/user/passkeys/${entry.id}`)
  expect(await listed(browser)).toEqual([])
  expect(await enter(client(url), device)).toMatchObject({ status: 401, code: 'unauthenticated' })
})

test('adding one asks for the password, but not of whoever signed in a moment ago', async () => {
  const { browser, id } = await newcomer()
  await app.db
    .update(sessions)
    .set({ createdAt: new Date(Date.now() - 6 * 60_000) })
    .where(eq(sessions.userId, id))
  const options = (password?: string) => browser.refusal('POST', '/api/user/passkeys/options', { password })
  expect(await options()).toMatchObject({ status: 422, message: 'Enter your password to do this.' })
  expect(await options('a guess')).toMatchObject({ status: 422, message: 'That is not your password.' })
  expect((await options('correct horse battery')).status).toBe(200)
  expect((await add((await newcomer()).browser, authenticator('localhost', url))).status).toBe(201)
})

test('the twenty-first is refused, also when many are added at once', async () => {
  const { browser, id } = await newcomer()
  await app.db.execute(
    `insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports)
     select '${id}' || n, '${id}', 'x', '${id}' || n, '', 0, '{}' from generate_series(1, 18) n`,
  )
  const devices = Array.from({ length: 5 }, () => authenticator('localhost', url))
  const challenges = await Promise.all(devices.map(() => challengeOf(browser, '/api/user/passkeys/options')))
  const answers = await Promise.all(
    devices.map((device, at) =>
      browser.send('POST', '/api/user/passkeys', {
        name: 'One of many',
        response: device.make({ challenge: challenges[at] ?? '' }),
      }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409])
  expect(await listed(browser)).toHaveLength(20)
})

test('the sign-in page offers them only where the browser can use them', async () => {
  const offered = async (at: string) =>
    (await client(at).call<{ passkeys: boolean }>('GET', '/api/auth/options')).passkeys
  expect(await offered(url)).toBe(true)
  expect(await offered(app.url), 'under a bare address').toBe(false)
})

test('it counts as both factors', async () => {
  const { browser, id } = await newcomer()
  const device = authenticator('localhost', url)
  await add(browser, device)
  await app.db.execute(
    `insert into second_factors (user_id, secret, recovery_hashes, confirmed_at) values ('${id}', 'x', '{}', now())`,
  )
  const other = client(url)
  expect((await enter(other, device)).status).toBe(200)
  expect((await other.send('GET', '/api/user/account')).status).toBe(200)
})

describe('nobody gets in', () => {
  test.each<[string, Partial<Ceremony>]>([
    ['from another site', { origin: 'https://evil.example' }],
    ['from another port of this machine', { origin: 'http://localhost:1' }],
    ['without the device’s lock', { verified: false }],
    ['with an answer to no question of ours', { challenge: Buffer.alloc(32).toString('base64url') }],
  ])('%s, nor is a passkey added so', async (_, how) => {
    const { browser } = await newcomer()
    const device = authenticator('localhost', url)
    expect((await add(browser, device, how)).status).toBe(422)
    expect(await listed(browser)).toEqual([])
    expect((await add(browser, device)).status).toBe(201)
    expect((await enter(client(url), device, how)).status).toBe(401)
    expect((await enter(client(url), device)).status).toBe(200)
  })

  test('by a passkey made for another host', async () => {
    const { browser } = await newcomer()
    expect((await add(browser, authenticator('evil.example', url))).status).toBe(422)
  })

  test('by an answer that was given before, that is too late, or that was meant for something else', async () => {
    const { browser } = await newcomer()
    const device = authenticator('localhost', url)
    await add(browser, device)
    const send = (response: unknown) => client(url).refusal('POST', '/api/login/passkey', { response })
    const first = device.answer({ challenge: await challengeOf(browser, '/api/login/passkey/options') })
    expect((await send(first)).status).toBe(200)
    expect((await send(first)).status).toBe(401)

    const late = device.answer({ challenge: await challengeOf(browser, '/api/login/passkey/options') })
    await app.db.update(verifications).set({ expiresAt: new Date(Date.now() - 1000) })
    expect((await send(late)).status).toBe(401)

    const adding = device.answer({ challenge: await challengeOf(browser, '/api/user/passkeys/options') })
    expect((await send(adding)).status).toBe(401)
  })

  test('by a copy of the device, which counts differently', async () => {
    const { browser } = await newcomer()
    const device = authenticator('localhost', url)
    const { entry } = await add(browser, device)
    await app.db.update(passkeys).set({ counter: 1000 }).where(eq(passkeys.id, entry.id))
    expect((await enter(client(url), device)).status).toBe(401)
  })

  test('who is suspended', async () => {
    const { browser, id } = await newcomer()
    const device = authenticator('localhost', url)
    await add(browser, device)
    await app.db.update(users).set({ banned: true }).where(eq(users.id, id))
    expect(await enter(client(url), device)).toMatchObject({
      status: 403,
      message: expect.stringContaining('suspended'),
    })
  })
})

test('a question asked of one person adds no passkey to another, and no device is added twice', async () => {
  const [one, two] = [await newcomer(), await newcomer()]
  const device = authenticator('localhost', url)
  const challenge = await challengeOf(one.browser, '/api/user/passkeys/options')
  const crossed = { name: 'Crossed', response: device.make({ challenge }) }
  expect((await two.browser.refusal('POST', '/api/user/passkeys', crossed)).status).toBe(422)
  expect((await add(one.browser, device)).status).toBe(201)
  expect((await add(two.browser, device)).status).toBe(409)
})

test('nonsense is refused with a sentence', async () => {
  const { browser } = await newcomer()
  const device = authenticator('localhost', url)
  const right = device.answer({ challenge: 'none' })
  for (const response of [
    {},
    null,
    'x',
    { ...right, id: '💥', rawId: '💥' },
    { ...right, response: { ...right.response, clientDataJSON: 'e30' } },
  ]) {
    const refused = await client(url).refusal('POST', '/api/login/passkey', { response })
    expect(refused.status, JSON.stringify(response)).toBeLessThan(500)
    expect(refused.message).not.toBe('')
  }
  for (const response of [
    {},
    { ...device.make({ challenge: 'none' }), response: { clientDataJSON: 'AA', attestationObject: 'AA' } },
  ])
    expect((await browser.refusal('POST', '/api/user/passkeys', { name: 'Mine', response })).status).toBeLessThan(500)
})

test.each<[string, string, string | null]>([
  ['https://desk.example.org', 'evil.example', 'desk.example.org https://desk.example.org'],
  ['https://desk.example.org:8443', 'x', 'desk.example.org https://desk.example.org:8443'],
  ['http://127.0.0.1:3000', 'localhost:3000', 'localhost http://localhost:3000'],
  ['http://0.0.0.0:3000', 'desk.localhost:3000', 'desk.localhost http://desk.localhost:3000'],
  ['http://127.0.0.1:3000', 'evil.example', null],
  ['http://127.0.0.1:3000', '127.0.0.1:3000', null],
  ['http://[::1]:3000', 'localhost.evil.example', null],
  ['http://192.168.1.5:3000', '192.168.1.5:3000', null],
  ['http://desk.example.org', 'desk.example.org', null],
])('at %s, called as %s, passkeys are for %s', (baseUrl, host, expected) => {
  const request = new Request('http://irrelevant.example', { headers: { host } })
  const found = () => {
    const { id, origin } = relyingParty(baseUrl, request)
    return `${id} ${origin}`
  }
  if (expected) expect(found()).toBe(expected)
  else expect(found).toThrow('Passkeys need a name in the address')
})
