import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { users } from '../accounts/tables.ts'
import type { Database } from '../platform/database/connect.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { uuid } from '../platform/ids.ts'
import { claimWorkforce, emptyStoredCart, findCart, storeCart } from './carts.ts'
import { putUnderHeads } from './hired-under.ts'
import { endingOf, leavingOf, settleLeaving } from './leaving.ts'
import { dueOf, issueInvoice } from './numbers.ts'
import { hasOverdue } from './paying.ts'
import { addMonths, DAY, endOfPeriod } from './periods.ts'
import { earlierOrder, isTrusted, refuseIdle, refuseOtherPrice, writeOrder } from './placing.ts'
import { lastBilling, renew } from './renewing.ts'
import { end, endSeats, fillSeats, linesOf, type SubscriptionRow, seatsOf, start } from './starting.ts'
import { agentMarks, carts, invoices, orders, seats, subscriptions, trustedAccounts } from './tables.ts'
import { testOrder } from './test-order.ts'

let db: Database
beforeAll(async () => {
  db = (await testDatabase()).db
})
async function somebody() {
  const id = uuid()
  await db.insert(users).values({ id, name: id, email: `${id}@example.org` })
  return id
}
async function placed(status: 'pending_payment' | 'paid' = 'pending_payment') {
  const owner = await somebody()
  const { order, subscription } = await testOrder(db, owner, status)
  const row = async () =>
    (await db.select().from(subscriptions).where(eq(subscriptions.id, subscription)))[0] as SubscriptionRow
  const orderRow = async () =>
    (await db.select().from(orders).where(eq(orders.id, order)))[0] as typeof orders.$inferSelect
  return { owner, order, subscription, row, orderRow }
}

test('an invoice is due when its terms say, and never after what it pays for is over', () => {
  const at = new Date('2026-03-01T10:00:00Z')
  expect(dueOf(at, 14, null)).toEqual(new Date('2026-03-15T10:00:00Z'))
  expect(dueOf(at, 0, null)).toEqual(at)
  expect(dueOf(at, 14, new Date('2026-03-10T00:00:00Z'))).toEqual(new Date('2026-03-10T00:00:00Z'))
  expect(dueOf(at, 14, new Date('2026-04-10T00:00:00Z'))).toEqual(new Date('2026-03-15T10:00:00Z'))
})

test('invoices of a year are numbered from 1, with four digits at least', async () => {
  const { order } = await placed()
  const issue = (issued: string) => {
    const of = { id: order, totalCents: 5, termsDays: 14, latest: null }
    return db.transaction((tx) => issueInvoice(tx, of, new Date(issued)))
  }
  await db.delete(invoices).where(eq(invoices.orderId, order))
  expect(await issue('2031-12-31T23:59:59Z')).toBe('2031-0001')
  const [kept] = await db.select().from(invoices).where(eq(invoices.orderId, order))
  expect(kept).toMatchObject({
    number: '2031-0001',
    totalCents: 5,
    status: 'open',
    dueAt: new Date('2032-01-14T23:59:59Z'),
  })
  await db.delete(invoices).where(eq(invoices.orderId, order))
  expect(await issue('2031-12-31T23:59:59Z')).toBe('2031-0002')
  await db.delete(invoices).where(eq(invoices.orderId, order))
  expect(await issue('2032-01-01T00:00:00Z')).toBe('2032-0001')
})

test('periods are counted in UTC, to the millisecond', () => {
  const at = new Date('2026-01-31T23:59:59.123Z')
  expect(addMonths(at, 1)).toEqual(new Date('2026-02-28T23:59:59.123Z'))
  expect(endOfPeriod(at, 'annual', 2)).toEqual(new Date('2028-01-31T23:59:59.123Z'))
  expect(DAY).toBe(86_400_000)
})

describe('a cart', () => {
  const cart = (items: Record<string, number>) => ({ items, billingPeriod: 'annual' as const })
  test('is kept, emptied, and holds nobody who cannot be hired any more', async () => {
    const owner = await somebody()
    expect(await findCart(db, owner)).toBeNull()
    const stored = await storeCart(db, owner, cart({ sales: 2, nobody: 1 }))
    expect(await findCart(db, owner)).toEqual({ cart: cart({ sales: 2 }), updatedAt: stored })
    await emptyStoredCart(db, owner)
    expect((await findCart(db, owner))?.cart).toEqual(cart({}))
    const other = await somebody()
    await emptyStoredCart(db, other)
    expect((await findCart(db, other))?.cart).toEqual({ items: {}, billingPeriod: 'monthly' })
    await db
      .update(carts)
      .set({ items: 'broken' as never })
      .where(eq(carts.ownerId, other))
    expect((await findCart(db, other))?.cart).toEqual({ items: {}, billingPeriod: 'monthly' })
  })
  test('of a guest becomes the account’s, with the marks', async () => {
    const [guest, member] = [await somebody(), await somebody()]
    await storeCart(db, guest, cart({ sales: 2 }))
    await db.insert(agentMarks).values({ ownerId: guest, agent: 'sales', kind: 'interest' })
    await claimWorkforce(db, guest, member)
    expect((await findCart(db, member))?.cart).toEqual(cart({ sales: 2 }))
    expect(await findCart(db, guest)).toBeNull()
    expect((await db.select().from(agentMarks)).map(({ ownerId }) => ownerId)).toEqual([member])
    await storeCart(db, guest, cart({ sales: 5, kb: 1 }))
    await claimWorkforce(db, guest, member)
    expect((await findCart(db, member))?.cart.items).toEqual({ sales: 5, kb: 1 })
    await claimWorkforce(db, guest, member) // nothing is left to give
    expect((await findCart(db, member))?.cart.items).toEqual({ sales: 5, kb: 1 })
  })
})

describe('an order', () => {
  test('is paid by card between 50 cents and what Stripe takes at once, else by its invoice', async () => {
    const { owner, orderRow, subscription } = await placed('paid')
    const { id: _, ...draft } = await orderRow()
    const written = (totalCents: number, more: object = {}) =>
      db.transaction((tx) =>
        writeOrder(
          tx,
          {
            ...draft,
            attempt: null,
            payment: 'stripe',
            listCents: totalCents,
            subtotalCents: totalCents,
            totalCents,
            ...more,
          },
          [{ agent: 'nobody', unitPriceCents: totalCents, quantity: 1 }],
          owner,
        ),
      )
    for (const [cents, payment] of [
      [49, 'invoice'],
      [50, 'stripe'],
      [99_999_999, 'stripe'],
      [100_000_000, 'invoice'],
    ] as const)
      expect(await written(cents)).toMatchObject({
        payment,
        totalCents: cents,
        status: 'pending_payment',
        lines: [{ name: 'nobody' }],
      })
    expect(await written(60, { payment: 'invoice' })).toMatchObject({ payment: 'invoice' })
    // more seats within a period are paid before it ends
    const soon = new Date(Date.now() + 2 * DAY)
    await db.update(subscriptions).set({ periodEnd: soon }).where(eq(subscriptions.id, subscription))
    expect((await written(60, { kind: 'change' })).invoice.dueAt).toBe(soon.toISOString())
    expect(Date.parse((await written(60, { kind: 'renewal' })).invoice.dueAt)).toBeGreaterThan(soon.getTime())
  })
  test('is found by its attempt, and is no other order', async () => {
    const { owner, order } = await placed()
    const attempt = uuid()
    await db.update(orders).set({ attempt }).where(eq(orders.id, order))
    const earlier = (who: string, its: string, cents: number) =>
      db.transaction((tx) => earlierOrder(tx, who, its, cents))
    expect((await earlier(owner, attempt, 19_900))?.id).toBe(order)
    await expect(earlier(owner, attempt, 19_901)).rejects.toThrow('This attempt has already made another order.')
    expect([await earlier(owner, uuid(), 19_900), await earlier('other', attempt, 19_900)]).toEqual([null, null])
  })
  test('at another price, or for an agent that can do nothing, is refused', () => {
    expect(refuseOtherPrice(5, 5)).toBeUndefined()
    expect(() => refuseOtherPrice(5, 6)).toThrow(
      expect.objectContaining({ details: { field: 'expectedTotalCents', totalCents: 6 } }),
    )
    expect(refuseIdle([])).toBeUndefined()
    for (const [key, name] of [
      ['sales', 'Sales Representative'],
      ['nobody', 'nobody'],
    ] as const)
      expect(() => refuseIdle([key, 'kb'])).toThrow(
        expect.objectContaining({
          message: expect.stringMatching(new RegExp(`^“${name}” works with a model connected, and none is\\.`)),
          details: { field: 'items', agents: [key, 'kb'] },
        }),
      )
  })
  test('is overdue after its day, where its seats are at work', async () => {
    const { order, row } = await placed()
    const due = new Date('2026-01-01T00:00:00Z')
    await db.update(invoices).set({ dueAt: due }).where(eq(invoices.orderId, order))
    const later = new Date(due.getTime() + 1)
    const overdue = async (now: Date) => hasOverdue(db, await row(), now)
    expect([await overdue(due), await overdue(later)]).toEqual([false, true])
    await db
      .update(orders)
      .set({ change: { now: { items: {}, billingPeriod: 'monthly' }, next: null } })
      .where(eq(orders.id, order))
    expect(await overdue(later)).toBe(false) // a change that waits is not owed
    await db.update(orders).set({ kind: 'renewal' }).where(eq(orders.id, order))
    expect(await overdue(later)).toBe(true)
    await db.update(orders).set({ status: 'paid' }).where(eq(orders.id, order))
    expect(await overdue(later)).toBe(false)
  })
  test('says how its subscription was billed last; one that was cancelled says nothing', async () => {
    const { order, subscription } = await placed()
    await db.update(orders).set({ poNumber: 'PO-1', taxBasisPoints: 190, termsDays: 30 }).where(eq(orders.id, order))
    const last = () => db.transaction((tx) => lastBilling(tx, subscription))
    expect(await last()).toMatchObject({ poNumber: 'PO-1', taxBasisPoints: 190, termsDays: 30, payment: 'invoice' })
    await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, order))
    await expect(last()).rejects.toThrow(`the subscription ${subscription} has no order`)
  })
  test('of the next period is for what is had then, at the price that was agreed, with its tax', async () => {
    const { owner, order, subscription, row } = await placed()
    await expect(db.transaction(async (tx) => renew(tx, await row()))).rejects.toThrow('has not started')
    await db.transaction(async (tx) => start(tx, await row(), owner))
    await db
      .update(orders)
      .set({ taxBasisPoints: 1_900, taxCents: 3_781, totalCents: 23_681 })
      .where(eq(orders.id, order))
    const began = new Date('2026-01-31T10:00:00Z')
    const period = { startedAt: began, periodStart: began, periodEnd: new Date('2026-02-28T10:00:00Z') }
    await db.update(subscriptions).set(period).where(eq(subscriptions.id, subscription))
    const next = async () => db.transaction(async (tx) => renew(tx, await row()))
    expect(await next()).toMatchObject({
      ...{ kind: 'renewal', billingPeriod: 'monthly', status: 'pending_payment', listCents: 19_900, discountCents: 0 },
      ...{ subtotalCents: 19_900, taxCents: 3_781, totalCents: 23_681, lines: [{ agentKey: 'sales', quantity: 1 }] },
    })
    expect(await row()).toMatchObject({
      periods: 2,
      periodStart: period.periodEnd,
      periodEnd: new Date('2026-03-31T10:00:00Z'),
    })
    await db
      .update(subscriptions)
      .set({ next: { items: { sales: 2 }, billingPeriod: 'annual' } })
      .where(eq(subscriptions.id, subscription))
    expect(await next()).toMatchObject({
      ...{
        billingPeriod: 'annual',
        listCents: 477_600,
        discountCents: 47_760,
        subtotalCents: 429_840,
        taxCents: 81_670,
      },
      ...{ totalCents: 511_510, lines: [{ quantity: 2, unitPriceCents: 214_920 }] },
    })
    const march = new Date('2026-03-31T10:00:00Z')
    expect(await row()).toMatchObject({
      ...{ next: null, period: 'annual', periods: 1, startedAt: march, periodStart: march },
      periodEnd: new Date('2027-03-31T10:00:00Z'),
    })
    expect(await seatsOf(db, subscription)).toHaveLength(2)
  })
  test('of a trusted account is known for one', async () => {
    const owner = await somebody()
    const trusted = () => db.transaction((tx) => isTrusted(tx, owner))
    expect(await trusted()).toBe(false)
    await db.insert(trustedAccounts).values({ userId: owner })
    expect(await trusted()).toBe(true)
  })
})

describe('the seats of a line', () => {
  async function running() {
    const its = await placed()
    await db.transaction(async (tx) => start(tx, await its.row(), its.owner))
    const [line] = await linesOf(db, its.subscription)
    const fill = (quantity: number) =>
      db.transaction((tx) => fillSeats(tx, { ...(line as never as { id: string }), quantity } as never, its.owner))
    const names = async () =>
      (await db.select().from(seats).where(eq(seats.ownerId, its.owner)).orderBy(seats.id)).flatMap(
        ({ name, status }) => (status === 'ended' ? [] : [name]),
      )
    return { ...its, line: line as NonNullable<typeof line>, fill, names }
  }
  test('are as many as it has, numbered on; the newest end first, but those that are to leave before', async () => {
    const { fill, names, owner, row } = await running()
    expect(await row()).toMatchObject({ status: 'active', periods: 1 })
    expect(await names()).toEqual(['Sales Representative 1'])
    expect([await fill(3), await fill(3)].map(({ length }) => length)).toEqual([2, 0])
    expect(await names()).toEqual([1, 2, 3].map((n) => `Sales Representative ${n}`))
    expect(await fill(2)).toEqual([])
    expect(await names()).toEqual([1, 2].map((n) => `Sales Representative ${n}`))
    await fill(3)
    expect((await names()).at(-1)).toBe('Sales Representative 4') // no two ever had one name
    const [first] = await db.select().from(seats).where(eq(seats.name, 'Sales Representative 1'))
    const own = (await db.select().from(seats).where(eq(seats.ownerId, owner)).orderBy(seats.id))[0]
    await db
      .update(seats)
      .set({ isLeaving: true })
      .where(eq(seats.id, own?.id ?? ''))
    await fill(2)
    expect(await names()).toEqual([2, 4].map((n) => `Sales Representative ${n}`))
    expect(first).toBeDefined()
  })
  test('that come report to the head of their department, where it is at work in the same team', async () => {
    const [its, other] = [await running(), await running()]
    const seat = async (line: string, agent: string, more: object = {}) => {
      const id = uuid()
      const known = { id, ownerId: its.owner, subscriptionLineId: line, name: id, agent, agentVersion: 1 }
      await db.insert(seats).values({ ...known, status: 'active', managerUserId: its.owner, ...more })
      return id
    }
    const put = async (head: string | null, made: (id: string) => string[] = (id) => [id]) => {
      const id = await seat(its.line.id, 'sales')
      await db.transaction((tx) => putUnderHeads(tx, its.owner, [its.line.id], made(id)))
      const [row] = await db.select().from(seats).where(eq(seats.id, id))
      expect([row?.managerSeatId, row?.managerUserId]).toEqual(head === null ? [null, its.owner] : [head, null])
    }
    await put(null)
    await seat(other.line.id, 'cmo')
    await seat(its.line.id, 'cmo', { status: 'ended' })
    await seat(its.line.id, 'cmo', { isLeaving: true })
    await put(null)
    const head = await seat(its.line.id, 'coo')
    await put(head)
    await put(null, () => []) // who was there already stays
    const first = await seat(its.line.id, 'cmo') // leads before the other
    await put(first)
    await db.transaction((tx) => putUnderHeads(tx, its.owner, [its.line.id], [first]))
    expect((await db.select().from(seats).where(eq(seats.id, first)))[0]?.managerSeatId).toBeNull() // nobody leads those who lead
  })
  test('end with it, and of none nothing ends', async () => {
    const { owner, row, subscription, names } = await running()
    await db.transaction((tx) => endSeats(tx, owner, []))
    expect(await names()).toHaveLength(1)
    const at = new Date('2026-01-01T00:00:00Z')
    await db.transaction(async (tx) => end(tx, await row(), null, at))
    expect(await row()).toMatchObject({ status: 'cancelled', endedAt: at, next: null })
    expect(await seatsOf(db, subscription)).toEqual([])
    const [ended] = await db.select().from(seats).where(eq(seats.ownerId, owner))
    expect(ended).toMatchObject({ status: 'ended', pausedFor: null, isLeaving: false })
  })
  test('that are named to leave are as many as do; the newest of them stay', async () => {
    const { line, fill, subscription } = await running()
    await fill(4)
    await db.update(seats).set({ isLeaving: true, handOverTo: null }).where(eq(seats.subscriptionLineId, line.id))
    const leaving = () => db.transaction((tx) => leavingOf(tx, line.id))
    const settle = async (values: object) => {
      await db.update(subscriptions).set(values).where(eq(subscriptions.id, subscription))
      await db.transaction((tx) => settleLeaving(tx, subscription))
      return (await leaving()).length
    }
    const all = await leaving()
    const next = (sales: number) => ({ next: { items: { sales }, billingPeriod: 'monthly' as const } })
    await db.execute(`update subscription_lines set quantity = 4 where id = '${line.id}'`)
    expect(await settle({ ...next(1), cancelAtPeriodEnd: true })).toBe(4) // all of them go
    expect(await settle({ ...next(1), cancelAtPeriodEnd: false })).toBe(3)
    expect(await leaving()).toEqual(all.slice(0, 3))
    expect(await settle(next(2))).toBe(2)
    expect(await settle({ next: null })).toBe(0)
    expect([4, 5, 0].map((quantity) => endingOf({ ...line, quantity }, next(4).next))).toEqual([0, 1, 0])
    expect(endingOf({ ...line, quantity: 3 }, { items: {}, billingPeriod: 'monthly' })).toBe(3)
    expect(endingOf({ ...line, quantity: 3 }, null)).toBe(0)
    await db.transaction((tx) => settleLeaving(tx, uuid())) // of one that is gone
  })
})
