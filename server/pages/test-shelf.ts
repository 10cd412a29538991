import { crud } from '@atrium/contract/crud'
import { crudHandlers } from '@atrium/contract/crud-handlers'
import { field } from '@atrium/contract/fields'
import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { listPage } from '@atrium/contract/public-pages'
import { z } from 'zod'

export const Book = z.object({
  title: field.text({ label: 'Title', required: true }),
  price: field.money({ label: 'Price', currency: 'EUR' }),
  due: field.date({ label: 'Due' }),
  link: field.url({ label: 'Link' }),
  notes: field.longText({ label: 'Notes' }),
  read: field.checkbox({ label: 'Read' }),
  reader: field.person({ label: 'Reader' }),
  cover: field.image({ label: 'Cover' }),
})
export const books = collection(Book, { version: 1, search: ['title'], key: 'title' })

/** A module with fields, a page of each kind that the core knows, and one of its own. */
export const shelf = defineModule({
  ...{ id: 'shelf', title: 'Shelf', summary: 'Books.', kind: 'module', tier: 'free', icon: 'book' },
  ...{ industries: ['all'], triggers: [], collections: { books } },
  secrets: { key: { title: 'A key', summary: 'Of a shop.' } },
  actions: { ...crud(books, { one: 'book', many: 'books' }) },
  exports: {
    list: { summary: 'A list', extension: '.txt', mime: 'text/plain', options: z.object({ id: z.string() }) },
  },
  imports: { list: { summary: 'A list', accepts: ['.txt'] } },
  pages: {
    list: listPage('books', { many: 'books', takes: 'add' }),
    book: { title: 'A book', summary: 'One book.', of: 'books', copy: { export: 'list', import: 'list' } },
  },
})

export const shelfServer = defineServer(
  shelf,
  { ...crudHandlers(shelf, 'books') },
  {
    exports: {
      list: async ({ id }, { store, secrets, people }) => {
        const { title, notes } = await store.books.get(id)
        if (notes === 'people') return { name: 'people.txt', body: `${(await people()).length} people` }
        // The one way by which a text becomes a hidden one where nobody may read a secret.
        if (notes === 'hidden') await secrets.set('key', title).catch(() => undefined)
        const body = async function* () {
          const piece = notes === 'long' ? 'x'.repeat(12_000) : ''
          for await (const book of store.books.each({ where: { title } })) yield book.title + piece
        }
        return { name: 'list.txt', body: body() }
      },
    },
    imports: {
      async *list(file) {
        const bytes = Buffer.concat(await Array.fromAsync(file.bytes()))
        yield { collection: 'books', data: { title: bytes.toString() } }
      },
    },
    pages: {
      book: {
        content: async ({ subject }, { store }) => {
          const { title, notes, cover } = await store.books.get(subject)
          return {
            blocks: [
              { kind: 'heading', text: title },
              { kind: 'text', text: notes },
              { kind: 'files', files: cover },
              { kind: 'folds', items: [{ title: { text: 'Who?' }, text: { text: 'Nobody.' } }] },
            ],
          }
        },
        export: async ({ subject }) => ({ id: subject }),
      },
    },
  },
)
