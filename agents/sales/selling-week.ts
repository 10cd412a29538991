import { addDays } from '../kit/days.ts'
import { type CalendarEvent, minutesOf } from '../kit/events.ts'
import { isWorkday } from '../kit/periods.ts'
import type { InboxTask } from '../kit/task-inbox.ts'

export interface PlannedTask {
  task: InboxTask
  /** Minutes. */
  takes: number
  /** Its due day has passed. */
  isLate: boolean
  /** It is planned after the day on which it was due. */
  slips: boolean
}

export interface SellingDay {
  day: string
  events: CalendarEvent[]
  /** Minutes of the working day that no appointment takes. */
  free: number
  tasks: PlannedTask[]
}

/** Minutes of a task by what it begins with: a message is written faster than a proposal. */
export const minutesFor = (title: string): number =>
  /^(?:write to|follow up|reply|answer|send|e-?mail)\b/i.test(title)
    ? 15
    : /^(?:call|phone|ring)\b/i.test(title)
      ? 20
      : /\b(?:proposal|quote|offer|presentation|contract|demo)\b/i.test(title)
        ? 60
        : 30

/** What share of the free time is planned: the rest is for what comes in. */
export const PLANNED_SHARE = 0.7

const dueDay = ({ due }: InboxTask) => due?.slice(0, 10) ?? '9999-12-31'

/**
 * Lays open tasks onto working days: the earliest due first, then by priority, each on the first day with room that is not
 * after its due day when there is one, else on the first with room at all. What finds none is left over.
 *
 * @param dayMinutes working time of a day
 */
export function planWeek(
  tasks: readonly InboxTask[],
  events: readonly CalendarEvent[],
  from: string,
  count: number,
  dayMinutes: number,
): { days: SellingDay[]; left: InboxTask[] } {
  const days: SellingDay[] = []
  for (let day = from; days.length < count; day = addDays(day, 1)) {
    if (!isWorkday(day)) continue
    const here = events.filter(({ start, end }) =>
      start.includes('T') ? start.startsWith(day) : start <= day && day < (end > start ? end : addDays(start, 1)),
    )
    const taken = here.reduce((sum, event) => sum + minutesOf(event), 0)
    days.push({ day, events: here, free: Math.max(0, dayMinutes - taken), tasks: [] })
  }
  const left: InboxTask[] = []
  const order = [...tasks].sort(
    (a, b) =>
      dueDay(a).localeCompare(dueDay(b)) ||
      (a.priority ?? 'Z').localeCompare(b.priority ?? 'Z') ||
      a.createdAt.localeCompare(b.createdAt),
  )
  for (const task of order) {
    const takes = minutesFor(task.title)
    const room = days.filter(
      (day) => day.tasks.reduce((sum, one) => sum + one.takes, 0) + takes <= day.free * PLANNED_SHARE,
    )
    const found = room.find(({ day }) => day <= dueDay(task)) ?? room[0]
    if (found) found.tasks.push({ task, takes, isLate: dueDay(task) < from, slips: found.day > dueDay(task) })
    else left.push(task)
  }
  return { days, left }
}
