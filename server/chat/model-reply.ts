import { approvalOf, wordOf } from '../approvals/rows.ts'
import type { Model, ModelMessage, ToolCall } from '../models/model.ts'
import type { Word } from '../models/tool-loop.ts'
import type { Work } from '../platform/runs/work.ts'
import { allowancesOf } from './allowances.ts'
import { buildContext, type SpaceStanding, type Turn } from './context.ts'
import { type Draft, generate, type Outcome } from './generate.ts'
import { listMemories, remember } from './memory.ts'
import type { ChatDeps } from './ports.ts'
import type { ReplyInput, ReplyState } from './reply-input.ts'
import type { ReplyMoney } from './reply-money.ts'
import { summariser } from './summary.ts'
import type { ThreadRow } from './threads.ts'
import { mayUse } from './tool-calls.ts'
import { foundIn, offerTools, toolsNamedIn } from './tool-offer.ts'

const GO_ON =
  'Your last reply was cut off. Go on exactly where its text stopped, without repeating anything and without an introduction. What its tools did is done: do not do it again.'

interface ModelReply {
  deps: ChatDeps
  work: Work
  input: ReplyInput
  state: ReplyState | null
  thread: ThreadRow
  model: Model
  turns: readonly Turn[]
  draft: Draft
  money: ReplyMoney
  /** What the person keeps in the Space, for every question. */
  standing: SpaceStanding | null
}

/** What says which tools are wanted: so many of the last questions, so many characters of each. */
const QUESTIONS = 3
const SAID_MAX = 1_000

/** The tools and actions that were used in the branch, and those that were called or found before the person was asked. */
function usedTools(turns: readonly Turn[], messages: readonly ModelMessage[]): Set<string> {
  const shown = turns.flatMap(({ row }) => row.meta.tools ?? [])
  const inTurns = shown.flatMap(({ action, output }) => [action, ...foundIn(action, JSON.stringify(output ?? null))])
  return new Set([...inTurns, ...messages.flatMap(toolsNamedIn)])
}

/** Answers with a model, tools and all. */
export async function modelReply({
  deps,
  work,
  input,
  state,
  thread,
  model,
  turns,
  draft,
  money,
  standing,
}: ModelReply): Promise<Outcome> {
  const pool = deps.db.$client
  const owner = work.run.owner_id
  const keepFact = input.soulMode ? (fact: string) => remember(pool, owner, fact, input.userMessageId) : null
  // What was allowed for a thread was meant for the person's own things: in a team's, each call is asked about.
  const allowances = async () => (input.scope ? new Set<string>() : allowancesOf(pool, thread.id, owner))
  const offer = offerTools({
    actions: deps.actions,
    may: (entry) => mayUse(input.principal, entry),
    space: input.space,
    said: turns.flatMap(({ row }) => (row.role === 'user' ? row.content.slice(0, SAID_MAX) : [])).slice(-QUESTIONS),
    used: usedTools(turns, state?.messages ?? []),
  })
  const wordOn = async (call: ToolCall): Promise<Word> => {
    await work.ready
    const asked = await approvalOf(pool, work.run.id, call.id)
    return (asked && wordOf(asked, call.input)) ?? { isAllowed: false, reason: 'Nobody allowed it.', note: '' }
  }
  const common = { work, input, model, draft, money, actions: deps.actions, offer, keepFact, allowances, wordOn }
  if (state) return generate({ ...common, system: state.system, messages: state.messages, resumed: state })
  const memories = input.soulMode ? await listMemories(pool, owner) : []
  const { system, messages } = await buildContext({
    model,
    persona: input.persona,
    space: input.space,
    systemPrompt: input.systemPrompt,
    standing,
    memories: memories.map((memory) => memory.text),
    turns,
    tools: offer.tools,
    summary: thread.summary,
    summaryUpTo: thread.summary_up_to,
    now: new Date(),
    timeZone: input.timeZone,
    summarise: summariser(work, model, draft, money),
    keepSummary: async (summary, upTo) => {
      await work.ready
      await pool.query('update threads set summary = $2, summary_up_to = $3 where id = $1', [thread.id, summary, upTo])
    },
  })
  if (input.continues && messages.at(-1)?.role === 'assistant')
    messages.push({ role: 'user', parts: [{ type: 'text', text: GO_ON }] })
  return generate({ ...common, system, messages, resumed: null })
}
