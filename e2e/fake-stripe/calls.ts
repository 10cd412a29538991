import {
  type Account,
  addCard,
  type Customer,
  collect,
  type Intent,
  newId,
  now,
  removeCustomer,
  type Session,
} from './account.ts'
import type { Form, Value } from './form.ts'

export interface Reply {
  status: number
  body: unknown
}
/** Tells the endpoint of what happened. */
export type Tell = (type: string, object: object) => void

const ok = (body: unknown): Reply => ({ status: 200, body })
export const refusal = (status: number, error: Record<string, unknown>): Reply => ({ status, body: { error } })
const invalid = (code: string, param: string, message: string) =>
  refusal(param === 'id' ? 404 : 400, { type: 'invalid_request_error', code, param, message })
const missing = (what: string, id: Value | undefined, param = 'id') =>
  invalid('resource_missing', param, `No such ${what}: '${String(id)}'`)

const textOf = (value: Value | undefined): string | null => (typeof value === 'string' ? value : null)
const formOf = (value: Value | undefined): Form =>
  value && typeof value === 'object' && !Array.isArray(value) ? value : {}

/** The parameters that are known here, of those that Stripe knows: another one is a mistake of the caller's. */
const KNOWN = {
  session:
    'mode customer client_reference_id metadata allowed_payment_method_types line_items payment_intent_data adaptive_pricing success_url cancel_url',
  intent:
    'amount currency customer payment_method allowed_payment_method_types off_session confirm description metadata',
  customer: 'name email metadata',
  refund: 'payment_intent',
  portal: 'customer return_url',
}
function refuseUnknown(kind: keyof typeof KNOWN, form: Form): Reply | null {
  const unknown = Object.keys(form).find((name) => !KNOWN[kind].split(' ').includes(name))
  return unknown ? invalid('parameter_unknown', unknown, `Received unknown parameter: ${unknown}`) : null
}

function refuseAmount(amount: number): Reply | null {
  if (!Number.isInteger(amount)) return invalid('parameter_invalid_integer', 'amount', `Invalid integer: ${amount}`)
  if (amount < 50) return invalid('amount_too_small', 'amount', 'The amount must be at least $0.50 usd.')
  return amount > 99_999_999 ? invalid('amount_too_large', 'amount', 'The amount is at most $999,999.99.') : null
}

function newCustomer(account: Account, form: Form): Reply {
  const customer: Customer = {
    id: newId('cus'),
    object: 'customer',
    name: textOf(form.name),
    email: textOf(form.email),
    metadata: formOf(form.metadata),
    invoice_settings: { default_payment_method: null },
    created: now(),
    livemode: false,
  }
  account.customers.set(customer.id, customer)
  return ok(customer)
}

function newSession(account: Account, form: Form, here: string): Reply {
  const customer = textOf(form.customer)
  if (customer && !account.customers.has(customer)) return missing('customer', customer, 'customer')
  const lines = Array.isArray(form.line_items) ? form.line_items.map(formOf) : []
  const success_url = textOf(form.success_url)
  if (!success_url || lines.length === 0 || form.mode !== 'payment')
    return invalid('parameter_missing', 'line_items', 'Missing required param: success_url, line_items or mode.')
  const prices = lines.map((line) => formOf(line.price_data))
  const amount = lines.reduce((sum, line, at) => sum + Number(prices[at]?.unit_amount) * Number(line.quantity), 0)
  const refused = refuseAmount(amount)
  if (refused) return refused
  const id = newId('cs_test')
  const session: Session = {
    id,
    object: 'checkout.session',
    mode: 'payment',
    status: 'open',
    payment_status: 'unpaid',
    amount_total: amount,
    currency: String(prices[0]?.currency),
    customer,
    client_reference_id: textOf(form.client_reference_id),
    metadata: formOf(form.metadata),
    payment_intent: null,
    success_url,
    cancel_url: textOf(form.cancel_url),
    url: `${here}/c/pay/${id}`,
    expires_at: now() + 86_400,
    created: now(),
    livemode: false,
  }
  const asked = formOf(form.payment_intent_data)
  account.sessions.set(id, session)
  account.plans.set(id, {
    metadata: formOf(asked.metadata),
    description: textOf(asked.description),
    keepsCard: asked.setup_future_usage === 'off_session',
  })
  return ok(session)
}

const newIntent = (values: Pick<Intent, 'amount' | 'currency' | 'customer' | 'metadata' | 'description'>): Intent => ({
  ...values,
  id: newId('pi'),
  object: 'payment_intent',
  status: 'requires_payment_method',
  amount_received: 0,
  payment_method: null,
  latest_charge: null,
  last_payment_error: null,
  created: now(),
  livemode: false,
})

/** The person pays on the page. `later`: their bank has yet to confirm it. */
export function complete(account: Account, session: Session, later: boolean, tell: Tell): void {
  const plan = account.plans.get(session.id)
  if (session.status !== 'open' || !plan) return
  const { amount_total: amount, currency, customer } = session
  const intent = newIntent({ amount, currency, customer, metadata: plan.metadata, description: plan.description })
  account.intents.set(intent.id, intent)
  if (customer && plan.keepsCard) intent.payment_method = addCard(account, customer)
  if (later) intent.status = 'processing'
  else collect(account, intent)
  const payment_status = later ? 'unpaid' : 'paid'
  Object.assign(session, { status: 'complete', payment_status, payment_intent: intent.id, url: null })
  if (!later) tell('payment_intent.succeeded', intent)
  tell('checkout.session.completed', session)
}

/** What the bank says in the end of a payment that it had yet to confirm. */
export function settle(account: Account, session: Session, succeeded: boolean, tell: Tell): void {
  const intent = account.intents.get(session.payment_intent ?? '')
  if (!intent) return
  if (succeeded) {
    collect(account, intent)
    session.payment_status = 'paid'
  } else intent.status = 'requires_payment_method'
  tell(`checkout.session.async_payment_${succeeded ? 'succeeded' : 'failed'}`, session)
}

export function expire(session: Session, tell: Tell): Reply {
  if (session.status !== 'open')
    return invalid('', 'session', 'Only Checkout Sessions with a status in ["open"] can be expired.')
  Object.assign(session, { status: 'expired', url: null })
  tell('checkout.session.expired', session)
  return ok(session)
}

function chargeCard(account: Account, form: Form, tell: Tell): Reply {
  const amount = Number(form.amount)
  const customer = textOf(form.customer)
  const refused = refuseAmount(amount)
  if (refused) return refused
  const card = account.cards.get(customer ?? '')?.find(({ id }) => id === form.payment_method)
  if (!card) return missing('PaymentMethod', form.payment_method, 'payment_method')
  const [metadata, description] = [formOf(form.metadata), textOf(form.description)]
  const intent = newIntent({ amount, currency: String(form.currency), customer, metadata, description })
  account.intents.set(intent.id, intent)
  intent.payment_method = card.id
  // Without these two nothing is charged: the program, or the person, who is not there, has to say yes first.
  if (form.confirm !== 'true') return ok({ ...intent, status: 'requires_confirmation' })
  if (form.off_session !== 'true') return ok({ ...intent, status: 'requires_action' })
  if (account.declines) {
    const error = { type: 'card_error', code: account.declines, message: 'Your card was declined.' }
    intent.last_payment_error = error
    tell('payment_intent.payment_failed', intent)
    return refusal(402, { ...error, payment_intent: intent })
  }
  collect(account, intent)
  tell('payment_intent.succeeded', intent)
  return ok(intent)
}

const unexpected = (status: string) =>
  invalid('payment_intent_unexpected_state', 'intent', `You cannot cancel this PaymentIntent: its status is ${status}.`)

/** The payment of a page is cancelled by closing the page. */
function cancelIntent(account: Account, id: string, tell: Tell): Reply {
  const intent = account.intents.get(id)
  if (!intent) return missing('payment_intent', id, 'intent')
  const ofPage = [...account.sessions.values()].some((session) => session.payment_intent === id)
  if (ofPage || intent.status !== 'requires_payment_method') return unexpected(intent.status)
  intent.status = 'canceled'
  tell('payment_intent.canceled', intent)
  return ok(intent)
}

const goneCustomer = (id: string) => ok({ id, object: 'customer', deleted: true })

/** One that was deleted is answered as that, not as missing. */
function showCustomer(account: Account, id: string): Reply {
  if (account.deleted.has(id)) return goneCustomer(id)
  return account.customers.has(id) ? ok(account.customers.get(id)) : missing('customer', id)
}

export function refund(account: Account, intentId: string, amount: number | null, tell: Tell): Reply {
  const intent = account.intents.get(intentId)
  const charge = account.charges.get(intent?.latest_charge ?? '')
  if (!charge) return missing('payment_intent', intentId, 'payment_intent')
  if (charge.refunded) return invalid('charge_already_refunded', 'payment_intent', 'It has already been refunded.')
  charge.amount_refunded += amount ?? charge.amount - charge.amount_refunded
  charge.refunded = charge.amount_refunded === charge.amount
  tell('charge.refunded', charge)
  const { id, amount: whole, currency } = charge
  return ok({ id: newId('re'), object: 'refund', amount: amount ?? whole, currency, charge: id, status: 'succeeded' })
}

/** What a call to the interface does. */
export function answer(account: Account, method: string, path: string, form: Form, here: string, tell: Tell): Reply {
  const [, , kind = '', ...rest] = path.split('/')
  const call = [
    method,
    kind,
    ...rest.map((part) => (/_/.test(part) && part !== 'payment_methods' ? ':id' : part)),
  ].join(' ')
  const id = rest.find((part) => /^(cus|cs|pi)_/.test(part)) ?? ''
  const session = account.sessions.get(id)
  switch (call) {
    case 'POST customers':
      return refuseUnknown('customer', form) ?? newCustomer(account, form)
    case 'GET customers :id':
      return showCustomer(account, id)
    case 'DELETE customers :id':
      return removeCustomer(account, id) ? goneCustomer(id) : missing('customer', id)
    case 'GET customers :id payment_methods':
      return ok({ object: 'list', url: path, has_more: false, data: account.cards.get(id) ?? [] })
    case 'POST checkout sessions':
      return refuseUnknown('session', form) ?? newSession(account, form, here)
    case 'GET checkout sessions :id':
      return session ? ok(session) : missing('checkout.session', id)
    case 'POST checkout sessions :id expire':
      return session ? expire(session, tell) : missing('checkout.session', id)
    case 'POST payment_intents':
      return refuseUnknown('intent', form) ?? chargeCard(account, form, tell)
    case 'GET payment_intents :id':
      return account.intents.has(id) ? ok(account.intents.get(id)) : missing('payment_intent', id)
    case 'POST payment_intents :id cancel':
      return cancelIntent(account, id, tell)
    case 'POST refunds':
      return refuseUnknown('refund', form) ?? refund(account, String(form.payment_intent), null, tell)
    case 'POST billing_portal sessions':
      if (!account.customers.has(String(form.customer))) return missing('customer', form.customer, 'customer')
      return (
        refuseUnknown('portal', form) ??
        ok({
          id: newId('bps'),
          object: 'billing_portal.session',
          ...form,
          url: `${here}/p/session/${String(form.customer)}`,
        })
      )
    default:
      return refusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` })
  }
}
