import type { Principal } from '@atrium/contract/principal'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Database } from '../platform/database/connect.ts'
import { authorize, authorizeKey } from '../platform/policy.ts'
import { searchText } from '../platform/search-text.ts'
import type { InstalledModule } from './installed.ts'
import type { Data } from './rows.ts'
import { records } from './tables.ts'
import { wordsSql } from './where.ts'

/** A record as a person calls it. */
export interface NamedRow {
  id: string
  title: string
}

/** What is asked for: records of a collection whose name holds these words. */
export interface Named {
  collection: string
  words: string
}

const MOST = 100

/** The person's records of a collection whose name holds all these words or their beginnings, the last changed first. */
export async function rowsNamed(
  db: Database,
  principal: Principal,
  { module }: InstalledModule,
  { collection, words }: Named,
): Promise<NamedRow[]> {
  authorize(principal, 'action.read')
  authorizeKey(principal, 'action.read', { method: 'POST', asksAssistant: false })
  const field = module.collections[collection]?.search[0]
  const asked = searchText(words).split(' ').filter(Boolean)
  if (principal.share || field === undefined || asked.length === 0) return []
  const found = await db
    .select({ id: records.id, data: records.data })
    .from(records)
    .where(
      and(
        ...[eq(records.scopeId, principal.owner), eq(records.module, module.id), eq(records.collection, collection)],
        ...[isNull(records.deletedAt), ...wordsSql(words)],
      ),
    )
    .orderBy(desc(records.updatedAt))
    .limit(MOST)
  return found.flatMap(({ id, data }) => {
    const title = (data as Data)[field]
    if (typeof title !== 'string') return []
    const own = searchText(title).split(' ')
    return asked.every((word) => own.some((other) => other.startsWith(word))) ? [{ id, title }] : []
  })
}
