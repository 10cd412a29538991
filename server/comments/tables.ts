import { foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { moment } from '../platform/database/columns.ts'
import { records } from '../records/tables.ts'

/** What people said about a record. It goes with the record, wherever that is claimed to. */
export const recordComments = pgTable(
  'record_comments',
  {
    id: text('id').primaryKey(),
    /** The record's owner. */
    scopeId: text('scope_id').notNull(),
    module: text('module').notNull(),
    recordId: text('record_id').notNull(),
    /** null where they have left, or wrote it in another installation */
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** What the author was called then, for when nobody can be asked any more. */
    called: text('called').notNull(),
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    editedAt: moment('edited_at'),
  },
  (table) => [
    foreignKey({
      name: 'record_comments_record',
      columns: [table.recordId, table.module, table.scopeId],
      foreignColumns: [records.id, records.module, records.scopeId],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
    index('record_comments_of').on(table.recordId, table.id),
    index('record_comments_scope').on(table.scopeId, table.module),
    index('record_comments_author').on(table.authorId),
  ],
)
