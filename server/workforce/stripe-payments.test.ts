import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { uuid } from '../platform/ids.ts'
import {
  beginCharge,
  beginCheckout,
  findCustomer,
  holdPayment,
  inWords,
  isForgotten,
  isUnderWay,
  keyOf,
  latestOf,
  marksOf,
  type PaymentRow,
  refuseAtStripe,
  refuseSettled,
} from './stripe-payments.ts'
import { orders, stripeCustomers, stripePayments, subscriptions } from './tables.ts'
import { type Attempt, testAttempts } from './test-attempt.ts'

const HOUR = 60 * 60 * 1000
const { at, attempt, set } = testAttempts()

describe('an attempt to pay', () => {
  const row = (more: Partial<PaymentRow> = {}) =>
    ({
      orderId: 'o',
      nth: 1,
      kind: 'charge',
      status: 'open',
      intentId: null,
      createdAt: new Date(),
      ...more,
    }) as PaymentRow
  const before = (ms: number) => new Date(Date.now() - ms)
  test('is asked for under one key, and said in words of 300 letters', () => {
    expect([keyOf(row()), keyOf(row({ nth: 2 }))]).toEqual(['o', 'o:2'])
    expect(marksOf(row({ id: 'p' }))).toEqual({ order_id: 'o', payment_id: 'p' })
    const lines = (count: number) => Array.from({ length: count }, () => ({ quantity: 2, name: 'Sales Agent' }))
    expect(inWords({ lines: lines(2) } as never)).toBe('2 × Sales Agent, 2 × Sales Agent')
    expect(inWords({ lines: lines(50) } as never)).toHaveLength(300)
  })
  test('is forgotten by Stripe after twenty hours', () => {
    expect([
      isForgotten(row({ createdAt: before(19.9 * HOUR) })),
      isForgotten(row({ createdAt: before(20.1 * HOUR) })),
    ]).toEqual([false, true])
    expect(['open', 'processing', 'paid', 'failed', 'expired'].map((status) => isUnderWay(row({ status })))).toEqual([
      ...[true, true, false, false, false],
    ])
  })
  test('that Stripe may have taken keeps another way out', () => {
    const old = before(21 * HOUR)
    const said = (latest: PaymentRow | undefined) => {
      try {
        return refuseAtStripe(latest)
      } catch (error) {
        return (error as Error).message
      }
    }
    const charging = 'Your card is being charged. Look again in a few minutes.'
    const has = 'Stripe has this payment already. Its confirmation is on the way.'
    for (const [latest, sentence] of [
      [undefined, undefined],
      [row(), charging],
      [row({ status: 'processing' }), charging],
      [row({ createdAt: old }), undefined],
      [row({ createdAt: old, intentId: 'pi' }), charging],
      [row({ createdAt: old, status: 'processing' }), charging],
      [row({ status: 'failed' }), undefined],
      [row({ kind: 'checkout' }), undefined],
      [row({ kind: 'checkout', status: 'processing' }), has],
      [
        row({ kind: 'checkout', status: 'mismatch' }),
        'Stripe reported another amount than this order’s. An administrator has to look at it.',
      ],
    ] as const)
      expect(said(latest), JSON.stringify(latest)).toBe(sentence)
    expect(() => refuseSettled({ status: 'paid' })).toThrow('This order is paid already.')
    expect(() => refuseSettled({ status: 'cancelled' })).toThrow('This order was cancelled. Nothing is to be paid.')
    expect(refuseSettled({ status: 'pending_payment' })).toBeUndefined()
  })
  test('on a page is the one that is under way, or the next one', async () => {
    const its = await attempt()
    const begin = () => at.db.transaction((tx) => beginCheckout(tx, its.order, its.owner))
    expect((await begin()).payment.id).toBe(its.payment)
    await set(its.payment, { status: 'expired' })
    const { payment, order } = await begin()
    expect([payment.nth, payment.kind, payment.status, order.ownerId]).toEqual([2, 'checkout', 'open', its.owner])
    expect((await latestOf(at.db, its.order))?.id).toBe(payment.id)
    await set(payment.id, { status: 'mismatch' })
    await expect(begin()).rejects.toThrow('Stripe reported another amount')
    await expect(at.db.transaction((tx) => beginCheckout(tx, its.order, 'somebody else'))).rejects.toMatchObject({
      code: 'not_found',
    })
    await at.db.update(orders).set({ payment: 'invoice' }).where(eq(orders.id, its.order))
    await expect(begin()).rejects.toThrow('This order is paid by invoice.')
    await at.db.update(orders).set({ status: 'paid' }).where(eq(orders.id, its.order))
    await expect(begin()).rejects.toThrow('This order is paid already.')
    await at.db.delete(stripePayments).where(eq(stripePayments.orderId, its.order))
    await at.db.update(orders).set({ status: 'pending_payment', payment: 'stripe' }).where(eq(orders.id, its.order))
    expect((await begin()).payment.nth).toBe(1)
    await expect(at.db.transaction((tx) => holdPayment(tx, uuid()))).rejects.toMatchObject({ code: 'not_found' })
  })
  test('by itself is one charge, beside pages that were left without paying', async () => {
    const begin = ({ order }: Attempt) => at.db.transaction((tx) => beginCharge(tx, order))
    for (const [status, isCharged] of [
      ['open', false],
      ['processing', false],
      ['paid', false],
      ['expired', true],
      ['failed', true],
    ] as const) {
      const its = await attempt({ status })
      await at.db.update(subscriptions).set({ status: 'active' }).where(eq(subscriptions.id, its.subscription))
      const begun = await begin(its)
      expect(begun?.payment.nth ?? null, status).toBe(isCharged ? 2 : null)
      if (!begun) continue
      expect([begun.payment.kind, begun.order.ownerId]).toEqual(['charge', its.owner])
      expect((await begin(its))?.payment.id).toBe(begun.payment.id)
      await set(begun.payment.id, { status: 'failed' })
      expect(await begin(its)).toBeNull()
    }
    const none = await attempt()
    await at.db.delete(stripePayments).where(eq(stripePayments.id, none.payment))
    expect(await begin(none)).toBeNull() // it has not begun
    await at.db.update(subscriptions).set({ status: 'active' }).where(eq(subscriptions.id, none.subscription))
    for (const values of [{ payment: 'invoice' }, { payment: 'stripe', status: 'paid' }]) {
      await at.db.update(orders).set(values).where(eq(orders.id, none.order))
      expect(await begin(none)).toBeNull()
    }
    await at.db.update(orders).set({ status: 'pending_payment' }).where(eq(orders.id, none.order))
    expect((await begin(none))?.payment.nth).toBe(1)
  })
  test('is of a customer of ours, or of none', async () => {
    await at.db.insert(stripeCustomers).values({ userId: 'u1', customerId: 'cus_1' })
    expect([await findCustomer(at.db, 'u1'), await findCustomer(at.db, 'u2')]).toEqual(['cus_1', null])
  })
})
