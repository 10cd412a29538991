import '../../../web/src/records/test-styles.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { EntryRow } from '../rows.ts'
import SyncPage from '../web.tsx'

const MOMENT = '2026-11-01T10:00:00.000Z'
const entryOf = (id: string): EntryRow => ({
  ...{ id, version: 1, createdAt: MOMENT, updatedAt: MOMENT, modifiedAt: MOMENT, kind: 'file', parent: '', size: 10 },
  ...{ name: `${id}.bin`, mime: 'application/octet-stream', sha256: '', content: `c-${id}` },
})
let calls: [action: string, input: { limit: number; after?: string; id?: string; ids?: string[] }][]
let count: number

function pageOf({ limit, after }: { limit: number; after?: string }) {
  const from = Number(after ?? 0)
  const entries = Array.from({ length: Math.max(0, Math.min(limit, count - from)) }, (_, n) => entryOf(`f${from + n}`))
  const next = from + limit < count ? String(from + limit) : null
  return { folder: null, path: [], entries, next, total: after === undefined ? count : null }
}

beforeAll(async () => {
  const resources = { en: { translation: {}, kit: {} } }
  await i18next.use(initReactI18next).init({ lng: 'en', resources, interpolation: { escapeValue: false } })
})
beforeEach(() => {
  calls = []
  count = 900
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href)
    if (pathname === '/api/room') return Response.json({ usedBytes: 1, quotaBytes: 1000 })
    const action = pathname.split('/').at(-1) ?? ''
    const input = init.body ? JSON.parse(String(init.body)) : {}
    calls.push([action, input])
    const outputs: Record<string, () => unknown> = {
      list: () => pageOf(input),
      look: () => ({ entry: { ...entryOf(input.id), path: [], excerpt: null } }),
      uploads: () => ({ uploads: [] }),
    }
    return Response.json({ output: outputs[action]?.() ?? { count: 1 }, change: null })
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
const asked = () => calls.filter(([action]) => action === 'list').map(([, input]) => input)
const focused = () => document.activeElement?.getAttribute('data-row')

test('a folder of thousands comes by pages, is put in another order by the server, and a range may reach over pages', async () => {
  const screen = await open()
  const grid = screen.getByRole('grid')
  await expect.element(grid).toHaveAttribute('aria-rowcount', '901')
  expect(asked()).toEqual([{ folder: '', order: 'name', limit: 200 }])
  const row = screen.getByRole('row', { name: /f0\.bin/ }).element() as HTMLElement
  row.focus()
  await expect.poll(() => row.tabIndex).toBe(0)
  const press = (key: string, more: KeyboardEventInit = {}) =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
    )
  press('x')
  press('End')
  await expect.poll(() => asked().length).toBe(2)
  await expect.poll(focused).toBe('199')
  await expect.poll(() => document.querySelectorAll('[data-row="201"]').length).toBe(1)
  for (let n = 200; n < 205; n++) {
    press('ArrowDown', { shiftKey: true })
    await expect.poll(focused).toBe(String(n))
  }
  press('#')
  const ids = () => calls.find(([action]) => action === 'remove')?.[1] as { ids: string[] } | undefined
  await expect.poll(() => ids()?.ids.length).toBe(205)
  expect(ids()?.ids.at(-1)).toBe('f204')
  const head = screen.getByRole('columnheader', { name: 'Name' }).getByRole('button')
  await head.click()
  await head.click()
  await expect.poll(asked).toContainEqual({ folder: '', order: '-name', limit: 200 })
})

test('a file that an address opens is shown though its page has not come', async () => {
  const screen = await open('/sync?open=f299')
  await expect.element(screen.getByRole('dialog', { name: /f299\.bin/ })).toBeVisible()
})

test('as a grid it brings more when its end comes in sight', async () => {
  const screen = await open('/sync?view=grid')
  await expect.element(screen.getByRole('button', { name: 'f0.bin', exact: true })).toBeVisible()
  const lists = () => calls.filter(([action]) => action === 'list').length
  await expect.poll(lists).toBeGreaterThan(0)
  const before = lists()
  const end = () => document.querySelector('ul.grid > li:last-child')
  await expect
    .poll(
      () => {
        end()?.scrollIntoView() // again while rows are still drawn above it
        return lists()
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(before)
})
