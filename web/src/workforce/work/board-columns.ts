import type { Task, TaskStatus } from '@atrium/contract/workforce-work'

export const columnIds = ['backlog', 'todo', 'in_progress', 'needs_you', 'in_review', 'done'] as const
export type ColumnId = (typeof columnIds)[number]

const places: Readonly<Record<TaskStatus, ColumnId | null>> = {
  backlog: 'backlog',
  todo: 'todo',
  in_progress: 'in_progress',
  waiting_human: 'needs_you',
  blocked: 'needs_you',
  in_review: 'in_review',
  done: 'done',
  cancelled: null,
}
export const columnOf = (status: TaskStatus): ColumnId | null => places[status]

/** What a person moves a card to: the other columns are where the work itself brings a task. */
export const statusFor = (column: ColumnId): 'backlog' | 'todo' | 'done' | null =>
  column === 'backlog' || column === 'todo' || column === 'done' ? column : null

/** Where a card was put, until the server has said so. */
export interface Move {
  column: ColumnId
  rank: number
}

/** Tasks by column: those that are to be done by rank, what was done as it came. */
export function columnsOf(
  open: readonly Task[],
  done: readonly Task[],
  moves: ReadonlyMap<string, Move>,
): Record<ColumnId, Task[]> {
  const columns = Object.fromEntries(columnIds.map((id) => [id, []])) as unknown as Record<ColumnId, Task[]>
  const seen = new Set<string>()
  for (const task of [...open, ...done]) {
    const move = moves.get(task.id)
    const column = move?.column ?? columnOf(task.status)
    // Between two fetches a task may stand in both lists.
    if (!column || seen.has(task.id)) continue
    seen.add(task.id)
    columns[column].push(move ? { ...task, rank: move.rank } : task)
  }
  for (const id of columnIds) if (id !== 'done') columns[id].sort((a, b) => a.rank - b.rank)
  return columns
}

/** The rank between the card before which one is put and the one above it. `others`: the column without the moved card. */
export function rankBefore(others: readonly Pick<Task, 'id' | 'rank'>[], before: string | null): number {
  const at = before === null ? others.length : others.findIndex(({ id }) => id === before)
  const below = others[at]?.rank
  const above = others[(at < 0 ? others.length : at) - 1]?.rank
  if (below !== undefined && above !== undefined) return (above + below) / 2
  if (below !== undefined) return below - 1
  return above === undefined ? 0 : above + 1
}
