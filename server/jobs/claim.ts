import { sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'

/** Gives what one owner left for later to another. Where both have it (a schedule of one key), the other's stays. */
export async function claimJobs(tx: Queryable, from: string, to: string): Promise<void> {
  await tx.execute(sql`delete from jobs j where j.owner_id = ${from} and j.kind = 'schedule' and j.status = 'waiting' and exists (
    select from jobs k where k.owner_id = ${to} and k.module = j.module and k.key = j.key and k.kind = 'schedule' and k.status = 'waiting')`)
  await tx.execute(sql`update jobs set owner_id = ${to}, actor_id = ${to} where owner_id = ${from}`)
  await tx.execute(sql`update runs set owner_id = ${to} where owner_id = ${from} and kind = 'job'`)
  await tx.execute(sql`update periodic_jobs p set owner_id = ${to} where p.owner_id = ${from} and not exists (
    select from periodic_jobs q where q.owner_id = ${to} and q.module = p.module and q.name = p.name)`)
  await tx.execute(sql`delete from periodic_jobs where owner_id = ${from}`)
}

/** Removes for good what an owner left for later. A worker that still does it is fenced off. */
export async function forgetJobs(tx: Queryable, owner: string): Promise<void> {
  await tx.execute(sql`delete from runs where owner_id = ${owner} and kind = 'job'`)
  for (const table of ['jobs', 'periodic_jobs'])
    await tx.execute(sql`delete from ${sql.identifier(table)} where owner_id = ${owner}`)
}
