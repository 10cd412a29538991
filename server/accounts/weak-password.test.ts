import { readFileSync } from 'node:fs'
import { Password } from '@atrium/contract/accounts'
import { expect, test } from 'vitest'
import { testApp } from '../test-app.ts'
import { refuseWeakPassword } from './weak-password.ts'

const app = await testApp()
const GUESSED = 'This is one of the passwords that are guessed first. Choose another one.'
const OWN = 'Your name or address is the first thing that is tried as a password. Choose another one.'
let made = 0
const newcomer = (more: object = {}) => {
  const name = `weak${++made}`
  return { username: name, email: `${name}@example.org`, password: 'correct horse battery', ...more }
}

test('a common password is refused at registering, whatever its capitals, and a rare one is not', async () => {
  for (const password of [
    '1234567890',
    'password123',
    'qwertyuiop',
    'PASSWORD123',
    'ｐａｓｓｗｏｒｄ123',
    'Basketball',
  ])
    expect(await app.visitor().refusal('POST', '/api/register', newcomer({ password })), password).toMatchObject({
      status: 422,
      message: GUESSED,
    })
  expect(
    (await app.visitor().send('POST', '/api/register', newcomer({ password: 'password123 of mine' }))).status,
  ).toBe(201)
})

test('one’s own name and address are refused, also backwards', async () => {
  const more = { username: 'grace.hopper', email: 'g.m.hopper@example.org' }
  for (const password of ['grace.hopper', 'Grace.Hopper', 'g.m.hopper', 'G.M.Hopper@example.org', 'reppoh.ecarg'])
    expect(
      await app.visitor().refusal('POST', '/api/register', newcomer({ ...more, password })),
      password,
    ).toMatchObject(
      password === 'g.m.hopper' || password.length >= 10 ? { status: 422, message: OWN } : { status: 400 },
    )
  expect(
    (await app.visitor().send('POST', '/api/register', newcomer({ ...more, password: 'grace.hopper and more' })))
      .status,
  ).toBe(201)
})

test('so it is at a change and at a reset, whose link stays good', async () => {
  const person = await app.member('somebody.else')
  const change = (next: string) =>
    person.refusal('PUT', '/api/user/password', { current: 'correct horse battery', next })
  expect(await change('1q2w3e4r5t')).toMatchObject({ status: 422, message: GUESSED })
  expect(await change('Somebody.Else')).toMatchObject({ status: 422, message: OWN })
  const admin = await app.administrator()
  const { url } = await admin.call<{ url: string }>('POST', `/api/admin/users/${person.id}/reset-link`)
  const token = new URL(url).searchParams.get('reset')
  const reset = (password: string) => app.visitor().refusal('POST', '/auth/password/reset', { token, password })
  expect(await reset('1q2w3e4r5t')).toMatchObject({ status: 422, message: GUESSED })
  expect(await reset('somebody.else')).toMatchObject({ status: 422, message: OWN })
  expect((await reset('a wholly other password')).status).toBe(200)
})

test('the list is what it says: all are long enough to be chosen, and none of its head is one', () => {
  const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const listed = lines.filter((line) => !line.startsWith('# '))
  expect(listed.length).toBeGreaterThan(1500)
  expect(lines.length - listed.length).toBeGreaterThan(5)
  for (const password of listed) {
    expect(Password.safeParse(password).success, password).toBe(true)
    expect(() => refuseWeakPassword(password, {})).toThrow(GUESSED)
  }
  expect(
    listed.some((password) => Password.safeParse(password.slice(0, 9)).success),
    'shorter ones',
  ).toBe(false)
})
