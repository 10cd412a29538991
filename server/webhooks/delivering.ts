import { AppError } from '@atrium/contract/errors'
import type pg from 'pg'
import type { KeyCipher } from '../models/key-cipher.ts'
import type { Egress } from '../platform/egress/egress.ts'
import type { Log } from '../platform/telemetry.ts'
import { signed } from './signing.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** After which time it is tried again, attempt by attempt (Standard Webhooks' recommendation). */
const BACKOFF = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 24 * HOUR]
/** A webhook that took nothing for so long is switched off. */
const PATIENCE = 5 * DAY
const ANSWERS_WITHIN = 15 * SECOND
/** Nobody else tries what is being tried for so long. */
const LEASE = 2 * MINUTE
/** characters of an answer that are kept */
const KEPT = 1024
const GONE = 410

export interface Claimed {
  id: string
  webhook_id: string
  owner_id: string
  /** with its port */
  host: string
  url: string
  secret: string
  event: string
  body: string
  attempts: number
}

interface Outcome {
  isTaken: boolean
  /** It answers that it wants nothing any more. */
  isGone: boolean
  status: number | null
  ms: number
  answer: string
  /** ms for which it asked to be left alone */
  retryAfter: number
}

export interface Delivering {
  db: { $client: pg.Pool }
  egress: Egress
  cipher: KeyCipher
  log: Log
  now: () => Date
  /** Told, after it is committed, that a webhook was switched off because it took nothing for days. */
  gaveUp?: (owner: string, webhook: { id: string; url: string }) => Promise<void>
}

const HOST = `substring(w.url from '^[a-z]+://([^/?#]+)')`
const CLAIMED = `d.id, d.webhook_id, w.owner_id, ${HOST} as host, w.url, w.secret, d.event, d.body, d.attempts`

/** How many may be under way for one. */
export interface Room {
  all: number
  ofHost: number
  ofOwner: number
}

/** So many of those that are due are looked at, for one that has room. */
const LOOKED_AT = 1000

const countsOf = (keys: readonly string[]) =>
  JSON.stringify(
    Object.fromEntries(
      Map.groupBy(keys, String)
        .entries()
        .map(([key, { length }]) => [key, length]),
    ),
  )

/** Takes what is due and has room beside what is under way here, so that no other instance does. */
export async function claimDue({ db, now }: Delivering, room: Room, open: readonly Claimed[]): Promise<Claimed[]> {
  const at = now()
  const { rows } = await db.$client.query<Claimed>({
    name: 'webhook-deliveries-due',
    text: `with due as (
        select d.id, d.next_at, w.owner_id, ${HOST} as host from webhook_deliveries d join webhooks w on w.id = d.webhook_id
        where d.next_at <= $1 and w.is_on and coalesce(($3::jsonb->>${HOST})::int, 0) < $5 and coalesce(($4::jsonb->>w.owner_id)::int, 0) < $6
        order by d.next_at, d.id limit ${LOOKED_AT}
      ), by_host as (
        select *, row_number() over (partition by host order by next_at, id) + coalesce(($3::jsonb->>host)::int, 0) as of_host from due
      ), by_owner as (
        select *, row_number() over (partition by owner_id order by next_at, id) + coalesce(($4::jsonb->>owner_id)::int, 0) as of_owner
        from by_host where of_host <= $5
      )
      update webhook_deliveries d set state = 'sending', attempts = d.attempts + 1, attempted_at = $1, next_at = $2
      from webhooks w
      where w.id = d.webhook_id and d.id in (
        select one.id from webhook_deliveries one
        where one.next_at <= $1 and one.id in (select id from by_owner where of_owner <= $6 order by next_at, id limit $7)
        for update skip locked)
      returning ${CLAIMED}`,
    values: [
      ...[at, new Date(at.getTime() + LEASE)],
      ...[countsOf(open.map(({ host }) => host)), countsOf(open.map(({ owner_id }) => owner_id))],
      ...[room.ofHost, room.ofOwner, room.all - open.length],
    ],
  })
  return rows
}

/** Takes one that is settled or waits, for somebody who asks for it now. Null while it is being tried. */
export async function claimOne({ db, now }: Delivering, id: string): Promise<Claimed | null> {
  const at = now()
  const { rows } = await db.$client.query<Claimed>(
    `update webhook_deliveries d set attempts = d.attempts + 1, attempted_at = $1, next_at = $2, state = 'sending'
      from webhooks w where w.id = d.webhook_id and d.id = $3
        and not (d.state = 'sending' and d.next_at > $1)
      returning ${CLAIMED}`,
    [at, new Date(at.getTime() + LEASE), id],
  )
  return rows[0] ?? null
}

const secondsOf = (text: string | undefined, now: Date): number => {
  const seconds = /^\d+$/.test(text ?? '') ? Number(text) : (Date.parse(text ?? '') - now.getTime()) / SECOND
  return Number.isFinite(seconds) ? Math.min(DAY, Math.max(0, seconds * SECOND)) : 0
}

async function send({ egress, cipher, now }: Delivering, claimed: Claimed): Promise<Outcome> {
  const from = performance.now()
  const since = () => Math.round(performance.now() - from)
  const secret = cipher.open(claimed.secret, claimed.webhook_id)
  if (secret === null) {
    const answer = 'Its secret was made under another SESSION_SECRET. Make a new one.'
    return { isTaken: false, isGone: false, status: null, ms: 0, answer, retryAfter: 0 }
  }
  try {
    const { status, headers, body } = await egress.fetch(claimed.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed(secret, claimed.id, now(), claimed.body) },
      body: claimed.body,
      redirects: 0,
      maxBytes: 1024 * 1024,
      timeoutMs: ANSWERS_WITHIN,
      countsFromSending: true,
    })
    // PostgreSQL has no NUL in text, and half a character is none.
    const answer = new TextDecoder().decode(body.subarray(0, KEPT)).replaceAll('\0', '').slice(0, KEPT)
    const isTaken = status >= 200 && status < 300
    return {
      isTaken,
      isGone: status === GONE,
      status,
      ms: since(),
      answer,
      retryAfter: secondsOf(headers['retry-after'], now()),
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { isTaken: false, isGone: false, status: null, ms: since(), answer: error.message, retryAfter: 0 }
  }
}

/** Writes what came of an attempt, unless another has been made since. */
async function settle({ db, now, log, gaveUp }: Delivering, claimed: Claimed, outcome: Outcome): Promise<void> {
  const at = now()
  const client = await db.$client.connect()
  let isOver = false
  try {
    await client.query('begin')
    // The webhook first: attempts that end together wait for each other here, and nowhere else.
    const { rows } = await client.query<{ is_on: boolean; failing_since: Date | null }>(
      'select is_on, failing_since from webhooks where id = $1 for update',
      [claimed.webhook_id],
    )
    const [webhook] = rows
    const since = outcome.isTaken ? null : (webhook?.failing_since ?? at)
    const isLong = since !== null && at.getTime() - since.getTime() >= PATIENCE
    isOver = webhook?.is_on === true && (outcome.isGone || isLong)
    const delay = webhook?.is_on && !isOver && !outcome.isTaken ? BACKOFF[claimed.attempts - 1] : undefined
    const next = delay === undefined ? null : new Date(at.getTime() + Math.max(delay, outcome.retryAfter))
    const state = outcome.isTaken ? 'delivered' : next === null ? 'failed' : 'waiting'
    const written = await client.query(
      `update webhook_deliveries set state = $3, next_at = $4, status = $5, ms = $6, answer = $7
        where id = $1 and attempts = $2`,
      [claimed.id, claimed.attempts, state, next, outcome.status, outcome.ms, outcome.answer],
    )
    isOver &&= written.rowCount === 1
    if (written.rowCount === 1) {
      await client.query(
        `update webhooks set failing_since = $2, is_on = is_on and not $3,
          given_up_at = case when $3 then $4 else given_up_at end where id = $1`,
        [claimed.webhook_id, since, isOver, at],
      )
      // What else waits for it is over too: nobody is flooded with what is days old after switching it on again.
      if (isOver)
        await client.query(
          `update webhook_deliveries set state = 'failed', next_at = null where webhook_id = $1 and next_at is not null`,
          [claimed.webhook_id],
        )
    }
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
  if (isOver) {
    log.info({ webhook: claimed.webhook_id }, 'a webhook took nothing for days, or wants nothing any more: it is off')
    await gaveUp?.(claimed.owner_id, { id: claimed.webhook_id, url: claimed.url })
  }
}

/** One attempt, and what came of it. */
export async function attempt(delivering: Delivering, claimed: Claimed): Promise<void> {
  await settle(delivering, claimed, await send(delivering, claimed))
}
