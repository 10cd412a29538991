import {
  DEFAULT_THREAD_TITLE,
  type DoneEvent,
  type ErrorEvent,
  type MessageStatus,
  type MetaEvent,
  type ReplyMeta,
  type StatusEvent,
  type ToolResult,
} from '@atrium/contract/chat'
import { AppError, type ErrorCode } from '@atrium/contract/errors'
import type { RunStatus } from '@atrium/contract/runs'
import { sentences } from '@atrium/contract/sentences'
import { type NewApproval, requestApproval, withdrawApprovals } from '../approvals/rows.ts'
import { ProviderError, sentenceFor } from '../models/provider-error.ts'
import { isUnreachable } from '../platform/database/connect.ts'
import { type RunRow, readFrames } from '../platform/runs/store.ts'
import { type LastEvent, type RunKind, type Save, Stopped, type Work } from '../platform/runs/work.ts'
import { helpFor } from '../safety/help.ts'
import { chooseModel, modelsOf } from '../spaces/restrictions.ts'
import { standingOf } from '../spaces/standing.ts'
import type { SpaceStanding } from './context.ts'
import { type Draft, type Outcome, type Spending, spentBy } from './generate.ts'
import { guideReply, sayWhole } from './guide-reply.ts'
import { mentionIn, mentionReply } from './mention-reply.ts'
import { branch, findMessage, type MessageRow, savedReply, saveIdleReply } from './messages.ts'
import { modelReply } from './model-reply.ts'
import type { ChatDeps } from './ports.ts'
import { ReplyInput, type ReplyState } from './reply-input.ts'
import { replyMoney } from './reply-money.ts'
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
  error?: { sentence: string; code: ErrorCode }
  /** Why it ended early, where that is no failure. */
  note?: string
  state?: ReplyState
  /** What the person is asked to allow. */
  requests?: readonly NewApproval[]
}

const number = (value: number) => value.toLocaleString('en')

function overBudgetNote({ token_budget: tokens, cost_budget_micros: cost }: RunRow): string {
  const limits = [
    ...(tokens === null ? [] : [`${number(tokens)} ${tokens === 1 ? 'token' : 'tokens'}`]),
    ...(cost === null ? [] : [`$${cost / 1_000_000}`]),
  ]
  return `This reply has used up what it may spend (${limits.join(' or ')}), so it was stopped here. Continue it, or ask for something smaller.`
}

/** What a reply has spent in its earlier parts: before it was parked, or before it was cut. */
const spentBefore = (
  state: ReplyState | null,
  { inputTokens = 0, outputTokens = 0, costMicros = 0 }: ReplyMeta,
): Spending => state ?? { inputTokens, outputTokens, costMicros }

/** What the person is told of a failure; the rest of it is in the log. */
function failureOf(error: unknown): { sentence: string; code: ErrorCode } {
  if (error instanceof AppError) return { sentence: error.message, code: error.code }
  if (error instanceof ProviderError) return { sentence: sentenceFor(error), code: 'provider_failed' }
  if (isUnreachable(error)) return { sentence: sentences.unavailable, code: 'unavailable' }
  return { sentence: sentences.serverIssues, code: 'internal' }
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
  const { db, registryOf, limits, log } = deps
  const pool = db.$client

  async function standingIn(owner: string, space: string | null): Promise<SpaceStanding | null> {
    if (space === null) return null
    const { instructions, fileIds } = await standingOf(pool, owner, space)
    return { instructions, files: await deps.files.readText(owner, fileIds) }
  }

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
    // At each start anew, whoever takes the run over: an administrator may have chosen otherwise meanwhile.
    const allowed = await modelsOf(pool, input.space)
    const registry = await registryOf(input.principal.userId)
    const question = rows.findLast(({ role }) => role === 'user')
    // Before everything else, so before any seat, skill, model or tool. A parked reply has passed this when it began.
    const said = rows.flatMap(({ role, content, id }) => (role === 'assistant' && id !== message.id ? [content] : []))
    const help = state ? null : helpFor(question?.content ?? '', { ...input, said })
    const chosen = help === null ? chooseModel(registry, input.preferredModel, allowed) : null
    const mention = help === null ? await mentionIn(deps, input, question?.content ?? '') : null
    // What a seat is told needs no model, and help for somebody in danger does not wait for one.
    const guide = (mention || help !== null) && registry.list().find(({ info }) => info.provider === 'guide')
    const { model, insteadOf } = guide
      ? { model: guide, insteadOf: undefined }
      : (chosen ?? chooseModel(registry, input.preferredModel, allowed))
    const isGuide = model.info.provider === 'guide'
    const mode = isGuide ? 'guide' : 'direct'
    const { content: kept, meta: before } = message
    const known = before.tools ?? []
    const { inputTokens, outputTokens, costMicros } = spentBefore(state, before)
    const draft: Draft = {
      text: kept,
      tools: [...known],
      inputTokens,
      outputTokens,
      costMicros,
      before: { inputTokens, outputTokens, costMicros },
      firstTokenAt: null,
    }
    const money = isGuide ? null : replyMoney({ db, limits, log, work, input })
    const spentMs = () => Math.round(performance.now() - began + (state?.latencyMs ?? 0))
    const isNews = ({ callId, state }: ToolResult) =>
      (state === 'done' || state === 'running') && !known.some((tool) => tool.callId === callId && tool.state === state)
    const hasBegun = () => draft.text !== kept || draft.tools.some(isNews)

    const metaNow = (): ReplyMeta => ({
      mode,
      model: model.info.id,
      chosenProvider: model.info.provider,
      providers: [model.info.provider],
      latencyMs: spentMs(),
      ...(draft.firstTokenAt === null ? {} : { firstTokenMs: Math.round(draft.firstTokenAt - began) }),
      ...(input.preferredModel === model.info.id ? { forcedModel: model.info.id } : {}),
      ...(insteadOf ? { insteadOf } : {}),
      ...(isGuide && before.inputTokens === undefined
        ? {}
        : { inputTokens: draft.inputTokens, outputTokens: draft.outputTokens, costMicros: draft.costMicros }),
      ...(draft.tools.length > 0 ? { tools: draft.tools } : {}),
      ...(draft.said !== undefined && { said: draft.said }),
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
      const why = end.error?.sentence ?? end.note
      if (why) meta.error = why
      if (end.error && draft.text === kept) meta.mode = 'error'
      const { tokens: tokensUsed, costMicros } = spentBy(draft)
      const { requests } = end
      const save: Save = requests
        ? async (client) => {
            for (const asked of requests) await requestApproval(client, asked)
            await saveIdleReply(client, { ...message, content: draft.text, meta }, end.message)
          }
        : savedReply(messageId, draft.text, end.message, meta)
      const closing = { status: end.run, error: why ?? null, state: end.state, tokensUsed, costMicros }
      // Before anybody can ask again: the next reply meets what this one left of a limit.
      await money?.settled()
      await work.close(closing, save, lastEvent(end, meta))
      deps.live.tell(run.owner_id, { topic: 'thread', id: thread.id })
    }
    const backToQueue = async () => {
      await money?.settled()
      await work.close({ status: 'queued', state: state ?? undefined }, null)
    }

    if (run.attempts > 1) {
      const begun = begunBy(work.prior, kept, draft.tools)
      if (begun.text !== kept || begun.tools.length > 0) {
        draft.text = begun.text
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
      ...(insteadOf ? { insteadOf } : {}),
    } satisfies MetaEvent)
    work.emit('status', { status: 'thinking' } satisfies StatusEvent)

    try {
      work.signal.throwIfAborted()
      let outcome: Outcome = { kind: 'complete' }
      const standing = mention || help !== null ? null : await standingIn(run.owner_id, input.space)
      if (help !== null) await sayWhole({ work, draft, keptModel: before.model }, help)
      else if (mention) {
        const turns = await loadTurns(deps.files, run.owner_id, rows.slice(0, -1))
        const asked = turns.findLast(({ row }) => row.id === question?.id)
        await mentionReply({ deps, work, input, mention, question: asked, draft })
      } else if (!money) {
        const turns = await loadTurns(deps.files, run.owner_id, rows.slice(0, -1))
        const personName = await nameOf(pool, input.principal.userId)
        await guideReply({ deps, work, input, turns, draft, personName, keptModel: before.model, standing })
      } else {
        const turns = await loadTurns(deps.files, run.owner_id, input.continues || state ? rows : rows.slice(0, -1))
        outcome = await modelReply({ deps, work, input, state, thread, model, turns, draft, money, standing })
      }
      if (outcome.kind === 'waiting') {
        const { inputTokens, outputTokens, costMicros } = draft
        const parked: ReplyState = {
          system: outcome.system,
          messages: outcome.messages,
          inputTokens,
          outputTokens,
          costMicros,
          latencyMs: spentMs(),
        }
        return await finish({ run: 'waiting', message: 'waiting', state: parked, requests: outcome.requests })
      }
      if (outcome.kind === 'budget')
        return await finish({ run: 'budget_stopped', message: 'stopped', note: overBudgetNote(run) })
      // The Guide has nothing to add to an answer that was whole when it was cut.
      if (draft.text === (isGuide ? '' : kept) && draft.tools.length === 0) {
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
      // A provider that cannot be reached looks like a database that cannot, by its cause.
      if (isUnreachable(error) && !(error instanceof ProviderError) && !hasBegun()) return backToQueue()
      if (error instanceof ProviderError)
        log.warn({ err: error, runId: run.id, kind: error.kind, detail: error.detail }, 'the provider failed')
      else if (!(error instanceof AppError)) log.error({ err: error, runId: run.id }, 'a reply failed')
      return finish({ run: 'failed', message: 'failed', error: failureOf(error) })
    }
  }

  return {
    work,
    async endIdle(client, run, why) {
      const message = await findMessage(client, run.message_id as string)
      await withdrawApprovals(client, [run.id])
      if (why === 'stopped') {
        if (message && (message.status === 'streaming' || message.status === 'waiting'))
          await saveIdleReply(client, message, 'stopped')
        return undefined
      }
      if (message?.status === 'streaming') {
        const { content, meta } = message
        const begun = begunBy(await readFrames(client, run.id, 0), content, meta.tools ?? [])
        const tools = withTools(meta.tools ?? [], begun.tools)
        const told: ReplyMeta = { ...meta, tools, error: sentences.serverIssues }
        if (begun.text === content) told.mode = 'error'
        await saveIdleReply(client, { ...message, content: begun.text, meta: told }, 'failed')
      }
      return { type: 'error', data: { message: sentences.serverIssues, code: 'internal' } satisfies ErrorEvent }
    },
    idleEnded: (run) => deps.live.tell(run.owner_id, { topic: 'thread', id: run.thread_id as string }),
  }
}
