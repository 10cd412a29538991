import { bigint, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
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

/** What the actions of modules asked of models: a row for each person, module and day (UTC), in the scope they were in. */
export const modelUse = pgTable(
  'model_use',
  {
    ownerId: text('owner_id').notNull(),
    /** Who asked; the owner's own key for a visitor. */
    userId: text('user_id').notNull(),
    module: text('module').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    calls: integer('calls').notNull().default(0),
    inputTokens: bigint('input_tokens', { mode: 'number' }).notNull().default(0),
    outputTokens: bigint('output_tokens', { mode: 'number' }).notNull().default(0),
    costMicros: bigint('cost_micros', { mode: 'number' }).notNull().default(0),
    /** Calls of models whose price is not known: their cost is not in the sum. */
    unpricedCalls: integer('unpriced_calls').notNull().default(0),
    /** What was drawn, heard (seconds) and spoken (characters). */
    pictures: integer('pictures').notNull().default(0),
    seconds: bigint('seconds', { mode: 'number' }).notNull().default(0),
    characters: bigint('characters', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.userId, table.module, table.day] }),
    index('model_use_user').on(table.userId, table.day),
  ],
)
