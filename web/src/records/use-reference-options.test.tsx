import '../ui/styles.css'
import { crud } from '@atrium/contract/crud'
import { field } from '@atrium/contract/fields'
import { collection, defineModule } from '@atrium/contract/module'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { RecordDialog } from './record-dialog.tsx'
import { answering, calls, page } from './test-page.tsx'
import { useReferenceOptions } from './use-reference-options.ts'

const authors = collection(z.object({ name: field.text({ label: 'Name', required: true }) }), {
  version: 1,
  search: ['name'],
})
const books = collection(
  z.object({
    title: field.text({ label: 'Title', required: true }),
    author: field.reference('authors', { label: 'Author' }),
  }),
  { version: 1, search: ['title'] },
)
const shelf = defineModule({
  ...{ id: 'shelf', title: 'Shelf', summary: 'Books', kind: 'module', industries: ['all'], tier: 'free' },
  triggers: ['/shelf'],
  icon: 'book',
  collections: { books, authors },
  actions: {
    ...crud(books, { one: 'book', many: 'books' }),
    ...crud(authors, { one: 'author', many: 'authors', as: 'Author' }),
  },
})

function NewBook() {
  const author = useReferenceOptions({ module: shelf, collection: authors, as: 'Author' })
  return (
    <RecordDialog module={shelf} name="books" collection={books} id="new" onClose={() => {}} references={{ author }} />
  )
}

test('a reference is chosen among the rows that are there, by what they are called', async () => {
  const ada = { id: 'a1', version: 1, name: 'Ada' }
  answering({
    'POST /api/m/shelf/listAuthor': [200, { output: { rows: [ada], next: null, count: 1 }, change: null }],
    'POST /api/m/shelf/add': [200, { output: {}, change: 'c' }],
  })
  const screen = await page(<NewBook />)
  await screen.getByLabelText('Title').fill('Notes')
  await screen.getByLabelText('Author').selectOptions('Ada')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => calls.find(([call]) => call === 'POST /api/m/shelf/add')?.[1])
    .toEqual({ title: 'Notes', author: 'a1' })
})
