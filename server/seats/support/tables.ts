import { bigserial, boolean, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { users } from '../../accounts/tables.ts'
import { moment } from '../../platform/database/columns.ts'

export const tickets = pgTable(
  'support_tickets',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    subject: text('subject').notNull(),
    /** open, answered, closed */
    state: text('state').notNull(),
    runId: text('run_id'),
    attempt: text('attempt').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    unique('support_tickets_attempt').on(table.ownerId, table.attempt),
    index('support_tickets_owner').on(table.ownerId, table.updatedAt, table.id),
    index('support_tickets_touched').on(table.updatedAt, table.id),
  ],
)

export const ticketMessages = pgTable(
  'support_messages',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    ticketId: text('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    /** Null: whoever wrote it is gone. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** An administrator's answer. */
    isSupport: boolean('is_support').notNull(),
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('support_messages_ticket').on(table.ticketId)],
)
