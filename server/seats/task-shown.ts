import { type NextActor, type Task, TaskStatus } from '@atrium/contract/workforce-work'
import type { Client } from '../platform/runs/store.ts'
import { PAUSED, pausedFor } from './paused.ts'
import { inOneTeam } from './people.ts'

export interface TaskShownRow {
  id: string
  owner_id: string
  title: string
  brief: string
  status: TaskStatus
  next_for: string | null
  reason: string
  seat_id: string | null
  seat_name: string | null
  seat_agent: string | null
  seat_status: string | null
  seat_paused_for: string | null
  is_paused: boolean
  user_id: string | null
  user_name: string | null
  owner_name: string | null
  /** False where there is nobody, and of an owner's colleague who is one no more. */
  is_seen_by_person: boolean
  due_on: string | null
  parent_id: string | null
  playbook: string | null
  input: Record<string, unknown>
  criteria: string[]
  result: string
  rank: number
  tokens: number
  cost_micros: number
  is_priced: boolean
  children: number
  children_done: number
  open_needs: number
  thread_id: string | null
  version: number
  created_at: Date
  updated_at: Date
  ended_at: Date | null
}

const NAMED = `coalesce(nullif(%.first_name, ''), %.display_username, %.username, '')`
const nameOf = (alias: string) => NAMED.replaceAll('%', alias)

const SELECT = `select t.id, t.owner_id, t.title, t.brief, t.status, t.next_for, t.reason, t.seat_id, s.name as seat_name, s.agent as seat_agent,
    s.status as seat_status, s.paused_for as seat_paused_for, w.paused_at is not null as is_paused, t.user_id, ${nameOf('u')} as user_name, ${nameOf('o')} as owner_name,
    case when t.user_id <> t.owner_id then ${inOneTeam('t.owner_id', 't.user_id')} else t.user_id is not null end as is_seen_by_person,
    t.due_on, t.parent_id, t.playbook, t.input, t.criteria, t.result, t.rank, t.tokens, t.cost_micros, t.is_priced, t.thread_id, t.version,
    t.created_at, t.updated_at, t.ended_at,
    (select count(*)::int from seat_tasks c where c.parent_id = t.id and c.status <> 'cancelled') as children,
    (select count(*)::int from seat_tasks c where c.parent_id = t.id and c.status = 'done') as children_done,
    (select count(*)::int from task_needs n join seat_tasks d on d.id = n.needs_id where n.task_id = t.id and d.status not in ('done', 'cancelled')) as open_needs
  from seat_tasks t left join seats s on s.id = t.seat_id left join users u on u.id = t.user_id join users o on o.id = t.owner_id
    left join workforce_settings w on w.owner_id = t.owner_id`

/** SQL about `t`: it is to be done, and nobody is there to do it. */
export const HAS_NOBODY = `t.status = 'todo' and t.seat_id is null
  and (t.user_id is null or t.user_id <> t.owner_id and not ${inOneTeam('t.owner_id', 't.user_id')})
  and not exists (select 1 from task_needs n join seat_tasks d on d.id = n.needs_id where n.task_id = t.id and d.status not in ('done', 'cancelled'))`

/** Who has to act before the task moves on; null when it has ended or is not to be begun. */
export function nextOf(row: TaskShownRow): NextActor | null {
  const owner = (why: NextActor['for']): NextActor => ({ kind: 'person', name: row.owner_name ?? '', for: why })
  const seat = (why: NextActor['for']): NextActor => ({ kind: 'seat', name: row.seat_name ?? '', for: why })
  switch (row.status) {
    case 'backlog':
    case 'done':
    case 'cancelled':
      return null
    case 'in_review':
      return owner('review')
    case 'todo':
      if (row.open_needs > 0) return { kind: 'nobody', name: '', for: 'dependency' }
      if (row.is_seen_by_person) return { kind: 'person', name: row.user_name ?? '', for: 'work' }
      if (!row.seat_id) return owner('assign')
      if (row.seat_status === 'provisioning') return owner('onboarding')
      if (row.seat_status === 'ended') return owner('assign')
      if (row.seat_status === 'paused' || row.is_paused) return owner('paused')
      return seat('work')
    case 'in_progress':
      if (row.next_for === 'dependency') return seat('dependency')
      return row.next_for === 'paused' || row.is_paused ? owner('paused') : seat('run')
    default:
      return owner((row.next_for ?? 'failed') as NextActor['for'])
  }
}

/** Why its seat stands still, where that is what it waits for. */
function pausedReason(row: TaskShownRow): string {
  if (nextOf(row)?.for !== 'paused') return ''
  const why = pausedFor({ status: row.seat_status ?? '', pausedFor: row.seat_paused_for }, row.is_paused)
  return why ? PAUSED[why] : ''
}

export const shownTask = (row: TaskShownRow): Task => ({
  id: row.id,
  title: row.title,
  status: TaskStatus.parse(row.status),
  next: nextOf(row),
  seat: row.seat_id ? { id: row.seat_id, name: row.seat_name ?? '', agentKey: row.seat_agent ?? '' } : null,
  person: row.user_id ? { id: row.user_id, name: row.user_name ?? '' } : null,
  giver: null,
  dueOn: row.due_on,
  parentId: row.parent_id,
  playbook: row.playbook,
  reason: row.reason || pausedReason(row),
  rank: row.rank,
  costMicros: row.cost_micros,
  tokens: row.tokens,
  isPriced: row.is_priced,
  subtasks: { done: row.children_done, total: row.children },
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
})

/** `where` is SQL about `t`, with its values from $1 on. */
export async function findTasks(
  sql: Client,
  where: string,
  values: readonly unknown[],
  order = 't.rank, t.id',
  limit = 500,
): Promise<TaskShownRow[]> {
  const { rows } = await sql.query<TaskShownRow>(`${SELECT} where ${where} order by ${order} limit ${limit}`, [
    ...values,
  ])
  return rows
}
