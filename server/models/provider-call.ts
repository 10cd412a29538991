import { brand } from '@atrium/contract/brand'
import { Agent, FormData, request as send } from 'undici'
import { errorFromAnswer, ProviderError } from './provider-error.ts'

const CONNECT_TIMEOUT = 10_000
/** bytes of a refusal that are read */
const REFUSAL = 64 * 1024

export interface ProviderCall {
  /** Named in errors: `OpenAI`. */
  provider: string
  url: string
  headers: Record<string, string>
  /** Sent as JSON unless it is a form. */
  body: FormData | object
  signal: AbortSignal
  /** ms until the answer begins, and between two pieces of it */
  idleTimeoutMs: number
  /** bytes of an answer at most */
  largest: number
  /** The key, to be struck out of errors. */
  secret: string | undefined
}

const agent = new Agent({ allowH2: false, connect: { timeout: CONNECT_TIMEOUT } })

/**
 * Posts a request whose answer comes whole: a picture, a sound, a transcript. Rejects with a ProviderError, or with the signal's
 * reason after closing the connection.
 */
export async function callProvider(call: ProviderCall): Promise<Buffer> {
  const { provider, url, signal, idleTimeoutMs, largest, secret } = call
  const isForm = call.body instanceof FormData
  const headers = {
    'user-agent': brand.name,
    ...(!isForm && { 'content-type': 'application/json' }),
    ...call.headers,
  }
  try {
    const answer = await send(url, {
      ...{ method: 'POST', headers, signal, dispatcher: agent },
      body: call.body instanceof FormData ? call.body : JSON.stringify(call.body),
      headersTimeout: idleTimeoutMs,
      bodyTimeout: idleTimeoutMs,
    })
    const isRefused = answer.statusCode !== 200
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > (isRefused ? REFUSAL : largest)) {
        if (isRefused) break
        throw new ProviderError('garbage', `${provider} sent an answer without end`)
      }
      chunks.push(chunk)
    }
    const body = Buffer.concat(chunks)
    if (!isRefused) return body
    const retryAfter = answer.headers['retry-after']
    throw errorFromAnswer(provider, answer.statusCode, body.toString('utf8'), {
      secret,
      ...(typeof retryAfter === 'string' && { retryAfter }),
    })
  } catch (error) {
    if (error instanceof ProviderError) throw error
    signal.throwIfAborted()
    const code = String((error as { code?: unknown }).code)
    if (/TIMEOUT/.test(code) && !/CONNECT/.test(code))
      throw new ProviderError('timeout', `${provider} was silent for ${idleTimeoutMs} ms`, { cause: error })
    throw new ProviderError('unreachable', `${provider} could not be reached`, { cause: error })
  }
}

/** The same of an answer that is a JSON object. */
export async function callForJson(call: ProviderCall): Promise<Record<string, unknown>> {
  const body = await callProvider(call)
  let parsed: unknown
  try {
    parsed = JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new ProviderError('garbage', `${call.provider} sent an answer that is not JSON`, { cause })
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new ProviderError('garbage', `${call.provider} sent an answer that is no object`)
  return parsed as Record<string, unknown>
}
