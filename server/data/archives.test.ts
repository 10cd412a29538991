import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ActivityDetails } from '@atrium/contract/activity'
import type { ArchiveJob, ArchiveList, ImportReport, RestoreJob, SentArchive } from '@atrium/contract/data'
import type { NotificationPage } from '@atrium/contract/notifications'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { testDatabase } from '../platform/database/test-database.ts'
import { type Client, testApp } from '../test-app.ts'
import { createArchives } from './archives.ts'

const database = await testDatabase()
const app = await testApp({}, { database })
const folder = join(app.dataDir, 'archives')
const archives = createArchives(app.db, app.dataDir)
const onDisk = () => (existsSync(folder) ? readdirSync(folder) : [])
const DAY = 24 * 3_600_000
const LONG = { timeout: 30_000 }

const make = (who: Client) => who.call<ArchiveJob>('POST', '/api/data/archives')
const list = (who: Client) => who.call<ArchiveList>('GET', '/api/data/archives')
const seen = (who: Client, job: string) => who.call<ActivityDetails>('GET', `/api/activity/${job}`)
const statusOf = async (who: Client, job: string) => (await seen(who, job)).status
const ended = (who: Client, job: string) => expect.poll(() => statusOf(who, job), LONG)
const inbox = async (who: Client) =>
  (await who.call<NotificationPage>('GET', '/api/notifications')).notifications.map(({ title }) => title)
const fetched = async (who: Client, link: string, headers: Record<string, string> = {}) => {
  const answer = await who.send('GET', link, undefined, headers)
  return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()), headers: answer.headers }
}
const send = async (who: Client, body: Uint8Array | string, name = 'everything.zip') =>
  who.call<SentArchive>('POST', `/api/data/uploads?name=${name}`, body)
/** Makes one and waits for it. */
async function made(who: Client) {
  const { job } = await make(who)
  await ended(who, job).toBe('succeeded')
  return job
}
/** Goes on with `work` while nobody's memories can be read or written: whoever needs them stands still. */
async function heldUp(work: () => Promise<void>): Promise<void> {
  const holder = await app.db.$client.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table memories in access exclusive mode')
    await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}
async function somebody() {
  const ann = await app.member()
  for (const title of ['Buy tea', 'Water the plants']) await ann.call('POST', '/api/m/tasks/add', { title })
  await ann.call('POST', '/api/memories', { text: 'Likes tea' })
  await ann.send('POST', '/api/files?name=notes.txt', 'The budget is 42 euros.')
  return ann
}

test('everything of a person is made into an archive, lies to be fetched, and is taken in by another account', async () => {
  const ann = await somebody()
  const job = await made(ann)
  const { archives: all, making } = await list(ann)
  expect([all.length, making]).toEqual([1, null])
  const [archive] = all as [(typeof all)[number]]
  expect(archive.name).toMatch(/^\w+-\d{4}-\d\d-\d\d\.zip$/)
  expect(Date.parse(archive.endsAt) - Date.parse(archive.createdAt)).toBe(7 * DAY)
  expect(await seen(ann, job)).toMatchObject({
    ...{ work: 'export', module: 'core', subject: archive.name, link: archive.link, canPause: false },
  })
  const { bytes, headers } = await fetched(ann, archive.link)
  expect(bytes).toHaveLength(archive.size)
  expect(headers.get('content-disposition')).toContain(archive.name)
  expect(strFromU8(unzipSync(bytes)['files.jsonl'] as Uint8Array)).toContain('notes.txt')
  // A download that broke off goes on where it was.
  const rest = await fetched(ann, archive.link, { range: 'bytes=100-' })
  expect([rest.status, Buffer.from(rest.bytes).equals(Buffer.from(bytes.subarray(100)))]).toEqual([206, true])

  const bob = await app.member()
  expect((await fetched(bob, archive.link)).status).toBe(404)
  expect((await bob.refusal('DELETE', `/api/data/archives/${archive.id}`)).status).toBe(404)
  const sent = await send(bob, bytes, archive.name)
  const preview = await bob.call<ImportReport>('POST', `/api/data/uploads/${sent.id}/preview`)
  expect(await bob.call('POST', '/api/m/tasks/list', {})).toMatchObject({ output: { total: 0 } })
  const things = preview.counts.reduce((sum, one) => sum + one.added + one.present + one.refused, 0)
  const restore = await bob.call<RestoreJob>('POST', `/api/data/uploads/${sent.id}/restore`, { things })
  await ended(bob, restore.job).toBe('succeeded')
  expect((await seen(bob, restore.job)).result).toEqual({ report: preview })
  expect(await bob.call('POST', '/api/m/tasks/list', {})).toMatchObject({ output: { total: 2 } })
  // What was sent is gone with that; what was made stays.
  await expect.poll(onDisk, LONG).toHaveLength(1)
  expect(await bob.refusal('POST', `/api/data/uploads/${sent.id}/preview`)).toMatchObject({
    ...{ status: 404, message: 'This upload is gone. Choose the file again.' },
  })
  await ann.call('DELETE', `/api/data/archives/${archive.id}`)
  expect(await list(ann)).toMatchObject({ archives: [] })
  expect((await seen(ann, job)).link).toBeNull()
  expect(onDisk()).toEqual([])
})

test('one that takes longer goes on when its caller has left; asked for again it is the same; its end is told', async () => {
  const ann = await somebody()
  let job = ''
  await heldUp(async () => {
    const begun = await make(ann)
    expect(begun.link).toBeNull()
    job = begun.job
    expect(await seen(ann, job)).toMatchObject({ status: 'running', work: 'export' })
    expect(await make(ann)).toEqual({ job, link: null })
    expect(await list(ann)).toEqual({ archives: [], making: job, restoring: null })
  })
  await ended(ann, job).toBe('succeeded')
  await expect.poll(() => inbox(ann), LONG).toEqual(['Your archive is ready'])
  const first = (await list(ann)).archives[0]
  // A newer one takes its place.
  const second = await made(ann)
  expect((await list(ann)).archives.map(({ id }) => id)).toEqual([second])
  expect((await fetched(ann, first?.link ?? '')).status).toBe(404)
  expect((await seen(ann, job)).link).toBeNull()
  expect(onDisk().filter((name) => name.startsWith(job))).toEqual([])
})

test('one that is cancelled leaves nothing behind, nor an import that is', async () => {
  const ann = await somebody()
  await made(ann)
  const link = (await list(ann)).archives[0]?.link ?? ''
  const before = onDisk()
  const { bytes } = await fetched(ann, link)
  const bob = await app.member()
  const sent = await send(bob, bytes)
  await heldUp(async () => {
    const { job } = await make(ann)
    await expect.poll(() => onDisk().filter((name) => name.startsWith(job)).length, LONG).toBe(1)
    const restore = await bob.call<RestoreJob>('POST', `/api/data/uploads/${sent.id}/restore`, {})
    expect(restore.report).toBeNull()
    expect((await bob.refusal('POST', `/api/data/uploads/${sent.id}/restore`, {})).status).toBe(409)
    expect((await bob.refusal('DELETE', `/api/data/uploads/${sent.id}`)).status).toBe(409)
    for (const [who, one] of [
      [ann, job],
      [bob, restore.job],
    ] as const)
      await who.call('POST', `/api/activity/${one}/cancel`)
    await ended(bob, restore.job).toBe('cancelled')
  })
  const { making } = await list(ann)
  if (making) await ended(ann, making).toBe('cancelled')
  await expect.poll(() => onDisk().filter((name) => name.endsWith('.part')), LONG).toEqual([])
  expect(onDisk()).toEqual(expect.arrayContaining(before))
  expect((await list(ann)).archives).toHaveLength(1) // the one before
  expect(await bob.call('POST', '/api/m/tasks/list', {})).toMatchObject({ output: { total: 0 } })
  // Its file is still there: it goes again.
  const again = await bob.call<RestoreJob>('POST', `/api/data/uploads/${sent.id}/restore`, {})
  await ended(bob, again.job).toBe('succeeded')
})

test('a server that falls silent over it is taken over: one whole archive, and no half file', async () => {
  const ann = await somebody()
  let job = ''
  await heldUp(async () => {
    job = (await make(ann)).job
    await expect.poll(() => onDisk().filter((name) => name.startsWith(job)).length, LONG).toBe(1)
    const [half] = onDisk().filter((name) => name.startsWith(job))
    await app.db.$client.query(
      `update runs set lease_until = now() - interval '1 hour', worker = 'gone' where id = (select run_id from jobs where id = $1)`,
      [job],
    )
    await testApp({ DATA_DIR: app.dataDir }, { database, administrator: false })
    await expect.poll(() => onDisk().some((name) => name.startsWith(job) && name !== half), LONG).toBe(true)
    expect(onDisk()).not.toContain(half)
  })
  await ended(ann, job).toBe('succeeded')
  expect((await list(ann)).archives.map(({ id }) => id)).toEqual([job])
  await expect
    .poll(() => onDisk().filter((name) => name.startsWith(job)), LONG)
    .toEqual([expect.stringMatching(/\.zip$/)])
})

test('one whose end was lost after it was kept is not made again', async () => {
  const ann = await somebody()
  const job = await made(ann)
  const files = onDisk()
  await app.db.$client.query(
    `with mine as (update jobs set status = 'running', result = null, ended_at = null where id = $1 returning run_id)
     update runs set status = 'running', worker = 'gone', lease_until = now() - interval '1 hour' from mine where runs.id = mine.run_id`,
    [job],
  )
  await ended(ann, job).toBe('succeeded')
  expect(await seen(ann, job)).toMatchObject({ result: { archive: job } })
  expect(onDisk()).toEqual(files)
})

test('it is removed after a week, and what is left over after an hour; what is being made stays', async () => {
  const ann = await somebody()
  const job = await made(ann)
  const old = new Date(Date.now() - 2 * 3_600_000)
  writeFileSync(join(folder, 'gone.1.part'), 'half')
  writeFileSync(join(folder, 'gone.2.zip'), 'whole, and nobody’s')
  for (const name of ['gone.1.part', 'gone.2.zip']) utimesSync(join(folder, name), old, old)
  writeFileSync(join(folder, 'coming.3.part'), 'on its way')
  const bea = await app.member()
  await heldUp(async () => {
    const { job: other } = await make(bea)
    await expect.poll(() => onDisk().filter((name) => name.startsWith(other)).length, LONG).toBe(1)
    for (const name of onDisk().filter((one) => one.startsWith(other))) utimesSync(join(folder, name), old, old)
    await archives.cleanUp()
    expect(onDisk().filter((name) => name.startsWith(other))).toHaveLength(1)
  })
  expect(onDisk().filter((name) => /^(gone|coming)/.test(name))).toEqual(['coming.3.part'])
  expect(onDisk().some((name) => name.startsWith(job))).toBe(true)
  await archives.cleanUp(new Date(Date.now() + 8 * DAY))
  expect(onDisk().some((name) => name.startsWith(job))).toBe(false)
  expect((await list(ann)).archives).toEqual([])
  expect((await seen(ann, job)).link).toBeNull()
})

test('what is no archive, too large, another’s or a guest’s is refused in a sentence, and nothing stays', async () => {
  const bob = await app.member()
  const before = onDisk()
  const { id } = await send(bob, 'PK no zip at all')
  expect(await bob.refusal('POST', `/api/data/uploads/${id}/preview`)).toMatchObject({ status: 422 })
  expect(await bob.refusal('POST', `/api/data/uploads/${id}/restore`, {})).toMatchObject({ status: 422 })
  expect((await bob.refusal('POST', `/api/data/uploads/${id}/restore`, { things: 2 ** 40 })).status).toBe(400)
  await bob.call('DELETE', `/api/data/uploads/${id}`)
  expect((await bob.refusal('POST', '/api/data/uploads?name=a.zip', '')).status).toBe(400)
  expect((await bob.refusal('POST', '/api/data/uploads', 'PK')).status).toBe(400)
  for (const path of ['/api/data/uploads/none/preview', '/api/data/uploads/none/restore'])
    expect((await bob.refusal('POST', path, {})).status).toBe(404)
  expect(await bob.refusal('GET', '/api/data/archives/none/file')).toMatchObject({
    ...{ status: 404, message: 'This archive is gone. Make a new one.' },
  })
  expect(onDisk()).toEqual(before)
  // One at a time waits to be taken in: the next takes its place.
  const first = await send(bob, 'PK one')
  const second = await send(bob, 'PK two')
  expect((await bob.refusal('POST', `/api/data/uploads/${first.id}/preview`)).status).toBe(404)
  await bob.call('DELETE', `/api/data/uploads/${second.id}`)
  const guest = await app.guest()
  await made(guest)
  expect((await guest.refusal('POST', '/api/data/uploads?name=a.zip', 'PK')).status).toBe(403)
  expect(await app.visitor().refusal('POST', '/api/data/archives')).toMatchObject({ status: 401 })
})
