import type { Client } from '../platform/runs/store.ts'
import { tellAssignees } from './people.ts'
import { fireEvent } from './schedule-events.ts'

/**
 * What the end of a task sets going, in the transaction that ends it: the run that gave it goes on, and tasks that needed it
 * can begin. Answers the seats to wake after the commit.
 */
export async function afterTask(client: Client, taskId: string): Promise<string[]> {
  const { rows: givers } = await client.query<{ seat_id: string }>(
    `update seat_runs r set goes_on = true from seat_tasks t, run_steps s
     where t.id = $1 and r.task_id = t.parent_id and r.status in ('running', 'waiting')
       and s.run_id = r.id and s.name = 'delegate' and s.state = 'executing' and s.result->>'taskId' = t.id
     returning r.seat_id`,
    [taskId],
  )
  const { rows: waiting } = await client.query<{ id: string; seat_id: string | null }>(
    `select t.id, t.seat_id from task_needs n join seat_tasks t on t.id = n.task_id where n.needs_id = $1 and t.status = 'todo'`,
    [taskId],
  )
  const ofPeople = waiting.filter(({ seat_id }) => seat_id === null)
  if (ofPeople.length > 0)
    await tellAssignees(
      client,
      ofPeople.map(({ id }) => id),
    )
  const { rows: done } = await client.query<{ owner_id: string }>(
    `select owner_id from seat_tasks where id = $1 and status = 'done'`,
    [taskId],
  )
  if (done[0]) await fireEvent(client, done[0].owner_id, ['task.done'], taskId)
  return [...givers, ...waiting].flatMap(({ seat_id }) => seat_id ?? [])
}
