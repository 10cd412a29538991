import { SharedAsContext } from '@atrium/web/kit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { EntryRow } from '../rows.ts'
import SyncPage from '../web.tsx'

const entryOf = (id: string, parent: string): EntryRow => ({
  ...{ id, version: 1, createdAt: '2026-11-01T10:00:00.000Z', updatedAt: '2026-11-01T10:00:00.000Z', kind: 'file' },
  ...{ name: `${id}.bin`, parent, size: 10, mime: '', sha256: '', content: `c-${id}` },
  modifiedAt: '2026-11-01T10:00:00.000Z',
})

beforeAll(async () => {
  const resources = { en: { translation: {}, kit: {} } }
  await i18next.use(initReactI18next).init({ lng: 'en', resources, interpolation: { escapeValue: false } })
})
beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, location.href)
    if (pathname === '/api/room') return new Response(JSON.stringify({ usedBytes: 1, quotaBytes: 10 }))
    const outputs: Record<string, unknown> = {
      list: { folder: null, path: [], entries: [entryOf('root', ''), entryOf('a', 'root')], next: null, total: 2 },
      uploads: { uploads: [] },
    }
    return new Response(JSON.stringify({ output: outputs[pathname.split('/').at(-1) ?? ''] ?? {}, change: null }))
  })
})
afterEach(() => void vi.unstubAllGlobals())

const open = (role: 'viewer' | 'editor' | null) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/shared/s1']}>
        <SharedAsContext value={role}>
          <SyncPage />
        </SharedAsContext>
      </MemoryRouter>
    </QueryClientProvider>,
  )

async function menuOf(screen: Awaited<ReturnType<typeof open>>, button: string): Promise<string[]> {
  await screen.getByRole('button', { name: button, exact: true }).click()
  await expect.element(screen.getByRole('menu')).toBeVisible()
  const items = screen
    .getByRole('menuitem')
    .elements()
    .map((one) => one.textContent ?? '')
  await screen
    .getByRole('menu')
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await expect.poll(() => screen.getByRole('menu').query()).toBeNull()
  return items
}

test('a viewer is offered nothing that would be refused', async () => {
  const screen = await open('viewer')
  expect(await menuOf(screen, 'More for “a.bin”')).toEqual(['Download', 'Versions…', 'Activity'])
  expect(await menuOf(screen, 'More')).toEqual(['Favourites', 'Activity', 'Trash', 'Download everything'])
  for (const name of ['Upload', 'New folder']) expect(screen.getByRole('button', { name }).query()).toBeNull()
})

test('an editor works in it, and is not offered to move or end what is shared itself', async () => {
  const screen = await open('editor')
  const inside = await menuOf(screen, 'More for “a.bin”')
  expect(inside).toEqual(['Download', 'Add to favourites', 'Versions…', 'Activity', 'Rename…', 'Move to…', 'Delete'])
  expect(await menuOf(screen, 'More for “root.bin”')).toEqual(inside.slice(0, 5))
  await expect.element(screen.getByRole('button', { name: 'Upload' })).toBeVisible()
})

test('a file that a viewer drops is not taken, and does not lead away from the page', async () => {
  const screen = await open('viewer')
  await expect.element(screen.getByText('a.bin')).toBeVisible()
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['abc'], 'b.txt'))
  const over = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true })
  screen.getByText('a.bin').element().dispatchEvent(over)
  expect(over.defaultPrevented).toBe(true)
})
