import type { Principal } from '@atrium/contract/principal'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Database } from '../platform/database/connect.ts'
import { authorize } from '../platform/policy.ts'
import type { InstalledModule } from './installed.ts'
import { titleOf } from './rows.ts'
import { records } from './tables.ts'
import { wordsSql } from './where.ts'

/** A record as a person calls it. */
export interface NamedRow {
  id: string
  collection: string
  title: string
}

const MOST = 20

/** The person's records of a module that hold all these words, the last changed first; at most 20. */
export async function rowsNamed(
  db: Database,
  principal: Principal,
  { module }: InstalledModule,
  words: string,
): Promise<NamedRow[]> {
  authorize(principal, 'action.read')
  if (principal.share) return []
  const found = await db
    .select({ id: records.id, collection: records.collection, data: records.data })
    .from(records)
    .where(
      and(
        eq(records.scopeId, principal.owner),
        eq(records.module, module.id),
        isNull(records.deletedAt),
        ...wordsSql(words),
      ),
    )
    .orderBy(desc(records.updatedAt))
    .limit(MOST)
  return found.flatMap(({ id, collection, data }) => {
    const declared = module.collections[collection]
    const title = titleOf(declared, data as Record<string, unknown>)
    return declared && title !== '' ? [{ id, collection, title }] : []
  })
}
