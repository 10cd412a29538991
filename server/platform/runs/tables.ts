import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '../database/columns.ts'

export const runs = pgTable(
  'runs',
  {
    id: text('id').primaryKey(),
    /** Which worker takes it: `chat`. */
    kind: text('kind').notNull(),
    /** The fence: a user's id or `anon:<key>`. */
    ownerId: text('owner_id').notNull(),
    threadId: text('thread_id'),
    messageId: text('message_id'),
    status: text('status').notNull().default('queued'),
    input: jsonb('input').notNull().default({}),
    /** What a waiting run needs to go on: the conversation with its tool calls. */
    state: jsonb('state'),
    /** The instance that holds the lease, until when. */
    worker: text('worker'),
    leaseUntil: moment('lease_until'),
    /** Raised at every claim; every write of a worker carries the one it was given. */
    fence: integer('fence').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    /** How often a worker fell silent over it; past a few it is given up. */
    failures: integer('failures').notNull().default(0),
    cancelRequestedAt: moment('cancel_requested_at'),
    /** Limits and what was used of them: tokens, and millionths of a US dollar. */
    tokenBudget: bigint('token_budget', { mode: 'number' }),
    tokensUsed: bigint('tokens_used', { mode: 'number' }).notNull().default(0),
    costBudgetMicros: bigint('cost_budget_micros', { mode: 'number' }),
    costMicros: bigint('cost_micros', { mode: 'number' }).notNull().default(0),

    error: text('error'),
    createdAt: moment('created_at').notNull().defaultNow(),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('runs_claimable').on(table.createdAt).where(sql`status in ('queued', 'running')`),
    index('runs_owner').on(table.ownerId, table.createdAt),
    index('runs_thread').on(table.threadId).where(sql`status in ('queued', 'running', 'waiting')`),
    // A thread has one reply at a time.
    uniqueIndex('runs_one_reply').on(table.threadId).where(sql`kind = 'chat' and status in ('queued', 'running')`),
  ],
)

/**
 * The log of a run. One row holds the frames `first_seq`…`seq`, as a JSON array of [type, data], so that a tick writes
 * one row a run and the end compacts them into one; the numbering never changes. An attempt that takes over starts at a
 * higher hundred thousand, beyond whatever viewers may have seen that was never stored.
 */
export const runEvents = pgTable(
  'run_events',
  {
    runId: text('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    firstSeq: integer('first_seq').notNull(),
    seq: integer('seq').notNull(),
    /** Text, not jsonb: nothing queries inside, and JSON may hold an escaped NUL, which jsonb refuses. */
    frames: text('frames').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.seq] })],
)
