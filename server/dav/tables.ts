import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { moment } from '../platform/database/columns.ts'

/** What programs have locked by WebDAV, for all instances. Each ends by itself within the hour. */
export const davLocks = pgTable(
  'dav_locks',
  {
    /** `urn:uuid:…` */
    token: text('token').primaryKey(),
    ownerId: text('owner_id').notNull(),
    module: text('module').notNull(),
    /** Its names with slashes between; empty for the top. */
    path: text('path').notNull(),
    isExclusive: boolean('is_exclusive').notNull(),
    /** With everything below it. */
    isDeep: boolean('is_deep').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What the program says of whoever locks, as XML. */
    holder: text('holder').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('dav_locks_owner').on(table.ownerId, table.module), index('dav_locks_expiry').on(table.expiresAt)],
)
