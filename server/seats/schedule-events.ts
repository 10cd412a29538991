import { teamOf } from '@atrium/contract/teams'
import type { Client } from '../platform/runs/store.ts'
import { LEAST_MINUTES } from './next-time.ts'

/** Changes that come within so many seconds are one. */
const BURST_SECONDS = 60

/**
 * Something happened that schedules may wait for: `records:<module>`, `task.done`, `deliverable.accepted`. `owner` is whose
 * things changed, a person or a team: a seat hears of those it works on. A schedule hears nothing while its own task is open,
 * so that what a seat does sets it going no second time, nor of what becomes of the task that it made last (`taskId`).
 * Its task is made when the burst is over. (`least`: the clock may have been put back since the task before.)
 */
export async function fireEvent(
  sql: Client,
  owner: string,
  event: string,
  taskId: string | null = null,
): Promise<void> {
  const team = teamOf(owner)
  await sql.query({
    name: 'fire-event',
    text: `update seat_schedules c set next_at = greatest(now() + make_interval(secs => $5),
        (select max(least(t.created_at, now())) from seat_tasks t where t.schedule_id = c.id) + make_interval(mins => $6))
      from seats s
      where s.id = c.seat_id and s.status <> 'ended'
        and case when $2::text is not null then s.team_id = $2 else s.owner_id = $1 and (s.team_id is null or not starts_with($3, 'records:')) end
        and c.is_on and c.next_at is null and c.trigger->>'kind' = 'event' and c.trigger->>'event' = $3
        and ($4::text is null or c.last_task_id is distinct from $4)
        and not exists (select 1 from seat_tasks t where t.schedule_id = c.id and t.status not in ('done', 'cancelled'))`,
    values: [owner, team, event, taskId, BURST_SECONDS, LEAST_MINUTES],
  })
}
