import { holdUnlimited, ledgersOfPerson, reserve, settle, settleLeftOvers } from '../models/budget-ledger.ts'
import { askOnce, atMost, type Broken, isBroken, type Said } from '../models/door/asking.ts'
import { countUse, ofOwner, personOf } from '../models/door/metering.ts'
import { budgetReached } from '../models/door/refusals.ts'
import type { Limits } from '../models/limited.ts'
import type { Model } from '../models/model.ts'
import type { Database } from '../platform/database/connect.ts'
import { transaction } from '../platform/runs/closing.ts'
import type { Work } from '../platform/runs/work.ts'
import type { Log } from '../platform/telemetry.ts'
import { outputReserve } from './context.ts'
import type { ReplyInput } from './reply-input.ts'

/** As what people see replies in their use of models, beside the modules. */
const CHAT = 'chat'
const TEAM = 'team:'

type Asking = Parameters<typeof askOnce>[1]

/** The money of one reply, its summaries included. */
export interface ReplyMoney {
  /** One answer. What it may cost is held in the ledgers of the person and the team. Throws when a limit is reached. */
  ask(model: Model, asking: Asking, heard?: (piece: string) => void): Promise<Said | Broken>
  /** Resolves when all that was spent is counted, or is known not to be: what is then still held counts as spent in a while. */
  settled(): Promise<void>
}

interface Settings {
  db: Database
  limits: Limits
  log: Log
  work: Pick<Work, 'run' | 'ready'>
  input: Pick<ReplyInput, 'principal' | 'scope'>
}

/**
 * Where a limit can refuse the reply it is asked first, as everywhere. Where none is set, which is the rule, the first word does not
 * wait for the ledger: what is held is written while the model is asked.
 */
export function replyMoney({ db, limits, log, work, input }: Settings): ReplyMoney {
  const pool = db.$client
  const { principal } = input
  /** Who signs in while this is written takes it, and what it costs, along. */
  let ownerId = personOf(principal)
  const teamId = input.scope?.startsWith(TEAM) ? input.scope.slice(TEAM.length) : null
  const runId = work.run.id
  let seq = 0
  let settling: Promise<void> = Promise.resolve()
  let isFirst = true

  /** What an attempt before this one held, and never said what became of it. */
  async function settleEarlier(): Promise<void> {
    if (!isFirst) return
    isFirst = false
    if (work.run.attempts > 1) await transaction(pool, (client) => settleLeftOvers(client, runId))
  }

  async function hold(model: Model, asking: Asking, now: Date, isLimited: boolean): Promise<string> {
    await work.ready
    await settleEarlier()
    const amount = atMost(model, { ...asking, maxOutputTokens: outputReserve(model.info.contextWindow) })
    seq += 1
    const held = { ...amount, ownerId, runId, seq, ledgers: ledgersOfPerson({ ownerId, teamId }, now) }
    if (!isLimited) return holdUnlimited(pool, held)
    // What the rounds before cost is known by then.
    await settling
    const made = await transaction(pool, (client) => reserve(client, held))
    if ('reached' in made) throw budgetReached(made.reached)
    return made.id
  }

  async function count(model: Model, holding: Promise<string>, answer: Said | Broken, now: Date): Promise<void> {
    try {
      const id = await holding
      const usage = isBroken(answer) ? answer.spent : answer.usage
      const spent = usage && {
        micros: model.cost(usage) ?? 0,
        tokens: usage.inputTokens + usage.outputTokens,
      }
      await transaction(pool, async (client) => {
        const owner = await settle(client, id, spent)
        if (owner !== undefined) ownerId = owner
        if (!usage) return
        const { inputTokens, outputTokens } = usage
        await countUse(client, { principal: ofOwner(principal, owner), module: CHAT }, now.toISOString().slice(0, 10), {
          use: { inputTokens, outputTokens },
          micros: model.cost(usage),
        })
      })
    } catch (err) {
      // The reply is not lost for it: what is held counts as spent once the run is over.
      log.warn({ err, runId }, 'what a reply cost could not be counted yet')
    }
  }

  // Looked up while the conversation is being read.
  limits.isLimited(ownerId).catch(() => undefined)
  return {
    async ask(model, asking, heard) {
      const now = new Date()
      const isLimited = await limits.isLimited(ownerId)
      const holding = hold(model, asking, now, isLimited)
      if (isLimited) await holding
      else holding.catch(() => undefined) // told of where it is counted
      const answer = await askOnce(model, asking, heard)
      const before = settling
      settling = before.then(() => count(model, holding, answer, now))
      return answer
    },
    settled: () => settling,
  }
}
