import type { ToolResult } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import type { Model, ModelMessage, ModelTool, ToolCall } from '../models/model.ts'
import { ProviderError } from '../models/provider-error.ts'
import type { Work } from '../platform/runs/engine.ts'
import type { ChatActions } from './ports.ts'
import type { ReplyInput, ReplyState } from './reply-input.ts'

/** Rounds of tool calls in one reply. */
const ROUNDS = 8
/** Characters of a tool's output that go back to the model. */
const OUTPUT_MAX = 20_000

/** A reply in the making: what finish() stores. */
export interface Draft {
  /** Everything said so far, the text of earlier runs included. */
  text: string
  tools: ToolResult[]
  inputTokens: number
  outputTokens: number
  /** null once a round's price was unknown. */
  costMicros: number | null
  firstTokenAt: number | null
}

/** The tool loop's end: the model has said all, the person must decide about calls, or the budget is spent. */
export type Outcome =
  | { kind: 'complete' }
  | { kind: 'waiting'; messages: ModelMessage[]; pending: ToolCall[] }
  | { kind: 'budget' }

interface GenerateInput {
  work: Work
  input: ReplyInput
  model: Model
  system: string
  messages: ModelMessage[]
  draft: Draft
  actions: ChatActions
  resumed: ReplyState | null
}

const asText = (output: unknown): string => {
  const text = typeof output === 'string' ? output : JSON.stringify(output ?? null)
  return text.length > OUTPUT_MAX ? `${text.slice(0, OUTPUT_MAX)}… (cut)` : text
}

function overBudget(work: Work, draft: Draft): boolean {
  const { token_budget: tokens, cost_budget_micros: cost } = work.run
  return (
    (tokens !== null && draft.inputTokens + draft.outputTokens >= tokens) ||
    (cost !== null && (draft.costMicros ?? 0) >= cost)
  )
}

/** Streams a reply and carries out its tool calls: reads at once, writes after the person has allowed them. */
export async function generate({
  work,
  input,
  model,
  system,
  messages,
  draft,
  actions,
  resumed,
}: GenerateInput): Promise<Outcome> {
  const tools = model.info.tools
    ? actions.tools().filter((entry) => input.principal.kind !== 'anonymous' || entry.effect === 'read')
    : []
  const byName = new Map(tools.map((entry) => [entry.tool.name, entry]))
  const offered: ModelTool[] = tools.map((entry) => entry.tool)

  const show = (result: ToolResult) => {
    const at = draft.tools.findIndex((one) => one.callId === result.callId)
    if (at >= 0) draft.tools[at] = result
    else draft.tools.push(result)
    work.emit('tool-result', result)
  }
  const carryOut = async (call: ToolCall): Promise<ModelMessage> => {
    await work.ready
    const entry = byName.get(call.name)
    const base = {
      callId: call.id,
      action: entry?.action ?? call.name,
      summary: entry?.summary ?? call.name,
      input: call.input,
    }
    const reply = (output: string, failed = false): ModelMessage => ({
      role: 'tool',
      callId: call.id,
      name: call.name,
      output,
      failed,
    })
    if (!entry) {
      show({ ...base, state: 'failed', error: 'There is no such tool.' })
      return reply(`There is no tool named ${call.name}.`, true)
    }
    try {
      const { output, change } = await actions.call({
        principal: input.principal,
        action: entry.action,
        input: call.input,
        via: 'model',
        timeZone: input.timeZone,
        signal: work.signal,
      })
      show({ ...base, state: 'done', output, ...(change ? { undo: change } : {}) })
      return reply(asText(output))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      show({ ...base, state: 'failed', error: error.message })
      return reply(error.message, true)
    }
  }
  const decline = (call: ToolCall): ModelMessage => {
    const entry = byName.get(call.name)
    show({
      callId: call.id,
      action: entry?.action ?? call.name,
      summary: entry?.summary ?? call.name,
      input: call.input,
      state: 'declined',
    })
    return { role: 'tool', callId: call.id, name: call.name, output: 'The person declined this.', failed: true }
  }

  const conversation = [...messages]
  if (resumed) {
    for (const call of resumed.pending)
      conversation.push(resumed.decisions[call.id] === 'allow' ? await carryOut(call) : decline(call))
  }
  for (let round = 0; ; round++) {
    // What is said after a tool call is a paragraph of its own.
    let apart = draft.text.length > 0 && !draft.text.endsWith('\n') && (round > 0 || resumed !== null)
    const start = draft.text.length
    const result = await model.stream(
      {
        model: model.info.id,
        system,
        messages: conversation,
        tools: round < ROUNDS ? offered : [],
        signal: work.signal,
      },
      {
        text(piece) {
          draft.firstTokenAt ??= performance.now()
          const text = apart ? `\n\n${piece}` : piece
          apart = false
          work.chunk(text, draft.text.length)
          draft.text += text
        },
      },
    )
    if (result.usage) {
      draft.inputTokens += result.usage.inputTokens
      draft.outputTokens += result.usage.outputTokens
      const cost = model.cost(result.usage)
      draft.costMicros = cost === null || draft.costMicros === null ? null : draft.costMicros + cost
    }
    if (result.finish === 'refused' && draft.text.length === start)
      throw new ProviderError('refused', 'The model refused to answer.')
    // A model that calls tools which it was not offered any more would never end.
    if (result.toolCalls.length === 0 || round >= ROUNDS) return { kind: 'complete' }
    conversation.push({ role: 'assistant', text: draft.text.slice(start), toolCalls: result.toolCalls })
    if (overBudget(work, draft)) return { kind: 'budget' }
    const asks = result.toolCalls.filter((call) => (byName.get(call.name)?.effect ?? 'read') !== 'read')
    if (asks.length > 0) {
      for (const call of result.toolCalls) if (!asks.includes(call)) conversation.push(await carryOut(call))
      for (const call of asks) {
        const entry = byName.get(call.name)
        show({
          callId: call.id,
          action: entry?.action ?? call.name,
          summary: entry?.summary ?? call.name,
          input: call.input,
          state: 'confirm',
        })
      }
      return { kind: 'waiting', messages: conversation, pending: asks }
    }
    for (const call of result.toolCalls) conversation.push(await carryOut(call))
  }
}
