import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Card } from './card.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: {} } } })
})
afterEach(() => void vi.unstubAllGlobals())

/** The card, where this comes next. */
function show(occurrences: object[]) {
  vi.stubGlobal('fetch', async () => Response.json({ output: { occurrences }, change: null }))
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Card />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('names what comes next with its time, or the day alone, and opens that occurrence', async () => {
  const screen = await show([
    { id: 'e1', occurrence: '2026-11-24T13:00', title: 'Stand-up', start: '2026-11-24T19:00', at: '2026-11-24T18:00Z' },
    { id: 'e2', occurrence: null, title: 'Fair', start: '2026-11-26', at: null },
  ])
  const first = screen.getByRole('link', { name: /Stand-up\s*Nov 24, 7:00/ })
  await expect.element(first).toBeVisible()
  const address = new URL(first.element().getAttribute('href') ?? '', location.href)
  expect(Object.fromEntries(address.searchParams)).toEqual({ day: '2026-11-24', open: 'e1', at: '2026-11-24T13:00' })
  await expect.element(screen.getByRole('link', { name: /Fair\s*Nov 26$/ })).toBeVisible()
})

test('with nothing ahead it leads to the calendar', async () => {
  const screen = await show([])
  await expect
    .element(screen.getByRole('link', { name: 'Open the calendar' }))
    .toHaveAttribute('href', '/content-calendar')
})
