import type { WorkProduct } from '@atrium/contract/work-product'
import type { Trigger } from '@atrium/contract/workforce-seats'
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { moment } from '../platform/database/columns.ts'
import { runs } from '../platform/runs/tables.ts'
import { seats } from '../workforce/tables.ts'

/** Millionths of a US dollar. */
const micros = (name: string) => bigint(name, { mode: 'number' })
const fields = (name: string) => jsonb(name).$type<Record<string, unknown>>()

/** What an owner has decided for all of their seats. */
export const workforceSettings = pgTable('workforce_settings', {
  ownerId: text('owner_id').primaryKey(),
  pausedAt: moment('paused_at'),
})

export const seatMemories = pgTable(
  'seat_memories',
  {
    id: text('id').primaryKey(),
    seatId: text('seat_id')
      .notNull()
      .references(() => seats.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique('seat_memories_once').on(table.seatId, table.text)],
)

export const seatTasks = pgTable(
  'seat_tasks',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    title: text('title').notNull(),
    brief: text('brief').notNull(),
    /** backlog, todo, in_progress, waiting_human, blocked, in_review, done, cancelled */
    status: text('status').notNull(),
    /** Who acts next, on what: of tasks that are begun or blocked. The others' follows from seat and needs. */
    nextFor: text('next_for'),
    /** Why it is blocked, in a sentence. */
    reason: text('reason').notNull().default(''),
    seatId: text('seat_id').references(() => seats.id, { onDelete: 'set null' }),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The seat that gave it; null: a person did. */
    givenBySeatId: text('given_by_seat_id').references(() => seats.id, { onDelete: 'set null' }),
    parentId: text('parent_id').references((): AnyPgColumn => seatTasks.id, { onDelete: 'cascade' }),
    /** 0 without a parent. */
    depth: integer('depth').notNull().default(0),
    dueOn: text('due_on'),
    playbook: text('playbook'),
    input: fields('input').notNull(),
    criteria: jsonb('criteria').$type<string[]>().notNull(),
    /** What came of it, when a person did it. */
    result: text('result').notNull().default(''),
    rank: doublePrecision('rank').notNull(),
    /** The conversation that it came from, into which it reports. */
    threadId: text('thread_id'),
    scheduleId: text('schedule_id'),
    /** The sender's own word for it: a task that is sent twice is made once. */
    attempt: text('attempt'),
    /** The giver's: IANA name, BCP 47. */
    timeZone: text('time_zone').notNull().default('UTC'),
    language: text('language').notNull().default('en'),
    tokens: bigint('tokens', { mode: 'number' }).notNull().default(0),
    costMicros: micros('cost_micros').notNull().default(0),
    /** False once a model of unknown price was asked. */
    isPriced: boolean('is_priced').notNull().default(true),
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    unique('seat_tasks_attempt').on(table.ownerId, table.attempt),
    index('seat_tasks_owner').on(table.ownerId, table.status),
    index('seat_tasks_waiting').on(table.seatId, table.rank).where(sql`status = 'todo'`),
    index('seat_tasks_parent').on(table.parentId),
    index('seat_tasks_person').on(table.userId).where(sql`user_id is not null`),
    index('seat_tasks_schedule').on(table.scheduleId).where(sql`schedule_id is not null`),
    index('seat_tasks_open').on(table.ownerId, table.rank, table.id).where(sql`status not in ('done', 'cancelled')`),
    index('seat_tasks_seat_open')
      .on(table.seatId, table.rank, table.id)
      .where(sql`status not in ('done', 'cancelled')`),
    index('seat_tasks_ended').on(table.ownerId, table.endedAt, table.id).where(sql`status in ('done', 'cancelled')`),
    index('seat_tasks_seat_ended')
      .on(table.seatId, table.endedAt, table.id)
      .where(sql`status in ('done', 'cancelled')`),
    check('seat_tasks_one_assignee', sql`${table.seatId} is null or ${table.userId} is null`),
  ],
)

export const taskNeeds = pgTable(
  'task_needs',
  {
    taskId: text('task_id')
      .notNull()
      .references(() => seatTasks.id, { onDelete: 'cascade' }),
    needsId: text('needs_id')
      .notNull()
      .references(() => seatTasks.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.needsId] }), index('task_needs_needs').on(table.needsId)],
)

/** One attempt of a seat at a task, beside its row in `runs`, which has lease, fence and log. */
export const seatRuns = pgTable(
  'seat_runs',
  {
    id: text('id')
      .primaryKey()
      .references(() => runs.id, { onDelete: 'cascade' }),
    taskId: text('task_id')
      .notNull()
      .references(() => seatTasks.id, { onDelete: 'cascade' }),
    seatId: text('seat_id')
      .notNull()
      .references(() => seats.id, { onDelete: 'cascade' }),
    ownerId: text('owner_id').notNull(),
    /** From 1, of the task. */
    attempt: integer('attempt').notNull(),
    playbook: text('playbook'),
    /** As in `runs`; changed in the same transaction. */
    status: text('status').notNull(),
    /** What it waits for has come: it goes on as soon as its seat is free. */
    goesOn: boolean('goes_on').notNull().default(false),
    error: text('error'),
    tokens: bigint('tokens', { mode: 'number' }).notNull().default(0),
    costMicros: micros('cost_micros').notNull().default(0),
    isPriced: boolean('is_priced').notNull().default(true),
    startedAt: moment('started_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    // A seat does one thing at a time, and a task is attempted once at a time.
    uniqueIndex('seat_runs_one_active').on(table.seatId).where(sql`status in ('queued', 'running')`),
    uniqueIndex('seat_runs_one_attempt').on(table.taskId).where(sql`status in ('queued', 'running', 'waiting')`),
    index('seat_runs_task').on(table.taskId),
    index('seat_runs_going_on').on(table.seatId).where(sql`status = 'waiting' and goes_on`),
    index('seat_runs_owner').on(table.ownerId, table.startedAt),
    index('seat_runs_seat').on(table.seatId, table.startedAt, table.id),
  ],
)

export const runSteps = pgTable(
  'run_steps',
  {
    runId: text('run_id')
      .notNull()
      .references(() => seatRuns.id, { onDelete: 'cascade' }),
    /** From 1; `<run>:<seq>` is what an effect is known by. */
    seq: integer('seq').notNull(),
    /** model, tool, wait, note */
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    /** read, write, send; null of a wait or a note */
    effect: text('effect'),
    /** intent, executing, committed, failed, unknown */
    state: text('state').notNull(),
    summary: text('summary').notNull(),
    args: jsonb('args').notNull(),
    /** SHA-256 of name and args, hex. */
    argsHash: text('args_hash').notNull(),
    result: jsonb('result'),
    error: text('error'),
    /** Of the AppError that a playbook may catch. */
    errorCode: text('error_code'),
    tokens: integer('tokens').notNull().default(0),
    costMicros: micros('cost_micros').notNull().default(0),
    /** none, priced, estimated, unpriced */
    costStatus: text('cost_status').notNull().default('none'),
    /** The change that it made, for undo. */
    changeId: text('change_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.seq] })],
)

export const deliverables = pgTable(
  'deliverables',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    taskId: text('task_id')
      .notNull()
      .unique()
      .references(() => seatTasks.id, { onDelete: 'cascade' }),
    seatId: text('seat_id')
      .notNull()
      .references(() => seats.id, { onDelete: 'cascade' }),
    /** in_review, accepted, sent_back */
    state: text('state').notNull(),
    /** When its newest version was. */
    handedInAt: moment('handed_in_at').notNull().defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('deliverables_owner').on(table.ownerId, table.handedInAt, table.id),
    index('deliverables_seat').on(table.seatId, table.handedInAt, table.id),
    index('deliverables_review').on(table.ownerId, table.handedInAt, table.id).where(sql`state = 'in_review'`),
  ],
)

export const deliverableVersions = pgTable(
  'deliverable_versions',
  {
    deliverableId: text('deliverable_id')
      .notNull()
      .references(() => deliverables.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    product: jsonb('product').$type<WorkProduct>().notNull(),
    /** SHA-256, hex */
    hash: text('hash').notNull(),
    runId: text('run_id').notNull(),
    state: text('state').notNull(),
    note: text('note').notNull().default(''),
    decidedBy: text('decided_by'),
    decidedAt: moment('decided_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.deliverableId, table.version] }),
    index('deliverable_versions_decided').on(table.decidedAt),
  ],
)

/** Limits that somebody has set. */
export const budgets = pgTable(
  'budgets',
  {
    ownerId: text('owner_id').notNull(),
    /** seat, task, team, workspace */
    scope: text('scope').notNull(),
    scopeId: text('scope_id').notNull(),
    limitMicros: micros('limit_micros'),
    limitTokens: bigint('limit_tokens', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.scope, table.scopeId] })],
)

/** What was spent and is reserved, of each scope in each month (UTC; `total` for tasks), limited or not. */
export const budgetLedgers = pgTable(
  'budget_ledgers',
  {
    ownerId: text('owner_id').notNull(),
    scope: text('scope').notNull(),
    scopeId: text('scope_id').notNull(),
    /** 2026-11, or total */
    window: text('window').notNull(),
    spentMicros: micros('spent_micros').notNull().default(0),
    reservedMicros: micros('reserved_micros').notNull().default(0),
    tokens: bigint('tokens', { mode: 'number' }).notNull().default(0),
    reservedTokens: bigint('reserved_tokens', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.scope, table.scopeId, table.window] }),
    check('budget_ledgers_positive', sql`${table.reservedMicros} >= 0 and ${table.reservedTokens} >= 0`),
  ],
)

/** Money held for one step until it is known what it cost. */
export const reservations = pgTable(
  'reservations',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    runId: text('run_id').notNull(),
    seq: integer('seq').notNull(),
    /** The ledgers that it counts in. */
    ledgers: jsonb('ledgers').$type<{ scope: string; scopeId: string; window: string }[]>().notNull(),
    micros: micros('micros').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    /** held, settled, released */
    state: text('state').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('reservations_run').on(table.runId),
    index('reservations_held').on(table.createdAt).where(sql`state = 'held'`),
  ],
)

export const schedules = pgTable(
  'seat_schedules',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    seatId: text('seat_id')
      .notNull()
      .references(() => seats.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    brief: text('brief').notNull(),
    playbook: text('playbook'),
    input: fields('input').notNull(),
    trigger: jsonb('trigger').$type<Trigger>().notNull(),
    isOn: boolean('is_on').notNull().default(true),
    /** Of whoever made it: its tasks are theirs. */
    timeZone: text('time_zone').notNull().default('UTC'),
    language: text('language').notNull().default('en'),
    /** When it is due next; of an event only once it has come: what comes until then is one with it. */
    nextAt: moment('next_at'),
    lastTaskId: text('last_task_id'),
    problem: text('problem').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('seat_schedules_owner').on(table.ownerId),
    index('seat_schedules_due').on(table.nextAt).where(sql`is_on`),
  ],
)
