import { AppError } from '@atrium/contract/errors'
import type { Delegation } from '@atrium/contract/playbook'
import { DELEGATIONS_MAX, DEPTH_MAX } from '@atrium/contract/workforce-work'
import { uuid } from '../platform/ids.ts'
import { storableJson } from '../platform/runs/storable.ts'
import type { Client } from '../platform/runs/store.ts'
import { note } from '../workforce/context.ts'
import type { Attempt } from './attempt.ts'
import { actorOfSeat } from './events.ts'
import { drizzleOf } from './task-changing.ts'

/** Managers and reports that lie between two seats at most. */
const FARTHEST = 4

interface Line {
  id: string
  agent: string
  status: string
  manager: string | null
  open: number
}

/**
 * How far seats are from one in the org chart, along managers and reports. A person joins those who report to them, but is no
 * seat on the way: two seats of one manager are two steps apart.
 */
export function distancesFrom(start: string, seats: readonly Pick<Line, 'id' | 'manager'>[]): Map<string, number> {
  const neighbours = new Map<string, string[]>()
  const join = (a: string, b: string) => neighbours.set(a, [...(neighbours.get(a) ?? []), b])
  for (const { id, manager } of seats) {
    if (!manager) continue
    join(id, manager)
    join(manager, id)
  }
  const found = new Map([[start, 0]])
  const queue = [start]
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const distance = found.get(at) as number
    if (distance >= FARTHEST) continue
    for (const next of neighbours.get(at) ?? []) {
      if (found.has(next)) continue
      found.set(next, distance + 1)
      queue.push(next)
    }
  }
  return found
}

/** The seats that gave the task, and those that gave theirs: none of them gets it back. */
async function givers(client: Client, taskId: string): Promise<Set<string>> {
  const { rows } = await client.query<{ seat_id: string | null }>(
    `with recursive above as (
       select id, parent_id, seat_id from seat_tasks where id = $1
       union all select t.id, t.parent_id, t.seat_id from seat_tasks t join above on t.id = above.parent_id
     ) select seat_id from above`,
    [taskId],
  )
  return new Set(rows.flatMap(({ seat_id }) => seat_id ?? []))
}

/**
 * Makes the task that a seat gives to another. Throws a sentence when the chart has no such seat near, when it would go round
 * in a circle, too deep, or too often.
 */
export async function delegateTask(
  client: Client,
  attempt: Attempt,
  what: Delegation,
): Promise<{ taskId: string; seatId: string }> {
  const { task, seat, settings } = attempt
  if (task.depth + 1 > DEPTH_MAX)
    throw new AppError('bad_request', `Work is passed on at most ${DEPTH_MAX} times. Give this part to a person.`)
  if (!settings.agents.playbook(what.agent, what.playbook))
    throw new AppError('bad_request', 'There is no agent with that playbook.')
  const given = await client.query('select 1 from seat_tasks where parent_id = $1 for update', [task.id])
  if ((given.rowCount ?? 0) >= DELEGATIONS_MAX)
    throw new AppError('bad_request', `One task is split into at most ${DELEGATIONS_MAX} parts.`)
  const { rows } = await client.query<Line>(
    `select s.id, s.agent, s.status, coalesce(s.manager_seat_id, 'person ' || s.manager_user_id) as manager,
       (select count(*)::int from seat_tasks t where t.seat_id = s.id and t.status in ('todo', 'in_progress')) as open
     from seats s where s.owner_id = $1 and s.status <> 'ended'`,
    [seat.ownerId],
  )
  const distances = distancesFrom(seat.id, rows)
  const near = rows
    .filter((one) => one.agent === what.agent && one.id !== seat.id && distances.has(one.id))
    // One that can begin now before one that waits for its person.
    .sort(
      (a, b) =>
        Number(b.status === 'active') - Number(a.status === 'active') ||
        (distances.get(a.id) as number) - (distances.get(b.id) as number) ||
        a.open - b.open,
    )
  const above = await givers(client, task.id)
  const chosen = near.find((one) => !above.has(one.id) && one.status !== 'ended')
  if (!chosen) {
    if (near.length > 0) throw new AppError('conflict', 'It would go back to a seat that it came from.')
    throw new AppError('not_found', `Nobody near in the org chart is a ${what.agent.replaceAll('_', ' ')}. Hire one.`)
  }
  const taskId = uuid()
  await client.query(
    `insert into seat_tasks (id, owner_id, title, brief, status, seat_id, given_by_seat_id, parent_id, depth, playbook, input, criteria, rank, time_zone, language)
     values ($1, $2, $3, $4, 'todo', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      taskId,
      seat.ownerId,
      what.title.slice(0, 200),
      what.brief.slice(0, 20_000),
      chosen.id,
      seat.id,
      task.id,
      task.depth + 1,
      what.playbook,
      storableJson(what.input),
      JSON.stringify(settings.agents.playbook(what.agent, what.playbook)?.criteria ?? []),
      Date.now(),
      task.timeZone,
      task.language,
    ],
  )
  await note(drizzleOf(client), {
    ownerId: seat.ownerId,
    actorId: actorOfSeat(seat.id),
    kind: 'task.made',
    subject: taskId,
    data: { title: what.title },
  })
  return { taskId, seatId: chosen.id }
}
