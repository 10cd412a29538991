import '../ui/styles.css'
import { crud } from '@atrium/contract/crud'
import { field } from '@atrium/contract/fields'
import { collection, defineModule } from '@atrium/contract/module'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { z } from 'zod'
import { i18n } from '../i18n/index.ts'
import { RecordPage } from './record-page.tsx'
import { answering, calls, page } from './test-page.tsx'

const Book = z.object({
  title: field.text({ label: 'Title', required: true }),
  status: field.choice({ label: 'Status', options: { wish: 'Wish list', done: 'Read' }, initial: 'wish' }),
  due: field.date({ label: 'Due' }),
  price: field.money({ label: 'Price', currency: 'EUR' }),
  tags: field.tags({ label: 'Tags' }),
  link: field.url({ label: 'Link' }),
})
const books = collection(Book, { version: 1, search: ['title'] })
const shelf = defineModule({
  ...{ id: 'shelf', title: 'Shelf', summary: 'Books', kind: 'module', industries: ['all'], tier: 'free' },
  triggers: ['/shelf'],
  icon: 'book',
  collections: { books },
  actions: crud(books, { one: 'book', many: 'books' }),
})

const at = '2026-11-01T10:00:00.000Z'
const row = (id: string, more: object) => ({
  ...{
    id,
    version: 1,
    createdAt: at,
    updatedAt: at,
    title: id,
    status: 'wish',
    due: null,
    price: null,
    tags: [],
    link: null,
  },
  ...more,
})
const dune = row('dune', {
  title: 'Dune',
  due: '2026-12-31',
  price: 123456,
  tags: ['desert'],
  link: 'https://example.org/dune',
})
const emma = row('emma', { title: 'Emma', status: 'done' })

const list = (...rows: object[]) =>
  answering({ 'POST /api/m/shelf/list': [200, { output: { rows, next: null, count: rows.length }, change: null }] })
const done = (action: string, output: object = {}) =>
  answering({ [`POST /api/m/shelf/${action}`]: [200, { output, change: `after-${action}` }] })
const sent = (action: string) => calls.findLast(([call]) => call === `POST /api/m/shelf/${action}`)?.[1]
const shown = (address = '/shelf') =>
  page(<RecordPage module={shelf} name="books" collection={books} many="Books" title="Shelf" />, address)

test('a row has its fields as the language writes them, and its address can be followed', async () => {
  list(dune, emma)
  const screen = await shown()
  const first = screen.getByRole('row', { name: /Dune/ })
  await expect.element(first).toHaveTextContent('DuneWish listDec 31, 2026€1,234.56desertexample.org/dune')
  await expect.element(first.getByRole('link')).toHaveAttribute('href', 'https://example.org/dune')
})

test('what is given to stand above the list does', async () => {
  list(dune)
  const shape = { module: shelf, name: 'books', collection: books, many: 'Books', title: 'Shelf' }
  const screen = await page(<RecordPage {...shape} above={<p>Two books</p>} />, '/shelf')
  const row = screen.getByRole('row', { name: /Dune/ })
  await expect.element(row).toBeVisible()
  const [above, below] = [screen.getByText('Two books').element(), row.element()]
  expect(above.compareDocumentPosition(below) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('by keys: j moves, e opens, Ctrl+Enter saves what was changed, with the version that was seen', async () => {
  list(dune, emma)
  done('change', dune)
  const screen = await shown()
  await expect.element(screen.getByRole('row', { name: /Dune/ })).toBeVisible()
  await userEvent.keyboard('j')
  await userEvent.keyboard('e')
  const price = screen.getByLabelText('Price (EUR)')
  await expect.element(price).toHaveValue('1234.56')
  await price.fill('1,300.5')
  await screen.getByLabelText('Tags').fill('desert, worms,')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .poll(() => sent('change'))
    .toMatchObject({
      ...{ id: 'dune', version: 1, title: 'Dune', due: '2026-12-31', price: 130050, tags: ['desert', 'worms'] },
    })
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('by keys: x chooses, # moves to the trash, Ctrl+Z takes it back, n begins a new one', async () => {
  list(dune, emma)
  done('remove', { removed: 2 })
  answering({ 'POST /api/changes/after-remove/undo': [200, {}] })
  const screen = await shown()
  await expect.element(screen.getByRole('row', { name: /Dune/ })).toBeVisible()
  await userEvent.keyboard('jx')
  await userEvent.keyboard('jx')
  await expect.element(screen.getByRole('group', { name: '2 selected' })).toBeVisible()
  await userEvent.keyboard('#')
  await expect.poll(() => sent('remove')).toEqual({ ids: ['dune', 'emma'] })
  await expect
    .poll(() => {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))
      return calls.some(([call]) => call === 'POST /api/changes/after-remove/undo')
    })
    .toBe(true)
  await userEvent.keyboard('n')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByLabelText('Title')).toHaveAccessibleDescription('A title is needed.')
  done('add', emma)
  await screen.getByLabelText('Title').fill('Persuasion')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent('add')).toMatchObject({ title: 'Persuasion', status: 'wish', price: null, tags: [] })
})

test('one field of all that are chosen is changed at once', async () => {
  list(dune, emma)
  done('changeAll', { changed: 2 })
  const screen = await shown()
  await screen.getByRole('checkbox', { name: 'Select all rows' }).click()
  await screen.getByRole('button', { name: 'Change…' }).click()
  await screen.getByRole('menuitem', { name: 'Status' }).click()
  await screen.getByLabelText('Status').selectOptions('done')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent('changeAll')).toEqual({ ids: ['dune', 'emma'], change: { status: 'done' } })
})

test('the address says what is searched, filtered and ordered; chips take a filter away', async () => {
  list(dune)
  const screen = await shown(
    '/shelf?q=du&sort=-due&f.status=wish&f.due=2026-01-01..&f.price=..2000&f.nonsense=1&f.link=-',
  )
  await expect
    .poll(() => sent('list'))
    .toEqual({
      words: 'du',
      order: ['-due'],
      where: { status: { in: ['wish'] }, due: { gte: '2026-01-01' }, price: { lte: 2000 }, link: null },
    })
  await expect
    .element(screen.getByRole('button', { name: 'Remove the filter Price' }))
    .toHaveTextContent('Price: – €20.00')
  await screen.getByRole('button', { name: 'Remove the filter Status' }).click()
  await expect.poll(() => (sent('list') as { where: object }).where).not.toHaveProperty('status')
})

test('a filter is set in a dialog, as the field is', async () => {
  list(dune)
  const screen = await shown()
  await screen.getByRole('button', { name: 'Filter', exact: true }).click()
  const prices = screen.getByRole('group', { name: 'Price' })
  await prices.getByLabelText('From').fill('9.50')
  await screen.getByLabelText('Title').fill('du')
  await screen.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.poll(() => sent('list')).toEqual({ where: { title: { contains: 'du' }, price: { gte: 950 } } })
})

test('what comes after the first page is asked for when its end is near, and the server orders', async () => {
  const many = Array.from({ length: 40 }, (_, place) => row(`r${place}`, { title: `Book ${place}` }))
  answering({
    'POST /api/m/shelf/list': (asked) => {
      const rows = (asked as { after?: string }).after ? many.slice(20) : many.slice(0, 20)
      return [
        200,
        { output: { rows, next: (asked as { after?: string }).after ? null : 'here', count: 40 }, change: null },
      ]
    },
  })
  const screen = await shown()
  await expect
    .poll(() =>
      calls.filter(
        ([call, body]) => call === 'POST /api/m/shelf/list' && (body as { after?: string }).after === 'here',
      ),
    )
    .toHaveLength(1)
  await expect.element(screen.getByRole('status').first()).toHaveTextContent('40 entries')
  await screen.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
  await expect.poll(() => sent('list')).toMatchObject({ order: ['title'] })
})

test('when somebody else was faster, both versions are shown as people read them', async () => {
  list(dune)
  const refusal = {
    code: 'conflict',
    message: 'It was changed.',
    details: { current: { ...dune, version: 2, price: 5000 } },
  }
  answering({
    'POST /api/m/shelf/change': (asked) =>
      (asked as { version: number }).version === 1 ? [409, { error: refusal }] : [200, { output: dune, change: 'c' }],
  })
  const screen = await shown('/shelf?item=dune')
  await screen.getByLabelText('Price (EUR)').fill('20')
  await screen.getByRole('button', { name: 'Save' }).click()
  const conflict = screen.getByRole('alertdialog')
  await expect.element(conflict.getByRole('row', { name: 'Price €20.00 €50.00' })).toBeVisible()
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => sent('change')).toMatchObject({ version: 2, price: 2000 })
})

test('a record that is not on the page is asked for; one that is gone is said to be', async () => {
  list(emma)
  answering({ 'POST /api/m/shelf/get': [404, { error: { code: 'not_found', message: 'It may have been deleted.' } }] })
  const screen = await shown('/shelf?item=gone')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('It may have been deleted.')
})

test('nothing there, nothing found and nothing reached are three things', async () => {
  list()
  const screen = await shown()
  await expect.element(screen.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
  const narrowed = await shown('/shelf?q=zzz')
  await narrowed.getByRole('button', { name: 'Remove all filters' }).click()
  await expect.poll(() => sent('list')).toEqual({})
  answering({ 'POST /api/m/shelf/list': [500, { error: { message: 'It broke.' } }] })
  const failed = await shown('/shelf?q=other')
  await expect.element(failed.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('in German amounts are written and read as Germans do', async () => {
  list(dune)
  done('change', dune)
  await i18n.changeLanguage('de')
  try {
    const screen = await shown('/shelf?item=dune')
    const price = screen.getByLabelText('Price (EUR)')
    await expect.element(price).toHaveValue('1234,56')
    await price.fill('1.300,50 €')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sent('change')).toMatchObject({ price: 130050 })
  } finally {
    await i18n.changeLanguage('en')
  }
})
