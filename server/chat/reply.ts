import {
  DEFAULT_THREAD_TITLE,
  type DoneEvent,
  type ErrorEvent,
  type MessageStatus,
  type MetaEvent,
  type ReplyMeta,
  type StatusEvent,
  type TextChunk,
  type ToolResult,
} from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import type { RunStatus } from '@atrium/contract/runs'
import { sentences } from '@atrium/contract/sentences'
import { ProviderError, sentenceFor } from '../models/provider-error.ts'
import { type RunKind, Stopped, type Work } from '../platform/runs/engine.ts'
import type { Frame } from '../platform/runs/frames.ts'
import { buildContext, type ContextInput, type Turn } from './context.ts'
import { type Draft, generate, type Outcome } from './generate.ts'
import { guideReply } from './guide-reply.ts'
import { listMemories } from './memory.ts'
import { branch, type MessageRow, saveReply } from './messages.ts'
import type { ChatDeps } from './ports.ts'
import { ReplyInput, type ReplyState } from './reply-input.ts'
import type { Sql, ThreadRow } from './threads.ts'

/** Only the newest images go to the model. */
const IMAGES_MAX = 6

/** What sending has read already, handed to the worker on the same instance. */
export interface Handoff {
  thread: ThreadRow
  rows: MessageRow[]
}

interface Begun {
  text: string
  tools: ToolResult[]
}

/** What an earlier attempt said after `base` characters, and the tools it ran that `known` does not hold. */
function begunBy(prior: readonly Frame[], base: number, known: readonly ToolResult[]): Begun {
  const begun: Begun = { text: '', tools: [] }
  for (const one of prior) {
    if (one.type === 'status' && (JSON.parse(one.json) as StatusEvent).status === 'restarted') begun.text = ''
    else if (one.type === 'chunk') {
      const { text, at } = JSON.parse(one.json) as TextChunk
      if (at >= base) begun.text += text
    } else if (one.type === 'tool-result') {
      const result = JSON.parse(one.json) as ToolResult
      if (result.state === 'done' && !known.some((tool) => tool.callId === result.callId && tool.state === 'done'))
        begun.tools.push(result)
    }
  }
  return begun
}

async function loadTurns(deps: ChatDeps, owner: string, rows: readonly MessageRow[]): Promise<Turn[]> {
  const ids = rows.flatMap((row) => row.file_ids)
  if (ids.length === 0) return rows.map((row) => ({ row, files: [], images: [] }))
  const files = new Map((await deps.files.readText(owner, ids)).map((file) => [file.id, file]))
  const base64 = new Map<string, string>()
  for (const id of ids.filter((one) => files.get(one)?.mime.startsWith('image/')).slice(-IMAGES_MAX)) {
    const picture = await deps.files.readBytes(owner, id)
    if (picture) base64.set(id, picture.bytes.toString('base64'))
  }
  return rows.map((row) => {
    const own = row.file_ids.flatMap((id) => files.get(id) ?? [])
    return {
      row,
      files: own.filter((file) => file.text),
      images: own.flatMap((file) => {
        const data = base64.get(file.id)
        return data ? [{ type: 'image' as const, mime: file.mime, base64: data }] : []
      }),
    }
  })
}

async function loadThread(sql: Sql, id: string): Promise<ThreadRow> {
  const { rows } = await sql.query<ThreadRow>('select *, null as active_run_id from threads where id = $1', [id])
  if (!rows[0]) throw new AppError('not_found', sentences.threadNotFound)
  return rows[0]
}

/** The run kind `chat`: one reply. */
export function replyKind(deps: ChatDeps, handoffs: Map<string, Handoff>): RunKind {
  const { db, registry, log } = deps
  const pool = db.$client

  const summarise: (work: Work, model: ContextInput['model']) => ContextInput['summarise'] =
    (work, model) => async (former, transcript) => {
      work.emit('status', { status: 'thinking', text: 'Summarising the earlier conversation' } satisfies StatusEvent)
      const room = model.info.contextWindow * 2 // characters: about half of the window
      const text =
        transcript.length > room
          ? `${transcript.slice(0, room / 4)}\n[…]\n${transcript.slice(-(room * 3) / 4)}`
          : transcript
      let summary = ''
      await model.stream(
        {
          model: model.info.id,
          system:
            'Summarise the conversation for yourself, so that you can go on with it: facts about the person, decisions, open questions, names, numbers and wording that matter. At most 400 words. Write only the summary.',
          messages: [
            {
              role: 'user',
              parts: [{ type: 'text', text: `${former ? `Summary so far:\n${former}\n\n` : ''}${text}` }],
            },
          ],
          tools: [],
          signal: work.signal,
        },
        { text: (piece) => (summary += piece) },
      )
      return summary || former || ''
    }

  async function work(work: Work): Promise<void> {
    const { run } = work
    const input = ReplyInput.parse(run.input)
    const state = run.state as ReplyState | null
    const began = performance.now()
    const handed = handoffs.get(run.id)
    handoffs.delete(run.id)
    const messageId = run.message_id as string
    const rows = handed?.rows ?? (await branch(pool, messageId))
    const thread = handed?.thread ?? (await loadThread(pool, run.thread_id as string))
    const message = rows.at(-1)
    if (!message) throw new Error(`The message ${messageId} of run ${run.id} is gone.`)
    const model = registry.select(input.preferredModel)
    const draft: Draft = {
      text: message.content,
      tools: message.meta.tools ?? [],
      inputTokens: state?.inputTokens ?? 0,
      outputTokens: state?.outputTokens ?? 0,
      costMicros: state ? state.costMicros : 0,
      firstTokenAt: null,
    }
    const base = draft.text.length
    const isGuide = model.info.provider === 'guide'

    const metaNow = (extra: ReplyMeta = {}): ReplyMeta => ({
      mode: isGuide ? 'guide' : 'direct',
      model: model.info.id,
      chosenProvider: model.info.provider,
      providers: [model.info.provider],
      latencyMs: Math.round(performance.now() - began + (state?.latencyMs ?? 0)),
      ...(draft.firstTokenAt === null ? {} : { firstTokenMs: Math.round(draft.firstTokenAt - began) }),
      ...(input.preferredModel && input.preferredModel === model.info.id ? { forcedModel: input.preferredModel } : {}),
      ...(isGuide
        ? {}
        : { inputTokens: draft.inputTokens, outputTokens: draft.outputTokens, costMicros: draft.costMicros }),
      ...(draft.tools.length > 0 ? { tools: draft.tools } : {}),
      ...extra,
    })
    const finish = async (
      status: RunStatus,
      messageStatus: MessageStatus,
      options: { error?: string; code?: string; state?: ReplyState } = {},
    ) => {
      const meta = metaNow(
        options.error ? { error: options.error, ...(draft.text.length > base ? {} : { mode: 'error' }) } : {},
      )
      const done: DoneEvent = {
        threadId: thread.id,
        messageId,
        status: messageStatus,
        title: thread.title || DEFAULT_THREAD_TITLE,
        meta,
        mode: meta.mode,
      }
      const last =
        options.error !== undefined
          ? ({
              type: 'error',
              data: { message: options.error, code: options.code ?? 'provider_failed' } satisfies ErrorEvent,
            } as const)
          : messageStatus === 'waiting'
            ? ({ type: 'status', data: { status: 'waiting' } satisfies StatusEvent } as const)
            : ({ type: 'done', data: done } as const)
      await work.close(
        {
          status,
          error: options.error ?? null,
          state: options.state,
          tokensUsed: draft.inputTokens + draft.outputTokens - (state ? state.inputTokens + state.outputTokens : 0),
          costMicros: (draft.costMicros ?? 0) - (state?.costMicros ?? 0),
        },
        (client) => saveReply(client, messageId, draft.text, messageStatus, meta),
        last,
      )
      deps.live.tell(run.owner_id, { topic: 'thread', id: thread.id })
    }

    if (run.attempts > 1) {
      const begun = begunBy(work.prior, base, draft.tools)
      if (begun.text || begun.tools.length > 0) {
        draft.text += begun.text
        draft.tools = [...draft.tools, ...begun.tools]
        return finish('interrupted', 'interrupted')
      }
      if (!state) work.emit('status', { status: 'restarted' } satisfies StatusEvent)
    }
    work.emit('meta', {
      threadId: thread.id,
      runId: run.id,
      messageId,
      userMessageId: input.userMessageId,
      mode: isGuide ? 'guide' : 'direct',
      model: model.info.id,
      chosenProvider: model.info.provider,
    } satisfies MetaEvent)
    work.emit('status', { status: 'thinking' } satisfies StatusEvent)

    try {
      work.signal.throwIfAborted()
      const turns = await loadTurns(deps, run.owner_id, input.continues || state ? rows : rows.slice(0, -1))
      let outcome: Outcome = { kind: 'complete' }
      if (isGuide) {
        const { rows: people } = input.principal.userId
          ? await pool.query(
              'select coalesce(first_name, display_username) as name from users where id = $1 and not is_anonymous',
              [input.principal.userId],
            )
          : { rows: [] }
        await guideReply({
          deps,
          work,
          input,
          turns: input.continues ? turns.slice(0, -1) : turns,
          draft,
          personName: people[0]?.name ?? null,
        })
      } else {
        const memories = input.soulMode ? await listMemories(pool, run.owner_id) : []
        const context = state
          ? null
          : await buildContext({
              model,
              persona: input.persona,
              space: input.space,
              systemPrompt: input.systemPrompt,
              memories: memories.map((memory) => memory.text),
              turns,
              tools: deps.actions.tools().map((entry) => entry.tool),
              summary: thread.summary,
              summaryUpTo: thread.summary_up_to,
              now: new Date(),
              timeZone: input.timeZone,
              summarise: summarise(work, model),
              keepSummary: async (summary, upTo) => {
                await pool.query('update threads set summary = $2, summary_up_to = $3 where id = $1', [
                  thread.id,
                  summary,
                  upTo,
                ])
              },
            })
        const messages = context?.messages ?? state?.messages ?? []
        if (input.continues && base > 0)
          messages.push({
            role: 'user',
            parts: [
              {
                type: 'text',
                text: 'Your last reply was cut off. Go on exactly where it stopped, without repeating anything and without an introduction.',
              },
            ],
          })
        outcome = await generate({
          work,
          input,
          model,
          system: context?.system ?? state?.system ?? '',
          messages,
          draft,
          actions: deps.actions,
          resumed: state,
        })
        if (outcome.kind === 'waiting') {
          const parked: ReplyState = {
            system: context?.system ?? state?.system ?? '',
            messages: outcome.messages,
            pending: outcome.pending,
            decisions: {},
            inputTokens: draft.inputTokens,
            outputTokens: draft.outputTokens,
            costMicros: draft.costMicros,
            latencyMs: performance.now() - began + (state?.latencyMs ?? 0),
          }
          return await finish('waiting', 'waiting', { state: parked })
        }
      }
      if (draft.text.length === base && draft.tools.length === 0)
        return await finish('failed', 'failed', { error: sentences.emptyDone, code: 'provider_failed' })
      return await finish(
        outcome.kind === 'budget' ? 'budget_stopped' : 'succeeded',
        outcome.kind === 'budget' ? 'stopped' : 'complete',
      )
    } catch (error) {
      const stopped = work.signal.aborted && work.signal.reason instanceof Stopped ? work.signal.reason : null
      if (stopped?.reason === 'fenced' || (error instanceof Stopped && error.reason === 'fenced')) throw error
      if (stopped?.reason === 'cancelled') return finish('cancelled', 'stopped')
      if (stopped?.reason === 'shutdown') {
        if (draft.text.length > base || draft.tools.some((tool) => tool.state === 'done'))
          return finish('interrupted', 'interrupted')
        return work.close({ status: 'queued', state: state ?? undefined }, async () => undefined)
      }
      if (error instanceof ProviderError)
        log.warn({ err: error, runId: run.id, kind: error.kind, detail: error.detail }, 'the provider failed')
      else if (!(error instanceof AppError)) log.error({ err: error, runId: run.id }, 'a reply failed')
      const sentence =
        error instanceof ProviderError || error instanceof AppError ? sentenceFor(error) : sentences.serverIssues
      return finish('failed', 'failed', {
        error: sentence,
        code: error instanceof AppError ? error.code : 'provider_failed',
      })
    }
  }

  return {
    work,
    async stopIdle(client, run) {
      await client.query(
        `update messages set status = 'stopped' where id = $1 and status in ('streaming', 'waiting')`,
        [run.message_id],
      )
      deps.live.tell(run.owner_id, { topic: 'thread', id: run.thread_id as string })
    },
  }
}
