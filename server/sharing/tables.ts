import { foreignKey, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '../platform/database/columns.ts'
import { records } from '../records/tables.ts'

/** A record that its owner shares with somebody. It goes with the record, wherever that is claimed to. */
export const recordShares = pgTable(
  'record_shares',
  {
    id: text('id').primaryKey(),
    /** The record's owner. */
    scopeId: text('scope_id').notNull(),
    module: text('module').notNull(),
    collection: text('collection').notNull(),
    recordId: text('record_id').notNull(),
    /** With whom: a person's id or `team:<id>`; null where nobody has the name that was typed, which the owner is not told. */
    granteeId: text('grantee_id'),
    /** Whom the owner meant, in the owner's words: a name or an address. */
    called: text('called').notNull(),
    /** viewer, editor */
    role: text('role').notNull(),
    /** Who shared it, which in a team is one of several. */
    sharedBy: text('shared_by'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      name: 'record_shares_record',
      columns: [table.recordId, table.module, table.scopeId],
      foreignColumns: [records.id, records.module, records.scopeId],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
    uniqueIndex('record_shares_called').on(table.recordId, table.called),
    index('record_shares_grantee').on(table.granteeId),
    index('record_shares_scope').on(table.scopeId, table.module),
  ],
)
