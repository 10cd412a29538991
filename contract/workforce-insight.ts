import { z } from 'zod'
import { Approval } from './approvals.ts'
import { Id } from './chat.ts'
import { Budget, SeatAtWork } from './workforce-seats.ts'
import { DeliverableLine, OpenQuestion, PersonRef, Run, SeatRef, Step, Task } from './workforce-work.ts'

// What a person is told of all their seats: what needs them, figures, and tickets to whoever runs this installation.

const count = z.number().int()
const moment = z.iso.datetime()
/** Millionths of a US dollar. */
const micros = z.number().int()

/** GET /api/workforce/inbox: what needs a person, and how things stand. */
export const Inbox = z.object({
  approvals: z.array(Approval),
  questions: z.array(z.object({ task: Task, question: OpenQuestion })),
  reviews: z.array(DeliverableLine),
  unknown: z.array(z.object({ task: Task, runId: z.string(), step: Step })),
  /** Failed, out of money, without a grant, without anybody to do them. */
  blocked: z.array(Task),
  /** Seats that ask for context before they begin. */
  onboarding: z.array(SeatAtWork),
  /** In progress or waiting without a sign for three days, or past their due date. */
  stuck: z.array(Task),
  deliveredToday: z.array(DeliverableLine),
  /** What other people gave to the caller and is still open. */
  given: z.array(Task),
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
      isPriced: z.boolean(),
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
/** GET and POST /api/workforce/support, GET …/<id>, POST …/<id>/replies, PUT …/<id>/closed; /api/admin/support the same. Each answers the Ticket. */
export const TicketList = z.object({ tickets: z.array(Ticket), nextCursor: z.string().nullable() })
/** The last written to first. */
export const TicketQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export const NewTicket = z.object({
  subject: z.string('Say what it is about.').trim().min(1, 'Say what it is about.').max(200),
  text: z.string('Say what happened.').trim().min(1, 'Say what happened.').max(20_000),
  runId: Id.nullable().default(null),
  attempt: z.string().min(8).max(60),
})
export const TicketReply = z.object({ text: z.string().trim().min(1, 'Write something first.').max(20_000) })
