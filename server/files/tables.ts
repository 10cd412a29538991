import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../platform/database/columns.ts'

/** An uploaded file. Its bytes lie under DATA_DIR/files by their hash. */
export const files = pgTable(
  'files',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    name: text('name').notNull(),
    mime: text('mime').notNull(),
    /** bytes */
    size: bigint('size', { mode: 'number' }).notNull(),
    /** hex */
    sha256: text('sha256').notNull(),
    /** The module whose record it belongs to, or is to belong to (waiting.ts); null for what the person uploaded themselves. */
    module: text('module'),
    /** Readable text found in it; null when there is none. */
    text: text('text'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('files_owner').on(table.ownerId, table.createdAt), index('files_hash').on(table.sha256)],
)
