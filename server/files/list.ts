import type { StoredFile } from '@atrium/contract/files'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { files } from './tables.ts'

/** Files of one answer. */
const SHOWN = 1000

/** The owner's newest files, without those that a module's records hold, and what all of them take. */
export async function listFiles(on: Queryable, quotaBytes: number, owner: string) {
  const rows = await on
    .select({
      id: files.id,
      name: files.name,
      mime: files.mime,
      size: files.size,
      hasText: sql<boolean>`${files.text} is not null`,
      createdAt: files.createdAt,
    })
    .from(files)
    .where(and(eq(files.ownerId, owner), isNull(files.module)))
    .orderBy(desc(files.createdAt), desc(files.id))
    .limit(SHOWN)
  const usedBytes = await usedBy(on, owner)
  const shown = rows.map(
    (row): StoredFile => ({ ...row, url: `/api/files/${row.id}`, createdAt: row.createdAt.toISOString() }),
  )
  return { files: shown, usedBytes, quotaBytes }
}

/** bytes of all the owner's files */
export async function usedBy(on: Queryable, owner: string): Promise<number> {
  const [total] = await on
    .select({ used: sql<number>`coalesce(sum(${files.size}), 0)::bigint` })
    .from(files)
    .where(eq(files.ownerId, owner))
  return total?.used ?? 0
}
