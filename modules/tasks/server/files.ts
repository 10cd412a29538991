import { randomUUID } from 'node:crypto'
import type { ImportedFile } from '@atrium/contract/module-files'
import type { Handlers, Incoming } from '@atrium/contract/module-server'
import { createPause } from '@atrium/contract/pauses'
import { type ReadSource, readersOf } from '@atrium/contract/reading'
import type { ImportReport } from '../file-actions.ts'
import type { IncomingTask } from '../file-parts.ts'
import type { Format } from '../file-tasks.ts'
import { formatTodos } from '../ics-write.ts'
import { changedBy, lineOf, matching, type Planned, reportOf } from '../importing.ts'
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

type Refused = ImportReport['refused'][number]
interface Put {
  found: Planned
  data: Task
  /** The key in the file of the task that it becomes a part of. */
  parent: string | null
}

/** The tasks of a file, each with the row that it is and its place, and the lines that can be none. */
async function* putting(
  format: Format,
  source: ReadSource,
  project: string,
  context: Context,
): AsyncGenerator<Refused | Put> {
  const { store, timeZone, now, signal } = context
  const projects = await projectsIn(store)
  const match = await matching(format, named(projects, context), timeZone, signal)
  const all: Planned[] = []
  for await (const row of read(context, source, 'tasks', { format, timeZone, project, now: now.toISOString() })) {
    if ('line' in row) yield row.line
    else all.push({ one: row.task, ...match(row.task) })
  }
  const goesTo = placesOf(all, store.tasks, placing(projects, store))
  for (const found of all) yield { found, ...(await goesTo(found)) }
}

/** Takes a file in, row by row. */
export const importer = (format: Format) =>
  async function* (file: ImportedFile, _: object, context: Context): AsyncGenerator<Incoming<typeof tasks>> {
    let order = context.now.getTime()
    for await (const put of putting(format, file, projectOf(file.name), context)) {
      if ('reason' in put) {
        yield { refused: put.reason, line: put.line, text: put.text }
        continue
      }
      const { data, parent } = put
      const { one, row, isSame } = put.found
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
async function importText(format: Format, text: string, context: Context): Promise<ImportReport> {
  const { tasks: all } = context.store
  const refused: Refused[] = []
  const puts: Put[] = []
  for await (const put of putting(format, { name: format, content: text }, '', context))
    if ('reason' in put) refused.push(put)
    else puts.push(put)
  const order = context.now.getTime()
  const fresh = puts.filter(({ found }) => !found.row)
  const made = await all.insertMany(fresh.map(({ data }, at) => ({ ...data, order: order + at })))
  const ids = new Map(fresh.map(({ found }, at) => [found, made[at]?.id ?? '']))
  const byKey = new Map(puts.map(({ found }) => [found.one.key, found.row?.id ?? ids.get(found) ?? '']))
  for (const { found, data, parent } of puts)
    if (found.row && !found.isSame) await all.update(found.row.id, (was) => changedBy(was, data))
    else if (parent && byKey.has(parent)) await all.update(ids.get(found) ?? '', { parent: byKey.get(parent) ?? null })
  return reportOf(
    puts.map(({ found }) => found),
    refused,
  )
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
