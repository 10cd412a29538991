import { dayOf } from '@atrium/domain/dates/local-time'
import type { Section, TaskRow as Task } from '../records.ts'

export interface Group {
  key: string
  heading: string | null
  section?: Section
  tasks: readonly Task[]
}

/** Today parts what is overdue from the day; upcoming has a heading for each day. */
export function byDay(
  rows: readonly Task[],
  today: string,
  overdue: string,
  heading: (day: string) => string,
): Group[] {
  const nameOf = ({ due }: Task) => (dayOf(due ?? today) < today ? overdue : heading(dayOf(due ?? today)))
  return [...Map.groupBy(rows, nameOf)].map(([name, tasks]) => ({ key: name, heading: name, tasks }))
}

/** A project's sections, the empty ones too; before them what stands in none. */
export function bySection(rows: readonly Task[], sections: readonly Section[]): Group[] {
  const known = new Set(sections.map(({ id }) => id))
  const of = Map.groupBy(rows, ({ section }) => (section !== null && known.has(section) ? section : ''))
  return [
    { key: '', heading: null, tasks: of.get('') ?? [] },
    ...sections.map((section) => ({
      key: section.id,
      heading: section.name,
      section,
      tasks: of.get(section.id) ?? [],
    })),
  ]
}

export interface Place {
  id: string
  after: string | null
  parent?: string | null
}

/** Where a task goes by a step among those beside it, below the one before it, or out of the task above it; null for nowhere. */
export function placeAfter(task: Task, step: 'up' | 'down' | 'in' | 'out', rows: readonly Task[]): Place | null {
  const { id } = task
  const beside = rows.filter(({ parent, section }) => parent === task.parent && section === task.section)
  const at = beside.findIndex((one) => one.id === id)
  if (step === 'in') {
    const above = beside[at - 1]
    const last = rows.findLast(({ parent }) => parent === above?.id)
    return above ? { id, parent: above.id, after: last?.id ?? above.id } : null
  }
  if (step === 'out') {
    const above = rows.find((one) => one.id === task.parent)
    return above ? { id, parent: above.parent, after: above.id } : null
  }
  const others = beside.filter((one) => one.id !== id)
  const to = at + (step === 'up' ? -1 : 1)
  return to < 0 || to > others.length ? null : { id, after: others[to - 1]?.id ?? null }
}
