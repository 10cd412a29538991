import type { ChangePreview, Order, OrderDetails, Subscription } from '@atrium/contract/workforce-orders'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { removePerson } from '../accounts/removal.ts'
import { uuid } from '../platform/ids.ts'
import { silentLog } from '../platform/telemetry.ts'
import { keepSubscriptions } from './keeping.ts'
import { forgetWorkforce } from './owner-deleted.ts'
import { seats, stripePayments, subscriptions } from './tables.ts'
import { PATIENCE, sessionOf, stripeInstallation } from './test-stripe.ts'

const {
  administrator,
  another,
  app,
  becomes,
  begun,
  fake,
  letPeriodEnd,
  look,
  mails,
  member,
  noted,
  outcomeOf,
  payUrl,
  place,
  renewalOf,
  seatsOf,
  told,
} = await stripeInstallation()

test('the next period is charged to the card on file, once, however many instances keep house', async () => {
  const { subscriptionId } = await begun({ sales: 2 })
  await letPeriodEnd(subscriptionId)
  await Promise.all([another.keep(), another.keep(), another.keep()])
  const renewal = await renewalOf(subscriptionId)
  expect(renewal).toMatchObject({ kind: 'renewal', payment: 'stripe', totalCents: 39_800 })
  await becomes(renewal?.id ?? '', 'paid')
  await another.keep()
  const { charges } = await fake.seen()
  expect(charges.filter(({ metadata }) => metadata.order_id === renewal?.id)).toHaveLength(1)
  expect((await look(renewal?.id ?? '')).subscription.status).toBe('active')
})

test('Stripe out of reach at the end of a period: the next pass charges, once', async () => {
  const { subscriptionId } = await begun()
  await letPeriodEnd(subscriptionId)
  await fake.fail(503, 1_000)
  await another.keep()
  const renewal = await renewalOf(subscriptionId)
  expect((await look(renewal?.id ?? '')).subscription.status).toBe('active')
  await fake.fail(0, 0)
  await another.keep()
  await becomes(renewal?.id ?? '', 'paid')
})

test('a card that is refused stops the seats until the order is paid; the period that it pays for begins then', async () => {
  const { subscriptionId } = await begun()
  await letPeriodEnd(subscriptionId)
  await fake.decline('card_declined')
  await fake.hold(true) // heard from the charge's own answer first: whoever hears it first writes the mail
  await another.keep()
  const renewal = await renewalOf(subscriptionId)
  const id = renewal?.id ?? ''
  expect(await look(id)).toMatchObject({ status: 'pending_payment', subscription: { status: 'past_due' } })
  expect(await seatsOf(id)).toEqual(['paused'])
  await expect.poll(() => mails.at(-1)?.link?.url, PATIENCE).toBe(`http://localhost:3000/workforce/orders/${id}`)
  expect(mails.at(-1)?.paragraphs[1]).toContain('your card could not be charged with $199.00')
  // Stripe's own word on it changes nothing more, and nothing tries again by itself.
  await fake.hold(false)
  const word = await told('payment_intent.payment_failed', id)
  await fake.send(word)
  await expect.poll(() => outcomeOf(word), PATIENCE).toBe('failed')
  await another.keep()
  expect((await noted()).filter((kind) => kind === 'payment.failed' || kind === 'subscription.past_due')).toHaveLength(
    2,
  )

  // Ten days of it are left.
  const [startedAt, periodStart] = [sql`now() - interval '2 months'`, sql`now() - interval '20 days'`]
  await app.db
    .update(subscriptions)
    .set({ startedAt, periodStart, periodEnd: sql`now() + interval '10 days'` })
    .where(eq(subscriptions.id, subscriptionId))
  await fake.decline(null)
  await fake.pay(sessionOf(await payUrl(id)))
  await becomes(id, 'paid')
  const { subscription } = await look(id)
  expect(subscription.status).toBe('active')
  expect(Date.parse(subscription.periodEnd ?? '')).toBeGreaterThan(Date.now() + 27 * 86_400_000)
  expect(await seatsOf(id)).toEqual(['active'])
  await another.keep()
  const { orders: all } = await member().call<{ orders: Order[] }>('GET', '/api/workforce/orders')
  expect(all.filter(({ kind }) => kind === 'renewal')).toHaveLength(1)
})

test('periods end and begin without a word to Stripe; a change that waits is off, and not late, when the card is refused', async () => {
  const { subscriptionId } = await begun()
  await letPeriodEnd(subscriptionId)
  const asked = async () => (await fake.seen()).requests.length
  const before = await asked()
  await another.keepPeriods()
  const renewal = await renewalOf(subscriptionId)
  expect([renewal?.status, await asked()]).toEqual(['pending_payment', before])
  const path = `/api/workforce/subscriptions/${subscriptionId}`
  const cart = { items: { sales: 3 }, billingPeriod: 'monthly' }
  const { totalCents } = await member().call<ChangePreview>('POST', `${path}/preview`, cart)
  const wanted = { ...cart, expectedTotalCents: totalCents, attempt: uuid() }
  const { order } = await member().call<{ order: Order }>('POST', `${path}/change`, wanted)
  await fake.decline('card_declined')
  await another.keep()
  expect(await look(order.id)).toMatchObject({
    status: 'cancelled',
    lapsed: false,
    subscription: { status: 'past_due' },
  })
})

test('a charge whose refusal was not heard stops the seats when its page is asked for', async () => {
  const { id, subscriptionId } = await refused()
  await expect.poll(async () => outcomeOf(await told('payment_intent.payment_failed', id)), PATIENCE).toBe('failed')
  await app.db.update(stripePayments).set({ status: 'processing' }).where(eq(stripePayments.orderId, id))
  await app.db.update(subscriptions).set({ status: 'active' }).where(eq(subscriptions.id, subscriptionId))
  await app.db.update(seats).set({ status: 'active', pausedFor: null }).where(eq(seats.ownerId, member().id))
  const page = sessionOf(await payUrl(id))
  expect((await look(id)).subscription.status).toBe('past_due')
  expect(await seatsOf(id)).toEqual(['paused'])
  await fake.pay(page)
  await becomes(id, 'paid')
  expect(await seatsOf(id)).toEqual(['active'])
})

test('a charge that Stripe never answered is paid by invoice instead, once Stripe has forgotten it', async () => {
  const { subscriptionId } = await begun()
  await letPeriodEnd(subscriptionId)
  await fake.fail(503, 1_000)
  await another.keep()
  await fake.fail(0, 0)
  const id = (await renewalOf(subscriptionId))?.id ?? ''
  const path = `/api/workforce/orders/${id}/by-invoice`
  expect(await member().refusal('POST', path)).toMatchObject({ status: 409 })
  await app.db
    .update(stripePayments)
    .set({ createdAt: sql`now() - interval '21 hours'` })
    .where(eq(stripePayments.orderId, id))
  expect(await member().call('POST', path)).toMatchObject({ payment: 'invoice', status: 'pending_payment' })
})

test('a page that Stripe has no more is over: another opens, and a next period is charged', async () => {
  const { subscriptionId } = await begun()
  await letPeriodEnd(subscriptionId)
  await another.keepPeriods()
  const id = (await renewalOf(subscriptionId))?.id ?? ''
  const lose = async (page: string) =>
    app.db
      .update(stripePayments)
      .set({ sessionId: `${page}gone`, createdAt: sql`now() - interval '26 hours'` })
      .where(eq(stripePayments.sessionId, page))
  const first = sessionOf(await payUrl(id))
  await lose(first)
  const second = sessionOf(await payUrl(id))
  expect(second).not.toBe(first)
  await lose(second)
  await another.keep()
  await another.keep()
  await becomes(id, 'paid')
})

/** A subscription whose next period was refused by card. */
async function refused(): Promise<Order> {
  const { subscriptionId } = await begun()
  await letPeriodEnd(subscriptionId)
  await fake.decline('card_declined')
  await another.keep()
  await fake.decline(null)
  const renewal = await renewalOf(subscriptionId)
  if (!renewal) throw new Error('the next period has no order')
  expect((await look(renewal.id)).subscription).toMatchObject({ status: 'past_due', endsAtOnce: true })
  return renewal
}
const statusAtStripe = async (orderId: string) =>
  (await fake.seen()).intents.find(({ metadata }) => metadata.order_id === orderId)?.status

test('refused by card, a subscription ends at once: its order is void, and nobody can pay it at Stripe any more', async () => {
  const { id, subscriptionId } = await refused()
  const page = sessionOf(await payUrl(id))
  const path = `/api/workforce/subscriptions/${subscriptionId}/cancel`
  expect(await member().call<Subscription>('PUT', path, { atPeriodEnd: true })).toMatchObject({
    status: 'cancelled',
    seats: [],
  })
  expect(await look(id)).toMatchObject({ status: 'cancelled', lapsed: false, invoice: { status: 'void' } })
  await told('checkout.session.expired', id)
  await told('payment_intent.canceled', id)
  expect(await statusAtStripe(id)).toBe('canceled')
  // Paid in the moment before: given back.
  await fake.send(await told('checkout.session.expired', id))
  const [payment] = await app.db.select().from(stripePayments).where(eq(stripePayments.sessionId, page))
  expect(payment?.status).toBe('expired')
})

test('refused by card, the order is paid by its invoice instead; the seats go on when it is paid', async () => {
  const { id, subscriptionId } = await refused()
  await payUrl(id)
  const path = `/api/workforce/orders/${id}/by-invoice`
  const switched = await member().call<OrderDetails>('POST', path)
  expect(switched).toMatchObject({
    payment: 'invoice',
    status: 'pending_payment',
    subscription: { status: 'past_due' },
  })
  expect(Date.parse(switched.invoice.dueAt)).toBeGreaterThan(Date.now() + 13 * 86_400_000)
  await told('checkout.session.expired', id)
  expect(await member().refusal('POST', `/api/workforce/orders/${id}/pay`)).toMatchObject({
    message: 'This order is paid by invoice.',
  })
  // It still ends at once, since none of it was used.
  await expect.poll(() => statusAtStripe(id), PATIENCE).toBe('canceled')
  await expect.poll(async () => (await look(id)).subscription.endsAtOnce, PATIENCE).toBe(true)
  await administrator.call('POST', `/api/admin/orders/${id}/paid`)
  expect(await look(id)).toMatchObject({ status: 'paid', subscription: { status: 'active' } })
  expect(await seatsOf(id)).toEqual(['active'])
  await letPeriodEnd(subscriptionId)
  await another.keep()
  const next = (await member().call<{ orders: Order[] }>('GET', '/api/workforce/orders')).orders[0]
  expect(next).toMatchObject({ kind: 'renewal', payment: 'invoice', status: 'pending_payment' })
})

test('what Stripe has already is not paid by invoice as well', async () => {
  const order = await place()
  await fake.pay(sessionOf(order.payUrl), true)
  await expect
    .poll(
      async () => (await app.db.select().from(stripePayments).where(eq(stripePayments.orderId, order.id)))[0]?.status,
    )
    .toBe('processing')
  expect(await member().refusal('POST', `/api/workforce/orders/${order.id}/by-invoice`)).toMatchObject({ status: 409 })
  expect((await look(order.id)).payment).toBe('stripe')
})

test('refused by card and paid after the period is over, it pays for the one that begins then', async () => {
  const { id, subscriptionId } = await refused()
  await letPeriodEnd(subscriptionId)
  await fake.pay(sessionOf(await payUrl(id)))
  await becomes(id, 'paid')
  const { subscription } = await look(id)
  expect(subscription.status).toBe('active')
  expect(Date.parse(subscription.periodEnd ?? '')).toBeGreaterThan(Date.now() + 27 * 86_400_000)
  const { orders: all } = await member().call<{ orders: Order[] }>('GET', '/api/workforce/orders')
  expect(all.filter(({ kind }) => kind === 'renewal')).toHaveLength(1)
})

test('a page of a next period that is left without paying leaves it to the card on file', async () => {
  const { subscriptionId } = await begun()
  await letPeriodEnd(subscriptionId)
  await fake.fail(503, 1_000)
  await keepSubscriptions(app.db, silentLog, () => undefined)
  await fake.fail(0, 0)
  const id = (await renewalOf(subscriptionId))?.id ?? ''
  const page = sessionOf(await payUrl(id))
  await another.keep()
  expect((await look(id)).status).toBe('pending_payment')
  // Stripe closes it, and the word of that is lost.
  await fake.hold(true)
  await fake.expire(page)
  await told('checkout.session.expired', id)
  await fake.hold(false)
  await another.keep()
  expect((await look(id)).status).toBe('pending_payment')
  await app.db
    .update(stripePayments)
    .set({ createdAt: sql`now() - interval '26 hours'` })
    .where(eq(stripePayments.sessionId, page))
  await another.keep()
  await another.keep()
  await becomes(id, 'paid')
  const { charges } = await fake.seen()
  expect(charges.filter(({ metadata }) => metadata.order_id === id)).toHaveLength(1)
})

test('an account that is gone is forgotten at Stripe: its page is closed, and money that still comes is given back', async () => {
  const first = await begun()
  const [open, paid] = [await place(), await place()]
  await fake.hold(true)
  await fake.pay(sessionOf(paid.payUrl))
  const late = await told('checkout.session.completed', paid.id)
  await fake.hold(false)
  const customer = (await fake.seen()).sessions.find(({ id }) => id === sessionOf(open.payUrl))?.customer
  await fake.fail(503, 1_000)
  await app.db.transaction((tx) => removePerson(tx, [forgetWorkforce], member().id))
  await another.keep() // Stripe is out of reach; the next pass asks again
  await fake.fail(0, 0)
  await another.keep()
  await told('checkout.session.expired', open.id)
  const { requests, sessions } = await fake.seen()
  expect(sessions.find(({ id }) => id === sessionOf(open.payUrl))?.status).toBe('expired')
  expect(requests.filter(({ method, status }) => method === 'DELETE' && status === 200)).toMatchObject([
    { path: `/v1/customers/${customer}` },
  ])
  await fake.send(late)
  expect((await told('charge.refunded', paid.id)).data.object).toMatchObject({ amount_refunded: paid.totalCents })
  // What was paid and used is nobody's to take back.
  const { charges } = await fake.seen()
  expect(charges.find(({ metadata }) => metadata.order_id === first.id)?.refunded).toBe(false)
  expect(await app.db.$count(stripePayments, eq(stripePayments.orderId, first.id))).toBe(0)
})

test('whoever has no card on file any more is asked to pay', async () => {
  const { subscriptionId } = await begun()
  const { sessions } = await fake.seen()
  const customer = sessions.findLast(({ status }) => status === 'complete')?.customer ?? ''
  await fake.forget(customer)
  await letPeriodEnd(subscriptionId)
  await another.keep()
  // Stripe still answers who was deleted, and says so.
  const { requests } = await fake.seen()
  expect(requests.findLast(({ path }) => path === `/v1/customers/${customer}`)).toMatchObject({
    method: 'GET',
    status: 200,
  })
  const id = (await renewalOf(subscriptionId))?.id ?? ''
  expect((await look(id)).subscription.status).toBe('past_due')
  await fake.pay(sessionOf(await payUrl(id)))
  await becomes(id, 'paid')
  expect((await look(id)).subscription.status).toBe('active')
})
