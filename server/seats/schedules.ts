import { AppError } from '@atrium/contract/errors'
import { NewTask } from '@atrium/contract/workforce-work'
import { and, eq, lte, sql } from 'drizzle-orm'
import { isUnreachable } from '../platform/database/connect.ts'
import { note, type Tx, tell } from '../workforce/context.ts'
import { seats } from '../workforce/tables.ts'
import type { SeatsSettings } from './context.ts'
import { hasModel } from './model-needed.ts'
import { nextTime } from './next-time.ts'
import { ENDED_SEAT, type ScheduleRow } from './schedule-rows.ts'
import { schedules, seatTasks } from './tables.ts'
import { createTask } from './task-making.ts'

type Settings = Pick<SeatsSettings, 'db' | 'agents' | 'registryOf' | 'log' | 'wake'>

/** Schedules of one pass; the next one takes the rest. */
const PASS = 200

/** What it gave last is still to be done: another one beside it would only wait. */
async function isUnderWay(tx: Tx, { id, trigger }: ScheduleRow): Promise<boolean> {
  // A weekly report is not held up by last week's, which waits to be read; what answers to changes waits for that too.
  const over = trigger.kind === 'time' ? sql`('in_review', 'done', 'cancelled')` : sql`('done', 'cancelled')`
  return (await tx.$count(seatTasks, and(eq(seatTasks.scheduleId, id), sql`${seatTasks.status} not in ${over}`))) > 0
}

const order = ({ id, seatId, title, brief, playbook, input, nextAt }: ScheduleRow) =>
  NewTask.parse({ title, brief, playbook, input, seatId, attempt: `schedule:${id}:${nextAt?.getTime() ?? 0}` })

/** Takes one schedule whose time has come. Answers the seat that has a task now; undefined when nothing is due. */
async function keepOne({ db, agents, registryOf, log }: Settings, now: Date): Promise<string | null | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(schedules)
      .where(and(eq(schedules.isOn, true), lte(schedules.nextAt, now)))
      .orderBy(schedules.nextAt)
      .limit(1)
      .for('update', { skipLocked: true })
    if (!row) return undefined
    const { id, ownerId, seatId, trigger } = row
    let taskId: string | null = null
    let problem = ''
    let isLost = false
    try {
      const [seat] = await tx.select({ status: seats.status }).from(seats).where(eq(seats.id, seatId))
      isLost = seat?.status === 'ended'
      if (isLost) problem = ENDED_SEAT
      else if (await isUnderWay(tx, row)) problem = 'The task of the time before is not done yet, so none was made.'
      else {
        const isThere = await hasModel(registryOf, ownerId)
        taskId = await tx.transaction((inner) =>
          createTask(inner, agents, ownerId, order(row), {
            by: null,
            timeZone: row.timeZone,
            language: row.language,
            scheduleId: id,
            hasModel: isThere,
          }),
        )
      }
    } catch (error) {
      if (isUnreachable(error)) throw error
      if (!(error instanceof AppError)) log.error({ err: error, schedule: id }, 'a schedule could make no task')
      problem = error instanceof AppError ? error.message : 'Something went wrong. It is tried again the next time.'
    }
    // However long the server was down, the times that were missed are one.
    const nextAt = trigger.kind === 'time' && !isLost ? nextTime(trigger, now) : null
    await tx
      .update(schedules)
      .set({ nextAt, problem, ...(isLost && { isOn: false }), ...(taskId && { lastTaskId: taskId }) })
      .where(eq(schedules.id, id))
    if (problem && problem !== row.problem)
      await note(tx, {
        ownerId,
        actorId: null,
        kind: 'schedule.failed',
        subject: seatId,
        data: { id, title: row.title, problem },
      })
    else await tell(tx, ownerId)
    return taskId && seatId
  })
}

/** Makes the tasks of the schedules whose time has come, each in a transaction of its own; any number of instances may. */
export async function keepSchedules(settings: Settings, now = new Date()): Promise<void> {
  const given: string[] = []
  for (let count = 0; count < PASS; count++) {
    const seat = await keepOne(settings, now)
    if (seat === undefined) break
    if (seat !== null) given.push(seat)
  }
  if (given.length > 0) settings.wake(given)
}
