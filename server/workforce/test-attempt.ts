import { eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { users } from '../accounts/tables.ts'
import type { Database } from '../platform/database/connect.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { uuid } from '../platform/ids.ts'
import type { PaymentRow } from './stripe-payments.ts'
import { orders, stripePayments } from './tables.ts'
import { testOrder } from './test-order.ts'

export interface Attempt {
  owner: string
  order: string
  subscription: string
  payment: string
}
type Made = Partial<PaymentRow> & { order?: 'pending_payment' | 'paid' }

/** Attempts to pay orders, on a database of this test file. Called at the file's top level. */
export function testAttempts() {
  const at = {} as { db: Database }
  beforeAll(async () => {
    at.db = (await testDatabase()).db
  })
  return {
    at,
    /** An order of somebody new, and an attempt to pay it. */
    async attempt({ order: state = 'pending_payment', ...more }: Made = {}): Promise<Attempt> {
      const [owner, payment] = [uuid(), uuid()]
      await at.db.insert(users).values({ id: owner, name: owner, email: `${owner}@example.org` })
      const { order, subscription } = await testOrder(at.db, owner, state)
      await at.db.update(orders).set({ payment: 'stripe' }).where(eq(orders.id, order))
      await at.db
        .insert(stripePayments)
        .values({ ...{ id: payment, orderId: order, nth: 1, kind: 'checkout', status: 'open' }, ...more })
      return { owner, order, subscription, payment }
    },
    paymentOf: async (id: string) =>
      (await at.db.select().from(stripePayments).where(eq(stripePayments.id, id)))[0] as PaymentRow,
    set: (id: string, values: Partial<PaymentRow>) =>
      at.db.update(stripePayments).set(values).where(eq(stripePayments.id, id)),
  }
}
