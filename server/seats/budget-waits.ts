import type { Client } from '../platform/runs/store.ts'

const GO_ON = `update seat_runs r set goes_on = true from seat_tasks t
  where t.id = r.task_id and r.status = 'waiting' and t.status = 'blocked' and t.next_for = 'budget'`

/** A limit was changed: what waits for money looks again whether it suffices. Answers the seats to wake. */
export async function moneyCame(client: Client, ownerId: string): Promise<string[]> {
  const { rows } = await client.query<{ seat_id: string }>(`${GO_ON} and t.owner_id = $1 returning r.seat_id`, [
    ownerId,
  ])
  return rows.map(({ seat_id }) => seat_id)
}

/** A month has begun (UTC), and with it the limits of seats, teams and workspaces. Answers the seats to wake. */
export async function monthCame(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ seat_id: string }>(
    `${GO_ON} and not r.goes_on and t.updated_at < date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' returning r.seat_id`,
  )
  return rows.map(({ seat_id }) => seat_id)
}
