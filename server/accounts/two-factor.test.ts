import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Client, testApp } from '../test-app.ts'
import { secondFactors, sessions, users } from './tables.ts'
import { keyOf, shown } from './test-totp.ts'

const PASSWORD = 'correct horse battery'
const NEXT = 'a wholly other password'
const app = await testApp()

interface Begun {
  uri: string
  qr: string
  secret: string
  recoveryCodes: string[]
}
interface Facts {
  twoFactor: boolean
  recoveryCodesLeft: number
}

afterEach(() => void vi.useRealTimers())

/** Six digits that are not right, whatever the moment. */
function wrong(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => shown(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
}

const rowOf = async (id: string) => (await app.db.select().from(secondFactors).where(eq(secondFactors.userId, id)))[0]
const change = (id: string, row: Partial<typeof secondFactors.$inferInsert>) =>
  app.db.update(secondFactors).set(row).where(eq(secondFactors.userId, id))
const isIn = async (who: Client) => (await who.send('GET', '/api/user/account')).status === 200
const facts = (who: Client) => who.call<Facts>('GET', '/api/user/account')

async function withFactor() {
  const person = await app.member()
  const begun = await person.call<Begun>('POST', '/api/user/two-factor', { password: PASSWORD })
  await person.call('POST', '/api/user/two-factor/confirm', { code: shown(begun.secret) })
  await change(person.id, { usedSteps: [] })
  const [row] = await app.db.select().from(users).where(eq(users.id, person.id))
  const name = row?.username ?? ''
  const withPassword = (at: Client, password = PASSWORD) =>
    at.call<{ twoFactor?: boolean; token?: string }>('POST', '/api/login', { username: name, password })
  return { person, ...begun, name, withPassword }
}

const step = (at: Client, code: string, more: object = {}) =>
  at.refusal('POST', '/api/login/two-factor', { code, ...more })

describe('turning the second factor on', () => {
  test('asks for the password, is in force with a first code, and ends every other session', async () => {
    const person = await app.member()
    const elsewhere = app.visitor()
    const { username } = await person.call<{ username: string }>('GET', '/api/user')
    await elsewhere.call('POST', '/api/login', { username, password: PASSWORD })
    const guessed = await person.refusal('POST', '/api/user/two-factor', { password: 'a guess' })
    expect(guessed).toMatchObject({ status: 422, message: 'That is not your password.' })

    const begun = await person.call<Begun>('POST', '/api/user/two-factor', { password: PASSWORD })
    expect(begun.uri).toBe(`otpauth://totp/Atrium:${username}?secret=${begun.secret}&issuer=Atrium&digits=6&period=30`)
    expect(begun.qr).toMatch(/^<svg .*<\/svg>$/s)
    expect(new Set(begun.recoveryCodes).size).toBe(10)
    expect(await facts(person)).toMatchObject({ twoFactor: false, recoveryCodesLeft: 0 })
    expect(await app.visitor().call('POST', '/api/login', { username, password: PASSWORD })).toHaveProperty('token')

    const refused = await person.refusal('POST', '/api/user/two-factor/confirm', { code: wrong(begun.secret) })
    expect(refused).toMatchObject({ status: 422, message: expect.stringContaining('not right') })
    expect(await isIn(elsewhere)).toBe(true)
    const code = shown(begun.secret).replace(/^.../, '$& ')
    await person.call('POST', '/api/user/two-factor/confirm', { code })
    expect(await facts(person)).toMatchObject({ twoFactor: true, recoveryCodesLeft: 10 })
    await expect.poll(() => isIn(elsewhere)).toBe(false)
    const again = await person.refusal('POST', '/api/user/two-factor', { password: PASSWORD })
    expect(again).toMatchObject({ status: 409, message: expect.stringContaining('Turn it off first') })
  })

  test('leaves neither the secret nor the recovery codes readable in the database', async () => {
    const { person, secret, recoveryCodes } = await withFactor()
    const kept = JSON.stringify(await rowOf(person.id)).toLowerCase()
    for (const text of [
      secret,
      keyOf(secret).toString(),
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replace('-', '')),
    ])
      expect(kept).not.toContain(text.toLowerCase())
  })
})

describe('signing in with the second factor on', () => {
  test('the password alone begins no session; a code does, and takes the guest’s things along', async () => {
    const { person, secret, withPassword } = await withFactor()
    const guest = await app.guest()
    const { id: thread } = await guest.call<{ id: string }>('POST', '/api/threads', {})
    expect(await withPassword(guest)).toEqual({ twoFactor: true })
    const sessionsOf = () => app.db.$count(sessions, eq(sessions.userId, person.id))
    expect(await sessionsOf(), 'the one in the settings alone').toBe(1)
    expect((await guest.call<{ role: string }>('GET', '/api/user')).role, 'a guest as before').toBe('guest')

    const entered = await guest.call<{ id: string; token: string }>('POST', '/api/login/two-factor', {
      code: shown(secret),
    })
    expect(entered).toMatchObject({ id: person.id, token: expect.any(String) })
    expect((await guest.call<{ id: string }>('GET', '/api/user')).id).toBe(person.id)
    expect((await guest.send('GET', `/api/chat/thread/${thread}`)).status).toBe(200)
    expect(await sessionsOf()).toBe(2)
  })

  test('a code of the app does nothing a second time, nor does one from before it', async () => {
    const { secret, withPassword } = await withFactor()
    const code = shown(secret)
    const [one, two] = [app.visitor(), app.visitor()]
    for (const browser of [one, two]) await withPassword(browser)
    expect((await step(one, code)).status).toBe(200)
    expect(await step(two, code)).toMatchObject({ status: 422, message: expect.stringContaining('used already') })
    expect((await step(two, shown(secret, -1))).status).toBe(422)
    expect(await isIn(two)).toBe(false)
    expect((await step(two, shown(secret, 1))).status).toBe(200)
  })

  test('two tries with one code at once are one sign-in', async () => {
    const { secret, withPassword } = await withFactor()
    const browsers = [app.visitor(), app.visitor(), app.visitor()]
    for (const browser of browsers) await withPassword(browser)
    const code = shown(secret)
    const all = await Promise.all(browsers.map((browser) => step(browser, code)))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  })

  test('each recovery code is good once, however it is typed; new ones replace them', async () => {
    const { person, recoveryCodes, withPassword } = await withFactor()
    const [code = '', other = ''] = recoveryCodes
    const enter = async (typed: string) => {
      const browser = app.visitor()
      await withPassword(browser)
      return step(browser, typed, { kind: 'recovery' })
    }
    expect((await enter(` ${code.toUpperCase().replace('-', ' ')} `)).status).toBe(200)
    expect(await facts(person)).toMatchObject({ recoveryCodesLeft: 9 })
    expect(await enter(code)).toMatchObject({ status: 422, message: expect.stringContaining('has been used') })

    const renewed = await person.call<{ recoveryCodes: string[] }>('POST', '/api/user/two-factor/recovery-codes', {
      password: PASSWORD,
    })
    expect(await facts(person)).toMatchObject({ recoveryCodesLeft: 10 })
    expect((await enter(other)).status).toBe(422)
    expect((await enter(renewed.recoveryCodes[0] ?? '')).status).toBe(200)
  })

  test('five wrong codes make the account wait, from whichever browser, and beginning anew does not help', async () => {
    const { person, secret, recoveryCodes, withPassword } = await withFactor()
    const answers = []
    for (let at = 0; at < 5; at++) {
      const browser = app.visitor()
      await withPassword(browser)
      answers.push((await step(browser, wrong(secret))).status)
    }
    expect(answers).toEqual([422, 422, 422, 422, 429])
    const browser = app.visitor()
    await withPassword(browser)
    const waiting = { status: 429, message: 'Too many attempts. Please try again in 15 minutes.' }
    expect(await step(browser, shown(secret))).toMatchObject(waiting)
    expect(await step(browser, recoveryCodes[0] ?? '', { kind: 'recovery' })).toMatchObject(waiting)

    const pastDue = { waitUntil: new Date(Date.now() - 1000) }
    await change(person.id, pastDue)
    for (let at = 0; at < 4; at++) await step(browser, wrong(secret))
    expect((await step(browser, wrong(secret))).message, 'longer each time').toContain('30 minutes')
    await change(person.id, pastDue)
    expect((await step(browser, shown(secret))).status).toBe(200)
    expect(await rowOf(person.id)).toMatchObject({ mistakes: 0, waitUntil: null })
  })

  test('a browser that is trusted is asked for no code, until the password changes', async () => {
    const { person, secret, name, withPassword } = await withFactor()
    const browser = app.visitor()
    await withPassword(browser)
    const answer = await browser.send('POST', '/api/login/two-factor', { code: shown(secret), trust: true })
    const cookie = answer.headers.getSetCookie().find((one) => one.includes('trusted'))
    expect(cookie).toMatch(/Max-Age=2592000; Path=\/api\/login; HttpOnly; SameSite=Strict/)
    await browser.send('POST', '/auth/logout', {})
    expect(await withPassword(browser)).toHaveProperty('token')
    expect(await withPassword(app.visitor())).toEqual({ twoFactor: true })
    const other = await withFactor()
    expect(await other.withPassword(browser), 'somebody else at it').toEqual({ twoFactor: true })

    await person.call('PUT', '/api/user/password', { current: PASSWORD, next: NEXT })
    const login = { username: name, password: NEXT }
    expect(await browser.call('POST', '/api/login', login)).toEqual({ twoFactor: true })
  })

  test('a code needs the password before it, in this browser and not long ago', async () => {
    const { person, secret, withPassword } = await withFactor()
    expect(await step(app.visitor(), shown(secret))).toMatchObject({
      status: 401,
      message: expect.stringContaining('start again'),
    })

    const browser = app.visitor()
    await withPassword(browser)
    const [name = '', value = ''] = [...browser.jar].find(([name]) => name.includes('second_step')) ?? []
    const [id, until, signature] = value.split('.')
    const another = await withFactor()
    const later = String(Number(until) + 60_000)
    for (const forged of [
      `${another.person.id}.${until}.${signature}`,
      `${id}.${later}.${signature}`,
      `${id}.${until}.`,
      `${id}.${until}.${'A'.repeat(43)}`,
      '..',
      'x'.repeat(3000),
    ]) {
      browser.jar.set(name, forged)
      expect((await step(browser, shown(secret))).status, forged).toBe(401)
    }
    browser.jar.set(name, value)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1000 })
    expect((await step(browser, shown(secret))).status, 'ten minutes later').toBe(401)
    vi.useRealTimers()
    // What was signed for the one purpose is nothing for the other.
    browser.jar.set(name, value)
    browser.jar.set(name.replace('second_step', 'trusted'), value)
    expect(await withPassword(browser)).toEqual({ twoFactor: true })

    await person.call('PUT', '/api/user/password', { current: PASSWORD, next: NEXT })
    expect((await step(browser, shown(secret))).status, 'the password has changed meanwhile').toBe(401)
    expect(await isIn(browser)).toBe(false)
  })

  test('a suspended person gets in by no code', async () => {
    const { person, secret, withPassword } = await withFactor()
    const browser = app.visitor()
    await withPassword(browser)
    await app.db.update(users).set({ banned: true }).where(eq(users.id, person.id))
    expect(await step(browser, shown(secret))).toMatchObject({
      status: 403,
      message: expect.stringContaining('suspended'),
    })
  })
})

test('turning it off asks for the password, ends every other session, and the password is enough again', async () => {
  const { person, secret, withPassword } = await withFactor()
  const elsewhere = app.visitor()
  await withPassword(elsewhere)
  await step(elsewhere, shown(secret), { trust: true })
  expect(await isIn(elsewhere)).toBe(true)
  expect((await person.refusal('DELETE', '/api/user/two-factor')).message).toBe('Enter your password to do this.')
  expect((await person.refusal('DELETE', '/api/user/two-factor', { password: 'a guess' })).status).toBe(422)
  await person.call('DELETE', '/api/user/two-factor', { password: PASSWORD })
  await expect.poll(() => isIn(elsewhere)).toBe(false)
  expect(await facts(person)).toMatchObject({ twoFactor: false, recoveryCodesLeft: 0 })
  expect(await withPassword(app.visitor())).toHaveProperty('token')
  expect((await person.refusal('POST', '/api/user/two-factor/recovery-codes', { password: PASSWORD })).status).toBe(409)

  const anew = await person.call<Begun>('POST', '/api/user/two-factor', { password: PASSWORD })
  await person.call('POST', '/api/user/two-factor/confirm', { code: shown(anew.secret) })
  expect(await withPassword(elsewhere), 'trusted with the factor that was').toEqual({ twoFactor: true })
})
