import type { Principal } from '@atrium/contract/principal'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../platform/database/connect.ts'
import { transaction } from '../../platform/runs/closing.ts'
import type { Client } from '../../platform/runs/store.ts'
import {
  CALL,
  chargeWork,
  type Ledger,
  ledgersOf,
  ledgersOfPerson,
  reserve,
  settle,
  tasksAbove,
} from '../budget-ledger.ts'
import type { Model, Usage } from '../model.ts'
import { type Asking, askOnce, atMost, type Broken, isBroken, type Said } from './asking.ts'
import { budgetReached } from './refusals.ts'

/** Who asks, and from which module. */
export interface Spender {
  principal: Principal
  module: string
}

/** Whose money it is: a person's, whichever scope they are in; a visitor's own key where nobody is signed in. */
const personOf = ({ userId, owner }: Principal): string => userId ?? owner

async function ledgersFor(client: Client, { principal }: Spender, now: Date): Promise<Ledger[]> {
  const ownerId = personOf(principal)
  const teamId = principal.team?.id ?? null
  const { seat } = principal
  if (!seat) return ledgersOfPerson({ ownerId, teamId }, now)
  const taskIds = await tasksAbove(client, seat.on.taskId)
  return ledgersOf({ ownerId, seatId: seat.id, teamId, taskIds }, now)
}

async function count(client: Client, { principal, module }: Spender, day: string, usage: Usage, cost: number | null) {
  await client.query(
    `insert into model_use as u (owner_id, user_id, module, day, calls, input_tokens, output_tokens, cost_micros, unpriced_calls)
     values ($1, $2, $3, $4, 1, $5, $6, $7, $8)
     on conflict (owner_id, user_id, module, day) do update set calls = u.calls + 1,
       input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens,
       cost_micros = u.cost_micros + excluded.cost_micros, unpriced_calls = u.unpriced_calls + excluded.unpriced_calls`,
    [
      ...[principal.owner, personOf(principal), module, day],
      ...[usage.inputTokens, usage.outputTokens, cost ?? 0, cost === null ? 1 : 0],
    ],
  )
}

/**
 * Asks once, with what it may cost held before in every budget that it counts in, and settled after, whatever came of it. No
 * transaction is open while the model thinks.
 */
export async function askMetered(db: Database, model: Model, spender: Spender, asking: Asking): Promise<Said | Broken> {
  const pool = db.$client
  const now = new Date()
  const amount = atMost(model, asking)
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
  const answer = await askOnce(model, asking)
  const usage = isBroken(answer) ? answer.spent : answer.usage
  const cost = usage && model.cost(usage)
  await transaction(pool, async (client) => {
    const spent = usage && { micros: cost ?? 0, tokens: usage.inputTokens + usage.outputTokens }
    await settle(client, held.id, spent)
    if (seat && spent) await chargeWork(client, seat.on, spent, cost !== null)
    if (usage) await count(client, spender, now.toISOString().slice(0, 10), usage, cost)
  })
  return answer
}
