import type { Client } from '../platform/runs/store.ts'

/**
 * Marks the runs that wait for money, and those under way: one of these may have been told "reached" just now and be about to
 * wait. Where it was not, it looks once more and waits again. Runs are locked the newest first, as a part that ends locks its own
 * before that of whoever gave it; a task is read as it was before a run that we waited for had parked.
 */
const goOn = (which: string) => `held as (
    select r.id from seat_runs r join seat_tasks t on t.id = r.task_id
    where r.status in ('running', 'waiting') and ${which}
    order by r.id desc for update of r
  ) update seat_runs r set goes_on = true from held where r.id = held.id returning r.seat_id`
const WAITS = `t.status = 'blocked' and t.next_for = 'budget'`
const IS_SHORT = `((${WAITS}) or (t.status = 'in_progress' and t.next_for = 'run'))`

/** A limit was changed: what waits for money looks again whether it suffices. Answers the seats to wake. */
export async function moneyCame(client: Client, ownerId: string): Promise<string[]> {
  const { rows } = await client.query<{ seat_id: string }>(`with ${goOn(`${IS_SHORT} and t.owner_id = $1`)}`, [ownerId])
  return rows.map(({ seat_id }) => seat_id)
}

/** A task's own limit was changed: it counts for what is done for the task and for all below it. Answers the seats to wake. */
export async function moneyCameFor(client: Client, taskId: string): Promise<string[]> {
  const { rows } = await client.query<{ seat_id: string }>(
    `with recursive below as (select id from seat_tasks where id = $1 union all select c.id from seat_tasks c join below on c.parent_id = below.id),
     ${goOn(`${IS_SHORT} and t.id in (select id from below)`)}`,
    [taskId],
  )
  return rows.map(({ seat_id }) => seat_id)
}

/** A month has begun (UTC), and with it the limits of seats, teams and workspaces. Answers the seats to wake. */
export async function monthCame(client: Client): Promise<string[]> {
  const month = `date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`
  const { rows } = await client.query<{ seat_id: string }>(
    `with ${goOn(`${WAITS} and not r.goes_on and t.updated_at < ${month}`)}`,
  )
  return rows.map(({ seat_id }) => seat_id)
}
