import type { NotificationPage } from '@atrium/contract/notifications'
import { asc, eq } from 'drizzle-orm'
import pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { claimRecords } from '../records/claim.ts'
import { emptyTrash } from '../records/purge.ts'
import { testModules } from '../records/test-module.ts'
import { claimNotifications, forgetNotifications } from './owner.ts'
import { waitingNotifications } from './tables.ts'
import { reminding, remindingServer } from './test-reminding.ts'

const modules = await testModules(remindingServer)
const { act, undo, db, notifications } = modules

let people = 0
let ann = ''
beforeEach(() => {
  ann = `ann${++people}`
})

const waitingOf = async (scope: string) => {
  const { title, at } = waitingNotifications
  const rows = await db
    .select({ title, at })
    .from(waitingNotifications)
    .where(eq(waitingNotifications.scopeId, scope))
    .orderBy(asc(at), asc(title))
  return rows.map((row) => `${row.title} ${row.at.toISOString().slice(0, 16)}`)
}
const inboxOf = async (who: string) => {
  const page = (await (await modules.fetch(who, '/api/notifications')).json()) as NotificationPage
  return page.notifications.map(({ title }) => title)
}
const FAR = '2099-05-04T09:00'
const add = (note: object, zone?: string) => act<{ id: string }>(ann, 'reminding.add', note, zone)

test('a row that is saved reminds at its time, on the clock of whoever saved it', async () => {
  await add({ title: 'Local', due: FAR }, 'Europe/Berlin')
  await add({ title: 'Instant', due: '2099-05-04T09:00:00.000Z' }, 'Europe/Berlin')
  await add({ title: 'Never' })
  expect(await waitingOf(ann)).toEqual(['Local 2099-05-04T07:00', 'Instant 2099-05-04T09:00'])
})

test('what is changed, done, deleted, restored and undone reminds as it is then', async () => {
  const { output } = await add({ title: 'Call', due: FAR })
  const { id } = output
  await act(ann, 'reminding.change', { id, title: 'Call Bob', due: '2099-05-05T10:00' })
  expect(await waitingOf(ann)).toEqual(['Call Bob 2099-05-05T10:00'])
  const done = await act(ann, 'reminding.change', { id, done: true })
  expect(await waitingOf(ann)).toEqual([])
  await undo(ann, done.change)
  expect(await waitingOf(ann)).toEqual(['Call Bob 2099-05-05T10:00'])
  await act(ann, 'reminding.remove', { id })
  expect(await waitingOf(ann)).toEqual([])
  await act(ann, 'reminding.restore', { id })
  expect(await waitingOf(ann)).toEqual(['Call Bob 2099-05-05T10:00'])
  await act(ann, 'reminding.remove', { id })
  await emptyTrash(db, ann, { module: 'reminding', collection: 'notes' })
  expect(await waitingOf(ann)).toEqual([])
})

test('an undo without a zone takes the one in which the person was last', async () => {
  const { output } = await add({ title: 'Call', due: FAR }, 'Asia/Tokyo')
  const done = await act(ann, 'reminding.change', { id: output.id, done: true }, 'Asia/Tokyo')
  await db.execute(`insert into owner_zones (owner, time_zone, language) values ('${ann}', 'Asia/Tokyo', 'ja')`)
  await undo(ann, done.change)
  expect(await waitingOf(ann)).toEqual(['Call 2099-05-04T00:00'])
})

test('what lies in the past reminds nobody', async () => {
  await add({ title: 'Old', due: '2001-01-01T09:00' })
  expect(await waitingOf(ann)).toEqual([])
  await notifications.deliver(new Date())
  expect(await inboxOf(ann)).toEqual([])
})

test('a row that repeats reminds again after each time', async () => {
  await act(ann, 'reminding.chore', { title: 'Water the plants' })
  const [first = ''] = await waitingOf(ann)
  const day = new Date(`${first.slice(-16)}Z`)
  for (const _ of [1, 2]) {
    await notifications.deliver(day)
    day.setUTCDate(day.getUTCDate() + 1)
    expect(await waitingOf(ann)).toEqual([`Water the plants ${day.toISOString().slice(0, 16)}`])
  }
  expect(await inboxOf(ann)).toEqual(['Water the plants', 'Water the plants'])
})

test('an import of 5,000 rows asks the database once more for each batch, and one of others not at all', async () => {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const statements = () => spy.mock.calls.map(([asked]) => String((asked as { text?: string }).text ?? asked))
  const ofWaiting = () => statements().filter((text) => text.includes('waiting_notifications'))
  const lines = Array.from({ length: 5000 }, (_, at) => `Note ${at}|${FAR}`)
  const report = await modules.importFile(
    ann,
    'reminding.notes',
    { name: 'n.txt', bytes: lines.join('\n') },
    { timeZone: 'UTC' },
  )
  expect(report.status).toBe(200)
  const saves = statements().filter((text) => text.includes('insert into records')).length
  expect(saves).toBeGreaterThan(0)
  expect(ofWaiting()).toHaveLength(saves)
  expect(await waitingOf(ann)).toHaveLength(5000)
  spy.mockClear()
  await act(ann, 'reminding.calm', { title: 'Nothing' })
  await add({ title: 'Without a time' })
  expect(ofWaiting()).toEqual([])
  spy.mockRestore()
  await undo(ann, (report as unknown as { change: string }).change)
  expect(await waitingOf(ann)).toEqual([])
})

test('an action tells with what it writes or not at all, and a key makes it one', async () => {
  const tell = (said: object) => act(ann, 'reminding.tell', said)
  expect((await act(ann, 'reminding.tellAndFail')).status).toBe(500)
  expect((await act(ann, 'reminding.look')).status).toBe(500)
  expect(await waitingOf(ann)).toEqual([])
  await tell({ title: 'First', key: 'k', at: FAR })
  await tell({ title: 'Second', key: 'k', at: '2099-05-06T09:00' })
  await tell({ title: 'Other', key: 'o', at: FAR })
  expect(await waitingOf(ann)).toEqual(['Other 2099-05-04T09:00', 'Second 2099-05-06T09:00'])
  await act(ann, 'reminding.withdraw', { key: 'k' })
  expect(await waitingOf(ann)).toEqual(['Other 2099-05-04T09:00'])
  expect((await tell({ title: 'Unknown', kind: 'nothing' })).status).toBe(500)
})

test('what is said again and again without a pause comes all the same, as it was said last', async () => {
  const now = new Date('2099-05-04T09:00:00.000Z')
  const say = (title: string, at: Date) =>
    notifications.waiting.tell(
      db.$client,
      [{ module: 'reminding', notification: { kind: 'word', title, key: 'busy' } }],
      { scope: ann, now: at, actor: ann, timeZone: 'UTC', language: 'en' },
      null,
    )
  await say('Once', new Date(now.getTime() - 1))
  await say('Twice', new Date(now.getTime() + 1)) // after the look has taken its time, before it has read
  await notifications.deliver(now)
  expect(await inboxOf(ann)).toEqual(['Twice'])
  // What is put off to a time of its own is.
  await act(ann, 'reminding.tell', { title: 'Now', key: 'later' })
  await act(ann, 'reminding.tell', { title: 'Later', key: 'later', at: FAR })
  expect(await waitingOf(ann)).toEqual(['Later 2099-05-04T09:00'])
})

test('a link to elsewhere is refused, and nothing is kept', async () => {
  for (const link of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/a b',
    'x',
  ]) {
    const refused = await act(ann, 'reminding.tell', { title: 'Look', link })
    expect(`${refused.status} ${refused.error}`, link).toBe(
      '400 A notification can lead to a page of this workspace only.',
    )
  }
  expect((await act(ann, 'reminding.tell', { title: 'Look', link: '/tasks?task=1#a', at: FAR })).status).toBe(200)
  expect(await waitingOf(ann)).toEqual(['Look 2099-05-04T09:00'])
})

test('who comes to another zone is reminded on the clocks there; an instant stays', async () => {
  await add({ title: 'Local', due: FAR }, 'Europe/Berlin')
  await add({ title: 'Instant', due: '2099-05-04T09:00:00.000Z' }, 'Europe/Berlin')
  await notifications.moved(ann, 'America/New_York')
  expect(await waitingOf(ann)).toEqual(['Instant 2099-05-04T09:00', 'Local 2099-05-04T13:00'])
})

test('a guest takes what waits and what came to the account; who is gone leaves nothing', async () => {
  const guest = `guest${people}`
  await act(`${guest}:guest`, 'reminding.add', { title: 'Mine', due: FAR })
  await act(`${guest}:guest`, 'reminding.tell', { title: 'Guest’s', key: 'k', at: FAR })
  await act(`${guest}:guest`, 'reminding.tell', { title: 'Came' })
  await act(ann, 'reminding.tell', { title: 'Ann’s', key: 'k', at: FAR })
  await notifications.deliver(new Date())
  await db.transaction(async (tx) => {
    await claimRecords([reminding])(tx, guest, ann)
    await claimNotifications(tx, guest, ann)
  })
  expect(await waitingOf(guest)).toEqual([])
  expect(await waitingOf(ann)).toEqual(['Ann’s 2099-05-04T09:00', 'Mine 2099-05-04T09:00'])
  expect(await inboxOf(ann)).toEqual(['Came'])
  await db.transaction((tx) => forgetNotifications(tx, ann))
  expect(await waitingOf(ann)).toEqual([])
  expect(await inboxOf(ann)).toEqual([])
})
