import { ApprovalState } from '@atrium/contract/approvals'
import { RunStatus } from '@atrium/contract/runs'
import { SeatStatus } from '@atrium/contract/workforce-orders'
import { Trigger } from '@atrium/contract/workforce-seats'
import { StepState, TaskStatus } from '@atrium/contract/workforce-work'
import { z } from 'zod'
import { Id, Moment, Sha256 } from './format.ts'

// The workforce's part of an archive: what seats were, were given, did, asked and handed in.

const line = (max: number) => z.string().max(max)
const fields = z.record(z.string(), z.unknown())
/** PostgreSQL's `integer` and what JSON numbers can hold of its `bigint`. */
const int = z.number().int().min(0).max(2_147_483_647)
/** The drivers tell `bigint` as a text. */
const big = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const spent = { tokens: big.default(0), costMicros: big.default(0) }
const told = { timeZone: line(64).default('UTC'), language: line(35).default('en') }

export const ArchivedSeat = z.object({
  id: Id,
  name: line(200).min(1),
  agent: line(64).min(1),
  agentVersion: int.default(1),
  status: SeatStatus,
  managerSeatId: Id.nullish(),
  answers: z.record(z.string(), z.string()).default({}),
  createdAt: Moment,
  endedAt: Moment.nullish(),
})

export const ArchivedTask = z.object({
  id: Id,
  title: line(1_000).min(1),
  brief: line(100_000),
  status: TaskStatus,
  reason: line(10_000).default(''),
  seatId: Id.nullable(),
  /** Whose it is; absent in older archives, where only seats are known by their id. */
  assignee: z.enum(['seat', 'owner', 'colleague']).nullish(),
  givenBySeatId: Id.nullish(),
  parentId: Id.nullable(),
  depth: int.max(100).default(0),
  /** A day of the calendar; none where it is no such day. */
  dueOn: line(32)
    .transform((day) => (z.iso.date().safeParse(day).success ? day : null))
    .nullable(),
  playbook: line(200).nullable(),
  input: fields,
  criteria: z.array(line(2_000)).max(200),
  result: line(100_000),
  rank: z.number().default(0),
  needs: z.array(Id).max(1_000).default([]),
  threadId: Id.nullish(),
  scheduleId: Id.nullish(),
  ...told,
  ...spent,
  isPriced: z.boolean().default(true),
  createdAt: Moment,
  updatedAt: Moment.optional(),
  endedAt: Moment.nullable(),
})

export const ArchivedRun = z.object({
  id: Id,
  taskId: Id,
  seatId: Id,
  attempt: int,
  playbook: line(200).nullable(),
  status: RunStatus,
  error: line(100_000).nullable(),
  ...spent,
  isPriced: z.boolean(),
  startedAt: Moment,
  endedAt: Moment.nullable(),
})

export const ArchivedStep = z.object({
  runId: Id,
  seq: int,
  kind: z.enum(['model', 'tool', 'wait', 'note']),
  name: line(200),
  effect: z.enum(['read', 'write', 'send']).nullable(),
  state: StepState,
  summary: line(100_000),
  args: z.unknown(),
  argsHash: Sha256,
  result: z.unknown(),
  error: line(100_000).nullable(),
  errorCode: line(64).nullable(),
  tokens: int,
  costMicros: big,
  costStatus: z.enum(['none', 'priced', 'estimated', 'unpriced']),
  changeId: Id.nullable(),
  createdAt: Moment,
  updatedAt: Moment,
})

export const ArchivedApproval = z.object({
  id: Id,
  taskId: Id,
  seatId: Id,
  runId: Id,
  seq: int,
  action: line(200),
  effect: z.enum(['write', 'send']),
  why: line(100_000),
  input: fields,
  argsHash: Sha256,
  state: ApprovalState,
  edited: fields.nullable(),
  note: line(10_000),
  decidedAt: Moment.nullable(),
  expiresAt: Moment,
  usedAt: Moment.nullable(),
  createdAt: Moment,
})

const Verdict = z.enum(['in_review', 'accepted', 'sent_back'])

/** One version of a deliverable. */
export const ArchivedDeliverable = z.object({
  id: Id,
  taskId: Id,
  seatId: Id.optional(),
  version: int.min(1),
  /** As it was stored: its hash is of that, whatever later versions add to it. */
  product: z.unknown(),
  hash: Sha256,
  runId: Id.optional(),
  state: Verdict,
  note: line(10_000),
  createdAt: Moment,
  decidedAt: Moment.nullable(),
  handedInAt: Moment.optional(),
})

export const ArchivedSeatMemory = z.object({ id: Id, seatId: Id, text: line(10_000).min(1), createdAt: Moment })

export const ArchivedSchedule = z.object({
  id: Id,
  seatId: Id,
  title: line(1_000).min(1),
  brief: line(100_000),
  playbook: line(200).nullable(),
  input: fields,
  trigger: Trigger,
  isOn: z.boolean(),
  ...told,
  createdAt: Moment,
})

/** Each file, what it counts as in a report, and what a line of it is called. */
export const WORK_FILES = {
  'workforce/seats.jsonl': { kind: 'seats', called: 'A seat' },
  'workforce/tasks.jsonl': { kind: 'seatTasks', called: 'A task' },
  'workforce/runs.jsonl': { kind: 'seatRuns', called: 'A run' },
  'workforce/steps.jsonl': { kind: 'seatSteps', called: 'A step' },
  'workforce/approvals.jsonl': { kind: 'seatApprovals', called: 'An approval' },
  'workforce/deliverables.jsonl': { kind: 'deliverables', called: 'A deliverable' },
  'workforce/memories.jsonl': { kind: 'seatMemories', called: 'A seat’s memory' },
  'workforce/schedules.jsonl': { kind: 'seatSchedules', called: 'A schedule' },
} as const
export type WorkFile = keyof typeof WORK_FILES
