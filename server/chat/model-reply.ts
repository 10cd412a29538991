import type { Model } from '../models/model.ts'
import type { Work } from '../platform/runs/work.ts'
import { allowancesOf } from './allowances.ts'
import { buildContext, type SpaceStanding, type Turn } from './context.ts'
import { type Draft, generate, type Outcome } from './generate.ts'
import { listMemories, remember } from './memory.ts'
import type { ChatDeps } from './ports.ts'
import type { ReplyInput, ReplyState } from './reply-input.ts'
import { summariser } from './summary.ts'
import type { ThreadRow } from './threads.ts'

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
  /** What the person keeps in the Space, for every question. */
  standing: SpaceStanding | null
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
  standing,
}: ModelReply): Promise<Outcome> {
  const pool = deps.db.$client
  const owner = work.run.owner_id
  const keepFact = input.soulMode ? (fact: string) => remember(pool, owner, fact, input.userMessageId) : null
  const allowances = () => allowancesOf(pool, thread.id, owner)
  const common = { work, input, model, draft, actions: deps.actions, keepFact, allowances }
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
    tools: deps.actions.tools().map((entry) => entry.tool),
    summary: thread.summary,
    summaryUpTo: thread.summary_up_to,
    now: new Date(),
    timeZone: input.timeZone,
    summarise: summariser(work, model, draft),
    keepSummary: async (summary, upTo) => {
      await work.ready
      await pool.query('update threads set summary = $2, summary_up_to = $3 where id = $1', [thread.id, summary, upTo])
    },
  })
  if (input.continues && messages.at(-1)?.role === 'assistant')
    messages.push({ role: 'user', parts: [{ type: 'text', text: GO_ON }] })
  return generate({ ...common, system, messages, resumed: null })
}
