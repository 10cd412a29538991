import {
  DEFAULT_THREAD_TITLE,
  type DoneEvent,
  type ErrorEvent,
  type MessageStatus,
  type MetaEvent,
  type ReplyMeta,
  type StatusEvent,
} from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import type { RunStatus } from '@atrium/contract/runs'
import { sentences } from '@atrium/contract/sentences'
import { ProviderError, sentenceFor } from '../models/provider-error.ts'
import { isUnreachable } from '../platform/database/connect.ts'
import { type LastEvent, type RunKind, Stopped, type Work } from '../platform/runs/work.ts'
import type { Draft, Outcome } from './generate.ts'
import { guideReply } from './guide-reply.ts'
import { branch, type MessageRow, savedReply } from './messages.ts'
import { modelReply } from './model-reply.ts'
import type { ChatDeps } from './ports.ts'
import { ReplyInput, type ReplyState } from './reply-input.ts'
import { begunBy, withTools } from './takeover.ts'
import { type Sql, type ThreadRow, threadById } from './threads.ts'
import { loadTurns } from './turns.ts'

/** What sending has read already, handed to the worker on the same instance. */
export interface Handoff {
  thread: ThreadRow
  rows: MessageRow[]
}

/** How a reply ends: what the run and the message are called, and what the person is told when it failed. */
interface End {
  run: RunStatus
  message: MessageStatus
  error?: { sentence: string; code: string }
  state?: ReplyState
}

async function nameOf(sql: Sql, userId: string | null): Promise<string | null> {
  if (!userId) return null
  const { rows } = await sql.query(
    'select coalesce(first_name, display_username) as name from users where id = $1 and not is_anonymous',
    [userId],
  )
  return rows[0]?.name ?? null
}

/** The run kind `chat`: one reply. */
export function replyKind(deps: ChatDeps, handoffs: Map<string, Handoff>): RunKind {
  const { db, registry, log } = deps
  const pool = db.$client

  async function work(work: Work): Promise<void> {
    const { run } = work
    const began = performance.now()
    const handed = handoffs.get(run.id)
    const input = ReplyInput.parse(run.input)
    const state = run.state as ReplyState | null
    const messageId = run.message_id as string
    const rows = handed?.rows ?? (await branch(pool, messageId))
    const thread = handed?.thread ?? (await threadById(pool, run.thread_id as string))
    const message = rows.at(-1)
    if (!message) throw new Error(`The message ${messageId} of run ${run.id} is gone.`)
    const model = registry.select(input.preferredModel)
    const isGuide = model.info.provider === 'guide'
    const mode = isGuide ? 'guide' : 'direct'
    const base = message.content.length
    const draft: Draft = {
      text: message.content,
      tools: message.meta.tools ?? [],
      inputTokens: state?.inputTokens ?? 0,
      outputTokens: state?.outputTokens ?? 0,
      costMicros: state ? state.costMicros : 0,
      firstTokenAt: null,
    }
    const spentMs = () => Math.round(performance.now() - began + (state?.latencyMs ?? 0))
    const hasBegun = () =>
      draft.text.length > base || draft.tools.some((tool) => tool.state === 'done' || tool.state === 'running')

    const metaNow = (): ReplyMeta => ({
      mode,
      model: model.info.id,
      chosenProvider: model.info.provider,
      providers: [model.info.provider],
      latencyMs: spentMs(),
      ...(draft.firstTokenAt === null ? {} : { firstTokenMs: Math.round(draft.firstTokenAt - began) }),
      ...(input.preferredModel === model.info.id ? { forcedModel: model.info.id } : {}),
      ...(isGuide
        ? {}
        : { inputTokens: draft.inputTokens, outputTokens: draft.outputTokens, costMicros: draft.costMicros }),
      ...(draft.tools.length > 0 ? { tools: draft.tools } : {}),
    })
    const lastEvent = (end: End, meta: ReplyMeta): LastEvent => {
      if (end.error)
        return { type: 'error', data: { message: end.error.sentence, code: end.error.code } satisfies ErrorEvent }
      if (end.message === 'waiting') return { type: 'status', data: { status: 'waiting' } satisfies StatusEvent }
      const title = thread.title || DEFAULT_THREAD_TITLE
      return {
        type: 'done',
        data: { threadId: thread.id, messageId, status: end.message, title, meta, mode: meta.mode } satisfies DoneEvent,
      }
    }
    const finish = async (end: End) => {
      const meta = metaNow()
      if (end.error) {
        meta.error = end.error.sentence
        if (draft.text.length === base) meta.mode = 'error'
      }
      const spent = draft.inputTokens + draft.outputTokens - (state ? state.inputTokens + state.outputTokens : 0)
      await work.close(
        {
          status: end.run,
          error: end.error?.sentence ?? null,
          state: end.state,
          tokensUsed: spent,
          costMicros: (draft.costMicros ?? 0) - (state?.costMicros ?? 0),
        },
        savedReply(messageId, draft.text, end.message, meta),
        lastEvent(end, meta),
      )
      deps.live.tell(run.owner_id, { topic: 'thread', id: thread.id })
    }
    const backToQueue = () => work.close({ status: 'queued', state: state ?? undefined }, null)

    if (run.attempts > 1) {
      const begun = begunBy(work.prior, base, draft.tools)
      if (begun.text || begun.tools.length > 0) {
        draft.text += begun.text
        draft.tools = withTools(draft.tools, begun.tools)
        return finish({ run: 'interrupted', message: 'interrupted' })
      }
      if (!state) work.emit('status', { status: 'restarted' } satisfies StatusEvent)
    }
    work.emit('meta', {
      threadId: thread.id,
      runId: run.id,
      messageId,
      userMessageId: input.userMessageId,
      mode,
      model: model.info.id,
      chosenProvider: model.info.provider,
    } satisfies MetaEvent)
    work.emit('status', { status: 'thinking' } satisfies StatusEvent)

    try {
      work.signal.throwIfAborted()
      let outcome: Outcome = { kind: 'complete' }
      if (isGuide) {
        const turns = await loadTurns(deps.files, run.owner_id, rows.slice(0, -1))
        await guideReply({ deps, work, input, turns, draft, personName: await nameOf(pool, input.principal.userId) })
      } else {
        const turns = await loadTurns(deps.files, run.owner_id, input.continues || state ? rows : rows.slice(0, -1))
        outcome = await modelReply({ deps, work, input, state, thread, model, turns, draft })
      }
      if (outcome.kind === 'waiting') {
        const { inputTokens, outputTokens, costMicros } = draft
        const parked: ReplyState = {
          system: outcome.system,
          messages: outcome.messages,
          pending: outcome.pending,
          decisions: {},
          inputTokens,
          outputTokens,
          costMicros,
          latencyMs: spentMs(),
        }
        return await finish({ run: 'waiting', message: 'waiting', state: parked })
      }
      if (outcome.kind === 'budget') return await finish({ run: 'budget_stopped', message: 'stopped' })
      if (draft.text.length === base && draft.tools.length === 0) {
        return await finish({
          run: 'failed',
          message: 'failed',
          error: { sentence: sentences.emptyDone, code: 'provider_failed' },
        })
      }
      return await finish({ run: 'succeeded', message: 'complete' })
    } catch (error) {
      const stopped =
        work.signal.reason instanceof Stopped ? work.signal.reason : error instanceof Stopped ? error : null
      if (stopped?.reason === 'fenced') throw error
      if (stopped?.reason === 'cancelled') return finish({ run: 'cancelled', message: 'stopped' })
      if (stopped?.reason === 'shutdown')
        return hasBegun() ? finish({ run: 'interrupted', message: 'interrupted' }) : backToQueue()
      if (isUnreachable(error) && !hasBegun()) return backToQueue()
      if (error instanceof ProviderError)
        log.warn({ err: error, runId: run.id, kind: error.kind, detail: error.detail }, 'the provider failed')
      else if (!(error instanceof AppError)) log.error({ err: error, runId: run.id }, 'a reply failed')
      const isTold = error instanceof ProviderError || error instanceof AppError
      const sentence = isTold
        ? sentenceFor(error)
        : isUnreachable(error)
          ? sentences.unavailable
          : sentences.serverIssues
      return finish({
        run: 'failed',
        message: 'failed',
        error: { sentence, code: error instanceof AppError ? error.code : 'provider_failed' },
      })
    }
  }

  return {
    work,
    async endIdle(client, run, why) {
      deps.live.tell(run.owner_id, { topic: 'thread', id: run.thread_id as string })
      if (why === 'stopped') {
        await client.query(
          `update messages set status = 'stopped' where id = $1 and status in ('streaming', 'waiting')`,
          [run.message_id],
        )
        return undefined
      }
      await client.query(
        `update messages set status = 'failed', meta = meta || $2 where id = $1 and status = 'streaming'`,
        [run.message_id, JSON.stringify({ error: sentences.serverIssues, mode: 'error' })],
      )
      return { type: 'error', data: { message: sentences.serverIssues, code: 'internal' } satisfies ErrorEvent }
    },
  }
}
