import type { Order, Where } from '@atrium/contract/module'
import { addDays, type Day } from '@atrium/domain/dates/days'
import { dayOf } from '@atrium/domain/dates/local-time'
import type { View } from './readings.ts'
import type { Task } from './records.ts'

/** What a view shows. The inbox holds what nobody has sorted yet: no date and no project. */
export function viewWhere(view: View, today: Day): Where<Task> {
  if (view === 'done') return { done: true }
  if (view === 'today') return { done: false, due: { lt: addDays(today, 1) } }
  if (view === 'upcoming') return { done: false, due: { gte: addDays(today, 1) } }
  return view === 'inbox' ? { done: false, due: null, projectId: null, parent: null } : { done: false }
}

export function viewOrder(view: View): Order<Task>[] {
  if (view === 'done') return ['-doneAt', '-updatedAt']
  return view === 'today' || view === 'upcoming' ? ['due', 'priority', 'order'] : ['order']
}

/** The view an open task is found in besides `anytime`; `anytime` when in no other. */
export function viewOf(task: Pick<Task, 'due' | 'projectId'>, today: Day): Exclude<View, 'done'> {
  if (task.due !== null) return dayOf(task.due) <= today ? 'today' : 'upcoming'
  return task.projectId === null ? 'inbox' : 'anytime'
}
