import { daysBetween } from '@atrium/domain/dates/days'
import type { InboxTask } from './task-inbox.ts'

// How long what has to be mended stays open: ageing and mean time to remediate.

export interface Aged {
  task: InboxTask
  /** Whole days from its making to its end, or to today. */
  days: number
  /** Days past its due day; 0 when it is in time or has none. */
  late: number
}

/** Days of age at which a bucket ends. */
export const BUCKETS = [7, 30, 90] as const

export const bucketOf = (days: number): string =>
  days <= 7 ? '0–7 days' : days <= 30 ? '8–30 days' : days <= 90 ? '31–90 days' : 'over 90 days'

export function aged(task: InboxTask, today: string): Aged {
  const end = (task.done && task.doneAt?.slice(0, 10)) || today
  const due = task.due?.slice(0, 10) ?? null
  return {
    task,
    days: Math.max(0, daysBetween(task.createdAt.slice(0, 10), end)),
    late: due ? Math.max(0, daysBetween(due, end)) : 0,
  }
}

/** Of the closed ones, the share that was closed by its due day; null when none had one. */
export function inTime(closed: readonly Aged[]): number | null {
  const dated = closed.filter(({ task }) => task.due !== null)
  return dated.length === 0 ? null : dated.filter(({ late }) => late === 0).length / dated.length
}
