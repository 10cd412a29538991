import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { moment } from '../platform/database/columns.ts'

/** Keys that people brought for themselves, encrypted (key-cipher.ts). */
export const providerKeys = pgTable(
  'provider_keys',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    ciphertext: text('ciphertext').notNull(),
    /** The last four characters, to tell keys apart. */
    ending: text('ending').notNull(),
    addedAt: moment('added_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.provider] })],
)
