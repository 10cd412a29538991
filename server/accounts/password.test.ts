import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Client, client, testApp } from '../test-app.ts'
import { users, verifications } from './tables.ts'
import { startFake } from './test-process.ts'

interface Mailed {
  from: string
  to: string[]
  data: string
}

const PASSWORD = 'correct horse battery'
const NEXT = 'a wholly other password'

const smtp = await startFake('./test-smtp.ts')
const mails = smtp.lines as Mailed[]
const app = await testApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Desk <desk@example.org>' })

const decoded = (data: string) =>
  data.replaceAll('=\r\n', '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

async function mailTo(address: string): Promise<Mailed> {
  const found = () => mails.find((mail) => mail.to.includes(address))
  await expect.poll(found, { timeout: 20_000 }).toBeTruthy()
  return found() as Mailed
}

const tokenIn = (text: string) => /\/auth\?reset=([\w-]{43})/.exec(text)?.[1] ?? ''
const addressOf = async (id: string) => (await app.db.select().from(users).where(eq(users.id, id)))[0]
const signIn = (username: string, password: string) =>
  app.visitor().refusal('POST', '/api/login', { username, password })
const byToken = (token: string) => ({ authorization: `Bearer ${token}` })
const isIn = async (who: Client) => (await who.send('GET', '/api/user/account')).status === 200

test('a new password asks for the old one, ends every other session and replaces this one', async () => {
  const person = await app.member()
  const name = (await addressOf(person.id))?.username ?? ''
  const elsewhere = app.visitor()
  await elsewhere.call('POST', '/api/login', { username: name, password: PASSWORD })
  const wrong = await person.refusal('PUT', '/api/user/password', { current: 'not the password', next: NEXT })
  expect(wrong).toMatchObject({ status: 422, message: 'That is not your password.' })
  expect(await isIn(elsewhere)).toBe(true)

  const { token } = await person.call<{ token: string }>('PUT', '/api/user/password', { current: PASSWORD, next: NEXT })
  expect(await isIn(person)).toBe(true)
  await expect.poll(() => isIn(elsewhere)).toBe(false)
  const was = await client(app.url).refusal('GET', '/api/user/account', undefined, byToken(person.token))
  expect(was.status, 'the session that it was').toBe(401)
  expect((await client(app.url).send('GET', '/api/user', undefined, byToken(token))).status).toBe(200)
  expect((await signIn(name, PASSWORD)).status).toBe(401)
  expect((await signIn(name, NEXT)).status).toBe(200)
})

test('no session begun with the old password outlives the change, however close the two are', async () => {
  const person = await app.member()
  const username = (await addressOf(person.id))?.username ?? ''
  const browsers = Array.from({ length: 9 }, () => app.visitor())
  await Promise.all([
    person.call('PUT', '/api/user/password', { current: PASSWORD, next: NEXT }),
    ...browsers.map((browser) => browser.send('POST', '/api/login', { username, password: PASSWORD })),
  ])
  for (const browser of browsers) await expect.poll(() => isIn(browser)).toBe(false)
  expect(await isIn(person)).toBe(true)
})

test('guesses of the old password are counted', async () => {
  const person = await app.member()
  for (let at = 0; at < 10; at++) await person.refusal('PUT', '/api/user/password', { current: 'a guess', next: NEXT })
  const right = await person.refusal('PUT', '/api/user/password', { current: PASSWORD, next: NEXT })
  expect(right).toMatchObject({ status: 429, code: 'rate_limited' })
})

test('a forgotten password: the mail’s link sets a new one, once, and ends every session', async () => {
  const person = await app.member()
  const row = await addressOf(person.id)
  const email = row?.email ?? ''
  const answer = await app.visitor().call('POST', '/auth/password/forgot', { email: email.toUpperCase() })
  const mail = await mailTo(email)
  expect(mail.from).toBe('desk@example.org')
  expect(decoded(mail.data)).toMatch(/^Subject: Set a new password for Atrium\r$/m)
  expect(decoded(mail.data)).toMatch(
    /text\/plain[\s\S]*http:\/\/localhost:3000\/auth\?reset=[\s\S]*text\/html[\s\S]*<a href=/,
  )
  const token = tokenIn(decoded(mail.data))
  expect(token).not.toBe('')
  expect(JSON.stringify(await app.db.select().from(verifications)), 'the token as it is').not.toContain(token)

  const reset = { token, password: NEXT }
  expect(await app.visitor().call('POST', '/auth/password/reset', reset)).toEqual({ ok: true })
  await expect.poll(() => isIn(person)).toBe(false)
  expect((await signIn(email, NEXT)).status).toBe(200)
  expect((await addressOf(person.id))?.emailVerified, 'the mailbox is theirs').toBe(true)
  expect(await app.visitor().refusal('POST', '/auth/password/reset', reset)).toMatchObject({ status: 410 })

  const stranger = { email: 'nobody-has-this@example.org' }
  expect(await app.visitor().call('POST', '/auth/password/forgot', stranger)).toEqual(answer)
  expect(mails.filter((one) => one.to.includes(stranger.email))).toEqual([])
})

test('a link does nothing after its hour, after the password has changed, or with another token', async () => {
  const person = await app.member()
  const email = (await addressOf(person.id))?.email ?? ''
  const refused = async (token: string) =>
    (await app.visitor().refusal('POST', '/auth/password/reset', { token, password: NEXT })).status
  expect(await refused('x'.repeat(43))).toBe(410)
  await app.visitor().call('POST', '/auth/password/forgot', { email })
  const token = tokenIn(decoded((await mailTo(email)).data))
  await app.db.update(verifications).set({ expiresAt: new Date(Date.now() - 1000) })
  expect(await refused(token)).toBe(410)

  mails.length = 0
  await app.visitor().call('POST', '/auth/password/forgot', { email })
  const second = tokenIn(decoded((await mailTo(email)).data))
  expect(second).not.toBe(token)
  await person.call('PUT', '/api/user/password', { current: PASSWORD, next: NEXT })
  expect(await refused(second)).toBe(410)
})

test('a link to an address that is theirs no more does nothing, and that address is told', async () => {
  const person = await app.member()
  const email = (await addressOf(person.id))?.email ?? ''
  await app.visitor().call('POST', '/auth/password/forgot', { email })
  const token = tokenIn(decoded((await mailTo(email)).data))
  mails.length = 0
  await person.call('PATCH', '/api/user', { email: `new-${email}`, password: PASSWORD })
  expect(decoded((await mailTo(email)).data)).toContain('Your e-mail address at Atrium was changed')
  const reset = { token, password: NEXT }
  expect(await app.visitor().refusal('POST', '/auth/password/reset', reset)).toMatchObject({ status: 410 })
})

test('one address gets three mails in an hour at most, and everybody hears the same', async () => {
  const person = await app.member()
  const email = (await addressOf(person.id))?.email ?? ''
  for (let at = 0; at < 5; at++)
    expect(await app.visitor().call('POST', '/auth/password/forgot', { email })).toEqual({ sent: true })
  await expect.poll(() => mails.filter((one) => one.to.includes(email)).length, { timeout: 20_000 }).toBe(3)
})

test('an administrator’s link lasts a day and sets a password too; nobody else makes one', async () => {
  const person = await app.member()
  const admin = await app.administrator()
  expect((await person.refusal('POST', `/api/admin/users/${person.id}/reset-link`)).status).toBe(403)
  const link = await admin.call<{ url: string; expiresAt: string }>('POST', `/api/admin/users/${person.id}/reset-link`)
  const hours = (Date.parse(link.expiresAt) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23.9)
  expect(hours).toBeLessThan(24.1)
  await app.visitor().call('POST', '/auth/password/reset', { token: tokenIn(link.url), password: NEXT })
  const row = await addressOf(person.id)
  expect((await signIn(row?.email ?? '', NEXT)).status).toBe(200)
  expect(row?.emailVerified, 'it went by no mailbox').toBe(false)
})

test('without a mail server the page is told so', async () => {
  const plain = await testApp({})
  const options = await plain.visitor().call('GET', '/api/auth/options')
  expect(options).toEqual({
    providers: [],
    mail: false,
    registration: 'open',
    domains: [],
    passkeys: false,
  })
  expect(await plain.visitor().call('POST', '/auth/password/forgot', { email: 'a@example.org' })).toEqual({
    sent: false,
  })
})
