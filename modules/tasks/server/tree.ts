import { AppError } from '@atrium/contract/errors'
import type { Where } from '@atrium/contract/module'
import type { Sentence } from '@atrium/contract/sentence'
import { DEEPEST, type StoredTask, type Task } from '../records.ts'
import { say } from '../say.ts'
import type { Stores } from './context.ts'

type Tasks = Pick<Stores['tasks'], 'each' | 'get'>

/** What lies below these tasks, level by level, each in its own order. */
export async function below(
  tasks: Tasks,
  roots: readonly { id: string }[],
  where: Where<Task> = {},
): Promise<StoredTask[]> {
  const all: StoredTask[] = []
  const known = new Set(roots.map(({ id }) => id))
  for (let level = roots; level.length > 0; ) {
    const parents = level.map(({ id }) => id)
    const next = await Array.fromAsync(tasks.each({ where: { ...where, parent: { in: parents } }, order: 'order' }))
    level = next.filter(({ id }) => !known.has(id) && known.add(id))
    all.push(...(level as StoredTask[]))
  }
  return all
}

/** The tasks that a task is a part of, the nearest first. */
export async function above(tasks: Tasks, { parent }: Pick<Task, 'parent'>): Promise<StoredTask[]> {
  const all: StoredTask[] = []
  for (let id = parent; id !== null && all.length <= DEEPEST; ) {
    const one = await tasks.get(id)
    all.push(one)
    id = one.parent
  }
  return all
}

/** How many levels stand below a task. */
function heightOf(id: string, rows: readonly StoredTask[]): number {
  const parts = rows.filter(({ parent }) => parent === id)
  return parts.length === 0 ? 0 : 1 + Math.max(...parts.map((part) => heightOf(part.id, rows)))
}

/** The task below which another is put. Throws `bad_request` where it cannot be: within itself, below what is done, too deep. */
export async function parentFor(
  id: string | null,
  parent: string,
  parts: readonly StoredTask[],
  tasks: Tasks,
  isDone = false,
): Promise<StoredTask> {
  const refuse = (sentence: Sentence) => new AppError('bad_request', sentence)
  const found = await tasks.get(parent)
  if (parent === id || parts.some((part) => part.id === parent)) throw refuse(say('partOfItself'))
  if (found.done && !isDone) throw refuse(say('parentIsDone', { title: found.title }))
  const depth = (await above(tasks, found)).length + 1 + (id === null ? 0 : heightOf(id, parts))
  if (depth > DEEPEST) throw refuse(say('partsTooDeep', { most: DEEPEST }))
  return found
}

/** The rows with what lies below each behind it, and how deep. */
export function nested(roots: readonly StoredTask[], rows: readonly StoredTask[]): (StoredTask & { depth: number })[] {
  const parts = Map.groupBy(rows, ({ parent }) => parent)
  const withParts = (task: StoredTask, depth: number): (StoredTask & { depth: number })[] => [
    { ...task, depth },
    ...(parts.get(task.id) ?? []).flatMap((part) => withParts(part, depth + 1)),
  ]
  return roots.flatMap((root) => withParts(root, 0))
}
