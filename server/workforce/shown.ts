import { agentOf } from '@atrium/contract/catalogue/agents'
import { BillingPeriod } from '@atrium/contract/workforce'
import {
  type BillingDetails,
  type Order,
  OrderKind,
  OrderStatus,
  Payment,
  type Seat,
  SeatStatus,
  type Subscription,
  SubscriptionStatus,
} from '@atrium/contract/workforce-orders'
import { and, asc, desc, eq, inArray, ne, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '../platform/database/connect.ts'
import { refusedRenewals } from './refused.ts'
import { invoices, orderLines, orders, seats, subscriptionLines, subscriptions } from './tables.ts'

const iso = (at: Date | null): string | null => at?.toISOString() ?? null
const InvoiceStatus = z.enum(['open', 'paid', 'void'])

interface Line {
  agent: string
  name?: string
  agentVersion: number
  unitPriceCents: number
  quantity: number
  days?: number | null
  ofDays?: number | null
}
export const shownLine = (line: Line): Order['lines'][number] => ({
  agentKey: line.agent,
  name: line.name ?? agentOf(line.agent)?.name ?? line.agent,
  agentVersion: line.agentVersion,
  unitPriceCents: line.unitPriceCents,
  quantity: line.quantity,
  amountCents: line.unitPriceCents * line.quantity,
  part: line.days && line.ofDays ? { days: line.days, of: line.ofDays } : null,
})

/** Of an order: its seats are not at work yet. */
export const hasNotBegun = ({ change }: Pick<typeof orders.$inferSelect, 'change'>, subscription: string): boolean =>
  subscription === 'pending_payment' || change !== null

/** Those to which `which` applies, the newest first, with their lines and invoices. */
export async function findOrders(on: Queryable, which: SQL | undefined, most = 500): Promise<Order[]> {
  const rows = await on
    .select({ order: orders, invoice: invoices, subscription: subscriptions.status })
    .from(orders)
    .innerJoin(invoices, eq(invoices.orderId, orders.id))
    .innerJoin(subscriptions, eq(subscriptions.id, orders.subscriptionId))
    .where(which)
    .orderBy(desc(orders.id)) // version 7: they grow with time
    .limit(most)
  if (rows.length === 0) return []
  const ids = rows.map(({ order }) => order.id)
  const lines = await on
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.position))
  return rows.map(({ order, invoice, subscription }) => ({
    id: order.id,
    kind: OrderKind.parse(order.kind),
    status: OrderStatus.parse(order.status),
    currency: 'USD',
    billingPeriod: BillingPeriod.parse(order.period),
    payment: Payment.parse(order.payment),
    lines: lines.filter((one) => one.orderId === order.id).map(shownLine),
    listCents: order.listCents,
    discountCents: order.discountCents,
    creditCents: order.creditCents,
    subtotalCents: order.subtotalCents,
    taxBasisPoints: order.taxBasisPoints,
    taxCents: order.taxCents,
    totalCents: order.totalCents,
    poNumber: order.poNumber,
    billing: order.billing as BillingDetails,
    invoice: {
      number: invoice.number,
      issuedAt: invoice.issuedAt.toISOString(),
      dueAt: invoice.dueAt.toISOString(),
      termsDays: order.termsDays,
      status: InvoiceStatus.parse(invoice.status),
    },
    subscriptionId: order.subscriptionId,
    cancellable: order.status === 'pending_payment' && hasNotBegun(order, subscription),
    lapsed: order.lapse !== null,
    createdAt: order.createdAt.toISOString(),
    paidAt: iso(order.paidAt),
  }))
}

const shownSeat = (row: typeof seats.$inferSelect): Seat => ({
  id: row.id,
  name: row.name,
  agentKey: row.agent,
  agentVersion: row.agentVersion,
  status: SeatStatus.parse(row.status),
  managerUserId: row.managerUserId,
  managerSeatId: row.managerSeatId,
})

/** Those to which `which` applies, the newest first, with their lines and the seats that have not ended. */
export async function findSubscriptions(on: Queryable, which: SQL | undefined): Promise<Subscription[]> {
  const rows = await on
    .select()
    .from(subscriptions)
    .where(which)
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
    .limit(500)
  if (rows.length === 0) return []
  const lines = await on
    .select()
    .from(subscriptionLines)
    .where(
      inArray(
        subscriptionLines.subscriptionId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(subscriptionLines.id))
  const found = lines.length
    ? await on
        .select()
        .from(seats)
        .where(
          and(
            ne(seats.status, 'ended'),
            inArray(
              seats.subscriptionLineId,
              lines.map(({ id }) => id),
            ),
          ),
        )
        .orderBy(asc(seats.id))
    : []
  const overdue = rows.filter(({ status }) => status === 'past_due').map(({ id }) => id)
  const refused = overdue.length > 0 ? await refusedRenewals(on, overdue) : []
  return rows.map((row) => {
    const own = lines.filter((one) => one.subscriptionId === row.id)
    const kept = own.filter((one) => one.quantity > 0)
    return {
      id: row.id,
      status: SubscriptionStatus.parse(row.status),
      billingPeriod: BillingPeriod.parse(row.period),
      periodStart: iso(row.periodStart),
      periodEnd: iso(row.periodEnd),
      cancelAtPeriodEnd: row.cancelAtPeriodEnd,
      endsAtOnce: row.status === 'past_due' && refused.some((one) => one.subscriptionId === row.id),
      subtotalCents: kept.reduce((sum, one) => sum + one.unitPriceCents * one.quantity, 0),
      lines: kept.map(shownLine),
      next: row.next,
      seats: found.filter((seat) => own.some((line) => line.id === seat.subscriptionLineId)).map(shownSeat),
    }
  })
}
