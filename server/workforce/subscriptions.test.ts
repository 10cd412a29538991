import type { ChangePreview, Order, OrderDetails, Subscription } from '@atrium/contract/workforce-orders'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { uuid } from '../platform/ids.ts'
import type { MailMessage } from '../platform/mail.ts'
import { silentLog } from '../platform/telemetry.ts'
import { testApp } from '../test-app.ts'
import { keepSubscriptions } from './keeping.ts'
import { DAY } from './periods.ts'
import { invoices, orders, seats, subscriptions } from './tables.ts'
import { testBilling, testOrder } from './test-order.ts'
import { createWorkforce } from './workforce.ts'

type OrderRow = typeof orders.$inferSelect

const app = await testApp()
const administrator = await app.administrator()
let member: Awaited<ReturnType<typeof app.member>>
beforeEach(async () => {
  member = await app.member()
})

async function begun(items: Record<string, number>, cents: number, taxBasisPoints = 0): Promise<Subscription> {
  const order = await member.call<OrderDetails>('POST', '/api/workforce/orders', {
    items,
    billingPeriod: 'monthly',
    billing: testBilling,
    poNumber: 'PO-7',
    taxBasisPoints,
    expectedTotalCents: cents,
    attempt: uuid(),
  })
  await pay(order.id)
  return look(order.subscriptionId)
}
const pay = (id: string) => administrator.call('POST', `/api/admin/orders/${id}/paid`)
const look = (id: string) => member.call<Subscription>('GET', `/api/workforce/subscriptions/${id}`)
const ordersOf = async (id: string) =>
  (await member.call<{ orders: Order[] }>('GET', '/api/workforce/orders')).orders.filter(
    (one) => one.subscriptionId === id,
  )
const preview = (id: string, items: Record<string, number>, billingPeriod = 'monthly') =>
  member.call<ChangePreview>('POST', `/api/workforce/subscriptions/${id}/preview`, { items, billingPeriod })
const change = (id: string, items: Record<string, number>, billingPeriod: string, expectedTotalCents: number) =>
  member.call<{ subscription: Subscription; order: Order | null }>(
    'POST',
    `/api/workforce/subscriptions/${id}/change`,
    {
      items,
      billingPeriod,
      expectedTotalCents,
      attempt: uuid(),
    },
  )
/** As if the period had ended just now. */
const letPeriodEnd = ({ id }: Subscription) =>
  app.db
    .update(subscriptions)
    .set({ periodEnd: sql`now() - interval '1 second'`, startedAt: sql`now() - interval '1 month'` })
    .where(eq(subscriptions.id, id))
const letInvoiceBeDue = (order: Order | undefined) =>
  app.db
    .update(invoices)
    .set({ dueAt: sql`now() - interval '1 second'` })
    .where(eq(invoices.orderId, order?.id ?? ''))
async function keep(): Promise<Order[]> {
  const told: Order[] = []
  await keepSubscriptions(app.db, silentLog, (order) => told.push(order))
  return told
}
const counts = ({ seats: shown }: Subscription) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(shown, ({ agentKey }) => agentKey)).map(([key, some = []]) => [key, some.length]),
  )

test('more seats: the price is shown before, charged by an order, and its payment makes them', async () => {
  const subscription = await begun({ sales: 1 }, 21_890, 1_000)
  const shown = await preview(subscription.id, { sales: 3 })
  expect(shown).toMatchObject({ subtotalCents: 39_800, taxCents: 3_980, totalCents: 43_780, seatsAdded: 2 })
  expect(await look(subscription.id)).toEqual(subscription)

  const wrong = { items: { sales: 3 }, billingPeriod: 'monthly', expectedTotalCents: 1, attempt: uuid() }
  const path = `/api/workforce/subscriptions/${subscription.id}/change`
  expect(await member.refusal('POST', path, wrong)).toMatchObject({ status: 409 })
  const { order } = await change(subscription.id, { sales: 3 }, 'monthly', shown.totalCents)
  expect(order).toMatchObject({ kind: 'change', status: 'pending_payment', poNumber: 'PO-7', totalCents: 43_780 })
  expect(counts(await look(subscription.id))).toEqual({ sales: 1 })
  const second = { ...wrong, items: { sales: 4 } }
  expect(await member.refusal('POST', path, second)).toMatchObject({
    message: 'An earlier change waits for its payment. Pay or cancel that order first.',
  })
  await pay(order?.id ?? '')
  await pay(order?.id ?? '')
  expect(counts(await look(subscription.id))).toEqual({ sales: 3 })
})

test('a change that is cancelled leaves all as it was', async () => {
  const subscription = await begun({ sales: 1 }, 19_900)
  const { order } = await change(subscription.id, { sales: 1, social: 2 }, 'monthly', 25_800)
  await member.call('POST', `/api/workforce/orders/${order?.id}/cancel`)
  expect(await look(subscription.id)).toEqual(subscription)
  expect(await administrator.refusal('POST', `/api/admin/orders/${order?.id}/paid`)).toMatchObject({ status: 409 })
})

test('a change that is not paid in time is off', async () => {
  const subscription = await begun({ sales: 1 }, 19_900)
  const { order } = await change(subscription.id, { sales: 2 }, 'monthly', 19_900)
  await letInvoiceBeDue(order ?? undefined)
  const mails: MailMessage[] = []
  const mail = { send: async (sent: MailMessage) => void mails.push(sent) }
  const instance = createWorkforce({
    db: app.db,
    baseUrl: 'http://localhost',
    mail,
    log: silentLog,
    stripe: null,
    idleAgents: async () => [],
  })
  await Promise.all([instance.keep(), instance.keep()])
  await instance.keep()
  expect((await ordersOf(subscription.id)).map(({ kind, status, lapsed }) => [kind, status, lapsed])).toEqual([
    ['change', 'cancelled', true],
    ['first', 'paid', false],
  ])
  expect(await look(subscription.id)).toEqual(subscription)
  const told = mails.filter(({ link }) => link?.url.endsWith(`/workforce/orders/${order?.id}`))
  expect(told.map(({ subject }) => subject)).toEqual([`Atrium: invoice ${order?.invoice.number} is void`])
})

test('more seats within a period: the price says for how many of its days, and until when it holds', async () => {
  const subscription = await begun({ sales: 1 }, 21_890, 1_000)
  const [before, now] = [new Date(Date.now() - 10 * DAY), Date.now()]
  const periodEnd = new Date(now + 5 * DAY)
  await app.db
    .update(subscriptions)
    .set({ periodStart: before, periodEnd })
    .where(eq(subscriptions.id, subscription.id))
  const shown = await preview(subscription.id, { sales: 2 })
  expect(shown).toMatchObject({ taxBasisPoints: 1_000, subtotalCents: 6_633, payBy: periodEnd.toISOString() })
  expect(shown.lines).toMatchObject([{ unitPriceCents: 6_633, part: { days: 5, of: 15 } }])
  expect((await preview(subscription.id, { sales: 1 }, 'annual')).lines).toMatchObject([{ part: null }])
  const { order } = await change(subscription.id, { sales: 2 }, 'monthly', shown.totalCents)
  expect(order).toMatchObject({ cancellable: true, lines: [{ part: { days: 5, of: 15 } }] })
  expect(order?.invoice.dueAt).toBe(periodEnd.toISOString())
  expect((await ordersOf(subscription.id)).map(({ kind, lines }) => [kind, lines[0]?.part])).toContainEqual([
    'first',
    null,
  ])
})

test('an order may be cancelled as long as it says so', async () => {
  const subscription = await begun({ sales: 1 }, 19_900)
  await letPeriodEnd(subscription)
  const [renewal] = await keep()
  expect(renewal).toMatchObject({ status: 'pending_payment', cancellable: false })
  expect(await member.refusal('POST', `/api/workforce/orders/${renewal?.id}/cancel`)).toMatchObject({ status: 409 })
  const { totalCents } = await preview(subscription.id, { sales: 2 })
  const { order } = await change(subscription.id, { sales: 2 }, 'monthly', totalCents)
  expect(order?.cancellable).toBe(true)
  await member.call('POST', `/api/workforce/orders/${order?.id}/cancel`)
  expect((await ordersOf(subscription.id))[0]).toMatchObject({ status: 'cancelled', cancellable: false, lapsed: false })
})

test('what is due happens by itself, and administrators hear of it', async () => {
  const alone = await testApp({}, { ordersEvery: 200 })
  const { order, subscription } = await testOrder(alone.db, (await alone.member()).id, 'paid')
  const stop = new AbortController()
  const boss = await alone.administrator()
  const events = await boss.send('GET', '/api/events', undefined, {}, stop.signal)
  await alone.db
    .update(subscriptions)
    .set({ periodEnd: sql`now() - interval '1 second'`, startedAt: sql`now() - interval '1 month'` })
    .where(eq(subscriptions.id, subscription))
  await expect.poll(() => alone.db.$count(orders, eq(orders.subscriptionId, subscription)), { timeout: 30_000 }).toBe(2)
  let heard = ''
  for await (const piece of events.body ?? []) {
    heard += Buffer.from(piece).toString()
    if (heard.includes('"administration"')) break
  }
  stop.abort()
  const { orders: listed } = await boss.call<{ orders: Order[] }>('GET', '/api/admin/orders')
  expect(listed.map(({ id, kind }) => [id === order, kind])).toEqual([
    [false, 'renewal'],
    [true, 'first'],
  ])
})

test('fewer seats: nothing is charged, and they end with the period, the newest first', async () => {
  const subscription = await begun({ sales: 2, social: 1 }, 52_700)
  const { order, subscription: changed } = await change(subscription.id, { sales: 1 }, 'monthly', 0)
  expect(order).toBeNull()
  expect(changed).toMatchObject({ next: { items: { sales: 1 } }, seats: subscription.seats })
  await letPeriodEnd(subscription)
  const [renewal] = await keep()
  expect(renewal).toMatchObject({ kind: 'renewal', subtotalCents: 19_900, poNumber: 'PO-7', status: 'pending_payment' })
  const after = await look(subscription.id)
  expect(after).toMatchObject({ status: 'active', next: null, subtotalCents: 19_900 })
  expect(after.seats).toEqual([subscription.seats[0]])
  expect(after.lines.map(({ agentKey }) => agentKey)).toEqual(['sales'])
  expect(await keep()).toEqual([])
})

test('by the year instead of by the month: paid late, the year counts from its order, whose credit was for the month’s rest', async () => {
  const subscription = await begun({ sales: 1 }, 19_900)
  const shown = await preview(subscription.id, { sales: 1 }, 'annual')
  expect(shown).toMatchObject({ listCents: 238_800, discountCents: 23_880, creditCents: 19_900, totalCents: 195_020 })
  const { order } = await change(subscription.id, { sales: 1 }, 'annual', 195_020)
  expect((await look(subscription.id)).billingPeriod).toBe('monthly')
  const ordered = new Date(Date.now() - 10 * 86_400_000)
  await app.db
    .update(orders)
    .set({ createdAt: ordered })
    .where(eq(orders.id, order?.id ?? ''))
  await pay(order?.id ?? '')
  const after = await look(subscription.id)
  expect(after).toMatchObject({ billingPeriod: 'annual', subtotalCents: 214_920, seats: subscription.seats })
  expect(after.periodStart).toBe(ordered.toISOString())
  const days = (Date.parse(after.periodEnd ?? '') - Date.parse(after.periodStart ?? '')) / 86_400_000
  expect([365, 366]).toContain(days)
})

test('an overdue invoice stops the seats, and no further period begins; its payment sets them going again', async () => {
  const subscription = await begun({ sales: 2 }, 39_800)
  await app.db.update(seats).set({ status: 'active', onboardedAt: new Date() }).where(eq(seats.ownerId, member.id))
  await letPeriodEnd(subscription)
  await Promise.all([keep(), keep()])
  const [renewal, ...rest] = (await ordersOf(subscription.id)).filter(({ kind }) => kind === 'renewal')
  expect(rest).toEqual([])
  await letInvoiceBeDue(renewal)
  await keep()
  const stopped = await look(subscription.id)
  expect([stopped.status, ...stopped.seats.map(({ status }) => status)]).toEqual(['past_due', 'paused', 'paused'])
  await letPeriodEnd(subscription)
  expect(await keep()).toEqual([])

  await pay(renewal?.id ?? '')
  const going = await look(subscription.id)
  expect([going.status, ...going.seats.map(({ status }) => status)]).toEqual(['active', 'active', 'active'])
  // The period that was missed is not charged: the next one begins today.
  expect(Date.parse(going.periodStart ?? '')).toBeGreaterThan(Date.now() - 60_000)
  expect((await ordersOf(subscription.id)).filter(({ kind }) => kind === 'renewal')).toHaveLength(2)
})

test('cancelled while an invoice was overdue, its payment begins no further period', async () => {
  const subscription = await begun({ sales: 1 }, 19_900)
  await letPeriodEnd(subscription)
  const [renewal] = await keep()
  await letInvoiceBeDue(renewal)
  await keep()
  await member.call('PUT', `/api/workforce/subscriptions/${subscription.id}/cancel`, { atPeriodEnd: true })
  await letPeriodEnd(subscription)
  await pay(renewal?.id ?? '')
  await keep()
  expect(await look(subscription.id)).toMatchObject({ status: 'cancelled', seats: [] })
  expect((await ordersOf(subscription.id)).filter(({ kind }) => kind === 'renewal')).toHaveLength(1)
})

test('changes are counted with the orders of a day', async () => {
  const subscription = await begun({ sales: 1 }, 19_900)
  const [first] = await ordersOf(subscription.id)
  const made = (
    await app.db
      .select()
      .from(orders)
      .where(eq(orders.id, first?.id ?? ''))
  )[0] as OrderRow
  const many = Array.from({ length: 39 }, () => ({ ...made, id: uuid(), attempt: uuid(), status: 'cancelled' }))
  await app.db.insert(orders).values(many)
  const path = `/api/workforce/subscriptions/${subscription.id}/change`
  const wanted = { items: { sales: 2 }, billingPeriod: 'monthly', expectedTotalCents: 19_900, attempt: uuid() }
  expect((await member.refusal('POST', path, wanted)).message).toContain('40 orders in a day')
})

test('the same attempt for two subscriptions at once makes one order', async () => {
  const both = [await begun({ sales: 1 }, 19_900), await begun({ sales: 1 }, 19_900)]
  const wanted = { items: { sales: 2 }, billingPeriod: 'monthly', expectedTotalCents: 19_900, attempt: uuid() }
  const answers = await Promise.all(
    both.map(({ id }) => member.send('POST', `/api/workforce/subscriptions/${id}/change`, wanted)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const { orders: placed } = await member.call<{ orders: Order[] }>('GET', '/api/workforce/orders')
  expect(placed.filter(({ kind }) => kind === 'change')).toHaveLength(1)
})

test('cancelled, it ends with its period and its seats with it; until then that can be taken back', async () => {
  const subscription = await begun({ sales: 1 }, 19_900)
  const path = `/api/workforce/subscriptions/${subscription.id}/cancel`
  await member.call('PUT', path, { atPeriodEnd: true })
  expect(await look(subscription.id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
  await keep()
  expect((await member.call<Subscription>('PUT', path, { atPeriodEnd: false })).cancelAtPeriodEnd).toBe(false)
  await member.call('PUT', path, { atPeriodEnd: true })
  await letPeriodEnd(subscription)
  expect(await keep()).toEqual([])
  expect(await look(subscription.id)).toMatchObject({ status: 'cancelled', seats: [] })
  const [seat] = await app.db.select().from(seats).where(eq(seats.ownerId, member.id))
  expect(seat?.status).toBe('ended')
  expect(await member.refusal('PUT', path, { atPeriodEnd: false })).toMatchObject({
    message: 'This subscription has ended.',
  })
})
