import type { StoredTask } from '../records.ts'
import type { Context } from './context.ts'
import { projectsIn } from './projects.ts'

/** Tasks as people see them: with the name of their project, and how far their subtasks are. */
export async function shownAll<T extends StoredTask>(rows: readonly T[], { store }: Pick<Context, 'store'>) {
  const projects = rows.some(({ projectId }) => projectId) ? await projectsIn(store) : null
  const ids = rows.map(({ id }) => id)
  const groups = ids.length > 0 ? await store.tasks.groupBy(['parent', 'done'], { where: { parent: { in: ids } } }) : []
  const counted = Map.groupBy(groups, ({ key }) => key.parent)
  const count = (of: typeof groups) => of.reduce((sum, one) => sum + one.count, 0)
  return rows.map((row) => {
    const parts = counted.get(row.id)
    return {
      ...row,
      project: projects?.nameOf(row.projectId) ?? row.project,
      progress: parts ? { done: count(parts.filter(({ key }) => key.done)), total: count(parts) } : null,
    }
  })
}

export async function shown(row: StoredTask, context: Pick<Context, 'store'>) {
  const [one] = await shownAll([row], context)
  return one as Awaited<ReturnType<typeof shownAll<StoredTask>>>[number]
}
