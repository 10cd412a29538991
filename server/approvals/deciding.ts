import type { ApprovalState, Decide } from '@atrium/contract/approvals'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import type { z } from 'zod'
import type { Database } from '../platform/database/connect.ts'
import { refusalOf } from '../platform/http/body.ts'
import { authorize, authorizeKey } from '../platform/policy.ts'
import { transaction } from '../platform/runs/closing.ts'
import { storableJson } from '../platform/runs/storable.ts'
import type { Client, RunRow } from '../platform/runs/store.ts'
import type { ApprovalRow } from './rows.ts'

type Outcome = 'approved' | 'edited' | 'rejected' | 'revision'
type Decided = ApprovalRow & { state: Outcome }

/** Whoever asks: the chat, the seats. What they do is done in the decision's transaction. */
export interface Asker {
  /** What people call an action. */
  nameOf(action: string): string
  /** What it takes; undefined when it is not here, or only it knows. */
  inputOf(action: string): z.ZodType | undefined
  /** The same for those who fill it in: JSON Schema, null when it is not here. */
  schemaOf(action: string): Record<string, unknown> | null
  /** Does not ask about this any more; throws where that may not be. */
  always(client: Client, approval: ApprovalRow, run: RunRow): Promise<void>
  /** Goes on with what waited, in the state that the word has left; answers what is to be done after the commit. */
  goOn(client: Client, approval: Decided, run: RunRow): Promise<() => void>
}
export type Askers = Record<'chat' | 'seat', Asker>

export const askerOf = (askers: Askers, { seat_id }: Pick<ApprovalRow, 'seat_id'>): Asker =>
  seat_id === null ? askers.chat : askers.seat

export const MISSING = 'That request was not found.'
const DECIDED: Partial<Record<ApprovalState, string>> = {
  approved: 'This was approved already.',
  edited: 'This was approved already.',
  rejected: 'This was declined already.',
  revision: 'This was sent back already.',
  expired: 'Nobody decided in time: the request has expired. Try the task again.',
  withdrawn: 'The request was withdrawn.',
}

/** Seats are out of the reach of keys, guests and visitors; a conversation is whoever's it is. */
export function authorizeSeats(principal: Principal): void {
  authorize(principal, 'seat.own')
  authorizeKey(principal, 'seat.own', { method: 'POST', asksAssistant: false })
}

function checkInput(asker: Asker, action: string, input: unknown): void {
  const error = asker.inputOf(action)?.safeParse(input).error
  if (error) throw refusalOf(error, ['input'])
}

const stateAfter = ({ decision }: z.output<typeof Decide>, isEdited: boolean): Outcome => {
  if (decision === 'approve') return isEdited ? 'edited' : 'approved'
  return decision === 'reject' ? 'rejected' : 'revision'
}

/**
 * A person's word about one step or call. Throws `not_found` for another's, `conflict` when it was decided, has expired, or is
 * about other arguments than the person saw.
 */
export async function decide(
  db: Database,
  askers: Askers,
  principal: Principal,
  id: string,
  word: z.output<typeof Decide>,
): Promise<void> {
  const { owner } = principal
  const afterCommit = await transaction(db.$client, async (client) => {
    // The run first, as whoever ends it does: two words about it wait for each other and for its end.
    const { rows: runs } = await client.query<RunRow>(
      `select * from runs where id = (select run_id from approvals where id = $1 and owner_id = $2) for update`,
      [id, owner],
    )
    const { rows } = await client.query<ApprovalRow>(
      'select * from approvals where id = $1 and owner_id = $2 for update',
      [id, owner],
    )
    const [approval, run] = [rows[0], runs[0]]
    if (!approval || !run) throw new AppError('not_found', MISSING)
    if (approval.seat_id !== null) authorizeSeats(principal)
    const decided =
      DECIDED[approval.state] ??
      (approval.expires_at && approval.expires_at <= new Date() ? DECIDED.expired : undefined)
    if (decided) throw new AppError('conflict', decided)
    if (approval.args_hash !== word.argsHash)
      throw new AppError('conflict', 'The request is about something else now. Look at it again.')
    const asker = askerOf(askers, approval)
    const isEdited = word.decision === 'approve' && word.input !== undefined
    if (isEdited) checkInput(asker, approval.action, word.input)
    const state = stateAfter(word, isEdited)
    await client.query(
      `update approvals set state = $2, edited = $3, note = $4, decided_by = $5, decided_at = now() where id = $1`,
      [id, state, isEdited ? storableJson(word.input) : null, word.note, owner],
    )
    if (word.always && word.decision === 'approve') await asker.always(client, approval, run)
    return asker.goOn(client, { ...approval, state }, run)
  })
  afterCommit()
}
