import { AppError } from '@atrium/contract/errors'
import { WorkProduct } from '@atrium/contract/work-product'
import type { Deliverable } from '@atrium/contract/workforce-work'
import type { Client } from '../platform/runs/store.ts'
import { note } from '../workforce/context.ts'
import { fireEvent } from './schedule-events.ts'
import { drizzleOf } from './task-changing.ts'
import { afterTask } from './task-ends.ts'

interface Row {
  id: string
  task_id: string
  task_title: string
  seat_id: string
  seat_name: string
  agent: string
  state: Deliverable['state']
  version: number
  product: unknown
  hash: string
  run_id: string
  version_state: Deliverable['state']
  note: string
  decided_at: Date | null
  created_at: Date
}

/** `where` is SQL about `d`, with its values from $1 on; the newest first, each with its versions, the newest last. */
export async function findDeliverables(
  sql: Client,
  where: string,
  values: readonly unknown[],
  limit = 100,
): Promise<Deliverable[]> {
  const { rows } = await sql.query<Row>(
    `select d.id, d.task_id, t.title as task_title, d.seat_id, s.name as seat_name, s.agent, d.state, v.version, v.product, v.hash, v.run_id,
       v.state as version_state, v.note, v.decided_at, v.created_at
     from (select * from deliverables d where ${where} order by d.created_at desc limit ${limit}) d
     join seat_tasks t on t.id = d.task_id join seats s on s.id = d.seat_id join deliverable_versions v on v.deliverable_id = d.id
     order by d.created_at desc, d.id, v.version`,
    [...values],
  )
  const found = new Map<string, Deliverable>()
  for (const row of rows) {
    const one: Deliverable = found.get(row.id) ?? {
      id: row.id,
      task: { id: row.task_id, title: row.task_title },
      seat: { id: row.seat_id, name: row.seat_name, agentKey: row.agent },
      state: row.state,
      versions: [],
    }
    one.versions.push({
      version: row.version,
      product: WorkProduct.parse(row.product),
      hash: row.hash,
      runId: row.run_id,
      createdAt: row.created_at.toISOString(),
      state: row.version_state,
      note: row.note,
      decidedAt: row.decided_at?.toISOString() ?? null,
    })
    found.set(row.id, one)
  }
  return [...found.values()]
}

/**
 * A person's verdict on the newest version. Accepted, its task is done; sent back, it is to be done anew with the note. Throws
 * `conflict` when there is a newer version or it was decided. Answers the seats to wake.
 */
export async function judge(
  client: Client,
  person: string,
  id: string,
  verdict: { version: number; note: string; isAccepted: boolean },
): Promise<(string | null)[]> {
  const { rows } = await client.query<{
    task_id: string
    seat_id: string
    state: string
    task: string
    newest: number
  }>(
    `select d.task_id, d.seat_id, d.state, t.status as task, (select max(v.version) from deliverable_versions v where v.deliverable_id = d.id) as newest
     from deliverables d join seat_tasks t on t.id = d.task_id where d.id = $1 and d.owner_id = $2 for update of t, d`,
    [id, person],
  )
  const found = rows[0]
  if (!found) throw new AppError('not_found', 'That deliverable was not found.')
  if (found.newest !== verdict.version) throw new AppError('conflict', 'There is a newer version. Look at that one.')
  // Its run has not closed yet, or somebody has cancelled the task: a verdict now would not reach it.
  if (found.state === 'in_review' && found.task !== 'in_review')
    throw new AppError('conflict', 'The task was changed meanwhile. Look at it again.')
  if (found.state !== 'in_review') throw new AppError('conflict', 'The verdict on this version was given already.')
  if (!verdict.isAccepted && verdict.note === '')
    throw new AppError('bad_request', 'Say what is to be done anew.', { details: { field: 'note' } })
  const state = verdict.isAccepted ? 'accepted' : 'sent_back'
  await client.query('update deliverables set state = $2 where id = $1', [id, state])
  await client.query(
    `update deliverable_versions set state = $3, note = $4, decided_by = $5, decided_at = now() where deliverable_id = $1 and version = $2`,
    [id, verdict.version, state, verdict.note, person],
  )
  await client.query(
    `update seat_tasks set status = $2, next_for = null, reason = '', version = version + 1, updated_at = now(),
       ended_at = case when $2 = 'done' then now() end where id = $1 and status = 'in_review'`,
    [found.task_id, verdict.isAccepted ? 'done' : 'todo'],
  )
  await note(drizzleOf(client), {
    ownerId: person,
    actorId: person,
    kind: `deliverable.${state}`,
    subject: found.task_id,
    data: { version: verdict.version },
  })
  if (verdict.isAccepted) await fireEvent(client, person, ['deliverable.accepted'], found.task_id)
  return verdict.isAccepted ? [found.seat_id, ...(await afterTask(client, found.task_id))] : [found.seat_id]
}
