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
    fill: { summary: 'Fill', effect: 'write', input: z.object({}), output: z.object({ counted: z.number() }) },
  },
})
const books = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ title: `Book ${from + at}` }))

test('a vacuum in the middle of a long change does not leave its table to be planned as an empty one', async () => {
  const counted = async () => {
    const { rows } = await app.db.$client.query<{ reltuples: number; relpages: number }>(
      `select reltuples, relpages from pg_class where relname = 'records_of_library'`,
    )
    return rows[0] as { reltuples: number; relpages: number }
  }
  const app = await testModules(
    defineServer(library, {
      fill: async (_, { store }) => {
        for (const book of books(0, 1500)) await store.books.insert(book)
        await app.db.$client.query('vacuum records_of_library')
        const afterVacuum = await counted()
        expect(afterVacuum.reltuples).toBe(0)
        expect(afterVacuum.relpages).toBeGreaterThan(1)
        for (const book of books(1500, 2500)) await store.books.insert(book)
        return { counted: (await counted()).reltuples }
      },
    }),
  )
  const { output, error } = await app.act<{ counted: number }>('ada', 'library.fill', {})
  expect(error).toBe('')
  expect(output.counted).toBeGreaterThan(1000)
})
