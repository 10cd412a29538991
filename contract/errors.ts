import type { Sentence } from './sentence.ts'

/** Every way a call can be refused, with the HTTP status that carries it. */
export const errorStatus = {
  bad_request: 400,
  unauthenticated: 401,
  tier_required: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  unprocessable: 422,
  /** No model is connected, or it cannot be reached: screens show how to connect one. */
  no_model: 424,
  rate_limited: 429,
  internal: 500,
  provider_failed: 502,
  unavailable: 503,
  timeout: 504,
} as const

export type ErrorCode = keyof typeof errorStatus

export interface AppErrorOptions {
  cause?: unknown
  /** Facts for the client beside the sentence: the field, the plan, the seconds to wait. Never secrets. */
  details?: Record<string, unknown>
}

/** An error whose message is a sentence for the person who caused or met it. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined
  /** Its sentence by key, where it can be said in other languages; the message is the English. */
  readonly said: Sentence | undefined

  constructor(code: ErrorCode, sentence: string | Sentence, options: AppErrorOptions = {}) {
    super(typeof sentence === 'string' ? sentence : sentence.english, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.details = options.details
    this.said = typeof sentence === 'string' ? undefined : sentence
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** What the body of every refused call looks like. */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; details?: Record<string, unknown>; requestId?: string }
}
