import { type Cart, priceFor } from '@atrium/contract/workforce'
import type { Order } from '@atrium/contract/workforce-orders'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { users } from '../accounts/tables.ts'
import type { Database } from '../platform/database/connect.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { uuid } from '../platform/ids.ts'
import { silentLog } from '../platform/telemetry.ts'
import { cancelAtEnd, change, previewChange, shownSubscription } from './changing.ts'
import { keepSubscriptions } from './keeping.ts'
import { cancelOrder, markPaid } from './paying.ts'
import { DAY, endOfPeriod } from './periods.ts'
import { fillSeats, linesOf, type SubscriptionRow } from './starting.ts'
import { invoices, orders, seats, stripePayments, subscriptions, trustedAccounts, workforceEvents } from './tables.ts'
import { testOrder } from './test-order.ts'

let db: Database
beforeAll(async () => {
  db = (await testDatabase()).db
})

/** A subscription of one sales seat by the month that began this moment, paid by invoice. */
async function running({ isTrusted = false, taxBasisPoints = 0 } = {}) {
  const owner = uuid()
  await db.insert(users).values({ id: owner, name: owner, email: `${owner}@example.org` })
  if (isTrusted) await db.insert(trustedAccounts).values({ userId: owner })
  const { order, subscription } = await testOrder(db, owner, 'paid')
  await db
    .update(orders)
    .set({
      taxBasisPoints,
      taxCents: (19_900 * taxBasisPoints) / 10_000,
      totalCents: 19_900 + (19_900 * taxBasisPoints) / 10_000,
    })
    .where(eq(orders.id, order))
  for (const line of await linesOf(db, subscription)) await db.transaction((tx) => fillSeats(tx, line, owner))
  const wanted = (items: Record<string, number>, billingPeriod: Cart['billingPeriod'] = 'monthly'): Cart => ({
    items,
    billingPeriod,
  })
  const its = {
    ...{ owner, order, subscription },
    row: async () =>
      (await db.select().from(subscriptions).where(eq(subscriptions.id, subscription)))[0] as SubscriptionRow,
    set: (values: Partial<SubscriptionRow>) =>
      db.update(subscriptions).set(values).where(eq(subscriptions.id, subscription)),
    preview: (items: Record<string, number>, period?: Cart['billingPeriod'], idle: string[] = []) =>
      db.transaction((tx) => previewChange(tx, subscription, owner, wanted(items, period), idle)),
    change: (
      items: Record<string, number>,
      expectedTotalCents: number,
      more: { period?: Cart['billingPeriod']; attempt?: string; idle?: string[] } = {},
    ) =>
      db.transaction((tx) =>
        change(
          tx,
          subscription,
          owner,
          { ...wanted(items, more.period), expectedTotalCents, attempt: more.attempt ?? uuid() },
          more.idle ?? [],
        ),
      ),
    end: (atPeriodEnd: boolean) => db.transaction((tx) => cancelAtEnd(tx, subscription, owner, atPeriodEnd)),
    seats: async () => (await shownSubscription(db, subscription, owner)).seats.length,
    notes: async () =>
      (
        await db.select().from(workforceEvents).where(eq(workforceEvents.ownerId, owner)).orderBy(workforceEvents.id)
      ).map(({ kind }) => kind),
    orders: () => db.select().from(orders).where(eq(orders.ownerId, owner)).orderBy(orders.id),
  }
  return its
}
const pay = (id: string) => db.transaction((tx) => markPaid(tx, id, null))

describe('a subscription', () => {
  test('is changed by its owner, while it runs and nothing else is due', async () => {
    const its = await running()
    for (const [values, sentence] of [
      [{ status: 'cancelled' }, 'This subscription has ended.'],
      [{ status: 'pending_payment' }, 'This subscription has not begun. Cancel its order, or wait until it is paid.'],
      [{ status: 'past_due' }, 'An invoice is overdue. Pay it before you change the team.'],
      [
        { status: 'active', cancelAtPeriodEnd: true },
        'This subscription ends with its period. Take the cancellation back first.',
      ],
    ] as const) {
      await its.set(values)
      await expect(its.preview({ sales: 2 })).rejects.toMatchObject({ code: 'conflict', message: sentence })
      await expect(its.change({ sales: 2 }, 19_900)).rejects.toThrow(sentence)
    }
    await its.set({ cancelAtPeriodEnd: false })
    await its.change({ sales: 2 }, 19_900)
    await expect(its.preview({ sales: 3 })).rejects.toThrow(
      'An earlier change waits for its payment. Pay or cancel that order first.',
    )
    const [other, none] = [await running(), uuid()]
    const missing = { code: 'not_found', message: 'That subscription was not found.' }
    for (const id of [its.subscription, none]) {
      const wanted = { items: { sales: 2 }, billingPeriod: 'monthly' } as const
      await expect(db.transaction((tx) => previewChange(tx, id, other.owner, wanted, []))).rejects.toMatchObject(
        missing,
      )
      await expect(db.transaction((tx) => cancelAtEnd(tx, id, other.owner, true))).rejects.toMatchObject(missing)
      await expect(shownSubscription(db, id, other.owner)).rejects.toMatchObject(missing)
    }
  })
  test('is not given more of those that can do nothing; those that are there may stay', async () => {
    const its = await running()
    const idle = ['sales', 'kb']
    await expect(its.preview({ sales: 2 }, 'monthly', idle)).rejects.toThrow('works with a model connected')
    await expect(its.change({ sales: 1, kb: 1 }, 12_900, { idle })).rejects.toThrow('works with a model connected')
    expect(await its.preview({ sales: 1, social: 1 }, 'monthly', idle)).toMatchObject({ subtotalCents: 12_900 })
  })
  test('tells what a change costs with its tax, and until when that is to be paid, if it is paid first', async () => {
    const [its, trusted] = [await running({ taxBasisPoints: 1_900 }), await running({ isTrusted: true })]
    expect(await its.preview({ sales: 2 })).toMatchObject({
      ...{ subtotalCents: 19_900, taxBasisPoints: 1_900, taxCents: 3_781, totalCents: 23_681, seatsAdded: 1 },
      ...{ nextSubtotalCents: 39_800, lines: [{ agentKey: 'sales', quantity: 1, part: null }] },
    })
    const soon = new Date(Date.now() + DAY)
    await its.set({ periodEnd: soon })
    expect(await its.preview({ sales: 2 })).toMatchObject({
      payBy: soon.toISOString(),
      nextPeriodStart: soon.toISOString(),
    })
    expect(await its.preview({ sales: 1 })).toMatchObject({ payBy: null, totalCents: 0 })
    expect(await trusted.preview({ sales: 2 })).toMatchObject({ payBy: null, totalCents: 19_900 })
    await db.update(orders).set({ payment: 'stripe' }).where(eq(orders.id, trusted.order))
    expect((await trusted.preview({ sales: 2 })).payBy).not.toBeNull() // by card it is paid at once
  })
})

describe('more seats', () => {
  test('come when their order is paid, once', async () => {
    const its = await running()
    await expect(its.change({ sales: 3 }, 1)).rejects.toThrow('The price is not the one that you were shown.')
    const attempt = uuid()
    const made = await its.change({ sales: 3 }, 39_800, { attempt })
    expect(made).toMatchObject({
      isNew: true,
      order: { kind: 'change', totalCents: 39_800, status: 'pending_payment' },
    })
    expect(await its.change({ sales: 3 }, 39_800, { attempt })).toMatchObject({
      isNew: false,
      order: { id: made.order?.id },
    })
    expect([await its.seats(), (await its.orders()).length]).toEqual([1, 2])
    expect(await pay(made.order?.id as string)).toBeNull()
    expect(await its.seats()).toBe(3)
    expect(await pay(made.order?.id as string)).toBeNull() // a second word changes nothing
    expect(await its.notes()).toEqual(['order.placed', 'order.paid', 'subscription.changed'])
  })
  test('report to the head that comes with them; who was there stays where they are', async () => {
    const its = await running({ isTrusted: true })
    const { totalCents } = await its.preview({ sales: 2, coo: 1 })
    await its.change({ sales: 2, coo: 1 }, totalCents)
    const all = await db.select().from(seats).where(eq(seats.ownerId, its.owner)).orderBy(seats.id)
    const head = all.find(({ agent }) => agent === 'coo')
    const sales = all.filter(({ agent }) => agent === 'sales').map(({ managerSeatId }) => managerSeatId)
    expect([head?.managerSeatId, sales]).toEqual([null, [null, head?.id]])
  })
  test('of a trusted account come at once, and are owed', async () => {
    const its = await running({ isTrusted: true })
    const { order, subscription } = await its.change({ sales: 2 }, 19_900)
    expect([order?.status, order?.cancellable, subscription.seats.length]).toEqual(['pending_payment', false, 2])
    await pay(order?.id as string)
    expect(await its.seats()).toBe(2)
  })
  test('are not come by when the subscription has ended meanwhile', async () => {
    const its = await running()
    const { order } = await its.change({ sales: 2 }, 19_900)
    await its.set({ status: 'cancelled' })
    await pay(order?.id as string)
    expect(await its.seats()).toBe(1)
  })
})

describe('what costs nothing now', () => {
  test('is planned for the next period without an order, and may be taken back', async () => {
    const its = await running()
    const { order, subscription } = await its.change({ sales: 0, kb: 0 }, 0)
    expect([order, subscription.next?.items]).toEqual([null, { sales: 0, kb: 0 }])
    await its.change({ sales: 1 }, 0)
    expect((await its.row()).next).toBeNull()
    expect(await its.notes()).toEqual(['subscription.changed', 'subscription.changed'])
  })
  test('happens at once where the credit is all of its price', async () => {
    const its = await running()
    await db.execute(`update subscription_lines set quantity = 50 where subscription_id = '${its.subscription}'`)
    const { order, subscription } = await its.change({ sales: 1 }, 0, { period: 'annual' })
    expect([order, subscription.billingPeriod, subscription.seats.length]).toEqual([null, 'annual', 1])
    expect(subscription.lines).toMatchObject([{ unitPriceCents: priceFor(19_900, 'annual'), quantity: 1 }])
    const { periodStart, periodEnd, periods } = await its.row()
    expect([periods, periodEnd]).toEqual([1, endOfPeriod(periodStart as Date, 'annual', 1)])
  })
})

test('who was given up is hired anew at today’s price, and who stays keeps theirs', async () => {
  const its = await running()
  const price = async () => (await linesOf(db, its.subscription)).map(({ unitPriceCents }) => unitPriceCents)
  const set = (values: string) =>
    db.execute(`update subscription_lines set ${values} where subscription_id = '${its.subscription}'`)
  await set('quantity = 0, unit_price_cents = 100')
  await db.update(seats).set({ status: 'ended' }).where(eq(seats.ownerId, its.owner))
  const anew = await its.change({ sales: 1 }, 19_900)
  await pay(anew.order?.id as string)
  expect(await price()).toEqual([19_900])
  await set('unit_price_cents = 100')
  const more = await its.change({ sales: 2 }, 100)
  await pay(more.order?.id as string)
  expect(await price()).toEqual([100])
})

describe('a cancellation', () => {
  test('of one whose card was refused ends it at once; taken back, it waits for its payment', async () => {
    const its = await running()
    await its.set({ status: 'past_due' })
    const renewal = { kind: 'renewal', status: 'pending_payment', payment: 'stripe', paidAt: null }
    await db.update(orders).set(renewal).where(eq(orders.id, its.order))
    const refused = { id: uuid(), orderId: its.order, nth: 1, kind: 'charge', status: 'failed' }
    await db.insert(stripePayments).values(refused)
    expect((await its.end(false)).status).toBe('past_due')
    expect(await its.end(true)).toMatchObject({ status: 'cancelled', seats: [] })
    expect((await its.orders()).map(({ status }) => status)).toEqual(['cancelled'])
  })
  test('ends it with its period, is noted once, and is taken back', async () => {
    const its = await running()
    const { order } = await its.change({ sales: 2 }, 19_900)
    expect(await its.end(true)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    await its.end(true)
    expect((await its.orders()).find(({ id }) => id === order?.id)).toMatchObject({ status: 'cancelled' }) // it never comes
    expect(await its.end(false)).toMatchObject({ cancelAtPeriodEnd: false })
    await its.end(false)
    const kinds = (await its.notes()).filter((kind) => kind.startsWith('subscription.'))
    expect(kinds).toEqual(['subscription.ending', 'subscription.kept'])
  })
  test('of a period that is over ends it now; of one that goes on does not', async () => {
    const its = await running()
    await its.set({ periodEnd: new Date(Date.now() + DAY) })
    expect((await its.end(true)).status).toBe('active')
    const other = await running()
    await other.set({ periodEnd: new Date(Date.now() - 1), status: 'past_due' })
    expect(await other.end(true)).toMatchObject({ status: 'cancelled', seats: [] })
    await expect(other.end(false)).rejects.toThrow('This subscription has ended.')
  })
})

describe('an order', () => {
  test('is cancelled by its owner while nothing of it has begun, and is not paid then', async () => {
    const owner = uuid()
    await db.insert(users).values({ id: owner, name: owner, email: `${owner}@example.org` })
    const { order, subscription } = await testOrder(db, owner, 'pending_payment')
    const cancel = (id: string, who = owner) => db.transaction((tx) => cancelOrder(tx, id, who))
    await expect(cancel(order, 'somebody else')).rejects.toMatchObject({
      code: 'not_found',
      message: 'That order was not found.',
    })
    await cancel(order)
    await cancel(order) // again, it is no news
    const [invoice] = await db.select().from(invoices).where(eq(invoices.orderId, order))
    const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, subscription))
    expect([invoice?.status, row?.status]).toEqual(['void', 'cancelled'])
    await expect(pay(order)).rejects.toThrow('This order was cancelled. Nothing is to be paid.')
    const its = await running({ isTrusted: true })
    await expect(cancel(its.order, its.owner)).rejects.toThrow(
      'This order is paid. Cancel its subscription to end it with its period.',
    )
    const more = await its.change({ sales: 2 }, 19_900)
    await expect(cancel(more.order?.id as string, its.owner)).rejects.toThrow(
      'Its seats are at work already, so this invoice is owed.',
    )
    const untrusted = await running()
    const waiting = await untrusted.change({ sales: 2 }, 19_900)
    await cancel(waiting.order?.id as string, untrusted.owner)
    expect((await untrusted.row()).status).toBe('active')
  })
})

describe('time', () => {
  const keep = async () => {
    const made: Order[] = []
    await keepSubscriptions(db, silentLog, (order) => made.push(order))
    return made
  }
  test('that was missed is caught up, two years of it at once', async () => {
    const its = await running()
    const begun = new Date(Date.now() - 30 * 31 * DAY)
    await its.set({ startedAt: begun, periodStart: begun, periodEnd: endOfPeriod(begun, 'monthly', 1) })
    const first = await keep()
    expect(first).toHaveLength(24)
    expect((await its.row()).periods).toBe(25)
    const rest = await keep()
    expect(rest.length).toBeGreaterThan(3)
    expect(((await its.row()).periodEnd as Date).getTime()).toBeGreaterThan(Date.now())
    expect(await keep()).toEqual([])
  })
  test('ends what was to end, when it was to, and begins nothing for whoever has not paid', async () => {
    const [its, behind] = [await running(), await running()]
    const over = new Date(Date.now() - 1000)
    await its.end(true)
    await its.set({ periodEnd: over })
    await behind.set({ periodEnd: over, status: 'past_due' })
    expect(await keep()).toEqual([])
    expect(await its.row()).toMatchObject({ status: 'cancelled', endedAt: over })
    expect(await behind.row()).toMatchObject({ status: 'past_due', periods: 1 })
  })
  test('stops the seats of an invoice that is overdue; what is paid then goes on', async () => {
    const its = await running({ isTrusted: true })
    await db.update(seats).set({ status: 'active' }).where(eq(seats.ownerId, its.owner))
    const { order } = await its.change({ sales: 2 }, 19_900)
    await db.update(seats).set({ status: 'active' }).where(eq(seats.ownerId, its.owner))
    await db
      .update(invoices)
      .set({ dueAt: new Date(Date.now() - 1000) })
      .where(eq(invoices.orderId, order?.id as string))
    const statuses = async () =>
      (await db.select().from(seats).where(eq(seats.ownerId, its.owner))).map(({ status, pausedFor }) => [
        status,
        pausedFor,
      ])
    expect(await keep()).toEqual([])
    expect([(await its.row()).status, await statuses()]).toEqual([
      'past_due',
      [
        ['paused', 'past_due'],
        ['paused', 'past_due'],
      ],
    ])
    const [one] = await db.select().from(seats).where(eq(seats.ownerId, its.owner))
    await db
      .update(seats)
      .set({ pausedFor: 'manager' })
      .where(eq(seats.id, one?.id as string)) // somebody wants it so
    expect(await pay(order?.id as string)).toBeNull()
    expect((await its.row()).status).toBe('active')
    expect((await statuses()).sort()).toEqual([
      ['active', null],
      ['paused', 'manager'],
    ])
    expect((await its.notes()).slice(-2)).toEqual(['order.paid', 'subscription.resumed'])
  })
})
