import { randomBytes } from 'node:crypto'
import type { Form } from './form.ts'

// The objects of an account, as Stripe's reference has them, as far as they are asked for here.

export interface Session {
  id: string
  object: 'checkout.session'
  mode: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  amount_total: number
  currency: string
  customer: string | null
  client_reference_id: string | null
  metadata: Form
  payment_intent: string | null
  success_url: string
  cancel_url: string | null
  url: string | null
  expires_at: number
  created: number
  livemode: false
}

export interface Intent {
  id: string
  object: 'payment_intent'
  status: 'succeeded' | 'processing' | 'requires_payment_method' | 'canceled'
  amount: number
  amount_received: number
  currency: string
  customer: string | null
  payment_method: string | null
  description: string | null
  metadata: Form
  latest_charge: string | null
  last_payment_error: { type: string; code: string; message: string } | null
  created: number
  livemode: false
}

export interface Charge {
  id: string
  object: 'charge'
  amount: number
  amount_refunded: number
  refunded: boolean
  currency: string
  customer: string | null
  payment_intent: string
  metadata: Form
  created: number
  livemode: false
}

export interface Customer {
  id: string
  object: 'customer'
  name: string | null
  email: string | null
  metadata: Form
  invoice_settings: { default_payment_method: string | null }
  created: number
  livemode: false
}

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  livemode: false
  pending_webhooks: number
  request: { id: null; idempotency_key: null }
  type: string
  data: { object: Record<string, unknown> }
}

export const newId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`
/** s */
export const now = () => Math.floor(Date.now() / 1000)

export interface Account {
  customers: Map<string, Customer>
  /** Ids of customers that were deleted: they can still be looked at. */
  deleted: Set<string>
  /** Cards by customer, the newest first. */
  cards: Map<string, { id: string; object: 'payment_method'; type: 'card'; customer: string }[]>
  sessions: Map<string, Session>
  /** What a session asked of the payment that it makes. */
  plans: Map<string, { metadata: Form; description: string | null; keepsCard: boolean }>
  intents: Map<string, Intent>
  charges: Map<string, Charge>
  events: StripeEvent[]
  /** The code of the refusal of every charge; null: they go through. */
  declines: string | null
}

/** Their cards go along; payments and their refunds stay. Whether there was one. */
export function removeCustomer(account: Account, id: string): boolean {
  if (!account.customers.delete(id)) return false
  account.cards.delete(id)
  account.deleted.add(id)
  return true
}

export const emptyAccount = (): Account => ({
  customers: new Map(),
  deleted: new Set(),
  cards: new Map(),
  sessions: new Map(),
  plans: new Map(),
  intents: new Map(),
  charges: new Map(),
  events: [],
  declines: null,
})

/** Money moves: the payment has a charge, with the payment's metadata as they were then. */
export function collect(account: Account, intent: Intent): void {
  const { amount, currency, customer, metadata, id: payment_intent } = intent
  const id = newId('ch')
  account.charges.set(id, {
    id,
    object: 'charge',
    amount,
    amount_refunded: 0,
    refunded: false,
    currency,
    customer,
    payment_intent,
    metadata: { ...metadata },
    created: now(),
    livemode: false,
  })
  Object.assign(intent, { status: 'succeeded', amount_received: amount, latest_charge: id, last_payment_error: null })
}

export function addCard(account: Account, customer: string): string {
  const card = { id: newId('pm'), object: 'payment_method', type: 'card', customer } as const
  account.cards.set(customer, [card, ...(account.cards.get(customer) ?? [])])
  return card.id
}
