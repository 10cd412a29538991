import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { uuid } from '../platform/ids.ts'
import { takeEvent } from './stripe-events.ts'
import { orders, stripeEvents, subscriptions, workforceEvents } from './tables.ts'
import { type Attempt, testAttempts } from './test-attempt.ts'

const { at, attempt, paymentOf } = testAttempts()
const tell = (type: string, object: object, id = uuid()) =>
  at.db.transaction((tx) => takeEvent(tx, { id, type, data: { object } }))
const orderOf = async (id: string) =>
  (await at.db.select().from(orders).where(eq(orders.id, id)))[0] as typeof orders.$inferSelect
const statusOf = async (id: string) =>
  (await at.db.select().from(subscriptions).where(eq(subscriptions.id, id)))[0]?.status
const notes = async ({ owner }: Attempt) =>
  (
    await at.db.select().from(workforceEvents).where(eq(workforceEvents.ownerId, owner)).orderBy(workforceEvents.id)
  ).map(({ kind }) => kind)
const session = ({ order, payment }: Attempt, more: object = {}) => ({
  ...{ id: `cs_${payment}`, metadata: { order_id: order, payment_id: payment }, client_reference_id: order },
  ...{ amount_total: 19_900, currency: 'usd', payment_status: 'paid', payment_intent: `pi_${payment}` },
  ...more,
})
const intent = ({ order, payment }: Attempt, more: object = {}) => ({
  ...{
    id: `pi_${payment}`,
    metadata: { order_id: order, payment_id: payment },
    amount_received: 19_900,
    currency: 'usd',
  },
  ...more,
})
const DONE = 'checkout.session.completed'

describe('the word that a page was paid', () => {
  test('makes the order paid and begins what was ordered, once', async () => {
    const its = await attempt()
    const id = uuid()
    expect(await tell(DONE, session(its), id)).toMatchObject({
      outcome: 'paid',
      payment: { id: its.payment },
      order: { id: its.order, status: 'paid' },
      begun: null,
    })
    expect(await paymentOf(its.payment)).toMatchObject({
      ...{ status: 'paid', sessionId: `cs_${its.payment}`, intentId: `pi_${its.payment}` },
    })
    expect([(await orderOf(its.order)).status, await statusOf(its.subscription)]).toEqual(['paid', 'active'])
    expect(await notes(its)).toEqual(['order.paid', 'subscription.started'])
    expect(await tell(DONE, session(its), id)).toEqual({ outcome: 'repeated' })
    expect(await tell(DONE, session(its))).toMatchObject({ outcome: 'settled' })
    const [kept] = await at.db.select().from(stripeEvents).where(eq(stripeEvents.id, id))
    expect(kept).toMatchObject({ kind: DONE, outcome: 'paid' })
  })
  test('keeps what is known of it where the word does not say it', async () => {
    const its = await attempt({ sessionId: null, intentId: 'pi_known' })
    await tell(DONE, session(its, { payment_intent: null, currency: 'USD' }))
    expect(await paymentOf(its.payment)).toMatchObject({ status: 'paid', intentId: 'pi_known' })
    const other = await attempt()
    await tell(DONE, session(other, { payment_intent: { id: 'pi_object' } }))
    expect((await paymentOf(other.payment)).intentId).toBe('pi_object')
  })
  test('of another amount or currency begins nothing, and says what came', async () => {
    for (const [more, received, receivedCurrency] of [
      [{ amount_total: 19_899 }, 19_899, 'usd'],
      [{ amount_total: 19_901 }, 19_901, 'usd'],
      [{ currency: 'eur' }, 19_900, 'eur'],
      [{ currency: null }, 19_900, null],
      [{ amount_total: null }, null, 'usd'],
    ] as const) {
      const its = await attempt()
      expect(await tell(DONE, session(its, more))).toMatchObject({ outcome: 'mismatch', payment: { id: its.payment } })
      expect(await paymentOf(its.payment)).toMatchObject({ status: 'mismatch', received, receivedCurrency })
      expect([(await orderOf(its.order)).status, await statusOf(its.subscription)]).toEqual([
        'pending_payment',
        'pending_payment',
      ])
      expect(await notes(its)).toEqual(['payment.mismatch'])
      expect(await tell(DONE, session(its))).toMatchObject({ outcome: 'settled' })
    }
  })
  test('for an order that wants no money is money to be given back', async () => {
    for (const status of ['paid', 'cancelled']) {
      const its = await attempt()
      await at.db.update(orders).set({ status }).where(eq(orders.id, its.order))
      expect(await tell(DONE, session(its))).toMatchObject({ outcome: 'surplus', payment: { id: its.payment } })
      expect(await paymentOf(its.payment)).toMatchObject({
        status: 'surplus',
        sessionId: `cs_${its.payment}`,
        intentId: `pi_${its.payment}`,
      })
      expect(await notes(its)).toEqual(['payment.surplus'])
    }
    const gone = await attempt()
    await at.db.delete(subscriptions).where(eq(subscriptions.id, gone.subscription))
    expect(await tell(DONE, session(gone))).toMatchObject({ outcome: 'surplus' })
    expect(await paymentOf(gone.payment)).toMatchObject({ status: 'surplus', intentId: `pi_${gone.payment}` })
    expect(await notes(gone)).toEqual([])
  })
  test('changes nothing of what is settled, and everything of what is not', async () => {
    for (const [status, outcome] of [
      ['open', 'paid'],
      ['processing', 'paid'],
      ['failed', 'paid'],
      ['expired', 'paid'],
      ['cancelled', 'paid'],
      ['paid', 'settled'],
      ['surplus', 'settled'],
      ['refunded', 'settled'],
      ['mismatch', 'settled'],
    ]) {
      const its = await attempt({ status })
      expect((await tell(DONE, session(its))).outcome, status).toBe(outcome)
      expect((await paymentOf(its.payment)).status).toBe(outcome === 'paid' ? 'paid' : status)
    }
  })
})

describe('the word of a page', () => {
  test('that is not paid yet waits, one that is over is over, and what is settled stays so', async () => {
    const unpaid = { payment_status: 'unpaid' }
    for (const [type, more, status] of [
      [DONE, unpaid, 'processing'],
      ['checkout.session.expired', {}, 'expired'],
    ] as const) {
      for (const before of ['open', 'processing']) {
        const its = await attempt({ status: before })
        expect(await tell(type, session(its, more))).toMatchObject({ outcome: status, payment: { id: its.payment } })
        expect((await paymentOf(its.payment)).status).toBe(status)
      }
      const its = await attempt({ status: 'paid' })
      expect(await tell(type, session(its, more))).toMatchObject({ outcome: 'settled' })
      expect((await paymentOf(its.payment)).status).toBe('paid')
    }
  })
  test('whose bank took days begins what was ordered, or failed, which is noted', async () => {
    const its = await attempt({ status: 'processing' })
    expect(await tell('checkout.session.async_payment_succeeded', session(its))).toMatchObject({ outcome: 'paid' })
    expect((await paymentOf(its.payment)).sessionId).toBe(`cs_${its.payment}`)
    const other = await attempt({ status: 'processing' })
    const told = await tell('checkout.session.async_payment_failed', session(other))
    expect(told).toMatchObject({ outcome: 'failed', payment: { id: other.payment }, order: undefined })
    expect(await paymentOf(other.payment)).toMatchObject({ status: 'failed', intentId: `pi_${other.payment}` })
    expect(await notes(other)).toEqual(['payment.failed'])
    expect((await orderOf(other.order)).status).toBe('pending_payment')
    expect(await tell('checkout.session.something_new', session(await attempt()))).toEqual({ outcome: 'ignored' })
  })
  test('that is none of ours is unknown', async () => {
    const [its, other] = [await attempt({ sessionId: 'cs_mine' }), await attempt()]
    for (const object of [
      session(its), // another page than the one that was opened
      session(other, { client_reference_id: its.order }),
      session(other, { client_reference_id: null }),
      session(other, { metadata: {} }),
      session(other, { metadata: null }),
      session(other, { metadata: { order_id: its.order, payment_id: other.payment } }),
      session(other, { metadata: { order_id: other.order, payment_id: uuid() } }),
    ])
      expect(await tell(DONE, object)).toEqual({ outcome: 'unknown' })
    expect((await tell(DONE, session(its, { id: 'cs_mine' }))).outcome).toBe('paid')
  })
})

describe('the word of a charge', () => {
  test('that it was taken begins what was ordered, found by its marks or by itself', async () => {
    const its = await attempt({ kind: 'charge' })
    expect(await tell('payment_intent.succeeded', intent(its))).toMatchObject({
      outcome: 'paid',
      order: { id: its.order },
    })
    expect(await paymentOf(its.payment)).toMatchObject({ status: 'paid', intentId: `pi_${its.payment}` })
    const other = await attempt({ kind: 'charge', intentId: 'pi_other' })
    expect(await tell('payment_intent.succeeded', intent(other, { id: 'pi_other', metadata: null }))).toMatchObject({
      outcome: 'paid',
    })
    const lost = await attempt({ kind: 'charge', intentId: 'pi_lost' })
    const marks = { order_id: lost.order, payment_id: uuid() } // of an attempt that is not there
    expect(await tell('payment_intent.succeeded', intent(lost, { id: 'pi_lost', metadata: marks }))).toMatchObject({
      outcome: 'paid',
    })
    const less = await attempt({ kind: 'charge' })
    expect(await tell('payment_intent.succeeded', intent(less, { amount_received: 1 }))).toMatchObject({
      outcome: 'mismatch',
    })
  })
  test('that it failed stops the seats of its period, and is news for whoever ordered', async () => {
    const its = await attempt({ kind: 'charge' })
    await at.db.update(orders).set({ kind: 'renewal' }).where(eq(orders.id, its.order))
    await at.db.update(subscriptions).set({ status: 'active' }).where(eq(subscriptions.id, its.subscription))
    const failed = intent(its, { last_payment_error: { code: 'card_declined' } })
    expect(await tell('payment_intent.payment_failed', failed)).toMatchObject({
      outcome: 'failed',
      order: { id: its.order, ownerId: its.owner },
    })
    expect([await statusOf(its.subscription), (await paymentOf(its.payment)).status]).toEqual(['past_due', 'failed'])
    const [note] = await at.db
      .select()
      .from(workforceEvents)
      .where(eq(workforceEvents.ownerId, its.owner))
      .orderBy(workforceEvents.id)
    expect(note).toMatchObject({ kind: 'payment.failed', data: { code: 'card_declined' } })
    expect(await tell('payment_intent.payment_failed', failed)).toMatchObject({ outcome: 'failed', order: undefined })
    expect(await notes(its)).toEqual(['payment.failed', 'subscription.past_due'])
    const unsaid = await attempt({ kind: 'charge', intentId: 'pi_was' })
    await tell('payment_intent.payment_failed', intent(unsaid, { last_payment_error: null }))
    const [why] = await at.db.select().from(workforceEvents).where(eq(workforceEvents.ownerId, unsaid.owner))
    expect(why).toMatchObject({ data: { code: 'payment_failed' } })
    expect(await statusOf(unsaid.subscription)).toBe('pending_payment')
  })
  test('of a page, or of none of ours, changes nothing', async () => {
    const page = await attempt()
    for (const type of ['payment_intent.succeeded', 'payment_intent.payment_failed']) {
      expect(await tell(type, intent(page))).toEqual({ outcome: 'ignored' })
      expect(await tell(type, intent(page, { id: 'pi_nobody', metadata: null }))).toEqual({ outcome: 'unknown' })
    }
    for (const type of ['payment_intent.created', 'charge.succeeded', 'customer.created'])
      expect(await tell(type, intent(page))).toEqual({ outcome: 'ignored' })
    expect((await paymentOf(page.payment)).status).toBe('open')
  })
})

describe('the word of a refund', () => {
  const refund = (its: Attempt, cents: number, more: object = {}) => ({
    ...{ metadata: { order_id: its.order, payment_id: its.payment }, payment_intent: `pi_${its.payment}` },
    ...{ amount_refunded: cents, refunded: false, ...more },
  })
  test('is noted, part by part, and takes nothing away', async () => {
    const its = await attempt({ order: 'paid', status: 'paid', intentId: 'pi_known' })
    expect(await tell('charge.refunded', refund(its, 5_000, { payment_intent: null }))).toMatchObject({
      outcome: 'refunded',
    })
    expect(await paymentOf(its.payment)).toMatchObject({ status: 'paid', refundedCents: 5_000, intentId: 'pi_known' })
    for (const cents of [5_000, 4_000])
      expect(await tell('charge.refunded', refund(its, cents))).toMatchObject({ outcome: 'settled' })
    expect(await tell('charge.refunded', refund(its, 19_900, { refunded: true }))).toMatchObject({
      outcome: 'refunded',
    })
    expect(await paymentOf(its.payment)).toMatchObject({
      status: 'refunded',
      refundedCents: 19_900,
      intentId: `pi_${its.payment}`,
    })
    expect(await notes(its)).toEqual(['order.refunded', 'order.refunded'])
    expect(await statusOf(its.subscription)).toBe('active')
    expect(await tell('charge.refunded', refund({ ...its, payment: uuid() }, 1))).toEqual({ outcome: 'unknown' })
    const gone = await attempt({ order: 'paid', status: 'paid' })
    await at.db.delete(subscriptions).where(eq(subscriptions.id, gone.subscription))
    expect(await tell('charge.refunded', refund(gone, 100))).toMatchObject({ outcome: 'refunded' })
    expect(await notes(gone)).toEqual([])
  })
})

test('what has another form than expected is refused, and may come again', async () => {
  const its = await attempt()
  const id = uuid()
  await expect(tell(DONE, { id: 3 }, id)).rejects.toMatchObject({
    code: 'unprocessable',
    message: 'This checkout.session.completed has another form than expected.',
  })
  expect(await tell(DONE, session(its), id)).toMatchObject({ outcome: 'paid' })
})
