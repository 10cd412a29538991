import type { SentMetadata } from '@atrium/contract/resumable'
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
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

/** A file of a field that is on its way in, piece by piece: it goes on where it stopped. The pieces lie among what comes in (store.ts). */
export const unfinishedFiles = pgTable(
  'unfinished_files',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    /** Who began it: theirs alone to go on with. */
    begunBy: text('begun_by').notNull(),
    /** Where it is to be: `wallet/transactions/receipts`. */
    place: text('place').notNull(),
    /** bytes */
    size: bigint('size', { mode: 'number' }).notNull(),
    /** bytes that have come */
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    /** As sent, for HEAD. */
    metadata: jsonb('metadata').$type<SentMetadata>().notNull(),
    pieces: jsonb('pieces').$type<readonly string[]>().notNull().default([]),
    /** One more with each piece: of two at once the second is refused. */
    version: integer('version').notNull().default(1),
    /** What it has become. */
    fileId: text('file_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('unfinished_files_owner').on(table.ownerId, table.createdAt)],
)
