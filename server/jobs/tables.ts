import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '../platform/database/columns.ts'

/**
 * What is done later: a schedule (an action at a moment), an event (an action that has changed something, for one module that
 * listens), a job. Schedules and events go when they are done; jobs, and what failed, are shown in Activity for a while.
 */
export const jobs = pgTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    /** `schedule`, `event`, `job` */
    kind: text('kind').notNull(),
    /** The person or the team whose it is. */
    ownerId: text('owner_id').notNull(),
    /** Who asked for it, with whose rights it is done; null when the server did: whoever speaks for the owner then. */
    actorId: text('actor_id'),
    /** Of a schedule the module that made it, of an event the one that listens. */
    module: text('module').notNull(),
    /** Of a schedule and an event the action (`tasks.done`), of a job its own name. */
    name: text('name').notNull(),
    /** Of a schedule: one of its owner's in its module. */
    key: text('key'),
    input: jsonb('input').notNull(),
    /** The modules' listeners that led here, each once: none of them hears of what follows. */
    trail: jsonb('trail').$type<string[]>().notNull().default([]),
    timeZone: text('time_zone').notNull().default('UTC'),
    language: text('language').notNull().default('en'),
    /** `waiting`, `running` (a job), `paused` (a job), `succeeded`, `failed`, `cancelled` */
    status: text('status').notNull().default('waiting'),
    /** Of a job that is under way: it is to rest after the step that it is in. */
    pauseAsked: boolean('pause_asked').notNull().default(false),
    /** Raised by every claim: what was claimed again meanwhile is not done by whoever claimed it before. */
    attempts: integer('attempts').notNull().default(0),
    /** When it is to be done; while somebody does it, when somebody else may. */
    dueAt: moment('due_at').notNull(),
    /** Of a job: its run. */
    runId: text('run_id'),
    done: integer('done').notNull().default(0),
    total: integer('total'),
    note: text('note').notNull().default(''),
    result: jsonb('result'),
    /** Why it failed, for people. */
    error: text('error'),
    createdAt: moment('created_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('jobs_due').on(table.dueAt).where(sql`status = 'waiting' and kind <> 'job'`),
    index('jobs_owner').on(table.ownerId, table.id),
    index('jobs_run').on(table.runId),
    uniqueIndex('jobs_key')
      .on(table.ownerId, table.module, table.key)
      .where(sql`kind = 'schedule' and status = 'waiting'`),
  ],
)

/** The steps of jobs that are done, with what they answered. */
export const jobSteps = pgTable(
  'job_steps',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    output: jsonb('output'),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.name] })],
)

/** When the jobs that modules do by themselves are next done for whoever has records of theirs. */
export const periodicJobs = pgTable(
  'periodic_jobs',
  {
    ownerId: text('owner_id').notNull(),
    /** Of a team who changed something last: it goes by their clock. */
    actorId: text('actor_id'),
    module: text('module').notNull(),
    name: text('name').notNull(),
    /** The declaration and the zone by which `next_at` was reckoned: another one reckons it anew. */
    every: text('every').notNull(),
    timeZone: text('time_zone').notNull(),
    nextAt: moment('next_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.module, table.name] }),
    index('periodic_jobs_next').on(table.nextAt),
  ],
)
