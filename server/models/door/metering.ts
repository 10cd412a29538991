import type { Principal } from '@atrium/contract/principal'
import type { Database } from '../../platform/database/connect.ts'
import { uuid } from '../../platform/ids.ts'
import { transaction } from '../../platform/runs/closing.ts'
import type { Client } from '../../platform/runs/store.ts'
import {
  type Amount,
  CALL,
  chargeWork,
  type Ledger,
  ledgersOf,
  ledgersOfPerson,
  reserve,
  settle,
  tasksAbove,
} from '../budget-ledger.ts'
import { type MediaUse, NOTHING } from '../media.ts'
import type { Model } from '../model.ts'
import { type Asking, askOnce, atMost, type Broken, isBroken, type Said } from './asking.ts'
import { budgetReached } from './refusals.ts'

/** Who asks, and from which module. */
export interface Spender {
  principal: Principal
  module: string
}

/** Whose money it is: a person's, whichever scope they are in; a visitor's own key where nobody is signed in. */
export const personOf = ({ userId, owner }: Pick<Principal, 'owner' | 'userId'>): string => userId ?? owner

/** Who asked, or whoever has taken over their things meanwhile, as what is settled says. */
export const ofOwner = (
  principal: Pick<Principal, 'owner' | 'userId'>,
  owner = personOf(principal),
): Pick<Principal, 'owner' | 'userId'> => (owner === personOf(principal) ? principal : { owner, userId: owner })

async function ledgersFor(client: Client, { principal }: Spender, now: Date): Promise<Ledger[]> {
  const ownerId = personOf(principal)
  const teamId = principal.team?.id ?? null
  const { seat } = principal
  if (!seat) return ledgersOfPerson({ ownerId, teamId }, now)
  const taskIds = await tasksAbove(client, seat.on.taskId)
  return ledgersOf({ ownerId, seatId: seat.id, teamId, taskIds }, now)
}

/** What a call used, and what of it the budgets count. */
export interface Spent {
  use: Partial<MediaUse>
  /** Micro-dollars; null when the price is not known. */
  micros: number | null
  /** Of what has no tokens, as many as stand for it. */
  tokens: number
}

/** Adds to what people see of their use of models. */
export async function countUse(
  client: Client,
  { principal, module }: { principal: Pick<Principal, 'owner' | 'userId'>; module: string },
  day: string,
  { use, micros }: Pick<Spent, 'use' | 'micros'>,
): Promise<void> {
  const used = { ...NOTHING, ...use }
  await client.query(
    `insert into model_use as u (owner_id, user_id, module, day, calls, input_tokens, output_tokens, cost_micros, unpriced_calls,
       pictures, seconds, characters)
     values ($1, $2, $3, $4, 1, $5, $6, $7, $8, $9, $10, $11)
     on conflict (owner_id, user_id, module, day) do update set calls = u.calls + 1,
       input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens,
       cost_micros = u.cost_micros + excluded.cost_micros, unpriced_calls = u.unpriced_calls + excluded.unpriced_calls,
       pictures = u.pictures + excluded.pictures, seconds = u.seconds + excluded.seconds,
       characters = u.characters + excluded.characters`,
    [
      ...[principal.owner, personOf(principal), module, day],
      ...[Math.ceil(used.inputTokens), Math.ceil(used.outputTokens), micros ?? 0, micros === null ? 1 : 0],
      ...[used.pictures, Math.ceil(used.seconds), used.characters],
    ],
  )
}

/**
 * Does work that costs, with what it may cost held before in every budget that it counts in, and settled after, whatever came of it.
 * No transaction is open while the model thinks. The work answers what it spent, null where nothing can have been charged.
 */
export async function metered<T>(
  db: Database,
  spender: Spender,
  amount: Amount & { isUnpriced: boolean },
  work: () => Promise<{ answer: T; spent: Spent | null }>,
): Promise<T> {
  const pool = db.$client
  const now = new Date()
  const { seat } = spender.principal
  const held = await transaction(pool, async (client) =>
    reserve(client, {
      ...amount,
      ownerId: personOf(spender.principal),
      runId: `${CALL}${uuid()}`,
      seq: 1,
      ledgers: await ledgersFor(client, spender, now),
    }),
  )
  if ('reached' in held) throw budgetReached(held.reached)
  const { answer, spent } = await work()
  await transaction(pool, async (client) => {
    const sum = spent && { micros: spent.micros ?? 0, tokens: spent.tokens }
    const owner = await settle(client, held.id, sum)
    if (seat && sum) await chargeWork(client, seat.on, sum, spent.micros !== null)
    if (spent)
      await countUse(
        client,
        { ...spender, principal: ofOwner(spender.principal, owner) },
        now.toISOString().slice(0, 10),
        spent,
      )
  })
  return answer
}

/** Asks once. */
export const askMetered = (db: Database, model: Model, spender: Spender, asking: Asking): Promise<Said | Broken> =>
  metered(db, spender, atMost(model, asking), async () => {
    const answer = await askOnce(model, asking)
    const usage = isBroken(answer) ? answer.spent : answer.usage
    const spent = usage && {
      use: { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens },
      micros: model.cost(usage),
      tokens: usage.inputTokens + usage.outputTokens,
    }
    return { answer, spent }
  })
