import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Charge, Intent, Session, StripeEvent } from './account.ts'
import type { Received } from './main.ts'
import type { Answered, Endpoint, Sending } from './webhooks.ts'

export type { StripeEvent } from './account.ts'

export interface Seen {
  events: StripeEvent[]
  sessions: Session[]
  intents: Intent[]
  charges: Charge[]
  requests: Received[]
}

export interface FakeStripe {
  /** `http://127.0.0.1:port` */
  url: string
  /** Where events are sent from now on. */
  webhook(endpoint: Endpoint): Promise<void>
  /** Whether events are only noted, and sent by `send`. */
  hold(on: boolean): Promise<void>
  /** Refuses every charge of a card on file with this code; null: they go through again. */
  decline(code: string | null): Promise<void>
  /** Answers the next calls with this status. */
  fail(status: number, times: number): Promise<void>
  /** What a person does on the page of a session. `later`: their bank has yet to confirm it. */
  pay(session: string, later?: boolean): Promise<void>
  settle(session: string, succeeded: boolean): Promise<void>
  expire(session: string): Promise<void>
  refund(intent: string, amount?: number): Promise<void>
  /** Somebody removes a customer in the dashboard. */
  forget(customer: string): Promise<void>
  /** Sends an event, in a way that may be wrong, and gives the answers. */
  send(event: StripeEvent, sending?: Sending): Promise<Answered[]>
  seen(): Promise<Seen>
  /** Waits until what was seen is as wanted, and gives it. */
  until<T>(wanted: (seen: Seen) => T | undefined, patience?: number): Promise<T>
  stop(): Promise<void>
}

/** Starts the fake Stripe in a process of its own, which ends with this one at the latest. */
export async function startFakeStripe(): Promise<FakeStripe> {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const child = spawn(process.execPath, [main, '--port', '0', '--child'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the fake Stripe ended at its start (${String(code)})`)
  })
  const [line] = (await Promise.race([once(lines, 'line'), failed])) as [string]
  failed.catch(() => undefined)
  const url = `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`

  async function control<T = void>(call: string, body: unknown = {}): Promise<T> {
    const response = await fetch(`${url}/control/${call}`, { method: 'POST', body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`the fake Stripe refused ${call}: ${response.status}`)
    return (await response.json()) as T
  }
  const seen = () => control<Seen>('seen')
  return {
    url,
    webhook: (endpoint) => control('webhook', endpoint),
    hold: (on) => control('hold', { on }),
    decline: (code) => control('decline', { code }),
    fail: (status, times) => control('fail', { status, times }),
    pay: (session, later = false) => control('pay', { session, later }),
    settle: (session, succeeded) => control('settle', { session, succeeded }),
    expire: (session) => control('expire', { session }),
    refund: (intent, amount) => control('refund', { intent, amount: amount ?? null }),
    forget: (customer) => control('forget', { customer }),
    send: async (event, sending = {}) => (await control<{ answers: Answered[] }>('send', { event, sending })).answers,
    seen,
    async until(wanted, patience = 20_000) {
      const end = Date.now() + patience
      for (;;) {
        const now = await seen()
        const found = wanted(now)
        if (found !== undefined) return found
        if (Date.now() > end) throw new Error(`not seen at Stripe: ${JSON.stringify(now).slice(0, 2_000)}`)
        await sleep(25)
      }
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}
