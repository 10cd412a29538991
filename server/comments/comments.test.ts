import type { Comment, Comments } from '@atrium/contract/comments'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notifications, waitingNotifications } from '../notifications/tables.ts'
import { acting, sharedWith } from '../sharing/test-shares.ts'
import { type Client, testApp } from '../test-app.ts'
import { recordComments } from './tables.ts'

const app = await testApp()
await app.administrator()
const act = acting('tasks')
const inSync = acting('sync')

const at = (id: string) => `/api/m/tasks/collections/tasks/${id}/comments`
async function task(who: Client, title = 'Paint the fence') {
  return (await act<{ id: string }>(who, 'add', { title, literal: true })).output.id
}
async function call<T>(who: Client, method: string, path: string, body?: object, scope = '') {
  const answer = await who.send(method, path, body, scope ? { 'x-scope': scope } : {})
  return { status: answer.status, body: (await answer.json()) as T & { error?: { message: string } } }
}
const say = (who: Client, path: string, text: string, scope = '') => call<Comment>(who, 'POST', path, { text }, scope)
const list = async (who: Client, path: string, scope = '') =>
  (await call<Comments>(who, 'GET', path, undefined, scope)).body
const username = async (who: Client) => (await who.call<{ username: string }>('GET', '/api/user')).username
/** What the core has told or will tell somebody. */
async function toldTo(who: { id: string }) {
  const waiting = await app.db
    .select({ body: waitingNotifications.body, kind: waitingNotifications.kind })
    .from(waitingNotifications)
    .where(eq(waitingNotifications.scopeId, who.id))
  const came = await app.db
    .select({ body: notifications.body, kind: notifications.kind })
    .from(notifications)
    .where(eq(notifications.ownerId, who.id))
  return [...waiting, ...came].flatMap(({ body, kind }) => (kind === 'comment' ? [body] : []))
}

test('what is said about a record is there, in its order, is said differently by its author and taken away', async () => {
  const ann = await app.member()
  const path = at(await task(ann))
  const first = await say(ann, path, '  Which colour?\nGreen?  ')
  expect(first).toMatchObject({ status: 201, body: { text: 'Which colour?\nGreen?', isMine: true, editedAt: null } })
  const second = await say(ann, path, 'Red.')
  expect(await call(ann, 'PATCH', `${path}/${second.body.id}`, { text: 'Blue.' })).toMatchObject({ status: 200 })
  const all = await list(ann, path)
  expect(all).toMatchObject({ total: 2, before: null, canWrite: true, canModerate: true })
  expect(all.comments.map(({ text, editedAt }) => [text, editedAt !== null])).toEqual([
    ['Which colour?\nGreen?', false],
    ['Blue.', true],
  ])
  expect((await call(ann, 'DELETE', `${path}/${first.body.id}`)).status).toBe(200)
  expect((await call(ann, 'DELETE', `${path}/${first.body.id}`)).body.error?.message).toBe(
    'That comment is not there any more.',
  )
  expect((await list(ann, path)).comments.map(({ text }) => text)).toEqual(['Blue.'])
})

test('nothing and too much are refused in a sentence, and half of a sign is marked', async () => {
  const ann = await app.member()
  const path = at(await task(ann))
  for (const [text, sentence] of [
    ['   ', /needs a text/],
    ['x'.repeat(5_001), /at most 5,000 characters/],
    ['nul \u0000', /cannot hold the NUL character/],
  ] as const) {
    const { status, body } = await say(ann, path, text)
    expect(status, text.slice(0, 10)).toBe(400)
    expect(body.error?.message).toMatch(sentence)
  }
  expect((await say(ann, at('nowhere'), 'Hello')).status).toBe(404)
  expect((await say(ann, '/api/m/tasks/collections/nothing/x/comments', 'Hello')).status).toBe(404)
  expect((await list(ann, path)).total).toBe(0)
  expect((await say(ann, path, 'half \ud83d')).body.text).toBe('half \ufffd')
})

test('long talks come by pages, the last first, and end at a thousand', async () => {
  const ann = await app.member()
  const id = await task(ann)
  await app.db.$client.query(
    `insert into record_comments (id, scope_id, module, record_id, author_id, called, text)
     select lpad(n::text, 8, '0'), $1, 'tasks', $2, $1, 'Ann', 'no. ' || n from generate_series(1, 1000) n`,
    [ann.id, id],
  )
  const page = await list(ann, at(id))
  expect(page.comments.map(({ text }) => text).slice(-2)).toEqual(['no. 999', 'no. 1000'])
  expect(page.comments).toHaveLength(50)
  const earlier = await list(ann, `${at(id)}?before=${page.before}`)
  expect(earlier.comments.at(-1)?.text).toBe('no. 950')
  expect((await say(ann, at(id), 'One more')).body.error?.message).toMatch(/1,000 comments here already/)
})

test('nobody else reads or writes them, and a record’s comments go with it', async () => {
  const [ann, eve] = [await app.member(), await app.member()]
  const id = await task(ann)
  const { body } = await say(ann, at(id), 'Secret')
  expect((await call(eve, 'GET', at(id))).status).toBe(404)
  expect((await say(eve, at(id), 'Hello')).status).toBe(404)
  for (const method of ['PATCH', 'DELETE'])
    expect((await call(eve, method, `${at(id)}/${body.id}`, { text: 'x' })).status).toBe(404)
  // Nor by a record of one's own.
  expect((await call(eve, 'DELETE', `${at(await task(eve))}/${body.id}`)).status).toBe(404)
  await act(ann, 'remove', { id })
  expect((await call(ann, 'GET', at(id))).status).toBe(404)
  await ann.call('DELETE', '/api/m/tasks/collections/tasks/trash')
  expect(await app.db.select().from(recordComments).where(eq(recordComments.recordId, id))).toEqual([])
})

test('what is said about a record that is removed for good at that moment is refused in a sentence', async () => {
  const ann = await app.member()
  const id = await task(ann)
  const remover = await app.db.$client.connect()
  try {
    await remover.query('begin')
    await remover.query('delete from records where id = $1', [id])
    const said = say(ann, at(id), 'Hello')
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await app.db.$client.query(waiting)).rowCount).toBe(1)
    await remover.query('commit')
    expect(await said).toMatchObject({ status: 404 })
  } finally {
    remover.release()
  }
})

test('with whom it is shared, an editor talks along and a viewer reads; the owner may take away what they said', async () => {
  const ann = await app.member()
  const folder = (await inSync<{ id: string }>(ann, 'makeFolder', { name: 'Trip', parent: '' })).output
  const path = `/api/m/sync/collections/entries/${folder.id}/comments`
  const place = { module: 'sync', collection: 'entries', id: folder.id }
  const { ben, scope } = await sharedWith(app, place, ann, 'editor')
  const { ben: vic, scope: viewing } = await sharedWith(app, place, ann, 'viewer')
  const said = await say(ben, path, 'Shall I add the photos?', scope)
  expect(said.status).toBe(201)
  expect(await list(vic, path, viewing)).toMatchObject({ total: 1, canWrite: false, canModerate: false })
  expect((await say(vic, path, 'Me too', viewing)).status).toBe(403)
  expect(await list(ben, path, scope)).toMatchObject({ canWrite: true, canModerate: false })
  const own = await say(ann, path, 'Yes, please.')
  expect((await call(ben, 'DELETE', `${path}/${own.body.id}`, undefined, scope)).status).toBe(404)
  expect((await call(ann, 'PATCH', `${path}/${said.body.id}`, { text: 'forged' })).status).toBe(404)
  expect((await call(ann, 'DELETE', `${path}/${said.body.id}`)).status).toBe(200)
})

test('those are told who have to do with it and may read it: whose it is, who spoke, who is named; never its author', async () => {
  const ann = await app.member()
  const folder = (await inSync<{ id: string }>(ann, 'makeFolder', { name: 'Budget', parent: '' })).output
  const inside = (await inSync<{ id: string }>(ann, 'makeFolder', { name: 'March', parent: folder.id })).output
  const aside = (await inSync<{ id: string }>(ann, 'makeFolder', { name: 'Aside', parent: '' })).output
  const path = `/api/m/sync/collections/entries/${inside.id}/comments`
  const place = { module: 'sync', collection: 'entries', id: folder.id }
  const { ben, scope, path: shares, made } = await sharedWith(app, place, ann, 'editor')
  const { ben: cat } = await sharedWith(app, place, ann, 'viewer')
  const { ben: dan } = await sharedWith(app, { ...place, id: aside.id }, ann, 'viewer')
  const eve = await app.member()
  const [benCalled, annCalled] = [await username(ben), await username(ann)]
  await say(ben, path, `@${await username(cat)}, @${await username(dan)} and @${await username(eve)}: look`, scope)
  const body = `${benCalled}: March`
  await expect.poll(() => toldTo(cat)).toEqual([body])
  await expect.poll(() => toldTo(ann)).toEqual([body])
  expect([await toldTo(ben), await toldTo(dan), await toldTo(eve)]).toEqual([[], [], []])
  await say(ann, path, 'Done')
  await expect.poll(() => toldTo(ben)).toEqual([`${annCalled}: March`])
  // Who is out is told nothing more.
  await ann.call('DELETE', `${shares}/${made.id}`)
  await say(ann, path, 'And paid')
  await say(ann, path, `Also for @${await username(cat)}`)
  await expect.poll(() => toldTo(cat)).toHaveLength(2)
  expect(await toldTo(ben)).toHaveLength(1)
})

test('a guest who gets an account keeps what they said, and of one who has left the name stays', async () => {
  const ann = await app.member()
  const id = await task(ann)
  await say(ann, at(id), 'Mine')
  await app.db
    .update(recordComments)
    .set({ authorId: null, called: 'Old friend' })
    .where(eq(recordComments.recordId, id))
  expect((await list(ann, at(id))).comments).toMatchObject([{ by: 'Old friend', isMine: false }])
})
