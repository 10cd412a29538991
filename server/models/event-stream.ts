import { StringDecoder } from 'node:string_decoder'
import { brand } from '@atrium/contract/brand'
import { createParser } from 'eventsource-parser'
import { Agent, type Dispatcher } from 'undici'
import { SinkFailed } from './bounds.ts'
import { errorFromAnswer, ProviderError, redact } from './provider-error.ts'

/** ms without a byte from the provider, headers included */
export const DEFAULT_IDLE_TIMEOUT = 20_000
const CONNECT_TIMEOUT = 10_000
/** times the idle timeout without a new event, though bytes keep coming: comments, half an event, the same ping again */
const QUIET = 15
/** the most bytes kept of an answer that is no stream */
const PATIENCE = 64 * 1024
/** bytes without a new event, and so the most kept of one that does not end; a tool's whole input fits */
const LONGEST_EVENT = 4 * 1024 * 1024
/** bytes; the longest answers that models give, in events of one token each, are half of it */
const LONGEST_ANSWER = 128 * 1024 * 1024

// HTTP/1.1: one socket a stream costs less per chunk than HTTP/2 frames and has no shared flow-control window.
const agent = new Agent({ allowH2: false, connect: { timeout: CONNECT_TIMEOUT } })

export interface EventRequest {
  /** Named in errors: `OpenAI`. */
  provider: string
  url: string
  headers: Record<string, string>
  body: unknown
  signal: AbortSignal
  idleTimeoutMs: number
  /** ms without a new event while bytes keep coming; a multiple of the idle timeout when absent */
  quietTimeoutMs?: number | undefined
  /** The key, to be struck out of errors. */
  secret: string | undefined
}

/** What an adapter does with the events of one answer. */
export interface EventReader {
  /** One event's data. Returns true when it is the last one. */
  read(data: string): boolean
  /** Whether the answer is whole should the connection break now. */
  complete(): boolean
}

/**
 * Posts a request and reads its event stream. Resolves at the last event or the end of the body; rejects with a
 * ProviderError, with what the reader threw, or with the signal's reason after closing the connection.
 */
export function streamEvents(request: EventRequest, reader: EventReader): Promise<void> {
  if (request.signal.aborted) return Promise.reject(request.signal.reason)
  return new Promise((resolve, reject) => {
    const { origin, pathname, search } = new URL(request.url)
    // `dispatch`, not `request`: the Readable that `request` puts between costs more than all of the parsing.
    agent.dispatch(
      {
        origin,
        path: pathname + search,
        method: 'POST',
        headers: {
          accept: 'text/event-stream',
          'content-type': 'application/json',
          'user-agent': brand.name,
          ...request.headers,
        },
        body: JSON.stringify(request.body),
        headersTimeout: request.idleTimeoutMs,
        bodyTimeout: request.idleTimeoutMs,
      },
      answerHandler(request, reader, resolve, reject),
    )
  })
}

function answerHandler(
  request: EventRequest,
  reader: EventReader,
  resolve: () => void,
  reject: (error: unknown) => void,
): Dispatcher.DispatchHandler {
  const { signal, quietTimeoutMs = QUIET * request.idleTimeoutMs } = request
  const decoder = new StringDecoder('utf8')
  let connection: Dispatcher.DispatchController | null = null
  let settled = false
  let bytes = 0
  let events = 0
  let lastEvent = ''
  /** When and at which byte there was something new. */
  let newAt = performance.now()
  let newByte = 0
  /** An answer that is no event stream. */
  let other: OtherAnswer | null = null

  const parser = createParser({
    maxBufferSize: LONGEST_EVENT,
    onEvent(event) {
      if (settled) return
      events++
      if (event.data !== lastEvent) {
        lastEvent = event.data
        newAt = performance.now()
        newByte = bytes
      }
      if (reader.read(event.data)) finish()
    },
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') throw garbage(request, 'an endless event', error)
    },
  })

  // One timer for the whole answer, not one set anew by each event.
  let quiet = setTimeout(beQuiet, quietTimeoutMs)
  function beQuiet() {
    const left = newAt + quietTimeoutMs - performance.now()
    if (left > 0) quiet = setTimeout(beQuiet, Math.ceil(left))
    else {
      const message = `${request.provider} sent nothing new for ${quietTimeoutMs} ms`
      stop(new ProviderError(other || events > 0 ? 'stalled' : 'timeout', message))
    }
  }
  function settle() {
    settled = true
    clearTimeout(quiet)
    signal.removeEventListener('abort', abort)
  }

  // The rest of the body is still read after the last event, so that the connection can be used again; a little of it,
  // for a little while.
  let rest = 0
  let patience: NodeJS.Timeout | undefined
  const hangUp = () => connection?.abort(new Error('the answer was over'))
  function finish() {
    settle()
    patience = setTimeout(hangUp, request.idleTimeoutMs).unref()
    resolve()
  }
  function stop(error: unknown) {
    if (settled) return
    settle()
    reject(error)
    connection?.abort(error instanceof Error ? error : new Error('closed', { cause: error }))
  }
  function abort() {
    stop(signal.reason)
  }
  signal.addEventListener('abort', abort)

  return {
    onRequestStart(controller) {
      connection = controller
      // Aborted while it waited for its connection.
      if (settled) controller.abort(new Error('closed before it was sent'))
    },
    onResponseStart(_, status, headers) {
      const isStream = status >= 200 && status < 300 && !/\b(?:html|json|xml)\b/.test(String(headers['content-type']))
      if (status >= 200 && !isStream) other = { status, headers, text: '' }
    },
    onResponseData(_, chunk) {
      if (settled) {
        rest += chunk.length
        if (rest > PATIENCE) hangUp()
        return
      }
      try {
        bytes += chunk.length
        const text = decoder.write(chunk)
        if (other) {
          other.text += text
          if (bytes > PATIENCE) stop(answerError(request, other))
          return
        }
        parser.feed(text)
        if (settled) return
        if (bytes - newByte > LONGEST_EVENT) stop(garbage(request, 'no event'))
        else if (bytes > LONGEST_ANSWER) stop(garbage(request, 'an endless answer'))
      } catch (error) {
        stop(readingError(request, error))
      }
    },
    onResponseEnd() {
      if (settled) return clearTimeout(patience)
      if (other) return stop(answerError(request, other))
      try {
        // A last event may lack its blank line.
        parser.feed(`${decoder.end()}\n\n`)
        if (events === 0) stop(garbage(request, 'no event'))
        else if (!settled) finish()
        clearTimeout(patience)
      } catch (error) {
        stop(readingError(request, error))
      }
    },
    onResponseError(_, error) {
      if (settled) return clearTimeout(patience)
      if (other) stop(answerError(request, other, error))
      else if (reader.complete()) finish()
      else stop(transportError(request, error))
    },
  }
}

interface OtherAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The start of its body. */
  text: string
}

function answerError(request: EventRequest, answer: OtherAnswer, cause?: unknown): ProviderError {
  const { status, headers, text } = answer
  if (status >= 400) {
    const retryAfter = headers['retry-after']
    return errorFromAnswer(request.provider, status, text, {
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
      secret: request.secret,
    })
  }
  if (status >= 300) {
    const detail = redact(`redirects to ${String(headers.location)}`, request.secret)
    return new ProviderError('bad_request', `${request.provider} ${detail}`, { status, detail })
  }
  // Some gateways answer 200 with an error object in place of the stream.
  if (/^\s*\[?\s*\{\s*"error"/.test(text)) return errorFromAnswer(request.provider, null, text, request)
  return garbage(request, `${String(headers['content-type'])} instead of an event stream`, cause)
}

/** Events of another shape than the protocol's make a reader stumble in any way; the rest is told as it was thrown. */
function readingError(request: EventRequest, error: unknown): unknown {
  if (error instanceof SinkFailed) return error.cause
  return error instanceof ProviderError ? error : garbage(request, 'an event of another shape', error)
}

function garbage(request: EventRequest, what: string, cause?: unknown): ProviderError {
  return new ProviderError('garbage', `${request.provider} sent ${what}`, { cause })
}

function transportError(request: EventRequest, error: unknown): ProviderError {
  const code = String((error as { code?: unknown } | null)?.code)
  const { provider } = request
  if (code === 'UND_ERR_HEADERS_TIMEOUT') {
    return new ProviderError('timeout', `${provider} did not answer in ${request.idleTimeoutMs} ms`, { cause: error })
  }
  if (code === 'UND_ERR_BODY_TIMEOUT') {
    return new ProviderError('stalled', `${provider} went silent for ${request.idleTimeoutMs} ms`, { cause: error })
  }
  const { name } = error as { name?: unknown }
  if (name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW')
    return garbage(request, 'something that is not HTTP', error)
  if (code === 'UND_ERR_INVALID_ARG') {
    return new ProviderError('bad_request', `${provider}'s address or key cannot be sent`, { cause: error })
  }
  return new ProviderError('unreachable', `${provider} cannot be reached (${code})`, { cause: error })
}

/** An event's JSON; the shape is the caller's to doubt. */
export function parseEvent<T>(provider: string, data: string): Partial<T> {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch (cause) {
    throw new ProviderError('garbage', `${provider} sent an event that is not JSON`, { cause })
  }
  if (typeof value === 'object' && value !== null) return value as Partial<T>
  throw new ProviderError('garbage', `${provider} sent an event that is no object`)
}
