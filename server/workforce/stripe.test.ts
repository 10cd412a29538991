import type { AdminOrder, Order, StripePage, Subscription } from '@atrium/contract/workforce-orders'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { removePerson } from '../accounts/removal.ts'
import { uuid } from '../platform/ids.ts'
import { testApp } from '../test-app.ts'
import { forgetWorkforce } from './owner-deleted.ts'
import { orders, stripePayments } from './tables.ts'
import { PATIENCE, request, sessionOf, stripeInstallation } from './test-stripe.ts'

const {
  administrator,
  another,
  app,
  becomes,
  begun,
  fake,
  look,
  member,
  noted,
  outcomeOf,
  paidUnheard,
  payUrl,
  place,
  seatsOf,
  told,
} = await stripeInstallation()

test('an order by card is asked of Stripe to the cent, and begins with its signed word', async () => {
  const order = await place({ sales: 2, coo: 1 }, { taxBasisPoints: 1_900 })
  expect(order).toMatchObject({ status: 'pending_payment', payment: 'stripe', subscription: { seats: [] } })
  const { requests, sessions } = await fake.seen()
  const id = sessionOf(order.payUrl)
  expect(sessions.find((one) => one.id === id)).toMatchObject({
    amount_total: order.totalCents,
    currency: 'usd',
    client_reference_id: order.id,
    metadata: { order_id: order.id },
    success_url: `http://localhost:3000/workforce/orders/${order.id}?paid=stripe`,
  })
  expect(requests.filter(({ path, key }) => path === '/v1/checkout/sessions' && key === order.id)).toHaveLength(1)
  await fake.pay(id)
  await becomes(order.id, 'paid')
  const paid = await look(order.id)
  expect(paid).toMatchObject({ invoice: { status: 'paid' }, subscription: { status: 'active' } })
  expect(paid.subscription.seats).toHaveLength(3)
})

test('its page is the same until it is over; then there is another', async () => {
  const order = await place()
  expect(await Promise.all([payUrl(order.id), payUrl(order.id)])).toEqual([order.payUrl, order.payUrl])
  await fake.expire(sessionOf(order.payUrl))
  await told('checkout.session.expired', order.id)
  const second = await payUrl(order.id)
  expect(sessionOf(second)).not.toBe(sessionOf(order.payUrl))
  expect((await look(order.id)).status).toBe('pending_payment')
  await fake.pay(sessionOf(second))
  await becomes(order.id, 'paid')
  expect(await member().refusal('POST', `/api/workforce/orders/${order.id}/pay`)).toMatchObject({ status: 409 })
})

test('Stripe out of reach: the order is there, and is paid later', async () => {
  await fake.fail(500, 1_000)
  const order = await place()
  expect(order).toMatchObject({ status: 'pending_payment', payUrl: null })
  const refused = await member().refusal('POST', `/api/workforce/orders/${order.id}/pay`)
  expect(refused).toMatchObject({ status: 503, code: 'unavailable' })
  await fake.fail(0, 0)
  await fake.pay(sessionOf(await payUrl(order.id)))
  await becomes(order.id, 'paid')
})

test.each([
  ['a wrong secret', { secret: 'whsec_of_a_forger' }],
  ['a signature of six minutes ago', { age: 360 }],
  ['a body that was changed after it was signed', { tamper: { amount_total: 1 } }],
])('an event with %s is refused and changes nothing', async (_, sending) => {
  const { order, event } = await paidUnheard()
  expect(await fake.send(event, sending)).toEqual([
    { status: 400, body: expect.stringContaining('not signed by Stripe') },
  ])
  expect((await look(order.id)).status).toBe('pending_payment')
  expect(await outcomeOf(event)).toBeUndefined()
  // Four minutes on the way are not too long.
  expect((await fake.send(event, { age: 240 }))[0]?.status).toBe(200)
  expect((await look(order.id)).status).toBe('paid')
})

test('an event without a signature, or without a body, is refused', async () => {
  const path = '/api/workforce/stripe/webhook'
  expect(await app.visitor().refusal('POST', path, '{"id":"evt_1"}')).toMatchObject({ status: 400 })
  expect(await app.visitor().refusal('POST', path, '', { 'stripe-signature': 't=1,v1=00' })).toMatchObject({
    status: 400,
  })
})

test('an event that comes many times at once, and its like with another id, have one effect', async () => {
  const { order, event } = await paidUnheard()
  const answers = await fake.send(event, { times: 6 })
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(answers.map(({ body }) => JSON.parse(body).outcome).sort()).toEqual(['paid', ...Array(5).fill('repeated')])
  const [second] = await fake.send(event, { anew: true })
  expect(JSON.parse(second?.body ?? '')).toEqual({ outcome: 'settled' })
  expect(await seatsOf(order.id)).toHaveLength(2)
  expect(await noted()).toEqual(['order.placed', 'order.paid', 'subscription.started'])
})

test.each([
  ['another amount', { amount_total: 100 }],
  ['another currency', { currency: 'jpy' }],
])('paid with %s: nothing begins, and it is noted', async (_, change) => {
  const { order, event } = await paidUnheard()
  const [answer] = await fake.send(event, { change })
  expect(JSON.parse(answer?.body ?? '')).toEqual({ outcome: 'mismatch' })
  expect(await look(order.id)).toMatchObject({ status: 'pending_payment', subscription: { seats: [] } })
  expect(await noted()).toContain('payment.mismatch')
  const listed = async () =>
    (await administrator.call<{ orders: AdminOrder[] }>('GET', '/api/admin/orders')).orders.find(
      ({ id }) => id === order.id,
    )
  const reference = event.data.object.payment_intent
  const amount = 'amount_total' in change ? change.amount_total : order.totalCents
  const currency = 'currency' in change ? change.currency : 'usd'
  expect((await listed())?.mismatch).toEqual({ amount, currency, reference })
  // Nor by a second event that says otherwise.
  await fake.send(event, { anew: true })
  expect((await look(order.id)).status).toBe('pending_payment')
  // Given back at Stripe, it can be paid again.
  await fake.hold(false)
  await fake.refund(String(reference))
  await expect.poll(async () => (await listed())?.mismatch, PATIENCE).toBeNull()
  expect(sessionOf(await payUrl(order.id))).not.toBe(sessionOf(order.payUrl))
})

test('another amount for an order that was cancelled is given back, told before or after', async () => {
  const first = await paidUnheard()
  await fake.send(first.event, { change: { amount_total: 100 } })
  const second = await paidUnheard()
  for (const { id } of [first.order, second.order]) await member().call('POST', `/api/workforce/orders/${id}/cancel`)
  const [answer] = await fake.send(second.event, { change: { amount_total: 100 } })
  expect(JSON.parse(answer?.body ?? '')).toEqual({ outcome: 'surplus' })
  await another.keep()
  for (const { id } of [first.order, second.order]) await told('charge.refunded', id)
})

test('an account that is gone is given another amount back, but not what was taken for paid', async () => {
  const [taken, waiting] = [await paidUnheard(), await paidUnheard()]
  for (const { event } of [taken, waiting]) await fake.send(event, { change: { amount_total: 100 } })
  await administrator.call('POST', `/api/admin/orders/${taken.order.id}/paid`)
  await app.db.transaction((tx) => removePerson(tx, [forgetWorkforce], member().id))
  await another.keep()
  await told('charge.refunded', waiting.order.id)
  const { charges } = await fake.seen()
  expect(charges.find(({ metadata }) => metadata.order_id === taken.order.id)?.refunded).toBe(false)
  expect(await app.db.$count(stripePayments, eq(stripePayments.orderId, taken.order.id))).toBe(0)
})

test('the word for another order, or for none of ours, changes nothing', async () => {
  const { order, event } = await paidUnheard()
  const other = await place()
  for (const change of [{ client_reference_id: other.id }, { metadata: {} }, { metadata: { order_id: other.id } }]) {
    const [answer] = await fake.send(event, { change, anew: true })
    expect([answer?.status, JSON.parse(answer?.body ?? '').outcome]).toEqual([200, 'unknown'])
  }
  const unknown = { ...event, id: 'evt_of_another_kind', type: 'customer.subscription.updated' }
  expect(await fake.send(unknown)).toEqual([{ status: 200, body: '{"outcome":"ignored"}' }])
  for (const { id } of [order, other]) expect((await look(id)).status).toBe('pending_payment')
})

test('a bank that takes days: nothing begins before the money is there, and the events may come in any order', async () => {
  const order = await place()
  await fake.hold(true)
  await fake.pay(sessionOf(order.payUrl), true)
  const completed = await told('checkout.session.completed', order.id)
  await fake.settle(sessionOf(order.payUrl), true)
  const succeeded = await told('checkout.session.async_payment_succeeded', order.id)
  await fake.send(succeeded)
  await becomes(order.id, 'paid')
  await fake.send(completed)
  expect(await outcomeOf(completed)).toBe('settled')

  const second = await place()
  await fake.pay(sessionOf(second.payUrl), true)
  await fake.send(await told('checkout.session.completed', second.id))
  const wait = await member().refusal('POST', `/api/workforce/orders/${second.id}/pay`)
  expect(wait).toMatchObject({ status: 409, message: expect.stringContaining('Stripe has this payment already') })
  await fake.settle(sessionOf(second.payUrl), false)
  await fake.send(await told('checkout.session.async_payment_failed', second.id))
  expect((await look(second.id)).status).toBe('pending_payment')
  expect(sessionOf(await payUrl(second.id))).not.toBe(sessionOf(second.payUrl))
})

test('money for an order that was cancelled meanwhile is given back', async () => {
  const { order, event } = await paidUnheard()
  await member().call('POST', `/api/workforce/orders/${order.id}/cancel`)
  await fake.hold(false)
  await fake.send(event)
  const back = await told('charge.refunded', order.id)
  expect(back.data.object).toMatchObject({ amount_refunded: order.totalCents, refunded: true })
  await expect.poll(noted, PATIENCE).toContain('order.refunded')
  expect(await look(order.id)).toMatchObject({ status: 'cancelled', subscription: { seats: [] } })
})

test('a cancelled order’s page is closed', async () => {
  const order = await place()
  await member().call('POST', `/api/workforce/orders/${order.id}/cancel`)
  await told('checkout.session.expired', order.id)
})

test('a refund is noted, and takes nothing away by itself', async () => {
  const order = await begun()
  const { intents } = await fake.seen()
  await fake.refund(intents.find(({ metadata }) => metadata.order_id === order.id)?.id ?? '', 5_000)
  await expect.poll(noted, PATIENCE).toContain('order.refunded')
  const [payment] = await app.db.select().from(stripePayments).where(eq(stripePayments.orderId, order.id))
  expect(payment).toMatchObject({ status: 'paid', refundedCents: 5_000 })
  expect(await seatsOf(order.id)).toEqual(['active'])
})

test('a change within the period is an order by card, and its payment makes it', async () => {
  const { subscriptionId } = await begun()
  const wanted = { items: { sales: 3 }, billingPeriod: 'monthly', expectedTotalCents: 39_800, attempt: uuid() }
  const path = `/api/workforce/subscriptions/${subscriptionId}`
  const { order } = await member().call<{ order: Order }>('POST', `${path}/change`, wanted)
  expect(order).toMatchObject({ kind: 'change', payment: 'stripe', status: 'pending_payment' })
  expect((await member().call<Subscription>('GET', path)).seats).toHaveLength(1)
  await fake.pay(sessionOf(await payUrl(order.id)))
  await becomes(order.id, 'paid')
  expect((await member().call<Subscription>('GET', path)).seats).toHaveLength(3)
})

test('an administrator’s word goes too; the page is then closed', async () => {
  const order = await place()
  await administrator.call('POST', `/api/admin/orders/${order.id}/paid`)
  await another.keep()
  await told('checkout.session.expired', order.id)
  expect(await look(order.id)).toMatchObject({ status: 'paid', subscription: { status: 'active' } })
})

test('a trusted account’s order by card begins when it is paid, as everybody’s', async () => {
  await administrator.call('PUT', `/api/admin/users/${member().id}/trusted`, { trusted: true })
  const { id, subscription, subscriptionId } = await place()
  expect(subscription.status).toBe('pending_payment')
  // By its invoice instead, it begins at once, and so does a change.
  expect(await member().call('POST', `/api/workforce/orders/${id}/by-invoice`)).toMatchObject({
    status: 'pending_payment',
    subscription: { status: 'active', seats: [{}] },
  })
  await app.db.update(orders).set({ payment: 'stripe' }).where(eq(orders.id, id))
  const wanted = { items: { sales: 3 }, billingPeriod: 'monthly', expectedTotalCents: 39_800, attempt: uuid() }
  const path = `/api/workforce/subscriptions/${subscriptionId}/change`
  const { order } = await member().call<{ order: Order }>('POST', path, wanted)
  expect(order).toMatchObject({ payment: 'stripe', status: 'pending_payment' })
  await member().call('POST', `/api/workforce/orders/${order.id}/by-invoice`)
  expect(await seatsOf(order.id)).toHaveLength(3)
})

test('by its invoice instead, an order of anybody else waits until it is paid, and its page is closed', async () => {
  const { id, invoice } = await place()
  const path = `/api/workforce/orders/${id}/by-invoice`
  const waiting = {
    payment: 'invoice',
    status: 'pending_payment',
    subscription: { status: 'pending_payment', seats: [] },
  }
  expect(await member().call('POST', path)).toMatchObject(waiting)
  await another.keep()
  await told('checkout.session.expired', id)
  expect(await member().call('POST', path)).toMatchObject(waiting) // again, it is no news
  expect((await noted()).filter((kind) => kind === 'order.by_invoice')).toHaveLength(1)
  expect(Date.parse((await look(id)).invoice.dueAt)).toBeGreaterThanOrEqual(Date.parse(invoice.dueAt))
  await administrator.call('POST', `/api/admin/orders/${id}/paid`)
  expect((await look(id)).subscription.status).toBe('active')
  expect(await member().refusal('POST', path)).toMatchObject({ message: 'This order is paid already.' })
  const stranger = await app.member()
  expect(await stranger.refusal('POST', path)).toMatchObject({ status: 404 })
})

test('the portal and the page to pay are one’s own', async () => {
  expect(await member().refusal('POST', '/api/workforce/billing-portal')).toMatchObject({ status: 404 })
  expect(await member().call('GET', '/api/workforce/card')).toEqual({ offered: true, onFile: false })
  const order = await begun()
  expect(await member().call('GET', '/api/workforce/card')).toEqual({ offered: true, onFile: true })
  const { url } = await member().call<StripePage>('POST', '/api/workforce/billing-portal')
  const { sessions } = await fake.seen()
  const own = sessions.find((one) => one.client_reference_id === order.id)?.customer
  expect(url).toBe(`${fake.url}/p/session/${own}`)
  const stranger = await app.member()
  expect(await stranger.refusal('POST', '/api/workforce/billing-portal')).toMatchObject({ status: 404 })
  expect(await stranger.refusal('POST', `/api/workforce/orders/${order.id}/pay`)).toMatchObject({ status: 404 })
})

test('more than a card can pay, and an order by invoice, are told so', async () => {
  const all = { sales: 100, support: 100, coo: 100, creator: 100, devops: 100, social: 100, seo: 100, cfo: 100 }
  const many = request(all, { billingPeriod: 'annual', expectedTotalCents: 100_000_000 })
  expect(await member().refusal('POST', '/api/workforce/orders', many)).toMatchObject({
    status: 400,
    message: 'A card pays less than a million dollars at once. Choose the invoice.',
  })
  const { id, payUrl: none } = await place({ sales: 1 }, { payment: 'invoice' })
  expect(none).toBeNull()
  expect(await member().refusal('POST', `/api/workforce/orders/${id}/pay`)).toMatchObject({ status: 409 })
})

test('where Stripe is not set up, orders by card are refused and events are not heard', async () => {
  const plain = await testApp()
  const person = await plain.member()
  expect(await person.call('GET', '/api/workforce/card')).toEqual({ offered: false, onFile: false })
  expect(await person.refusal('POST', '/api/workforce/orders', request({ sales: 1 }))).toMatchObject({
    status: 400,
    message: 'Orders cannot be paid by card here. Choose the invoice.',
  })
  expect(await plain.visitor().refusal('POST', '/api/workforce/stripe/webhook', '{}')).toMatchObject({ status: 404 })
  expect(await plain.db.$count(orders)).toBe(0)
})
