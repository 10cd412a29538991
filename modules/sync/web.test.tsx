import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { EntryRow } from './rows.ts'
import SyncPage from './web.tsx'

const entryOf = (id: string, more: Partial<EntryRow> = {}): EntryRow => ({
  id,
  version: 1,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  kind: 'file',
  name: `${id}.bin`,
  parent: '',
  size: 10,
  mime: 'application/octet-stream',
  sha256: '',
  content: `c-${id}`,
  modifiedAt: '2026-11-01T10:00:00.000Z',
  ...more,
})

const placeNamed = (name: string) => ({ id: name, name })

let entries: EntryRow[]
let uploads: object[]
let usedBytes: number
let calls: [string, unknown][]

function answer(path: string, input: unknown): unknown {
  if (path === '/api/room') return { usedBytes, quotaBytes: 1000 }
  if (path.startsWith('/api/m/sync/shared/')) {
    const [root] = entries
    return { root, entry: root, path: [], entries: [entryOf('inside')], next: null, expiresAt: null }
  }
  const action = path.split('/').at(-1)
  calls.push([action as string, input])
  const outputs: Record<string, unknown> = {
    list: { folder: null, path: [], entries, next: null, total: entries.length },
    uploads: { uploads },
    trash: { entries: [entryOf('gone')], bytes: 10 },
    remove: { count: 1 },
    favour: { count: 1 },
    favourites: {
      entries: [
        { ...entryOf('b', { isFavourite: true }), path: [placeNamed('Letters'), placeNamed('Old')], excerpt: null },
      ],
    },
    prepare: { count: 0 },
  }
  return { output: outputs[action as string] ?? {}, change: null }
}

beforeAll(async () => {
  const resources = { en: { translation: {}, kit: {} } }
  await i18next.use(initReactI18next).init({ lng: 'en', resources, interpolation: { escapeValue: false } })
})
beforeEach(() => {
  entries = []
  uploads = []
  calls = []
  usedBytes = 100
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href)
    return new Response(JSON.stringify(answer(pathname, init.body ? JSON.parse(String(init.body)) : undefined)))
  })
})
afterEach(() => void vi.unstubAllGlobals())

const open = (address = '/sync') =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <SyncPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('without files the page says what it is for, and how much room there is', async () => {
  const screen = await open()
  await expect.element(screen.getByRole('heading', { name: 'All your files in one place' })).toBeVisible()
  await expect.element(screen.getByText(/of .* used/)).toBeVisible()
})

test('rows stand as the server gives them, and one is thrown away by the keyboard', async () => {
  entries = [entryOf('z', { kind: 'folder', name: 'Zoo', content: null }), entryOf('b'), entryOf('a')]
  const screen = await open()
  await expect.element(screen.getByRole('row', { name: /Zoo/ })).toBeVisible()
  const names = [...document.querySelectorAll('[data-row] bdi')].map((name) => name.textContent).filter((name) => name)
  expect(names.filter((name) => name === 'Zoo' || /\.bin$/.test(name ?? ''))).toEqual(['Zoo', 'b.bin', 'a.bin'])
  const row = screen.getByRole('row', { name: /a\.bin/ }).element() as HTMLElement
  row.focus()
  await expect.poll(() => row.tabIndex).toBe(0)
  row.dispatchEvent(new KeyboardEvent('keydown', { key: '#', bubbles: true, cancelable: true }))
  await expect.poll(() => calls).toContainEqual(['remove', { ids: ['a'] }])
})

test('a file is made a favourite in its menu, and favourites are listed with where they lie', async () => {
  entries = [entryOf('a'), entryOf('b', { isFavourite: true })]
  const screen = await open()
  await expect.element(screen.getByRole('row', { name: /b\.bin.*Favourite/ })).toBeVisible()
  await screen.getByRole('button', { name: 'More for “a.bin”' }).click()
  await screen.getByRole('menuitem', { name: 'Add to favourites' }).click()
  await expect.poll(() => calls).toContainEqual(['favour', { ids: ['a'], isFavourite: true }])
  await screen.getByRole('button', { name: 'More', exact: true }).click()
  await screen.getByRole('menuitem', { name: 'Favourites' }).click()
  await expect.element(screen.getByText('Letters / Old')).toBeVisible()
  await screen.getByRole('button', { name: 'Files', exact: true }).click()
  await expect.element(screen.getByRole('row', { name: /a\.bin/ })).toBeVisible()
})

test('what does not fit is not begun', async () => {
  const screen = await open()
  await expect.element(screen.getByText(/of .* used/)).toBeVisible()
  const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]')
  const data = new DataTransfer()
  data.items.add(new File([new Uint8Array(950)], 'large.bin'))
  if (input) input.files = data.files
  input?.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.poll(() => input?.value).toBe('')
  expect(calls.filter(([action]) => action === 'prepare')).toEqual([])
})

test('an upload from before a reload says how far it came', async () => {
  uploads = [
    {
      id: 'u',
      name: 'film.mp4',
      parent: '',
      size: 1000,
      offset: 400,
      modifiedAt: '2026-11-01T10:00:00.000Z',
      url: '/u',
    },
  ]
  const screen = await open()
  await expect.element(screen.getByText(/Stopped at 40 %/)).toBeVisible()
  await screen.getByRole('button', { name: 'Give “film.mp4” up' }).click()
  await expect.poll(() => calls).toContainEqual(['discardUpload', { id: 'u' }])
})

test('a link shows a visitor what it shares', async () => {
  entries = [entryOf('f', { kind: 'folder', name: 'Holiday', content: null })]
  const screen = await open('/sync/shared/some-token')
  await expect.element(screen.getByRole('heading', { name: 'Holiday' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /inside\.bin/ })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Download as zip' })).toBeVisible()
})
