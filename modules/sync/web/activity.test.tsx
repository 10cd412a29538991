import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { ActivityLine } from '../activity-lines.ts'
import SyncPage from '../web.tsx'

const line = (id: string, more: Partial<ActivityLine> = {}): ActivityLine => ({
  ...{ id, at: '2026-11-01T10:00:00.000Z', kind: 'added', who: { kind: 'you', name: null } },
  items: [{ id: `e-${id}`, name: `${id}.txt`, kind: 'file', isThere: true }],
  ...{ more: 0, isMany: false, name: `${id}.txt`, from: null, folder: '', count: 1, called: null, role: null },
  ...more,
})

let pages: Record<string, { lines: ActivityLine[]; next: string | null }>
let asked: unknown[]

beforeAll(async () => {
  const resources = { en: { translation: {}, kit: {} } }
  await i18next.use(initReactI18next).init({ lng: 'en', resources, interpolation: { escapeValue: false } })
})
beforeEach(() => {
  asked = []
  pages = { '': { lines: [], next: null } }
  const folder = { ...entry, id: 'trip', kind: 'folder', name: 'Trip', content: null }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href)
    const input = init.body ? JSON.parse(String(init.body)) : {}
    const answers: Record<string, unknown> = {
      list: { folder: null, path: [], entries: [folder], next: null, total: 1 },
      uploads: { uploads: [] },
      activity: pages[input.after ?? ''],
    }
    if (pathname === '/api/room') return new Response(JSON.stringify({ usedBytes: 1, quotaBytes: 10 }))
    const action = pathname.split('/').at(-1) ?? ''
    if (action === 'comments')
      return new Response(JSON.stringify({ comments: [], before: null, total: 0, canWrite: false, canModerate: false }))
    if (action === 'activity') asked.push(input)
    if (action === 'activity' && !answers.activity)
      return new Response(JSON.stringify({ error: { message: 'The server rests.' } }), { status: 503 })
    return new Response(JSON.stringify({ output: answers[action] ?? {}, change: null }))
  })
})
afterEach(() => void vi.unstubAllGlobals())

const entry = {
  ...{ version: 1, createdAt: '2026-11-01T10:00:00.000Z', updatedAt: '2026-11-01T10:00:00.000Z', parent: '', size: 0 },
  ...{ mime: '', sha256: '', modifiedAt: '2026-11-01T10:00:00.000Z' },
}

const open = (address: string) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <SyncPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('all that happened stands on a page of its own, a line each, and more comes when it is asked for', async () => {
  pages[''] = {
    lines: [
      line('a', { kind: 'renamed', from: 'old.txt', folder: 'Trip', who: { kind: 'person', name: 'Ben' } }),
      line('b', { kind: 'downloaded', who: { kind: 'link', name: null }, count: 3 }),
      line('c', { kind: 'received', who: { kind: 'link', name: 'Ada' } }),
      line('d', { kind: 'moved', who: { kind: 'somebody', name: null } }),
      line('e', { kind: 'shared', called: 'team', role: 'viewer', more: 0 }),
      line('f', { kind: 'deleted', more: 4, items: [{ id: 'gone', name: 'gone.txt', kind: 'file', isThere: false }] }),
    ],
    next: 'p2',
  }
  pages.p2 = { lines: [line('g')], next: null }
  const screen = await open('/sync/activity')
  await expect.element(screen.getByRole('heading', { name: 'Activity' })).toBeVisible()
  const rows = screen.getByRole('list', { name: 'What happened' }).getByRole('listitem')
  await expect.element(rows.first()).toBeVisible()
  const texts = () => rows.elements().map((row) => row.textContent ?? '')
  const saying = [
    ['Renamed', 'a.txt', 'before: old.txt', 'in Trip', 'Ben'],
    ['Downloaded by a link', 'b.txt', '3 times', 'By link'],
    ['Sent by an upload link', 'c.txt', 'Ada, by link'],
    ['Moved', 'd.txt', 'to Files', 'Somebody'],
    ['Shared', 'e.txt', 'with team', 'may look', 'You'],
    ['Moved to the trash', 'gone.txt', 'and 4 more'],
  ]
  saying.forEach((words, at) => {
    for (const word of words) expect(texts()[at]).toContain(word)
  })
  await expect.element(screen.getByRole('link', { name: 'a.txt' })).toHaveAttribute('href', '/sync?open=e-a')
  expect(screen.getByRole('link', { name: 'gone.txt' }).query()).toBeNull()
  await screen.getByRole('button', { name: 'Show more' }).click()
  await expect.element(screen.getByText('g.txt')).toBeVisible()
  expect(asked).toEqual([{}, { after: 'p2' }])
})

test('a folder’s is opened beside the files from its menu, and says so where nothing has happened', async () => {
  const screen = await open('/sync')
  await screen.getByRole('button', { name: 'More for “Trip”' }).click()
  await screen.getByRole('menuitem', { name: 'Activity' }).click()
  const panel = screen.getByRole('dialog', { name: 'Activity of “Trip”' })
  await expect.element(panel.getByText('Nothing has happened yet')).toBeVisible()
  expect(asked).toEqual([{ id: 'trip' }])
  await expect.element(panel.getByRole('link', { name: 'All activity' })).toHaveAttribute('href', '/sync/activity')
})

test('when more of it does not come, what is shown stays, and the same button asks again', async () => {
  pages[''] = { lines: [line('a')], next: 'p2' }
  const screen = await open('/sync/activity')
  await screen.getByRole('button', { name: 'Show more' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The server rests.')
  await expect.element(screen.getByRole('link', { name: 'a.txt' })).toBeVisible()
  const again = screen.getByRole('button', { name: 'common.retry' }) // the core's words are not loaded here
  await expect.element(again).toHaveFocus()
  pages.p2 = { lines: [line('b')], next: null }
  await again.click()
  await expect.element(screen.getByRole('link', { name: 'b.txt' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'a.txt' })).toBeVisible()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})
