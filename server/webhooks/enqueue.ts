import type { WebhookEvent } from '@atrium/contract/webhooks'
import type pg from 'pg'
import { uuid } from '../platform/ids.ts'

type Client = Pick<pg.PoolClient, 'query'> | Pick<pg.Pool, 'query'>

/** What happens besides changes of records. */
export const OTHER_EVENTS: readonly WebhookEvent[] = [
  { name: 'approval:waiting', title: 'Something waits for your word' },
  { name: 'job:ended', title: 'A job has ended' },
  { name: 'order:placed', title: 'An order was placed' },
  { name: 'order:paid', title: 'An order was paid' },
]

/** Deliveries that wait for one webhook; what happens beyond them is not told: a receiver that is away for days. */
const MOST_WAITING = 1000

/** What of a webhook's list means this event: its name, all of its kind, everything. */
const namesOf = (event: string) => [event, event.replace(/([.:]).*$/, '$1*'), '*']

/** Whether any webhook of this owner waits for one of these events. Locks nothing. */
export async function isAwaited(sql: Client, owner: string, events: readonly string[]): Promise<boolean> {
  const { rows } = await sql.query({
    name: 'webhooks-await',
    text: 'select from webhooks where owner_id = $1 and is_on and events && $2::text[] limit 1',
    values: [owner, [...new Set(events.flatMap(namesOf))]],
  })
  return rows.length > 0
}

/**
 * Keeps, in the caller's transaction, what the webhooks of this owner are to be told: it is sent once that is committed. Answers
 * for how many. `payload` is the `data` of the body, `{ type, timestamp, data }`.
 */
export async function enqueueWebhooks(
  sql: Client,
  owner: string,
  event: string,
  payload: Record<string, unknown>,
  now = new Date(),
): Promise<number> {
  const { rows } = await sql.query<{ id: string }>({
    name: 'webhooks-told',
    text: `select w.id from webhooks w where w.owner_id = $1 and w.is_on and w.events && $2::text[] and
      (select count(*) from (select from webhook_deliveries d
        where d.webhook_id = w.id and d.next_at is not null limit $3) waiting) < $3`,
    values: [owner, namesOf(event), MOST_WAITING],
  })
  if (rows.length === 0) return 0
  const body = JSON.stringify({ type: event, timestamp: now.toISOString(), data: payload })
  await sql.query(
    `insert into webhook_deliveries (id, webhook_id, event, body, next_at, created_at)
      select id, webhook_id, $3, $4, $5, $5 from unnest($1::text[], $2::text[]) as told(id, webhook_id)`,
    [rows.map(() => `msg_${uuid()}`), rows.map(({ id }) => id), event, body, now.toISOString()],
  )
  return rows.length
}

/** For the records: webhooks are told of a change in its own transaction, so that both are kept or neither. */
export const recordsListener = {
  awaits: (sql: Client, owner: string, modules: readonly string[]) =>
    isAwaited(
      sql,
      owner,
      modules.map((module) => `records:${module}`),
    ),
  tell: async (sql: Client, owner: string, modules: readonly string[]) => {
    for (const module of modules) await enqueueWebhooks(sql, owner, `records:${module}`, { module })
  },
}
