import { type AppError, type ErrorBody, type ErrorCode, errorStatus } from '@atrium/contract/errors'
import { sentences } from '@atrium/contract/sentences'
import { said, saidOfModule } from '../i18n/said.ts'
import { readScope } from './scope.ts'
import { storage } from './storage.ts'

/** The calls that know the scope of one shared record. */
const MODULES_OWN = /^\/api\/(?:m|changes)\//
const SHARE = 'share:'

export const AUTH_TOKEN = 'authToken'

/** A refused call. `message` is spec 8's (`404: {…}`); show people `sentence`. `status` is 0 when the server was not reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'network'
  readonly sentence: string
  readonly requestId: string | undefined
  readonly details: Record<string, unknown> | undefined

  constructor(status: number, text: string, statusText: string, cause?: unknown) {
    super(`${status}: ${text || statusText}`, { cause })
    const body = errorIn(text)
    this.name = 'ApiError'
    this.status = status
    this.code = body?.code ?? codeOf(status)
    this.sentence = body?.message ?? sentenceOf(status)
    this.requestId = body?.requestId
    this.details = body?.details
  }
}

export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** false: a 401 is an answer here (a wrong password, "who am I"), not an ended session. */
  askToSignIn?: boolean
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Asks the person to sign in again when their session has ended; true when what was refused may be tried again. */
type SessionDoor = (status: number) => Promise<boolean>
let sessionDoor: SessionDoor | undefined

/** The accounts feature sets it; the client itself knows no dialog. */
export function onSessionEnded(door: SessionDoor): void {
  sessionDoor = door
}

/**
 * Whether a refused call may go again, now that it is known who is here. A 404 counts too: without its session a call is
 * answered as a visitor's, for whom the person's own things do not exist.
 */
export const sessionReturns = async (status: number): Promise<boolean> =>
  (status === 401 || status === 404) && ((await sessionDoor?.(status)) ?? false)

/** The headers of every call: where and in which scope the person is, and the stored token as Bearer, when there is one. */
export function authHeaders(path = ''): Record<string, string> {
  const token = storage.read(AUTH_TOKEN)
  // "Today" is the person's, not the server's.
  const place: Record<string, string> = { 'X-Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone }
  const { lang } = document.documentElement
  if (lang) place['Accept-Language'] = lang
  const scope = readScope()
  // What is shared with them is a module's alone; all else is the person's own, wherever they look.
  if (scope && (!scope.startsWith(SHARE) || MODULES_OWN.test(path))) place['X-Scope'] = scope
  return token ? { ...place, Authorization: `Bearer ${token}` } : place
}

/** A call with cookies and token, whose answer may be anything. Refusals are the caller's to look at. */
export async function send(
  method: Method,
  path: string,
  body: unknown,
  { signal, headers }: CallOptions = {},
): Promise<Response> {
  const raw = body instanceof Blob || body instanceof FormData
  const json = body !== undefined && !raw
  try {
    return await fetch(path, {
      method,
      credentials: 'include',
      signal,
      headers: {
        Accept: 'application/json',
        ...(json && { 'Content-Type': 'application/json' }),
        ...authHeaders(path),
        ...headers,
      },
      body: raw ? body : json ? JSON.stringify(body) : undefined,
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(0, '', 'Network error', cause)
  }
}

async function call<T>(method: Method, path: string, body: unknown, options?: CallOptions): Promise<T> {
  let response = await send(method, path, body, options)
  if (options?.askToSignIn !== false && (await sessionReturns(response.status)))
    response = await send(method, path, body, options)
  const text = await textOf(response, options?.signal)
  if (!response.ok) throw new ApiError(response.status, text, response.statusText)
  return (text === '' ? undefined : json(text)) as T
}

async function textOf(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text()
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(0, '', 'Network error', cause)
  }
}

/** An answer that is no JSON is not our server's: a proxy's page, or one to sign in to the network. It was not reached. */
function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError(0, '', 'Network error', cause)
  }
}

export const api = {
  get: <T>(path: string, options?: CallOptions) => call<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options?: CallOptions) => call<T>('POST', path, body, options),
  patch: <T>(path: string, body?: unknown, options?: CallOptions) => call<T>('PATCH', path, body, options),
  put: <T>(path: string, body?: unknown, options?: CallOptions) => call<T>('PUT', path, body, options),
  delete: <T>(path: string, body?: unknown, options?: CallOptions) => call<T>('DELETE', path, body, options),
}

/** What to tell a person about anything that was thrown. */
export function sentenceFor(error: unknown): string {
  if (error instanceof ApiError) return said(error.sentence)
  const own = error instanceof Error && (error as Partial<AppError>).said
  if (own) return saidOfModule(own)
  return error instanceof Error && error.message ? said(error.message) : said(sentenceOf(500))
}

/** By which a failure is found in the server's log; absent when our server did not answer. */
export const referenceFor = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.requestId : undefined

function errorIn(text: string): ErrorBody['error'] | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const { error } = JSON.parse(text) as Partial<ErrorBody>
    return typeof error?.message === 'string' ? error : undefined
  } catch {
    // Half an answer, or not ours: the status has to do. The text itself stays in the error's message.
    return undefined
  }
}

const codes = new Map<number, ErrorCode>(
  Object.entries(errorStatus).map(([code, status]) => [status, code as ErrorCode]),
)

const codeOf = (status: number): ErrorCode | 'network' =>
  status === 0 ? 'network' : (codes.get(status) ?? (status < 500 ? 'bad_request' : 'internal'))

/** For answers that are not ours (a proxy's, none at all): spec 8's sentences. */
function sentenceOf(status: number): string {
  if (status === 0) return sentences.connecting
  if (status === 503) return sentences.unavailable
  return status < 500 ? sentences.badRequest : sentences.serverIssues
}
