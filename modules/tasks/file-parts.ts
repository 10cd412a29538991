import { DEEPEST, type Task } from './records.ts'

/** A task as a file has it. `key` says which task it is, `text` what it said. */
export interface IncomingTask {
  line: number
  key: string
  text: string
  task: Task
  /** The key of the task in the file that it is a part of. */
  parent?: string | undefined
  /** What the section of its project is called. */
  section?: string | undefined
}

/**
 * The tasks of a file with what they are a part of, where that can be: it stands in the file, is not the task itself or a part of it, is
 * open where the task is, and lies not too deep. A part stands in the project of its task.
 */
export function withParts(incoming: readonly IncomingTask[]): IncomingTask[] {
  if (!incoming.some(({ parent }) => parent)) return [...incoming]
  const byKey = new Map(incoming.map((one) => [one.key, one]))
  /** The tasks above, the nearest first; null where they come back to the task itself. */
  const above = (one: IncomingTask): IncomingTask[] | null => {
    const all: IncomingTask[] = []
    for (let next = byKey.get(one.parent ?? ''); next; next = byKey.get(next.parent ?? '')) {
      if (next === one || all.includes(next)) return null
      all.push(next)
      if (next.task.done && !one.task.done) return []
    }
    return all
  }
  return incoming.map((one) => {
    if (!one.parent) return one
    const tasks = above(one)
    if (!tasks || tasks.length === 0) return { ...one, parent: undefined }
    // What lies too deep is a part of the deepest that may have parts.
    const kept = tasks.length > DEEPEST ? tasks[tasks.length - DEEPEST] : tasks[0]
    const root = tasks.at(-1)
    return {
      ...one,
      parent: kept?.key,
      section: root?.section,
      task: { ...one.task, project: root?.task.project ?? null },
    }
  })
}
