import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../platform/database/connect.ts'
import type { OrderMail } from './order-mail.ts'
import { findOrders } from './shown.ts'
import { orders } from './tables.ts'

/** Of one pass; the next one takes the rest. */
const PASS = 100

/** Tells by mail of the orders that were not paid in time, once, however many instances look. */
export async function tellLapsed(db: Database, mail: OrderMail): Promise<void> {
  const untold = db.select({ id: orders.id }).from(orders).where(eq(orders.lapse, 'untold')).limit(PASS)
  const claimed = await db
    .update(orders)
    .set({ lapse: 'told' })
    .where(and(eq(orders.lapse, 'untold'), inArray(orders.id, untold)))
    .returning({ id: orders.id })
  if (claimed.length === 0) return
  const ids = claimed.map(({ id }) => id)
  for (const order of await findOrders(db, inArray(orders.id, ids))) mail.lapsed(order)
}
