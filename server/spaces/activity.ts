import type { Module } from '@atrium/contract/module'
import type { Activity } from '@atrium/contract/spaces'
import type { Sql } from './sql.ts'

const SHOWN = 15

interface Row {
  id: string
  title: string
  via: string | null
  undone: boolean
  at: Date
}

/** What an action is called: `tasks.add`, or a module's import, `tasks.import.todo`. */
function summaryOf(action: string, modules: readonly Module[]): string {
  const [id = '', name = ''] = action.split('.')
  const module = modules.find((one) => one.id === id)
  const declared = module && Object.hasOwn(module.actions, name) ? module.actions[name] : undefined
  return declared?.summary ?? module?.title ?? action
}

/** The latest of a Space: its conversations, and what the actions of its modules changed. */
export async function activityOf(
  sql: Sql,
  owner: string,
  space: string,
  modules: readonly Module[],
): Promise<Activity[]> {
  const { rows: threads } = await sql.query<Row>(
    `select id, title, null as via, false as undone, updated_at as at from threads
     where owner_id = $1 and space = $2 and deleted_at is null order by updated_at desc limit $3`,
    [owner, space, SHOWN],
  )
  const { rows: changes } =
    modules.length === 0
      ? { rows: [] }
      : await sql.query<Row>(
          `select id, action as title, via, undone_at is not null as undone, created_at as at from changes
           where scope_id = $1 and split_part(action, '.', 1) = any($2) order by created_at desc limit $3`,
          [owner, modules.map(({ id }) => id), SHOWN],
        )
  const all = [
    ...threads.map((row) => ({ ...row, kind: 'thread' as const, module: null })),
    ...changes.map((row) => ({
      ...row,
      kind: 'change' as const,
      module: row.title.split('.')[0] ?? null,
      title: summaryOf(row.title, modules),
    })),
  ]
  return all
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, SHOWN)
    .map((one) => ({ ...one, at: one.at.toISOString() }))
}
