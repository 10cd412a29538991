import { inOurWords } from '@atrium/contract/own-words'
import { createPause, type Pause } from '@atrium/contract/pauses'
import { instantOf } from '@atrium/domain/dates/local-time'
import type { ImportReport } from './file-actions.ts'
import { type IncomingTask, withParts } from './file-parts.ts'
import { parseTodos } from './ics-read.ts'
import { Task } from './records.ts'
import { keyOfTodo, parseTodoTxt } from './todo-txt.ts'
import { type Clock, parseTodoist } from './todoist-read.ts'

export type Format = 'todo.txt' | 'ics' | 'todoist'

export interface FoundTasks {
  incoming: IncomingTask[]
  refused: ImportReport['refused']
}

interface Found {
  line: number
  key: string
  text: string
  /** What the person is shown when it is refused. */
  shown: string
  task: unknown
  parent?: string | undefined
  section?: string | undefined
}

/** Lines that a file's format allows but a task cannot be are refused one by one. */
async function accept(found: readonly Found[], refused: FoundTasks['refused'], pause: Pause): Promise<FoundTasks> {
  const incoming: IncomingTask[] = []
  for (const { line, key, text, shown, task: said, parent, section } of found) {
    await pause()
    const task = Task.safeParse(said, inOurWords)
    if (task.success) incoming.push({ line, key, text, task: task.data, parent, section })
    else
      refused.push({
        line,
        text: shown.slice(0, 200),
        reason: task.error.issues[0]?.message ?? 'cannot be a task',
      })
  }
  return { incoming: withParts(incoming), refused: refused.sort((a, b) => a.line - b.line) }
}

async function readTodoTxt(file: string, timeZone: string, pause: Pause): Promise<FoundTasks> {
  const { read, refused } = await parseTodoTxt(file, pause)
  const found: Found[] = []
  for (const { line, text, task } of read) {
    await pause()
    const { completed, ...todo } = task
    const key = keyOfTodo(text)
    const doneAt = completed ? instantOf(`${completed}T12:00`, timeZone).toISOString() : null
    found.push({ line, key, text, shown: text, task: { ...todo, doneAt, source: { format: 'todo.txt', key, text } } })
  }
  return accept(found, refused, pause)
}

async function readIcs(file: string, timeZone: string, pause: Pause): Promise<FoundTasks> {
  const { read, refused } = await parseTodos(file, timeZone)
  const found: Found[] = []
  for (const { line, todo } of read) {
    await pause()
    const { uid: key, parent, ...task } = todo
    const text = JSON.stringify(parent ? { ...task, parent } : task)
    found.push({
      line,
      key,
      text,
      parent: parent ?? undefined,
      shown: task.title,
      task: { ...task, source: { format: 'ics', key, text } },
    })
  }
  return accept(found, refused, pause)
}

async function readTodoist(file: string, pause: Pause, clock: Clock): Promise<FoundTasks> {
  const { read, refused } = await parseTodoist(file, pause, clock)
  const found = read.map(({ line, key, parent, section, task }) => {
    const text = JSON.stringify({ ...task, section })
    const source = { format: 'todoist', key, text }
    return { line, key, text, parent, section, shown: task.title, task: { ...task, source } }
  })
  return accept(found, refused, pause)
}

/** The tasks that stand in the text of a file; of a Todoist project's its name and the moment on which its dates count. */
export const tasksIn = (format: Format, text: string, timeZone: string, project = '', now = new Date()) =>
  format === 'todoist'
    ? readTodoist(text, createPause(), { project, now, timeZone })
    : (format === 'ics' ? readIcs : readTodoTxt)(text, timeZone, createPause())
