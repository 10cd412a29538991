import { inOurWords } from '@atrium/contract/own-words'
import { createPause, type Pause } from '@atrium/contract/pauses'
import { instantOf } from '@atrium/domain/dates/local-time'
import { parseTodos } from './ics-read.ts'
import type { ImportReport } from './module.ts'
import { Task } from './records.ts'
import { keyOfTodo, parseTodoTxt } from './todo-txt.ts'

export type Format = 'todo.txt' | 'ics'

/** A task as a file has it. `key` says which task it is, `text` what it said. */
export interface IncomingTask {
  line: number
  key: string
  text: string
  task: Task
}

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
}

/** Lines that a file's format allows but a task cannot be are refused one by one. */
async function accept(found: readonly Found[], refused: FoundTasks['refused'], pause: Pause): Promise<FoundTasks> {
  const incoming: IncomingTask[] = []
  for (const { line, key, text, shown, task: said } of found) {
    await pause()
    const task = Task.safeParse(said, inOurWords)
    if (task.success) incoming.push({ line, key, text, task: task.data })
    else
      refused.push({
        line,
        text: shown.slice(0, 200),
        reason: task.error.issues[0]?.message ?? 'cannot be a task',
      })
  }
  return { incoming, refused: refused.sort((a, b) => a.line - b.line) }
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
    const { uid: key, ...task } = todo
    const text = JSON.stringify(task)
    found.push({ line, key, text, shown: task.title, task: { ...task, source: { format: 'ics', key, text } } })
  }
  return accept(found, refused, pause)
}

/** The tasks that stand in the text of a file. */
export const tasksIn = (format: Format, text: string, timeZone: string): Promise<FoundTasks> =>
  (format === 'ics' ? readIcs : readTodoTxt)(text, timeZone, createPause())
