import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions, users } from './tables.ts'
import { accountsServer, bearer, browser, moveThreads, newcomer } from './test-browser.ts'

const { db, accounts, url, another, makeThread, ownerOf } = await accountsServer()
await browser(url).post('/api/register', newcomer()) // the administrator

describe('guests and visitors', () => {
  test('a visitor is nobody, with a key of their own', async () => {
    const one = browser(url)
    expect((await one.get('/api/user')).status).toBe(401)
    const me = await one.get('/api/me')
    expect(me).toMatchObject({ status: 200, body: { role: null, userId: null } })
    expect(me.cookies).toEqual([]) // the first call has given the key
    expect(one.jar.get('atrium_anon')).toMatch(/^[\w-]{22}$/)
  })

  test('a guest has a session and shows no e-mail', async () => {
    const one = browser(url)
    const { status, body } = await one.post('/auth/guest')
    expect(status).toBe(200)
    expect(body).toMatchObject({ role: 'guest', user: { role: 'guest', email: '', isAdmin: false } })
    expect((await one.get('/api/me')).body).toEqual({ role: 'guest', userId: body.userId })
    expect((await one.get('/api/user')).body).toEqual(body.user)
    const again = await one.post('/auth/guest')
    expect(again.body).toMatchObject({ role: 'guest', userId: body.userId })
    expect((await browser(url).get('/api/user', bearer(body.token))).body.id).toBe(body.userId)
  })

  test('a guest who registers keeps the row and everything made, in a new session', async () => {
    const one = browser(url)
    const guest = await one.post('/auth/guest')
    const thread = await makeThread(String(guest.body.userId))
    const wanted = newcomer()
    const { status, body } = await one.post('/api/register', wanted)
    expect(status).toBe(201)
    expect(body).toMatchObject({ id: guest.body.userId, username: wanted.username, role: 'user' })
    expect(await ownerOf(thread)).toBe(body.id)
    expect((await browser(url).get('/api/user', bearer(guest.body.token))).status).toBe(401)
    expect((await one.get('/api/user')).body).toMatchObject({ id: body.id, email: wanted.email.toLowerCase() })
    expect((await browser(url).post('/api/login', wanted)).body.id).toBe(body.id)
  })

  test('a guest whose registration is refused stays a guest', async () => {
    const wanted = newcomer()
    await browser(url).post('/api/register', wanted)
    const one = browser(url)
    const guest = await one.post('/auth/guest')
    expect((await one.post('/api/register', wanted)).status).toBe(409)
    expect((await one.get('/api/me')).body).toEqual({ role: 'guest', userId: guest.body.userId })
  })

  test('a guest who registers twice at once becomes one account', async () => {
    const one = browser(url)
    await one.post('/auth/guest')
    const held = new Map(one.jar)
    const answers = await Promise.all(
      [newcomer(), newcomer()].map((wanted) => {
        const tab = browser(url)
        for (const [name, value] of held) tab.jar.set(name, value)
        return tab.post('/api/register', wanted)
      }),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
  })

  test('a guest who signs in brings everything along and is gone', async () => {
    const wanted = newcomer()
    const account = await browser(url).post('/api/register', wanted)
    const one = browser(url)
    const guest = await one.post('/auth/guest')
    const thread = await makeThread(String(guest.body.userId))
    const { body } = await one.post('/api/login', wanted)
    expect(body.id).toBe(account.body.id)
    expect(await ownerOf(thread)).toBe(body.id)
    expect(
      await db
        .select()
        .from(users)
        .where(eq(users.id, String(guest.body.userId))),
    ).toEqual([])
    expect((await browser(url).get('/api/user', bearer(guest.body.token))).status).toBe(401)
  })

  test('a failed sign-in moves nothing', async () => {
    const one = browser(url)
    const guest = await one.post('/auth/guest')
    const thread = await makeThread(String(guest.body.userId))
    await one.post('/api/login', { username: 'nobody-here', password: 'not the password' })
    expect(await ownerOf(thread)).toBe(guest.body.userId)
    expect((await one.get('/api/me')).body.role).toBe('guest')
  })

  test.each(['guest', 'register', 'login'])('a visitor keeps everything made before %s', async (how) => {
    const wanted = newcomer()
    if (how === 'login') await browser(url).post('/api/register', wanted)
    const one = browser(url)
    await one.get('/api/me')
    const visitorKey = one.jar.get('atrium_anon')
    const answer = new Headers()
    const principal = await accounts.identify(
      new Request(url, { headers: { cookie: `atrium_anon=${visitorKey}` } }),
      answer,
    )
    expect(principal).toMatchObject({ kind: 'anonymous', userId: null, sessionId: null })
    expect(principal.owner).toMatch(/^anon:/)
    expect(principal.owner).not.toContain(visitorKey)
    const thread = await makeThread(principal.owner)
    const { body } = how === 'guest' ? await one.post('/auth/guest') : await one.post(`/api/${how}`, wanted)
    expect(await ownerOf(thread)).toBe(body.userId ?? body.id)
    expect(one.jar.has('atrium_anon')).toBe(false)
  })

  test('a claim that fails leaves no account and no moved things behind', async () => {
    const { accounts: failing, url: at } = await another({
      transferOwnership: [
        moveThreads,
        async () => {
          throw new Error('the claim failed')
        },
      ],
    })
    const wanted = newcomer()
    const one = browser(at)
    await one.get('/api/me')
    const principal = await failing.identify(
      new Request(at, { headers: { cookie: `atrium_anon=${one.jar.get('atrium_anon')}` } }),
      new Headers(),
    )
    const thread = await makeThread(principal.owner)
    expect((await one.post('/api/register', wanted)).status).toBe(500)
    expect(await db.select().from(users).where(eq(users.username, wanted.username.toLowerCase()))).toEqual([])
    expect(await ownerOf(thread)).toBe(principal.owner)

    const { body } = await browser(url).post('/api/register', wanted)
    expect((await one.post('/api/login', wanted)).status).toBe(500)
    expect(await ownerOf(thread)).toBe(principal.owner)
    const left = await db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, String(body.id)))
    expect(left).toHaveLength(1) // the registration's own
    expect((await one.get('/api/user')).status).toBe(401)
  })
})
