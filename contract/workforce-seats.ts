import { z } from 'zod'
import { Id } from './chat.ts'
import { AMOUNT_MAX } from './integers.ts'
import { WorkProduct } from './work-product.ts'
import { Risk } from './workforce-agents.ts'
import { SeatStatus } from './workforce-orders.ts'
import { OpenQuestion, PersonRef, SeatRef, TaskTitle, taskFields, WorkEvent } from './workforce-work.ts'

// Seats as they are: budgets, grants, schedules, onboarding, the org chart. What they do is in workforce-work.ts.

const count = z.number().int()
const moment = z.iso.datetime()
const text = (max: number) => z.string().trim().max(max, 'That is too long.')
/** Millionths of a US dollar. */
const micros = z.number().int()

/** `person`: what somebody asks of models themselves, in conversations and modules. */
export const BudgetScope = z.enum(['seat', 'task', 'team', 'workspace', 'person'])
export const Budget = z.object({
  scope: BudgetScope,
  /** The seat's, task's or team's id; the owner's for the workspace and the person. */
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
/** GET /api/workforce/budgets: of this month, of the person, of the workspace, of each team that a seat works in and of each seat, limited or not. */
export const BudgetList = z.object({ budgets: z.array(Budget) })
/** PUT /api/workforce/budgets, for a seat, a team, the workspace or the person, which answers the Budget; both limits null takes it away */
export const SetBudget = z.object({
  scope: z.enum(['seat', 'team', 'workspace', 'person']),
  scopeId: Id.nullable().default(null),
  limitMicros: micros.min(0, 'A limit is not negative.').max(AMOUNT_MAX).nullable(),
  limitTokens: count.min(0, 'A limit is not negative.').max(AMOUNT_MAX).nullable().default(null),
})

/** Its owner stopped it, or all of them; or an invoice of its subscription is overdue, whose payment alone sets it going. */
export const PausedFor = z.enum(['person', 'all', 'past_due'])
export type PausedFor = z.infer<typeof PausedFor>
export const SeatAtWork = z.object({
  id: z.string(),
  name: z.string(),
  agentKey: z.string(),
  agentVersion: count,
  status: SeatStatus,
  /** Of several reasons the one that holds the longest: an invoice, then this seat, then all. Null when it is not paused. */
  pausedFor: PausedFor.nullable(),
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
  /** This month. */
  spentMicros: micros,
  /** False: a model of unknown price was asked, so it is more than that. */
  isPriced: z.boolean(),
  budget: Budget.nullable(),
})
export type SeatAtWork = z.infer<typeof SeatAtWork>
/** GET /api/workforce/seats: those that have not ended. */
export const SeatsAtWork = z.object({ seats: z.array(SeatAtWork), isPaused: z.boolean() })
export type SeatsAtWork = z.infer<typeof SeatsAtWork>

export const SeatGrant = z.object({
  action: z.string().max(100),
  asks: z.boolean(),
  /** The module's; empty for the core's own, and when it is not installed. */
  title: z.string(),
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
/** Its seat has ended and nobody took it over: it is off until it is given to another seat. */
export const LostSchedule = Schedule.extend({ seat: SeatRef })
export type LostSchedule = z.infer<typeof LostSchedule>
/** GET /api/workforce/schedules: of seats that have ended. The others stand with their seat. */
export const LostScheduleList = z.object({ schedules: z.array(LostSchedule) })
/** POST /api/workforce/schedules; PATCH and DELETE …/<id>. Each answers the Schedule. */
export const NewSchedule = z.object({
  seatId: Id,
  title: TaskTitle,
  brief: taskFields.brief.default(''),
  playbook: taskFields.playbook.default(null),
  input: taskFields.input.default({}),
  trigger: Trigger,
})
export const ScheduleChange = z
  .object({
    /** Gives it to another seat, which must know its playbook. */
    seatId: Id,
    title: TaskTitle,
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
  examples: z.array(z.string()),
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
  risk: Risk,
  grants: z.array(SeatGrant),
  limits: z.array(z.string()),
  onboarding: z.array(Question),
  playbooks: z.array(PublishedPlaybook),
  /** Made by its first playbook from the sample. */
  sample: WorkProduct.nullable(),
})
export type PublishedAgent = z.infer<typeof PublishedAgent>
/** GET /api/workforce/agents: those that can be hired here, with what they may do. */
export const PublishedAgentList = z.object({
  agents: z.array(PublishedAgent.pick({ key: true, version: true, risk: true, grants: true })),
})
export type PublishedAgentList = z.infer<typeof PublishedAgentList>

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
export type SampleTask = z.infer<typeof SampleTask>

/** GET /api/workforce/org: people and seats; a seat whose manager is not among them stands at the top. */
export const Org = z.object({
  /** `teams`: names of those that they are in with the caller; none for the caller. */
  people: z.array(PersonRef.extend({ isYou: z.boolean(), teams: z.array(z.string()) })),
  seats: z.array(SeatAtWork),
})
export type Org = z.infer<typeof Org>
