import { AppError, type ErrorBody } from '@atrium/contract/errors'
import { sentences } from '@atrium/contract/sentences'
import { isUnreachable, isUnstorable } from '../database/connect.ts'
import type { Log } from '../telemetry.ts'
import { refusalIn } from '../texts.ts'
import { detailsIn } from './issue-sentence.ts'

/** Is this error nothing but the echo of the caller's leaving? Whatever else fails at that moment is still a failure. */
export function hasLeft(error: unknown, request: AbortSignal): boolean {
  if (!request.aborted) return false
  for (let at = error; at !== undefined; at = at instanceof Error ? at.cause : undefined)
    if (at === request.reason || (at instanceof Error && at.name === 'AbortError')) return true
  return false
}

/** What went wrong, as an AppError; logs what the person must not see. */
export function asAppError(error: unknown, log: Log, requestId: string): AppError {
  if (error instanceof AppError) return error
  if (isUnreachable(error)) {
    log.error({ err: error, requestId }, 'the database does not answer')
    return new AppError('unavailable', sentences.unavailable, { cause: error })
  }
  if (isUnstorable(error)) {
    log.error({ err: error, requestId }, 'a value that cannot be stored got past its schema')
    return new AppError(
      'bad_request',
      'One of the values is too large or cannot be stored. Correct it and send again.',
      {
        cause: error,
      },
    )
  }
  log.error({ err: error, requestId }, 'unexpected failure')
  return new AppError(
    'internal',
    `Something went wrong on our side. Please try again; if it stays, give this reference to your administrator: ${requestId}`,
    { cause: error },
  )
}

/** The one place that turns errors into HTTP answers. */
export function failure(error: AppError, requestId: string, headers = new Headers(), language = 'en'): Response {
  const { code } = error
  const details = detailsIn(error.details, language)
  const body: ErrorBody = { error: { code, message: refusalIn(error, language), details, requestId } }
  headers.set('content-type', 'application/json; charset=utf-8')
  const retryAfter = error.details?.retryAfter
  if (typeof retryAfter === 'number') headers.set('retry-after', String(retryAfter))
  else if (error.code === 'unavailable') headers.set('retry-after', '2')
  return new Response(JSON.stringify(body), { status: error.status, headers })
}
