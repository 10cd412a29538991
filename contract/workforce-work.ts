import { z } from 'zod'
import { Id } from './chat.ts'
import { RunStatus } from './runs.ts'
import { Evidence, WorkProduct } from './work-product.ts'
import { SeatStatus } from './workforce-orders.ts'

// Seats at work: tasks, runs, approvals, deliverables, budgets. The calls of orders are in workforce-orders.ts.

const count = z.number().int()
const moment = z.iso.datetime()
const text = (max: number) => z.string().trim().max(max, 'That is too long.')
/** Millionths of a US dollar: what models charge is far below a cent. */
const micros = z.number().int()

/** A task is given at most so deep below the first one, and never to a seat that is among its givers. */
export const DEPTH_MAX = 3
/** Tasks that one task may give to other seats. */
export const DELEGATIONS_MAX = 8
/** Days that an approval waits for a person's word. */
export const APPROVAL_DAYS = 14

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

const PersonRef = z.object({ id: z.string(), name: z.string() })
const SeatRef = z.object({ id: z.string(), name: z.string(), agentKey: z.string() })

export const Task = z.object({
  id: z.string(),
  title: z.string(),
  status: TaskStatus,
  next: NextActor.nullable(),
  seat: SeatRef.nullable(),
  person: PersonRef.nullable(),
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

/** GET /api/workforce/tasks?seat=<id>&status=open|<status>&cursor=: open ones by rank, ended ones newest first. */
export const TaskQuery = z.object({
  seat: Id.optional(),
  status: z.enum(['open', ...TaskStatus.options]).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(200),
})
export const TaskList = z.object({ tasks: z.array(Task), nextCursor: z.string().nullable() })

const Title = z
  .string('Say what is to be done.')
  .trim()
  .min(1, 'Say what is to be done.')
  .max(200, 'A title has at most 200 characters.')
const Criteria = z
  .array(z.string().trim().min(1, 'A criterion says something.').max(500, 'A criterion has at most 500 characters.'))
  .max(20, 'At most 20 criteria.')
const taskFields = {
  title: Title,
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
  title: Title,
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
  budgetMicros: micros.min(0).nullable().default(null),
  /** The browser's own word: sent again because the answer was lost, the task is made once. */
  attempt: z.string().min(8).max(60),
})
export type NewTask = z.input<typeof NewTask>
/** PATCH /api/workforce/tasks/<id>. What is being done is not changed under the seat's hands: stop it first. */
export const TaskChange = z
  .object({ ...taskFields, status: z.enum(['backlog', 'todo', 'done', 'cancelled']), rank: z.number() })
  .partial()
  .extend({ version: count })
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

export const ApprovalState = z.enum(['pending', 'approved', 'edited', 'rejected', 'revision', 'expired', 'withdrawn'])
export type ApprovalState = z.infer<typeof ApprovalState>
export const Approval = z.object({
  id: z.string(),
  task: z.object({ id: z.string(), title: z.string() }),
  seat: SeatRef,
  runId: z.string(),
  seq: count,
  action: z.string(),
  /** What the action is called by people. */
  summary: z.string(),
  effect: z.enum(['write', 'send']),
  why: z.string(),
  input: z.record(z.string(), z.unknown()),
  /** Send it back with the decision: it is about this input and no other. */
  argsHash: z.string(),
  state: ApprovalState,
  note: z.string(),
  createdAt: moment,
  expiresAt: moment,
  decidedAt: moment.nullable(),
})
export type Approval = z.infer<typeof Approval>
/** GET /api/workforce/approvals?state=pending */
export const ApprovalList = z.object({ approvals: z.array(Approval) })
/** POST /api/workforce/approvals/<id>/decide */
export const Decide = z.object({
  decision: z.enum(['approve', 'reject', 'revise'], 'Approve, reject or ask for a revision.'),
  argsHash: z.string().min(1).max(100),
  /** With `approve`: what is to be done instead. */
  input: z.record(z.string().max(200), z.unknown()).optional(),
  note: text(2_000).default(''),
  /** With `approve` and a write: the seat does this without asking from now on. */
  always: z.boolean().default(false),
})

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
/** POST /api/workforce/deliverables/<id>/accept, and …/send-back, where the note is what is to be done anew */
export const Verdict = z.object({ version: count, note: text(5_000).default('') })

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
  seq: count,
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
  /** Files named in the input, by id. */
  files: z.array(z.object({ id: z.string(), name: z.string() })),
  events: z.array(WorkEvent),
})
export type TaskDetails = z.infer<typeof TaskDetails>

export const BudgetScope = z.enum(['seat', 'task', 'team', 'workspace'])
export const Budget = z.object({
  scope: BudgetScope,
  /** The seat's, task's or team's id; the owner's for the workspace. */
  scopeId: z.string(),
  period: z.enum(['month', 'total']),
  limitMicros: micros.nullable(),
  limitTokens: count.nullable(),
  spentMicros: micros,
  reservedMicros: micros,
  tokens: count,
  /** True from 80 % of a limit on. */
  isNear: z.boolean(),
  /** True at the limit: nothing more is begun. */
  isReached: z.boolean(),
})
export type Budget = z.infer<typeof Budget>
/** GET /api/workforce/budgets: of this month, of the workspace, of each team that a seat works in and of each seat, limited or not. */
export const BudgetList = z.object({ budgets: z.array(Budget) })
/** PUT /api/workforce/budgets, for a seat, a team or the workspace, which answers the Budget; both limits null takes it away */
export const SetBudget = z.object({
  scope: z.enum(['seat', 'team', 'workspace']),
  scopeId: Id.nullable().default(null),
  limitMicros: micros.min(0, 'A limit is not negative.').nullable(),
  limitTokens: count.min(0, 'A limit is not negative.').nullable().default(null),
})

export const SeatAtWork = z.object({
  id: z.string(),
  name: z.string(),
  agentKey: z.string(),
  agentVersion: count,
  status: SeatStatus,
  /** What keeps it from being given work, in sentences; empty when nothing does. */
  missing: z.array(z.string()),
  managerUserId: z.string().nullable(),
  managerSeatId: z.string().nullable(),
  subscriptionId: z.string(),
  /** It leaves with the period. */
  isLeaving: z.boolean(),
  open: count,
  inProgress: z.object({ id: z.string(), title: z.string() }).nullable(),
  delivered: count,
  spentMicros: micros,
  budget: Budget.nullable(),
})
export type SeatAtWork = z.infer<typeof SeatAtWork>
/** GET /api/workforce/seats: those that have not ended. */
export const SeatsAtWork = z.object({ seats: z.array(SeatAtWork), isPaused: z.boolean() })
export type SeatsAtWork = z.infer<typeof SeatsAtWork>

export const SeatGrant = z.object({
  action: z.string().max(100),
  asks: z.boolean(),
  /** Of the action, or of the module for `tasks.*`; empty when it is not installed. */
  summary: z.string(),
  effect: z.enum(['read', 'write', 'send']).nullable(),
})
export type SeatGrant = z.infer<typeof SeatGrant>
export const Trigger = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('time'),
    /** A cron expression of five fields, read in `timeZone`: `0 9 * * 1` is Mondays at 9. */
    cron: z.string().max(100),
    timeZone: z.string().max(60),
  }),
  z.object({
    kind: z.literal('event'),
    /** `records:<module>`: its records changed; `task.done`, `deliverable.accepted`. At most one open task of it at a time. */
    event: z.string().max(80),
  }),
])
export type Trigger = z.infer<typeof Trigger>
export const Schedule = z.object({
  id: z.string(),
  seatId: z.string(),
  title: z.string(),
  brief: z.string(),
  playbook: z.string().nullable(),
  input: z.record(z.string(), z.unknown()),
  trigger: Trigger,
  isOn: z.boolean(),
  nextAt: moment.nullable(),
  lastTaskId: z.string().nullable(),
  /** Why the last time made no task. */
  problem: z.string(),
})
export type Schedule = z.infer<typeof Schedule>
/** POST /api/workforce/schedules; PATCH and DELETE …/<id>. Each answers the Schedule. */
export const NewSchedule = z.object({
  seatId: Id,
  title: Title,
  brief: taskFields.brief.default(''),
  playbook: taskFields.playbook.default(null),
  input: taskFields.input.default({}),
  trigger: Trigger,
})
export const ScheduleChange = z
  .object({
    title: Title,
    brief: taskFields.brief,
    playbook: taskFields.playbook,
    input: taskFields.input,
    trigger: Trigger,
    isOn: z.boolean(),
  })
  .partial()

export const PublishedPlaybook = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  says: z.array(z.string()),
  uses: z.array(z.string()),
  criteria: z.array(z.string()),
  withoutModel: z.array(z.string()),
  /** JSON Schema; a property's `title` is its label, `widget` is `file` (with `accept`) or `text`. */
  input: z.record(z.string(), z.unknown()),
})
export type PublishedPlaybook = z.infer<typeof PublishedPlaybook>
const Question = OpenQuestion.shape.questions.element
/** GET /api/workforce/agents/<key>: an agent that can be hired. */
export const PublishedAgent = z.object({
  key: z.string(),
  version: count,
  risk: z.enum(['low', 'medium', 'high']),
  grants: z.array(SeatGrant),
  limits: z.array(z.string()),
  onboarding: z.array(Question),
  playbooks: z.array(PublishedPlaybook),
  /** Made by its first playbook from the sample. */
  sample: WorkProduct.nullable(),
})
export type PublishedAgent = z.infer<typeof PublishedAgent>

/** GET /api/workforce/seats/<id> */
export const SeatDetails = SeatAtWork.extend({
  agent: PublishedAgent,
  answers: z.record(z.string(), z.string()),
  isOnboarded: z.boolean(),
  grants: z.array(SeatGrant),
  memory: z.array(z.object({ id: z.string(), text: z.string(), createdAt: moment })),
  schedules: z.array(Schedule),
  budgets: z.array(Budget),
  /** Where it works: null in the owner's own things, or a team's. */
  teamId: z.string().nullable(),
  /** The seat that takes its open tasks over when it leaves; null: its owner. */
  handOverTo: z.string().nullable(),
  hasModel: z.boolean(),
  events: z.array(WorkEvent),
})
export type SeatDetails = z.infer<typeof SeatDetails>
/** PATCH /api/workforce/seats/<id>. It and every other change of a seat answer its SeatDetails, but for `try`. */
export const SeatChange = z
  .object({
    name: z.string().trim().min(1, 'A seat needs a name.').max(80, 'A name has at most 80 characters.'),
    grants: z.array(z.object({ action: z.string().min(1).max(100), asks: z.boolean() })).max(200),
    teamId: Id.nullable(),
  })
  .partial()
/** PUT /api/workforce/seats/<id>/onboarding: what is left out is taken as its `otherwise`. */
export const Onboarding = z.object({ answers: z.record(z.string().max(60), text(5_000)) })
/** PUT /api/workforce/seats/<id>/paused, and /api/workforce/paused for all, which answers SeatsAtWork */
export const Paused = z.object({ on: z.boolean('Say true or false.') })
/** PUT /api/workforce/seats/<id>/leaving: with its period; false takes it back. */
export const Leaving = z.object({ on: z.boolean('Say true or false.'), handOverTo: Id.nullable().default(null) })
/** POST /api/workforce/seats/<id>/memory; DELETE …/memory/<memoryId> */
export const NewMemory = z.object({ text: z.string().trim().min(1, 'Say what it is to remember.').max(1_000) })
/** PUT /api/workforce/seats/<id>/manager: one of them, or neither for nobody. */
export const Manager = z.object({ userId: Id.nullable().default(null), seatId: Id.nullable().default(null) })
/** POST /api/workforce/seats/<id>/try: a task with the playbook's sample. */
export const TrySample = z.object({ playbook: z.string().max(60), attempt: z.string().min(8).max(60) })
/** Its answer. */
export const SampleTask = z.object({ taskId: z.string() })

/** GET /api/workforce/org: people and seats; a seat whose manager is not among them stands at the top. */
export const Org = z.object({
  people: z.array(PersonRef.extend({ isYou: z.boolean() })),
  seats: z.array(SeatAtWork),
})
export type Org = z.infer<typeof Org>

/** GET /api/workforce/inbox: what needs a person, and how things stand. */
export const Inbox = z.object({
  approvals: z.array(Approval),
  questions: z.array(z.object({ task: Task, question: OpenQuestion })),
  reviews: z.array(Deliverable),
  unknown: z.array(z.object({ task: Task, runId: z.string(), step: Step })),
  /** Failed, out of money, without a grant, without anybody to do them. */
  blocked: z.array(Task),
  /** Seats that ask for context before they begin. */
  onboarding: z.array(SeatAtWork),
  /** In progress or waiting without a sign for three days, or past their due date. */
  stuck: z.array(Task),
  deliveredToday: z.array(Deliverable),
  budgets: z.array(Budget),
  spentThisMonthMicros: micros,
  isPriced: z.boolean(),
  isPaused: z.boolean(),
})
export type Inbox = z.infer<typeof Inbox>

/** GET /api/workforce/analytics?days=30 */
export const Analytics = z.object({
  days: count,
  accepted: count,
  sentBack: count,
  /** Accepted at the first version, of all accepted; null when there is none. */
  firstTimeRight: z.number().nullable(),
  costMicros: micros,
  costPerAcceptedMicros: micros.nullable(),
  isPriced: z.boolean(),
  tokens: count,
  /** Milliseconds until an approval was decided: median, and 9 of 10. */
  approvalMs: z.object({ p50: count, p90: count }).nullable(),
  /** From the task given to its product accepted, ms. */
  leadMs: z.object({ p50: count, p90: count }).nullable(),
  byDay: z.array(z.object({ day: z.string(), accepted: count, sentBack: count, costMicros: micros })),
  bySeat: z.array(
    z.object({
      seat: SeatRef,
      accepted: count,
      sentBack: count,
      open: count,
      costMicros: micros,
      tokens: count,
      /** Of the subscription, for these days, US cents. */
      priceCents: count,
    }),
  ),
  byModel: z.array(
    z.object({ model: z.string(), costMicros: micros, tokens: count, calls: count, isPriced: z.boolean() }),
  ),
})
export type Analytics = z.infer<typeof Analytics>

/** Tickets to whoever runs this installation. */
export const Ticket = z.object({
  id: z.string(),
  subject: z.string(),
  state: z.enum(['open', 'answered', 'closed']),
  /** Shown to the administrator with its steps while the ticket is open. */
  runId: z.string().nullable(),
  messages: z.array(z.object({ by: z.enum(['you', 'support']), name: z.string(), text: z.string(), at: moment })),
  createdAt: moment,
  updatedAt: moment,
  /** For administrators: whose it is. */
  person: PersonRef.nullable(),
  run: Run.nullable(),
})
export type Ticket = z.infer<typeof Ticket>
/** GET and POST /api/workforce/support, POST …/<id>/replies, PUT …/<id>/closed; /api/admin/support the same. Each answers the Ticket. */
export const TicketList = z.object({ tickets: z.array(Ticket) })
export const NewTicket = z.object({
  subject: z.string('Say what it is about.').trim().min(1, 'Say what it is about.').max(200),
  text: z.string('Say what happened.').trim().min(1, 'Say what happened.').max(20_000),
  runId: Id.nullable().default(null),
  attempt: z.string().min(8).max(60),
})
export const TicketReply = z.object({ text: z.string().trim().min(1, 'Write something first.').max(20_000) })
