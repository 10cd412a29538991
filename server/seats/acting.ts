import { APPROVAL_DAYS } from '@atrium/contract/approvals'
import { AppError } from '@atrium/contract/errors'
import type { Action, Effect } from '@atrium/contract/module'
import type { Acted } from '@atrium/contract/playbook'
import { z } from 'zod'
import { approvalOf, newApproval, requestApproval, spendApproval, wordOf } from '../approvals/rows.ts'
import { isBudgetReached } from '../models/door/refusals.ts'
import { issueIn } from '../platform/http/issue-sentence.ts'
import { covers } from '../platform/policy.ts'
import { argsHash } from '../platform/runs/args-hash.ts'
import type { Client } from '../platform/runs/store.ts'
import type { Actions } from '../records/actions.ts'
import { type Attempt, answered, begun } from './attempt.ts'
import { type SeatStanding, standingOf } from './principal.ts'
import { CAN } from './steps.ts'

/** The one thing that seats may do which no module does: what leaves the workspace. */
export const MAIL = 'mail.send'
export const MailInput = z.object({
  to: z.email('That is not an e-mail address.').max(200),
  subject: z.string().trim().min(1, 'A mail needs a subject.').max(200),
  text: z.string().trim().min(1, 'A mail needs a text.').max(20_000),
})

/** Of a write that something else got in the way of. */
const TRIES = 3

export interface Known extends Pick<Action, 'notATool'> {
  effect: Effect
  summary: string
  input: z.ZodType
}

/** What an action is, whichever module has it; undefined when it is not here. */
export function actionNamed(actions: Actions, name: string, hasMail: boolean): Known | undefined {
  if (name === MAIL) return hasMail ? { effect: 'send', summary: 'Send an e-mail', input: MailInput } : undefined
  const at = name.indexOf('.')
  const module = actions.servers.get(name.slice(0, at))?.module
  const action: Action | undefined =
    module && Object.hasOwn(module.actions, name.slice(at + 1)) ? module.actions[name.slice(at + 1)] : undefined
  return action && module && { ...action, summary: `${module.title}: ${action.summary}` }
}

export const standing = (attempt: Attempt): Promise<SeatStanding> =>
  standingOf(attempt.settings.db, attempt.settings, attempt.seat.id, {
    taskId: attempt.task.id,
    runId: attempt.work.run.id,
  })

const common = (attempt: Attempt) => ({
  via: 'seat' as const,
  timeZone: attempt.task.timeZone,
  language: attempt.task.language,
  signal: attempt.work.signal,
})

/** A step that reads: its repetition harms nobody, so it is stored once it has answered. */
export async function read(attempt: Attempt, action: string, input: Record<string, unknown>): Promise<unknown> {
  const seq = attempt.next()
  const before = begun(attempt, seq, action, input)
  if (before) return answered(before)
  const { settings } = attempt
  const known = actionNamed(settings.actions, action, settings.mail !== null)
  const step = { seq, kind: 'tool', name: action, effect: 'read', args: input } as const
  try {
    if (!known) throw new AppError('not_found', `There is no action “${action}” here.`)
    if (known.effect !== 'read')
      throw new AppError('forbidden', `“${action}” changes something; it is not for reading.`)
    const { principal } = await standing(attempt)
    const { output } = await settings.actions.call({ ...common(attempt), principal, action, input })
    await attempt.write({ ...step, state: 'committed', summary: known.summary, result: output })
    return output
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (isBudgetReached(error)) attempt.park('budget', error.message)
    await attempt.write({ ...step, state: 'failed', summary: known?.summary ?? action, error })
    throw error
  }
}

/** Whether it is there and granted, as it was when the run first asked. */
export async function can(attempt: Attempt, action: string): Promise<boolean> {
  const seq = attempt.next()
  const before = begun(attempt, seq, CAN, { action })
  if (before) return answered(before) === true
  const { settings } = attempt
  const { grants } = await standing(attempt)
  const result =
    actionNamed(settings.actions, action, settings.mail !== null) !== undefined &&
    grants.some((grant) => covers(grant.action, action))
  const step = { seq, kind: 'note', name: CAN, args: { action }, result } as const
  await attempt.write({ ...step, state: 'committed', summary: `It may ${result ? '' : 'not '}use ${action}` })
  return result
}

interface Doing {
  attempt: Attempt
  seq: number
  action: string
  known: Known
  /** As the playbook gave it: what the step is known by. */
  args: Record<string, unknown>
  /** What is carried out: the person may have edited it. */
  input: Record<string, unknown>
  /** The word that it is done by; null where it was not asked about. */
  approvalId: string | null
  /** What they said with it. */
  note?: string
}

const saidWith = ({ note }: Doing) => (note ? { note } : {})

const stepOf = ({ seq, action, known, args }: Pick<Doing, 'seq' | 'action' | 'known' | 'args'>) =>
  ({ seq, kind: 'tool', name: action, effect: known.effect, summary: known.summary, args }) as const

/** The action's writes, the step's end and the spent approval are one transaction: all of it happened, or nothing. */
async function write(doing: Doing): Promise<Acted> {
  const { attempt, action, input, approvalId } = doing
  const { principal } = await standing(attempt)
  let acted: Acted | undefined
  await attempt.write({ ...stepOf(doing), state: 'executing' })
  attempt.at(`${doing.seq}:executing`)
  await attempt.settings.actions.call({
    ...common(attempt),
    principal,
    action,
    input,
    alongside: async (client, { output, change }) => {
      attempt.at(`${doing.seq}:done`)
      if (approvalId) await spendApproval(client, approvalId, argsHash(action, doing.args))
      acted = { done: true, input, output, ...saidWith(doing) }
      await attempt.write({ ...stepOf(doing), state: 'committed', result: acted, changeId: change }, client)
    },
  })
  if (!acted) throw new Error(`${action} ended without its step`)
  return acted
}

/** Whether the mail server said no, or was told nothing of the message yet: it may have it otherwise. */
function wasRefused(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown }
  return typeof responseCode === 'number' || (typeof command === 'string' && !command.startsWith('DATA'))
}

/** What leaves the workspace cannot be taken back: that it was begun is stored first, and nobody repeats it alone. */
async function send(doing: Doing): Promise<Acted> {
  const { attempt, input, approvalId } = doing
  const { mail } = attempt.settings
  if (doing.action !== MAIL || !mail)
    return refused(doing, new AppError('forbidden', 'Seats send nothing but e-mails, where SMTP is configured.'))
  const { to, subject, text } = MailInput.parse(input)
  await attempt.inTransaction(async (client) => {
    if (approvalId) await spendApproval(client, approvalId, argsHash(doing.action, doing.args))
    await attempt.write({ ...stepOf(doing), state: 'executing' }, client)
  })
  attempt.at(`${doing.seq}:executing`)
  let acted: Acted
  try {
    await mail.send({ to, subject, paragraphs: text.split(/\n{2,}/) })
    acted = { done: true, input, output: { sent: true }, ...saidWith(doing) }
  } catch (error) {
    attempt.settings.log.warn({ err: error, run: attempt.work.run.id }, 'a seat’s mail could not be sent')
    if (!wasRefused(error)) {
      await attempt.write({ ...stepOf(doing), state: 'unknown' })
      return attempt.park('unknown')
    }
    acted = { done: false, reason: 'The mail server did not take it.' }
  }
  attempt.at(`${doing.seq}:done`)
  await attempt.write({ ...stepOf(doing), state: 'committed', result: acted })
  return acted
}

/** What does not fit, as whoever gave the task reads it. */
const unfit = ({ attempt }: Pick<Doing, 'attempt'>, { issues: [issue] }: z.ZodError): AppError =>
  new AppError('bad_request', issue ? issueIn(issue, attempt.task.language) : 'The input does not fit.')

async function refused(doing: Omit<Doing, 'approvalId' | 'input'>, error: AppError): Promise<Acted> {
  const acted: Acted = { done: false, reason: error.message }
  await doing.attempt.write({ ...stepOf(doing), state: 'committed', result: acted })
  return acted
}

async function carryOut(doing: Doing): Promise<Acted> {
  const checked = doing.known.input.safeParse(doing.input)
  if (!checked.success) return refused(doing, unfit(doing, checked.error))
  const { isWorking, grants } = await standing(doing.attempt)
  if (!isWorking) doing.attempt.park('paused')
  if (!grants.some((grant) => covers(grant.action, doing.action)))
    return refused(doing, new AppError('forbidden', `The seat lacks the permission “${doing.action}”.`))
  for (let tries = 1; ; tries++) {
    try {
      return await (doing.known.effect === 'send' ? send(doing) : write(doing))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (isBudgetReached(error)) doing.attempt.park('budget', error.message)
      // Whatever came in its way at that moment: all of it was taken back, and the person's word still stands.
      const isPassing = error.code === 'conflict' || error.code === 'timeout'
      if (doing.known.effect === 'send' || !isPassing || tries === TRIES) return refused(doing, error)
    }
  }
}

async function request(doing: Omit<Doing, 'approvalId'>, why: string): Promise<never> {
  const { attempt, seq, action, known, args } = doing
  const { id: runId, owner_id: ownerId } = attempt.work.run
  const of = { taskId: attempt.task.id, seatId: attempt.seat.id, seq }
  const asked = { ownerId, runId, of, action, effect: known.effect, why, input: args, expiresInDays: APPROVAL_DAYS }
  await attempt.inTransaction(async (client: Client) => {
    await attempt.write({ ...stepOf(doing), state: 'intent' }, client)
    await requestApproval(client, newApproval(asked))
  })
  attempt.at(`${seq}:asked`)
  return attempt.park('approval')
}

/** A step that changes the workspace or leaves it: done at once where the seat may, after a person's word otherwise. */
export async function act(
  attempt: Attempt,
  action: string,
  args: Record<string, unknown>,
  why: string,
): Promise<Acted> {
  const seq = attempt.next()
  const before = begun(attempt, seq, action, args)
  if (before?.state === 'committed') return before.result as Acted
  const { settings } = attempt
  const known = actionNamed(settings.actions, action, settings.mail !== null)
  const doing = {
    attempt,
    seq,
    action,
    args,
    input: args,
    known: known ?? { effect: 'write', summary: action, input: z.any() },
  } as const
  if (!known) return refused(doing, new AppError('not_found', `There is no action “${action}” here.`))
  if (known.effect === 'read')
    return refused(doing, new AppError('bad_request', `“${action}” only reads. It is no change.`))
  if (before?.state === 'unknown') return attempt.park('unknown')
  if (before?.state === 'executing' && known.effect === 'send') {
    await attempt.write({ ...stepOf(doing), state: 'unknown' })
    return attempt.park('unknown')
  }
  const approval = before ? await approvalOf(settings.db.$client, attempt.work.run.id, seq) : null
  if (!before) {
    const { grants } = await standing(attempt)
    // What is said of the action itself counts before what is said of its module.
    const grant = grants.find((one) => one.action === action) ?? grants.find((one) => covers(one.action, action))
    if (!grant) return refused(doing, new AppError('forbidden', `The seat lacks the permission “${action}”.`))
    const checked = known.input.safeParse(args)
    if (!checked.success) return refused(doing, unfit(doing, checked.error))
    if (grant.asks || known.effect === 'send') return request(doing, why)
  }
  if (!approval) return carryOut({ ...doing, approvalId: null })
  const word = wordOf(approval, args)
  if (!word) return attempt.park('approval')
  if (!word.isAllowed) return refused(doing, new AppError('forbidden', word.reason))
  const { approvalId, note } = word
  return carryOut({ ...doing, input: word.input as Doing['input'], approvalId, note })
}
