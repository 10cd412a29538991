import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '@atrium/contract/errors'
import { fieldsOf, type NamedField } from '@atrium/contract/field-facts'
import { wordsOf } from '@atrium/contract/module-words'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tell } from '../guide/actions/tell.ts'
import { silentLog } from '../platform/telemetry.ts'
import { refusalIn, saidIn } from '../platform/texts.ts'
import { discover } from './discover.ts'
import type { InstalledModule } from './installed.ts'
import { fieldIn, inLanguage } from './module-texts.ts'
import { type TestModules, testModules } from './test-module.ts'

// Inside the repository, so that `@atrium/contract` is found from there as it is from modules/.
const directory = mkdtempSync(join(import.meta.dirname, '.languages-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const files: Record<string, string | object> = {
  'module.ts': `
import { field } from '@atrium/contract/fields'
import { collection, defineModule } from '@atrium/contract/module'
import { z } from 'zod'
const Book = z.object({ title: field.text({ label: 'Title', required: true }),
  shelf: field.choice({ label: 'Shelf', help: 'Where it stands.', options: { home: 'At home', lent: 'Lent' } }) })
export default defineModule({ id: 'books', title: 'Books', summary: 'What you read.', kind: 'module', industries: ['all'], tier: 'free',
  triggers: ['/books'], icon: 'box', route: '/books', collections: { books: collection(Book, { version: 1 }) },
  notifications: { due: { title: 'A book is due', defaults: { inbox: true, push: false, mail: false } } },
  actions: { add: { summary: 'Add a book', effect: 'write', input: Book, output: z.object({ title: z.string(), books: z.number() }),
    examples: ['add the book {title}'], resultTemplate: 'Added: {title}.' },
    list: { summary: 'Books', effect: 'read', input: z.object({ words: field.text({ label: 'Words' }) }), output: z.array(Book),
      resultTemplate: { none: 'No books.', each: '{title}' } } } })`,
  'say.ts': `
import { sentencesOf } from '@atrium/contract/sentence'
import en from './texts/en.json' with { type: 'json' }
export const say = sentencesOf('books', en, import.meta.url)`,
  'server.ts': `
import { AppError } from '@atrium/contract/errors'
import { defineServer } from '@atrium/contract/module-server'
import it from './module.ts'
import { say } from './say.ts'
export default defineServer(it, {
  add: async (book, { store, said }) => {
    const books = await store.books.count({ title: book.title })
    if (books > 0) throw new AppError('conflict', say('known', { title: book.title, count: 1200 }))
    const row = await store.books.insert(book)
    return { title: said(say('kept', { title: row.title })), books }
  },
  list: () => [],
})`,
  'texts/en.json': {
    server: {
      known_one: '“{{title}}” is here {{count}} time.',
      known_other: '“{{title}}” is here {{count}} times.',
      kept: '{{title}} is kept',
    },
  },
  'texts/de.json': {
    server: { known_one: '„{{title}}“ ist {{count}}-mal da.', known_other: '„{{title}}“ ist schon {{count}}-mal da.' },
    module: {
      title: 'Bücher',
      actions: { add: 'Ein Buch hinzufügen' },
      resultTemplate: { add: 'Dazugekommen: {title}.', list: { none: 'Keine Bücher.' } },
      fields: { books: { title: 'Titel' } },
      notifications: { due: 'Ein Buch ist fällig' },
    },
  },
  'texts/pl.json': {
    server: {
      known_one: '1: {{count}}',
      known_few: 'few: {{count}}',
      known_many: 'many: {{count}}',
      known_other: 'other',
    },
  },
}

let books: InstalledModule
let at: TestModules
beforeAll(async () => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(directory, 'books', 'texts'), { recursive: true })
    writeFileSync(join(directory, 'books', name), typeof text === 'string' ? text : JSON.stringify(text))
  }
  ;[books] = (await discover(directory, silentLog)) as [InstalledModule]
  at = await testModules(books)
})
const get = async (path: string, language: string) =>
  (await (await at.fetch('ann', path, { headers: { 'accept-language': language } })).json()) as Record<string, never>

test('a field is called as the reader calls it, and in English where that lacks it', () => {
  const [title, shelf] = fieldsOf(books.module.collections.books as never)
  expect(fieldIn(books.module, 'de-AT', title as NamedField)).toMatchObject({ name: 'title', label: 'Titel' })
  expect(fieldIn(books.module, 'de', shelf as NamedField)).toMatchObject({ label: 'Shelf', help: 'Where it stands.' })
  expect(fieldIn(books.module, 'sv', title as NamedField).label).toBe('Title')
})

test('a refusal is said in the reader’s language, by its key and with its values', async () => {
  const title = 'Das Schloß'
  await at.act('ann', 'books.add', { title })
  const again = async (language: string) => (await at.act('ann', 'books.add', { title }, 'UTC', language)).error
  expect(await again('de-AT,de;q=0.9')).toBe('„Das Schloß“ ist schon 1.200-mal da.')
  expect(await again('en')).toBe('“Das Schloß” is here 1,200 times.')
  // What a language lacks, and a language that is none of ours, is English.
  expect(await again('sv')).toBe('“Das Schloß” is here 1,200 times.')
  expect(await again('tlh')).toBe('“Das Schloß” is here 1,200 times.')
})

test('what an action keeps is said in the language of whoever asks, and in English where that lacks it', async () => {
  expect((await at.act('ben', 'books.add', { title: 'Emma' }, 'UTC', 'de')).output).toMatchObject({
    title: 'Emma is kept',
  })
})

test('a number takes the form that the language has for it', async () => {
  const { say } = (await import(join(directory, 'books', 'say.ts'))) as {
    say: (key: string, values: object) => Parameters<typeof saidIn>[0]
  }
  const inPolish = [1, 3, 5, 22].map((count) => saidIn(say('known', { count, title: 'x' }), 'pl'))
  expect(inPolish).toEqual(['1: 1', 'few: 3', 'many: 5', 'few: 22'])
  expect(refusalIn(new AppError('conflict', say('known', { count: 1, title: 'x' })), 'de-CH')).toBe('„x“ ist 1-mal da.')
})

test('the list of modules and a module’s own page of it come in the language that is asked for, each with its tag', async () => {
  const { modules } = await get('/api/modules', 'de')
  expect(modules).toMatchObject([{ id: 'books', title: 'Bücher', summary: 'What you read.' }])
  expect(await get('/api/modules/books', 'de-DE')).toMatchObject({
    actions: {
      add: { summary: 'Ein Buch hinzufügen', examples: ['add the book {title}'] },
      list: { summary: 'Books' },
    },
  })
  expect(await get('/api/modules', 'fr')).toMatchObject({ modules: [{ title: 'Books' }] })
  const tagOf = async (language: string) =>
    (await at.fetch('ann', '/api/modules', { headers: { 'accept-language': language } })).headers
  expect((await tagOf('de')).get('etag')).not.toBe((await tagOf('en')).get('etag'))
  expect((await tagOf('de')).get('vary')).toContain('accept-language')
})

test('what is told of a result is told in the person’s language', () => {
  const { actions } = inLanguage(books.module, 'de')
  const locale = { now: new Date(0), timeZone: 'UTC', locale: 'de' }
  expect(tell(actions.add?.resultTemplate ?? '', {}, { title: 'Emma' }, locale)).toBe('Dazugekommen: Emma.')
  expect(tell(actions.list?.resultTemplate ?? '', {}, [], locale)).toBe('Keine Bücher.')
  expect(tell(actions.list?.resultTemplate ?? '', {}, [{ title: 'Emma' }], locale)).toBe('- Emma')
})

test('a field says where its texts stand: in its collection, or in the action that alone takes it', () => {
  const [collection] = Object.values(books.module.collections)
  expect(collection && fieldsOf(collection).map(({ key }) => key)).toEqual(['books:books.title', 'books:books.shelf'])
  expect(wordsOf(books.module)).toMatchObject({
    title: 'Books',
    fields: { books: { title: 'Title', shelf: 'Shelf' }, list: { words: 'Words' } },
    help: { books: { shelf: 'Where it stands.' } },
    options: { books: { shelf: { home: 'At home', lent: 'Lent' } } },
    resultTemplate: { add: 'Added: {title}.', list: { none: 'No books.', each: '{title}' } },
    notifications: { due: 'A book is due' },
  })
})
