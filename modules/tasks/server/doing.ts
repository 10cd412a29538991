import type { Handlers } from '@atrium/contract/module-server'
import { addDays, type Day, daysBetween } from '@atrium/domain/dates/days'
import { atTime, dayOf, timeOf } from '@atrium/domain/dates/local-time'
import { findTask } from '../find-task.ts'
import type tasks from '../module.ts'
import type { StoredTask } from '../records.ts'
import { nextDue } from '../recurrence-dates.ts'
import { type Context, todayIn } from './context.ts'
import { shown } from './shown.ts'
import { above, below } from './tree.ts'

/** What becomes of the open subtasks of a task that is done. */
type Open = 'done' | 'keep'

/** The page asks the person itself; what is asked for in words means the whole. */
const openOf = async ({ settings }: Context): Promise<Open> =>
  (await settings()).subtasks === 'keep' ? 'keep' : 'done'

const dataOf = ({ id: _, version: __, createdAt: ___, updatedAt: ____, ...data }: StoredTask) => data

/** Closes a task, and answers it with the one of its next date. The recurrence moves on to that: an export has the series once. */
async function close(task: StoredTask, open: Open, context: Context) {
  const { store, now } = context
  const today = todayIn(context)
  const parts = await below(store.tasks, [task])
  const again = task.recurrence ? nextDue(task.recurrence, task.due, today) : null
  const done = { done: true, doneAt: now.toISOString(), recurrence: null }
  const closed = await store.tasks.update(task.id, done, task.version)
  if (open === 'done')
    for (const part of parts) if (!part.done) await store.tasks.update(part.id, { ...done, doneAt: done.doneAt })
  const next = again ? await store.tasks.insert({ ...dataOf(task), ...again, created: today, source: null }) : null
  if (open === 'keep')
    for (const part of parts)
      if (part.parent === task.id && !part.done)
        await store.tasks.update(part.id, { parent: next ? next.id : task.parent })
  if (open === 'done' && next) await openAgain(task, next, parts, context)
  return { closed, next }
}

/** The subtasks of a task that comes again, each once, as far from its date as they were. */
async function openAgain(task: StoredTask, next: StoredTask, parts: readonly StoredTask[], context: Context) {
  const by = task.due && next.due ? daysBetween(dayOf(task.due), dayOf(next.due)) : 0
  const later = (due: string | null) => due && atTime(addDays(dayOf(due) as Day, by), timeOf(due))
  const made = new Map([[task.id, next.id]])
  // What was done and opened anew under the same name would else be there twice.
  const openNames = new Set(parts.filter(({ done }) => !done).map(({ parent, title }) => `${parent} ${title}`))
  for (const part of parts) {
    const parent = made.get(part.parent ?? '')
    if (parent === undefined || (part.done && openNames.has(`${part.parent} ${part.title}`))) continue
    const data = { ...dataOf(part), parent, due: later(part.due), created: todayIn(context), source: null }
    const copy = await context.store.tasks.insert({ ...data, done: false, doneAt: null })
    made.set(part.id, copy.id)
  }
}

export const doing: Pick<Handlers<typeof tasks>, 'done' | 'doneMany' | 'reopen'> = {
  done: async ({ subtasks, ...which }, context) => {
    const task = await findTask(which, false, context.store.tasks)
    if (task.done) return { task: await shown(task, context), next: null }
    const { closed, next } = await close(task, subtasks ?? (await openOf(context)), context)
    return { task: await shown(closed, context), next: next && (await shown(next, context)) }
  },

  doneMany: async ({ ids, subtasks }, context) => {
    const open = subtasks ?? (await openOf(context))
    let done = 0
    for (const id of new Set(ids)) {
      const task = await context.store.tasks.get(id) // one before may have closed it with itself
      if (task.done) continue
      await close(task, open, context)
      done++
    }
    return { done }
  },

  // What is open is a part of nothing that is done: nobody would see it.
  reopen: async (which, context) => {
    const { tasks: all } = context.store
    const task = await findTask(which, true, all)
    const open = { done: false, doneAt: null }
    for (const one of await above(all, task)) if (one.done) await all.update(one.id, open)
    return shown(await all.update(task.id, open), context)
  },
}
