import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testModules } from './test-module.ts'

const Book = z.object({ title: z.string() })
const library = defineModule({
  id: 'library',
  title: 'Library',
  summary: 'Books',
  kind: 'module',
  industries: ['all'],
  tier: 'free',
  triggers: ['/library'],
  icon: 'book',
  collections: { books: collection(Book, { version: 1, search: ['title'] }) },
  actions: {
    again: { summary: 'Fill again', effect: 'write', input: z.object({}), output: z.object({ counted: z.number() }) },
    more: { summary: 'Fill more', effect: 'write', input: z.object({}), output: z.object({}) },
    fill: { summary: 'Fill', effect: 'write', input: z.object({}), output: z.object({ counted: z.number() }) },
  },
})
const books = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ title: `Book ${from + at}` }))

const app = await testModules(
  defineServer(library, {
    fill: async (_, { store }) => {
      for (const book of books(0, 1500)) await store.books.insert(book)
      await store.books.list({ limit: 1 }) // they are there
      await vacuum()
      expect((await estimate()).reltuples).toBe(0)
      expect((await estimate()).relpages).toBeGreaterThan(1)
      for (const book of books(1500, 2500)) await store.books.insert(book)
      return { counted: (await estimate()).reltuples }
    },
    more: async (_, { store }) => {
      for (const book of books(0, 3000)) await store.books.insert(book)
      return {}
    },
    again: async (_, { store }) => {
      for (const book of books(4000, 2500)) await store.books.insert(book)
      await store.books.list({ limit: 1 }) // they are there
      await vacuum() // it finds the table locked, as one that runs by itself would
      for (const book of books(6500, 2500)) await store.books.insert(book)
      return { counted: (await estimate()).reltuples }
    },
  }),
)
const vacuum = () => app.db.$client.query('vacuum (skip_locked) records_of_library')
const estimate = async () => {
  const { rows } = await app.db.$client.query<{ reltuples: number; relpages: number }>(
    `select reltuples, relpages from pg_class where relname = 'records_of_library'`,
  )
  return rows[0] as { reltuples: number; relpages: number }
}

test('a vacuum in the middle of a long change does not leave its table to be planned as an empty one', async () => {
  const { output, error } = await app.act<{ counted: number }>('ada', 'library.fill', {})
  expect(error).toBe('')
  expect(output.counted).toBeGreaterThan(1000)
})

test('one that comes later finds the table taken, also where its estimate was good', async () => {
  await app.db.$client.query('delete from record_versions_of_library; delete from records_of_library')
  expect((await estimate()).reltuples).toBeGreaterThan(1000)
  const { output, error } = await app.act<{ counted: number }>('bob', 'library.again', {})
  expect(error).toBe('')
  expect(output.counted).toBeGreaterThan(1000)
})

test('the history of a person whom nobody has counted yet is linked by one look for each row', async () => {
  const { $client } = app.db
  await $client.query(
    `insert into records (id, scope_id, module, collection, data, schema_version)
     select gen_random_uuid()::text, 'ada', 'library', 'books', '{"title":"Book"}', 1 from generate_series(1, 30000)`,
  )
  await $client.query('analyze records_of_library')
  const figures = async () => {
    await $client.query('select pg_stat_force_next_flush()')
    const { rows } = await $client.query<{ made: number; read: number }>(
      `select (select n_tup_ins from pg_stat_user_tables where relname = 'records_of_library')::int as made,
         (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'records_of_library')::int as read`,
    )
    return rows[0] as { made: number; read: number }
  }
  const before = await figures()
  expect((await app.act('eve', 'library.more', {})).error).toBe('')
  await expect.poll(async () => (await figures()).made - before.made).toBe(3000)
  expect((await figures()).read - before.read).toBeLessThan(10 * 3000)
})
