import { AppError } from '@atrium/contract/errors'
import { DEPTH_MAX, type NewTask } from '@atrium/contract/workforce-work'
import { and, eq, inArray, ne, notInArray } from 'drizzle-orm'
import type { z } from 'zod'
import { issueSentence } from '../platform/http/issue-sentence.ts'
import { uuid } from '../platform/ids.ts'
import { note, type Tx, tell } from '../workforce/context.ts'
import { seats } from '../workforce/tables.ts'
import type { Agents } from './agents.ts'
import { fileFields } from './choosing.ts'
import { noSuchSeat, noSuchTask } from './context.ts'
import { refuseUndoable } from './model-needed.ts'
import { areColleagues } from './people.ts'
import { budgets, seatTasks, taskNeeds } from './tables.ts'

/** Open tasks of one owner. */
const OPEN_MAX = 10_000

export type TaskOrder = z.output<typeof NewTask>

export interface Given {
  /** Who gives it; null: a schedule. */
  by: string | null
  timeZone: string
  language: string
  /** Whether a model could do it. */
  hasModel: boolean
  threadId?: string | null
  scheduleId?: string | null
}

/** Throws what is wrong with a playbook's input, naming the field. Of files only that there are some. */
export function checkInput(agents: Agents, agentKey: string, playbook: string, input: Record<string, unknown>): void {
  const found = agents.playbook(agentKey, playbook)
  if (!found) throw new AppError('bad_request', 'This agent has no such playbook.', { details: { field: 'playbook' } })
  const parsed = found.input.safeParse(input)
  if (parsed.success) return
  const issue = parsed.error.issues[0]
  const field = String(issue?.path[0] ?? '')
  const lacksFile = input[field] === undefined && fileFields(found).includes(field)
  throw new AppError(
    'bad_request',
    lacksFile ? 'Choose a file.' : issue ? issueSentence(issue) : 'The input does not fit.',
    {
      details: { field: `input.${field}` },
    },
  )
}

/** Throws unless the owner has such a seat that has not ended. Answers its agent. */
export async function livingSeat(tx: Tx, owner: string, seatId: string): Promise<{ agent: string; name: string }> {
  const [seat] = await tx
    .select({ agent: seats.agent, name: seats.name })
    .from(seats)
    .where(and(eq(seats.id, seatId), eq(seats.ownerId, owner), ne(seats.status, 'ended')))
  if (!seat) throw noSuchSeat()
  return seat
}

export async function checkAssignee(
  tx: Tx,
  agents: Agents,
  owner: string,
  task: Pick<TaskOrder, 'seatId' | 'userId' | 'playbook' | 'input'>,
): Promise<void> {
  const { seatId, userId, playbook, input } = task
  if (seatId && userId) throw new AppError('bad_request', 'A task is done by a seat or by a person, not by both.')
  if (userId && !(await areColleagues(tx, owner, userId)))
    throw new AppError('not_found', 'That person is in no team with you.', { details: { field: 'userId' } })
  if (!seatId && playbook)
    throw new AppError('bad_request', 'Choose the seat that follows the playbook.', { details: { field: 'seatId' } })
  if (!seatId) return
  const { agent } = await livingSeat(tx, owner, seatId)
  if (playbook) checkInput(agents, agent, playbook, input)
}

export async function checkNeeds(tx: Tx, owner: string, needs: readonly string[]): Promise<void> {
  if (needs.length === 0) return
  const found = await tx.$count(seatTasks, and(eq(seatTasks.ownerId, owner), inArray(seatTasks.id, [...needs])))
  if (found !== new Set(needs).size)
    throw new AppError('not_found', 'A task that must be done first was not found.', { details: { field: 'needs' } })
}

/** The task that this attempt has made, if it has. */
export async function taskOfAttempt(tx: Tx, owner: string, attempt: string): Promise<string | undefined> {
  const isIt = and(eq(seatTasks.ownerId, owner), eq(seatTasks.attempt, attempt))
  const [found] = await tx.select({ id: seatTasks.id }).from(seatTasks).where(isIt)
  return found?.id
}

/** Makes a task; the same attempt again answers the one it made. Wake its seat after the commit. */
export async function createTask(
  tx: Tx,
  agents: Agents,
  owner: string,
  order: TaskOrder,
  given: Given,
): Promise<string> {
  const known = await taskOfAttempt(tx, owner, order.attempt)
  if (known) return known
  await checkAssignee(tx, agents, owner, order)
  if (order.seatId && !order.playbook && order.status === 'todo' && !given.hasModel)
    refuseUndoable(agents, (await livingSeat(tx, owner, order.seatId)).agent, `${order.title} ${order.brief}`)
  await checkNeeds(tx, owner, order.needs)
  let depth = 0
  if (order.parentId) {
    const [parent] = await tx
      .select({ depth: seatTasks.depth })
      .from(seatTasks)
      .where(and(eq(seatTasks.id, order.parentId), eq(seatTasks.ownerId, owner)))
    if (!parent) throw noSuchTask()
    depth = parent.depth + 1
    if (depth > DEPTH_MAX)
      throw new AppError('bad_request', `Tasks lie at most ${DEPTH_MAX} deep in each other. Put it one higher.`)
  }
  const open = await tx.$count(
    seatTasks,
    and(eq(seatTasks.ownerId, owner), notInArray(seatTasks.status, ['done', 'cancelled'])),
  )
  if (open >= OPEN_MAX) throw new AppError('too_large', 'You have 10,000 open tasks. End some first.')
  const agent = order.seatId ? (await livingSeat(tx, owner, order.seatId)).agent : null
  const playbook = agent && order.playbook ? agents.playbook(agent, order.playbook) : undefined
  const id = uuid()
  const [made] = await tx
    .insert(seatTasks)
    .values({
      id,
      ownerId: owner,
      title: order.title,
      brief: order.brief,
      status: order.status,
      seatId: order.seatId,
      userId: order.userId,
      parentId: order.parentId,
      depth,
      dueOn: order.dueOn,
      playbook: order.playbook,
      input: order.input,
      criteria: order.criteria ?? [...(playbook?.criteria ?? [])],
      rank: Date.now(),
      threadId: given.threadId ?? null,
      scheduleId: given.scheduleId ?? null,
      attempt: order.attempt,
      timeZone: given.timeZone,
      language: given.language,
    })
    .onConflictDoNothing({ target: [seatTasks.ownerId, seatTasks.attempt] })
    .returning({ id: seatTasks.id })
  // The other call of the same attempt was faster, and has committed: the insert waited for it.
  const faster = made ? undefined : await taskOfAttempt(tx, owner, order.attempt)
  if (faster) return faster
  if (!made) throw new AppError('conflict', 'The same task is being made right now. Look again in a moment.')
  if (order.needs.length > 0)
    await tx.insert(taskNeeds).values([...new Set(order.needs)].map((needsId) => ({ taskId: id, needsId })))
  if (order.budgetMicros !== null)
    await tx.insert(budgets).values({ ownerId: owner, scope: 'task', scopeId: id, limitMicros: order.budgetMicros })
  await note(tx, { ownerId: owner, actorId: given.by, kind: 'task.made', subject: id, data: { title: order.title } })
  if (order.userId && order.userId !== owner) await tell(tx, order.userId)
  return id
}
