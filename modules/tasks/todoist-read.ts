// A project of Todoist as its CSV templates and backups have it: rows of type task, section and note, INDENT from 1, PRIORITY from 1
// (the most important) to 4.
import { AppError } from '@atrium/contract/errors'
import type { Pause } from '@atrium/contract/pauses'
import { readTable } from '@atrium/domain/tables/table'
import { MOST_TASKS, tooManyTasks } from './import-limit.ts'
import { readTask } from './natural-task.ts'
import { say } from './say.ts'

export interface Clock {
  project: string
  now: Date
  timeZone: string
}

export interface TodoistTask {
  line: number
  /** The project, the section and the titles above it and its own: what makes it the same task again. */
  key: string
  parent: string | undefined
  section: string | undefined
  task: {
    title: string
    notes: string
    due: string | null
    recurrence: string | null
    priority: string | null
    project: string | null
    contexts: string[]
  }
}

const LABEL = /(?:^|\s)@([^\s@]+)/g
const PRIORITIES = ['A', 'B', 'C']

/** The date of a task; words that are not understood are kept among its notes. */
function dated(said: string, { now, timeZone }: Clock) {
  if (said === '') return { due: null, recurrence: null, left: '' }
  const { title, due, recurrence } = readTask(`x ${said}`, now, timeZone)
  return title === 'x' && due !== null ? { due, recurrence, left: '' } : { due: null, recurrence: null, left: said }
}

/** Reads a project. Throws `bad_request` for a file that is none. */
export async function parseTodoist(file: string, pause: Pause, clock: Clock) {
  const { names, rows } = readTable(file, { isNamed: true, delimiter: ',' })
  const columns = new Map(names?.map((name, at) => [name.trim().toUpperCase(), at]))
  if (!columns.has('TYPE') || !columns.has('CONTENT')) throw new AppError('bad_request', say('notTodoist'))
  const read: TodoistTask[] = []
  const refused: { line: number; text: string; reason: string }[] = []
  const above: TodoistTask[] = []
  let section: string | undefined
  for (const { cells, line } of rows) {
    await pause()
    const cell = (name: string) => cells[columns.get(name) ?? -1]?.trim() ?? ''
    const content = cell('CONTENT')
    const type = cell('TYPE').toLowerCase()
    if (type === 'section') {
      section = content || undefined
      above.length = 0
    }
    if (type === 'note') {
      const last = read.at(-1)
      if (last && content) last.task.notes = [last.task.notes, content].filter(Boolean).join('\n\n')
    }
    if (type !== 'task') continue
    const contexts = [...new Set([...content.matchAll(LABEL)].map(([, name = '']) => name))]
    const title = content.replace(LABEL, '').replace(/\s+/g, ' ').trim() || content
    if (title === '') {
      refused.push({ line, text: cells.join(', ').slice(0, 200), reason: 'has no CONTENT' })
      continue
    }
    if (read.length >= MOST_TASKS) throw tooManyTasks()
    const indent = Math.max(1, Math.trunc(Number(cell('INDENT'))) || 1)
    above.length = Math.min(above.length, indent - 1)
    const parent = above.at(-1)
    const { due, recurrence, left } = dated(cell('DATE'), clock)
    const one: TodoistTask = {
      line,
      key: JSON.stringify(
        parent ? [...(JSON.parse(parent.key) as string[]), title] : [clock.project, section ?? '', title],
      ),
      parent: parent?.key,
      section,
      task: {
        ...{ title, due, recurrence, contexts },
        notes: [cell('DESCRIPTION'), left].filter(Boolean).join('\n\n'),
        priority: PRIORITIES[Number(cell('PRIORITY')) - 1] ?? null,
        project: clock.project || null,
      },
    }
    read.push(one)
    above.push(one)
  }
  return { read, refused }
}
