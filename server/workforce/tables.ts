import type { Cart } from '@atrium/contract/workforce'
import type { BillingDetails } from '@atrium/contract/workforce-orders'
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { moment } from '../platform/database/columns.ts'

/** What a subscription becomes at once, and what with its next period. */
export interface PlannedChange {
  now: Cart
  next: Cart | null
}

/** US cents */
const cents = (name: string) => bigint(name, { mode: 'number' }).notNull()

export const carts = pgTable('workforce_carts', {
  ownerId: text('owner_id').primaryKey(),
  /** Agent key to quantity. */
  items: jsonb('items').$type<Record<string, number>>().notNull(),
  /** monthly, annual */
  period: text('period').notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

/** Agents that a person starred, or asked to be told of when they can be hired. */
export const agentMarks = pgTable(
  'workforce_marks',
  {
    ownerId: text('owner_id').notNull(),
    agent: text('agent').notNull(),
    /** star, interest (asked to be told), told (and was) */
    kind: text('kind').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.agent, table.kind] })],
)

/** Those whose orders start at once and are owed, by an administrator's word. */
export const trustedAccounts = pgTable('workforce_trusted', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  since: moment('since').notNull().defaultNow(),
})

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    /** draft, pending_payment, active, past_due, cancelled */
    status: text('status').notNull(),
    period: text('period').notNull(),
    /** Null until it starts. */
    startedAt: moment('started_at'),
    /** How many periods have begun: the end of the last is so many months or years after the start. */
    periods: integer('periods').notNull().default(0),
    periodStart: moment('period_start'),
    periodEnd: moment('period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** What it becomes when its period ends: fewer seats, or paid by the month. */
    next: jsonb('next').$type<Cart>(),
    createdAt: moment('created_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
  },
  (table) => [index('subscriptions_owner').on(table.ownerId), index('subscriptions_end').on(table.periodEnd)],
)

export const subscriptionLines = pgTable(
  'subscription_lines',
  {
    id: text('id').primaryKey(),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    agent: text('agent').notNull(),
    agentVersion: integer('agent_version').notNull(),
    /** Of one seat for a period. */
    unitPriceCents: cents('unit_price_cents'),
    /** 0 when its last seat was given up. */
    quantity: integer('quantity').notNull(),
  },
  (table) => [
    unique('subscription_lines_agent').on(table.subscriptionId, table.agent),
    check('subscription_lines_quantity', sql`${table.quantity} >= 0`),
  ],
)

export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    /** first, renewal, change */
    kind: text('kind').notNull(),
    /** pending_payment, paid, cancelled */
    status: text('status').notNull(),
    period: text('period').notNull(),
    /** invoice, stripe */
    payment: text('payment').notNull(),
    /** The sender's own word for it: an order that is sent twice is taken once. Null when the server made it. */
    attempt: text('attempt'),
    poNumber: text('po_number').notNull(),
    termsDays: integer('terms_days').notNull(),
    listCents: cents('list_cents'),
    discountCents: cents('discount_cents'),
    /** For what was paid and not used up. */
    creditCents: cents('credit_cents').default(0),
    subtotalCents: cents('subtotal_cents'),
    /** Hundredths of a per cent. */
    taxBasisPoints: integer('tax_basis_points').notNull(),
    taxCents: cents('tax_cents'),
    totalCents: cents('total_cents'),
    billing: jsonb('billing').$type<BillingDetails>().notNull(),
    /** What the subscription becomes when this is paid; null when that has happened, or when there is nothing to. */
    change: jsonb('change').$type<PlannedChange>(),
    /** Cancelled by the server, since it was not paid in time: untold, told (a mail has said so). */
    lapse: text('lapse'),
    createdAt: moment('created_at').notNull().defaultNow(),
    paidAt: moment('paid_at'),
  },
  (table) => [
    unique('orders_attempt').on(table.ownerId, table.attempt),
    index('orders_subscription').on(table.subscriptionId),
    index('orders_created').on(table.createdAt, table.id),
    check(
      'orders_total',
      sql`${table.subtotalCents} = ${table.listCents} - ${table.discountCents} - ${table.creditCents}
        and ${table.totalCents} = ${table.subtotalCents} + ${table.taxCents} and ${table.subtotalCents} >= 0 and ${table.taxCents} >= 0`,
    ),
  ],
)

export const orderLines = pgTable(
  'order_lines',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    agent: text('agent').notNull(),
    agentVersion: integer('agent_version').notNull(),
    /** The agent's when it was ordered. */
    name: text('name').notNull(),
    unitPriceCents: cents('unit_price_cents'),
    quantity: integer('quantity').notNull(),
    period: text('period').notNull(),
    /** Of a period's days, those that the price is for; null: for all. */
    days: integer('days'),
    ofDays: integer('of_days'),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    check('order_lines_amount', sql`${table.quantity} > 0 and ${table.unitPriceCents} >= 0`),
  ],
)

/** The last number of each year, locked by the order that takes the next. */
export const invoiceCounters = pgTable('invoice_counters', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
})

/**
 * The ledger of numbers, without gaps: when a person and their orders are gone, the row stays, with nothing that says whose it was.
 */
export const invoices = pgTable('invoices', {
  /** 2026-0001 */
  number: text('number').primaryKey(),
  orderId: text('order_id')
    .unique()
    .references(() => orders.id, { onDelete: 'set null' }),
  totalCents: cents('total_cents'),
  issuedAt: moment('issued_at').notNull(),
  dueAt: moment('due_at').notNull(),
  /** open, paid, void */
  status: text('status').notNull(),
})

export const seats = pgTable(
  'seats',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    subscriptionLineId: text('subscription_line_id')
      .notNull()
      .references(() => subscriptionLines.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    agent: text('agent').notNull(),
    agentVersion: integer('agent_version').notNull(),
    /** provisioning, active, paused, ended */
    status: text('status').notNull(),
    /** Why it is paused: `past_due` (its subscription), `person` (somebody paused it). */
    pausedFor: text('paused_for'),
    /** Whom it reports to: a person or another seat. */
    managerUserId: text('manager_user_id').references(() => users.id, { onDelete: 'set null' }),
    managerSeatId: text('manager_seat_id').references((): AnyPgColumn => seats.id, { onDelete: 'set null' }),
    /** What it may do, once somebody has changed that; null: what its agent is granted. */
    grants: jsonb('grants').$type<{ action: string; asks: boolean }[]>(),
    /** What it was told when it was hired, by the question's key. */
    answers: jsonb('answers').$type<Record<string, string>>().notNull().default({}),
    /** Null until it was told, or told to go without. */
    onboardedAt: moment('onboarded_at'),
    /**
     * The team in whose things it works; null: its owner's. It stays when the team is gone: the seat then stands still until its
     * owner says where it works, and never turns to their own things by itself.
     */
    teamId: text('team_id'),
    /** It goes when its line has fewer seats. */
    isLeaving: boolean('is_leaving').notNull().default(false),
    /** Who takes over its open tasks then; null: its owner. */
    handOverTo: text('hand_over_to').references((): AnyPgColumn => seats.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('seats_owner').on(table.ownerId),
    index('seats_line').on(table.subscriptionLineId),
    index('seats_manager').on(table.managerUserId),
    index('seats_manager_seat').on(table.managerSeatId),
    check('seats_one_manager', sql`${table.managerUserId} is null or ${table.managerSeatId} is null`),
  ],
)

/** What happened, in its order; rows are added and never changed. */
export const workforceEvents = pgTable(
  'workforce_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    ownerId: text('owner_id').notNull(),
    /** Who did it; null for the server itself. */
    actorId: text('actor_id'),
    /** order.placed, order.paid, subscription.started … */
    kind: text('kind').notNull(),
    /** The id of what it happened to. */
    subject: text('subject').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('workforce_events_owner').on(table.ownerId, table.id),
    index('workforce_events_subject').on(table.subject, table.id),
  ],
)

/** Who a person is at Stripe. The row outlives the person, until Stripe has forgotten them too. */
export const stripeCustomers = pgTable('stripe_customers', {
  userId: text('user_id').primaryKey(),
  customerId: text('customer_id').notNull().unique(),
})

/** Each attempt at paying an order by card. One that has still to be settled with Stripe outlives its order. */
export const stripePayments = pgTable(
  'stripe_payments',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id').notNull(),
    /** Of its order, from 1. */
    nth: integer('nth').notNull(),
    /** checkout: on Stripe's page; charge: from the card on file, for a next period */
    kind: text('kind').notNull(),
    /**
     * open, processing (Stripe has it, its word is awaited), paid, failed, expired, cancelled (at Stripe, too), mismatch (another
     * amount than the order's), surplus (for an order that wants no money, to be given back), refunded
     */
    status: text('status').notNull(),
    sessionId: text('session_id').unique(),
    intentId: text('intent_id'),
    /** The card that a charge is for: asked again, it is for the same. */
    card: text('card'),
    refundedCents: cents('refunded_cents').default(0),
    /** Of a mismatch: what Stripe says came, in the currency's least unit. */
    received: bigint('received', { mode: 'number' }),
    receivedCurrency: text('received_currency'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('stripe_payments_nth').on(table.orderId, table.nth),
    index('stripe_payments_intent').on(table.intentId),
    index('stripe_payments_status').on(table.status),
  ],
)

/** What Stripe has told: each event is taken once. */
export const stripeEvents = pgTable('stripe_events', {
  id: text('id').primaryKey(),
  /** checkout.session.completed … */
  kind: text('kind').notNull(),
  /** What came of it; `stripe-events.ts` has the words. */
  outcome: text('outcome').notNull(),
  receivedAt: moment('received_at').notNull().defaultNow(),
})
