import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { CHANNEL, payload } from '../platform/database/bus.ts'
import { sessions, users } from './tables.ts'
import { accountsServer, bearer, browser, newcomer } from './test-browser.ts'

const { db, accounts, url } = await accountsServer()
await browser(url).post('/api/register', newcomer()) // the administrator

test('a theme is kept for its person', async () => {
  const one = browser(url)
  const { body } = await one.post('/api/register', newcomer())
  expect((await one.get('/api/user/preferences/theme')).body).toEqual({ theme: null })
  const put = (theme: string) =>
    fetch(`${url}/api/user/preferences/theme`, {
      method: 'PUT',
      headers: { ...bearer(body.token), 'content-type': 'application/json' },
      body: JSON.stringify({ theme }),
    })
  expect((await put('system')).status).toBe(200)
  expect((await put('sepia')).status).toBe(400)
  expect((await one.get('/api/user/preferences/theme')).body).toEqual({ theme: 'system' })
})

describe('sessions', () => {
  test('a token has the rights of the cookie', async () => {
    const one = browser(url)
    const { body } = await one.post('/api/register', newcomer())
    const byCookie = await one.get('/api/user')
    const byToken = await browser(url).get('/api/user', bearer(body.token))
    expect(byToken.status).toBe(200)
    expect(byToken.body).toEqual(byCookie.body)
    expect(
      (await browser(url).get('/api/user', { authorization: `bearer ${decodeURIComponent(String(body.token))}` }))
        .status,
    ).toBe(200)
  })

  test.each(['cookie', 'token'])('a logout by %s ends both', async (by) => {
    const one = browser(url)
    const { body } = await one.post('/api/register', newcomer())
    const kept = new Map(one.jar)
    expect((await one.get('/api/user')).status).toBe(200)
    const leaving = by === 'cookie' ? one : browser(url)
    const answer = await leaving.post('/auth/logout', undefined, by === 'cookie' ? {} : bearer(body.token))
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    if (by === 'cookie') expect([...one.jar.keys()].some((name) => name.includes('session'))).toBe(false)
    const thief = browser(url)
    for (const [name, value] of kept) thief.jar.set(name, value)
    expect((await thief.get('/api/user')).status).toBe(401)
    expect((await browser(url).get('/api/user', bearer(body.token))).status).toBe(401)
  })

  test('a logout without a session is fine, twice too', async () => {
    const one = browser(url)
    expect((await one.post('/auth/logout')).status).toBe(200)
    expect((await one.post('/auth/logout', {})).status).toBe(200)
  })

  test('a forged or foreign signature is nobody', async () => {
    const one = browser(url)
    const { body } = await one.post('/api/register', newcomer())
    const [token] = decodeURIComponent(String(body.token)).split('.')
    for (const forged of [
      token,
      `${token}.`,
      `${token}.${'A'.repeat(43)}=`,
      `.${token}`,
      '%E0%A4%A',
      'x'.repeat(5000),
    ]) {
      expect((await browser(url).get('/api/user', bearer(forged))).status, forged).toBe(401)
      const thief = browser(url)
      for (const name of one.jar.keys()) thief.jar.set(name, String(forged))
      expect((await thief.get('/api/user')).status, forged).toBe(401)
    }
  })

  test('a wrong token does not fall back to the cookie beside it', async () => {
    const one = browser(url)
    await one.post('/api/register', newcomer())
    expect((await one.get('/api/user', bearer('wrong'))).status).toBe(401)
    expect((await one.get('/api/user', { authorization: 'Basic cHJveHk6cHJveHk=' })).status).toBe(200)
  })

  test('an expired session is nobody, and cleaning up removes it', async () => {
    const one = browser(url)
    const { body } = await one.post('/api/register', newcomer())
    const id = String(body.id)
    await db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(sessions.userId, id))
    accounts.invalidate(id)
    expect((await one.get('/api/user')).status).toBe(401)
    expect((await one.get('/api/me')).body).toEqual({ role: null, userId: null })
    await accounts.cleanUp()
    expect(await db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([])
  })

  test('a session in use is renewed for thirty days, cookie and row', async () => {
    const one = browser(url)
    const { body } = await one.post('/api/register', newcomer())
    const id = String(body.id)
    const soon = new Date(Date.now() + 3_600_000)
    await db.update(sessions).set({ expiresAt: soon }).where(eq(sessions.userId, id))
    accounts.invalidate(id)
    const { cookies } = await one.get('/api/user')
    expect(cookies.find((cookie) => cookie.includes('session_token'))).toContain(`Max-Age=${30 * 24 * 3600}`)
    const [row] = await db.select().from(sessions).where(eq(sessions.userId, id))
    expect(row?.expiresAt.getTime()).toBeGreaterThan(soon.getTime() + 28 * 24 * 3_600_000)
    expect((await one.get('/api/user')).cookies).toEqual([])
  })

  test('other instances are told of a logout', async () => {
    const listener = await db.$client.connect()
    const heard: unknown[] = []
    listener.on('notification', (notice) => heard.push(notice.payload))
    await listener.query(`listen ${CHANNEL}`)
    const one = browser(url)
    const { body } = await one.post('/api/register', newcomer())
    heard.length = 0
    await one.post('/auth/logout')
    await expect.poll(() => heard).toContain(payload('session', body.id))
    await listener.query(`unlisten ${CHANNEL}`)
    listener.release()
  })

  test('a change of role counts once the person is invalidated', async () => {
    const one = browser(url)
    const { body } = await one.post('/api/register', newcomer())
    expect((await one.get('/api/me')).body.role).toBe('user')
    await db
      .update(users)
      .set({ role: 'admin' })
      .where(eq(users.id, String(body.id)))
    accounts.invalidate(String(body.id))
    expect((await one.get('/api/me')).body.role).toBe('admin')
  })
})
