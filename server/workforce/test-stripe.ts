import { totalsOf } from '@atrium/contract/workforce'
import type { NewOrder, Order, OrderDetails, PlacedOrder, StripePage } from '@atrium/contract/workforce-orders'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect } from 'vitest'
import { type StripeEvent, startFakeStripe } from '../../e2e/fake-stripe/client.ts'
import { uuid } from '../platform/ids.ts'
import type { MailMessage } from '../platform/mail.ts'
import { silentLog } from '../platform/telemetry.ts'
import { type TestApp, testApp } from '../test-app.ts'
import { seats, stripeEvents, subscriptions, workforceEvents } from './tables.ts'
import { testBilling } from './test-order.ts'
import { createWorkforce } from './workforce.ts'

const SECRET = 'whsec_of_the_tests'
export const PATIENCE = { timeout: 30_000 }
type Member = Awaited<ReturnType<TestApp['member']>>

export const request = (items: Record<string, number>, more: Partial<NewOrder> = {}): NewOrder => ({
  items,
  billingPeriod: 'monthly',
  billing: testBilling,
  payment: 'stripe',
  expectedTotalCents: totalsOf({ items, billingPeriod: 'monthly' }, more.taxBasisPoints).totalCents,
  attempt: uuid(),
  ...more,
})
export const sessionOf = (url: string | null) => /\/c\/pay\/(\w+)$/.exec(url ?? '')?.[1] ?? ''

/**
 * An installation that takes cards, by a Stripe of its own, for the tests of one file. Called at its top level: several files
 * may run in one worker, and each ends what is its own.
 */
export async function stripeInstallation() {
  const fake = await startFakeStripe()
  afterAll(() => fake.stop())
  const app = await testApp({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_BASE_URL: fake.url,
  })
  const administrator = await app.administrator()
  await fake.webhook({ url: `${app.url}/api/workforce/stripe/webhook`, secret: SECRET })
  const stripe = { secretKey: 'sk_test_1', webhookSecret: SECRET, baseUrl: fake.url }
  const mails: MailMessage[] = []
  const instance = createWorkforce({
    db: app.db,
    baseUrl: 'http://localhost:3000',
    mail: { send: async (mail) => void mails.push(mail) },
    log: silentLog,
    stripe,
    idleAgents: async () => [],
  })
  /** A second instance of the server, as far as orders go. */
  const another = {
    keepPeriods: instance.keep,
    async keep() {
      await instance.keep()
      await instance.keepCards()
    },
  }

  let current: Member
  /** Somebody new in each test. */
  const member = () => current
  beforeEach(async () => {
    await fake.hold(false)
    await fake.decline(null)
    current = await app.member()
  })

  const place = (items: Record<string, number> = { sales: 1 }, more: Partial<NewOrder> = {}) =>
    current.call<PlacedOrder>('POST', '/api/workforce/orders', request(items, more))
  const look = (id: string, who: Member = current) => who.call<OrderDetails>('GET', `/api/workforce/orders/${id}`)
  const payUrl = async (id: string) => (await current.call<StripePage>('POST', `/api/workforce/orders/${id}/pay`)).url
  const becomes = (id: string, status: string) =>
    expect.poll(async () => (await look(id)).status, PATIENCE).toBe(status)
  const seatsOf = async (id: string) => (await look(id)).subscription.seats.map(({ status }) => status)
  const outcomeOf = async ({ id }: StripeEvent) =>
    (await app.db.select().from(stripeEvents).where(eq(stripeEvents.id, id)))[0]?.outcome
  const told = (type: string, orderId: string) =>
    fake.until(({ events }) =>
      events.find(
        (one) => one.type === type && (one.data.object.metadata as { order_id?: string }).order_id === orderId,
      ),
    )
  const noted = async () =>
    (
      await app.db
        .select()
        .from(workforceEvents)
        .where(eq(workforceEvents.ownerId, current.id))
        .orderBy(workforceEvents.id)
    ).map(({ kind }) => kind)

  /** A subscription that was paid by card. */
  async function begun(items: Record<string, number> = { sales: 1 }): Promise<OrderDetails> {
    const { id, payUrl: url } = await place(items)
    await fake.pay(sessionOf(url))
    await becomes(id, 'paid')
    await app.db.update(seats).set({ status: 'active' }).where(eq(seats.ownerId, current.id)) // as if each knew what it must
    return look(id)
  }
  async function letPeriodEnd(id: string): Promise<void> {
    await app.db
      .update(subscriptions)
      .set({ periodEnd: sql`now() - interval '1 second'`, startedAt: sql`now() - interval '1 month'` })
      .where(eq(subscriptions.id, id))
  }
  const renewalOf = async (subscriptionId: string): Promise<Order | undefined> =>
    (await current.call<{ orders: Order[] }>('GET', '/api/workforce/orders')).orders.find(
      (one) => one.subscriptionId === subscriptionId && one.kind === 'renewal',
    )
  /** An order whose payment Stripe has taken, and whose event was not sent. */
  async function paidUnheard(): Promise<{ order: PlacedOrder; event: StripeEvent }> {
    await fake.hold(true)
    const order = await place({ sales: 1, social: 1 })
    await fake.pay(sessionOf(order.payUrl))
    return { order, event: await told('checkout.session.completed', order.id) }
  }
  return {
    fake,
    app,
    administrator,
    mails,
    another,
    member,
    place,
    look,
    payUrl,
    becomes,
    seatsOf,
    outcomeOf,
    told,
    noted,
    begun,
    letPeriodEnd,
    renewalOf,
    paidUnheard,
  }
}
