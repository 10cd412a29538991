import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../platform/database/test-database.ts'
import { type Client, client, testApp } from '../test-app.ts'
import { secondFactors, sessions } from './tables.ts'
import { shown } from './test-totp.ts'

/** A code is good once: whichever step, browser and instance it comes to, and however many come at once. */

const PASSWORD = 'correct horse battery'
const database = await testDatabase()
const app = await testApp({}, { database })
const another = await testApp({}, { database, administrator: false })

/** Five wrong codes in a row make one wait: fewer tries than that at once, or the wait would hide what is looked for. */
const AT_ONCE = 4
const START = Date.now()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }))
afterEach(() => void vi.useRealTimers())

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

async function withFactor() {
  const person = await app.member()
  const { username } = await person.call<{ username: string }>('GET', '/api/user')
  const begun = await person.call<{ secret: string; recoveryCodes: string[] }>('POST', '/api/user/two-factor', {
    password: PASSWORD,
  })
  const confirmedBy = shown(begun.secret)
  await person.call('POST', '/api/user/two-factor/confirm', { code: confirmedBy })
  /** A browser that has shown the password, at this or the other instance. */
  async function between(at: { url: string } = app): Promise<Client> {
    const browser = client(at.url)
    expect(await browser.call('POST', '/api/login', { username, password: PASSWORD })).toEqual({ twoFactor: true })
    return browser
  }
  /** Without the one that turned the factor on. */
  const signedIn = async () => (await app.db.$count(sessions, eq(sessions.userId, person.id))) - 1
  return { person, ...begun, confirmedBy, between, signedIn }
}

const step = async (at: Client, code: string, kind?: 'recovery') =>
  (await at.refusal('POST', '/api/login/two-factor', { code, kind })).status

const good = (statuses: number[]) => statuses.filter((status) => status === 200).length

test('the code by which the factor was turned on signs nobody in', async () => {
  const { confirmedBy, secret, between } = await withFactor()
  expect(await step(await between(), confirmedBy)).toBe(422)
  later(30)
  expect(await step(await between(), confirmedBy), 'in the step after, in which it would still be good').toBe(422)
  expect(await step(await between(), shown(secret))).toBe(200)
})

test('a used code is refused in each neighbouring step in which it would still be right', async () => {
  const { secret, between, signedIn } = await withFactor()
  later(30)
  const early = shown(secret, 1)
  expect(await step(await between(), early), 'an app whose clock is ahead').toBe(200)
  for (const moment of ['its own step', 'the step after']) {
    later(30)
    expect(await step(await between(), early), moment).toBe(422)
  }
  expect(await signedIn()).toBe(1)
  expect(await step(await between(), shown(secret))).toBe(200)
})

test('a code that was used while the server’s clock was ahead takes nothing from those of now, and none works twice', async () => {
  const { secret, between } = await withFactor()
  later(3600)
  const ofAhead = shown(secret)
  expect(await step(await between(), ofAhead)).toBe(200)
  later(-3540)
  const now = shown(secret)
  expect(await step(await between(), now), 'the clock is right again').toBe(200)
  expect(await step(await between(), now)).toBe(422)
  later(3540)
  expect(await step(await between(), ofAhead), 'and when its time comes').toBe(422)
})

test('one code at once in many sign-ins at two instances is one sign-in', async () => {
  const { secret, between, signedIn } = await withFactor()
  later(60)
  const browsers = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => between(at % 2 === 0 ? app : another)))
  const code = shown(secret)
  expect(good(await Promise.all(browsers.map((browser) => step(browser, code))))).toBe(1)
  expect(await signedIn()).toBe(1)
  expect(await step(await between(another), code), 'and none later at the other').toBe(422)
})

test('one sign-in that sends its code many times at once begins one session', async () => {
  const { secret, between, signedIn } = await withFactor()
  later(60)
  const browser = await between()
  const code = shown(secret)
  expect(good(await Promise.all(Array.from({ length: AT_ONCE }, () => step(browser, code))))).toBe(1)
  expect(await signedIn()).toBe(1)
})

test('one recovery code at once in many sign-ins at two instances is one sign-in, and one code fewer', async () => {
  const { person, recoveryCodes, between, signedIn } = await withFactor()
  const [code = ''] = recoveryCodes
  const browsers = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => between(at % 2 === 0 ? app : another)))
  expect(good(await Promise.all(browsers.map((browser) => step(browser, code, 'recovery'))))).toBe(1)
  expect(await signedIn()).toBe(1)
  expect(await person.call('GET', '/api/user/account')).toMatchObject({ recoveryCodesLeft: 9 })
})

test('different recovery codes at once are each used up', async () => {
  const { person, recoveryCodes, between } = await withFactor()
  const [one = '', two = ''] = recoveryCodes
  const [here, there] = [await between(), await between(another)]
  expect(await Promise.all([step(here, one, 'recovery'), step(there, two, 'recovery')])).toEqual([200, 200])
  expect(await person.call('GET', '/api/user/account')).toMatchObject({ recoveryCodesLeft: 8 })
  for (const used of [one, two]) expect(await step(await between(), used, 'recovery')).toBe(422)
})

test('a confirmation that is sent many times at once turns the factor on once', async () => {
  const person = await app.member()
  const { secret } = await person.call<{ secret: string }>('POST', '/api/user/two-factor', { password: PASSWORD })
  const code = shown(secret)
  const confirm = async () => (await person.refusal('POST', '/api/user/two-factor/confirm', { code })).status
  expect((await Promise.all(Array.from({ length: AT_ONCE }, confirm))).sort()).toEqual([200, 409, 409, 409])
  const [row] = await app.db.select().from(secondFactors).where(eq(secondFactors.userId, person.id))
  expect(row?.usedSteps).toEqual([Math.floor(Date.now() / 30_000)])
})
