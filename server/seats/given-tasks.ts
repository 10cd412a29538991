import { AppError } from '@atrium/contract/errors'
import { unchecked } from '@atrium/contract/work-product'
import type { Task, TaskChange, TaskDetails } from '@atrium/contract/workforce-work'
import type { Client } from '../platform/runs/store.ts'
import { note, tell } from '../workforce/context.ts'
import { noSuchTask } from './context.ts'
import { eventsOf } from './events.ts'
import { inOneTeam } from './people.ts'
import { type ChangedTask, drizzleOf, type Held, move } from './task-changing.ts'
import { findTasks, shownTask, type TaskShownRow } from './task-shown.ts'

// What one person gave to another: the assignee does it, and sees no more of the owner's things than that takes.

/** SQL about `t`: somebody else's, given to its assignee, and the two are colleagues still. */
export const IS_GIVEN = `t.owner_id <> t.user_id and ${inOneTeam('t.owner_id', 't.user_id')}`

const EVENTS = 100
const EVENT_KINDS = ['task.made', 'task.changed', 'task.given_back']

/** As the assignee sees it in a list. */
export const givenTask = (row: TaskShownRow): Task => ({
  ...shownTask(row),
  giver: { id: row.owner_id, name: row.owner_name ?? '' },
  playbook: null,
  costMicros: 0,
  tokens: 0,
  isPriced: true,
  subtasks: { done: 0, total: 0 },
})

/** As the assignee sees it: what is to be done and what came of it. That they may, the caller has looked. */
export async function givenDetails(sql: Client, row: TaskShownRow): Promise<TaskDetails> {
  const { rows: parents } = await sql.query<{ id: string; title: string }>(
    'select id, title from seat_tasks where id = $1',
    [row.parent_id],
  )
  const { rows: needs } = await sql.query<TaskDetails['needs'][number]>(
    `select o.id, o.title, o.status from task_needs n join seat_tasks o on o.id = n.needs_id where n.task_id = $1 order by o.rank`,
    [row.id],
  )
  const events = await eventsOf(drizzleOf(sql), row.owner_id, [row.id], EVENTS, EVENT_KINDS)
  return {
    ...givenTask(row),
    brief: row.brief,
    result: row.result,
    criteria: row.criteria.map((criterion) => unchecked(criterion)),
    input: {},
    parent: parents[0] ?? null,
    children: [],
    needs,
    runs: [],
    approvals: [],
    deliverables: [],
    question: null,
    budget: null,
    threadId: null,
    canReopen: row.status === 'done' && row.user_id !== null && (await hasClosed(sql, row.user_id, row)),
    files: [],
    // What was changed is shown as it is now; of what it was before, nothing is said.
    events: events.map((event) => ({ ...event, data: event.data.status ? { status: event.data.status } : {} })),
  }
}

/** A task that somebody else gave to this person, locked; null when it is none. */
export async function holdGiven(client: Client, person: string, id: string): Promise<Held | null> {
  const { rows } = await client.query<Held>(
    `select t.id, t.owner_id, t.status, t.seat_id, t.user_id, t.playbook, t.input, t.version from seat_tasks t
     where t.id = $1 and t.user_id = $2 and ${IS_GIVEN} for update of t`,
    [id, person],
  )
  return rows[0] ?? null
}

/** Whether it is what an assignee may say: that it is done, that it is not, or that they will not do it. */
function isTheirs({ status, result, userId, version: _, ...others }: TaskChange, now: string): boolean {
  if (Object.values(others).some((value) => value !== undefined)) return false
  if (userId !== undefined) return userId === null && status === undefined && result === undefined
  if (status === 'done') return now !== 'cancelled'
  return status === 'todo' && result === undefined && (now === 'done' || now === 'todo')
}

/** Whether what is done was closed by this person: what its owner closed is the owner's to open, and to say. */
async function hasClosed(
  client: Client,
  person: string,
  { id, owner_id: ownerId }: Pick<Held, 'id' | 'owner_id'>,
): Promise<boolean> {
  const { rows } = await client.query<{ actor_id: string }>(
    `select actor_id from workforce_events where owner_id = $1 and subject = $2 and kind = 'task.changed' and data->>'status' = 'done'
     order by id desc limit 1`,
    [ownerId, id],
  )
  return rows[0]?.actor_id === person
}

/** Changes a task as whoever it was given to says. */
export async function changeGiven(
  client: Client,
  task: Held,
  person: string,
  change: TaskChange,
): Promise<{ after: ChangedTask; shown: TaskDetails }> {
  const isKept = task.status === 'done' && change.userId === undefined && !(await hasClosed(client, person, task))
  if (isKept || !isTheirs(change, task.status))
    throw new AppError(
      'forbidden',
      'Only the person who gave you this task can change that. You can say that it is done, open it again, or give it back.',
    )
  if (task.version !== change.version)
    throw new AppError('conflict', 'The task was changed meanwhile. Look at it again.')
  const { id, owner_id: ownerId } = task
  const isBack = change.userId === null
  if (isBack && (task.status === 'done' || task.status === 'cancelled'))
    throw new AppError('conflict', 'The task has ended. Open it again first, or give a new one.')
  await client.query(
    `update seat_tasks set version = version + 1, updated_at = now(), result = coalesce($2, result),
       user_id = case when not $3 then user_id end where id = $1`,
    [id, change.result ?? null, isBack],
  )
  const { status } = change
  const to = status === 'done' || status === 'todo' ? status : undefined
  const kind = isBack ? 'task.given_back' : 'task.changed'
  const tx = drizzleOf(client)
  await note(tx, { ownerId, actorId: person, kind, subject: id, data: to ? { status: to } : {} })
  await tell(tx, person)
  const after = to && to !== task.status ? await move(client, task, to, null) : { wake: [], stop: [] }
  const [row] = await findTasks(client, 't.id = $1', [id])
  if (!row) throw noSuchTask()
  return { after, shown: await givenDetails(client, row) }
}
