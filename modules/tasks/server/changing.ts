import { AppError } from '@atrium/contract/errors'
import type { Handlers } from '@atrium/contract/module-server'
import { dayOf } from '@atrium/domain/dates/local-time'
import { findTask } from '../find-task.ts'
import type tasks from '../module.ts'
import { placesBehind } from '../moving.ts'
import { readTask, readTitle } from '../natural-task.ts'
import type { StoredTask, Task } from '../records.ts'
import { firstDue } from '../recurrence-dates.ts'
import { recurrenceFrom } from '../recurrence-input.ts'
import { sampleTasks } from '../sample.ts'
import { say } from '../say.ts'
import { type Context, given, type Stores, todayIn } from './context.ts'
import { projectSaid, projectShared, projectsIn } from './projects.ts'
import { shown } from './shown.ts'
import { below, parentFor } from './tree.ts'

type NewTask = Omit<Task, 'order'>

interface Beside {
  /** Of a task whose date is given the sentence says none: “Read the Monday report” is called so. */
  hasDate?: boolean
  /** A subtask stands in the project of its task: “Buy #2 screws” names none. */
  isPart?: boolean
}

function readNew(
  sentence: string,
  context: Context,
  { hasDate = false, isPart = false }: Beside = {},
): { task: NewTask; project: string | null } {
  const read = hasDate ? readTitle(sentence, isPart) : readTask(sentence, context.now, context.timeZone, isPart)
  const { parts: _, project, ...understood } = read
  const place = { project: null, projectId: null, section: null, parent: null, assignee: null }
  const task = {
    ...understood,
    ...place,
    notes: '',
    done: false,
    doneAt: null,
    created: todayIn(context),
    source: null,
  }
  return { task, project }
}

/** Several sentences, each a task, in their order. */
async function addLines(lines: readonly string[], context: Context): Promise<{ added: number }> {
  const order = context.now.getTime()
  const read = lines.map((line) => readNew(line, context))
  const projects = read.some(({ project }) => project) ? await projectsIn(context.store) : null
  const own = projectShared(context) ?? null
  const rows: Task[] = []
  for (const [at, { task, project }] of read.entries())
    rows.push({ ...task, projectId: project && projects ? await projects.take(project) : own, order: order + at })
  return { added: (await context.store.tasks.insertMany(rows)).length }
}

type Place = Pick<Task, 'projectId' | 'section' | 'parent'>

/** Where a task stands after a change: its subtasks go along, and a subtask stands where the task above it does. */
async function placeOf(was: Place & { id: string | null; done: boolean }, said: Partial<Place>, store: Stores) {
  const parts = was.id === null ? [] : await below(store.tasks, [{ id: was.id }])
  const isElsewhere = said.projectId !== undefined && said.projectId !== was.projectId
  const parent = said.parent !== undefined ? said.parent : isElsewhere ? null : was.parent
  if (parent !== null) {
    const { projectId, section } = await parentFor(was.id, parent, parts, store.tasks, was.done)
    return { place: { projectId, section, parent }, parts }
  }
  const projectId = said.projectId === undefined ? was.projectId : said.projectId
  const section = said.section !== undefined ? said.section : isElsewhere ? null : was.section
  if (section !== null) {
    const sections = projectId === null ? [] : (await store.projects.get(projectId)).sections
    if (!sections.some(({ id }) => id === section)) throw new AppError('bad_request', say('noSuchSection'))
  }
  return { place: { projectId, section, parent: null }, parts }
}

async function movePlace(task: StoredTask, said: Partial<Place>, store: Stores): Promise<Place> {
  const { place, parts } = await placeOf(task, said, store)
  const { projectId, section } = place
  for (const part of parts)
    if (part.projectId !== projectId || part.section !== section)
      await store.tasks.update(part.id, { projectId, section })
  return place
}

const isPlaced = ({ projectId, section, parent }: Partial<Place>): boolean =>
  projectId !== undefined || section !== undefined || parent !== undefined

export const changing: Pick<
  Handlers<typeof tasks>,
  'add' | 'addMany' | 'sample' | 'change' | 'changeMany' | 'reschedule' | 'move' | 'remove' | 'removeMany'
> = {
  add: async ({ title, project, projectId, section, parent, ...said }, context) => {
    const { store, now } = context
    const isPart = typeof parent === 'string'
    const { task, project: named } = readNew(title, context, { hasDate: said.due !== undefined, isPart })
    const where = isPart
      ? undefined
      : ((await projectSaid({ project: project === undefined ? (named ?? undefined) : project, projectId }, store)) ??
        projectShared(context))
    const { place } = await placeOf({ ...task, id: null }, given({ projectId: where, section, parent }), store)
    const made = { ...task, ...given(said), ...place, order: now.getTime() }
    if (said.recurrence) {
      const from = made.due === null ? todayIn(context) : dayOf(made.due)
      made.recurrence = recurrenceFrom(said.recurrence, from, context) ?? null
      made.due ??= made.recurrence && firstDue(made.recurrence, from)
    }
    return shown(await store.tasks.insert(made), context)
  },

  addMany: ({ lines }, context) => addLines(lines, context),
  sample: (_, context) => addLines(sampleTasks, context),

  change: async ({ id, version, project, projectId, section, parent, ...change }, context) => {
    const { store } = context
    const said = given({ projectId: await projectSaid({ project, projectId }, store), section, parent })
    const place = isPlaced(said) ? await movePlace(await store.tasks.get(id), said, store) : {}
    const row = await store.tasks.update(
      id,
      (task) => {
        const due = change.due === undefined ? task.due : change.due
        const first = due === null ? todayIn(context) : dayOf(due)
        const recurrence = recurrenceFrom(change.recurrence, first, context)
        return { ...change, ...place, recurrence }
      },
      version,
    )
    return shown(row, context)
  },

  changeMany: async ({ ids, change }, { store }) => {
    const { addContexts = [], removeContexts = [], project, projectId, section, ...rest } = change
    const said = given({ projectId: await projectSaid({ project, projectId }, store), section })
    const gone = new Set(removeContexts)
    for (const id of new Set(ids)) {
      const place = isPlaced(said) ? await movePlace(await store.tasks.get(id), said, store) : {}
      await store.tasks.update(id, ({ contexts }) => ({
        ...rest,
        ...place,
        contexts: [...new Set([...contexts.filter((name) => !gone.has(name)), ...addContexts])],
      }))
    }
    return { changed: new Set(ids).size }
  },

  reschedule: async ({ when, ...which }, context) => {
    const { due } = readTask(`x ${when}`, context.now, context.timeZone)
    if (due === null) throw new AppError('bad_request', say('notADate', { when }))
    const task = await findTask(which, false, context.store.tasks)
    return shown(await context.store.tasks.update(task.id, { due }), context)
  },

  move: async ({ id, after, ...said }, context) => {
    const { store } = context
    const place = isPlaced(said) ? await movePlace(await store.tasks.get(id), given(said), store) : {}
    const places = (await placesBehind(id, after, store.tasks)).sort(
      (a, b) => Number(b.id === id) - Number(a.id === id),
    )
    // The moved one first: it may be done, or not there at all.
    const [moved] = places.splice(0, 1)
    const row = await store.tasks.update(id, { ...place, order: moved?.order })
    for (const { id: neighbour, order } of places) await store.tasks.update(neighbour, { order })
    return shown(row, context)
  },

  remove: async (which, context) => {
    const task = await findTask(which, false, context.store.tasks)
    const row = await shown(task, context)
    await context.store.tasks.remove(task.id)
    return row
  },

  removeMany: async ({ ids }, { store }) => {
    await store.tasks.removeAll(ids)
    return { removed: new Set(ids).size }
  },
}
