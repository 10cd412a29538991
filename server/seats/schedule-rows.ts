import type { Schedule } from '@atrium/contract/workforce-seats'
import { and, desc, eq } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { schedules } from './tables.ts'

export type ScheduleRow = typeof schedules.$inferSelect

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
