import { setTimeout as sleep } from 'node:timers/promises'
import { spaceOf } from '@atrium/contract/catalogue/spaces'
import type { PersonaKey, ToolResult } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import { v7 as uuid } from 'uuid'
import type { Turn as GuideTurn } from '../guide/guide.ts'
import type { Work } from '../platform/runs/work.ts'
import type { Turn } from './context.ts'
import type { Draft } from './generate.ts'
import { remember } from './memory.ts'
import type { ChatDeps } from './ports.ts'
import type { ReplyInput } from './reply-input.ts'

/** Pieces of a few words, a frame apart: readable as it comes, and over in a second or two. */
const PIECE = /\S+\s*(?:\S+\s*){0,3}/g
const PACE_MS = 12

interface GuideReply {
  deps: ChatDeps
  work: Work
  input: ReplyInput
  turns: readonly Turn[]
  draft: Draft
  personName: string | null
}

/** "Remember that I am vegetarian." */
const REMEMBER = /^(?:please\s+)?remember\s+(?:that\s+)?(.{3,400})$/is

/** Before anybody has registered, whoever is here is setting the place up. */
async function isFresh(deps: ChatDeps): Promise<boolean> {
  const { rowCount } = await deps.db.$client.query('select 1 from users where not is_anonymous limit 1')
  return rowCount === 0
}

/** Answers with the Guide, streamed like a model's reply. */
export async function guideReply({ deps, work, input, turns, draft, personName }: GuideReply): Promise<void> {
  const question = turns.findLast((turn) => turn.row.role === 'user')
  const text = question?.row.content ?? ''
  const earlier: GuideTurn[] = turns
    .filter((turn) => turn !== question && turn.row.role !== 'system' && turn.row.content)
    .map((turn) => ({ role: turn.row.role as 'user' | 'assistant', text: turn.row.content, at: turn.row.created_at }))
  const fact = input.soulMode && input.principal.userId ? REMEMBER.exec(text.trim())?.[1] : undefined
  if (fact) await remember(deps.db.$client, input.principal.owner, fact, question?.row.id ?? null)
  const answer = fact
    ? { markdown: `I will remember that: ${fact.trim()}`, skill: 'memory' }
    : await deps.answer({
        question: text,
        turns: earlier,
        files: turns.flatMap((turn) => turn.files),
        persona: input.persona as PersonaKey,
        spaceTitle: spaceOf(input.space)?.title ?? null,
        personName,
        now: new Date(),
        timeZone: input.timeZone,
        locale: input.locale,
        modules: deps.actions.modules(),
        introduce: !earlier.some((turn) => turn.role === 'assistant'),
        canConfigure: input.principal.kind === 'administrator' || (await isFresh(deps)),
        act: async (action, actionInput) => {
          await work.ready
          const entry = deps.actions.tools().find((one) => one.action === action)
          const call = { callId: uuid(), action, summary: entry?.summary ?? action, input: actionInput }
          if (entry?.effect !== 'read') {
            // Whoever takes over must know that this was begun: it is not done twice.
            work.emit('tool-result', { ...call, state: 'running' } satisfies ToolResult)
            await work.flush()
          }
          try {
            const { principal, timeZone } = input
            const { output, change } = await deps.actions.call({
              principal,
              action,
              input: actionInput,
              via: 'guide',
              timeZone,
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
            if (error instanceof AppError)
              work.emit('tool-result', { ...call, state: 'failed', error: error.message } satisfies ToolResult)
            throw error
          }
        },
      })
  for (const piece of answer.markdown.match(PIECE) ?? []) {
    work.signal.throwIfAborted()
    draft.firstTokenAt ??= performance.now()
    work.chunk(piece, draft.text.length)
    draft.text += piece
    await sleep(PACE_MS)
  }
}
