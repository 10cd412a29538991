import { sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { DAY } from './periods.ts'
import { invoiceCounters, invoices } from './tables.ts'

/** When an invoice is due: never after what it pays for is over. */
export const dueOf = (issuedAt: Date, termsDays: number, latest: Date | null): Date =>
  new Date(Math.min(issuedAt.getTime() + termsDays * DAY, latest?.getTime() ?? Infinity))

/**
 * Takes the next number of the year, without gaps: the counter's row stays locked until the transaction ends, and goes back
 * with it. So this is the last thing that an order does.
 */
export async function issueInvoice(
  tx: Queryable,
  order: {
    id: string
    totalCents: number
    termsDays: number
    /** When it is too late, whatever the terms say: what it pays for is over then. */
    latest: Date | null
  },
  issuedAt: Date,
): Promise<string> {
  const year = issuedAt.getUTCFullYear()
  const [counter] = await tx
    .insert(invoiceCounters)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: invoiceCounters.year, set: { last: sql`${invoiceCounters.last} + 1` } })
    .returning({ last: invoiceCounters.last })
  const number = `${year}-${String(counter?.last).padStart(4, '0')}`
  await tx.insert(invoices).values({
    number,
    orderId: order.id,
    totalCents: order.totalCents,
    issuedAt,
    dueAt: dueOf(issuedAt, order.termsDays, order.latest),
    status: 'open',
  })
  return number
}
