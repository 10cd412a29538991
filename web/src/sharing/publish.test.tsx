import { field } from '@atrium/contract/fields'
import { collection, defineModule } from '@atrium/contract/module'
import { listPage, type PublicPage } from '@atrium/contract/public-pages'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { z } from 'zod'
import { RecordPage } from '../records/record-page.tsx'
import { answering, calls, page } from '../records/test-page.tsx'

const books = collection(
  z.object({ title: field.text({ label: 'Title', required: true }), notes: field.longText({ label: 'Notes' }) }),
  { version: 1, search: ['title'] },
)
const shelf = defineModule({
  ...{ id: 'shelf', title: 'Shelf', summary: '', kind: 'module', tier: 'free', icon: 'x' },
  ...{ industries: [], triggers: [], actions: {}, collections: { books } },
  pages: { list: listPage('books', { many: 'books', takes: 'add' }) },
})
const made: PublicPage = {
  ...{ id: 'p1', module: 'shelf', kind: 'list', subject: '', slug: 'my-bucher', title: 'Meine Bücher' },
  ...{ url: 'http://localhost/p/my-bucher', oldSlugs: [], description: '', language: 'en', isListed: false },
  ...{ hasPassword: true, expiresAt: null, allows: [], fields: ['title'], createdAt: '2026-11-01T00:00:00Z' },
  visits: { total: 1234, days: [{ day: '2026-11-01', visits: 1234 }] },
}
const opened = () => {
  answering({ 'POST /api/m/shelf/list': [200, { output: { rows: [], next: null, count: 0 }, change: null }] })
  return page(<RecordPage module={shelf} name="books" collection={books} title="Meine Bücher" many="Books" />)
}
const last = (call: string) => calls.findLast(([name]) => name === call)?.[1]

test('a list is made public with the fields that are chosen, at an address made of its title', async () => {
  answering({ 'GET /api/pages': [200, { pages: [] }], 'POST /api/pages': [201, made] })
  const screen = await opened()
  await screen.getByRole('button', { name: 'Make public' }).click()
  await expect.element(screen.getByLabelText('Address')).toHaveValue('meine-bucher')
  await screen.getByRole('checkbox', { name: 'Notes' }).click()
  await screen.getByRole('switch', { name: 'Visitors may send something in' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Make public' }).click()
  await vi.waitFor(() =>
    expect(last('POST /api/pages')).toMatchObject({
      ...{ module: 'shelf', kind: 'list', slug: 'meine-bucher', title: 'Meine Bücher' },
      ...{ fields: ['title'], allows: ['add'], isListed: false, expiresAt: null },
    }),
  )
  await expect.element(screen.getByText('http://localhost/p/my-bucher')).toBeVisible()
  await expect.element(screen.getByText('Visits: 1,234')).toBeVisible()
})

test('a page is changed, its old address kept or not, its password forgotten, and taken back after a question', async () => {
  answering({
    'GET /api/pages': [200, { pages: [made] }],
    'PATCH /api/pages/p1': [200, { ...made, slug: 'other' }],
    'DELETE /api/pages/p1': [200, { ok: true }],
  })
  const screen = await opened()
  await screen.getByRole('button', { name: 'Make public' }).click()
  await userEvent.fill(screen.getByLabelText('Address'), 'Other one')
  await screen.getByRole('switch', { name: 'The old address leads to the new one' }).click()
  await screen.getByRole('switch', { name: 'Ask for no password any more' }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() =>
    expect(last('PATCH /api/pages/p1')).toMatchObject({ slug: 'other-one', keepsOldAddress: false, password: null }),
  )
  await screen.getByRole('button', { name: 'Take back' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  await vi.waitFor(() => expect(calls.map(([call]) => call)).toContain('DELETE /api/pages/p1'))
})

test('a refusal is told in the form, with what was typed still there', async () => {
  answering({
    'GET /api/pages': [200, { pages: [] }],
    'POST /api/pages': [409, { error: { code: 'conflict', message: 'This address is taken. Choose another one.' } }],
  })
  const screen = await opened()
  await screen.getByRole('button', { name: 'Make public' }).click()
  await userEvent.fill(screen.getByLabelText('Address'), 'taken')
  await screen.getByRole('dialog').getByRole('button', { name: 'Make public' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This address is taken. Choose another one.')
  await expect.element(screen.getByLabelText('Address')).toHaveValue('taken')
})
