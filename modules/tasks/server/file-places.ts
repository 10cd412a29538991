import type { IncomingTask } from '../file-parts.ts'
import { changedBy, type Planned } from '../importing.ts'
import { DEEPEST, type Task } from '../records.ts'
import type { Stores } from './context.ts'
import { above } from './tree.ts'

interface Above {
  /** Levels above it. */
  depth: number
  /** The key in the file of what it becomes a part of. */
  parent: string | null
  /** The nearest task above it that is here already. */
  host: Planned | null
}

/**
 * Where the tasks of a file go. New ones become parts of what the file says, where they can: not of what is done here, nor too deep. What is
 * here already stays where it is. So nothing becomes a part of itself.
 */
export function placesOf(
  all: readonly Planned[],
  tasks: Stores['tasks'],
  placed: (one: IncomingTask) => Promise<Task>,
): (found: Planned) => Promise<{ data: Task; parent: string | null }> {
  const byKey = new Map(all.map((found) => [found.one.key, found]))
  const known = new Map<Planned, Above>()
  const reckon = async (found: Planned): Promise<Above> => {
    const { one, row } = found
    if (row) return { depth: (await above(tasks, row)).length, parent: null, host: found }
    const alone = { depth: 0, parent: null, host: null }
    const up = byKey.get(one.parent ?? '')
    if (!up) return alone
    const { depth, host } = await aboveOf(up)
    const isDone = up.row && up.isSame ? up.row.done : up.one.task.done
    if (depth >= DEEPEST || (isDone && !one.task.done)) return alone
    return { depth: depth + 1, parent: up.one.key, host }
  }
  const aboveOf = async (found: Planned): Promise<Above> => {
    const place = known.get(found) ?? (await reckon(found))
    known.set(found, place)
    return place
  }
  return async (found) => {
    const { one, row, isSame } = found
    if (row) return { data: isSame ? one.task : await placed(one), parent: null }
    const { parent, host } = await aboveOf(found)
    if (!host?.row) return { data: await placed(one), parent }
    const { projectId, section } = host.isSame
      ? host.row
      : { ...host.row, ...changedBy(host.row, await placed(host.one)) }
    return { data: { ...one.task, project: null, projectId, section }, parent }
  }
}
