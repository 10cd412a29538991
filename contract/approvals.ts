import { z } from 'zod'
import { Id } from './chat.ts'

// What waits for a person's word before it is done: a call of the assistant in a conversation, a step of a seat.

/** Days that a seat's request waits. One in a conversation waits until something else is said there. */
export const APPROVAL_DAYS = 14

const moment = z.iso.datetime()

export const ApprovalState = z.enum(['pending', 'approved', 'edited', 'rejected', 'revision', 'expired', 'withdrawn'])
export type ApprovalState = z.infer<typeof ApprovalState>

export const Approval = z.object({
  id: z.string(),
  /** Who asks: a seat for its task, or the assistant in a conversation. */
  seat: z.object({ id: z.string(), name: z.string(), agentKey: z.string() }).nullable(),
  task: z.object({ id: z.string(), title: z.string() }).nullable(),
  thread: z.object({ id: z.string(), title: z.string() }).nullable(),
  runId: z.string(),
  /** The number of a seat's step in its run. */
  seq: z.number().int().nullable(),
  action: z.string(),
  /** What the action is called by people. */
  summary: z.string(),
  effect: z.enum(['write', 'send']),
  why: z.string(),
  input: z.record(z.string(), z.unknown()),
  /** What was asked for, where the person changed it before it ran: `input` is what they made of it. */
  asked: z.record(z.string(), z.unknown()).nullable(),
  /** Send it back with the decision: it is about this input and no other. */
  argsHash: z.string(),
  state: ApprovalState,
  note: z.string(),
  createdAt: moment,
  expiresAt: moment.nullable(),
  decidedAt: moment.nullable(),
})
export type Approval = z.infer<typeof Approval>

/** GET /api/approvals/<id>: `inputSchema` is the JSON Schema of what the action takes, null when it is not here any more. */
export const ApprovalDetails = Approval.extend({ inputSchema: z.record(z.string(), z.unknown()).nullable() })
export type ApprovalDetails = z.infer<typeof ApprovalDetails>

/** GET /api/approvals?state=pending&from=seat&seat=<id>&cursor=: the newest first. `decided`: all that are not pending. */
export const ApprovalQuery = z.object({
  state: z.enum([...ApprovalState.options, 'decided']).optional(),
  from: z.enum(['chat', 'seat']).optional(),
  seat: Id.optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export const ApprovalList = z.object({ approvals: z.array(Approval), nextCursor: z.string().nullable() })

/** POST /api/approvals/<id>/decide */
export const Decide = z.object({
  decision: z.enum(['approve', 'reject', 'revise'], 'Approve, reject or ask for a revision.'),
  argsHash: z.string().min(1).max(100),
  /** With `approve`: what is to be done instead. */
  input: z.record(z.string().max(200), z.unknown()).optional(),
  note: z.string().trim().max(2_000, 'That is too long.').default(''),
  /** With `approve` and a write: it is not asked about again, by this seat or in this conversation. */
  always: z.boolean().default(false),
})
