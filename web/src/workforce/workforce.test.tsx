import '../ui/styles.css'
import { agents } from '@atrium/contract/catalogue/agents'
import { presets } from '@atrium/contract/catalogue/presets'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import en from '../i18n/locales/en/workforce.json'
import '../i18n/test-i18n.ts'
import { setOwner } from '../platform/owner.ts'
import { createQueryClient } from '../platform/query.ts'
import { ConfirmProvider } from '../ui/confirm.tsx'
import { dismissToast } from '../ui/toast-store.ts'
import { WorkforcePages } from './workforce-pages.tsx'

const at = '2026-03-01T10:00:00.000Z'
const ada = {
  id: 'u1',
  username: 'ada',
  email: 'ada@example.org',
  firstName: 'Ada',
  tier: 'FREE',
  isAdmin: false,
  role: 'user',
}

let calls: [string, unknown][]
let cart: { items: Record<string, number>; billingPeriod: string; updatedAt: string | null }
let server: Record<string, (body: unknown) => [number, unknown]>
let person = 0

beforeEach(async () => {
  await page.viewport(1280, 900)
  calls = []
  localStorage.clear()
  localStorage.setItem('i18nextLng', 'en')
  // Somebody else in each test: what was kept for the one before is not theirs.
  person += 1
  setOwner(`u${person}`, false)
  cart = { items: {}, billingPeriod: 'monthly', updatedAt: null }
  server = {
    'GET /api/me': () => [200, { role: 'user', userId: `u${person}` }],
    'GET /api/user': () => [200, { ...ada, id: `u${person}` }],
    'GET /api/workforce/catalogue': () => [200, { agents: [], tabs: [], presets: [] }],
    'GET /api/workforce/orders': () => [200, { orders: [] }],
    'GET /api/workforce/card': () => [200, { offered: false, onFile: false }],
    'GET /api/workforce/cart': () => [200, cart],
    'PUT /api/workforce/cart': (body) => {
      cart = { ...(body as typeof cart), updatedAt: at }
      return [200, cart]
    },
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const call = `${init.method} ${path}`
    calls.push([call, body])
    const [status, answer] = server[call]?.(body) ?? [404, {}]
    return new Response(JSON.stringify(answer), { status })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  dismissToast()
})

const sent = (call: string) => calls.filter(([name]) => name === call).map(([, body]) => body)

const show = (path: string) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ConfirmProvider>
        <MemoryRouter initialEntries={[path]}>
          <Suspense fallback="Loading...">
            <Routes>
              <Route path="workforce/*" element={<WorkforcePages />} />
              <Route path="*" element={<p>Elsewhere</p>} />
            </Routes>
          </Suspense>
        </MemoryRouter>
      </ConfirmProvider>
    </QueryClientProvider>,
  )

test('the catalogue is said in the words of the contract', () => {
  expect(en.agents).toEqual(
    Object.fromEntries(agents.map(({ key, name, description }) => [key, { name, text: description }])),
  )
  for (const { id, name, blurb } of presets)
    expect(en.presets[id as 'startup' | 'smb' | 'enterprise' | 'custom']).toEqual({ name, text: blurb })
})

test('the startup preset comes once: not into a cart that was emptied, and not over one that the account has', async () => {
  const screen = await show('/workforce')
  const bar = screen.getByRole('region', { name: 'Your selection' })
  await expect.element(bar.getByText('4 agent(s) selected')).toBeVisible()
  await expect.poll(() => cart.items).toEqual({ coo: 1, sales: 1, support: 1, creator: 1 })
  await bar.getByRole('button', { name: 'Clear the cart' }).click()
  await expect.poll(() => cart.items).toEqual({})
  await screen.unmount()
  const again = await show('/workforce')
  await expect.element(again.getByRole('button', { name: 'Use this team: Startup' })).toBeEnabled()
  await expect.element(again.getByText('0 agent(s) selected')).toBeVisible()
  await again.unmount()
  cart = { items: { seo: 3 }, billingPeriod: 'annual', updatedAt: at }
  const third = await show('/workforce')
  await expect.element(third.getByText('3 agent(s) selected')).toBeVisible()
  await expect.element(third.getByText('10% bundle discount applied')).toBeVisible()
})

test('what was chosen before signing in is merged with what the account has', async () => {
  setOwner('', false)
  setOwner('guest', false)
  const kept = { items: { seo: 2, coo: 1 }, billingPeriod: 'monthly' }
  localStorage.setItem('atrium_cart_guest', JSON.stringify(kept))
  cart = { items: { coo: 4, support: 1 }, billingPeriod: 'monthly', updatedAt: at }
  setOwner(`u${person}`, true)
  const screen = await show('/workforce')
  await expect.element(screen.getByText('7 agent(s) selected')).toBeVisible()
  await expect.poll(() => cart.items).toEqual({ seo: 2, coo: 4, support: 1 })
  expect(localStorage.getItem('atrium_cart_guest')).toBeNull()
})

test('a card: minus is off at nought, both are off where nobody can be hired, and the last one taken away is gone', async () => {
  cart.updatedAt = at
  const screen = await show('/workforce')
  const fewer = screen.getByRole('button', { name: 'One Search Specialist fewer' })
  const more = screen.getByRole('button', { name: 'One Search Specialist more' })
  await expect.element(fewer).toBeDisabled()
  await more.click()
  await more.click()
  await expect.poll(() => cart.items).toEqual({ seo: 2 })
  await fewer.click()
  await fewer.click()
  await expect.element(fewer).toBeDisabled()
  await expect.element(more).toHaveFocus()
  await expect.poll(() => cart.items).toEqual({})
  await expect.element(screen.getByRole('button', { name: 'One Tutor fewer' })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'One Tutor more' })).toBeDisabled()
  expect(screen.getByText('Coming Soon', { exact: true }).elements()).toHaveLength(
    agents.filter(({ deployable }) => !deployable).length,
  )
})

test('a change that the account could not take is said, kept here, and sent with the next', async () => {
  cart.updatedAt = at
  const take = server['PUT /api/workforce/cart']
  server['PUT /api/workforce/cart'] = () => [503, {}]
  const screen = await show('/workforce')
  await screen.getByRole('button', { name: 'One Copywriter more' }).click()
  await expect.element(screen.getByText(/^The cart is kept in this browser/)).toBeVisible()
  server['PUT /api/workforce/cart'] = take as (body: unknown) => [number, unknown]
  await screen.getByRole('button', { name: 'One Copywriter more' }).click()
  await expect.poll(() => cart.items).toEqual({ copywriter: 2 })
  await expect.poll(() => screen.getByText(/^The cart is kept in this browser/).elements()).toEqual([])
})

test('an agent that a model does all the work of says so, and cannot be checked out where none is', async () => {
  const listed = (isThere: boolean) => ({
    agents: [
      {
        ...{
          key: 'copywriter',
          name: 'Copywriter',
          description: '',
          department: 'Creative',
          deployable: true,
          risk: 'low',
        },
        ...{ monthlyPriceCents: 9_900, annualPriceCents: 106_920, version: 1, starred: false, interested: false },
        connectors: [
          {
            ...{ key: 'model', kind: 'model', name: 'A language model', plan: null, route: null },
            isOptional: false,
            isThere,
          },
        ],
      },
    ],
    tabs: [],
    presets: [],
  })
  cart = { items: { copywriter: 1, seo: 1 }, billingPeriod: 'monthly', updatedAt: at }
  server['GET /api/workforce/catalogue'] = () => [200, listed(false)]
  const shop = await show('/workforce')
  const card = shop.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Copywriter' }) })
  await expect.element(card.getByText('Works with a model connected')).toBeVisible()
  await expect.element(card.getByRole('link', { name: 'Connect a model' })).toHaveAttribute('href', '/settings/models')
  await expect.element(card.getByRole('button', { name: 'One Copywriter more' })).toBeDisabled()
  await expect.element(card.getByRole('button', { name: 'One Copywriter fewer' })).toBeEnabled()
  await shop.unmount()

  const checkout = await show('/workforce/checkout')
  const summary = checkout.getByRole('region', { name: 'Summary' })
  await expect.element(summary.getByRole('alert').getByText(/works with a model connected, and none is/)).toBeVisible()
  await expect.element(summary.getByRole('button', { name: /^Hire 2 agents/ })).toBeDisabled()
  await checkout.getByRole('button', { name: 'Remove Copywriter' }).click()
  await expect.element(summary.getByRole('button', { name: /^Hire 1 agent/ })).toBeEnabled()
  await checkout.unmount()

  server['GET /api/workforce/catalogue'] = () => [200, listed(true)]
  const ready = await show('/workforce')
  await expect.element(ready.getByText('Works with a model connected')).toBeVisible()
  await expect.element(ready.getByRole('button', { name: 'One Copywriter more' })).toBeEnabled()
})

test('the checkout sends what was shown, keeps what was typed on a refusal, and asks for the same order as one attempt', async () => {
  cart = { items: { seo: 2 }, billingPeriod: 'annual', updatedAt: at }
  server['POST /api/workforce/orders'] = () => [
    409,
    { error: { code: 'conflict', message: 'The total has changed. Look at the order again.' } },
  ]
  const screen = await show('/workforce/checkout')
  await screen.getByLabelText('Street and number').fill('1 Main Street')
  await userEvent.keyboard('{Enter}')
  await screen.getByLabelText('City').fill('Springfield')
  await screen.getByLabelText('Country').fill('Utopia')
  await screen.getByLabelText('Tax in percent (optional)').fill('50,01')
  const place = screen.getByRole('button', { name: /^Hire 2 agents for/ })
  await place.click()
  await expect
    .element(screen.getByLabelText('Tax in percent (optional)'))
    .toHaveAccessibleDescription(/A tax rate is a number from 0 to 50/)
  expect(sent('POST /api/workforce/orders')).toEqual([])
  await screen.getByLabelText('Tax in percent (optional)').fill('8,25')
  await place.click()
  await expect.element(screen.getByText('The total has changed. Look at the order again.')).toBeVisible()
  await expect.element(screen.getByLabelText('City')).toHaveValue('Springfield')
  await place.click()
  await expect.poll(() => sent('POST /api/workforce/orders')).toHaveLength(2)
  const [first, second] = sent('POST /api/workforce/orders') as Record<string, unknown>[]
  // 2 × $149 × 12 × 0.9, and 8.25 % of it.
  expect(first).toMatchObject({
    items: { seo: 2 },
    billingPeriod: 'annual',
    taxBasisPoints: 825,
    expectedTotalCents: 321_840 + 26_552,
    termsDays: 14,
    billing: { name: 'Ada', email: 'ada@example.org', city: 'Springfield' },
  })
  expect(second?.attempt).toBe(first?.attempt)
})

test('the last line of a checkout leaves the focus on what stands in its place', async () => {
  cart = { items: { seo: 2 }, billingPeriod: 'annual', updatedAt: at }
  const screen = await show('/workforce/checkout')
  await screen.getByRole('button', { name: /^Remove / }).click()
  await expect.element(screen.getByRole('heading', { name: 'The cart is empty' })).toHaveFocus()
})

test('a card is offered where the server takes them, and asks for no terms', async () => {
  cart = { items: { seo: 1 }, billingPeriod: 'monthly', updatedAt: at }
  const plain = await show('/workforce/checkout')
  await expect.element(plain.getByLabelText('Payment terms')).toBeVisible()
  expect(plain.getByRole('radio', { name: 'Card' }).elements()).toEqual([])
  await plain.unmount()
  server['GET /api/workforce/card'] = () => [200, { offered: true, onFile: false }]
  server['POST /api/workforce/orders'] = () => [503, { error: { code: 'unavailable', message: 'Not now.' } }]
  const screen = await show('/workforce/checkout')
  await screen.getByText('Card', { exact: true }).click()
  await expect.element(screen.getByText(/^You pay on a page of Stripe’s/)).toBeVisible()
  expect(screen.getByLabelText('Payment terms').elements()).toEqual([])
  await screen.getByLabelText('Street and number').fill('1 Main Street')
  await screen.getByLabelText('City').fill('Springfield')
  await screen.getByLabelText('Country').fill('Utopia')
  await screen.getByRole('button', { name: /^Hire 1 agent for/ }).click()
  await expect.element(screen.getByText('Not now.')).toBeVisible()
  expect(sent('POST /api/workforce/orders')).toMatchObject([{ payment: 'stripe', expectedTotalCents: 14_900 }])
})

test('filters of the browser stand in the address, and three agents at most are compared', async () => {
  cart.updatedAt = at
  const screen = await show('/workforce/browse?department=Dev&hireable=yes')
  await expect.element(screen.getByText('2 agents', { exact: true })).toBeVisible()
  await screen.getByRole('combobox', { name: 'Department' }).selectOptions('Sales')
  await expect.element(screen.getByText('4 agents', { exact: true })).toBeVisible()
  for (const name of ['Sales Representative', 'Sales Development Representative', 'Account Manager'])
    await screen.getByRole('checkbox', { name: `Compare ${name}`, exact: true }).click()
  await expect.element(screen.getByRole('checkbox', { name: 'Compare Customer Success Manager' })).toBeDisabled()
  await screen.getByRole('button', { name: 'Compare', exact: true }).click()
  const table = screen.getByRole('dialog', { name: 'Comparison' }).getByRole('table')
  await expect.element(table.getByRole('columnheader', { name: 'Account Manager' })).toBeVisible()
  await expect.element(table.getByText('$2,689.20 a year')).toBeVisible()
})
