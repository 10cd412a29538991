import pg from 'pg'
import type { Log } from '../telemetry.ts'
import type { Database } from './connect.ts'
import { LOCKS } from './lock.ts'

export const CHANNEL = 'atrium'
/** PostgreSQL refuses a payload of 8,000 bytes or more. */
const PAYLOAD_MAX = 7_900
const RECONNECT_MS = 500
/** Messages published within so many milliseconds go out in one statement. */
const GATHER_MS = 5

export type Topic =
  | 'run-events'
  | 'run-queued'
  | 'run-cancel'
  | 'live'
  | 'session'
  | 'provider-keys'
  | 'budgets'
  | 'teams'
  | 'due'

/** Messages between the instances that share a database, over LISTEN and NOTIFY. An instance hears its own too. */
export interface Bus {
  publish(topic: Topic, body: unknown): Promise<void>
  subscribe(topic: Topic, listener: (body: unknown) => void): () => void
  /** Called when the connection is back after a loss: whatever was published meanwhile was missed. */
  onGap(listener: () => void): () => void
  close(): Promise<void>
}

/** The payload of a NOTIFY, for statements that publish in their own transaction. */
export const payload = (topic: Topic, body: unknown): string => JSON.stringify([topic, body])
export const fits = (text: string): boolean => Buffer.byteLength(text) <= PAYLOAD_MAX

export async function createBus(db: Database, config: pg.ClientConfig, log: Log): Promise<Bus> {
  const listeners = new Map<Topic, Set<(body: unknown) => void>>()
  const gaps = new Set<() => void>()
  let client: pg.Client | null = null
  let closed = false

  const receive = (text: string | undefined) => {
    let topic: Topic
    let body: unknown
    try {
      ;[topic, body] = JSON.parse(text ?? '') as [Topic, unknown]
    } catch (error) {
      log.warn({ err: error }, 'a notification of another program was ignored')
      return
    }
    for (const listener of listeners.get(topic) ?? []) listener(body)
  }
  const open = async () => {
    const next = new pg.Client({ ...config, keepAlive: true, application_name: 'atrium-bus' })
    next.on('error', (error) => log.warn({ err: error }, 'the notification connection broke'))
    next.on('end', () => {
      if (client === next) client = null
      retry()
    })
    next.on('notification', (message) => receive(message.payload))
    await next.connect()
    // Held as long as this connection lives. A restore that is at work has it alone: we wait until it is done.
    await next.query('select pg_advisory_lock_shared($1, $2)', [LOCKS.family, LOCKS.serving])
    await next.query(`listen ${CHANNEL}`)
    client = next
  }
  let timer: NodeJS.Timeout | null = null
  const retry = () => {
    if (closed || timer || client) return
    timer = setTimeout(async () => {
      timer = null
      try {
        await open()
        for (const listener of gaps) listener()
      } catch (error) {
        log.debug({ err: error }, 'the notification connection is not back yet')
        retry()
      }
    }, RECONNECT_MS)
  }
  await open()

  // A commit with a NOTIFY in it waits for every other one: they stay out of the transactions that people wait for, and
  // leave together in statements of their own.
  let gathering: { texts: Set<string>; sent: Promise<void> } | null = null
  const send = (text: string): Promise<void> => {
    if (!gathering) {
      const texts = new Set<string>()
      const sent = new Promise((later) => setTimeout(later, GATHER_MS)).then(async () => {
        gathering = null
        await db.$client.query('select pg_notify($1, text) from unnest($2::text[]) as text', [CHANNEL, [...texts]])
      })
      gathering = { texts, sent }
    }
    gathering.texts.add(text)
    return gathering.sent
  }

  return {
    async publish(topic, body) {
      const text = payload(topic, body)
      if (!fits(text)) throw new Error(`A message of topic ${topic} is too long to publish.`)
      await send(text)
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(listener))
      return () => set.delete(listener)
    },
    onGap(listener) {
      gaps.add(listener)
      return () => gaps.delete(listener)
    },
    async close() {
      closed = true
      await gathering?.sent.catch((error) => log.debug({ err: error }, 'the last messages could not be published'))
      if (timer) clearTimeout(timer)
      await client?.end().catch((error) => log.debug({ err: error }, 'the notification connection was gone already'))
    },
  }
}
