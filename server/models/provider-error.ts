import { AppError } from '@atrium/contract/errors'
import { sentences } from '@atrium/contract/sentences'

export type ProviderErrorKind =
  | 'unauthorized'
  | 'rate_limited'
  | 'bad_request'
  | 'server'
  /** No answer at all within the time limit. */
  | 'timeout'
  /** An answer began and then went silent. */
  | 'stalled'
  /** An answer that is not what the protocol says. */
  | 'garbage'
  | 'unreachable'
  /** The provider's content rules turned the request down. */
  | 'refused'

interface ProviderErrorFacts {
  status?: number | null
  /** The provider's own words, without keys. */
  detail?: string | null
  retryAfterSeconds?: number | null
  cause?: unknown
}

/** Why a model could not answer. The message is for the log; `sentenceFor` gives the person's. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  /** HTTP status, or what the provider's error object stands for. */
  readonly status: number | null
  readonly detail: string | null
  readonly retryAfterSeconds: number | null

  constructor(kind: ProviderErrorKind, message: string, facts: ProviderErrorFacts = {}) {
    super(message, { cause: facts.cause })
    this.name = 'ProviderError'
    this.kind = kind
    this.status = facts.status ?? null
    this.detail = facts.detail ?? null
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
  }
}

/** What to tell the person (spec 8). */
export function sentenceFor(error: unknown): string {
  if (error instanceof AppError) return error.message
  if (!(error instanceof ProviderError)) return sentences.connecting
  switch (error.kind) {
    case 'unauthorized':
    case 'bad_request':
    case 'refused':
      return sentences.provider
    case 'timeout':
      return sentences.tooLong
    case 'stalled':
      return sentences.stalled
    case 'rate_limited':
    case 'unreachable':
      return sentences.unavailable
    case 'garbage':
      return sentences.serverIssues
    case 'server':
      return error.status === 503 || error.status === OVERLOADED ? sentences.unavailable : sentences.serverIssues
  }
}

/** Anthropic's own status for "try again in a moment". */
const OVERLOADED = 529

/** Error types that come inside a stream, where no HTTP status tells them apart. */
const statusOfType: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  invalid_api_key: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  api_error: 500,
  server_error: 500,
  timeout_error: 504,
  overloaded_error: OVERLOADED,
}

const refusalCodes = new Set(['content_filter', 'content_policy_violation', 'moderation_blocked'])

/**
 * The error that a provider's answer stands for; `status` null when only the body tells that it failed.
 * `body` may be JSON of any provider's shape, plain text or HTML; `secret` is struck out of everything kept.
 */
export function errorFromAnswer(
  provider: string,
  status: number | null,
  body: string,
  options: { retryAfter?: string | undefined; secret?: string | undefined } = {},
): ProviderError {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch (cause) {
    // Proxies answer in HTML or plain text; only short text says anything to a person.
    const text = body.trim()
    const detail = text === '' || text.startsWith('<') ? null : redact(text, options.secret)
    return errorOfStatus(provider, status ?? 500, detail, null, { ...options, cause })
  }
  return errorFromObject(provider, parsed, { ...options, status })
}

/** The error that an error object inside a stream (or an error body) stands for. */
export function errorFromObject(
  provider: string,
  value: unknown,
  options: { status?: number | null; retryAfter?: string | undefined; secret?: string | undefined } = {},
): ProviderError {
  const outer = fields(Array.isArray(value) ? value[0] : value)
  const inner = typeof outer.error === 'string' ? { message: outer.error } : fields(outer.error)
  const facts = Object.keys(inner).length > 0 ? inner : outer
  const code = facts.code ?? facts.type
  const named = statusOfType[String(facts.type)] ?? statusOfType[String(facts.code)]
  const status = options.status ?? httpStatus(facts.code) ?? httpStatus(facts.status) ?? named ?? 500
  const words = facts.message ?? facts.detail ?? outer
  const detail = redact(typeof words === 'string' ? words : JSON.stringify(words), options.secret)
  return errorOfStatus(provider, status, detail, typeof code === 'string' ? code : null, {
    retryAfter: options.retryAfter ?? googleRetryDelay(facts.details),
  })
}

function errorOfStatus(
  provider: string,
  status: number,
  detail: string | null,
  code: string | null,
  options: { retryAfter?: string | undefined; cause?: unknown },
): ProviderError {
  const facts = { status, detail, retryAfterSeconds: secondsToWait(options.retryAfter), cause: options.cause }
  return new ProviderError(kindOf(status, code), `${provider} answered ${status}${detail ? `: ${detail}` : ''}`, facts)
}

function kindOf(status: number, code: string | null): ProviderErrorKind {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 408) return 'timeout'
  if (status === 429) return 'rate_limited'
  if (status >= 500) return 'server'
  return code !== null && refusalCodes.has(code) ? 'refused' : 'bad_request'
}

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const httpStatus = (value: unknown): number | undefined => {
  const status = Number(value)
  return status >= 400 && status < 600 ? status : undefined
}

/** Retry-After is seconds or a date (RFC 9110, 10.2.3). */
function secondsToWait(header: string | undefined): number | null {
  if (header === undefined) return null
  const seconds = Number.parseFloat(header)
  if (/^[\d.]+s?$/.test(header.trim())) return Math.ceil(seconds)
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

/** Google sends no Retry-After but a RetryInfo with `retryDelay: "13s"` (google.rpc.RetryInfo). */
function googleRetryDelay(details: unknown): string | undefined {
  if (!Array.isArray(details)) return undefined
  for (const entry of details) {
    const delay = fields(entry).retryDelay
    if (typeof delay === 'string') return delay
  }
  return undefined
}

const keyLike = /\b(?:sk-|AIza|gsk_|xai-)[\w*.-]{6,}|Bearer\s+\S+/g

/** Provider messages quote the key they refused; nobody else may see it. At most 500 characters are kept. */
export function redact(text: string, secret?: string): string {
  const known = secret ? text.replaceAll(secret, '[key]') : text
  return known.replace(keyLike, '[key]').slice(0, 500)
}
