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

const account = (id: string, currency: string, balance: number) => ({ id, currency, balance })

/** The card of somebody with these accounts, whose envelopes hold this much. */
function show(accounts: ReturnType<typeof account>[], envelopes: object[] = [], available = 0) {
  vi.stubGlobal('fetch', async (path: string) => {
    const currencies = [...new Set(accounts.map(({ currency }) => currency))]
    const overview = { accounts, currencies }
    const budget = { month: '2026-11', currency: 'EUR', available, envelopes }
    return Response.json({ output: path.endsWith('/budget') ? budget : overview, change: null })
  })
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Card />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('says what there is in each currency and what the month’s envelopes still hold, and leads there', async () => {
  const screen = await show(
    [account('a', 'EUR', 120_000), account('b', 'EUR', -20_050), account('c', 'JPY', 5_000)],
    [{ category: 'food', budgeted: 30_000, carried: 0 }],
    -1_234,
  )
  await expect.element(screen.getByRole('link', { name: /In all accounts\s*€999\.50/ })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /In all accounts\s*¥5,000/ })).toBeVisible()
  const left = screen.getByRole('link', { name: /Left in this month’s budget\s*-€12\.34/ })
  await expect.element(left).toHaveAttribute('href', '/wallet?view=budget&month=2026-11')
})

test('without a budget it offers to make one', async () => {
  const screen = await show([account('a', 'EUR', 100)], [{ category: 'food', budgeted: 0, carried: 0 }])
  await expect.element(screen.getByRole('link', { name: 'Give this month’s money a job' })).toBeVisible()
})

test('without an account it leads to the first one', async () => {
  const screen = await show([])
  await expect.element(screen.getByRole('link', { name: 'Add an account' })).toHaveAttribute('href', '/wallet')
})
