import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { SCOPE_HEADER } from '@atrium/contract/teams'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Hono } from 'hono'
import { v7 as uuid } from 'uuid'
import type { Observer } from '../observe/observer.ts'
import { authorize, authorizeKey } from '../policy.ts'
import type { Log } from '../telemetry.ts'
import { addressOf, isLoopback } from './address.ts'
import { parse, readJson } from './body.ts'
import { asAppError, failure, hasLeft } from './failure.ts'
import type { Limiters } from './limits.ts'
import { type Call, type Route, SENT } from './route.ts'
import type { Streams } from './streams.ts'

export type Bindings = { Bindings: HttpBindings }

/** Finds out who calls, from cookie or bearer token; may add a cookie for a new visitor. */
export type Identify = (request: Request, answerHeaders: Headers) => Promise<Principal>

/** The caller as they act in the scope that a call names. Throws when it is not theirs to act in. */
export type Enter = (principal: Principal, scope: string) => Promise<Principal>

export interface Door {
  identify: Identify
  /** Absent: there are no scopes but a person's own. */
  enter?: Enter
  limiters: Limiters
  streams: Streams
  log: Log
  /** Origins that may write with a cookie, besides the request's own host: PUBLIC_URL's. */
  origins: readonly string[]
  /** True with a PUBLIC_URL: a reverse proxy stands before us and says who calls in X-Forwarded-For. */
  behindProxy: boolean
  observer?: Observer
}

/** What web servers log for a caller who went away (nginx's number); nobody receives it. */
const CLIENT_CLOSED_REQUEST = 499
const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Cross-site forms and scripts carry the cookie but not our origin. A bearer token cannot be sent by accident. */
function refuseForeignOrigin(request: Request, door: Door): void {
  if (!WRITES.has(request.method) || /^bearer /i.test(request.headers.get('authorization') ?? '')) return
  const origin = request.headers.get('origin')
  if (origin === null) {
    if (request.headers.get('sec-fetch-site') === 'cross-site')
      throw new AppError('forbidden', 'This call came from another site.')
    return
  }
  const host = request.headers.get('host')
  const same = URL.canParse(origin) && new URL(origin).host === host
  if (!same && !door.origins.includes(origin)) throw new AppError('forbidden', 'This call came from another site.')
}

/** Mounts the calls: session → origin → policy → limit → parse → handler → JSON. */
export function mount(app: Hono<Bindings>, routes: readonly Route[], door: Door): void {
  for (const entry of routes) {
    app.on(entry.method, entry.path, async (c) => {
      const requestId = uuid()
      const startedAt = Date.now()
      const headers = new Headers({
        'x-request-id': requestId,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      const answer = await answerTo(c, entry, door, requestId, headers)
      const { method, path: route } = entry
      const status = answer === RESPONSE_ALREADY_SENT ? c.env.outgoing.statusCode : answer.status
      const endedAt = Date.now()
      const traceparent = c.req.raw.headers.get('traceparent')
      door.observer?.answered({ method, route, status, startedAt, endedAt, requestId, traceparent })
      door.log.debug({ requestId, method, route, status, ms: endedAt - startedAt }, 'answered')
      return answer
    })
  }
}

async function answerTo(
  c: Context<Bindings>,
  entry: Route,
  door: Door,
  requestId: string,
  headers: Headers,
): Promise<Response> {
  try {
    return await serve(c, entry, door, requestId, headers)
  } catch (error) {
    if (hasLeft(error, c.req.raw.signal)) {
      door.log.debug({ requestId }, 'the caller left before the answer')
      if (c.env.outgoing?.headersSent) return RESPONSE_ALREADY_SENT
      return new Response(null, { status: CLIENT_CLOSED_REQUEST })
    }
    if (c.env.outgoing?.headersSent) {
      door.log.error({ err: error, requestId }, 'failure after the answer had begun')
      c.env.outgoing.end()
      return RESPONSE_ALREADY_SENT
    }
    return failure(asAppError(error, door.log, requestId), requestId, headers)
  }
}

/** The scope that a call names. Addresses that a browser follows by itself (downloads, pictures) carry it in their query. */
const scopeOf = (request: Request): string | null => {
  const { method, url } = request
  const query = method === 'GET' || method === 'HEAD' ? new URL(url).searchParams.get('scope') : null
  return request.headers.get(SCOPE_HEADER) ?? query?.replaceAll('\0', '') ?? null
}

/** PostgreSQL has no NUL in text. */
const withoutNul = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.replaceAll('\0', '').toWellFormed()]))

async function serve(
  c: Context<Bindings>,
  entry: Route,
  door: Door,
  requestId: string,
  headers: Headers,
): Promise<Response> {
  const request = c.req.raw
  const since = door.streams.changes()
  const principal = await door.identify(request, headers)
  refuseForeignOrigin(request, door)
  const ip = addressOf(c.env.incoming, request, door.behindProxy)
  if (!(entry.fromLoopback && isLoopback(ip, request, door.behindProxy))) authorize(principal, entry.access)
  authorizeKey(principal, entry.access, { method: entry.method, asksAssistant: entry.limit === 'chat' })
  await door.limiters(principal, ip, entry.limit)
  const scope = entry.scoped ? scopeOf(request) : null
  const acting = scope && door.enter ? await door.enter(principal, scope) : principal
  if (acting !== principal) authorize(acting, entry.access)
  const call: Call = {
    principal: acting,
    params: entry.params ? parse(entry.params, withoutNul(c.req.param())) : undefined,
    query: entry.query ? parse(entry.query, withoutNul(c.req.query())) : undefined,
    body:
      entry.body && !entry.rawBody
        ? parse(entry.body, await readJson(c.env.incoming, entry.bodyLimit, entry.bodyOptional))
        : undefined,
    request,
    incoming: c.env.incoming,
    outgoing: c.env.outgoing,
    headers,
    ip,
    requestId,
    log: door.log,
  }
  const answer = await entry.handle(call as Call<never, never, never>)
  if (answer === SENT) {
    door.streams.add({ principal, ip, request, outgoing: c.env.outgoing }, since)
    return RESPONSE_ALREADY_SENT
  }
  if (answer instanceof Response) {
    for (const [name, value] of headers)
      if (!answer.headers.has(name) || name === 'set-cookie') answer.headers.append(name, value)
    return answer
  }
  headers.set('content-type', 'application/json; charset=utf-8')
  return new Response(JSON.stringify(answer ?? { ok: true }), { status: entry.status ?? 200, headers })
}
