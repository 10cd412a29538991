import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { SHARE } from '@atrium/contract/sharing'
import { SCOPE_HEADER } from '@atrium/contract/teams'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Hono } from 'hono'
import { uuid } from '../ids.ts'
import { languageOf } from '../language.ts'
import type { Observer } from '../observe/observer.ts'
import { authorize, authorizeKey } from '../policy.ts'
import type { Log } from '../telemetry.ts'
import { addressOf } from './address.ts'
import { bearerOf, isSame } from './bearer.ts'
import { parse, readJson } from './body.ts'
import { jsonAnswer } from './compression.ts'
import { asAppError, failure, hasLeft } from './failure.ts'
import type { Limiters } from './limits.ts'
import { type Call, type DoorRoute, SENT } from './route.ts'
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
  /** Told who calls, and how, once they were let in. */
  seen?: (principal: Principal, request: Request) => Promise<void>
  /** Says a refusal in the words of another protocol than ours. */
  refuse?: (
    error: AppError,
    call: { requestId: string; headers: Headers; ip: string; request: Request },
  ) => Promise<Response>
}

/** What web servers log for a caller who went away (nginx's number); nobody receives it. */
const CLIENT_CLOSED_REQUEST = 499
const LOOKS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Is this the origin of the very address that was called? The Host header is one of ours by now (host.ts). Where PUBLIC_URL
 * says https, a page that came over http under the same name is somebody else's: whoever sits on the line.
 */
function isOwnOrigin(origin: string, request: Request, known: readonly string[]): boolean {
  const from = URL.parse(origin)
  const called = from && URL.parse(`${from.protocol}//${request.headers.get('host')}`)
  if (!from || from.host !== called?.host) return false
  return !known.some((one) => new URL(one).host === from.host)
}

/** Cross-site forms and scripts carry the cookie but not our origin. A bearer token cannot be sent by accident. */
function refuseForeignOrigin(request: Request, door: Door): void {
  if (LOOKS.has(request.method) || /^bearer /i.test(request.headers.get('authorization') ?? '')) return
  const origin = request.headers.get('origin')
  if (origin === null) {
    if (request.headers.get('sec-fetch-site') === 'cross-site')
      throw new AppError('forbidden', 'This call came from another site.')
    return
  }
  if (!door.origins.includes(origin) && !isOwnOrigin(origin, request, door.origins))
    throw new AppError('forbidden', 'This call came from another site.')
}

/** Mounts the calls: session → origin → policy → limit → parse → handler → JSON. */
export function mount(app: Hono<Bindings>, routes: readonly DoorRoute[], door: Door): void {
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
  refuseOtherMethods(app, routes, door)
}

/**
 * Whoever calls a known path by another method is told which ones it has (RFC 9110, 15.5.6). Where paths overlap
 * (`/api/m/:module/:action` and an action's own) the one with the fewest parameters is meant, as OpenAPI has it.
 */
function refuseOtherMethods(app: Hono<Bindings>, routes: readonly DoorRoute[], door: Pick<Door, 'observer'>): void {
  const known = routes.map(({ method, path, onlyHead }) => ({
    path,
    methods: onlyHead ? ['HEAD'] : method === 'GET' ? ['GET', 'HEAD'] : [method],
    parameters: path.split(':').length - 1,
    matches: new RegExp(`^${path.replace(/[.\\]/g, '\\$&').replace(/:\w+/g, '[^/]+').replace(/\/\*$/, '(?:/.*)?')}$`),
  }))
  app.all('*', async (c, next) => {
    const { path, method } = c.req
    const found = known.filter(({ matches }) => matches.test(path))
    if (found.length === 0) return next()
    const fewest = Math.min(...found.map(({ parameters }) => parameters))
    const meant = found.filter(({ parameters }) => parameters === fewest)
    const methods = new Set(meant.flatMap((one) => one.methods))
    const requestId = uuid()
    const headers = new Headers({ allow: [...methods, 'OPTIONS'].join(', '), 'x-request-id': requestId })
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers })
    const at = Date.now()
    const route = meant[0]?.path ?? 'unknown'
    door.observer?.answered({ method, route, status: 405, startedAt: at, endedAt: at, requestId, traceparent: null })
    const sentence = `This address takes ${[...methods].join(', ')}, not ${method}.`
    return failure(new AppError('method_not_allowed', sentence), requestId, headers)
  })
}

async function answerTo(
  c: Context<Bindings>,
  entry: DoorRoute,
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
    const refusal = asAppError(error, door.log, requestId)
    if (!door.refuse) return failure(refusal, requestId, headers, languageOf(c.req.raw))
    const ip = addressOf(c.env.incoming, c.req.raw, door.behindProxy)
    return door.refuse(refusal, { requestId, headers, ip, request: c.req.raw })
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
  entry: DoorRoute,
  door: Door,
  requestId: string,
  headers: Headers,
): Promise<Response> {
  const request = c.req.raw
  const since = door.streams.changes()
  const principal = await door.identify(request, headers)
  refuseForeignOrigin(request, door)
  const ip = addressOf(c.env.incoming, request, door.behindProxy)
  if (!(entry.token && isSame(bearerOf(request), entry.token))) authorize(principal, entry.access)
  authorizeKey(principal, entry.access, { method: entry.method, asksAssistant: entry.limit === 'chat' })
  await door.limiters(principal, ip, entry.limit)
  await door.seen?.(principal, request)
  const said = entry.scoped ? scopeOf(request) : null
  const scope = entry.scoped === 'share' && !said?.startsWith(SHARE) ? null : said
  const acting = scope && door.enter ? await door.enter(principal, scope) : principal
  if (acting.share && !entry.shared)
    throw new AppError('forbidden', 'This cannot be done with something that is shared with you.')
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
  const isSecret = entry.limit === 'enter'
  return jsonAnswer(request, answer ?? { ok: true }, { status: entry.status ?? 200, headers, isSecret })
}
