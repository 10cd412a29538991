import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { silentLog } from '../platform/telemetry.ts'
import { testApp } from '../test-app.ts'
import { removeDueAccounts } from './removal.ts'
import { startFake } from './test-process.ts'

const PASSWORD = 'correct horse battery'
const smtp = await startFake('./test-smtp.ts')
const mails = smtp.lines as { to: string[]; data: string }[]
const app = await testApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'desk@example.org' })

let made = 0
const newcomer = (more: object = {}) => {
  const name = `same${++made}`
  return { username: name, email: `${name}@example.org`, password: PASSWORD, ...more }
}
const told = (email: string) =>
  mails.filter((mail) => mail.to.includes(email) && mail.data.includes('You have an account at Atrium already')).length

/** All that a caller could tell two answers apart by. */
async function look(answer: Response, ...own: string[]) {
  let body = await answer.text()
  for (const name of own) body = body.replaceAll(name, '<own>')
  const headers = [...answer.headers]
    .filter(([name]) => name !== 'x-request-id' && name !== 'date' && name !== 'content-length')
    .map(([name, value]) => [name, name === 'retry-after' ? '…' : value.replace(/=[^;]+/, '=…')])
  return { status: answer.status, headers, body: body.replace(/[\da-f-]{36}|"token":"[^"]*"|"retryAfter":\d+/g, '…') }
}

test('registering with an address that somebody has is answered as with any other, and its owner is told by mail', async () => {
  const owner = newcomer()
  const first = await app.visitor().call<{ id: string }>('POST', '/api/register', owner)
  const [known, unknown] = [newcomer({ email: owner.email.toUpperCase() }), newcomer()]
  const [two, three] = [app.visitor(), app.visitor()]
  const answers = [await two.send('POST', '/api/register', known), await three.send('POST', '/api/register', unknown)]
  const [a, b] = await Promise.all(
    [known, unknown].map(({ username, email }, at) => look(answers[at] as Response, email.toLowerCase(), username)),
  )
  expect(a).toEqual(b)
  expect(a?.status).toBe(201)

  const me = await two.call<{ id: string; email: string }>('GET', '/api/user')
  expect(me.email, 'what they typed').toBe(owner.email)
  expect(me.id).not.toBe(first.id)
  await expect.poll(() => told(owner.email), { timeout: 20_000 }).toBe(1)
  expect(told(unknown.email)).toBe(0)
})

test('each signs in by the address with their own password, and mail goes to its owner alone', async () => {
  const owner = newcomer()
  const first = await app.visitor().call<{ id: string }>('POST', '/api/register', owner)
  const second = newcomer({ email: owner.email, password: 'another long password' })
  const other = await app.visitor().call<{ id: string }>('POST', '/api/register', second)
  const enter = async (password: string) => {
    const answer = await app.visitor().send('POST', '/api/login', { username: owner.email, password })
    return [answer.status, ((await answer.json()) as { id?: string }).id]
  }
  expect(await enter(PASSWORD)).toEqual([200, first.id])
  expect(await enter('another long password')).toEqual([200, other.id])
  expect(await enter('neither of the two')).toEqual([401, undefined])

  await app.visitor().call('POST', '/auth/password/forgot', { email: owner.email })
  const reset = () => mails.find((mail) => mail.to.includes(owner.email) && mail.data.includes('reset='))
  await expect.poll(reset, { timeout: 20_000 }).toBeTruthy()
  const { rows } = await app.db.execute(`select value from verifications where identifier like 'reset:%'`)
  expect(rows.some(({ value }) => String(value).includes(first.id))).toBe(true)
  expect(rows.some(({ value }) => String(value).includes(other.id))).toBe(false)
})

test('changing to an address that somebody has is answered the same too', async () => {
  const owner = await app.member()
  const { email } = await owner.call<{ email: string }>('GET', '/api/user')
  const [one, two] = [await app.member(), await app.member()]
  const change = (to: string) => ({ email: to, password: PASSWORD })
  const a = await look(await one.send('PATCH', '/api/user', change(email)), email, ...(await names(one)))
  const b = await look(
    await two.send('PATCH', '/api/user', change('free@example.org')),
    'free@example.org',
    ...(await names(two)),
  )
  expect(a).toEqual(b)
  await expect.poll(() => told(email), { timeout: 20_000 }).toBe(1)
  const { email: still } = await owner.call<{ email: string }>('GET', '/api/user')
  expect(still).toBe(email)
})

const names = async (who: { call: <T>(method: string, path: string) => Promise<T> }) => [
  (await who.call<{ username: string }>('GET', '/api/user')).username,
]

describe('an address that its holder has no more', () => {
  const register = async (more: object = {}) => {
    const [browser, wanted] = [app.visitor(), newcomer(more)]
    const { id } = await browser.call<{ id: string }>('POST', '/api/register', wanted)
    return { ...browser, ...wanted, id }
  }
  /** To whom a link for a new password goes, when it is asked for by the address. */
  const linkFor = async (email: string) => {
    await app.db.execute(sql`delete from verifications where identifier like 'reset:%'`)
    await app.visitor().call('POST', '/auth/password/forgot', { email })
    const { rows } = await app.db.execute<{ value: string }>(
      sql`select value from verifications where identifier like 'reset:%'`,
    )
    return rows.map(({ value }) => value.split(' ')[1])
  }
  const addressOf = async (id: string) =>
    (await app.db.execute(sql`select email, claimed_email, email_verified from users where id = ${id}`)).rows[0]

  test('because the account is gone is of the account that gave it first', async () => {
    const owner = await register()
    const [first, second] = [await register({ email: owner.email }), await register({ email: owner.email })]
    expect(await linkFor(owner.email)).toEqual([owner.id])
    await app.db.execute(sql`update users set deletion_at = now() - interval '1 second' where id = ${owner.id}`)
    expect(await removeDueAccounts({ db: app.db, onOwnerDeleted: [async () => undefined], log: silentLog })).toBe(1)
    expect(await addressOf(first.id)).toEqual({ email: owner.email, claimed_email: null, email_verified: false })
    expect(await linkFor(owner.email)).toEqual([first.id])
    expect(await addressOf(second.id)).toMatchObject({ claimed_email: owner.email })
    const { email } = await second.call<{ email: string }>('GET', '/api/user')
    expect(email).toBe(owner.email)
  })

  test('because it has another now is of whoever gave it as well, as soon as they save their profile', async () => {
    const owner = await register()
    const other = await register({ email: owner.email })
    const save = () => other.call<{ email: string }>('PATCH', '/api/user', { firstName: 'Olga' })
    await expect.poll(() => told(owner.email), { timeout: 20_000 }).toBe(1)
    expect(await save()).toMatchObject({ email: owner.email })
    expect(await addressOf(other.id)).toMatchObject({ claimed_email: owner.email })
    await owner.call('PATCH', '/api/user', { email: `new-${owner.email}`, password: PASSWORD })
    expect(await linkFor(owner.email)).toEqual([])
    expect(await save()).toMatchObject({ email: owner.email })
    expect(await addressOf(other.id)).toMatchObject({ email: owner.email, claimed_email: null, email_verified: false })
    expect(await linkFor(owner.email)).toEqual([other.id])
    await app.db.execute(sql`update users set email_verified = true where id = ${other.id}`)
    await save()
    expect(await addressOf(other.id), 'proven stays proven').toMatchObject({ email_verified: true })
    expect(told(owner.email), 'nobody is told again of what was given long ago').toBe(1)
  })
})

test('without a mail server it is the same', async () => {
  const plain = await testApp({})
  const owner = newcomer()
  await plain.visitor().call('POST', '/api/register', owner)
  const answer = await plain.visitor().send('POST', '/api/register', newcomer({ email: owner.email }))
  expect(answer.status).toBe(201)
})

test('nor does what comes after tell it: signing in by the address, twice, and wrong passwords', async () => {
  for (const wrong of [0, 9, 10]) {
    const owner = newcomer()
    await app.visitor().call('POST', '/api/register', owner)
    const seen: unknown[] = []
    for (const own of [newcomer({ email: owner.email }), newcomer()]) {
      const wanted = { ...own, password: 'another horse battery' }
      await app.visitor().call('POST', '/api/register', wanted)
      const browser = app.visitor()
      const { username, email, password } = wanted
      const names = [email, username]
      const answers: unknown[] = []
      const enter = async (name: string, word: string) =>
        answers.push(await look(await browser.send('POST', '/api/login', { username: name, password: word }), ...names))
      for (let at = 0; at < wrong; at++) await enter(email, 'not the right one')
      for (const name of [email, email, username]) await enter(name, password)
      seen.push(answers)
      await app.db.execute(sql`delete from sign_in_attempts`)
    }
    expect(seen[0], `after ${wrong} wrong ones`).toEqual(seen[1])
  }
})
