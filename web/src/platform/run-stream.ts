import type { ChatRequest } from '@atrium/contract/chat'
import { sentences } from '@atrium/contract/sentences'
import { sessionReturns } from './api.ts'
import { eventParser } from './event-stream.ts'
import { type RunHandlers, replyLog } from './reply-log.ts'
import { refusal, type StreamFailure } from './stream-failure.ts'

export interface StreamLimits {
  /** ms without any byte before a connection is given up (spec 9); heartbeats count as data. */
  idle: number
  /** ms of one connection altogether (spec 9). */
  total: number
  /** ms before each try to re-attach; as many tries as there are entries, counted anew whenever an event arrived. */
  retries: readonly number[]
  /** ms before a message that was lost on its way goes out again. */
  repeat: number
  /** ms to wait for the browser to come back online before trying all the same, and how often. */
  offline: number
  offlineTries: number
}

export const streamLimits: StreamLimits = {
  idle: 20_000,
  total: 60_000,
  // A minute altogether: a server that is started again has to open its database first.
  retries: [0, 700, 2_000, 5_000, 5_000, 10_000, 15_000, 20_000],
  repeat: 700,
  offline: 15_000,
  offlineTries: 20,
}

export interface StreamOptions {
  limits?: Partial<StreamLimits>
  headers?: () => Record<string, string>
}

export interface RunStream {
  /** Leaves the stream silently: the run goes on at the server. */
  abort(): void
  /** Settles, never rejects, when the reply has ended, failed or was left. */
  finished: Promise<void>
}

/** What the browser sends: the schema's defaults filled in by the server. */
export type OutgoingMessage = Partial<ChatRequest> & { message: string }

type Call = (signal: AbortSignal, headers: Record<string, string>) => Promise<Response>
type Lost = 'idle' | 'total' | 'dropped' | 'gap'
type Outcome =
  | { kind: 'ended' }
  | { kind: 'lost'; why: Lost; cause?: unknown }
  | { kind: 'refused'; failure: StreamFailure }

/**
 * Sends a message and follows the run that answers it. One with an id of its own goes out a second time by itself when
 * it was lost before any answer: the server takes it once.
 */
export function sendMessage(message: OutgoingMessage, handlers: RunHandlers, options: StreamOptions = {}): RunStream {
  const call: Call = (signal, headers) =>
    fetch('/api/converse/stream', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', ...headers },
      body: JSON.stringify(message),
      signal,
    })
  return follow(handlers, options, '', null, 0, { call, repeatable: Boolean(message.messageId) })
}

/** Follows a run that has begun, from the event after `after`. `text` is what is known of the reply already (a reply that is being continued). */
export function followRun(
  runId: string,
  after: number,
  handlers: RunHandlers,
  options: StreamOptions & { text?: string } = {},
): RunStream {
  return follow(handlers, options, options.text ?? '', runId, after)
}

function follow(
  handlers: RunHandlers,
  options: StreamOptions,
  initialText: string,
  knownRun: string | null,
  after: number,
  start?: { call: Call; repeatable: boolean },
): RunStream {
  const limits: StreamLimits = { ...streamLimits, ...options.limits }
  const left = new AbortController()
  const reply = replyLog(handlers, initialText, after)
  let runId = knownRun
  let answered = false

  const attach: Call = (signal, headers) =>
    fetch(`/api/runs/${encodeURIComponent(runId ?? '')}/events?after=${reply.lastSeq()}`, {
      headers: { Accept: 'text/event-stream', ...headers },
      signal,
    })

  const accepted = (response: Response) => {
    answered = true
    runId = response.headers.get('X-Run-Id') ?? runId
    handlers.onAccepted?.({ threadId: response.headers.get('X-Thread-Id'), runId })
  }

  /** One connection, from the call to its end. */
  async function connection(call: Call, isStart: boolean): Promise<Outcome> {
    const own = new AbortController()
    const signal = AbortSignal.any([own.signal, left.signal])
    let why: Lost = 'dropped'
    const giveUp = (reason: Lost) => () => {
      why = reason
      own.abort()
    }
    const total = setTimeout(giveUp('total'), limits.total)
    let idle = setTimeout(giveUp('idle'), limits.idle)
    try {
      const response = await call(signal, options.headers?.() ?? {})
      if (!response.ok) return { kind: 'refused', failure: await refusal(response) }
      if (isStart) accepted(response)
      if (!response.body) return { kind: 'refused', failure: { sentence: sentences.noStream } }
      handlers.onConnection?.('open')
      const reader = response.body.getReader()
      const decoder = new TextDecoder()
      const parser = eventParser(reply.take)
      for (;;) {
        const { done, value } = await reader.read()
        clearTimeout(idle)
        if (done) break
        idle = setTimeout(giveUp('idle'), limits.idle)
        parser.push(decoder.decode(value, { stream: true }))
        if (reply.ended()) {
          // The reply is complete; a connection that the server keeps open would only cost one of the browser's six.
          await reader.cancel()
          return { kind: 'ended' }
        }
        if (reply.gap()) {
          await reader.cancel()
          return { kind: 'lost', why: 'gap' }
        }
      }
      // Spec 4.4: the end of the stream ends the reply, unless there is a run whose log can still say otherwise.
      return runId ? { kind: 'lost', why: 'dropped' } : { kind: 'ended' }
    } catch (cause) {
      return { kind: 'lost', why, cause }
    } finally {
      clearTimeout(total)
      clearTimeout(idle)
    }
  }

  function fail(failure: StreamFailure) {
    handlers.onStatus?.('error')
    handlers.onError?.(failure)
  }

  async function begin(): Promise<Outcome> {
    if (!start) return connection(attach, false)
    const first = await connection(start.call, true)
    const isLost = first.kind === 'lost' && !answered && !left.signal.aborted
    if (!isLost || !start.repeatable || !navigator.onLine) return first
    handlers.onConnection?.('reconnecting')
    await pause(limits.repeat, left.signal)
    return left.signal.aborted ? first : connection(start.call, true)
  }

  async function run(): Promise<void> {
    handlers.onStatus?.('thinking')
    let fruitless = 0
    let offlineTries = 0
    /** Asked once, until something comes again, whether the refusal was for want of a session. */
    let asked = false
    let outcome = await begin()
    for (;;) {
      if (left.signal.aborted) return handlers.onStatus?.('idle')
      if (outcome.kind === 'ended') return reply.close()
      const progressed = reply.progressed()
      if (progressed) {
        fruitless = 0
        asked = false
      }
      if (outcome.kind === 'refused' && runId && !asked) {
        asked = true
        handlers.onConnection?.('reconnecting')
        if (await sessionReturns(outcome.failure.status ?? 0)) {
          if (!left.signal.aborted) outcome = await connection(attach, false)
          continue
        }
      }
      const failure =
        outcome.kind === 'refused' ? outcome.failure : lostSentence(outcome.why, outcome.cause, reply.text(), runId)
      const final = outcome.kind === 'refused' && (failure.status ?? 0) < 500
      if (!runId || final) return fail(failure)
      if (outcome.kind === 'lost' && outcome.why === 'gap') reply.rewind()
      if (outcome.kind === 'lost' && !progressed && (outcome.why === 'idle' || outcome.why === 'total')) {
        // A second connection in a row that lasted its whole time and brought nothing: the model stalls, unless the run waits for a person.
        if (outcome.why === 'total' && reply.waiting()) fruitless = 0
        else if (fruitless > 0) return fail(failure)
      }
      if (!navigator.onLine && offlineTries < limits.offlineTries) {
        offlineTries += 1
        handlers.onConnection?.('offline')
        await untilOnline(limits.offline, left.signal)
      } else {
        const delay = limits.retries[fruitless]
        if (delay === undefined) return fail(failure)
        fruitless += 1
        handlers.onConnection?.('reconnecting')
        if (delay > 0) await pause(delay, left.signal)
      }
      if (left.signal.aborted) continue
      outcome = await connection(attach, false)
    }
  }

  return { abort: () => left.abort(), finished: run() }
}

function lostSentence(why: Lost, cause: unknown, text: string, runId: string | null): StreamFailure {
  const limit = why === 'idle' ? sentences.idle : why === 'total' ? sentences.stalled : undefined
  if (text) return { sentence: sentences.partial, detail: limit, cause }
  return { sentence: limit ?? (runId ? sentences.connectionFailed : sentences.connecting), cause }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}

function untilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      window.removeEventListener('online', settle)
      resolve()
    }
    const timer = setTimeout(settle, ms)
    window.addEventListener('online', settle)
    signal.addEventListener('abort', settle, { once: true })
  })
}
