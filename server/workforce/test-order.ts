import type { Database } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import { endOfPeriod } from './periods.ts'
import { invoices, orderLines, orders, subscriptionLines, subscriptions } from './tables.ts'

export const testBilling = {
  name: 'Ada Lovelace',
  company: '',
  email: 'ada@example.org',
  address: '1 Main Street',
  city: 'London',
  postcode: '',
  country: 'United Kingdom',
  taxNumber: '',
}

/** An order of one sales seat by the month, and its subscription, of any owner, straight into the tables. */
export async function testOrder(
  db: Database,
  owner: string,
  status: 'pending_payment' | 'paid',
): Promise<{ order: string; subscription: string }> {
  const [order, subscription, now] = [uuid(), uuid(), new Date()]
  const running = {
    status: 'active',
    startedAt: now,
    periods: 1,
    periodStart: now,
    periodEnd: endOfPeriod(now, 'monthly', 1),
  }
  const sale = { agent: 'sales', agentVersion: 1, unitPriceCents: 19_900, quantity: 1 }
  const terms = { poNumber: '', termsDays: 14, taxBasisPoints: 0, billing: testBilling }
  const sums = { listCents: 19_900, discountCents: 0, subtotalCents: 19_900, taxCents: 0, totalCents: 19_900 }
  await db.insert(subscriptions).values({
    id: subscription,
    ownerId: owner,
    period: 'monthly',
    ...(status === 'paid' ? running : { status: 'pending_payment' }),
  })
  await db.insert(subscriptionLines).values({ id: uuid(), subscriptionId: subscription, ...sale })
  await db.insert(orders).values({
    id: order,
    ownerId: owner,
    subscriptionId: subscription,
    kind: 'first',
    status,
    period: 'monthly',
    payment: 'invoice',
    paidAt: status === 'paid' ? now : null,
    ...terms,
    ...sums,
  })
  await db.insert(orderLines).values({ orderId: order, position: 0, name: 'Sales', period: 'monthly', ...sale })
  await db.insert(invoices).values({
    number: `made-${order}`,
    orderId: order,
    totalCents: 19_900,
    issuedAt: now,
    dueAt: new Date(now.getTime() + 14 * 24 * 60 * 60 * 1000),
    status: status === 'paid' ? 'paid' : 'open',
  })
  return { order, subscription }
}
