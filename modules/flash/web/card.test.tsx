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

/** The card, where the module answers this. */
function show(output: object) {
  vi.stubGlobal('fetch', async () => Response.json({ output, change: null }))
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Card />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const nothing = { new: 0, learning: 0, due: 0 }

test('says what is to be reviewed today and how many days are in a row, and leads to the review', async () => {
  const screen = await show({ decks: [], total: { new: 5, learning: 1, due: 6 }, doneToday: 0, cards: 40, streak: 9 })
  await expect.element(screen.getByText('12 cards for today')).toBeVisible()
  await expect.element(screen.getByText('9 days in a row')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Review' })).toHaveAttribute('href', '/flash?view=review')
})

test('with everything done it asks for nothing', async () => {
  const screen = await show({ decks: [], total: nothing, doneToday: 7, cards: 40, streak: 0 })
  await expect.element(screen.getByText('Nothing to review now')).toBeVisible()
  await expect.element(screen.getByText('7 reviews done today')).toBeVisible()
  expect(screen.getByRole('link').elements()).toEqual([])
})

test('without cards it leads to the first one', async () => {
  const screen = await show({ decks: [], total: nothing, doneToday: 0, cards: 0, streak: 0 })
  await expect.element(screen.getByRole('link', { name: 'Add cards' })).toHaveAttribute('href', '/flash?add=card')
})
