import { StringDecoder } from 'node:string_decoder'
import { brand } from '@atrium/contract/brand'
import { createParser } from 'eventsource-parser'
import { Agent, type Dispatcher } from 'undici'
import { errorFromAnswer, ProviderError, redact } from './provider-error.ts'

/** ms without a byte from the provider, headers included */
export const DEFAULT_IDLE_TIMEOUT = 20_000
const CONNECT_TIMEOUT = 10_000
/** bytes read before giving up on an answer that has no event, and the most kept of an error's body */
const PATIENCE = 64 * 1024
/** characters of one event */
const LONGEST_EVENT = 16 * 1024 * 1024

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
  const { signal } = request
  const decoder = new StringDecoder('utf8')
  let connection: Dispatcher.DispatchController | null = null
  let settled = false
  let bytes = 0
  let events = 0
  /** An answer that is no event stream. */
  let other: OtherAnswer | null = null

  const parser = createParser({
    maxBufferSize: LONGEST_EVENT,
    onEvent(event) {
      if (settled) return
      events++
      if (reader.read(event.data)) finish()
    },
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') throw garbage(request, 'an endless event', error)
    },
  })

  // The rest of the body is still read after the last event, so that the connection can be used again.
  function finish() {
    settled = true
    signal.removeEventListener('abort', abort)
    resolve()
  }
  function stop(error: unknown) {
    if (settled) return
    settled = true
    signal.removeEventListener('abort', abort)
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
      if (settled) return
      try {
        const text = decoder.write(chunk)
        if (other) other.text += text
        else parser.feed(text)
        if (events > 0) return
        bytes += chunk.length
        if (bytes > PATIENCE) stop(other ? answerError(request, other) : garbage(request, 'no event'))
      } catch (error) {
        stop(error)
      }
    },
    onResponseEnd() {
      if (settled) return
      if (other) return stop(answerError(request, other))
      try {
        // A last event may lack its blank line.
        parser.feed(`${decoder.end()}\n\n`)
        if (events === 0) stop(garbage(request, 'no event'))
        else if (!settled) finish()
      } catch (error) {
        stop(error)
      }
    },
    onResponseError(_, error) {
      if (settled) return
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
  if (code.startsWith('HPE_')) return garbage(request, 'something that is not HTTP', error)
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
