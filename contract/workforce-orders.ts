import { z } from 'zod'
import { agentOf } from './catalogue/agents.ts'
import { AMOUNT_MAX } from './integers.ts'
import { BillingPeriod, deployable, SEATS_MAX, TAX_MAX } from './workforce.ts'
import { Connector, Risk } from './workforce-agents.ts'

const cents = z.number().int()

/** Agent key to quantity, of agents that can be hired. */
const Quantities = z
  .record(
    z.string().max(40),
    z
      .number('A quantity is a whole number.')
      .int('A quantity is a whole number.')
      .min(1, 'A quantity is at least 1.')
      .max(SEATS_MAX, 'At most 100 seats of one agent.'),
    'Name the agents and how many of each.',
  )
  .superRefine((items, context) => {
    for (const key of Object.keys(items)) {
      if (deployable(key)) continue
      const known = agentOf(key) !== undefined
      context.addIssue({
        code: 'custom',
        path: [key],
        message: known ? 'This agent cannot be hired yet. Take it out of the cart.' : 'There is no such agent.',
      })
    }
  })

const SomeQuantities = Quantities.refine(
  (items) => Object.keys(items).length > 0,
  'Your cart is empty. Choose an agent first.',
)
/** The browser's own word for this attempt (a UUID, say): sent again because the answer was lost, the order is taken once. */
const Attempt = z
  .string('Give a word of your own for this attempt.')
  .min(8, 'Too short a word for this attempt.')
  .max(60, 'Too long a word for this attempt.')

/** PUT /api/workforce/cart */
export const CartBody = z.object({ items: Quantities, billingPeriod: BillingPeriod })
/** GET and PUT /api/workforce/cart */
export const StoredCart = CartBody.extend({
  items: z.record(z.string(), cents),
  /** Null when the account never had a cart: the startup preset is applied then, once. */
  updatedAt: z.iso.datetime().nullable(),
})
export type StoredCart = z.infer<typeof StoredCart>

/** GET /api/workforce/catalogue. Tabs and presets are `agentTabs` and `presets` of the contract. */
export const WorkforceCatalogue = z.object({
  agents: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      description: z.string(),
      department: z.string(),
      deployable: z.boolean(),
      monthlyPriceCents: cents,
      annualPriceCents: cents,
      version: cents,
      /** Null when it cannot be hired here yet. */
      risk: Risk.nullable(),
      /** What it was granted, in that order; then the model. */
      connectors: z.array(Connector),
      starred: z.boolean(),
      /** "Tell me when" */
      interested: z.boolean(),
    }),
  ),
  tabs: z.array(z.object({ id: z.string(), count: cents })),
  presets: z.array(
    z.object({ id: z.string(), name: z.string(), blurb: z.string(), cart: z.record(z.string(), cents) }),
  ),
})
export type WorkforceCatalogue = z.infer<typeof WorkforceCatalogue>

/** PUT /api/workforce/agents/<key>/star and /interest, which answer the same */
export const Marked = z.object({ on: z.boolean('Say true or false.') })

const line = (max: number, tooLong: string) => z.string().trim().max(max, tooLong)

export const BillingDetails = z.object({
  name: line(120, 'A name has at most 120 characters.').min(1, 'Say who is billed.'),
  company: line(120, 'A company’s name has at most 120 characters.').default(''),
  email: z
    .email('That is not an e-mail address.')
    .max(200, 'An e-mail address has at most 200 characters.')
    .describe('Where the invoice is sent, where mail is configured.'),
  address: line(200, 'An address has at most 200 characters.').min(1, 'Give the street and number.'),
  city: line(100, 'A city has at most 100 characters.').min(1, 'Give the city.'),
  postcode: line(20, 'A postcode has at most 20 characters.').default(''),
  country: line(80, 'A country has at most 80 characters.').min(1, 'Give the country.'),
  /** As the buyer's authority writes it (a VAT number, an EIN …). */
  taxNumber: line(40, 'A tax number has at most 40 characters.').default(''),
})
export type BillingDetails = z.infer<typeof BillingDetails>

/** `stripe`: by card, on a page of Stripe's; only where the installation is set up for it. */
export const Payment = z.enum(['invoice', 'stripe'], 'Pay by invoice or by card.')
export type Payment = z.infer<typeof Payment>
export const TERMS_DAYS = [14, 30] as const

/** POST /api/workforce/orders. Prices are not part of it: the server has them. */
export const NewOrder = z.object({
  items: SomeQuantities,
  billingPeriod: BillingPeriod,
  billing: BillingDetails,
  payment: Payment.default('invoice'),
  /** The buyer's own reference. */
  poNumber: line(40, 'A PO number has at most 40 characters.').default(''),
  termsDays: z.literal(TERMS_DAYS, 'An invoice is due in 14 or 30 days.').default(14),
  /** Hundredths of a per cent, as it applies where the buyer is: 1900 is 19 %. */
  taxBasisPoints: z
    .number('The tax is a number.')
    .int('The tax has at most two decimals.')
    .min(0, 'The tax cannot be negative.')
    .max(TAX_MAX, 'The tax is at most 50 per cent.')
    .default(0),
  /** What the person saw. Refused with `conflict` when the server comes to another: nobody orders at a price they were not shown. */
  expectedTotalCents: cents.min(-AMOUNT_MAX).max(AMOUNT_MAX),
  attempt: Attempt,
})
export type NewOrder = z.input<typeof NewOrder>

export const OrderStatus = z.enum(['pending_payment', 'paid', 'cancelled'])
export type OrderStatus = z.infer<typeof OrderStatus>
/** What an order is for: the first of a subscription, its next period, or more seats within a period. */
export const OrderKind = z.enum(['first', 'renewal', 'change'])
export const SubscriptionStatus = z.enum(['draft', 'pending_payment', 'active', 'past_due', 'cancelled'])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>
export const SeatStatus = z.enum(['provisioning', 'active', 'paused', 'ended'])
export type SeatStatus = z.infer<typeof SeatStatus>

export const OrderLine = z.object({
  agentKey: z.string(),
  /** The agent's, when it was ordered. */
  name: z.string(),
  agentVersion: cents,
  /** Of one seat for the period. */
  unitPriceCents: cents,
  quantity: cents,
  amountCents: cents,
  /** The days that the price is for, of those of its period; null: for all of them. */
  part: z.object({ days: cents, of: cents }).nullable(),
})

export const Invoice = z.object({
  /** 2026-0001: of its year, without gaps. */
  number: z.string(),
  issuedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  termsDays: cents,
  /** `void`: its order was cancelled; the number stays taken. */
  status: z.enum(['open', 'paid', 'void']),
})

export const Order = z.object({
  id: z.string(),
  kind: OrderKind,
  status: OrderStatus,
  /** US dollars, always. */
  currency: z.literal('USD'),
  billingPeriod: BillingPeriod,
  payment: Payment,
  lines: z.array(OrderLine),
  listCents: cents,
  discountCents: cents,
  /** For what was paid for and not used up, when the period changes. */
  creditCents: cents,
  /** List − discount − credit. */
  subtotalCents: cents,
  taxBasisPoints: cents,
  taxCents: cents,
  totalCents: cents,
  poNumber: z.string(),
  billing: BillingDetails,
  invoice: Invoice,
  subscriptionId: z.string(),
  /** Whether its owner may cancel it: nothing of it has begun. */
  cancellable: z.boolean(),
  /** Cancelled by the server, since it was not paid in time. */
  lapsed: z.boolean(),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
})
export type Order = z.infer<typeof Order>
/** GET /api/workforce/orders: the newest first. */
export const OrderList = z.object({ orders: z.array(Order) })

export const Seat = z.object({
  id: z.string(),
  name: z.string(),
  agentKey: z.string(),
  agentVersion: cents,
  status: SeatStatus,
  /** Whom it reports to: a person or another seat; both null for nobody. */
  managerUserId: z.string().nullable(),
  managerSeatId: z.string().nullable(),
})
export type Seat = z.infer<typeof Seat>

export const Subscription = z.object({
  id: z.string(),
  status: SubscriptionStatus,
  billingPeriod: BillingPeriod,
  /** Null until it starts. */
  periodStart: z.iso.datetime().nullable(),
  periodEnd: z.iso.datetime().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /** The card was refused for its period: cancelled, it ends at once, and nothing is owed for it. */
  endsAtOnce: z.boolean(),
  /** Of one period, before tax. */
  subtotalCents: cents,
  lines: z.array(OrderLine),
  /** What it becomes when its period ends, if that is another team or period. */
  next: z.object({ items: z.record(z.string(), cents), billingPeriod: BillingPeriod }).nullable(),
  /** Those that have not ended, by name. */
  seats: z.array(Seat),
})
export type Subscription = z.infer<typeof Subscription>
/** GET /api/workforce/subscriptions: the newest first. GET …/<id> and PUT …/<id>/cancel answer one. */
export const SubscriptionList = z.object({ subscriptions: z.array(Subscription) })
/** GET /api/workforce/orders/<id> */
export const OrderDetails = Order.extend({ subscription: Subscription })
export type OrderDetails = z.infer<typeof OrderDetails>
/** The answer of POST /api/workforce/orders */
export const PlacedOrder = OrderDetails.extend({
  /** Stripe's page where it is paid; null when it is not paid by card, or when Stripe cannot be reached right now. */
  payUrl: z.string().nullable(),
})
export type PlacedOrder = z.infer<typeof PlacedOrder>
/** POST /api/workforce/orders/<id>/pay and POST /api/workforce/billing-portal: a page of Stripe's. */
export const StripePage = z.object({ url: z.string() })
export type StripePage = z.infer<typeof StripePage>
/** GET /api/workforce/card */
export const CardPayments = z.object({
  /** Whether orders can be paid by card here. */
  offered: z.boolean(),
  /** Whether Stripe knows the caller, so that there is something to see in its portal. */
  onFile: z.boolean(),
})
export type CardPayments = z.infer<typeof CardPayments>
/** PUT /api/workforce/subscriptions/<id>/cancel: true ends it with its period (or at once: `endsAtOnce`), false takes that back. */
export const CancelAtEnd = z.object({ atPeriodEnd: z.boolean('Say true or false.') })

/**
 * POST /api/workforce/subscriptions/<id>/preview: the whole team and the period it is to have. More seats begin now, for the
 * rest of the period; fewer seats, and paying by the month instead of by the year, begin with the next period; paying by the
 * year begins a year now, less what is left of the month.
 */
export const SubscriptionChange = z.object({ items: SomeQuantities, billingPeriod: BillingPeriod })
export type SubscriptionChange = z.infer<typeof SubscriptionChange>
/** What the change would cost and do, before it happens. */
export const ChangePreview = z.object({
  /** Charged now, before tax: by an order of its own, and by none when it is 0. */
  lines: z.array(OrderLine),
  listCents: cents,
  discountCents: cents,
  creditCents: cents,
  subtotalCents: cents,
  taxBasisPoints: cents,
  taxCents: cents,
  totalCents: cents,
  /** Until when it can be paid at this price; then it is off. Null when nothing is to be paid first. */
  payBy: z.iso.datetime().nullable(),
  seatsAdded: cents,
  /** Ended now (only when a year begins now) or with the period. */
  seatsEnded: cents,
  /** Of the periods to come, before tax, and when the first of them begins. */
  nextSubtotalCents: cents,
  nextPeriodStart: z.iso.datetime(),
})
export type ChangePreview = z.infer<typeof ChangePreview>
/** POST /api/workforce/subscriptions/<id>/change, with the preview's total. */
export const ConfirmedChange = SubscriptionChange.extend({
  expectedTotalCents: cents.min(-AMOUNT_MAX).max(AMOUNT_MAX),
  attempt: Attempt,
})
/** Its answer. The order is null when nothing is charged now. */
export const Changed = z.object({ subscription: Subscription, order: Order.nullable() })

/** Of GET /api/admin/orders, and the answer of POST /api/admin/orders/<id>/paid */
export const AdminOrder = Order.extend({
  person: z.object({ id: z.string(), username: z.string(), email: z.string() }),
  /** Whose orders start at once and are owed. */
  trusted: z.boolean(),
  /** Stripe reported another amount than the order's, so nothing began: what came, and Stripe's own name for the payment. */
  mismatch: z
    .object({ amount: cents.nullable(), currency: z.string().nullable(), reference: z.string().nullable() })
    .nullable(),
})
export type AdminOrder = z.infer<typeof AdminOrder>
export const AdminOrderList = z.object({ orders: z.array(AdminOrder), nextCursor: z.string().nullable() })
/** PUT /api/admin/users/<id>/trusted, which answers the same */
export const Trusted = z.object({ trusted: z.boolean('Say true or false.') })
