import { AppError } from '@atrium/contract/errors'
import type { TaskChange } from '@atrium/contract/workforce-work'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { withdrawApprovals } from '../approvals/rows.ts'
import type { Client } from '../platform/runs/store.ts'
import { note, type Tx, tell } from '../workforce/context.ts'
import type { Agents } from './agents.ts'
import { moneyCameFor } from './budget-waits.ts'
import { noSuchTask } from './context.ts'
import { tellAssignees } from './people.ts'
import { afterTask } from './task-ends.ts'
import { checkAssignee, checkNeeds } from './task-making.ts'

export interface Held {
  id: string
  owner_id: string
  status: string
  seat_id: string | null
  user_id: string | null
  playbook: string | null
  input: Record<string, unknown>
  version: number
}

export interface ChangedTask {
  /** Seats to wake, and runs to stop, after the commit. */
  wake: (string | null)[]
  stop: string[]
  /** Another person to whom it was given by this. */
  given?: string
}

const BEING_DONE = ['in_progress', 'waiting_human']
const ENDED = ['done', 'cancelled']
const OWN_FIELDS = {
  title: 'title',
  brief: 'brief',
  dueOn: 'due_on',
  seatId: 'seat_id',
  userId: 'user_id',
  playbook: 'playbook',
  rank: 'rank',
  result: 'result',
} as const

export const drizzleOf = (client: Client): Tx => drizzle(client as pg.PoolClient) as unknown as Tx

export async function holdTask(client: Client, owner: string, id: string): Promise<Held> {
  const { rows } = await client.query<Held>(
    'select id, owner_id, status, seat_id, user_id, playbook, input, version from seat_tasks where id = $1 and owner_id = $2 for update',
    [id, owner],
  )
  if (!rows[0]) throw noSuchTask()
  return rows[0]
}

/** The open runs of a task and of all below it. */
async function openRuns(client: Client, taskId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `with recursive below as (select id from seat_tasks where id = $1 union all select t.id from seat_tasks t join below on t.parent_id = below.id)
     select r.id from seat_runs r join below on below.id = r.task_id where r.status in ('queued', 'running', 'waiting')`,
    [taskId],
  )
  return rows.map(({ id }) => id)
}

/** Ends what waits for these tasks, with what it asked for; what is carried out now is stopped after the commit. */
async function endWaiting(client: Client, runs: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `with over as (
       update runs set status = 'cancelled', worker = null, lease_until = null, ended_at = now()
       where id = any($1) and status in ('queued', 'waiting') returning id
     ) update seat_runs r set status = 'cancelled', goes_on = false, ended_at = now() from over where r.id = over.id returning r.id`,
    [runs],
  )
  await withdrawApprovals(
    client,
    rows.map(({ id }) => id),
  )
}

/** The parts that a seat gave to others and that are still open: begun anew, it would give them again. */
export async function cancelParts(client: Client, taskId: string): Promise<ChangedTask> {
  const { rows } = await client.query<{ id: string }>(
    `select id from seat_tasks where parent_id = $1 and given_by_seat_id is not null and status not in ('done', 'cancelled') order by id for update`,
    [taskId],
  )
  const ended = { wake: [] as (string | null)[], stop: [] as string[] }
  for (const part of rows) {
    const { wake, stop } = await cancel(client, part)
    ended.wake.push(...wake)
    ended.stop.push(...stop)
  }
  return ended
}

/** Ends a task and all below it that is open, and lets those that wait for it know. */
async function cancel(client: Client, task: Pick<Held, 'id'>): Promise<ChangedTask> {
  const stop = await openRuns(client, task.id)
  await endWaiting(client, stop)
  const { rows } = await client.query<{ id: string }>(
    `with recursive below as (select id from seat_tasks where id = $1 union all select t.id from seat_tasks t join below on t.parent_id = below.id)
     update seat_tasks t set status = 'cancelled', next_for = null, reason = '', version = version + 1, updated_at = now(), ended_at = now()
     from below where t.id = below.id and t.status not in ('done', 'cancelled') returning t.id`,
    [task.id],
  )
  const ids = rows.map(({ id }) => id)
  await tellAssignees(client, ids)
  const wake = await Promise.all(ids.map((id) => afterTask(client, id)))
  return { wake: wake.flat(), stop }
}

async function refuseCircle(client: Client, id: string): Promise<void> {
  const { rowCount } = await client.query(
    `with recursive ahead as (select needs_id from task_needs where task_id = $1 union select n.needs_id from task_needs n join ahead on n.task_id = ahead.needs_id)
     select 1 from ahead where needs_id = $1`,
    [id],
  )
  if (rowCount)
    throw new AppError('bad_request', 'These tasks would wait for each other in a circle.', {
      details: { field: 'needs' },
    })
}

/** Sets what a task and all below it may cost. Answers the seats that go on with it. */
async function limitTask(client: Client, task: Held, actor: string, limitMicros: number | null): Promise<string[]> {
  const { owner_id: ownerId, id } = task
  await client.query(
    limitMicros === null
      ? `delete from budgets where owner_id = $1 and scope = 'task' and scope_id = $2`
      : `insert into budgets (owner_id, scope, scope_id, limit_micros) values ($1, 'task', $2, $3)
         on conflict (owner_id, scope, scope_id) do update set limit_micros = excluded.limit_micros`,
    limitMicros === null ? [ownerId, id] : [ownerId, id, limitMicros],
  )
  const data = { scope: 'task', limitMicros }
  await note(drizzleOf(client), { ownerId, actorId: actor, kind: 'budget.changed', subject: id, data })
  return moneyCameFor(client, id)
}

/** Changes a task as its owner says. Throws sentences for what cannot be; `conflict` when somebody was faster. */
export async function changeTask(
  client: Client,
  agents: Agents,
  owner: string,
  actor: string,
  id: string,
  change: TaskChange,
): Promise<ChangedTask> {
  const task = await holdTask(client, owner, id)
  const tx = drizzleOf(client)
  if (task.version !== change.version)
    throw new AppError('conflict', 'The task was changed meanwhile. Look at it again.')
  const { status, version: _, rank, needs, criteria, input, budgetMicros, result, ...rest } = change
  const isMore = [needs, criteria, input, ...Object.values(rest)].some((value) => value !== undefined)
  if (isMore && BEING_DONE.includes(task.status))
    throw new AppError('conflict', 'The task is being worked on. Stop it first, then change it.')
  if ((isMore || budgetMicros !== undefined) && ENDED.includes(task.status))
    throw new AppError('conflict', 'The task has ended. Open it again first, or give a new one.')
  const next = {
    seatId: rest.seatId === undefined ? (rest.userId ? null : task.seat_id) : rest.seatId,
    userId: rest.userId === undefined ? (rest.seatId ? null : task.user_id) : rest.userId,
    playbook: rest.playbook === undefined ? task.playbook : rest.playbook,
    input: input ?? task.input,
  }
  if (next.seatId !== task.seat_id && rest.playbook === undefined) next.playbook = null
  if (result !== undefined && next.seatId !== null)
    throw new AppError(
      'conflict',
      'A seat’s task is done when you accept what it handed in. To end it without, cancel it.',
    )
  const isGiven = next.userId !== null && next.userId !== owner && next.userId !== task.user_id
  if (isGiven && task.status === 'in_review')
    throw new AppError('conflict', 'It waits for your verdict. Accept it or send it back.')
  const hasNewWork = next.seatId !== task.seat_id || next.playbook !== task.playbook || input !== undefined
  if (isMore && (hasNewWork || next.userId !== task.user_id)) await checkAssignee(tx, agents, owner, next)
  if (needs) {
    // One at a time: two that look past each other could make a circle.
    await client.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`needs ${owner}`])
    await checkNeeds(tx, owner, needs)
    await client.query('delete from task_needs where task_id = $1', [id])
    await client.query('insert into task_needs (task_id, needs_id) select $1, unnest($2::text[])', [
      id,
      [...new Set(needs)],
    ])
    await refuseCircle(client, id)
  }
  const values: Record<string, unknown> = {
    ...rest,
    seatId: next.seatId,
    userId: next.userId,
    playbook: next.playbook,
    rank,
    result,
  }
  const sets = Object.entries(OWN_FIELDS).filter(([name]) => values[name] !== undefined)
  await client.query(
    `update seat_tasks set version = version + 1, updated_at = now(), input = $2, criteria = coalesce($3, criteria)
       ${sets.map(([, column], at) => `, ${column} = $${at + 4}`).join('')} where id = $1`,
    [id, JSON.stringify(next.input), criteria ? JSON.stringify(criteria) : null, ...sets.map(([name]) => values[name])],
  )
  if (isMore || status || result !== undefined) {
    await note(tx, {
      ownerId: owner,
      actorId: actor,
      kind: 'task.changed',
      subject: id,
      data: status ? { status } : {},
    })
    for (const one of new Set([task.user_id, next.userId])) if (one !== null && one !== owner) await tell(tx, one)
  }
  const paid = budgetMicros === undefined ? [] : await limitTask(client, task, actor, budgetMicros)
  const after = await goOn(client, task, next.seatId, status, hasNewWork)
  return { wake: [...after.wake, ...paid], stop: after.stop, ...(isGiven && { given: next.userId as string }) }
}

/** What follows from a change for where the task stands, and for what is being done for it. */
async function goOn(
  client: Client,
  task: Held,
  seatId: string | null,
  status: TaskChange['status'],
  hasNewWork: boolean,
): Promise<ChangedTask> {
  const to = status ?? (task.status === 'blocked' && hasNewWork ? 'todo' : undefined)
  if (task.status === 'blocked' && to) {
    const waiting = await openRuns(client, task.id)
    // Tried again as it is, a run that waited for money goes on where it was; with other work it begins anew.
    if (to === 'todo' && !hasNewWork && waiting.length > 0) {
      await client.query('update seat_runs set goes_on = true where id = any($1)', [waiting])
      return { wake: [seatId], stop: [] }
    }
    await endWaiting(client, waiting)
  }
  return to && to !== task.status ? move(client, task, to, seatId) : { wake: [seatId], stop: [] }
}

/** Moves it where its person says. */
export async function move(
  client: Client,
  task: Held,
  to: 'backlog' | 'todo' | 'done' | 'cancelled',
  seatId: string | null,
): Promise<ChangedTask> {
  const set = (status: string) =>
    client.query(
      `update seat_tasks set status = $2, next_for = null, reason = '', updated_at = now(), ended_at = case when $2 = 'done' then now() end where id = $1`,
      [task.id, status],
    )
  if (to === 'cancelled') return cancel(client, task)
  if (BEING_DONE.includes(task.status))
    throw new AppError('conflict', 'The task is being worked on. Stop it first, then move it.')
  if (to === 'done') {
    if (seatId !== null)
      throw new AppError(
        'conflict',
        'A seat’s task is done when you accept what it handed in. To end it without, cancel it.',
      )
    await set('done')
    return { wake: await afterTask(client, task.id), stop: [] }
  }
  if (task.status === 'in_review')
    throw new AppError('conflict', 'It waits for your verdict. Accept it or send it back.')
  await set(to)
  return { wake: [seatId], stop: [] }
}
