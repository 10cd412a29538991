import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Card } from './card.tsx'

beforeAll(async () => {
  const interpolation = { escapeValue: false }
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: {} } }, interpolation })
})
afterEach(() => void vi.unstubAllGlobals())

/** The card of somebody whose latest files are these. */
function show(files: object[]) {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      address.endsWith('/api/room') ? { usedBytes: 250, quotaBytes: 1000 } : { output: { files }, change: null },
    ),
  )
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Card />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('names the files that came last, each opened where it lies, and how much room is taken', async () => {
  const screen = await show([
    { id: 'f1', name: 'plan.pdf', parent: 'd1', size: 10, updatedAt: '2026-11-20T10:00:00.000Z' },
    { id: 'f2', name: 'top.txt', parent: '', size: 10, updatedAt: '2026-11-01T10:00:00.000Z' },
  ])
  await expect
    .element(screen.getByRole('link', { name: /plan\.pdf/ }))
    .toHaveAttribute('href', '/sync?folder=d1&open=f1')
  await expect.element(screen.getByRole('link', { name: /top\.txt/ })).toHaveAttribute('href', '/sync?open=f2')
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
})

test('without files it leads to where they are added', async () => {
  const screen = await show([])
  await expect.element(screen.getByRole('link', { name: 'Add files' })).toHaveAttribute('href', '/sync')
})
