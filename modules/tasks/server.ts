import { AppError } from '@atrium/contract/errors'
import { type ActionContext, defineServer } from '@atrium/contract/module'
import { addDays, type Day, dayOf, localTime } from './calendar-days.ts'
import { type Format, lineOf, planImport, reportOf } from './importing.ts'
import tasks, { type StoredTask, type Task } from './module.ts'
import { readTask } from './natural-task.ts'
import { firstDue, formatInterval, formatRule, nextDue, parseRecurrence, RecurrenceError } from './recurrence.ts'
import { recurrenceLabel } from './recurrence-label.ts'
import { anchored, findRecurrence } from './recurrence-words.ts'
import { sampleTasks } from './sample.ts'
import { viewOf, viewOrder, viewWhere } from './views.ts'
import { formatTodos } from './vtodo.ts'
import { periodOf } from './when.ts'

type Context = ActionContext<typeof tasks>

const todayIn = ({ now, timeZone }: Context): Day => dayOf(localTime(now, timeZone))

/** A recurrence as stored, from an RRULE, `rec:2w`, or words such as "every other Friday". Throws `bad_request`. */
function recurrenceFrom(said: string | null | undefined, first: Day): string | null | undefined {
  if (!said?.trim()) return said === undefined ? undefined : null
  const text = said.trim().replace(/^RRULE:/i, '')
  if (!/^(?:rec:|[A-Z]+=)/i.test(text)) {
    const found = findRecurrence(text)
    if (found) return anchor(found.recurrence, first)
    throw new AppError('bad_request', `“${text}” is no recurrence that I understand. Try “every 2 weeks”.`)
  }
  try {
    const parsed = parseRecurrence(text)
    return 'frequency' in parsed ? formatRule(parsed) : formatInterval(parsed)
  } catch (cause) {
    if (!(cause instanceof RecurrenceError)) throw cause
    throw new AppError('bad_request', `That recurrence cannot be kept: ${cause.message}.`, { cause })
  }
}

const anchor = (recurrence: string, first: Day): string => {
  const parsed = parseRecurrence(recurrence)
  return 'frequency' in parsed ? formatRule(anchored(parsed, first)) : recurrence
}

/** The one task that is meant. Throws `not_found`, or `conflict` that names the candidates. */
async function find(which: { id?: string; title?: string }, context: Context, done: boolean): Promise<StoredTask> {
  const { store } = context
  if (which.id) return store.tasks.get(which.id)
  const said = (which.title ?? '').trim().replace(/^["“']|["”']$/g, '')
  const matching = (await store.tasks.search(said, 50)).filter((task) => task.done === done)
  const exact = matching.filter((task) => task.title.toLowerCase() === said.toLowerCase())
  const found = exact.length > 0 ? exact : matching
  if (found.length === 1) return found[0] as StoredTask
  if (found.length === 0) throw new AppError('not_found', `There is no ${done ? 'done' : 'open'} task “${said}”.`)
  const names = found.slice(0, 5).map((task) => `“${task.title}”`)
  throw new AppError(
    'conflict',
    `“${said}” could be ${found.length} tasks: ${names.join(', ')}. Say more of the title.`,
    {
      details: { ids: found.map((task) => task.id) },
    },
  )
}

function newTask(sentence: string, context: Context): Omit<Task, 'order'> {
  const { parts: _, ...understood } = readTask(sentence, context.now, context.timeZone)
  return { ...understood, notes: '', done: false, doneAt: null, created: todayIn(context), source: null }
}

async function importFile(format: Format, text: string, { store, now, timeZone }: Context) {
  const plan = planImport(format, text, await store.tasks.all({ order: 'order' }), timeZone)
  await store.tasks.insertMany(plan.added.map((task, at) => ({ ...task, order: now.getTime() + at })))
  for (const { row, task } of plan.changed)
    await store.tasks.update(row.id, { ...task, order: row.order, notes: task.notes || row.notes })
  return reportOf(plan)
}

const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>

export default defineServer(tasks, {
  add: ({ title, ...said }, context) => {
    const task = { ...newTask(title, context), ...given(said), order: context.now.getTime() }
    if (said.recurrence) {
      const from = task.due === null ? todayIn(context) : dayOf(task.due)
      task.recurrence = recurrenceFrom(said.recurrence, from) ?? null
      task.due ??= task.recurrence && firstDue(task.recurrence, from)
    }
    return context.store.tasks.insert(task)
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
    const today = todayIn(context)
    const open = await context.store.tasks.all({ where: { done: false } })
    const counts = {
      inbox: 0,
      today: 0,
      upcoming: 0,
      anytime: open.length,
      done: await context.store.tasks.count({ done: true }),
    }
    for (const task of open) {
      const view = viewOf(task, today)
      if (view !== 'anytime') counts[view]++
    }
    const sorted = (names: string[]) => [...new Set(names)].sort((a, b) => a.localeCompare(b))
    return {
      today,
      counts,
      overdue: open.filter((task) => task.due !== null && dayOf(task.due) < today).length,
      projects: sorted(open.flatMap((task) => task.project ?? [])),
      contexts: sorted(open.flatMap((task) => task.contexts)),
    }
  },

  plan: async ({ when }, context) => {
    const today = todayIn(context)
    const { from, to } = periodOf(when ?? 'this week', context.now, context.timeZone)
    const due = await context.store.tasks.all({
      where: { done: false, due: { lt: addDays(to, 1) } },
      order: viewOrder('today'),
    })
    const isLate = (task: StoredTask) => dayOf(task.due ?? '') < today
    const tasks = due.filter((task) => dayOf(task.due ?? '') >= from || (from <= today && isLate(task)))
    return { from, to, overdue: tasks.filter(isLate).length, tasks }
  },

  done: async (which, context) => {
    const { store, now } = context
    const task = await find(which, context, false)
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
    const task = await find(which, context, true)
    return context.store.tasks.update(task.id, { done: false, doneAt: null })
  },

  change: ({ id, version, ...change }, context) =>
    context.store.tasks.update(
      id,
      (task) => {
        const due = change.due === undefined ? task.due : change.due
        const recurrence = recurrenceFrom(change.recurrence, due === null ? todayIn(context) : dayOf(due))
        return { ...change, recurrence }
      },
      version,
    ),

  reschedule: async ({ when, ...which }, context) => {
    const { due } = readTask(`x ${when}`, context.now, context.timeZone)
    if (due === null)
      throw new AppError('bad_request', `“${when}” is no date that I understand. Try “tomorrow at 3pm”.`)
    const task = await find(which, context, false)
    return context.store.tasks.update(task.id, { due })
  },

  move: async ({ id, after }, { store }) => {
    const open = await store.tasks.all({ where: { done: false }, order: 'order' })
    const others = open.filter((task) => task.id !== id)
    const at = after === null ? -1 : others.findIndex((task) => task.id === after)
    if (after !== null && at < 0) throw new AppError('not_found', 'The task to put it behind was not found.')
    const before = others[at]?.order ?? (others[0]?.order ?? 0) - 2
    const behind = others[at + 1]?.order ?? before + 2
    return store.tasks.update(id, { order: (before + behind) / 2 })
  },

  remove: async (which, context) => {
    const task = await find(which, context, false)
    await context.store.tasks.remove(task.id)
    return task
  },

  search: async ({ words }, { store }) => ({ tasks: await store.tasks.search(words) }),

  previewImport: async ({ format, text }, { store, timeZone }) =>
    reportOf(planImport(format, text, await store.tasks.all({ order: 'order' }), timeZone)),
  importTodoTxt: ({ text }, context) => importFile('todo.txt', text, context),
  importIcs: ({ text }, context) => importFile('ics', text, context),

  exportTodoTxt: async (_, { store, timeZone }) => {
    const rows = await store.tasks.all({ order: 'order' })
    return {
      name: 'todo.txt',
      mime: 'text/plain',
      count: rows.length,
      text: rows.map((row) => `${lineOf(row, timeZone)}\n`).join(''),
    }
  },

  exportIcs: async (_, { store, now }) => {
    const rows = await store.tasks.all({ order: 'order' })
    const todos = rows.map(({ id, createdAt, updatedAt, ...task }) => {
      const uid = task.source?.format === 'ics' ? task.source.key : id
      return { ...task, uid, created: createdAt, modified: updatedAt }
    })
    return { name: 'tasks.ics', mime: 'text/calendar', count: rows.length, text: formatTodos(todos, now) }
  },

  sample: async (_, context) => {
    const made = sampleTasks.map((sentence, at) => ({
      ...newTask(sentence, context),
      order: context.now.getTime() + at,
    }))
    return { added: (await context.store.tasks.insertMany(made)).length }
  },
})
