import { collection } from '@atrium/contract/module'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { files } from '../files/tables.ts'
import { uuid } from '../platform/ids.ts'
import { emptyTrash } from './purge.ts'
import { type TestStores, testStores } from './test-store.ts'

const Note = z.object({ text: z.string() })
const album = {
  id: 'purging',
  collections: { notes: collection(Note, { version: 1 }), others: collection(Note, { version: 1 }) },
}
const notes = { module: 'purging', collection: 'notes' }

let at: TestStores
beforeAll(async () => {
  at = await testStores(album)
})
const file = async (ownerId: string, module: string | null = 'purging') => {
  const id = uuid()
  await at.db
    .insert(files)
    .values({ ...{ id, ownerId, module, name: 'a.txt', mime: 'text/plain', size: 1 }, sha256: id })
  return id
}
const add = async (who: string, text: string, name = 'notes') =>
  (await at.work(who, (store) => store(`purging.${name}`).insert({ text }))).output.id
const remove = (who: string, id: string, name = 'notes') => at.work(who, (store) => store(`purging.${name}`).remove(id))
const left = async (table: string, ids: readonly string[]) =>
  (await at.db.$client.query(`select id from ${table} where id = any($1)`, [ids])).rows.map(({ id }) => id as string)

test('the trash of one collection of one owner goes for good, with its history, and says how many went', async () => {
  const [gone, too, live] = [await add('ann', 'x'), await add('ann', 'y'), await add('ann', 'z')]
  const [other, his] = [await add('ann', 'x', 'others'), await add('bob', 'x')]
  for (const id of [gone, too]) await remove('ann', id)
  await remove('ann', other, 'others')
  await remove('bob', his)
  expect(await emptyTrash(at.db, 'ann', notes)).toBe(2)
  expect((await left('records', [gone, too, live, other, his])).sort()).toEqual([live, other, his].sort())
  const { rows } = await at.db.$client.query('select 1 from record_versions where record_id = any($1)', [[gone, too]])
  expect(rows).toEqual([])
  expect(await emptyTrash(at.db, 'ann', notes)).toBe(0)
})

test('the files that it named, now or before, go with it; those that anything else of the owner names, or that are none of a module’s, stay', async () => {
  const [named, before, shared, past, own, his] = [
    await file('cat'),
    await file('cat'),
    await file('cat'),
    await file('cat'),
    await file('cat', null),
    await file('dan'),
  ]
  const all = [named, before, shared, past, own, his]
  const gone = await add('cat', `was ${before}`)
  await at.work('cat', (store) =>
    store('purging.notes').update(gone, { text: [named, shared, past, own, his].join(' ') }),
  )
  await add('cat', `also ${shared}`, 'others')
  const changed = await add('cat', `was ${past}`)
  await at.work('cat', (store) => store('purging.notes').update(changed, { text: 'nothing now' }))
  await remove('cat', gone)
  expect(await left('files', all)).toHaveLength(6)
  expect(await emptyTrash(at.db, 'cat', notes)).toBe(1)
  expect((await left('files', all)).sort()).toEqual([shared, past, own, his].sort())
})

test('what somebody restores at the same moment stays, with its file', async () => {
  const mine = await file('fay')
  const id = await add('fay', `see ${mine}`)
  await remove('fay', id)
  let emptied: Promise<number> | undefined
  await at.work('fay', async (store) => {
    await store('purging.notes').restore(id)
    await store('purging.notes').list() // it is written, and not yet kept
    emptied = emptyTrash(at.db, 'fay', notes)
    await expect
      .poll(async () => {
        const waiting = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        return (await at.db.$client.query(waiting)).rows[0].n
      })
      .toBe(1)
  })
  expect(await emptied).toBe(0)
  expect([await left('records', [id]), await left('files', [mine])]).toEqual([[id], [mine]])
})

test('what names no file at all goes as well', async () => {
  const mine = await file('eve')
  await remove('eve', await add('eve', 'nothing'))
  expect(await emptyTrash(at.db, 'eve', notes)).toBe(1)
  await remove('eve', await add('eve', `not there: ${uuid()}`))
  expect(await emptyTrash(at.db, 'eve', notes)).toBe(1)
  expect(await left('files', [mine])).toEqual([mine])
})
