import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { forgetChat } from '../chat/owner-deleted.ts'
import { silentLog } from '../platform/telemetry.ts'
import { forgetRecords } from '../records/owner-deleted.ts'
import { testApp } from '../test-app.ts'
import { removeDueAccounts } from './removal.ts'
import { pictures, users } from './tables.ts'

const PASSWORD = 'correct horse battery'
const app = await testApp()
const { db } = app
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const WEBP = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'), Buffer.alloc(20)])

interface Shown {
  id: string
  username: string
  email: string
  firstName: string | null
  picture: string | null
  tier: string
}
const rowOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]

describe('the profile', () => {
  test('changes a first name without a password, and the username and e-mail with it', async () => {
    const person = await app.member()
    expect(await person.call<Shown>('PATCH', '/api/user', { firstName: ' Ada ' })).toMatchObject({ firstName: 'Ada' })
    const wanted = { username: `Ada-${Date.now()}`, email: `Ada-${Date.now()}@Example.org` }
    for (const [field, value] of Object.entries(wanted))
      expect(await person.refusal('PATCH', '/api/user', { [field]: value })).toMatchObject({
        status: 422,
        message: 'Enter your password to do this.',
      })
    expect(await person.refusal('PATCH', '/api/user', { ...wanted, password: 'a guess' })).toMatchObject({
      status: 422,
    })
    expect(await person.call<Shown>('PATCH', '/api/user', { ...wanted, password: PASSWORD })).toMatchObject({
      username: wanted.username,
      email: wanted.email.toLowerCase(),
      firstName: 'Ada',
    })
    const login = { username: wanted.username.toUpperCase(), password: PASSWORD }
    expect((await app.visitor().refusal('POST', '/api/login', login)).status).toBe(200)
    expect(await person.call<Shown>('PATCH', '/api/user', { firstName: null })).toMatchObject({ firstName: null })
  })

  test('two changes at once do not undo each other', async () => {
    const person = await app.member()
    for (let at = 0; at < 5; at++) {
      const wanted = { firstName: `Ada ${at}`, email: `at-once-${at}-${Date.now()}@example.org` }
      await Promise.all([
        person.call('PATCH', '/api/user', { email: wanted.email, password: PASSWORD }),
        ...Array.from({ length: 8 }, () => person.call('PATCH', '/api/user', { firstName: wanted.firstName })),
      ])
      expect(await person.call<Shown>('GET', '/api/user')).toMatchObject(wanted)
    }
  })

  test('takes no name of somebody else', async () => {
    const [person, other] = [await app.member(), await app.member()]
    const theirs = await rowOf(other.id)
    const change = { password: PASSWORD }
    const name = theirs?.displayUsername?.toUpperCase()
    expect(await person.refusal('PATCH', '/api/user', { ...change, username: name })).toMatchObject({
      status: 409,
      message: 'This username is taken. Please choose another one.',
    })
    expect(await person.refusal('PATCH', '/api/user', { username: 'a b' })).toMatchObject({ status: 400 })
  })

  test('takes no name that is made to look like another; who has one already keeps it', async () => {
    const [person, other] = [await app.member(), await app.member()]
    const username = `mi${Date.now()}`
    await other.call('PATCH', '/api/user', { username, password: PASSWORD })
    for (const name of ['\u0430dmin', username.replace('i', '\u0131'), username.replace('i', '\u0130')])
      expect(await person.refusal('PATCH', '/api/user', { username: name, password: PASSWORD }), name).toMatchObject({
        status: 409,
        message: 'This username is taken. Please choose another one.',
      })
    const mixed = `\u0430dmin${Date.now()}`
    await db.update(users).set({ username: mixed, displayUsername: mixed }).where(eq(users.id, person.id))
    const shown = { username: mixed, firstName: 'Ada' }
    expect(await person.call<Shown>('PATCH', '/api/user', shown)).toMatchObject(shown)
  })

  test('is no guest’s to change', async () => {
    const guest = await app.guest()
    expect(await guest.refusal('PATCH', '/api/user', { firstName: 'Ada' })).toMatchObject({
      status: 403,
      message: 'Create an account to do this.',
    })
  })
})

describe('a picture', () => {
  test('is told by its bytes, served so that it is never code, and has a new address when it changes', async () => {
    const person = await app.member()
    const put = async (bytes: Uint8Array) => {
      const answer = await person.send('PUT', '/api/user/picture', bytes, { 'content-type': 'text/html' })
      expect(answer.status).toBe(200)
      return ((await answer.json()) as Shown).picture ?? ''
    }
    const first = await put(PNG)
    const second = await put(WEBP)
    expect(second).not.toBe(first)
    const answer = await person.send('GET', second)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(WEBP)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    const known = { 'if-none-match': answer.headers.get('etag') ?? '' }
    expect((await person.send('GET', second, undefined, known)).status).toBe(304)

    expect((await (await app.administrator()).send('GET', second)).status).toBe(200)
    expect(await (await app.member()).refusal('GET', second)).toMatchObject({ status: 404 })
    expect(await app.visitor().refusal('GET', second)).toMatchObject({ status: 401 })
    expect(await person.call<Shown>('DELETE', '/api/user/picture')).toMatchObject({ picture: null })
    expect((await person.send('GET', second)).status).toBe(404)
  })

  test('that is none, or too large, is refused with a sentence', async () => {
    const person = await app.member()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    expect(await person.refusal('PUT', '/api/user/picture', svg, { 'content-type': 'image/png' })).toMatchObject({
      status: 415,
      message: 'A picture is a PNG, JPEG or WebP file. Choose another one.',
    })
    const large = Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)])
    expect(await person.refusal('PUT', '/api/user/picture', large)).toMatchObject({
      status: 413,
      message: 'That is too large: at most 2 MB can be sent here.',
    })
  })
})

describe('deleting an account', () => {
  const onOwnerDeleted = [forgetChat, forgetRecords]
  const sought = () => removeDueAccounts({ db, onOwnerDeleted, log: silentLog })

  test('asks for the password, waits 14 days in which everything works, and can be taken back', async () => {
    const person = await app.member()
    expect(await person.refusal('POST', '/api/user/deletion', { password: 'a guess' })).toMatchObject({ status: 422 })
    const { deletionAt } = await person.call<{ deletionAt: string }>('POST', '/api/user/deletion', {
      password: PASSWORD,
    })
    expect(Math.round((Date.parse(deletionAt) - Date.now()) / 86_400_000)).toBe(14)
    expect(await person.call('GET', '/api/user/account')).toMatchObject({ deletionAt, hasPassword: true })
    expect(await sought()).toBe(0)
    await person.call('DELETE', '/api/user/deletion')
    expect(await person.call('GET', '/api/user/account')).toMatchObject({ deletionAt: null })
  })

  test('removes everything of theirs once the days are over, and nobody else', async () => {
    const [person, stays] = [await app.member(), await app.member()]
    for (const one of [person, stays]) {
      await one.send('PUT', '/api/user/picture', PNG)
      await one.call('POST', '/api/threads', {})
    }
    await person.call('POST', '/api/user/deletion', { password: PASSWORD })
    await stays.call('POST', '/api/user/deletion', { password: PASSWORD })
    await db
      .update(users)
      .set({ deletionAt: new Date(Date.now() - 1000) })
      .where(eq(users.id, person.id))
    expect(await sought()).toBe(1)
    expect(await rowOf(person.id)).toBeUndefined()
    expect(await db.select().from(pictures).where(eq(pictures.userId, person.id))).toEqual([])
    const { rows } = await db.execute(sql`select 1 from threads where owner_id = ${person.id}`)
    expect(rows).toEqual([])
    await expect.poll(async () => (await person.send('GET', '/api/user/account')).status).toBe(401)
    expect((await stays.send('GET', (await stays.call<Shown>('GET', '/api/user')).picture ?? '')).status).toBe(200)
  })

  test('is not for the last administrator while others have accounts', async () => {
    const alone = await testApp({})
    const admin = await alone.administrator()
    await admin.call('POST', '/api/user/deletion', { password: PASSWORD })
    await admin.call('DELETE', '/api/user/deletion')
    const other = await alone.member()
    expect(await admin.refusal('POST', '/api/user/deletion', { password: PASSWORD })).toMatchObject({
      status: 409,
      message: 'This is the last administrator. Make somebody else an administrator first.',
    })
    await admin.call('PATCH', `/api/admin/users/${other.id}`, { role: 'admin' })
    await admin.call('POST', '/api/user/deletion', { password: PASSWORD })
    const last = await other.refusal('POST', '/api/user/deletion', { password: PASSWORD })
    expect(last.status, 'the other one is leaving already').toBe(409)
  })

  test('waits, for an administrator who was alone when they asked, until somebody else administers', async () => {
    const alone = await testApp({})
    const admin = await alone.administrator()
    const { id } = await admin.call<Shown>('GET', '/api/user')
    await admin.call('POST', '/api/user/deletion', { password: PASSWORD })
    const other = await alone.member()
    await alone.db
      .update(users)
      .set({ deletionAt: new Date(Date.now() - 1000) })
      .where(eq(users.id, id))
    const removed = () => removeDueAccounts({ db: alone.db, onOwnerDeleted, log: silentLog })
    expect(await removed()).toBe(0)
    await admin.call('PATCH', `/api/admin/users/${other.id}`, { role: 'admin' })
    expect(await removed()).toBe(1)
    expect((await other.send('GET', '/api/admin/users')).status).toBe(200)
  })
})
