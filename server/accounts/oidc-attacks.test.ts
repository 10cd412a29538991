import { and, eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../platform/database/test-database.ts'
import { type Client, testApp } from '../test-app.ts'
import { accounts, sessions, users, verifications } from './tables.ts'
import { atProvider, enter, leads, prepare, settings, someone } from './test-oidc.ts'
import { startFake } from './test-process.ts'

const [fake, elsewhere] = [await startFake('./test-issuer.ts'), await startFake('./test-issuer.ts')]
const issuer = `http://127.0.0.1:${fake.port}`
const otherIssuer = `http://127.0.0.1:${elsewhere.port}`
const database = await testDatabase()
const app = await testApp(settings(issuer), { database })
const another = await testApp(settings(issuer), { database, administrator: false })
/** The same installation after OIDC_ISSUER was changed. */
const moved = await testApp(settings(otherIssuer), { database, administrator: false })

const PASSWORD = 'correct horse battery'
const OWN = '/api/user/providers/oidc'
const isSignedIn = async (browser: Client) => (await browser.send('GET', '/api/user')).status === 200
const me = (browser: Client) => browser.call<{ id: string; email: string }>('GET', '/api/user')
const linksOf = (sub: string, by = issuer) =>
  app.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.providerId, `oidc:${by}`), eq(accounts.accountId, sub)))
const sessionsOf = (userId: string) => app.db.$count(sessions, eq(sessions.userId, userId))

/** A member whose account has, and has shown to have, the address of these claims. */
async function holderOf({ email }: { email: string }) {
  const member = await app.member()
  await app.db.update(users).set({ email: email.toLowerCase(), emailVerified: true }).where(eq(users.id, member.id))
  return member
}

afterEach(() => void vi.useRealTimers())

const now = () => Math.floor(Date.now() / 1000)
const FAULTS: Record<string, () => object> = {
  'signed by a key that is not the provider’s': () => ({ signedBy: 'another' }),
  'signed by a key that the provider does not publish': () => ({ signedBy: 'another', header: { kid: 'two' } }),
  'that brings its own key': () => ({ signedBy: 'another', header: { kid: null, jwk: {}, jku: otherIssuer } }),
  'without a signature': () => ({ signedBy: 'nobody' }),
  'of the algorithm none': () => ({ signedBy: 'nobody', header: { alg: 'none' } }),
  'of the algorithm None': () => ({ signedBy: 'nobody', header: { alg: 'None', kid: null } }),
  'signed with the client’s secret': () => ({ signedBy: 'secret', header: { alg: 'HS256' } }),
  'signed with the client’s secret, of no key': () => ({
    signedBy: 'secret',
    header: { alg: 'HS256', kid: null },
  }),
  'signed with the public key as a secret': () => ({ signedBy: 'public key', header: { alg: 'HS256' } }),
  'that demands an extension': () => ({ header: { crit: ['b64'], b64: false } }),
  'of another issuer': () => ({ claims: { iss: 'https://elsewhere.example' } }),
  'of an issuer whose name begins alike': () => ({ claims: { iss: `${issuer}.example` } }),
  'of an issuer with a slash more': () => ({ claims: { iss: `${issuer}/` } }),
  'of no issuer': () => ({ claims: { iss: null } }),
  'for another program': () => ({ claims: { aud: 'another-client' } }),
  'for a program whose name begins alike': () => ({ claims: { aud: 'atrium-2' } }),
  'for nobody': () => ({ claims: { aud: null } }),
  'for several programs, given to another': () => ({ claims: { aud: ['atrium', 'another'], azp: 'another' } }),
  'for several programs, given to nobody': () => ({ claims: { aud: ['atrium', 'another'] } }),
  'with another nonce': () => ({ claims: { nonce: 'another' } }),
  'without a nonce': () => ({ claims: { nonce: null } }),
  'with a list as its nonce': () => ({ claims: { nonce: ['another'] } }),
  'whose time is over': () => ({ claims: { exp: now() - 600 } }),
  'without an end': () => ({ claims: { exp: null } }),
  'whose end is a text': () => ({ claims: { exp: String(now() + 600) } }),
  'whose time has not come': () => ({ claims: { nbf: now() + 600 } }),
  'about nobody': () => ({ claims: { sub: '' } }),
}

describe('an id token gets nobody in', () => {
  test.each(Object.entries(FAULTS))('%s', async (_, fault) => {
    const claims = someone()
    const member = await holderOf(claims)
    const before = await sessionsOf(member.id)
    for (const taken of [claims, someone()]) {
      const browser = app.visitor()
      expect(await enter(browser, { claims: taken, fault: fault() })).toBe('/auth?error=oidc_failed')
      expect(await isSignedIn(browser)).toBe(false)
      expect(await linksOf(taken.sub)).toEqual([])
    }
    expect(await sessionsOf(member.id)).toBe(before)
  })

  test('but one that is right does', async () => {
    const claims = someone()
    const member = await holderOf(claims)
    const browser = app.visitor()
    const fault = { claims: { aud: ['atrium', 'another'], azp: 'atrium' } }
    expect(await enter(browser, { claims, fault })).toBe('/')
    expect((await me(browser)).id).toBe(member.id)
  })
})

test.each([
  ['says is not proven', { email_verified: false }],
  ['says nothing of', { email_verified: undefined }],
  ['says of “false”', { email_verified: 'false' }],
  ['answers of with a number', { email_verified: 1 }],
])('an address that the provider %s opens no account, connects none and makes none', async (_, more) => {
  const claims = someone()
  const member = await holderOf(claims)
  const before = await sessionsOf(member.id)
  const people = await app.db.$count(users)
  for (const taken of [claims, someone()])
    for (const emailApart of [false, true]) {
      const browser = app.visitor()
      expect(await enter(browser, { claims: { ...taken, ...more }, emailApart })).toBe('/auth?error=oidc_email')
      expect(await isSignedIn(browser)).toBe(false)
      expect(await linksOf(taken.sub)).toEqual([])
    }
  expect([await sessionsOf(member.id), await app.db.$count(users)]).toEqual([before, people])
})

test('an address that is proven later changes nothing for who is known by another', async () => {
  const [mine, theirs] = [someone(), someone()]
  const victim = await holderOf(theirs)
  const browser = app.visitor()
  await enter(browser, { claims: mine })
  const { id } = await me(browser)
  const again = app.visitor()
  await enter(again, { claims: { ...mine, email: theirs.email } })
  expect((await me(again)).id).toBe(id)
  expect((await me(victim)).id).not.toBe(id)
  expect(await linksOf(theirs.sub)).toEqual([])
})

describe('what was begun at the provider', () => {
  test('is finished once, also where it comes back at once to two instances', async () => {
    const claims = someone()
    const browser = app.visitor()
    const back = await atProvider(await leads(browser, '/auth/oidc/oidc'), { claims })
    const copies = [app, another, app, another].map((at) => {
      const copy = at.visitor()
      for (const [name, value] of browser.jar) copy.jar.set(name, value)
      return copy
    })
    const ends = await Promise.all(copies.map((copy) => leads(copy, back)))
    expect(ends.sort()).toEqual(['/', ...Array.from({ length: 3 }, () => '/auth?error=oidc_expired')])
    const [link] = await linksOf(claims.sub)
    expect(await sessionsOf(link?.userId ?? '')).toBe(1)
  })

  test('is finished in the browser that began it alone, whatever that one has begun itself', async () => {
    const [attacker, victim] = [app.visitor(), app.visitor()]
    const back = await atProvider(await leads(attacker, '/auth/oidc/oidc'), { claims: someone() })
    await leads(victim, '/auth/oidc/oidc')
    expect(await leads(victim, back)).toBe('/auth?error=oidc_expired')
    const own = await atProvider(await leads(victim, '/auth/oidc/oidc'), { claims: someone() })
    const [theirs, mine] = [back, own].map((path) => new URL(path, app.url).searchParams)
    mine?.set('code', theirs?.get('code') ?? '')
    expect(await leads(victim, `/auth/oidc/oidc/callback?${mine}`), 'their code with one’s own state').toBe(
      '/auth?error=oidc_failed',
    )
    expect(await isSignedIn(victim)).toBe(false)
  })

  test('is not finished without a state, nor after its time', async () => {
    const browser = app.visitor()
    const back = await atProvider(await leads(browser, '/auth/oidc/oidc'), { claims: someone() })
    const code = new URL(back, app.url).searchParams.get('code')
    const held = new Map(browser.jar)
    for (const state of ['', '&state=', '&state=x'])
      expect(await leads(browser, `/auth/oidc/oidc/callback?code=${code}${state}`)).toBe('/auth?error=oidc_expired')
    for (const [name, value] of held) browser.jar.set(name, value)
    await app.db.update(verifications).set({ expiresAt: new Date(Date.now() - 1000) })
    expect(await leads(browser, back)).toBe('/auth?error=oidc_expired')
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('to connect it with one’s account is connected with nobody else’s who uses the browser meanwhile', async () => {
    const [begins, other] = [await app.member(), await app.member()]
    const claims = someone()
    const { location } = await begins.call<{ location: string }>('POST', OWN, { password: PASSWORD })
    const back = await atProvider(location, { claims })
    for (const name of begins.jar.keys()) if (name.includes('oidc')) other.jar.set(name, begins.jar.get(name) ?? '')
    expect(await leads(other, back)).toBe('/auth?error=oidc_expired')
    expect(await linksOf(claims.sub)).toEqual([])
  })
})

describe('an issuer', () => {
  test.each([
    ['another', () => otherIssuer],
    ['one whose name begins alike', () => `${issuer}.example`],
    ['a text', () => 'issuer'],
  ])('that calls itself %s in its discovery document is not gone to', async (_, name) => {
    const at = await testApp(settings(issuer), { database, administrator: false })
    await prepare(issuer, { claims: {}, discovery: { issuer: name() } })
    expect(await leads(at.visitor(), '/auth/oidc/oidc')).toBe('/auth?error=oidc_failed')
    await prepare(issuer, { claims: {} })
    expect(await leads(at.visitor(), '/auth/oidc/oidc'), 'and is, once it is right').toContain(`${issuer}/authorize?`)
    await at.stop()
  })

  test('that has changed since it was last looked at lets nobody in', async () => {
    const at = await testApp(settings(issuer), { database, administrator: false })
    const claims = someone()
    await enter(at.visitor(), { claims })
    const browser = at.visitor()
    const back = await atProvider(await leads(browser, '/auth/oidc/oidc'), {
      claims,
      discovery: { issuer: otherIssuer },
    })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 })
    expect(await leads(browser, back)).toBe('/auth?error=oidc_failed')
    expect(await isSignedIn(browser)).toBe(false)
    await prepare(issuer, { claims: {} })
    await at.stop()
  })

  test('that is another than the one who was asked finishes nothing (RFC 9207)', async () => {
    for (const iss of [otherIssuer, `${issuer}.example`, `${issuer}/`]) {
      const [browser, claims] = [app.visitor(), someone()]
      expect(await enter(browser, { claims, iss }), iss).toBe('/auth?error=oidc_failed')
      expect(await isSignedIn(browser)).toBe(false)
    }
    expect(await enter(app.visitor(), { claims: someone(), iss: issuer })).toBe('/')
    const at = await testApp(settings(issuer), { database, administrator: false })
    const discovery = { authorization_response_iss_parameter_supported: true }
    await prepare(issuer, { claims: {}, discovery })
    expect(await enter(at.visitor(), { claims: someone() }), 'one that always says who it is').toBe(
      '/auth?error=oidc_failed',
    )
    expect(await enter(at.visitor(), { claims: someone(), iss: issuer })).toBe('/')
    await at.stop()
  })

  test('that took the place of the one who was asked is sent no code', async () => {
    const browser = app.visitor()
    const back = await atProvider(await leads(browser, '/auth/oidc/oidc'), { claims: someone() })
    const there = moved.visitor()
    for (const [name, value] of browser.jar) there.jar.set(name, value)
    expect(await leads(there, back)).toBe('/auth?error=oidc_expired')
  })

  test('names nobody whom another issuer named by the same subject', async () => {
    const claims = someone()
    const first = app.visitor()
    await enter(first, { claims })
    const there = moved.visitor()
    expect(await enter(there, { claims: { ...claims, email: 'somebody.else@example.com' } })).toBe('/')
    expect((await me(there)).id).not.toBe((await me(first)).id)
    const unproven = { ...someone(), sub: claims.sub, email: claims.email, email_verified: false }
    expect(await enter(moved.visitor(), { claims: { ...unproven, sub: 'another' } })).toBe('/auth?error=oidc_email')
    expect(await linksOf(claims.sub)).toHaveLength(1)
  })
})
