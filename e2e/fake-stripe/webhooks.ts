import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, newId, now, type StripeEvent } from './account.ts'

/** Where events go, and what they are signed with. */
export interface Endpoint {
  url: string
  secret: string
}

export interface Sending {
  /** Signed with another secret than the endpoint's. */
  secret?: string
  /** Signed so many seconds ago. */
  age?: number
  /** So many at once. */
  times?: number
  /** Put into the event's object before it is signed: what a forger, or a fault, would say. */
  change?: Record<string, unknown>
  /** Put into the event's object after it is signed. */
  tamper?: Record<string, unknown>
  /** Sent as another event, with an id of its own. */
  anew?: boolean
}

export interface Answered {
  status: number
  body: string
}

const TRIES = 40
/** ms */
const PAUSE = 250

const withObject = (event: StripeEvent, change: Record<string, unknown> = {}): StripeEvent => ({
  ...event,
  data: { object: { ...event.data.object, ...change } },
})

async function post({ url, secret }: Endpoint, event: StripeEvent, sending: Sending): Promise<Answered> {
  const signed = withObject(sending.anew ? { ...event, id: newId('evt') } : event, sending.change)
  const payload = JSON.stringify(signed, null, 2)
  const at = now() - (sending.age ?? 0)
  const v1 = createHmac('sha256', sending.secret ?? secret)
    .update(`${at}.${payload}`)
    .digest('hex')
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${at},v1=${v1}` },
    body: sending.tamper ? JSON.stringify(withObject(signed, sending.tamper), null, 2) : payload,
  })
  return { status: answer.status, body: await answer.text() }
}

export const send = (endpoint: Endpoint, event: StripeEvent, sending: Sending = {}): Promise<Answered[]> =>
  Promise.all(Array.from({ length: sending.times ?? 1 }, () => post(endpoint, event, sending)))

/** Notes an event, and sends it until it is taken, unless events are held back. */
export function happened(account: Account, type: string, object: object, endpoint: Endpoint | null): StripeEvent {
  const event: StripeEvent = {
    id: newId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: now(),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: { object: structuredClone(object) as Record<string, unknown> },
  }
  account.events.push(event)
  if (endpoint) void deliver(endpoint, event)
  return event
}

async function deliver(endpoint: Endpoint, event: StripeEvent): Promise<void> {
  for (let turn = 0; turn < TRIES; turn++) {
    const status = await post(endpoint, event, {}).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status >= 200 && status < 300) return
    await sleep(PAUSE)
  }
}
