import { and, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { columns, type Stored } from './rows.ts'
import { records } from './tables.ts'

// What has been written in a collection since a moment, without a log of its own: rows know when they were written, and the trash
// keeps what was removed. A mark says when the last one was written, how many rows there were, and the sum of their versions: the
// last two change even where a transaction that began earlier ends later.

/** ms; a change is dated by its beginning, and may become visible so much later */
const LATE = 20 * 60_000
/** ms; an import, of which rows are known to have come late */
const VERY_LATE = 2 * 60 * 60_000
/** rows; whoever missed more looks at everything anew */
const MOST = 10_000

const MARK = /^(\d{1,15})-(\d{1,10})-(\d{1,15})$/

const momentOf = (milliseconds: number) => sql`to_timestamp(${milliseconds}::double precision / 1000)`

export async function markOf(on: Queryable, fence: SQL | undefined): Promise<string> {
  const [found] = await on
    .select({
      at: sql<string>`coalesce(ceil(extract(epoch from max(${records.updatedAt})) * 1000), 0)::bigint::text`,
      rows: sql<number>`count(*)::int`,
      versions: sql<string>`coalesce(sum(${records.version}), 0)::bigint::text`,
    })
    .from(records)
    .where(fence)
  return `${found?.at ?? 0}-${found?.rows ?? 0}-${found?.versions ?? 0}`
}

/** Live rows and those in the trash; null when the mark is none of this collection's, or something went for good since. */
export async function writtenSince(on: Queryable, fence: SQL | undefined, mark: string): Promise<Stored[] | null> {
  const [all, ...said] = MARK.exec(mark) ?? []
  if (all === undefined) return null
  const [at = 0, rows = 0, versions = 0] = said.map(Number)
  const [now] = await on
    .select({
      old: sql<number>`count(*) filter (where ${lte(records.createdAt, momentOf(at))})::int`,
      versions: sql<number>`coalesce(sum(${records.version}), 0)::double precision`,
    })
    .from(records)
    .where(fence)
  const old = now?.old ?? 0
  if (old < rows || (now?.versions ?? 0) < versions) return null
  const from = at - (old > rows ? VERY_LATE : LATE)
  const found = await on
    .select(columns)
    .from(records)
    .where(and(fence, gte(records.updatedAt, momentOf(from))))
    .limit(MOST + 1)
  return found.length > MOST ? null : found
}
