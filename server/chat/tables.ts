import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, tsvector } from '../platform/database/columns.ts'

export const threads = pgTable(
  'threads',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    title: text('title').notNull(),
    /** True while the title is still the default or derived from the first message. */
    titleIsDerived: boolean('title_is_derived').notNull().default(true),
    space: text('space'),
    persona: text('persona').notNull().default('personal'),
    model: text('model'),
    pinnedAt: moment('pinned_at'),
    archivedAt: moment('archived_at'),
    deletedAt: moment('deleted_at'),
    /** The last message of the branch on show. */
    leafId: text('leaf_id'),
    /** The rolling summary of what no longer fits the model, and the last message it covers. */
    summary: text('summary'),
    summaryUpTo: text('summary_up_to'),
    /** Words of the title for the full-text search. */
    search: tsvector('search').notNull().default(sql`''::tsvector`),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('threads_owner').on(table.ownerId, table.updatedAt),
    index('threads_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
    index('threads_search').using('gin', table.search),
  ],
)

export const messages = pgTable(
  'messages',
  {
    id: text('id').primaryKey(),
    threadId: text('thread_id')
      .notNull()
      .references(() => threads.id, { onDelete: 'cascade' }),
    /** The thread's owner again: the search is fenced by it without a join. */
    ownerId: text('owner_id').notNull(),
    parentId: text('parent_id'),
    role: text('role').notNull(),
    content: text('content').notNull(),
    status: text('status').notNull().default('complete'),
    runId: text('run_id'),
    meta: jsonb('meta').notNull().default({}),
    feedback: text('feedback'),
    feedbackReason: text('feedback_reason'),
    search: tsvector('search').notNull().default(sql`''::tsvector`),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('messages_thread').on(table.threadId, table.createdAt),
    index('messages_parent').on(table.parentId),
    index('messages_owner').on(table.ownerId, table.createdAt),
    index('messages_search').using('gin', table.search),
  ],
)

export const messageFiles = pgTable(
  'message_files',
  {
    messageId: text('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    fileId: text('file_id').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.position] }), index('message_files_file').on(table.fileId)],
)

/** Actions that a person lets the assistant do in a thread without asking each time. */
export const threadAllowances = pgTable(
  'thread_allowances',
  {
    threadId: text('thread_id')
      .notNull()
      .references(() => threads.id, { onDelete: 'cascade' }),
    /** Whose word it is: a thread that passes to somebody else keeps none of it. */
    ownerId: text('owner_id').notNull(),
    /** `tasks.add` */
    action: text('action').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.threadId, table.ownerId, table.action] })],
)

/** What the assistant knows about a person for good (soulMode). */
export const memories = pgTable(
  'memories',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    text: text('text').notNull(),
    sourceMessageId: text('source_message_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('memories_owner').on(table.ownerId, table.createdAt)],
)
