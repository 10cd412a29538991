import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../platform/database/columns.ts'

/** An address of a person's (or a team's) that is told of events. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    url: text('url').notNull(),
    /** `records:tasks`, `records:*`, `*` */
    events: text('events').array().notNull(),
    /** What signs, encrypted (models/key-cipher.ts). */
    secret: text('secret').notNull(),
    isOn: boolean('is_on').notNull().default(true),
    /** Since when nothing was taken; null after anything was. */
    failingSince: moment('failing_since'),
    /** When it was switched off because nothing was taken for days. */
    givenUpAt: moment('given_up_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('webhooks_owner').on(table.ownerId)],
)

/** One event for one webhook: what is to be told, and what came of it. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** Sent as `webhook-id`, the same at each attempt. */
    id: text('id').primaryKey(),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text('event').notNull(),
    /** JSON, as it is signed and sent. */
    body: text('body').notNull(),
    /** `waiting`, `sending`, `delivered`, `failed` */
    state: text('state').notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** When it is tried next; while it is being tried, when another may. Null once it is settled. */
    nextAt: moment('next_at'),
    /** Of the last answer. */
    status: integer('status'),
    ms: integer('ms'),
    /** Its first kilobyte, or the sentence why there was none. */
    answer: text('answer'),
    createdAt: moment('created_at').notNull().defaultNow(),
    attemptedAt: moment('attempted_at'),
  },
  (table) => [
    index('webhook_deliveries_webhook').on(table.webhookId, table.createdAt),
    index('webhook_deliveries_waiting').on(table.webhookId).where(sql`${table.nextAt} is not null`),
    index('webhook_deliveries_due').on(table.nextAt).where(sql`${table.nextAt} is not null`),
  ],
)
