import { setTimeout as sleep } from 'node:timers/promises'
import { spaceOf } from '@atrium/contract/catalogue/spaces'
import type { PersonaKey, StatusEvent, ToolResult } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import type { GuideContext, Turn as GuideTurn, MemoryPort } from '../guide/guide.ts'
import { uuid } from '../platform/ids.ts'
import { authorizeKey } from '../platform/policy.ts'
import type { Work } from '../platform/runs/work.ts'
import type { Named } from '../records/named.ts'
import type { Saying, ThingSaid } from '../records/things-said.ts'
import type { AttachedFile } from './attachments.ts'
import type { SpaceStanding, Turn } from './context.ts'
import type { Draft } from './generate.ts'
import { listMemories, remember, removeMemory } from './memory.ts'
import type { ChatDeps } from './ports.ts'
import type { ReplyInput } from './reply-input.ts'

/** Pieces of a few words, a frame apart: readable as it comes, and over in a second or two. */
const PIECE = /\s*\S+\s*(?:\S+\s*){0,3}/g
const PACE_MS = 12
/** Pieces of one answer; a long one comes in larger ones. */
const PIECES_MOST = 250

interface GuideReply {
  deps: ChatDeps
  work: Work
  input: ReplyInput
  turns: readonly Turn[]
  draft: Draft
  personName: string | null
  /** Which model wrote what is kept of the reply. */
  keptModel: string | undefined
  standing: SpaceStanding | null
}

/** The Guide follows rules, not free text, and says so once where somebody has left instructions for the assistant. */
const NEEDS_MODEL =
  '*The standing instructions of this Space need a language model: I work by rules and do not follow them. Its files I do read.*'

/** Before anybody has registered, whoever is here is setting the place up. */
async function isFresh(deps: ChatDeps): Promise<boolean> {
  const { rowCount } = await deps.db.$client.query('select 1 from users where not is_anonymous limit 1')
  return rowCount === 0
}

/** Carries out an action with the person's rights, and shows it in the reply. */
const acting =
  ({ deps, work, input, draft }: GuideReply): GuideContext['act'] =>
  async (action, actionInput) => {
    await work.ready
    const entry = deps.actions.tools().find((one) => one.action === action)
    const call = {
      callId: uuid(),
      action,
      summary: entry?.summary ?? action,
      input: actionInput,
      ...(input.scope && { scope: input.scope }),
    }
    if (entry?.effect !== 'read') {
      // Whoever takes over must know that this was begun: it is not done twice.
      work.emit('tool-result', { ...call, state: 'running' } satisfies ToolResult)
      await work.flush()
    }
    try {
      const { principal, scope, timeZone, locale } = input
      const { output, change } = await deps.actions.call({
        principal,
        scope,
        action,
        input: actionInput,
        via: 'guide',
        timeZone,
        language: locale,
        signal: work.signal,
      })
      const result: ToolResult = { ...call, state: 'done', output, ...(change ? { undo: change } : {}) }
      draft.tools.push(result)
      work.emit('tool-result', result)
      return { output, undo: change }
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated') {
        throw new AppError(
          'unauthenticated',
          'Sign in or continue as guest first, so that there is a place to keep it.',
          { cause: error },
        )
      }
      if (error instanceof AppError) {
        const result: ToolResult = { ...call, state: 'failed', error: error.message }
        draft.tools.push(result)
        work.emit('tool-result', result)
      }
      throw error
    }
  }

/** Going on with a reply does nothing again: it is worded by what was done when it began. */
const recalling =
  ({ deps, draft }: GuideReply): GuideContext['act'] =>
  async (action) => {
    const result = draft.tools.findLast((one) => one.action === action)
    if (result?.state === 'done') {
      // The database has sorted its fields, and the answer names them in the order of their schema.
      const [module = '', name = ''] = action.split('.')
      const schema = deps.actions.modules().find(({ id }) => id === module)?.actions[name]?.output
      return { output: schema?.safeParse(result.output).data ?? result.output, undo: result.undo ?? null }
    }
    throw new AppError('conflict', result?.error ?? 'It was cut off before. Say it again to have it done.')
  }

function filesOf(turns: readonly Turn[], standing: SpaceStanding | null): AttachedFile[] {
  const attached = turns.flatMap((turn) => turn.files)
  const ids = new Set(attached.map(({ id }) => id))
  return [...attached, ...(standing?.files.filter(({ id, text }) => text && !ids.has(id)) ?? [])]
}

const whose = ({ principal, scope }: ReplyInput) => ({ principal, scope })

/** Who may not look is told of nothing; what they may do all the same is done. */
async function orNothing<T>(looking: Promise<T[]>): Promise<T[]> {
  try {
    return await looking
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return []
    throw error
  }
}

const named = ({ actions }: ChatDeps, input: ReplyInput, module: string, asked: Named) =>
  orNothing(actions.named({ ...whose(input), module, asked }))

/** What was done to a thing tells which it was: it may be gone by now. */
const recallingNames =
  ({ deps, draft, input }: GuideReply): GuideContext['named'] =>
  async (module, asked) => {
    const result = draft.tools.findLast(({ action }) => action.startsWith(`${module}.`))
    const { id, ids } = (result?.input ?? {}) as { id?: unknown; ids?: unknown }
    const known = typeof id === 'string' ? id : Array.isArray(ids) ? ids[0] : undefined
    if (typeof known === 'string') return [{ id: known, title: asked.words, at: null }]
    return named(deps, input, module, asked)
  }

/** What was done before to a thing spoke of it, though it may be gone by now. */
async function things({ deps, draft, input }: GuideReply, saying: Saying): Promise<ThingSaid[]> {
  const now = await orNothing(deps.actions.things({ ...whose(input), saying }))
  if (!input.continues) return now
  const before = draft.tools.flatMap(({ action }): ThingSaid[] => {
    const [module = ''] = action.split('.')
    return [{ module, collection: '', title: saying.words, part: 1, count: 2 }]
  })
  return [...before, ...now]
}

const turnOf = ({ row }: Turn): GuideTurn => ({
  role: row.role as 'user' | 'assistant',
  text: row.content,
  at: row.created_at,
  done: (row.meta.tools ?? []).flatMap(({ state, action, input, output, undo = null }) =>
    state === 'done' ? [{ action, input, output, undo }] : [],
  ),
  ...(row.meta.said !== undefined && { said: row.meta.said }),
})

/** What is remembered of the person, where they want it. Going on with a reply keeps and forgets nothing again. */
function memoryOf({ deps, work, input, draft }: GuideReply, messageId: string | null): MemoryPort | null {
  const { owner, userId } = input.principal
  if (!input.soulMode || !userId) return null
  const pool = deps.db.$client
  const { principal } = input
  const may = (method: 'GET' | 'POST') => authorizeKey(principal, 'memory.own', { method, asksAssistant: false })
  const change = async (make: () => Promise<unknown>) => {
    may('POST')
    await work.ready
    if (input.continues || draft.text) return
    await make()
    deps.live.tell(owner, { topic: 'memories' })
  }
  return {
    known: async () => {
      may('GET')
      return listMemories(pool, owner)
    },
    remember: (fact) => change(() => remember(pool, owner, fact, messageId)),
    forget: (id) => change(() => removeMemory(pool, owner, id)),
  }
}

async function answerOf(reply: GuideReply): Promise<string> {
  const { deps, work, input, turns, draft, personName, standing } = reply
  const question = turns.findLast((turn) => turn.row.role === 'user')
  const text = question?.row.content ?? ''
  const earlier: GuideTurn[] = turns
    .filter((turn) => turn !== question && turn.row.role !== 'system' && turn.row.content)
    .map(turnOf)
  const { markdown, said } = await deps.answer({
    question: text,
    turns: earlier,
    // What is attached to the conversation comes before what lies in the Space.
    files: filesOf(turns, standing),
    persona: input.persona as PersonaKey,
    spaceTitle: spaceOf(input.space)?.title ?? null,
    personName,
    now: new Date(),
    timeZone: input.timeZone,
    locale: input.locale,
    modules: deps.actions.modules(),
    introduce: !earlier.some((turn) => turn.role === 'assistant'),
    canConfigure: input.principal.kind === 'administrator' || (await isFresh(deps)),
    memory: memoryOf(reply, question?.row.id ?? null),
    named: input.continues ? recallingNames(reply) : (module, asked) => named(deps, input, module, asked),
    things: (saying) => things(reply, saying),
    undo: async (change) => {
      await work.ready
      // Going on with a reply takes nothing back again.
      if (!input.continues) await deps.actions.undo(input.principal, change)
    },
    act: input.continues ? recalling(reply) : acting(reply),
  })
  if (said !== undefined) draft.said = said
  const isSaid = earlier.some((turn) => turn.role === 'assistant' && turn.text.includes(NEEDS_MODEL))
  return standing?.instructions && !isSaid ? `${markdown}\n\n${NEEDS_MODEL}` : markdown
}

/** Answers with the Guide, streamed like a model's reply. */
export async function guideReply(reply: GuideReply): Promise<void> {
  await sayWhole(reply, await answerOf(reply))
}

/** Streams an answer that is whole already. A reply that goes on says what is missing of the same answer. */
export async function sayWhole(
  { work, draft, keptModel }: Pick<GuideReply, 'work' | 'draft' | 'keptModel'>,
  answer: string,
): Promise<void> {
  let rest = answer
  if (draft.text && answer.startsWith(draft.text)) rest = answer.slice(draft.text.length)
  else if (draft.text && keptModel === 'guide') {
    // It would be worded differently today: what is kept goes, and the whole answer comes.
    work.emit('status', { status: 'restarted' } satisfies StatusEvent)
    draft.text = ''
  } else if (draft.text) rest = `\n\n${answer}` // a model's words stay
  const pieces = rest.match(PIECE) ?? []
  // A long result of a text is not read as it comes.
  const together = Math.ceil(pieces.length / PIECES_MOST)
  for (let at = 0; at < pieces.length; at += together) {
    const piece = pieces.slice(at, at + together).join('')
    work.signal.throwIfAborted()
    draft.firstTokenAt ??= performance.now()
    work.chunk(piece, draft.text.length)
    draft.text += piece
    await sleep(PACE_MS)
  }
}
