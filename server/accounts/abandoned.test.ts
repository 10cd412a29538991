import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredFile } from '@atrium/contract/files'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forgetChat } from '../chat/owner-deleted.ts'
import { createFiles } from '../files/files.ts'
import { CHANNEL, payload } from '../platform/database/bus.ts'
import { silentLog } from '../platform/telemetry.ts'
import { forgetRecords } from '../records/owner-deleted.ts'
import { type Client, testApp } from '../test-app.ts'
import { createAccounts } from './accounts.ts'
import { DAYS_AFTER_SESSION, type OnOwnerDeleted, removeAbandonedGuests } from './removal.ts'
import { sessions, users } from './tables.ts'

const app = await testApp()
const { db } = app
const files = createFiles({ db, dir: app.dataDir, log: silentLog })
const onOwnerDeleted: OnOwnerDeleted[] = [forgetChat, forgetRecords, files.forget]
const sought = () => removeAbandonedGuests({ db, onOwnerDeleted, log: silentLog })

const idOf = async (who: Client) => (await who.call<{ userId: string }>('GET', '/api/me')).userId
const isThere = async (id: string) => (await db.select().from(users).where(eq(users.id, id))).length === 1
const bytesThere = (sha256: string) => existsSync(join(app.dataDir, 'files', sha256.slice(0, 2), sha256))

/** As if the person had last been here so many days before today, and their session had lasted 30 days from then. */
async function sessionOverFor(days: number, id: string): Promise<void> {
  const over = sql`now() - make_interval(days => ${days})`
  const began = sql`now() - make_interval(days => ${days + 30})`
  await db.update(sessions).set({ expiresAt: over, createdAt: began, updatedAt: began }).where(eq(sessions.userId, id))
  await db.update(users).set({ createdAt: began, updatedAt: began }).where(eq(users.id, id))
}

/** Where this id stands as an owner, in whichever table: a new table without a hook is found here. */
async function tracesOf(id: string): Promise<string[]> {
  const { rows } = await db.execute<{ table_name: string; column_name: string }>(
    sql`select table_name, column_name from information_schema.columns
        where table_schema = 'public' and data_type = 'text' order by table_name, column_name`,
  )
  const found: string[] = []
  for (const { table_name, column_name } of rows) {
    const { rows: hits } = await db.execute(
      sql`select 1 from ${sql.identifier(table_name)} where ${sql.identifier(column_name)} = ${id} limit 1`,
    )
    if (hits.length > 0) found.push(`${table_name}.${column_name}`)
  }
  return found
}

const rowsOf = async (table: string) =>
  Number((await db.execute<{ n: number }>(sql`select count(*) as n from ${sql.identifier(table)}`)).rows[0]?.n)

/** Makes one of everything: a thread with messages, a run and its events, a memory, a file, a record, a preference. */
async function lives(who: Client, words: string): Promise<{ id: string; sha256: string }> {
  const id = await idOf(who)
  const file = await who.send('POST', '/api/files?name=words.txt', words)
  const { id: fileId } = (await file.json()) as StoredFile
  await who.stream('POST', '/api/converse/stream', { message: 'hello', userId: id, attachments: [fileId] })
  await who.call('POST', '/api/m/tasks/add', { title: `water the plants ${words}` })
  await who.call('PUT', '/api/user/preferences/theme', { theme: 'dark' })
  await db.execute(sql`insert into memories (id, owner_id, text) values (${`memory-${id}`}, ${id}, 'likes plants')`)
  const { rows } = await db.execute<{ sha256: string }>(sql`select sha256 from files where id = ${fileId}`)
  return { id, sha256: rows[0]?.sha256 ?? '' }
}

test('a guest whose session has been over for long is removed with everything of theirs, and nobody else', async () => {
  const member = await app.member()
  const stays = await lives(member, 'shared words')
  const tables = ['threads', 'messages', 'message_files', 'runs', 'run_events', 'memories', 'files', 'records']
  const more = ['record_versions', 'changes', 'users', 'sessions']
  const count = async () =>
    Object.fromEntries(await Promise.all([...tables, ...more].map(async (one) => [one, await rowsOf(one)])))
  const before = await count()

  const alone = await lives(await app.guest(), 'words of their own')
  const sharing = await lives(await app.guest(), 'shared words')
  expect(sharing.sha256).toBe(stays.sha256)
  expect(await tracesOf(alone.id)).toEqual(
    expect.arrayContaining([
      'changes.scope_id',
      'files.owner_id',
      'memories.owner_id',
      'messages.owner_id',
      'records.scope_id',
      'runs.owner_id',
      'sessions.user_id',
      'threads.owner_id',
      'users.id',
    ]),
  )
  for (const { id } of [alone, sharing]) await sessionOverFor(DAYS_AFTER_SESSION + 1, id)
  expect(await sought()).toBe(2)
  expect(await tracesOf(alone.id)).toEqual([])
  expect(await tracesOf(sharing.id)).toEqual([])
  expect(await count()).toEqual(before)

  expect(bytesThere(alone.sha256)).toBe(true)
  await files.cleanUp()
  expect(bytesThere(alone.sha256)).toBe(false)
  expect(bytesThere(stays.sha256)).toBe(true)
  expect(await tracesOf(stays.id)).not.toEqual([])
})

test('who came back in time, or registered, stays', async () => {
  const there = await idOf(await app.guest())
  const recent = await idOf(await app.guest())
  await sessionOverFor(DAYS_AFTER_SESSION - 1, recent)
  const { id: member } = await app.member()
  await sessionOverFor(400, member)
  const registering = await app.guest()
  const registered = await idOf(registering)
  await registering.call('POST', '/api/register', {
    username: 'late-registrar',
    email: 'late@example.org',
    password: 'correct horse battery',
  })
  await sessionOverFor(400, registered)
  expect(await sought()).toBe(0)
  for (const id of [there, recent, member, registered]) expect(await isThere(id)).toBe(true)

  await sessionOverFor(DAYS_AFTER_SESSION + 1, recent)
  expect(await sought()).toBe(1)
  expect(await isThere(recent)).toBe(false)
})

test('a guest who signed out is counted from then, whenever the session began', async () => {
  const guest = await app.guest()
  const id = await idOf(guest)
  await sessionOverFor(-5, id) // it would have lasted five days more
  await guest.call('POST', '/auth/logout', {})
  expect(await db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([])
  expect(await sought()).toBe(0)
  await sessionOverFor(DAYS_AFTER_SESSION + 1, id)
  expect(await sought()).toBe(1)
})

test('a guest who opens the page after the session is over is counted from its end', async () => {
  const guest = await app.guest()
  const id = await idOf(guest)
  await sessionOverFor(10, id)
  await createdAccounts().cleanUp()
  expect(await db.select().from(sessions).where(eq(sessions.userId, id)), 'the hourly cleaning keeps it').toHaveLength(
    1,
  )
  await db.execute(sql`select pg_notify(${CHANNEL}, ${payload('session', id)})`) // or it is remembered for a moment
  await expect.poll(() => idOf(guest)).toBe(null)
  const [row] = await db.select().from(users).where(eq(users.id, id))
  expect(await db.select().from(sessions).where(eq(sessions.userId, id)), 'the page ended it').toEqual([])
  const daysAway = (Date.now() - (row?.updatedAt.getTime() ?? 0)) / 86_400_000
  expect(daysAway).toBeGreaterThan(9.9)
  expect(daysAway).toBeLessThan(10.1)
  expect(await sought()).toBe(0)
})

function createdAccounts(hooks: readonly OnOwnerDeleted[] | undefined = onOwnerDeleted) {
  return createAccounts({
    db,
    secret: 'a secret of the tests that is long enough',
    baseUrl: 'http://localhost:3000',
    trustedOrigins: [],
    log: silentLog,
    transferOwnership: [],
    onOwnerDeleted: hooks,
  })
}

test('the housekeeping of the accounts looks for them once a day', async () => {
  const accounts = createdAccounts()
  const [first, second] = [await idOf(await app.guest()), await idOf(await app.guest())]
  await sessionOverFor(DAYS_AFTER_SESSION + 1, first)
  await accounts.cleanUp()
  expect(await isThere(first)).toBe(false)
  await sessionOverFor(DAYS_AFTER_SESSION + 1, second)
  await accounts.cleanUp()
  expect(await isThere(second), 'the same day').toBe(true)
  expect(await sought()).toBe(1)
})

test('a feature that fails keeps its guest whole, and the others go', async () => {
  const broken = await idOf(await app.guest())
  const other = await idOf(await app.guest())
  const thread = async (id: string) =>
    db.execute(sql`insert into threads (id, owner_id, title) values (${`thread-${id}`}, ${id}, 'kept')`)
  for (const id of [broken, other]) {
    await thread(id)
    await sessionOverFor(DAYS_AFTER_SESSION + 1, id)
  }
  const failing: OnOwnerDeleted = async (_tx, owner) => {
    if (owner === broken) throw new Error('the feature failed')
  }
  expect(await removeAbandonedGuests({ db, onOwnerDeleted: [forgetChat, failing], log: silentLog })).toBe(1)
  expect(await tracesOf(broken)).toEqual(expect.arrayContaining(['threads.owner_id', 'users.id']))
  expect(await tracesOf(other)).toEqual([])
  expect(await sought()).toBe(1)
  expect(await tracesOf(broken)).toEqual([])
})

test('a guest who is none any more when the turn comes stays', async () => {
  const first = await idOf(await app.guest())
  const second = await idOf(await app.guest())
  for (const id of [first, second]) await sessionOverFor(DAYS_AFTER_SESSION + 1, id)
  const meanwhile: OnOwnerDeleted = async (_tx, owner) => {
    const other = owner === first ? second : first
    await db.update(users).set({ isAnonymous: false }).where(eq(users.id, other))
  }
  expect(await removeAbandonedGuests({ db, onOwnerDeleted: [meanwhile], log: silentLog })).toBe(1)
  expect([await isThere(first), await isThere(second)].filter(Boolean)).toHaveLength(1)
})

test('without a feature to tell, nobody is removed', async () => {
  const id = await idOf(await app.guest())
  await sessionOverFor(DAYS_AFTER_SESSION + 1, id)
  expect(await removeAbandonedGuests({ db, onOwnerDeleted: [], log: silentLog })).toBe(0)
  expect(await isThere(id)).toBe(true)
  expect(await sought()).toBe(1)
})

test('instances do not remove at once: who finds another at it leaves it to that one', async () => {
  const ids = [await idOf(await app.guest()), await idOf(await app.guest())]
  for (const id of ids) await sessionOverFor(DAYS_AFTER_SESSION + 1, id)
  let atOnce = 0
  let most = 0
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const slow: OnOwnerDeleted = async () => {
    most = Math.max(most, ++atOnce)
    await held
    atOnce--
  }
  const first = removeAbandonedGuests({ db, onOwnerDeleted: [slow, ...onOwnerDeleted], log: silentLog })
  await expect.poll(() => atOnce).toBe(1)
  expect(await removeAbandonedGuests({ db, onOwnerDeleted: [slow, ...onOwnerDeleted], log: silentLog })).toBe(0)
  letGo()
  expect(await first).toBe(2)
  expect(most).toBe(1)
  for (const id of ids) expect(await tracesOf(id)).toEqual([])
})
