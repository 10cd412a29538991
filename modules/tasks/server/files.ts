import { randomUUID } from 'node:crypto'
import type { ImportedFile } from '@atrium/contract/module-files'
import type { Handlers, Incoming } from '@atrium/contract/module-server'
import { createPause } from '@atrium/contract/pauses'
import { readersOf } from '@atrium/contract/reading'
import type { IncomingTask } from '../file-parts.ts'
import type { Format, FoundTasks } from '../file-tasks.ts'
import { formatTodos } from '../ics-write.ts'
import { changedBy, lineOf, matching, type Planned, planImport, reportOf } from '../importing.ts'
import type tasks from '../module.ts'
import { MOST_SECTIONS, type Section, type StoredTask, type Task } from '../records.ts'
import { formatTodoist } from '../todoist-write.ts'
import type { Context, Stores } from './context.ts'
import { placesOf } from './file-places.ts'
import { type Projects, projectsIn } from './projects.ts'
import { below, nested } from './tree.ts'

// Files speak of projects by their names; what is stored by their ids.

const read = readersOf<typeof import('../readers.ts')>()

/** All tasks, each with the name of its project. */
async function* named(projects: Projects, { store }: Context): AsyncGenerator<StoredTask> {
  for await (const row of store.tasks.each({ order: 'order' }))
    yield { ...row, project: projects.nameOf(row.projectId) ?? row.project }
}

/** Where a file's tasks are put: the project and the section of those names, made where there are none. */
function placing(projects: Projects, { projects: all }: Stores) {
  const sections = new Map<string, Section[]>()
  const sectionIn = async (projectId: string, name: string): Promise<string | null> => {
    const known = sections.get(projectId) ?? [...(await all.get(projectId)).sections]
    sections.set(projectId, known)
    const found = known.find((one) => one.name === name)
    if (found) return found.id
    if (known.length >= MOST_SECTIONS) return null
    const made = { id: randomUUID().slice(0, 8), name }
    known.push(made)
    await all.update(projectId, { sections: known })
    return made.id
  }
  return async ({ task, section }: IncomingTask): Promise<Task> => {
    if (task.project === null) return { ...task, projectId: null }
    const projectId = await projects.take(task.project)
    return { ...task, project: null, projectId, section: section ? await sectionIn(projectId, section) : null }
  }
}

/** “Home [2203306141].csv” of a backup is the project “Home”. */
const projectOf = (name: string) =>
  name
    .replace(/\.csv$/i, '')
    .replace(/\s*\[[\w-]+\]$/, '')
    .trim()
    .slice(0, 60) || 'Todoist'

/** Takes a file in, row by row. */
export const importer = (format: Format) =>
  async function* (file: ImportedFile, _: object, context: Context): AsyncGenerator<Incoming<typeof tasks>> {
    const { store, timeZone, now, signal } = context
    const projects = await projectsIn(store)
    const placed = placing(projects, store)
    const match = await matching(format, named(projects, context), timeZone, signal)
    let order = now.getTime()
    const asked = { format, timeZone, project: projectOf(file.name), now: now.toISOString() }
    const all: Planned[] = []
    for await (const found of read(context, file, 'tasks', asked)) {
      if ('line' in found) {
        const { line, text, reason } = found.line
        yield { refused: reason, line, text }
        continue
      }
      all.push({ one: found.task, ...match(found.task) })
    }
    const goesTo = placesOf(all, store.tasks, placed)
    for (const found of all) {
      const { one, row, isSame } = found
      const { data, parent } = await goesTo(found)
      const place = {
        collection: 'tasks',
        line: one.line,
        mark: one.key,
        ...(parent && { links: { parent } }),
      } as const
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
  const placed = placing(projects, store)
  const plan = await planImport(format, found, named(projects, context), timeZone, signal)
  const goesTo = placesOf(plan.all, store.tasks, placed)
  const parents = new Map<Planned, string | null>()
  const added: Task[] = []
  for (const found of plan.all) {
    if (found.row) continue
    const { data, parent } = await goesTo(found)
    added.push({ ...data, order: now.getTime() + added.length })
    parents.set(found, parent)
  }
  const made = await store.tasks.insertMany(added)
  for (const { row, task } of plan.changed) {
    const data = await placed({ line: 0, key: '', text: '', task })
    await store.tasks.update(row.id, (was) => changedBy(was, data))
  }
  const ids = new Map<string, string>()
  const rows = plan.all.map((found) => ({ found, id: found.row?.id ?? made.shift()?.id ?? '' }))
  for (const { found, id } of rows) ids.set(found.one.key, id)
  for (const { found, id } of rows) {
    const parent = ids.get(parents.get(found) ?? '')
    if (parent) await store.tasks.update(id, { parent })
  }
  return reportOf(plan)
}

export const files: Pick<
  Handlers<typeof tasks>,
  'importTodoTxt' | 'importIcs' | 'exportTodoTxt' | 'exportIcs' | 'exportTodoist'
> = {
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
    const { tasks: all } = context.store
    const isAnyPart = (await all.count({ parent: { ne: null } })) > 0
    /** Tasks that another program has made are known by its names. */
    const uids = new Map<string, string>()
    if (isAnyPart) for await (const { id, source } of all.each()) if (source?.format === 'ics') uids.set(id, source.key)
    const todos = async function* () {
      for await (const { id, createdAt, updatedAt, ...task } of named(await projectsIn(context.store), context)) {
        count += 1
        const uid = task.source?.format === 'ics' ? task.source.key : id
        const parent = task.parent && (uids.get(task.parent) ?? task.parent)
        yield { ...task, parent, uid, created: createdAt, modified: updatedAt }
      }
    }
    const text = await formatTodos(todos(), context.now, createPause(context.signal))
    return { name: 'tasks.ics', mime: 'text/calendar', count, text }
  },

  exportTodoist: async ({ projectId }, { store }) => {
    const project = await store.projects.get(projectId)
    const where = { done: false, projectId }
    const roots = await Array.fromAsync(store.tasks.each({ where: { ...where, parent: null }, order: 'order' }))
    const rows = nested(roots as StoredTask[], await below(store.tasks, roots, { done: false }))
    const text = [...formatTodoist(rows, project.sections)].join('')
    const name = `${project.name.replace(/[\\/:*?"<>|]/g, '-')}.csv`
    return { name, mime: 'text/csv', count: rows.length, text }
  },
}
