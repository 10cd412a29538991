import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from './tables.ts'
import { type Answer, accountsServer, bearer, browser, newcomer, PASSWORD } from './test-browser.ts'

const { db, accounts, url, another, makeThread, ownerOf } = await accountsServer()
await browser(url).post('/api/register', newcomer()) // the administrator

describe('signing in', () => {
  test('works by name in any case and by e-mail', async () => {
    const wanted = newcomer()
    const { body } = await browser(url).post('/api/register', wanted)
    for (const username of [
      wanted.username,
      wanted.username.toLowerCase(),
      ` ${wanted.email} `,
      wanted.email.toUpperCase(),
    ]) {
      const one = browser(url)
      const answer = await one.post('/api/login', { username, password: PASSWORD })
      expect(answer.status, username).toBe(200)
      expect(answer.body.id).toBe(body.id)
      expect((await one.get('/api/user')).body.id).toBe(body.id)
    }
  })

  test('takes letters that read alike as the same', async () => {
    const wanted = newcomer({ username: 'Ｆｉｎｌｅｙ' }) // full-width, as a Japanese keyboard writes it
    const { body } = await browser(url).post('/api/register', wanted)
    expect((await browser(url).post('/api/login', { ...wanted, username: 'finley' })).body.id).toBe(body.id)
    expect((await browser(url).post('/api/register', newcomer({ username: 'FINLEY' }))).status).toBe(409)
  })

  test('never tells whether the person exists', async () => {
    const wanted = newcomer()
    await browser(url).post('/api/register', wanted)
    const guest = await browser(url).post('/auth/guest')
    const [placeholder] = await db
      .select()
      .from(users)
      .where(eq(users.id, String(guest.body.userId)))
    const tries = [
      wanted.username,
      wanted.email,
      'nobody-here',
      'nobody@example.org',
      'a',
      'a@b',
      'x y',
      placeholder?.email,
    ]
    const answers = await Promise.all(
      tries.map((username) => browser(url).post('/api/login', { username, password: 'not the password' })),
    )
    for (const { status, body, cookies } of answers) {
      expect(status).toBe(401)
      expect({ ...body.error, requestId: '' }).toEqual({
        code: 'unauthenticated',
        message: 'Wrong username or password.',
        requestId: '',
      })
      expect(cookies.some((cookie) => cookie.includes('session'))).toBe(false)
    }
  })

  test('is throttled for one name from one address, also against parallel guesses', async () => {
    const wanted = newcomer()
    await browser(url).post('/api/register', wanted)
    const guess = (password: string, name = wanted.username) =>
      browser(url).post('/api/login', { username: name, password })
    const answers = await Promise.all(Array.from({ length: 14 }, (_, at) => guess(`not the password ${at}`)))
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
    const refused = answers.find((answer) => answer.status === 429)
    expect(refused?.body.error.code).toBe('rate_limited')
    expect(refused?.body.error.message).toMatch(/^Too many attempts\. Please try again in \d+ minutes\.$/)
    expect(refused?.body.error.details?.retryAfter).toBeGreaterThan(60)
    expect((await guess(PASSWORD, wanted.username.toUpperCase())).status).toBe(429)
    const other = newcomer()
    await browser(url).post('/api/register', other)
    expect((await guess(PASSWORD, other.username)).status).toBe(200)
  })

  test('forgives earlier mistakes after the right password', async () => {
    const wanted = newcomer()
    await browser(url).post('/api/register', wanted)
    for (let round = 0; round < 2; round++) {
      const mistakes = Array.from({ length: 6 }, () =>
        browser(url).post('/api/login', { ...wanted, password: 'wrong' }),
      )
      for (const { status } of await Promise.all(mistakes)) expect(status).toBe(401)
      expect((await browser(url).post('/api/login', wanted)).status).toBe(200)
    }
  })

  test('is refused to the suspended, whose sessions end as well', async () => {
    const wanted = newcomer()
    const one = browser(url)
    const { body } = await one.post('/api/register', wanted)
    await db
      .update(users)
      .set({ banned: true })
      .where(eq(users.id, String(body.id)))
    accounts.invalidate(String(body.id))
    expect((await one.get('/api/user')).status).toBe(401)
    const answer = await browser(url).post('/api/login', wanted)
    expect(answer.status).toBe(403)
    expect(answer.body.error.message).toContain('suspended')
    await db
      .update(users)
      .set({ banExpires: new Date(Date.now() - 1000) })
      .where(eq(users.id, String(body.id)))
    expect((await browser(url).post('/api/login', wanted)).status).toBe(200)
  })

  test('begins a new session and ends the one before', async () => {
    const wanted = newcomer()
    const one = browser(url)
    const first = await one.post('/api/register', wanted)
    const second = await one.post('/api/login', wanted)
    expect(second.body.token).not.toBe(first.body.token)
    expect((await browser(url).get('/api/user', bearer(first.body.token))).status).toBe(401)
    expect((await browser(url).get('/api/user', bearer(second.body.token))).status).toBe(200)
  })

  test('as somebody else moves nothing from the account before', async () => {
    const one = browser(url)
    const first = await one.post('/api/register', newcomer())
    const thread = await makeThread(String(first.body.id))
    const second = await one.post('/api/register', newcomer())
    expect(second.body.id).not.toBe(first.body.id)
    expect(await ownerOf(thread)).toBe(first.body.id)
    expect((await browser(url).get('/api/user', bearer(first.body.token))).status).toBe(401)
  })
})

describe('cookies', () => {
  const sessionCookie = (answer: Answer) => answer.cookies.find((cookie) => cookie.includes('session_token')) ?? ''

  test('scripts and other sites cannot use them', async () => {
    const answer = await browser(url).post('/api/register', newcomer())
    const visitor = await browser(url).get('/api/me')
    for (const cookie of [sessionCookie(answer), visitor.cookies[0] ?? '']) {
      expect(cookie).toMatch(/; HttpOnly(;|$)/)
      expect(cookie).toMatch(/; SameSite=Lax(;|$)/)
      expect(cookie).toMatch(/; Path=\/(;|$)/)
      expect(cookie).not.toMatch(/Secure|Domain/)
    }
    expect(sessionCookie(answer)).toContain(`Max-Age=${30 * 24 * 3600}`)
  })

  test('are Secure where people come by https', async () => {
    const { url: at } = await another({ baseUrl: 'https://atrium.example.org' })
    const one = browser(at)
    const visitor = await one.get('/api/me')
    expect(visitor.cookies[0]).toMatch(/; Secure(;|$)/)
    const answer = await one.post('/api/register', newcomer())
    expect(sessionCookie(answer)).toMatch(/^__Secure-atrium\.session_token=.*; Secure(;|$)/)
    expect((await one.get('/api/user')).status).toBe(200)
  })

  test('do not work from another site', async () => {
    const one = browser(url)
    await one.post('/api/register', newcomer())
    const foreign: Array<Record<string, string>> = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]
    for (const headers of foreign) {
      const answer = await one.post('/auth/logout', undefined, headers)
      expect(answer.status).toBe(403)
    }
    expect((await one.get('/api/user')).status).toBe(200)
    expect((await one.post('/auth/logout', undefined, { origin: url })).status).toBe(200)
  })
})
