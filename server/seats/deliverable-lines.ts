import type { DeliverableLine, DeliverableQuery } from '@atrium/contract/workforce-work'
import type { z } from 'zod'
import { allOf, pageOf, timePlace } from '../platform/paging.ts'
import type { Client } from '../platform/runs/store.ts'

interface Row {
  id: string
  task_id: string
  task_title: string
  seat_id: string
  seat_name: string
  agent: string
  state: DeliverableLine['state']
  version: number
  title: string
  summary: string
  criteria: number
  met: number
  cost_micros: number
  is_priced: boolean
  handed_in_at: Date
  decided_at: Date | null
}

/** `where` is SQL about `d`, with its values from $1 on; the last handed in first. The products stay in the database. */
export async function findLines(
  sql: Client,
  where: string,
  values: readonly unknown[],
  limit: number,
): Promise<DeliverableLine[]> {
  const { rows } = await sql.query<Row>(
    `select d.id, d.task_id, t.title as task_title, d.seat_id, s.name as seat_name, s.agent, d.state, v.version, v.title, v.summary,
       jsonb_array_length(t.criteria) as criteria, t.cost_micros, t.is_priced, d.handed_in_at, v.decided_at,
       (select count(*)::int from jsonb_array_elements_text(t.criteria) as wanted where
         (select e->>'met' = 'yes' and (e->>'checked')::int > 0 and (e->>'left')::int = 0 from jsonb_array_elements(v.evidence) with ordinality as told (e, at) where e->>'criterion' = wanted order by at limit 1)) as met
     from (select * from deliverables d where ${where} order by d.handed_in_at desc, d.id desc limit ${limit}) d
     join seat_tasks t on t.id = d.task_id join seats s on s.id = d.seat_id
     cross join lateral (
       select version, product->>'title' as title, product->>'summary' as summary, product->'evidence' as evidence, decided_at
       from deliverable_versions where deliverable_id = d.id order by version desc limit 1) v
     order by d.handed_in_at desc, d.id desc`,
    [...values],
  )
  return rows.map((row) => ({
    id: row.id,
    task: { id: row.task_id, title: row.task_title },
    seat: { id: row.seat_id, name: row.seat_name, agentKey: row.agent },
    state: row.state,
    version: row.version,
    title: row.title,
    summary: row.summary,
    criteria: row.criteria,
    met: row.met,
    costMicros: row.cost_micros,
    isPriced: row.is_priced,
    handedInAt: row.handed_in_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
  }))
}

/** What a person's seats handed in, by pages. */
export async function listDeliverables(
  sql: Client,
  person: string,
  { seat, state, cursor, limit }: z.output<typeof DeliverableQuery>,
): Promise<{ deliverables: DeliverableLine[]; nextCursor: string | null }> {
  const all = allOf()
  all.and`d.owner_id = ${person}`
  if (seat) all.and`d.seat_id = ${seat}`
  if (state) all.and`d.state = ${state}`
  const after = timePlace(cursor)
  if (after) all.and`(d.handed_in_at, d.id) < (${after.key}::timestamptz, ${after.id})`
  const found = await findLines(sql, all.where(), all.values, limit + 1)
  const { page, nextCursor } = pageOf(found, limit, ({ handedInAt, id }) => ({ key: handedInAt, id }))
  return { deliverables: page, nextCursor }
}
