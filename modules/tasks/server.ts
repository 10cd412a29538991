import { AppError } from '@atrium/contract/errors'
import type { ActionContext } from '@atrium/contract/module'
import type { ImportedFile } from '@atrium/contract/module-files'
import { defineServer, type Incoming } from '@atrium/contract/module-server'
import { createPause } from '@atrium/contract/pauses'
import { readersOf } from '@atrium/contract/reading'
import { addDays, type Day } from '@atrium/domain/dates/days'
import { dayOf, localAt } from '@atrium/domain/dates/local-time'
import type { Format, FoundTasks } from './file-tasks.ts'
import { findTask } from './find-task.ts'
import { formatTodos } from './ics-write.ts'
import { changedBy, lineOf, matching, planImport, reportOf } from './importing.ts'
import tasks, { type Task, type View } from './module.ts'
import { placesBehind } from './moving.ts'
import { readTask, readTitle } from './natural-task.ts'
import { split } from './proposing.ts'
import { firstDue, nextDue } from './recurrence-dates.ts'
import { recurrenceFrom } from './recurrence-input.ts'
import { recurrenceLabel } from './recurrence-label.ts'
import reminders from './reminders.ts'
import { sampleTasks } from './sample.ts'
import { viewOrder, viewWhere } from './views.ts'
import { periodOf } from './when.ts'

type Context = ActionContext<typeof tasks>

/** Projects, or sets of contexts, that are offered. */
const NAMES = 5000

const todayIn = ({ now, timeZone }: Context): Day => dayOf(localAt(now, timeZone))

/** Of a task whose date is given the sentence says none: “Read the Monday report” is called so. */
function newTask(sentence: string, context: Context, hasDate = false): Omit<Task, 'order'> {
  const { parts: _, ...understood } = hasDate ? readTitle(sentence) : readTask(sentence, context.now, context.timeZone)
  return { ...understood, notes: '', done: false, doneAt: null, created: todayIn(context), source: null }
}

const read = readersOf<typeof import('./readers.ts')>()

/** Takes a file in, row by row. */
const importer = (format: Format) =>
  async function* (file: ImportedFile, _: object, context: Context): AsyncGenerator<Incoming<typeof tasks>> {
    const { store, timeZone, now, signal } = context
    const match = await matching(format, store.tasks.each({ order: 'order' }), timeZone, signal)
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
      if (row) yield { ...place, id: row.id, data: task, merge: (was) => (isSame ? {} : changedBy(was, task)) }
      else yield { ...place, data: { ...task, order: order++ } }
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
  const plan = await planImport(format, found, store.tasks.each({ order: 'order' }), timeZone, signal)
  await store.tasks.insertMany(plan.added.map((task, at) => ({ ...task, order: now.getTime() + at })))
  for (const { row, task } of plan.changed) await store.tasks.update(row.id, changedBy(row, task))
  return reportOf(plan)
}

const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>

export default defineServer(
  tasks,
  {
    add: ({ title, ...said }, context) => {
      const task = { ...newTask(title, context, said.due !== undefined), ...given(said), order: context.now.getTime() }
      if (said.recurrence) {
        const from = task.due === null ? todayIn(context) : dayOf(task.due)
        task.recurrence = recurrenceFrom(said.recurrence, from, context) ?? null
        task.due ??= task.recurrence && firstDue(task.recurrence, from)
      }
      return context.store.tasks.insert(task)
    },

    split,

    addMany: async ({ lines }, context) => {
      const order = context.now.getTime()
      const rows = lines.map((line, at) => ({ ...newTask(line, context), order: order + at }))
      return { added: (await context.store.tasks.insertMany(rows)).length }
    },

    understand: ({ title }, { now, timeZone }) => {
      const task = readTask(title, now, timeZone)
      return { ...task, again: task.recurrence && recurrenceLabel(task.recurrence) }
    },

    list: async ({ view = 'anytime', project, context, priority, limit = 500, offset }, action) => {
      const { store } = action
      const where = {
        ...viewWhere(view, todayIn(action)),
        ...given({ project, priority }),
        ...(context ? { contexts: { has: context } } : {}),
      }
      const rows = await store.tasks.list({ where, order: viewOrder(view), limit, offset })
      const isWhole = !offset && rows.length < limit
      return { tasks: rows, total: isWhole ? rows.length : await store.tasks.count(where) }
    },

    overview: async (_, context) => {
      const { store } = context
      const today = todayIn(context)
      const count = (view: View) => store.tasks.count(viewWhere(view, today))
      const open = { where: { done: false }, limit: NAMES }
      const projects = await store.tasks.groupBy(['project'], open)
      const contexts = await store.tasks.groupBy(['contexts'], open)
      const sorted = (names: string[]) => [...new Set(names)].sort((a, b) => a.localeCompare(b))
      return {
        today,
        counts: {
          inbox: await count('inbox'),
          today: await count('today'),
          upcoming: await count('upcoming'),
          anytime: await count('anytime'),
          done: await count('done'),
        },
        overdue: await store.tasks.count({ done: false, due: { lt: today } }),
        projects: sorted(projects.flatMap(({ key }) => key.project ?? [])),
        contexts: sorted(contexts.flatMap(({ key }) => key.contexts)),
      }
    },

    plan: async ({ when }, context) => {
      const today = todayIn(context)
      const { from, to } = periodOf(when ?? 'this week', context.now, context.timeZone)
      // What is late belongs to every time that has begun.
      const due = { ...(from > today && { gte: from }), lt: addDays(to, 1) }
      const asked = { where: { done: false, due }, order: viewOrder('today') }
      const tasks = await Array.fromAsync(context.store.tasks.each(asked))
      return { from, to, overdue: tasks.filter((task) => dayOf(task.due ?? '') < today).length, tasks }
    },

    done: async (which, context) => {
      const { store, now } = context
      const task = await findTask(which, false, context.store.tasks)
      if (task.done) return { task, next: null }
      const again = task.recurrence ? nextDue(task.recurrence, task.due, todayIn(context)) : null
      const { id, version: _, createdAt: __, updatedAt: ___, ...fields } = task
      // The recurrence moves on to the next one: an export has the series once.
      const closed = await store.tasks.update(
        id,
        { done: true, doneAt: now.toISOString(), recurrence: null },
        task.version,
      )
      const next = again
        ? await store.tasks.insert({ ...fields, ...again, created: todayIn(context), source: null })
        : null
      return { task: closed, next }
    },

    reopen: async (which, context) => {
      const task = await findTask(which, true, context.store.tasks)
      return context.store.tasks.update(task.id, { done: false, doneAt: null })
    },

    change: ({ id, version, ...change }, context) =>
      context.store.tasks.update(
        id,
        (task) => {
          const due = change.due === undefined ? task.due : change.due
          const first = due === null ? todayIn(context) : dayOf(due)
          const recurrence = recurrenceFrom(change.recurrence, first, context)
          return { ...change, recurrence }
        },
        version,
      ),

    reschedule: async ({ when, ...which }, context) => {
      const { due } = readTask(`x ${when}`, context.now, context.timeZone)
      if (due === null)
        throw new AppError('bad_request', `“${when}” is no date that I understand. Try “tomorrow at 3pm”.`)
      const task = await findTask(which, false, context.store.tasks)
      return context.store.tasks.update(task.id, { due })
    },

    move: async ({ id, after }, { store }) => {
      const places = (await placesBehind(id, after, store.tasks)).sort(
        (a, b) => Number(b.id === id) - Number(a.id === id),
      )
      // The moved one first: it may be done, or not there at all.
      const [moved] = places.splice(0, 1)
      const row = await store.tasks.update(id, { order: moved?.order })
      for (const { id: neighbour, order } of places) await store.tasks.update(neighbour, { order })
      return row
    },

    remove: async (which, context) => {
      const task = await findTask(which, false, context.store.tasks)
      await context.store.tasks.remove(task.id)
      return task
    },

    search: async ({ words }, { store }) => ({ tasks: await store.tasks.search(words) }),

    importTodoTxt: ({ text }, context) => importText('todo.txt', text, context),
    importIcs: ({ text }, context) => importText('ics', text, context),

    exportTodoTxt: async (_, { store, timeZone, signal }) => {
      const pause = createPause(signal)
      const lines: string[] = []
      for await (const row of store.tasks.each({ order: 'order' })) {
        lines.push(`${lineOf(row, timeZone)}\n`)
        await pause()
      }
      return { name: 'todo.txt', mime: 'text/plain', count: lines.length, text: lines.join('') }
    },

    exportIcs: async (_, { store, now, signal }) => {
      let count = 0
      const todos = async function* () {
        for await (const { id, createdAt, updatedAt, ...task } of store.tasks.each({ order: 'order' })) {
          count += 1
          const uid = task.source?.format === 'ics' ? task.source.key : id
          yield { ...task, uid, created: createdAt, modified: updatedAt }
        }
      }
      const text = await formatTodos(todos(), now, createPause(signal))
      return { name: 'tasks.ics', mime: 'text/calendar', count, text }
    },

    sample: async (_, context) => {
      const made = sampleTasks.map((sentence, at) => ({
        ...newTask(sentence, context),
        order: context.now.getTime() + at,
      }))
      return { added: (await context.store.tasks.insertMany(made)).length }
    },
  },
  {
    readers: new URL('./readers.ts', import.meta.url),
    reminders,
    imports: { todotxt: importer('todo.txt'), ics: importer('ics') },
  },
)
