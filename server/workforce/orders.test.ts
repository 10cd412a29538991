import { emptyCart, setBillingPeriod, setQuantity, totalsOf } from '@atrium/contract/workforce'
import type {
  AdminOrder,
  NewOrder,
  OrderDetails,
  StoredCart,
  WorkforceCatalogue,
} from '@atrium/contract/workforce-orders'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { uuid } from '../platform/ids.ts'
import { type Client, testApp } from '../test-app.ts'
import { invoices, orders, seats, workforceEvents } from './tables.ts'
import { testBilling } from './test-order.ts'

const app = await testApp()
const administrator = await app.administrator()

const request = (items: Record<string, number>, more: Partial<NewOrder> = {}): NewOrder => {
  const cart = Object.entries(items).reduce(
    (next, [key, n]) => setQuantity(next, key, n),
    setBillingPeriod(emptyCart, more.billingPeriod ?? 'monthly'),
  )
  return {
    items,
    billingPeriod: 'monthly',
    billing: testBilling,
    expectedTotalCents: totalsOf(cart, more.taxBasisPoints).totalCents,
    attempt: uuid(),
    ...more,
  }
}
const place = (person: Client, items: Record<string, number>, more: Partial<NewOrder> = {}) =>
  person.call<OrderDetails>('POST', '/api/workforce/orders', request(items, more))
const pay = (id: string) => administrator.call<AdminOrder>('POST', `/api/admin/orders/${id}/paid`)
const look = (person: Client, id: string) => person.call<OrderDetails>('GET', `/api/workforce/orders/${id}`)

describe('the catalogue and the cart', () => {
  test('the catalogue says what each agent costs, and what the caller marked', async () => {
    const guest = await app.guest()
    await guest.call('PUT', '/api/workforce/agents/sales/star', { on: true })
    await guest.call('PUT', '/api/workforce/agents/engineer/interest', { on: true })
    const { agents: shown, tabs } = await guest.call<WorkforceCatalogue>('GET', '/api/workforce/catalogue')
    expect(shown).toHaveLength(39)
    expect(tabs[0]).toEqual({ id: 'All', count: 36 })
    expect(shown.find(({ key }) => key === 'sales')).toMatchObject({
      monthlyPriceCents: 19_900,
      annualPriceCents: 214_920,
      starred: true,
      interested: false,
    })
    expect(shown.filter(({ interested }) => interested).map(({ key }) => key)).toEqual(['engineer'])
    const refused = await guest.refusal('PUT', '/api/workforce/agents/sales/interest', { on: true })
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('can be hired already') })
    expect(await guest.refusal('PUT', '/api/workforce/agents/wizard/star', { on: true })).toMatchObject({ status: 404 })
  })

  test('a guest’s cart becomes the account’s at sign-in: of each agent the larger number', async () => {
    const member = await app.member('cart-owner')
    expect(await member.call<StoredCart>('GET', '/api/workforce/cart')).toEqual({ ...emptyCart, updatedAt: null })
    await member.call('PUT', '/api/workforce/cart', { items: { sales: 1, social: 3 }, billingPeriod: 'monthly' })
    const guest = await app.guest()
    await guest.call('PUT', '/api/workforce/cart', { items: { sales: 2 }, billingPeriod: 'annual' })
    await guest.call('PUT', '/api/workforce/agents/coo/star', { on: true })
    await guest.call('POST', '/api/login', { username: 'cart-owner', password: 'correct horse battery' })
    expect(await guest.call<StoredCart>('GET', '/api/workforce/cart')).toMatchObject({
      items: { sales: 2, social: 3 },
      billingPeriod: 'annual',
    })
    const { agents: shown } = await guest.call<WorkforceCatalogue>('GET', '/api/workforce/catalogue')
    expect(shown.filter(({ starred }) => starred).map(({ key }) => key)).toEqual(['coo'])
    const refused = await guest.refusal('PUT', '/api/workforce/cart', {
      items: { engineer: 1 },
      billingPeriod: 'annual',
    })
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('cannot be hired yet') })
  })
})

describe('an order', () => {
  test('is reckoned by the server, numbered, and empties the cart', async () => {
    const member = await app.member()
    await member.call('PUT', '/api/workforce/cart', { items: { cfo: 1 }, billingPeriod: 'annual' })
    const order = await place(
      member,
      { sales: 2, coo: 1 },
      { billingPeriod: 'annual', taxBasisPoints: 1_900, termsDays: 30 },
    )
    expect(order).toMatchObject({
      kind: 'first',
      status: 'pending_payment',
      listCents: 79_700 * 12,
      discountCents: 95_640,
      subtotalCents: 860_760,
      taxCents: 163_544, // 163,544.4
      totalCents: 1_024_304,
      invoice: { number: expect.stringMatching(/^\d{4}-\d{4,}$/), termsDays: 30, status: 'open' },
      subscription: { status: 'pending_payment', seats: [], periodStart: null },
    })
    expect(order.lines.map(({ agentKey, quantity, unitPriceCents }) => [agentKey, quantity, unitPriceCents])).toEqual([
      ['coo', 1, 430_920],
      ['sales', 2, 214_920],
    ])
    expect(Date.parse(order.invoice.dueAt) - Date.parse(order.invoice.issuedAt)).toBe(30 * 24 * 60 * 60 * 1000)
    const cart = await member.call<StoredCart>('GET', '/api/workforce/cart')
    expect([cart.items, cart.updatedAt === null]).toEqual([{}, false])
  })

  test.each([
    [
      'an agent that cannot be hired',
      { items: { engineer: 1 } },
      'This agent cannot be hired yet. Take it out of the cart.',
    ],
    ['an unknown agent', { items: { wizard: 1 } }, 'There is no such agent.'],
    ['a negative quantity', { items: { sales: -1 } }, 'A quantity is at least 1.'],
    ['a quantity of none', { items: { sales: 0 } }, 'A quantity is at least 1.'],
    ['a fraction', { items: { sales: 1.5 } }, 'A quantity is a whole number.'],
    ['an empty cart', { items: {} }, 'Your cart is empty. Choose an agent first.'],
    ['more than a hundred', { items: { sales: 101 } }, 'At most 100 seats of one agent.'],
  ])('with %s is refused', async (_, change, message) => {
    const body = { ...request({ sales: 1 }), ...change }
    expect(await administrator.refusal('POST', '/api/workforce/orders', body)).toEqual({
      status: 400,
      code: 'bad_request',
      message,
    })
  })

  test('at a price that the catalogue does not have is refused, and leaves no number behind', async () => {
    const member = await app.member()
    const count = () => app.db.$count(invoices)
    const before = await count()
    const body = request({ sales: 1 }, { expectedTotalCents: 1 })
    expect(await member.refusal('POST', '/api/workforce/orders', body)).toMatchObject({ status: 409, code: 'conflict' })
    expect(await count()).toBe(before)
  })

  test('that is sent again is taken once; the same attempt with another order is refused', async () => {
    const member = await app.member()
    const body = request({ social: 1 })
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => member.call<OrderDetails>('POST', '/api/workforce/orders', body)),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    const other = request({ social: 2 }, { attempt: body.attempt })
    expect(await member.refusal('POST', '/api/workforce/orders', other)).toMatchObject({ status: 409 })
  })

  test('gets a number without gaps, however many come at once and however many fail', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => app.member()))
    const wrong = members.map((one) =>
      one.refusal('POST', '/api/workforce/orders', request({ sales: 1 }, { expectedTotalCents: 5 })),
    )
    const placed = await Promise.all(
      members.flatMap((one) => Array.from({ length: 5 }, () => place(one, { support: 1 }))),
    )
    await Promise.all(wrong)
    const numbers = placed.map(({ invoice }) => Number(invoice.number.split('-')[1])).sort((a, b) => a - b)
    expect(numbers).toHaveLength(20)
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at))
    const year = new Date().getUTCFullYear()
    const all = (await app.db.select({ number: invoices.number }).from(invoices)).map(({ number }) => number).sort()
    expect(all).toEqual(all.map((_, at) => `${year}-${String(at + 1).padStart(4, '0')}`))
  })

  test('is refused to who has many that wait for payment', async () => {
    const member = await app.member()
    await Promise.all(
      Array.from({ length: 25 }, () => member.send('POST', '/api/workforce/orders', request({ sales: 1 }))),
    )
    const { orders: placed } = await member.call<{ orders: unknown[] }>('GET', '/api/workforce/orders')
    expect(placed).toHaveLength(20)
    const { message } = await member.refusal('POST', '/api/workforce/orders', request({ sales: 1 }))
    expect(message).toBe('You have 20 orders that wait for payment. Pay or cancel one first.')
  })

  test('of another person is as one that does not exist', async () => {
    const { id, subscriptionId } = await place(await app.member(), { sales: 1 })
    const stranger = await app.member()
    for (const path of [`orders/${id}`, `orders/${id}/invoice.pdf`, `subscriptions/${subscriptionId}`])
      expect(await stranger.refusal('GET', `/api/workforce/${path}`)).toMatchObject({ status: 404 })
    expect(await stranger.refusal('POST', `/api/workforce/orders/${id}/cancel`)).toMatchObject({ status: 404 })
    expect(await stranger.refusal('POST', `/api/admin/orders/${id}/paid`)).toMatchObject({ status: 403 })
  })
})

describe('payment', () => {
  test('makes the subscription active and its named seats, once', async () => {
    const member = await app.member()
    const { id, subscriptionId } = await place(member, { sales: 2, support: 1 })
    const words = await Promise.all(Array.from({ length: 4 }, () => pay(id)))
    expect(new Set(words.map(({ status, paidAt }) => `${status} ${paidAt}`)).size).toBe(1)
    await pay(id)
    const order = await look(member, id)
    expect(order).toMatchObject({ status: 'paid', invoice: { status: 'paid' }, subscription: { status: 'active' } })
    expect(order.subscription.seats.map(({ name, status, managerUserId }) => [name, status, managerUserId])).toEqual([
      ['Sales Representative 1', 'provisioning', member.id],
      ['Sales Representative 2', 'provisioning', member.id],
      ['Support Agent 1', 'provisioning', member.id],
    ])
    const happened = await app.db
      .select()
      .from(workforceEvents)
      .where(eq(workforceEvents.ownerId, member.id))
      .orderBy(workforceEvents.id)
    expect(happened.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['order.placed', id],
      ['order.paid', id],
      ['subscription.started', subscriptionId],
    ])
  })

  test('names go on where those of earlier orders ended', async () => {
    const member = await app.member()
    const [first, second] = await Promise.all([place(member, { sales: 2 }), place(member, { sales: 2 })])
    await Promise.all([pay(first.id), pay(second.id)])
    const names = await app.db.select({ name: seats.name }).from(seats).where(eq(seats.ownerId, member.id))
    expect(names.map(({ name }) => name).sort()).toEqual([1, 2, 3, 4].map((n) => `Sales Representative ${n}`))
  })

  test('is not wanted for what was cancelled; the number stays taken', async () => {
    const member = await app.member()
    const { id } = await place(member, { sales: 1 })
    await member.call('POST', `/api/workforce/orders/${id}/cancel`)
    expect(await look(member, id)).toMatchObject({
      status: 'cancelled',
      invoice: { status: 'void' },
      subscription: { status: 'cancelled', seats: [] },
    })
    expect(await administrator.refusal('POST', `/api/admin/orders/${id}/paid`)).toMatchObject({ status: 409 })
    const paid = await place(member, { sales: 1 })
    await pay(paid.id)
    const refused = await member.refusal('POST', `/api/workforce/orders/${paid.id}/cancel`)
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('This order is paid') })
  })

  test('of a trusted account may come later: its seats start at once', async () => {
    const member = await app.member()
    await administrator.call('PUT', `/api/admin/users/${member.id}/trusted`, { trusted: true })
    const order = await place(member, { devops: 1 })
    expect(order).toMatchObject({ status: 'pending_payment', subscription: { status: 'active' } })
    expect(order.subscription.seats).toHaveLength(1)
    expect(await member.refusal('POST', `/api/workforce/orders/${order.id}/cancel`)).toMatchObject({ status: 409 })
    await pay(order.id)
    expect((await look(member, order.id)).subscription.seats).toEqual(order.subscription.seats)
    await administrator.call('PUT', `/api/admin/users/${member.id}/trusted`, { trusted: false })
    expect((await place(member, { devops: 1 })).subscription.status).toBe('pending_payment')
  })

  test('is awaited in a list for administrators, by pages', async () => {
    const { orders: page, nextCursor } = await administrator.call<{ orders: AdminOrder[]; nextCursor: string | null }>(
      'GET',
      '/api/admin/orders?status=pending_payment',
    )
    expect(page.length).toBeGreaterThan(0)
    expect(new Set(page.map(({ status }) => status))).toEqual(new Set(['pending_payment']))
    expect(page[0]?.person.email).toMatch(/@example\.org$/)
    expect(nextCursor).toBeNull()
    const last = page.at(-1)
    const rest = await administrator.call<{ orders: AdminOrder[] }>(
      'GET',
      `/api/admin/orders?after=${page[0]?.id}&status=pending_payment`,
    )
    expect(rest.orders.at(-1)?.id).toBe(last?.id)
    expect(rest.orders).toHaveLength(page.length - 1)
  })
})

test('when a person is gone, so are their orders; the numbers of their invoices stay, and say nothing', async () => {
  const member = await app.member()
  const { id, invoice } = await place(member, { sales: 1 })
  await pay((await place(member, { social: 1 })).id)
  await member.call('POST', '/api/user/deletion', { password: 'correct horse battery' })
  await app.db.execute(sql`update users set deletion_at = now() - interval '1 day' where id = ${member.id}`)
  const { removeDueAccounts } = await import('../accounts/removal.ts')
  const { forgetWorkforce } = await import('./owner-deleted.ts')
  const { silentLog } = await import('../platform/telemetry.ts')
  await removeDueAccounts({ db: app.db, onOwnerDeleted: [forgetWorkforce], log: silentLog })
  const { rows } = await app.db.execute<{
    rows: string
  }>(sql`select (select count(*) from orders where owner_id = ${member.id})
    + (select count(*) from seats where owner_id = ${member.id}) + (select count(*) from workforce_events where owner_id = ${member.id})
    + (select count(*) from orders where id = ${id}) as rows`)
  expect(Number(rows[0]?.rows)).toBe(0)
  const [kept] = await app.db.select().from(invoices).where(eq(invoices.number, invoice.number))
  expect(kept).toMatchObject({ orderId: null, status: 'void' })
})

test('every agent that works without a model can be ordered, all at once', async () => {
  const member = await app.member()
  const { agents } = await member.call<WorkforceCatalogue>('GET', '/api/workforce/catalogue')
  const working = agents.filter(
    ({ deployable, connectors }) =>
      deployable && connectors.some(({ kind, isOptional }) => kind === 'model' && isOptional),
  )
  const all = Object.fromEntries(working.map(({ key }) => [key, 100]))
  const order = await place(member, all, { billingPeriod: 'annual', taxBasisPoints: 5_000 })
  expect(order.lines).toHaveLength(working.length)
  await pay(order.id)
  expect(
    await app.db.$count(
      seats,
      sql`${seats.ownerId} = (select owner_id from ${orders} where ${orders.id} = ${order.id})`,
    ),
  ).toBe(100 * working.length)
})
