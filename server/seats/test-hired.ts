import { totalsOf } from '@atrium/contract/workforce'
import type { OrderDetails } from '@atrium/contract/workforce-orders'
import type { SeatDetails, SeatsAtWork } from '@atrium/contract/workforce-seats'
import { eq } from 'drizzle-orm'
import type { Database } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import type { Client, TestApp } from '../test-app.ts'
import { seats, subscriptionLines } from '../workforce/tables.ts'
import { testBilling, testOrder } from '../workforce/test-order.ts'

/** Orders these seats and has them paid; they wait for their onboarding. Answers the subscription's id. */
export async function hirePaid(app: TestApp, person: Client, items: Record<string, number>): Promise<string> {
  const order = await person.call<OrderDetails>('POST', '/api/workforce/orders', {
    items,
    billingPeriod: 'monthly',
    billing: testBilling,
    expectedTotalCents: totalsOf({ items, billingPeriod: 'monthly' }).totalCents,
    attempt: uuid(),
  })
  await (await app.administrator()).call('POST', `/api/admin/orders/${order.id}/paid`)
  return order.subscriptionId
}

/** Sales seats at work, of any owner, straight into the tables. */
export async function testSeatsOf(db: Database, ownerId: string, count = 1): Promise<string[]> {
  const { subscription } = await testOrder(db, ownerId, 'paid')
  const [line] = await db.select().from(subscriptionLines).where(eq(subscriptionLines.subscriptionId, subscription))
  const made = Array.from({ length: count }, (_, at) => ({
    id: uuid(),
    ownerId,
    subscriptionLineId: line?.id ?? '',
    name: `Sales ${at + 1}`,
    agent: 'sales',
    agentVersion: 1,
    status: 'active',
    onboardedAt: new Date(),
  }))
  await db.insert(seats).values(made)
  return made.map(({ id }) => id)
}

export const seatsOf = async (person: Client) => (await person.call<SeatsAtWork>('GET', '/api/workforce/seats')).seats

export const seatOf = (person: Client, id: string) => person.call<SeatDetails>('GET', `/api/workforce/seats/${id}`)

/** Has them begin, each as its questions say. */
export async function onboardAll(person: Client): Promise<string[]> {
  const ids = (await seatsOf(person)).map(({ id }) => id)
  for (const id of ids) await person.call('PUT', `/api/workforce/seats/${id}/onboarding`, { answers: {} })
  return ids
}
