import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { moment } from '../platform/database/columns.ts'
import { runs } from '../platform/runs/tables.ts'
import { seatTasks } from '../seats/tables.ts'
import { seats } from '../workforce/tables.ts'

const fields = (name: string) => jsonb(name).$type<Record<string, unknown>>()

/** What waits, or waited, for a person's word before it is done. */
export const approvals = pgTable(
  'approvals',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    runId: text('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** Of a seat's step. */
    taskId: text('task_id').references(() => seatTasks.id, { onDelete: 'cascade' }),
    seatId: text('seat_id').references(() => seats.id, { onDelete: 'cascade' }),
    seq: integer('seq'),
    /** Of the assistant's call in a conversation, as the model named it. */
    callId: text('call_id'),
    action: text('action').notNull(),
    effect: text('effect').notNull(),
    why: text('why').notNull(),
    input: fields('input').notNull(),
    /** A word about these arguments is a word about no others. */
    argsHash: text('args_hash').notNull(),
    /** pending, approved, edited, rejected, revision, expired, withdrawn */
    state: text('state').notNull(),
    /** What the person wants done instead. */
    edited: fields('edited'),
    note: text('note').notNull().default(''),
    decidedBy: text('decided_by'),
    decidedAt: moment('decided_at'),
    /** Null: when something else is said. */
    expiresAt: moment('expires_at'),
    /** A word is good for one time. */
    usedAt: moment('used_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('approvals_step').on(table.runId, table.seq),
    unique('approvals_call').on(table.runId, table.callId),
    check('approvals_from_one', sql`num_nonnulls(seat_id, task_id, seq) = case when call_id is null then 3 else 0 end`),
    index('approvals_owner').on(table.ownerId, table.createdAt, table.id),
    index('approvals_task').on(table.taskId),
    index('approvals_seat').on(table.seatId, table.createdAt, table.id),
    index('approvals_pending').on(table.ownerId, table.createdAt, table.id).where(sql`state = 'pending'`),
    index('approvals_expiring').on(table.expiresAt).where(sql`state = 'pending'`),
  ],
)
