import type { ImportedFile } from '@atrium/contract/module-files'
import type { Handlers, Incoming } from '@atrium/contract/module-server'
import { createPause } from '@atrium/contract/pauses'
import { readersOf } from '@atrium/contract/reading'
import type { Format, FoundTasks } from '../file-tasks.ts'
import { formatTodos } from '../ics-write.ts'
import { changedBy, lineOf, matching, planImport, reportOf } from '../importing.ts'
import type tasks from '../module.ts'
import type { StoredTask, Task } from '../records.ts'
import type { Context } from './context.ts'
import { type Projects, projectsIn } from './projects.ts'

// Files speak of projects by their names; what is stored by their ids.

const read = readersOf<typeof import('../readers.ts')>()

/** All tasks, each with the name of its project. */
async function* named(projects: Projects, { store }: Context): AsyncGenerator<StoredTask> {
  for await (const row of store.tasks.each({ order: 'order' }))
    yield { ...row, project: projects.nameOf(row.projectId) ?? row.project }
}

/** The task as it is stored: in the project of that name. */
async function placed<T extends Partial<Task>>(task: T, projects: Projects): Promise<T> {
  if (task.project === undefined) return task
  const projectId = task.project === null ? null : await projects.take(task.project)
  return { ...task, project: null, projectId }
}

/** Takes a file in, row by row. */
export const importer = (format: Format) =>
  async function* (file: ImportedFile, _: object, context: Context): AsyncGenerator<Incoming<typeof tasks>> {
    const { store, timeZone, now, signal } = context
    const projects = await projectsIn(store)
    const match = await matching(format, named(projects, context), timeZone, signal)
    let order = now.getTime()
    for await (const found of read(context, file, 'tasks', { format, timeZone })) {
      if ('line' in found) {
        const { line, text, reason } = found.line
        yield { refused: reason, line, text }
        continue
      }
      const { line, task } = found.task
      const { row, isSame } = match(found.task)
      const place = { collection: 'tasks', line } as const
      const data = isSame ? task : await placed(task, projects)
      if (row) yield { ...place, id: row.id, data, merge: (was: StoredTask) => (isSame ? {} : changedBy(was, data)) }
      else yield { ...place, data: { ...data, order: order++ } }
    }
  }

/** The same for a text, whose report is an action's. */
async function importText(format: Format, text: string, context: Context) {
  const { store, now, timeZone, signal } = context
  const found: FoundTasks = { incoming: [], refused: [] }
  const source = { name: format, content: text }
  for await (const row of read(context, source, 'tasks', { format, timeZone })) {
    if ('task' in row) found.incoming.push(row.task)
    else found.refused.push(row.line)
  }
  const projects = await projectsIn(store)
  const plan = await planImport(format, found, named(projects, context), timeZone, signal)
  const added: Task[] = []
  for (const task of plan.added) added.push({ ...(await placed(task, projects)), order: now.getTime() + added.length })
  await store.tasks.insertMany(added)
  for (const { row, task } of plan.changed) {
    const data = await placed(task, projects)
    await store.tasks.update(row.id, (was) => changedBy(was, data))
  }
  return reportOf(plan)
}

export const files: Pick<Handlers<typeof tasks>, 'importTodoTxt' | 'importIcs' | 'exportTodoTxt' | 'exportIcs'> = {
  importTodoTxt: ({ text }, context) => importText('todo.txt', text, context),
  importIcs: ({ text }, context) => importText('ics', text, context),

  exportTodoTxt: async (_, context) => {
    const pause = createPause(context.signal)
    const lines: string[] = []
    for await (const row of named(await projectsIn(context.store), context)) {
      lines.push(`${lineOf(row, context.timeZone)}\n`)
      await pause()
    }
    return { name: 'todo.txt', mime: 'text/plain', count: lines.length, text: lines.join('') }
  },

  exportIcs: async (_, context) => {
    let count = 0
    const todos = async function* () {
      for await (const { id, createdAt, updatedAt, ...task } of named(await projectsIn(context.store), context)) {
        count += 1
        const uid = task.source?.format === 'ics' ? task.source.key : id
        yield { ...task, uid, created: createdAt, modified: updatedAt }
      }
    }
    const text = await formatTodos(todos(), context.now, createPause(context.signal))
    return { name: 'tasks.ics', mime: 'text/calendar', count, text }
  },
}
