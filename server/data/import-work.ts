import { v5 as uuidOf } from 'uuid'
import type { z } from 'zod'
import { ArchivedSeat, ArchivedTask, type WorkFile } from './format-work.ts'
import { idsOf } from './import-history.ts'
import { importApprovals, importDeliverables, importRuns, importSeatThings } from './import-runs.ts'
import { groupsOf, idIn, type OwnedTable, type Session, settleIds, withIds } from './session.ts'
import { eachLine, type Here, insert, known, linesIn } from './work-lines.ts'
import type { Archive } from './zip-read.ts'

const SUBSCRIPTIONS = '6a0c2b1e-7d43-4a55-9a8e-2f4c1de0a911'

const TABLES: Partial<Record<WorkFile, OwnedTable>> = {
  'workforce/seats.jsonl': 'seats',
  'workforce/tasks.jsonl': 'seat_tasks',
  'workforce/runs.jsonl': 'runs',
  'workforce/approvals.jsonl': 'approvals',
  'workforce/deliverables.jsonl': 'deliverables',
  'workforce/memories.jsonl': 'seat_memories',
  'workforce/schedules.jsonl': 'seat_schedules',
}

/**
 * What ended seats hang on: nobody can bring along what was paid for elsewhere, so nothing of it is owed, runs or renews.
 */
async function subscriptionLine(session: Session, agent: string, agentVersion: number): Promise<string> {
  const { owner } = session
  const subscription = uuidOf(owner, SUBSCRIPTIONS)
  const endedAt = new Date().toISOString()
  const row = { id: subscription, owner_id: owner, status: 'cancelled', period: 'monthly', periods: 0 }
  await insert(session, 'subscriptions', {
    ...row,
    cancel_at_period_end: false,
    created_at: endedAt,
    ended_at: endedAt,
  })
  const line = uuidOf(`${owner} ${agent}`, SUBSCRIPTIONS)
  await insert(session, 'subscription_lines', {
    id: line,
    subscription_id: subscription,
    agent,
    agent_version: agentVersion,
    unit_price_cents: 0,
    quantity: 0,
  })
  return line
}

async function importSeats(session: Session, archive: Archive, { seats }: Here): Promise<void> {
  const file = 'workforce/seats.jsonl'
  const managers = new Map<string, string>()
  await eachLine(session, linesIn(archive, file), file, ArchivedSeat, async (seat) => {
    const id = idIn(session, seat.id)
    if (seats.has(id)) return 'present'
    await insert(session, 'seats', {
      id,
      owner_id: session.owner,
      subscription_line_id: await subscriptionLine(session, seat.agent, seat.agentVersion),
      name: seat.name,
      agent: seat.agent,
      agent_version: seat.agentVersion,
      status: 'ended',
      answers: seat.answers,
      is_leaving: false,
      created_at: seat.createdAt,
      ended_at: seat.endedAt ?? new Date().toISOString(),
    })
    seats.add(id)
    if (seat.managerSeatId) managers.set(id, idIn(session, seat.managerSeatId))
    return 'added'
  })
  for (const [id, manager] of managers)
    if (seats.has(manager) && manager !== id)
      await session.client.query('update seats set manager_seat_id = $2 where id = $1', [id, manager])
}

/** As when its seat has ended: what was open is the owner's, to be begun anew. */
function assigned(task: z.output<typeof ArchivedTask>, owner: string, seat: string | null) {
  const { status } = task
  if (status === 'done' || status === 'cancelled')
    return {
      status,
      seat_id: seat,
      user_id: seat === null && task.assignee === 'owner' ? owner : null,
      reason: task.reason,
    }
  const begun = status === 'in_progress' || status === 'waiting_human' || status === 'blocked'
  const isInReview = status === 'in_review'
  return {
    status: begun ? 'todo' : status,
    next_for: isInReview ? 'review' : null,
    seat_id: null,
    user_id: task.assignee || task.seatId ? owner : null,
    reason: isInReview ? task.reason : '',
  }
}

async function importTasks(session: Session, archive: Archive, { seats, tasks, newTasks }: Here): Promise<void> {
  const file = 'workforce/tasks.jsonl'
  const here = (set: Set<string>, id: string | null | undefined) => {
    const own = id ? idIn(session, id) : null
    return own !== null && set.has(own) ? own : null
  }
  await eachLine(session, linesIn(archive, file), file, ArchivedTask, async (task) => {
    const id = idIn(session, task.id)
    if (tasks.has(id)) return 'present'
    await insert(session, 'seat_tasks', {
      id,
      owner_id: session.owner,
      title: task.title,
      brief: task.brief,
      ...assigned(task, session.owner, here(seats, task.seatId)),
      given_by_seat_id: here(seats, task.givenBySeatId),
      parent_id: here(tasks, task.parentId),
      depth: here(tasks, task.parentId) ? task.depth : 0,
      due_on: task.dueOn,
      playbook: task.playbook,
      input: withIds(session.renamed, task.input),
      criteria: task.criteria,
      result: task.result,
      rank: task.rank,
      thread_id: task.threadId ? idIn(session, task.threadId) : null,
      schedule_id: task.scheduleId ? idIn(session, task.scheduleId) : null,
      time_zone: task.timeZone,
      language: task.language,
      tokens: task.tokens,
      cost_micros: task.costMicros,
      is_priced: task.isPriced,
      version: 1,
      created_at: task.createdAt,
      updated_at: task.updatedAt ?? task.createdAt,
      ended_at: task.endedAt,
    })
    tasks.add(id)
    newTasks.add(id)
    return 'added'
  })
  // Once more, line by line: a task may need one that stands behind it.
  for await (const line of linesIn(archive, file)) {
    const { data } = ArchivedTask.pick({ id: true, needs: true }).safeParse(line)
    const task_id = data && idIn(session, data.id)
    if (!task_id || !newTasks.has(task_id)) continue
    for (const needs_id of new Set(data.needs.map((id) => idIn(session, id))))
      if (tasks.has(needs_id) && needs_id !== task_id) await insert(session, 'task_needs', { task_id, needs_id })
  }
}

/**
 * The workforce's past, to be read, and what was open in it as tasks of the owner's. Seats come as ended ones, since what was paid
 * for elsewhere cannot be brought along; nothing that was under way goes on by itself.
 */
export async function importWork(session: Session, archive: Archive): Promise<void> {
  for (const [file, table] of Object.entries(TABLES) as [WorkFile, OwnedTable][])
    for await (const ids of groupsOf(idsOf(linesIn(archive, file)), 1000)) await settleIds(session, table, ids)
  const here: Here = {
    seats: await known(session, 'seats'),
    tasks: await known(session, 'seat_tasks'),
    newTasks: new Set(),
    newRuns: new Set(),
    newDeliverables: new Set(),
  }
  await importSeats(session, archive, here)
  await importTasks(session, archive, here)
  await importRuns(session, archive, here)
  await importApprovals(session, archive, here)
  await importDeliverables(session, archive, here)
  await importSeatThings(session, archive, here)
}
