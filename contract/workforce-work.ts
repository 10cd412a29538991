import { z } from 'zod'
import { Approval } from './approvals.ts'
import { Id } from './chat.ts'
import { AMOUNT_MAX, INTEGER_MAX, RowVersion } from './integers.ts'
import { RunStatus } from './runs.ts'
import { Evidence, WorkProduct } from './work-product.ts'

// What seats do: tasks, runs, deliverables; what they ask for is in approvals.ts. Seats themselves are in workforce-seats.ts, orders in workforce-orders.ts.

const count = z.number().int()
const moment = z.iso.datetime()
/** The number of a step in its run. */
const Seq = z.number().int().min(1).max(INTEGER_MAX)
const text = (max: number) => z.string().trim().max(max, 'That is too long.')
/** Millionths of a US dollar: what models charge is far below a cent. */
const micros = z.number().int()

/** A task is given at most so deep below the first one, and never to a seat that is among its givers. */
export const DEPTH_MAX = 3
/** Tasks that one task may give to other seats. */
export const DELEGATIONS_MAX = 8

export const TaskStatus = z.enum([
  'backlog',
  'todo',
  'in_progress',
  'waiting_human',
  'blocked',
  'in_review',
  'done',
  'cancelled',
])
export type TaskStatus = z.infer<typeof TaskStatus>
export const isOpenTask = (status: TaskStatus): boolean => status !== 'done' && status !== 'cancelled'

/** Who acts next in an open task, and on what. */
export const NextActor = z.object({
  kind: z.enum(['seat', 'person', 'nobody']),
  name: z.string(),
  /** `run`, `onboarding`, `approval`, `answer`, `unknown`, `review`, `dependency`, `paused`, `grant`, `budget`, `failed`, `assign`, `work` */
  for: z.enum([
    'run',
    'onboarding',
    'approval',
    'answer',
    'unknown',
    'review',
    'dependency',
    'paused',
    'grant',
    'budget',
    'failed',
    'assign',
    'work',
  ]),
})
export type NextActor = z.infer<typeof NextActor>

export const PersonRef = z.object({ id: z.string(), name: z.string() })
export const SeatRef = z.object({ id: z.string(), name: z.string(), agentKey: z.string() })

export const Task = z.object({
  id: z.string(),
  title: z.string(),
  status: TaskStatus,
  next: NextActor.nullable(),
  seat: SeatRef.nullable(),
  person: PersonRef.nullable(),
  /** Who gave it to the caller; null for the caller's own tasks and those of their seats. */
  giver: PersonRef.nullable(),
  /** A day, YYYY-MM-DD. */
  dueOn: z.string().nullable(),
  parentId: z.string().nullable(),
  playbook: z.string().nullable(),
  /** Why it is blocked or failed, in a sentence. */
  reason: z.string(),
  /** The place among its column's tasks, ascending. */
  rank: z.number(),
  costMicros: micros,
  tokens: count,
  /** False once a model of unknown price was asked: the cost is then more than shown. */
  isPriced: z.boolean(),
  subtasks: z.object({ done: count, total: count }),
  version: count,
  createdAt: moment,
  updatedAt: moment,
  endedAt: moment.nullable(),
})
export type Task = z.infer<typeof Task>

/** GET /api/workforce/tasks?seat=<id>&status=open|ended|<status>&cursor=: open ones by rank, ended ones newest first. */
export const TaskQuery = z.object({
  seat: Id.optional(),
  /** `ended`: done and cancelled ones together. */
  status: z.enum(['open', 'ended', ...TaskStatus.options]).optional(),
  /** `me`: what other people gave to the caller, and nothing else. */
  for: z.literal('me').optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(200),
})
export const TaskList = z.object({ tasks: z.array(Task), nextCursor: z.string().nullable() })

export const TaskTitle = z
  .string('Say what is to be done.')
  .trim()
  .min(1, 'Say what is to be done.')
  .max(200, 'A title has at most 200 characters.')
const Criteria = z
  .array(z.string().trim().min(1, 'A criterion says something.').max(500, 'A criterion has at most 500 characters.'))
  .max(20, 'At most 20 criteria.')
export const taskFields = {
  title: TaskTitle,
  brief: text(20_000),
  criteria: Criteria,
  dueOn: z.iso.date('That is no day of the calendar.').nullable(),
  /** A seat or a person; neither: nobody yet. */
  seatId: Id.nullable(),
  userId: Id.nullable(),
  /** Tasks that must be done first. */
  needs: z.array(Id).max(50, 'A task waits for at most 50 others.'),
  playbook: z.string().max(60).nullable(),
  /** The playbook's. */
  input: z.record(z.string().max(60), z.unknown()),
}
/** POST /api/workforce/tasks */
export const NewTask = z.object({
  title: TaskTitle,
  brief: taskFields.brief.default(''),
  criteria: Criteria.optional().describe('The playbook’s when absent.'),
  dueOn: taskFields.dueOn.default(null),
  seatId: Id.nullable().default(null),
  userId: Id.nullable().default(null),
  needs: taskFields.needs.default([]),
  playbook: taskFields.playbook.default(null),
  input: taskFields.input.default({}),
  parentId: Id.nullable().default(null),
  /** `backlog`: not to be begun yet. */
  status: z.enum(['backlog', 'todo']).default('todo'),
  /** Spending limit of the task with everything below it; null for none of its own. */
  budgetMicros: micros.min(0).max(AMOUNT_MAX).nullable().default(null),
  /** The browser's own word: sent again because the answer was lost, the task is made once. */
  attempt: z.string().min(8).max(60),
})
export type NewTask = z.input<typeof NewTask>
/**
 * PATCH /api/workforce/tasks/<id>. What is being done is not changed under the seat's hands: stop it first. Its budget may be
 * changed at any time. Whoever it was given to by another person may only say that it is done (or not), with its result, or
 * give it back (`userId` null).
 */
export const TaskChange = z
  .object({
    ...taskFields,
    status: z.enum(['backlog', 'todo', 'done', 'cancelled']),
    rank: z.number().min(-AMOUNT_MAX).max(AMOUNT_MAX),
    /** Null takes the limit away. */
    budgetMicros: micros.min(0, 'A limit is not negative.').max(AMOUNT_MAX).nullable(),
    /** What came of a person's task. */
    result: text(20_000),
  })
  .partial()
  .extend({ version: RowVersion })
export type TaskChange = z.infer<typeof TaskChange>

export const StepState = z.enum(['intent', 'executing', 'committed', 'failed', 'unknown'])
export type StepState = z.infer<typeof StepState>
export const Step = z.object({
  seq: count,
  kind: z.enum(['model', 'tool', 'wait', 'note']),
  /** `tasks.add`, `file`, `ask`, `delegate`, `deliver`, `note`, a model's id */
  name: z.string(),
  effect: z.enum(['read', 'write', 'send']).nullable(),
  state: StepState,
  /** In a sentence. */
  summary: z.string(),
  args: z.unknown(),
  result: z.unknown(),
  error: z.string().nullable(),
  tokens: count,
  costMicros: micros,
  costStatus: z.enum(['none', 'priced', 'estimated', 'unpriced']),
  /** The change that it made, for undo. */
  changeId: z.string().nullable(),
  at: moment,
})
export type Step = z.infer<typeof Step>

export const Run = z.object({
  id: z.string(),
  attempt: count,
  status: RunStatus,
  seat: SeatRef,
  playbook: z.string().nullable(),
  error: z.string().nullable(),
  startedAt: moment,
  endedAt: moment.nullable(),
  tokens: count,
  costMicros: micros,
  isPriced: z.boolean(),
  steps: z.array(Step),
})
export type Run = z.infer<typeof Run>

const page = { cursor: z.string().max(200).optional(), limit: z.coerce.number().int().min(1).max(200).default(50) }
const nextCursor = z.string().nullable()
export const Deliverable = z.object({
  id: z.string(),
  task: z.object({ id: z.string(), title: z.string() }),
  seat: SeatRef,
  state: z.enum(['in_review', 'accepted', 'sent_back']),
  versions: z.array(
    z.object({
      version: count,
      product: WorkProduct,
      /** SHA-256 of the product, hex. */
      hash: z.string(),
      runId: z.string(),
      createdAt: moment,
      state: z.enum(['in_review', 'accepted', 'sent_back']),
      note: z.string(),
      decidedAt: moment.nullable(),
    }),
  ),
})
export type Deliverable = z.infer<typeof Deliverable>
/** A deliverable in a list: what is needed to choose it. */
export const DeliverableLine = z.object({
  id: z.string(),
  task: z.object({ id: z.string(), title: z.string() }),
  seat: SeatRef,
  state: Deliverable.shape.state,
  /** Of the newest version. */
  version: count,
  title: z.string(),
  summary: z.string(),
  /** Acceptance criteria, and how many of them are met by its evidence. */
  criteria: count,
  met: count,
  /** Of the whole task, every attempt at it. */
  costMicros: micros,
  /** False once a model of unknown price was asked: the cost is then more than shown. */
  isPriced: z.boolean(),
  /** When the newest version was handed in. */
  handedInAt: moment,
  decidedAt: moment.nullable(),
})
export type DeliverableLine = z.infer<typeof DeliverableLine>
/** GET /api/workforce/deliverables?seat=<id>&state=&cursor=: the last handed in first. */
export const DeliverableQuery = z.object({ seat: Id.optional(), state: Deliverable.shape.state.optional(), ...page })
export const DeliverableList = z.object({ deliverables: z.array(DeliverableLine), nextCursor })
/** GET /api/workforce/runs?seat=<id>&cursor=: the newest first, with their steps; at most 20 at a time. */
export const RunQuery = z.object({
  seat: Id,
  cursor: page.cursor,
  limit: z.coerce.number().int().min(1).max(20).default(5),
})
export const RunList = z.object({
  runs: z.array(Run.extend({ task: z.object({ id: z.string(), title: z.string() }) })),
  nextCursor,
})
/** POST /api/workforce/deliverables/<id>/accept, and …/send-back, where the note is what is to be done anew */
export const Verdict = z.object({ version: RowVersion, note: text(5_000).default('') })

export const OpenQuestion = z.object({
  runId: z.string(),
  seq: count,
  questions: z.array(
    z.object({
      key: z.string(),
      question: z.string(),
      help: z.string(),
      kind: z.enum(['line', 'text', 'choice']),
      choices: z.array(z.string()),
      otherwise: z.string(),
    }),
  ),
})
export type OpenQuestion = z.infer<typeof OpenQuestion>
/** POST /api/workforce/tasks/<id>/answer */
export const Answers = z.object({
  runId: Id,
  seq: Seq,
  answers: z.record(z.string().max(60), text(10_000)),
})
/** POST /api/workforce/runs/<id>/steps/<seq>/settle: a step that nobody knows of whether it happened. */
export const Settle = z.object({ happened: z.boolean('Say whether it happened.') })

export const WorkEvent = z.object({
  id: count,
  kind: z.string(),
  subject: z.string(),
  /** A person's or a seat's name; empty for the server. */
  actor: z.string(),
  data: z.record(z.string(), z.unknown()),
  at: moment,
})
export type WorkEvent = z.infer<typeof WorkEvent>

/** GET /api/workforce/tasks/<id> */
export const TaskDetails = Task.extend({
  brief: z.string(),
  /** What came of it, when a person did it. */
  result: z.string(),
  criteria: z.array(Evidence),
  input: z.record(z.string(), z.unknown()),
  parent: z.object({ id: z.string(), title: z.string() }).nullable(),
  children: z.array(Task),
  needs: z.array(z.object({ id: z.string(), title: z.string(), status: TaskStatus })),
  runs: z.array(Run),
  approvals: z.array(Approval),
  deliverables: z.array(Deliverable),
  question: OpenQuestion.nullable(),
  budget: z.object({ limitMicros: micros, spentMicros: micros, reservedMicros: micros }).nullable(),
  /** The conversation that it came from. */
  threadId: z.string().nullable(),
  /** Whether it has ended and you may open it again: what its giver closed, only they may. */
  canReopen: z.boolean(),
  /** Files named in the input, by id. */
  files: z.array(z.object({ id: z.string(), name: z.string() })),
  events: z.array(WorkEvent),
})
export type TaskDetails = z.infer<typeof TaskDetails>
