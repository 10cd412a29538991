import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { moment } from '../platform/database/columns.ts'
import { recordShares } from '../sharing/tables.ts'

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
    /** By which share they came to it, whose end is the lock's; null in one's own things and a team's. */
    shareId: text('share_id').references(() => recordShares.id, { onDelete: 'cascade' }),
    /** What the program says of whoever locks, as XML. */
    holder: text('holder').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('dav_locks_owner').on(table.ownerId, table.module), index('dav_locks_expiry').on(table.expiresAt)],
)

/** What is shared with a person is called so by their programs: a name that stays, whatever else comes or ends. */
export const davSharedNames = pgTable(
  'dav_shared_names',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    shareId: text('share_id')
      .notNull()
      .references(() => recordShares.id, { onDelete: 'cascade' }),
    module: text('module').notNull(),
    /** What the record was called when the name was given: by another title it gets another name. */
    title: text('title').notNull(),
    name: text('name').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.shareId] }),
    uniqueIndex('dav_shared_names_name').on(table.userId, table.module, table.name),
  ],
)
