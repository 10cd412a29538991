import { isDeepStrictEqual } from 'node:util'
import { type Due, dayOf, localTime, momentOf } from './calendar-days.ts'
import { type ImportReport, type StoredTask, Task } from './module.ts'
import { formatTodoLine, keyOfTodo, parseTodoLine, parseTodoTxt, type TodoLine } from './todo-txt.ts'
import { parseTodos } from './vtodo.ts'

export type Format = 'todo.txt' | 'ics'

/** A task as a file has it. `key` says which task it is, `text` what it said. */
interface Incoming {
  line: number
  key: string
  text: string
  task: Task
}

export interface ImportPlan {
  added: Task[]
  changed: { row: StoredTask; task: Task }[]
  same: number
  refused: ImportReport['refused']
}

const LISTED = 200

/** A task in todo.txt's terms. */
export const todoOf = (task: Task, timeZone: string): TodoLine => ({
  done: task.done,
  completed: task.done && task.doneAt ? dayOf(localTime(new Date(task.doneAt), timeZone)) : null,
  created: task.created,
  priority: task.priority,
  title: task.title,
  project: task.project,
  contexts: task.contexts,
  due: task.due,
  recurrence: task.recurrence,
})

/** The line of a task: the imported one, to the letter, as long as it still says what the task is. */
export function lineOf(task: Task, timeZone: string): string {
  const todo = todoOf(task, timeZone)
  if (task.source?.format === 'todo.txt' && isDeepStrictEqual(parseTodoLine(task.source.text), todo))
    return task.source.text
  return formatTodoLine(todo)
}

interface Read {
  incoming: Incoming[]
  refused: ImportReport['refused']
}

/** Lines that a file's format allows but a task cannot be are refused one by one. */
function accept(found: { line: number; key: string; text: string; task: unknown }[], refused: Read['refused']): Read {
  const incoming: Incoming[] = []
  for (const one of found) {
    const task = Task.safeParse(one.task)
    if (task.success) incoming.push({ ...one, task: task.data })
    else
      refused.push({
        line: one.line,
        text: one.text.slice(0, 200),
        reason: task.error.issues[0]?.message ?? 'cannot be a task',
      })
  }
  return { incoming, refused: refused.sort((a, b) => a.line - b.line) }
}

function readTodoTxt(file: string, timeZone: string): Read {
  const { read, refused } = parseTodoTxt(file)
  const found = read.map(({ line, text, task: { completed, ...todo } }) => {
    const key = keyOfTodo(text)
    const doneAt = completed ? momentOf(`${completed}T12:00`, timeZone).toISOString() : null
    return { line, key, text, task: { ...todo, doneAt, source: { format: 'todo.txt', key, text } } }
  })
  return accept(found, refused)
}

function readIcs(file: string, timeZone: string): Read {
  const { read, refused } = parseTodos(file, timeZone)
  const found = read.map(({ line, todo: { uid, ...todo } }) => {
    const text = JSON.stringify(todo)
    return { line, key: uid, text, task: { ...todo, source: { format: 'ics', key: uid, text } } }
  })
  return accept(found, refused)
}

/** Every name under which a file may speak of this row. */
function keysOf(row: StoredTask, format: Format, timeZone: string): string[] {
  const keys = row.source?.format === format ? [row.source.key] : []
  if (format === 'ics') return [...keys, row.id]
  const own = keyOfTodo(lineOf(row, timeZone))
  return keys.includes(own) ? keys : [...keys, own]
}

const compared = ({ title, due, priority, project, contexts, recurrence, done }: Task, notes: string | null) => ({
  title,
  due: due as Due | null,
  priority,
  project,
  contexts,
  recurrence,
  done,
  notes,
})

/**
 * What a file would do to the tasks there are. A task that was imported before is the same as long as the file says what it
 * said then, whatever was done to it here since; when the file has changed, the file is right. Equal lines are as many tasks.
 */
export function planImport(format: Format, file: string, rows: readonly StoredTask[], timeZone: string): ImportPlan {
  const { incoming, refused } = format === 'ics' ? readIcs(file, timeZone) : readTodoTxt(file, timeZone)
  const known = new Map<string, StoredTask[]>()
  for (const row of rows)
    for (const key of keysOf(row, format, timeZone)) known.set(key, [...(known.get(key) ?? []), row])
  const taken = new Set<string>()
  const plan: ImportPlan = { added: [], changed: [], same: 0, refused }
  for (const { key, text, task } of incoming) {
    const row = known.get(key)?.find((candidate) => !taken.has(candidate.id))
    if (!row) {
      plan.added.push(task)
      continue
    }
    taken.add(row.id)
    const isUntouchedFile = row.source?.format === format && row.source.text === text
    const notes = (one: Task) => (format === 'ics' ? one.notes : null)
    if (isUntouchedFile || isDeepStrictEqual(compared(row, notes(row)), compared(task, notes(task)))) plan.same++
    else plan.changed.push({ row, task })
  }
  return plan
}

export const reportOf = ({ added, changed, same, refused }: ImportPlan): ImportReport => ({
  added: added.length,
  changed: changed.length,
  same,
  titles: {
    added: added.slice(0, LISTED).map((task) => task.title),
    changed: changed.slice(0, LISTED).map(({ task }) => task.title),
  },
  refused: refused.slice(0, LISTED),
})
