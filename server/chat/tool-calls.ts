import type { ToolResult } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import type { Effect } from '@atrium/contract/module'
import { isConnected, mayUseConnected } from '../mcp/connected.ts'
import type { Model, ModelMessage, ModelTool, ToolCall } from '../models/model.ts'
import type { Work } from '../platform/runs/work.ts'
import { refusalIn } from '../platform/texts.ts'
import { cutText } from './cut-text.ts'
import type { ChatActions } from './ports.ts'
import type { ReplyInput } from './reply-input.ts'
import { FIND_TOOLS, type Offer } from './tool-offer.ts'

/** Characters of a tool's output that go back to the model. */
const OUTPUT_MAX = 20_000

/** With soulMode the model may keep facts about the person: the one tool that is no module's action. */
const REMEMBER: ModelTool = {
  name: 'remember',
  description:
    'Keeps a lasting fact about the person for later conversations: a preference, a circumstance, a name. Only what they said about themselves and would want remembered; never secrets, health or money matters unless they ask for it.',
  parameters: { type: 'object', properties: { fact: { type: 'string', maxLength: 500 } }, required: ['fact'] },
}

/** What the tools are called that are no module's actions. */
const OWN: Record<string, string> = { [REMEMBER.name]: 'Remember', [FIND_TOOLS.name]: 'Find tools' }

export interface ToolsInput {
  work: Work
  input: ReplyInput
  model: Model
  actions: ChatActions
  /** Which of the actions the model sees. */
  offer: Offer
  /** The results shown with the reply; changed in place. */
  shown: ToolResult[]
  /** Keeps a fact about the person; null without soulMode. */
  keepFact: ((fact: string) => Promise<void>) | null
  /** The actions that the person allowed for the rest of the thread. */
  allowances: () => Promise<ReadonlySet<string>>
}

export interface Tools {
  /** Asked for in each round: what was found in the last one has come in. */
  offered(): ModelTool[]
  /** Those of the calls that the person must allow first. */
  toAsk(calls: readonly ToolCall[]): Promise<ToolCall[]>
  carryOut(call: ToolCall): Promise<ModelMessage>
  decline(call: ToolCall): ModelMessage
  /** Shows a call that waits for the person. */
  ask(call: ToolCall): void
}

/** A visitor without a session has tools that read; tools of connected servers are for people with an account. */
export const mayUse = (
  { kind }: ReplyInput['principal'],
  { action, effect }: { action: string; effect: Effect },
): boolean => (isConnected(action) ? mayUseConnected(kind) : kind !== 'anonymous' || effect === 'read')

const asText = (output: unknown): string => {
  const text = typeof output === 'string' ? output : JSON.stringify(output ?? null)
  // A half surrogate pair, of the cut or the tool's own, is no JSON that a provider takes.
  return (text.length > OUTPUT_MAX ? `${cutText(text, OUTPUT_MAX)}… (cut)` : text).toWellFormed()
}

const answerTo = (call: ToolCall, output: string, failed = false): ModelMessage => ({
  role: 'tool',
  callId: call.id,
  name: call.name,
  output,
  failed,
})

/** The actions as this reply may use them. */
export function toolsOf({ work, input, model, actions, offer, shown, keepFact, allowances }: ToolsInput): Tools {
  const allowed = actions.tools().filter((entry) => mayUse(input.principal, entry))
  const byName = new Map((model.info.tools ? allowed : []).map((entry) => [entry.tool.name, entry]))

  const show = (call: ToolCall, rest: Omit<ToolResult, 'callId' | 'action' | 'summary' | 'input'>) => {
    const entry = byName.get(call.name)
    const result = {
      callId: call.id,
      action: entry?.action ?? call.name,
      summary: entry?.summary ?? OWN[call.name] ?? call.name,
      input: call.input,
      ...(input.scope && { scope: input.scope }),
      ...rest,
    }
    const at = shown.findIndex((one) => one.callId === call.id)
    if (at >= 0) shown[at] = result
    else shown.push(result)
    work.emit('tool-result', result)
  }

  async function act(call: ToolCall): Promise<{ output: unknown; change: string | null }> {
    if (call.name === REMEMBER.name && keepFact) {
      const { fact } = (call.input ?? {}) as { fact?: unknown }
      if (typeof fact !== 'string') throw new AppError('bad_request', 'The fact must be text.')
      await keepFact(fact)
      return { output: 'Remembered.', change: null }
    }
    if (call.name === FIND_TOOLS.name) {
      const { query } = (call.input ?? {}) as { query?: unknown }
      if (typeof query !== 'string') throw new AppError('bad_request', 'The query must be text.')
      const found = offer.find(query)
      return { output: found.length > 0 ? found : 'Nothing fits. Try other words.', change: null }
    }
    const entry = byName.get(call.name)
    if (!entry) throw new AppError('not_found', `There is no tool named ${call.name}.`)
    if (entry.effect !== 'read') {
      // Whoever takes over must know that this was begun: it is not done twice.
      show(call, { state: 'running' })
      await work.flush()
    }
    const { principal, scope, timeZone, locale } = input
    return actions.call({
      principal,
      scope,
      action: entry.action,
      input: call.input,
      via: 'model',
      timeZone,
      language: locale,
      signal: work.signal,
    })
  }

  return {
    offered: () => {
      if (!model.info.tools) return []
      return keepFact ? [...offer.tools, REMEMBER] : [...offer.tools]
    },
    async toAsk(calls) {
      const asking = calls.filter((call) => (byName.get(call.name)?.effect ?? 'read') !== 'read')
      if (asking.length === 0) return []
      // Looked up each time: what was allowed a moment ago may have been taken back since.
      await work.ready
      const always = await allowances()
      return asking.filter((call) => {
        const entry = byName.get(call.name)
        return entry?.effect !== 'write' || !always.has(entry.action)
      })
    },
    async carryOut(call) {
      await work.ready
      try {
        const { output, change } = await act(call)
        show(call, { state: 'done', output, ...(change ? { undo: change } : {}) })
        return answerTo(call, asText(output))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        show(call, { state: 'failed', error: refusalIn(error, input.locale) })
        return answerTo(call, error.message, true)
      }
    },
    decline(call) {
      show(call, { state: 'declined' })
      return answerTo(call, 'The person declined this.', true)
    },
    ask: (call) => show(call, { state: 'confirm', effect: byName.get(call.name)?.effect }),
  }
}
