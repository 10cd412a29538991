import type { LostSchedule, Schedule } from '@atrium/contract/workforce-seats'
import { and, desc, eq } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { seats } from '../workforce/tables.ts'
import { schedules } from './tables.ts'

export type ScheduleRow = typeof schedules.$inferSelect

/** Of one list; those that were given to a seat or deleted make room for the rest. */
const LOST_MOST = 200

/** Why a schedule that nobody took over is off. */
export const ENDED_SEAT = 'Its seat has ended.'

export const shownSchedule = (row: ScheduleRow): Schedule => ({
  id: row.id,
  seatId: row.seatId,
  title: row.title,
  brief: row.brief,
  playbook: row.playbook,
  input: row.input,
  trigger: row.trigger,
  isOn: row.isOn,
  nextAt: row.isOn ? (row.nextAt?.toISOString() ?? null) : null,
  lastTaskId: row.lastTaskId,
  problem: row.problem,
})

/** Of a seat, the newest first. */
export async function schedulesOf(on: Queryable, ownerId: string, seatId: string): Promise<Schedule[]> {
  const rows = await on
    .select()
    .from(schedules)
    .where(and(eq(schedules.ownerId, ownerId), eq(schedules.seatId, seatId)))
    .orderBy(desc(schedules.id))
  return rows.map(shownSchedule)
}

/** What an owner's ended seats left behind, the newest first. */
export async function lostSchedules(on: Queryable, ownerId: string): Promise<LostSchedule[]> {
  const rows = await on
    .select({ schedule: schedules, seat: seats })
    .from(schedules)
    .innerJoin(seats, eq(seats.id, schedules.seatId))
    .where(and(eq(schedules.ownerId, ownerId), eq(seats.status, 'ended')))
    .orderBy(desc(schedules.id))
    .limit(LOST_MOST)
  return rows.map(({ schedule, seat: { id, name, agent } }) => ({
    ...shownSchedule(schedule),
    isOn: false,
    nextAt: null,
    problem: ENDED_SEAT,
    seat: { id, name, agentKey: agent },
  }))
}
