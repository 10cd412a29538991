import { and, eq } from 'drizzle-orm'
import { files } from '../files/tables.ts'
import type { Database } from '../platform/database/connect.ts'
import type { PageRow } from './published-pages.ts'

/** A file of the page's owner that the page's module keeps with its records. */
export async function keptFile(db: Database, { scopeId, module }: PageRow, id: string) {
  const [file] = await db
    .select({ name: files.name, mime: files.mime, sha256: files.sha256 })
    .from(files)
    .where(and(eq(files.id, id), eq(files.ownerId, scopeId), eq(files.module, module)))
  return file ?? null
}
