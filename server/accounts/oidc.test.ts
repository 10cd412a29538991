import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Client, testApp } from '../test-app.ts'
import { accounts, secondFactors, users } from './tables.ts'
import { atProvider, enter, leads, settings, someone } from './test-oidc.ts'
import { startFake } from './test-process.ts'

const fake = await startFake('./test-issuer.ts')
const issuer = `http://127.0.0.1:${fake.port}`
const app = await testApp(settings(issuer))

const OWN = '/api/user/providers/oidc'

/** Connects the provider in the settings; answers where it leads. */
async function connect(browser: Client, next: object, more: object = {}): Promise<string> {
  const given = { password: 'correct horse battery', ...more }
  const { location } = await browser.call<{ location: string }>('POST', OWN, given)
  return leads(browser, await atProvider(location, next))
}

const me = (browser: Client) => browser.call<{ id: string; username: string; email: string }>('GET', '/api/user')
const isSignedIn = async (browser: Client) => (await browser.send('GET', '/api/user')).status === 200
const linksOf = (sub: string) =>
  app.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.providerId, `oidc:${issuer}`), eq(accounts.accountId, sub)))

test('the sign-in page is told of the provider, which is asked with state, nonce and PKCE', async () => {
  expect(await app.visitor().call('GET', '/api/auth/options')).toMatchObject({
    providers: [{ id: 'oidc', name: 'Example ID' }],
  })
  const asked = new URL(await leads(app.visitor(), '/auth/oidc/oidc')).searchParams
  expect(asked.get('code_challenge_method')).toBe('S256')
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name), name).toMatch(/^[\w-]{43}$/)
  expect(await app.visitor().refusal('GET', '/auth/oidc/another')).toMatchObject({ status: 404 })
})

describe('somebody who comes by the provider', () => {
  test('gets an account, and comes back to the same one', async () => {
    const claims = someone()
    const [first, second] = [app.visitor(), app.visitor()]
    expect(await enter(first, { claims }, '?next=/spaces?a=b')).toBe('/spaces?a=b')
    expect(await me(first)).toMatchObject({ username: claims.preferred_username, email: claims.email.toLowerCase() })
    expect(await first.call('GET', '/api/user/account')).toMatchObject({
      hasPassword: false,
      providers: ['Example ID'],
    })
    await enter(second, { claims: { ...claims, email: 'changed@example.com' } })
    expect((await me(second)).id).toBe((await me(first)).id)
    expect(await first.refusal('DELETE', OWN), 'their only way in').toMatchObject({ status: 409 })
  })

  test('gets another username when theirs is taken, and an address told by user info alone is known', async () => {
    const claims = someone()
    const other = app.visitor()
    await enter(app.visitor(), { claims })
    await enter(other, { claims: someone({ preferred_username: claims.preferred_username }), emailApart: true })
    expect((await me(other)).username).toBe(`${claims.preferred_username}2`)
    const odd = app.visitor()
    await enter(odd, { claims: someone({ preferred_username: '\u0430dmin' }) })
    expect((await me(odd)).username).toMatch(/^person\d*$/)
    const dotless = app.visitor()
    await enter(app.visitor(), { claims: someone({ preferred_username: 'mimi' }) })
    await enter(dotless, { claims: someone({ preferred_username: 'm\u0131mi' }) })
    expect((await me(dotless)).username).toBe('m\u0131mi2')
  })

  test('keeps everything of the guest who they were', async () => {
    const guest = await app.guest()
    const { id } = await me(guest)
    const thread = await guest.call<{ id: string }>('POST', '/api/threads', {})
    const held = guest.jar.get('atrium.session_token')
    await enter(guest, { claims: someone() })
    expect((await me(guest)).id).toBe(id)
    expect((await guest.send('GET', `/api/chat/thread/${thread.id}`)).status).toBe(200)
    expect(guest.jar.get('atrium.session_token'), 'a new session').not.toBe(held)
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/\\evil.example//a',
    'javascript:alert(1)',
  ])('is not led away to %j', async (next) => {
    expect(await enter(app.visitor(), { claims: someone() }, `?next=${encodeURIComponent(next)}`)).toBe('/')
  })
})

describe('an account with the same e-mail address', () => {
  test('that has not shown the address to be its own is not opened, nor are the two connected', async () => {
    const victim = someone()
    const squatter = await app.member()
    await app.db.update(users).set({ email: victim.email.toLowerCase() }).where(eq(users.id, squatter.id))
    const browser = app.visitor()
    expect(await enter(browser, { claims: victim })).toBe('/auth?error=oidc_account_exists')
    expect(await isSignedIn(browser)).toBe(false)
    expect(await linksOf(victim.sub)).toEqual([])
  })

  test('that has shown it is connected; not when the provider does not vouch for the address', async () => {
    const claims = someone()
    const member = await app.member()
    await app.db
      .update(users)
      .set({ email: claims.email.toLowerCase(), emailVerified: true })
      .where(eq(users.id, member.id))
    const unproven = { ...claims, email_verified: false }
    expect(await enter(app.visitor(), { claims: unproven })).toBe('/auth?error=oidc_email')
    expect(await linksOf(claims.sub)).toEqual([])
    const browser = app.visitor()
    await enter(browser, { claims })
    expect((await me(browser)).id).toBe(member.id)
  })

  test('is connected once when the provider answers twice at once', async () => {
    const claims = someone()
    const member = await app.member()
    await app.db
      .update(users)
      .set({ email: claims.email.toLowerCase(), emailVerified: true })
      .where(eq(users.id, member.id))
    const browsers = [app.visitor(), app.visitor(), app.visitor()]
    const backs: string[] = []
    for (const one of browsers) backs.push(await atProvider(await leads(one, '/auth/oidc/oidc'), { claims }))
    await Promise.all(browsers.map((one, at) => leads(one, backs[at] ?? '')))
    for (const one of browsers) expect((await me(one)).id).toBe(member.id)
    expect(await linksOf(claims.sub)).toHaveLength(1)
  })

  test('and a second factor is connected by its owner alone; then the provider answers for both factors', async () => {
    const claims = someone()
    const member = await app.member()
    await app.db
      .update(users)
      .set({ email: claims.email.toLowerCase(), emailVerified: true })
      .where(eq(users.id, member.id))
    await app.db
      .insert(secondFactors)
      .values({ userId: member.id, secret: 'x', recoveryHashes: [], confirmedAt: new Date() })
    const browser = app.visitor()
    expect(await enter(browser, { claims })).toBe('/auth?error=oidc_account_exists')
    expect(await linksOf(claims.sub)).toEqual([])
    await connect(member, { claims })
    await enter(browser, { claims })
    expect((await me(browser)).id).toBe(member.id)
  })

  test('is connected by its owner from the settings, and by no other site', async () => {
    const claims = someone({ email_verified: false })
    const member = await app.member()
    const password = 'correct horse battery'
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    expect(await member.refusal('POST', OWN, { password }, crossSite)).toMatchObject({ status: 403 })
    expect((await member.refusal('POST', OWN, {})).message).toBe('Enter your password to do this.')
    expect((await member.refusal('POST', OWN, { password: 'a guess' })).status).toBe(422)
    expect(await connect(member, { claims }, { next: '/settings' })).toBe('/settings')
    const browser = app.visitor()
    await enter(browser, { claims })
    expect((await me(browser)).id).toBe(member.id)
    const other = await app.member()
    expect(await connect(other, { claims })).toBe('/auth?error=oidc_taken')
    expect(await member.call('DELETE', OWN)).toEqual({ ok: true })
    expect(await linksOf(claims.sub)).toEqual([])
    expect(await member.call('GET', '/api/user/account')).toMatchObject({ providers: [] })
  })

  test('that is suspended stays shut', async () => {
    const claims = someone()
    await enter(app.visitor(), { claims })
    await app.db.update(users).set({ banned: true }).where(eq(users.email, claims.email.toLowerCase()))
    expect(await enter(app.visitor(), { claims })).toBe('/auth?error=oidc_suspended')
  })
})

describe('nobody gets in', () => {
  test('who said no at the provider', async () => {
    expect(await enter(app.visitor(), { claims: {}, denied: true })).toBe('/auth?error=oidc_denied')
  })

  test('by an answer that was begun in another browser, or was used before', async () => {
    const [begins, other] = [app.visitor(), app.visitor()]
    const back = await atProvider(await leads(begins, '/auth/oidc/oidc'), { claims: someone() })
    expect(await leads(other, back)).toBe('/auth?error=oidc_expired')
    const held = new Map(begins.jar)
    expect(await leads(begins, back)).toBe('/')
    for (const [name, value] of held) other.jar.set(name, value)
    expect(await leads(other, back)).toBe('/auth?error=oidc_expired')
  })
})
