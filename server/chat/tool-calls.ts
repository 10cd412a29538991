import type { ToolResult } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import type { Effect } from '@atrium/contract/module'
import { type NewApproval, newApproval } from '../approvals/rows.ts'
import { isConnected, mayUseConnected } from '../mcp/connected.ts'
import type { Model, ModelTool, ToolCall } from '../models/model.ts'
import type { Running, ToolLoop } from '../models/tool-loop.ts'
import type { Work } from '../platform/runs/work.ts'
import { refusalIn } from '../platform/texts.ts'
import { keptAnswer } from './kept-answer.ts'
import type { ChatActions } from './ports.ts'
import type { ReplyInput } from './reply-input.ts'
import { FIND_TOOLS, type Offer } from './tool-offer.ts'

/** With soulMode the model may keep facts about the person: the one tool that is no module's action. */
const REMEMBER: ModelTool = {
  name: 'remember',
  description:
    'Keeps a lasting fact about the person for later conversations: a preference, a circumstance, a name. Only what they said about themselves and would want remembered; never secrets, health or money matters unless they ask for it.',
  parameters: { type: 'object', properties: { fact: { type: 'string', maxLength: 500 } }, required: ['fact'] },
}

/** What the tools are called that are no module's actions. */
const OWN: Record<string, string> = { [REMEMBER.name]: 'Remember', [FIND_TOOLS.name]: 'Find tools' }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A call as it ran: as the person changed it, beside what the model had asked for, and with what they said. */
const asItRan = ({ call, input, isChanged, note }: Running) => ({
  ...call,
  input: keptAnswer(input),
  ...(isChanged && { asked: keptAnswer(call.input) }),
  ...(note && { note }),
})

type Entry = ReturnType<ChatActions['tools']>[number]

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

/** What the loop is told of the tools. */
export interface Tools extends Required<Pick<ToolLoop, 'offered' | 'find' | 'toAsk' | 'onDeclined' | 'onRefused'>> {
  /** Shows a call that waits for the person, and answers what is asked of them. */
  ask(call: ToolCall): NewApproval
}

/** A visitor without a session has tools that read; tools of connected servers are for people with an account. */
export const mayUse = (
  { kind }: ReplyInput['principal'],
  { action, effect }: { action: string; effect: Effect },
): boolean => (isConnected(action) ? mayUseConnected(kind) : kind !== 'anonymous' || effect === 'read')

/** The actions as this reply may use them. */
export function toolsOf({ work, input, model, actions, offer, shown, keepFact, allowances }: ToolsInput): Tools {
  const allowed = actions.tools().filter((entry) => mayUse(input.principal, entry))
  const byName = new Map((model.info.tools ? allowed : []).map((entry) => [entry.tool.name, entry]))

  const show = (
    call: ToolCall & Pick<ToolResult, 'asked' | 'note'>,
    rest: Omit<ToolResult, 'callId' | 'action' | 'summary' | 'input'>,
  ) => {
    const entry = byName.get(call.name)
    const result = {
      callId: call.id,
      action: entry?.action ?? call.name,
      summary: entry?.summary ?? OWN[call.name] ?? call.name,
      input: call.input,
      ...('asked' in call && { asked: call.asked }),
      ...(call.note && { note: call.note }),
      ...(input.scope && { scope: input.scope }),
      ...rest,
    }
    const at = shown.findIndex((one) => one.callId === call.id)
    if (at >= 0) shown[at] = result
    else shown.push(result)
    work.emit('tool-result', result)
  }

  const ownTool = (name: string): ((input: { fact?: unknown; query?: unknown }) => Promise<unknown>) | undefined => {
    if (name === REMEMBER.name && keepFact)
      return async ({ fact }) => {
        if (typeof fact !== 'string') throw new AppError('bad_request', 'The fact must be text.')
        await keepFact(fact)
        return 'Remembered.'
      }
    if (name === FIND_TOOLS.name)
      return async ({ query }) => {
        if (typeof query !== 'string') throw new AppError('bad_request', 'The query must be text.')
        const found = offer.find(query)
        return found.length > 0 ? found : 'Nothing fits. Try other words.'
      }
    return undefined
  }

  async function act({ action, effect }: Entry, running: Running) {
    const { input: given, approvalId } = running
    if (effect !== 'read') {
      // Whoever takes over must know that this was begun: it is not done twice.
      show(asItRan(running), { state: 'running' })
      await work.flush()
    }
    const { principal, scope, timeZone, locale: language } = input
    const place = { principal, scope, timeZone, language, signal: work.signal }
    return actions.call({ ...place, action, input: given, via: 'model', approvalId })
  }

  return {
    offered: () => {
      if (!model.info.tools) return []
      return keepFact ? [...offer.tools, REMEMBER] : [...offer.tools]
    },
    find(name) {
      const [own, entry] = [ownTool(name), byName.get(name)]
      if (!own && !entry) return undefined
      return {
        async run(running) {
          await work.ready
          const { output, change } = entry
            ? await act(entry, running)
            : { output: await own?.((running.input ?? {}) as object), change: null }
          // Which tools were found is read from what is kept.
          const kept = own ? output : keptAnswer(output)
          show(asItRan(running), { state: 'done', output: kept, ...(change ? { undo: change } : {}) })
          return output
        },
      }
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
    onRefused: (running, refusal) =>
      show(asItRan(running), { state: 'failed', error: refusalIn(refusal, input.locale) }),
    onDeclined: (call, note) => show({ ...call, note }, { state: 'declined' }),
    ask(call) {
      const { action = call.name, effect = 'send' } = byName.get(call.name) ?? {}
      const { id: runId, owner_id: ownerId } = work.run
      const given = isRecord(call.input) ? call.input : {}
      const of = { callId: call.id }
      const asked = newApproval({ ownerId, runId, of, action, effect, why: '', input: given, expiresInDays: null })
      show(call, { state: 'confirm', effect, approval: { id: asked.id, argsHash: asked.argsHash } })
      return asked
    },
  }
}
