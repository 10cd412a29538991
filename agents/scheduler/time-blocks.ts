import { sum } from '@atrium/domain/statistics/summary'

export interface Estimated {
  id: string
  title: string
  due: string | null
  priority: string | null
  minutes: number
  /** The title says how long it takes. */
  isEstimated: boolean
}

/** Free time of a day, minutes since midnight. */
export interface Stretch {
  day: string
  from: number
  to: number
}

export interface TimeBlock extends Estimated {
  day: string
  from: number
}

/** Minutes in a title: `Write report (2h)`, `30 min`, `1.5 hours`; null when it says none. */
export function estimateIn(title: string): number | null {
  const [, count = '', unit = ''] =
    /(?<![\d.,])(\d{1,3}(?:[.,]\d)?)\s?(h|hrs?|hours?|m|min|mins|minutes)\b/i.exec(title) ?? []
  if (!count) return null
  const minutes = Number(count.replace(',', '.')) * (/^h/i.test(unit) ? 60 : 1)
  return minutes >= 5 && minutes <= 480 ? Math.round(minutes) : null
}

/**
 * Tasks in the earliest free time that holds them whole, by Jackson's rule (1955): the earliest due first, then the more
 * important. Of each day at most a share (0 to 1) of what is free is used; the rest is slack. What does not fit is `left`.
 */
export function blocksFor(
  tasks: readonly Estimated[],
  free: readonly Stretch[],
  share: number,
): { blocks: TimeBlock[]; left: Estimated[] } {
  const room = new Map(
    [...Map.groupBy(free, ({ day }) => day)].map(([day, mine]) => [
      day,
      Math.floor(sum(mine.map(({ from, to }) => to - from)) * share),
    ]),
  )
  const stretches = free.map((one) => ({ ...one })).sort((a, b) => a.day.localeCompare(b.day) || a.from - b.from)
  const sorted = tasks.toSorted(
    (a, b) => (a.due ?? '9').localeCompare(b.due ?? '9') || (a.priority ?? 'Z').localeCompare(b.priority ?? 'Z'),
  )
  const blocks: TimeBlock[] = []
  const left: Estimated[] = []
  for (const task of sorted) {
    const fitting = stretches.find(
      ({ day, from, to }) => to - from >= task.minutes && (room.get(day) ?? 0) >= task.minutes,
    )
    const isTooLate =
      fitting !== undefined && task.due !== null && task.due >= (free[0]?.day ?? '') && fitting.day > task.due
    if (!fitting || isTooLate) {
      left.push(task)
      continue
    }
    blocks.push({ ...task, day: fitting.day, from: fitting.from })
    fitting.from += task.minutes
    room.set(fitting.day, (room.get(fitting.day) ?? 0) - task.minutes)
  }
  return { blocks: blocks.sort((a, b) => a.day.localeCompare(b.day) || a.from - b.from), left }
}
