import { isDeepStrictEqual } from 'node:util'
import { createPause } from '@atrium/contract/pauses'
import { dayOf, type LocalTime, localAt } from '@atrium/domain/dates/local-time'
import type { ImportReport } from './file-actions.ts'
import type { IncomingTask } from './file-parts.ts'
import type { Format } from './file-tasks.ts'
import { projectKey, projectWord } from './project-names.ts'
import type { StoredTask, Task } from './records.ts'
import { formatTodoLine, keyOfTodo, parseTodoLine, type TodoLine } from './todo-txt.ts'

/** A file's task, with the row that it is. */
export interface Planned extends Match {
  one: IncomingTask
}

const LISTED = 200

/** A task in todo.txt's terms. */
export const todoOf = (task: Task, timeZone: string): TodoLine => ({
  done: task.done,
  completed: task.done && task.doneAt ? dayOf(localAt(new Date(task.doneAt), timeZone)) : null,
  created: task.created,
  priority: task.priority,
  title: task.title,
  project: task.project && projectWord(task.project),
  contexts: task.contexts,
  due: task.due,
  recurrence: task.recurrence,
})

/** A project may be written in capitals here and there. */
const keyed = <T extends { project: string | null }>(one: T): T => ({
  ...one,
  project: one.project && projectKey(one.project),
})

/** The line of a task: the imported one, to the letter, as long as it still says what the task is. */
export function lineOf(task: Task, timeZone: string): string {
  const todo = todoOf(task, timeZone)
  if (task.source?.format === 'todo.txt' && isDeepStrictEqual(keyed(parseTodoLine(task.source.text)), keyed(todo)))
    return task.source.text
  return formatTodoLine(todo)
}

/** Every name under which a file may speak of this row. */
function keysOf(row: StoredTask, format: Format, timeZone: string): string[] {
  const keys = row.source?.format === format ? [row.source.key] : []
  if (format === 'ics') return [...keys, row.id]
  if (format === 'todoist') return keys
  const own = keyOfTodo(lineOf(row, timeZone))
  return keys.includes(own) ? keys : [...keys, own]
}

const compared = ({ title, due, priority, project, contexts, recurrence, done }: Task, notes: string | null) => ({
  title,
  due: due as LocalTime | null,
  priority,
  project: project && projectKey(project),
  contexts,
  recurrence,
  done,
  notes,
})

/** The rows that a file may mean, by every name they have; of equal ones each is given once, in their order. */
function rowsByKey() {
  const known = new Map<string, { rows: StoredTask[]; next: number }>()
  const taken = new Set<string>()
  return {
    put(key: string, row: StoredTask): void {
      const entry = known.get(key)
      if (entry) entry.rows.push(row)
      else known.set(key, { rows: [row], next: 0 })
    },
    take(key: string): StoredTask | null {
      const entry = known.get(key)
      for (let row = entry?.rows[entry.next]; entry && row; row = entry.rows[entry.next]) {
        entry.next++
        if (taken.has(row.id)) continue // under its other name
        taken.add(row.id)
        return row
      }
      return null
    },
  }
}

export interface Match {
  /** The row that a file's task is; null when it is new. */
  row: StoredTask | null
  isSame: boolean
}

/**
 * Finds the rows that a file's tasks are, asked for one after the other. A task that was imported before is the same as long
 * as the file says what it said then, whatever was done to it here since; when the file has changed, the file is right. Equal
 * lines are as many tasks. Others are let in between; the signal ends it.
 */
export async function matching(
  format: Format,
  rows: Iterable<StoredTask> | AsyncIterable<StoredTask>,
  timeZone: string,
  signal?: AbortSignal,
): Promise<(incoming: IncomingTask) => Match> {
  const pause = createPause(signal)
  const known = rowsByKey()
  for await (const row of rows) {
    await pause()
    for (const key of keysOf(row, format, timeZone)) known.put(key, row)
  }
  const notes = (one: Task) => (format === 'todo.txt' ? null : one.notes)
  return ({ key, text, task }) => {
    const row = known.take(key)
    if (!row) return { row: null, isSame: false }
    const isUntouchedFile = row.source?.format === format && row.source.text === text
    return {
      row,
      isSame: isUntouchedFile || isDeepStrictEqual(compared(row, notes(row)), compared(task, notes(task))),
    }
  }
}

/** A row as a changed file wants it. What the file does not say stays: its place, when it was written down, its notes. */
export const changedBy = (row: StoredTask, task: Task): Partial<Task> => ({
  ...task,
  section: task.section ?? (task.projectId === row.projectId ? row.section : null),
  parent: task.projectId === row.projectId ? row.parent : null,
  order: row.order,
  notes: task.notes || row.notes,
  created: task.created ?? row.created,
  doneAt: task.done ? (task.doneAt ?? row.doneAt) : null,
})

/** What became of a text's tasks: titles and refused lines are the first of each kind. */
export function reportOf(all: readonly Planned[], refused: ImportReport['refused']): ImportReport {
  const titles = (of: readonly Planned[]) => of.slice(0, LISTED).map(({ one }) => one.task.title)
  const added = all.filter(({ row }) => !row)
  const changed = all.filter(({ row, isSame }) => row && !isSame)
  return {
    added: added.length,
    changed: changed.length,
    same: all.length - added.length - changed.length,
    titles: { added: titles(added), changed: titles(changed) },
    refused: refused.slice(0, LISTED).map(({ line, text, reason }) => ({ line, text, reason: reason.slice(0, 200) })),
    refusedCount: refused.length,
  }
}
