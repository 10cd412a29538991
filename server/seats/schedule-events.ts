import { teamOf } from '@atrium/contract/teams'
import type { Client } from '../platform/runs/store.ts'
import { LEAST_MINUTES } from './next-time.ts'

/** Changes that come within so many seconds are one. */
const BURST_SECONDS = 60

/** Whose seats hear of it: of a team's things those that work there; of a person's records those that work for them alone. */
function hearers(owner: string) {
  const team = teamOf(owner)
  return team === null
    ? {
        name: 'person',
        whose: `c.owner_id = $1 and (s.team_id is null or not starts_with(c.trigger->>'event', 'records:'))`,
        id: owner,
      }
    : { name: 'team', whose: 's.team_id = $1', id: team }
}

/** Schedules, and the seats whose they are, that are told of such events. $1: of whom, $2: the events. */
const TOLD = `seat_schedules c join seats s on s.id = c.seat_id and s.status <> 'ended'
  where c.is_on and c.trigger->>'kind' = 'event' and c.trigger->>'event' = any($2::text[])`

/** Whether any schedule is told of such an event, one that was told already too. Locks nothing. */
async function isAwaited(sql: Client, owner: string, events: readonly string[]): Promise<boolean> {
  const { name, whose, id } = hearers(owner)
  const text = `select from ${TOLD} and ${whose} limit 1`
  const { rows } = await sql.query({ name: `is-awaited-by-${name}`, text, values: [id, events] })
  return rows.length > 0
}

/**
 * Something happened that schedules may wait for: `records:<module>`, `task.done`, `deliverable.accepted`. `owner` is whose
 * things changed, a person or a team: a seat hears of those it works on. A schedule hears nothing while its own task is open,
 * so that what a seat does sets it going no second time, nor of what becomes of the task that it made last (`taskId`).
 * Its task is made when the burst is over. (`least`: the clock may have been put back since the task before.)
 *
 * Tells in the caller's transaction: let it be the last that is written there. Whoever holds these rows then waits for nothing
 * more, and several are locked in the order in which a hand-over takes them (hand-over.ts), so that nobody waits in a circle.
 */
export async function fireEvent(
  sql: Client,
  owner: string,
  events: readonly string[],
  taskId: string | null = null,
): Promise<void> {
  const { name, whose, id } = hearers(owner)
  await sql.query({
    name: `fire-event-for-${name}`,
    text: `with told as (
        select c.id from ${TOLD} and ${whose} and c.next_at is null
          and ($3::text is null or c.last_task_id is distinct from $3)
          and not exists (select 1 from seat_tasks t where t.schedule_id = c.id and t.status not in ('done', 'cancelled'))
        order by c.seat_id, c.id for no key update of c)
      update seat_schedules c set next_at = greatest(statement_timestamp() + make_interval(secs => $4),
        (select max(least(t.created_at, statement_timestamp())) from seat_tasks t where t.schedule_id = c.id)
          + make_interval(mins => $5))
      from told where c.id = told.id`,
    values: [id, events, taskId, BURST_SECONDS, LEAST_MINUTES],
  })
}

const ofRecords = (modules: readonly string[]) => modules.map((module) => `records:${module}`)

/** For the records: schedules are told of a change in its own transaction, so that both are kept or neither. */
export const recordsListener = {
  awaits: (sql: Client, owner: string, modules: readonly string[]) => isAwaited(sql, owner, ofRecords(modules)),
  tell: (sql: Client, owner: string, modules: readonly string[]) => fireEvent(sql, owner, ofRecords(modules)),
}
