import { AppError } from '@atrium/contract/errors'
import { cutText } from '../platform/cut-text.ts'
import type { ModelMessage, ModelTool, ToolCall } from './model.ts'

/** Characters of a tool's answer that go back to the model. */
const ANSWER_MAX = 20_000

/** What a person said of a call that waited for them. */
export type Word =
  | { isAllowed: true; approvalId: string; input: unknown; isChanged: boolean; note: string }
  | { isAllowed: false; reason: string; note: string }

/** A call as it is carried out. */
export interface Running {
  call: ToolCall
  /** As the model gave it, or as a person changed it. */
  input: unknown
  isChanged?: boolean
  /** What the person told the model with their word. */
  note?: string
  /** The word that allows it; null where none was needed. */
  approvalId: string | null
}

/** Something that a model may call. An AppError that it throws is told to the model. */
export interface Tool {
  run(running: Running): Promise<unknown>
  /** Its answer is our own sentence, not data. */
  isOurs?: boolean
}

/** One conversation of a model with its tools, and all that is decided about it elsewhere. */
export interface ToolLoop {
  messages: readonly ModelMessage[]
  signal: AbortSignal
  /** Answers of the model in which it may call tools. */
  rounds: number
  /** What the model may see of the tools now; asked in each round. */
  offered(): readonly ModelTool[]
  /** Those it may call at all. */
  find(name: string): Tool | undefined
  /** One answer, metered and shown by whoever asks. `round` counts from 1. */
  ask(messages: ModelMessage[], tools: ModelTool[], round: number): Promise<{ text: string; toolCalls: ToolCall[] }>
  /** After the last round: asked once more without tools, or ended. */
  hasLastWord: boolean
  /** Said to a model that called nothing and said nothing; without it that is its end. */
  goOn?: string
  /** Others' text, as the model gets it. */
  asData?(text: string): string
  /** Whether no more may be spent: what was called last is not carried out then. */
  isSpent?(): boolean
  /** Whether a tool has ended the work. */
  isOver?(): boolean
  /** Those of the calls that wait for a person, who is asked about all of them together. */
  toAsk?(calls: readonly ToolCall[]): Promise<readonly ToolCall[]>
  /** What a person said of a call that waited. */
  wordOn?(call: ToolCall): Promise<Word>
  onDeclined?(call: ToolCall, note: string): void
  onRefused?(running: Running, refusal: AppError): void
}

export type LoopEnd =
  | { kind: 'said'; text: string }
  | { kind: 'waiting'; messages: ModelMessage[]; pending: readonly ToolCall[] }
  | { kind: 'spent' | 'over' | 'rounds' }

const asText = (output: unknown): string => {
  const text = typeof output === 'string' ? output : JSON.stringify(output ?? null)
  // A half surrogate pair, of the cut or the tool's own, is no JSON that a provider takes.
  return (text.length > ANSWER_MAX ? `${cutText(text, ANSWER_MAX)}… (cut)` : text).toWellFormed()
}

/** What the person did with the call before it ran, in front of what came of it. */
function saidWith({ input, isChanged, note }: Running): string {
  const changed = isChanged ? `The person changed the input to ${cutText(JSON.stringify(input), ANSWER_MAX)}.\n` : ''
  return `${changed}${note ? `The person said: ${note}\n` : ''}`.toWellFormed()
}

/** The calls of the last answer that nothing was said to yet: those that waited when the conversation was put aside. */
function unanswered(messages: readonly ModelMessage[]): readonly ToolCall[] {
  const asked = messages.findLast((one) => one.role === 'assistant')
  const told = new Set(messages.flatMap((one) => (one.role === 'tool' ? [one.callId] : [])))
  return asked?.toolCalls?.filter(({ id }) => !told.has(id)) ?? []
}

/**
 * The model is asked, what it calls is carried out, it hears what came of it, and so on until it calls nothing more. Calls that need
 * a person's word end the loop; begun again with its messages it takes them up as they were decided.
 */
export async function toolLoop(loop: ToolLoop): Promise<LoopEnd> {
  const messages = [...loop.messages]
  const answer = ({ id, name }: ToolCall, output: string, failed = false) =>
    messages.push({ role: 'tool', callId: id, name, output, ...(failed && { failed }) })

  async function carryOut(running: Running): Promise<void> {
    const { call } = running
    loop.signal.throwIfAborted()
    try {
      const tool = loop.find(call.name)
      if (!tool) throw new AppError('not_found', `There is no tool named ${call.name}.`)
      const text = asText(await tool.run(running))
      answer(call, saidWith(running) + (tool.isOurs || !loop.asData ? text : loop.asData(text)))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      loop.onRefused?.(running, error)
      answer(call, saidWith(running) + error.message, true)
    }
  }

  for (const call of loop.wordOn ? unanswered(messages) : []) {
    const word = await loop.wordOn?.(call)
    if (word?.isAllowed) await carryOut({ call, ...word })
    else {
      loop.onDeclined?.(call, word?.note ?? '')
      answer(call, word?.reason ?? '', true)
    }
  }
  for (let round = 1; ; round++) {
    if (round > loop.rounds && !loop.hasLastWord) return { kind: 'rounds' }
    const tools = round > loop.rounds ? [] : [...loop.offered()]
    const { text, toolCalls } = await loop.ask(messages, tools, round)
    // A model that calls tools which it was not offered any more would never end.
    if (toolCalls.length === 0 || tools.length === 0) {
      if (!loop.goOn || text.trim() !== '') return { kind: 'said', text }
      messages.push({ role: 'assistant', text, toolCalls: [] })
      messages.push({ role: 'user', parts: [{ type: 'text', text: loop.goOn }] })
      continue
    }
    messages.push({ role: 'assistant', text, toolCalls })
    if (loop.isSpent?.()) return { kind: 'spent' }
    const pending = (await loop.toAsk?.(toolCalls)) ?? []
    for (const call of toolCalls) {
      if (pending.includes(call)) continue
      await carryOut({ call, input: call.input, approvalId: null })
      if (loop.isOver?.()) return { kind: 'over' }
    }
    if (pending.length > 0) return { kind: 'waiting', messages, pending }
  }
}
