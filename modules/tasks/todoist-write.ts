import { dayOf, timeOf } from '@atrium/domain/dates/local-time'
import { recordLine } from '@atrium/domain/tables/writing'
import type { Section, Task } from './records.ts'
import { parseInterval } from './recurrence.ts'
import { recurrenceLabel } from './recurrence-label.ts'

const COLUMNS = [
  ...['TYPE', 'CONTENT', 'DESCRIPTION', 'PRIORITY', 'INDENT', 'AUTHOR', 'RESPONSIBLE', 'DATE', 'DATE_LANG', 'TIMEZONE'],
] as const
type Row = Partial<Record<(typeof COLUMNS)[number], string>>

const written = (row: Row): string => recordLine(COLUMNS.map((name) => row[name] ?? ''))

/** `every! 2 weeks` counts from the day it was done, as in Todoist. */
function dateOf({ due, recurrence }: Pick<Task, 'due' | 'recurrence'>): string {
  const [day, time] = due ? [dayOf(due), timeOf(due)] : ['', null]
  const at = time ? ` at ${time}` : ''
  if (!recurrence) return `${day}${at}`
  const interval = recurrence.startsWith('rec:') ? parseInterval(recurrence) : null
  const unit = interval && (interval.every === 1 ? interval.unit : `${interval.every} ${interval.unit}s`)
  const words = interval ? `every${interval.strict ? '' : '!'} ${unit}` : recurrenceLabel(recurrence)
  return `${words}${at}${day ? ` starting ${day}` : ''}`
}

type Nested = Task & { depth: number }

/** A project as a CSV that Todoist imports: first what stands in no section, then section by section. */
export function* formatTodoist(tasks: readonly Nested[], sections: readonly Section[]): Generator<string> {
  yield written(Object.fromEntries(COLUMNS.map((name) => [name, name])))
  const known = new Set(sections.map(({ id }) => id))
  const groups = Map.groupBy(tasks, ({ section }) => (section !== null && known.has(section) ? section : ''))
  for (const { id, name } of [{ id: '', name: '' }, ...sections]) {
    if (name) yield written({ TYPE: 'section', CONTENT: name })
    for (const task of groups.get(id) ?? [])
      yield written({
        TYPE: 'task',
        CONTENT: [task.title, ...task.contexts.map((context) => `@${context}`)].join(' '),
        DESCRIPTION: task.notes,
        PRIORITY: String('ABC'.indexOf(task.priority ?? 'D') + 1 || 4),
        INDENT: String(task.depth + 1),
        DATE: dateOf(task),
        DATE_LANG: 'en',
      })
  }
}
