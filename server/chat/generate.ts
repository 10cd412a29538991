import type { ToolResult } from '@atrium/contract/chat'
import type { NewApproval } from '../approvals/rows.ts'
import { isBroken } from '../models/door/asking.ts'
import type { Model, ModelMessage, ToolCall, Usage } from '../models/model.ts'
import { ProviderError } from '../models/provider-error.ts'
import { toolLoop, type Word } from '../models/tool-loop.ts'
import type { Work } from '../platform/runs/work.ts'
import type { ChatActions } from './ports.ts'
import type { ReplyInput, ReplyState } from './reply-input.ts'
import type { ReplyMoney } from './reply-money.ts'
import { toolsOf } from './tool-calls.ts'
import type { Offer } from './tool-offer.ts'

/** Rounds of tool calls in one reply. */
const ROUNDS = 8

/** What was asked of models. `costMicros` is null once a round's price was unknown. */
export interface Spending {
  inputTokens: number
  outputTokens: number
  costMicros: number | null
}

/** A reply in the making: what its end stores. Text and spending include those of earlier runs. */
export interface Draft extends Spending {
  text: string
  tools: ToolResult[]
  /** What the Guide answered, where the message referred to something before it. */
  said?: string
  /** What had been spent when this work began. */
  before: Spending
  firstTokenAt: number | null
}

/** The tool loop's end: the model has said all, the person must decide about calls, or the budget is spent. */
export type Outcome =
  | { kind: 'complete' }
  | { kind: 'waiting'; system: string; messages: ModelMessage[]; requests: NewApproval[] }
  | { kind: 'budget' }

interface GenerateInput {
  work: Work
  input: ReplyInput
  model: Model
  system: string
  messages: ModelMessage[]
  draft: Draft
  actions: ChatActions
  offer: Offer
  keepFact: ((fact: string) => Promise<void>) | null
  allowances: () => Promise<ReadonlySet<string>>
  wordOn: (call: ToolCall) => Promise<Word>
  money: ReplyMoney
  /** Where the reply goes on after the person has decided about its calls. */
  resumed: ReplyState | null
}

export function charge(draft: Draft, model: Model, usage: Usage | null): void {
  if (!usage) return
  draft.inputTokens += usage.inputTokens
  draft.outputTokens += usage.outputTokens
  const cost = model.cost(usage)
  draft.costMicros = cost === null || draft.costMicros === null ? null : draft.costMicros + cost
}

/** What this work has spent itself. */
export const spentBy = ({ before, ...draft }: Draft) => ({
  tokens: draft.inputTokens + draft.outputTokens - before.inputTokens - before.outputTokens,
  costMicros: draft.costMicros === null ? 0 : draft.costMicros - (before.costMicros ?? 0),
})

function overBudget(work: Work, draft: Draft): boolean {
  const { token_budget: tokens, cost_budget_micros: cost, tokens_used: usedTokens, cost_micros: usedCost } = work.run
  const spent = spentBy(draft)
  return (
    (tokens !== null && usedTokens + spent.tokens >= tokens) || (cost !== null && usedCost + spent.costMicros >= cost)
  )
}

/** Some providers count their calls anew in every round, and a sloppy one gives two calls one id; ours are told apart by id. */
function distinct(calls: readonly ToolCall[], shown: readonly ToolResult[]): ToolCall[] {
  const taken = new Set(shown.map(({ callId }) => callId))
  return calls.map((call) => {
    let { id } = call
    for (let at = 2; taken.has(id); at++) id = `${call.id}-${at}`
    taken.add(id)
    return { ...call, id }
  })
}

/** Streams a reply and carries out its tool calls: reads at once, writes after the person has allowed them. */
export async function generate(given: GenerateInput): Promise<Outcome> {
  const { work, model, system, draft, resumed } = given
  const tools = toolsOf({ ...given, shown: draft.tools })
  const end = await toolLoop({
    messages: given.messages,
    signal: work.signal,
    rounds: ROUNDS,
    hasLastWord: true,
    ...tools,
    wordOn: given.wordOn,
    isSpent: () => overBudget(work, draft),
    async ask(messages, offered, round) {
      // What is said after a tool call is a paragraph of its own.
      let apart = draft.text.length > 0 && !draft.text.endsWith('\n') && (round > 1 || resumed !== null)
      const start = draft.text.length
      const asking = { system, messages, tools: offered, signal: work.signal }
      const answer = await given.money.ask(model, asking, (piece) => {
        draft.firstTokenAt ??= performance.now()
        const text = apart ? `\n\n${piece}` : piece
        apart = false
        work.chunk(text, draft.text.length)
        draft.text += text
      })
      if (isBroken(answer)) throw answer.reason
      charge(draft, model, answer.isEstimated ? null : answer.usage)
      const text = draft.text.slice(start)
      if (answer.finish === 'refused' && text === '') throw new ProviderError('refused', 'The model refused to answer.')
      return { text, toolCalls: distinct(answer.toolCalls, draft.tools) }
    },
  })
  if (end.kind === 'waiting')
    return { kind: 'waiting', system, messages: end.messages, requests: end.pending.map(tools.ask) }
  return { kind: end.kind === 'spent' ? 'budget' : 'complete' }
}
