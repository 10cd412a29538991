import { expect, test } from 'vitest'
import { testApp } from '../test-app.ts'
import { secondFactors } from './tables.ts'

interface Listed {
  users: { id: string; username: string; tier: string; role: string; banned: boolean; lastSeenAt: string | null }[]
  nextCursor: string | null
}

const app = await testApp()
const admin = await app.administrator()
const { id: adminId } = await admin.call<{ id: string }>('GET', '/api/user')
const change = (id: string, body: object) => admin.call('PATCH', `/api/admin/users/${id}`, body)

test('people are listed by pages of 50, the newest first, without guests, and found by a part of their names', async () => {
  await app.guest()
  await app.db.execute(
    `insert into users (id, name, email, username, display_username)
     select '00000000-0000-7000-8000-' || lpad(n::text, 12, '0'), 'x', 'crowd' || n || '@example.org', 'crowd' || n, 'Crowd' || n
       from generate_series(1, 120) n`,
  )
  const seen: string[] = []
  let cursor: string | null = ''
  let pages = 0
  while (cursor !== null) {
    const page: Listed = await admin.call<Listed>('GET', `/api/admin/users?q=crowd${cursor && `&cursor=${cursor}`}`)
    expect(page.users.length).toBeLessThanOrEqual(50)
    seen.push(...page.users.map((user) => user.username))
    cursor = page.nextCursor
    pages++
  }
  expect(pages).toBe(3)
  expect(seen).toEqual(Array.from({ length: 120 }, (_, at) => `Crowd${120 - at}`))
  const everybody = await admin.call<Listed>('GET', '/api/admin/users')
  expect(everybody.users.map((user) => user.role)).not.toContain('guest')
  expect(everybody.users.find((user) => user.id === adminId)?.lastSeenAt).toBeTruthy()
  expect((await admin.call<Listed>('GET', '/api/admin/users?q=%25')).users, 'no pattern').toEqual([])
})

test('a plan, a role and a suspension take effect at once', async () => {
  const person = await app.member()
  expect(await person.refusal('GET', '/api/admin/users')).toMatchObject({ status: 403 })
  expect(await change(person.id, { tier: 'TEAM' })).toMatchObject({ tier: 'TEAM', role: 'user' })
  await change(person.id, { role: 'admin' })
  expect((await person.send('GET', '/api/admin/users')).status).toBe(200)
  await change(person.id, { role: 'user' })
  expect((await person.send('GET', '/api/admin/users')).status).toBe(403)
  expect(await change(person.id, { banned: true })).toMatchObject({ banned: true })
  expect((await person.send('GET', '/api/user/account')).status).toBe(401)
  const { username } = (await change(person.id, { banned: false })) as unknown as { username: string }
  const login = { username, password: 'correct horse battery' }
  expect((await app.visitor().refusal('POST', '/api/login', login)).status).toBe(200)
  expect((await person.send('GET', '/api/user/account')).status, 'what was ended stays so').toBe(401)
})

test('an installation is never left without an administrator', async () => {
  const refused = (body: object) => admin.refusal('PATCH', `/api/admin/users/${adminId}`, body)
  for (const body of [{ role: 'user' }, { banned: true }])
    expect(await refused(body)).toMatchObject({
      status: 409,
      message: 'This is the last administrator. Make somebody else an administrator first.',
    })
  const other = await app.member()
  await change(other.id, { role: 'admin' })
  expect(await refused({ banned: true })).toMatchObject({ message: 'You cannot suspend your own account.' })
  const answers = await Promise.all([
    admin.refusal('PATCH', `/api/admin/users/${other.id}`, { role: 'user' }),
    other.refusal('PATCH', `/api/admin/users/${adminId}`, { role: 'user' }),
  ])
  expect(
    answers.filter((answer) => answer.status === 200),
    'at once, only one of two',
  ).toHaveLength(1)
  // Either may have been first; the tests below are this administrator's.
  const left = answers[0]?.status === 200 ? admin : other
  await left.call('PATCH', `/api/admin/users/${adminId}`, { role: 'admin' })
})

test('the second factor of somebody who lost it is turned off: their sessions end, and the password is enough', async () => {
  const person = await app.member()
  const { username } = await person.call<{ username: string }>('GET', '/api/user')
  const login = { username, password: 'correct horse battery' }
  await app.db
    .insert(secondFactors)
    .values({ userId: person.id, secret: 'x', recoveryHashes: [], confirmedAt: new Date() })
  expect(await app.visitor().call('POST', '/api/login', login)).toEqual({ twoFactor: true })
  const path = (id: string) => `/api/admin/users/${id}/two-factor`
  expect(await person.refusal('DELETE', path(person.id))).toMatchObject({ status: 403 })
  const listed = await admin.call<Listed>('GET', `/api/admin/users?q=${username}`)
  expect(listed.users[0]).toMatchObject({ id: person.id, twoFactor: true })

  expect(await admin.call('DELETE', path(person.id))).toMatchObject({ id: person.id, twoFactor: false })
  expect((await person.send('GET', '/api/user/account')).status).toBe(401)
  const anew = app.visitor()
  expect(await anew.call('POST', '/api/login', login)).toHaveProperty('token')
  expect(await admin.call('DELETE', path(person.id)), 'a second time').toMatchObject({ twoFactor: false })
  expect((await anew.send('GET', '/api/user/account')).status, 'who has none stays signed in').toBe(200)
  expect(await admin.refusal('DELETE', path(adminId))).toMatchObject({ status: 409 })
})

test('whoever is unknown is not found', async () => {
  const guest = await (await app.guest()).call<{ userId: string }>('GET', '/api/me')
  for (const id of ['nobody', guest.userId]) {
    expect(await admin.refusal('PATCH', `/api/admin/users/${id}`, { tier: 'TEAM' })).toMatchObject({ status: 404 })
    expect(await admin.refusal('DELETE', `/api/admin/users/${id}/two-factor`)).toMatchObject({ status: 404 })
  }
})
