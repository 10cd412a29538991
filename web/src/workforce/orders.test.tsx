import '../ui/styles.css'
import type { AdminOrder, ChangePreview, OrderDetails, Subscription } from '@atrium/contract/workforce-orders'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { createQueryClient } from '../platform/query.ts'
import { ConfirmProvider } from '../ui/confirm.tsx'
import { dismissToast } from '../ui/toast-store.ts'
import { AdminOrders } from './admin-orders.tsx'
import { OrderPage } from './order-page.tsx'
import { SubscriptionPage } from './subscription-page.tsx'
import { SubscriptionsPage } from './subscriptions-page.tsx'

const at = '2026-03-01T10:00:00.000Z'
const due = '2026-03-15T10:00:00.000Z'
const sales = { agentKey: 'sales', name: 'Sales', agentVersion: 1, unitPriceCents: 19_900, quantity: 1 }
const line = { ...sales, amountCents: 19_900, part: null }
const subscription: Subscription = {
  id: 's1',
  status: 'active',
  billingPeriod: 'monthly',
  periodStart: at,
  periodEnd: '2026-04-01T10:00:00.000Z',
  cancelAtPeriodEnd: false,
  endsAtOnce: false,
  subtotalCents: 19_900,
  lines: [line],
  next: null,
  seats: [],
}
const refused: Subscription = { ...subscription, status: 'past_due', endsAtOnce: true }
const order: OrderDetails = {
  id: 'o1',
  kind: 'renewal',
  status: 'pending_payment',
  currency: 'USD',
  billingPeriod: 'monthly',
  payment: 'stripe',
  lines: [line],
  listCents: 19_900,
  discountCents: 0,
  creditCents: 0,
  subtotalCents: 19_900,
  taxBasisPoints: 0,
  taxCents: 0,
  totalCents: 19_900,
  poNumber: '',
  billing: {
    name: 'Ada',
    company: '',
    email: 'ada@example.org',
    address: '1 Main Street',
    city: 'London',
    postcode: '',
    country: 'United Kingdom',
    taxNumber: '',
  },
  invoice: { number: '2026-0007', issuedAt: at, dueAt: due, termsDays: 14, status: 'open' },
  subscriptionId: 's1',
  cancellable: false,
  lapsed: false,
  createdAt: at,
  paidAt: null,
  subscription: refused,
}

let calls: [string, unknown][]
let server: Record<string, () => unknown>
const sources: { onmessage?: (event: { data: string }) => void }[] = []
beforeEach(async () => {
  await page.viewport(1280, 900)
  calls = []
  sources.length = 0
  localStorage.setItem('i18nextLng', 'en')
  server = { 'GET /api/workforce/card': () => ({ offered: true, onFile: true }) }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const call = `${init.method} ${path}`
    calls.push([call, typeof init.body === 'string' ? JSON.parse(init.body) : undefined])
    const answer = server[call]
    return new Response(JSON.stringify(answer?.() ?? {}), { status: answer ? 200 : 404 })
  })
  class Source {
    onmessage?: (event: { data: string }) => void
    constructor() {
      sources.push(this)
    }
    close(): void {}
  }
  vi.stubGlobal('EventSource', Object.assign(Source, { CLOSED: 2 }))
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
              <Route path="workforce/orders/:id" element={<OrderPage />} />
              <Route path="workforce/subscriptions" element={<SubscriptionsPage />} />
              <Route path="workforce/subscriptions/:id" element={<SubscriptionPage />} />
              <Route path="admin" element={<AdminOrders />} />
            </Routes>
          </Suspense>
        </MemoryRouter>
      </ConfirmProvider>
    </QueryClientProvider>,
  )

test('a period that the card was refused for: paid by another card or by invoice, or ended at once', async () => {
  let shown = order
  server['GET /api/workforce/orders/o1'] = () => shown
  server['POST /api/workforce/orders/o1/by-invoice'] = () => {
    shown = { ...order, payment: 'invoice' }
    return shown
  }
  server['PUT /api/workforce/subscriptions/s1/cancel'] = () => {
    const ended = { ...refused, status: 'cancelled' as const, endsAtOnce: false }
    shown = { ...shown, status: 'cancelled', subscription: ended }
    return ended
  }
  const screen = await show('/workforce/orders/o1')
  await expect.element(screen.getByText(/then nothing is owed/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Pay now' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel the order' }).elements()).toEqual([])
  await screen.getByRole('button', { name: 'Pay by invoice' }).click()
  await expect.element(screen.getByText(/^Pay the invoice by March 15, 2026\. When/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Pay now' }).elements()).toEqual([])
  await screen.getByRole('button', { name: 'End the subscription now' }).click()
  const question = screen.getByRole('alertdialog')
  await expect.element(question.getByText(/nothing is owed\. The seats end at once/)).toBeVisible()
  await question.getByRole('button', { name: 'End the subscription now' }).click()
  await expect.element(screen.getByText('This order was cancelled. Nothing is due.')).toBeVisible()
  expect(sent('PUT /api/workforce/subscriptions/s1/cancel')).toEqual([{ atPeriodEnd: true }])
})

test('an order can be cancelled where the server says so, and one that was not paid in time says that', async () => {
  const rest = { ...line, unitPriceCents: 6_633, amountCents: 6_633, part: { days: 5, of: 15 } }
  const change: OrderDetails = { ...order, kind: 'change', payment: 'invoice', lines: [rest], subscription }
  server['GET /api/workforce/orders/o1'] = () => ({ ...change, cancellable: true })
  const screen = await show('/workforce/orders/o1')
  await expect.element(screen.getByRole('button', { name: 'Cancel the order' })).toBeVisible()
  await expect.element(screen.getByText(/the change is made, at the price of the order/)).toBeVisible()
  await expect.element(screen.getByText('1 × $66.33 for the rest of the period (5 days)')).toBeVisible()
  await screen.unmount()
  server['GET /api/workforce/orders/o1'] = () => ({ ...change, status: 'cancelled', lapsed: true })
  const late = await show('/workforce/orders/o1')
  await expect.element(late.getByText(/^This change was not paid in time/)).toBeVisible()
  expect(late.getByRole('button', { name: 'Cancel the order' }).elements()).toEqual([])
})

test('a subscription has words of its own for how it stands', async () => {
  const begun = { ...subscription, id: 's2', status: 'pending_payment', periodStart: null, periodEnd: null }
  const over = { ...subscription, id: 's3', status: 'cancelled' }
  server['GET /api/workforce/subscriptions'] = () => ({ subscriptions: [refused, begun, over] })
  const screen = await show('/workforce/subscriptions')
  for (const state of ['Payment missing', 'Not started', 'Ended'])
    await expect.element(screen.getByText(state, { exact: true })).toBeVisible()
  expect(screen.getByRole('button', { name: 'End the subscription now' }).elements()).toHaveLength(1)
  expect(screen.getByText(/^Renews on/).elements()).toEqual([])
})

test('what a change costs is said for the days that are left, with its tax, and until when it holds', async () => {
  const preview: ChangePreview = {
    lines: [{ ...line, unitPriceCents: 7, amountCents: 7, part: { days: 1, of: 31 } }],
    listCents: 7,
    discountCents: 0,
    creditCents: 0,
    subtotalCents: 7,
    taxBasisPoints: 1_900,
    taxCents: 1,
    totalCents: 8,
    payBy: due,
    seatsAdded: 1,
    seatsEnded: 0,
    nextSubtotalCents: 39_800,
    nextPeriodStart: '2026-04-01T10:00:00.000Z',
  }
  server['GET /api/workforce/subscriptions/s1'] = () => subscription
  server['POST /api/workforce/subscriptions/s1/preview'] = () => preview
  const screen = await show('/workforce/subscriptions/s1')
  await screen.getByRole('button', { name: 'One Sales Representative more' }).click()
  await expect.element(screen.getByText('1 × $0.07 for the rest of the period (1 day)')).toBeVisible()
  // 1 of 7 cents is 14 %: the rate is the one that was agreed.
  await expect.element(screen.getByText('Tax (19%)')).toBeVisible()
  await expect.element(screen.getByText(/^Pay by March 15, 2026: until then the price holds/)).toBeVisible()
})

test('whoever takes everybody out of a subscription goes on from what is said of it', async () => {
  server['GET /api/workforce/subscriptions/s1'] = () => subscription
  const screen = await show('/workforce/subscriptions/s1')
  await screen.getByRole('button', { name: 'Remove Sales Representative' }).click()
  await expect.element(screen.getByRole('heading', { name: 'What this changes' })).toHaveFocus()
})

test('administrators see what Stripe reported wrongly, and new orders without a reload', async () => {
  const { subscription: _, ...plain } = order
  const person = { id: 'u1', username: 'ada', email: 'ada@example.org' }
  const wrong: AdminOrder = {
    ...plain,
    person,
    trusted: false,
    mismatch: { amount: 19_900, currency: 'jpy', reference: 'pi_7' },
  }
  let listed = [wrong]
  server['GET /api/admin/orders'] = () => ({ orders: listed, nextCursor: null })
  const screen = await show('/admin')
  await expect
    .element(screen.getByText(/^Stripe reported ¥19,900 instead of \$199\.00.*payment pi_7 at Stripe/))
    .toBeVisible()
  listed = [{ ...wrong, id: 'o2', mismatch: null, invoice: { ...order.invoice, number: '2026-0008' } }, wrong]
  for (const source of sources) source.onmessage?.({ data: JSON.stringify({ topic: 'administration' }) })
  await expect.element(screen.getByText(/^Order 2026-0008/)).toBeVisible()
  // What is there stays when it cannot be fetched anew.
  const before = calls.length
  server = {}
  for (const source of sources) source.onmessage?.({ data: JSON.stringify({ topic: 'administration' }) })
  await expect.poll(() => calls.length, { timeout: 5_000 }).toBeGreaterThan(before)
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect.element(screen.getByText(/^Order 2026-0008/)).toBeVisible()
})

test('administrators choose which orders they look at, and the address keeps it', async () => {
  const { subscription: _, ...plain } = order
  const waiting: AdminOrder = {
    ...plain,
    person: { id: 'u1', username: 'ada', email: 'ada@example.org' },
    trusted: false,
    mismatch: null,
  }
  const paid: AdminOrder = { ...waiting, id: 'o2', status: 'paid', invoice: { ...order.invoice, number: '2026-0008' } }
  server['GET /api/admin/orders'] = () => ({ orders: [paid, waiting], nextCursor: null })
  server['GET /api/admin/orders?status=pending_payment'] = () => ({ orders: [waiting], nextCursor: null })
  server['GET /api/admin/orders?status=cancelled'] = () => ({ orders: [], nextCursor: null })
  const screen = await show('/admin?part=orders')
  await expect.element(screen.getByText(/^Order 2026-0008/)).toBeVisible()
  await screen.getByText('Waiting for payment', { exact: true }).first().click()
  await expect.element(screen.getByText(/^Order 2026-0008/)).not.toBeInTheDocument()
  await expect.element(screen.getByText(/^Order 2026-0007/)).toBeVisible()
  await screen.unmount()
  const again = await show('/admin?part=orders&status=cancelled')
  await expect.element(again.getByText('Nothing here yet')).toBeVisible()
  await expect.element(again.getByRole('radio', { name: 'Cancelled' })).toBeChecked()
  ;(again.getByRole('radio', { name: 'Cancelled' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(again.getByText(/^Order 2026-0008/)).toBeVisible()
})
