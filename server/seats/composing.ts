import { AppError } from '@atrium/contract/errors'
import { chargeWork, ledgersOf, reserve, settle, settleLeftOvers, tasksAbove } from '../models/budget-ledger.ts'
import { type Asking, askOnce, atMost, isBroken, quoted } from '../models/door/asking.ts'
import { budgetReached } from '../models/door/refusals.ts'
import type { Model, ModelMessage, ModelResult, ModelTool } from '../models/model.ts'
import { ProviderError } from '../models/provider-error.ts'
import { standing } from './acting.ts'
import { type Attempt, answered, begun } from './attempt.ts'

/** Tokens of an answer at most. */
const OUTPUT_MAX = 4_000

export interface Asked {
  name: string
  system: string
  messages: ModelMessage[]
  tools: ModelTool[]
  maxOutputTokens?: number
  /** When the money is not enough: the step has failed, and the playbook goes on. Else the run waits for more. */
  goesOnWithout?: boolean
}
export interface Answer {
  text: string
  toolCalls: ModelResult['toolCalls']
  /** Which model said it; absent where there was none. */
  model?: string
}

/**
 * Asks the model as one step: what it may cost is held first, in every budget it counts in, and settled after. Asked again
 * after a crash, since an answer that nobody has is worth nothing; what was held for the lost one counts as spent.
 */
export async function askModel(attempt: Attempt, model: Model | null, asked: Asked): Promise<Answer> {
  const seq = attempt.next()
  const args = { purpose: asked.name, messages: asked.messages.length }
  const before = begun(attempt, seq, 'model', args)
  if (before && (before.state === 'committed' || before.state === 'failed')) return answered(before) as Answer

  const step = { seq, kind: 'model', name: 'model', summary: asked.name, args } as const
  if (!model) {
    const nothing: Answer = { text: '', toolCalls: [] }
    await attempt.write({
      ...step,
      kind: 'note',
      state: 'committed',
      summary: `${asked.name}: done without a model`,
      result: nothing,
    })
    return nothing
  }
  if (before?.state === 'executing')
    await attempt.inTransaction((client) => settleLeftOvers(client, attempt.work.run.id))
  const { isWorking, principal } = await standing(attempt)
  if (!isWorking) attempt.park('paused')

  const asking: Asking = {
    system: asked.system,
    messages: asked.messages,
    tools: asked.tools,
    maxOutputTokens: asked.maxOutputTokens ?? OUTPUT_MAX,
    signal: attempt.work.signal,
  }
  const amount = atMost(model, asking)
  const on = { taskId: attempt.task.id, runId: attempt.work.run.id }
  const ledgers = ledgersOf(
    {
      ownerId: attempt.seat.ownerId,
      seatId: attempt.seat.id,
      teamId: principal.team?.id ?? null,
      taskIds: await tasksAbove(attempt.settings.db.$client, attempt.task.id),
    },
    new Date(),
  )
  const held = await attempt.inTransaction(async (client) => {
    const made = await reserve(client, {
      ownerId: attempt.seat.ownerId,
      runId: attempt.work.run.id,
      seq,
      ledgers,
      ...amount,
    })
    if ('id' in made) await attempt.write({ ...step, state: 'executing' }, client)
    return made
  })
  if ('reached' in held) {
    const error = budgetReached(held.reached)
    if (!asked.goesOnWithout) attempt.park('budget', error.message)
    await attempt.write({ ...step, state: 'failed', error })
    throw error
  }
  attempt.at(`${seq}:executing`)

  const said = await askOnce(model, asking)
  if (isBroken(said)) {
    const { reason, spent } = said
    if (!(reason instanceof ProviderError)) throw reason
    const refusal = new AppError('provider_failed', reason.message, { cause: reason })
    await attempt.inTransaction(async (client) => {
      const cost = spent && { micros: amount.micros, tokens: spent.inputTokens }
      await settle(client, held.id, cost)
      const charged = cost && { costMicros: cost.micros, tokens: cost.tokens, costStatus: 'estimated' as const }
      await attempt.write({ ...step, state: 'failed', error: refusal, ...charged }, client)
      if (cost) await chargeWork(client, on, cost, !amount.isUnpriced)
    })
    throw refusal
  }
  attempt.at(`${seq}:done`)
  const { text, toolCalls, cost, usage, isEstimated } = said
  const tokens = usage.inputTokens + usage.outputTokens
  const costStatus = cost === null ? 'unpriced' : isEstimated ? 'estimated' : 'priced'
  const answer: Answer = { text, toolCalls, model: model.info.id }
  await attempt.inTransaction(async (client) => {
    await settle(client, held.id, { micros: cost ?? 0, tokens })
    await attempt.write(
      { ...step, state: 'committed', result: answer, tokens, costMicros: cost ?? 0, costStatus },
      client,
    )
    await chargeWork(client, on, { micros: cost ?? 0, tokens }, cost !== null)
  })

  return answer
}

/** Text for a playbook; null without a model, without money or when it failed. */
export async function compose(
  attempt: Attempt,
  request: { purpose: string; instructions: string; data?: string; maxWords: number },
): Promise<string | null> {
  const content = [request.instructions, `At most ${request.maxWords} words.`, request.data && quoted(request.data)]
  try {
    const { text } = await askModel(attempt, attempt.model, {
      name: request.purpose,
      system: `You write for ${attempt.seat.name} in a workspace. Answer with the text alone, in the language of the request. Invent no facts, names or figures.`,
      messages: [{ role: 'user', parts: [{ type: 'text', text: content.filter(Boolean).join('\n\n') }] }],
      tools: [],
      maxOutputTokens: Math.min(OUTPUT_MAX, request.maxWords * 3),
      goesOnWithout: true,
    })
    return text.trim() || null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
