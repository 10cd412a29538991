import { createHash, randomBytes } from 'node:crypto'
import { Proof } from '@atrium/contract/account-security'
import { brand } from '@atrium/contract/brand'
import { AppError } from '@atrium/contract/errors'
import { parseCookies } from 'better-auth/cookies'
import { and, eq, gt, sql } from 'drizzle-orm'
import { serialize } from 'hono/utils/cookie'
import { z } from 'zod'
import { type Call, type Route, route } from '../platform/http/route.ts'
import { uuid } from '../platform/ids.ts'
import { type AccountsContext, callerHeaders } from './context.ts'
import { OidcRefusal, personOf } from './oidc-person.ts'
import { createOidcProvider } from './oidc-provider.ts'
import { passwordOf, provePassword } from './proof.ts'
import { asConflict } from './register.ts'
import { accounts, verifications } from './tables.ts'
import { oneAtATime } from './user.ts'

/** There is one provider; its id is part of the addresses, one of which the provider is told. */
export const OIDC_ID = 'oidc'
const COOKIE = `${brand.prefix}_oidc`
/** seconds in which a person signs in at the provider */
const FLOW_LASTS = 10 * 60

const Flow = z.object({
  /** Whom they were sent to: OIDC_ISSUER may have changed since, or differ between instances. */
  issuer: z.string().optional(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  connects: z.string().nullable(),
  invitation: z.string().optional(),
})

/** The body of POST /api/user/providers/:id */
const Connecting = Proof.partial().extend({ next: z.string().max(2000).optional() })
type Connecting = z.infer<typeof Connecting>

const random = () => randomBytes(32).toString('base64url')
const hashed = (text: string) => createHash('sha256').update(text).digest('base64url')

/** A path of ours, or the home page: nobody is led to another site. */
function ownPath(next: string | undefined, baseUrl: string): string {
  if (!next?.startsWith('/') || !URL.canParse(next, baseUrl)) return '/'
  const url = new URL(next, baseUrl)
  // `/.//evil.example` is a path of ours whose normal form is another site's address.
  if (url.origin !== new URL(baseUrl).origin || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}

const leadsOn = {
  302: {
    description: 'Leads on, or back to /auth with what went wrong.',
    headers: { Location: { description: 'Where the browser goes.', schema: z.string(), always: true } },
  },
}
const redirect = (location: string) => new Response(null, { status: 302, headers: { location } })
const refused = (code: string) => redirect(`/auth?error=${code}`)

/** Signing in by OpenID Connect, and connecting a provider with an account that one has. */
export function oidcRoutes(context: AccountsContext): Route[] {
  const { registration } = context
  const { db, auth, oidc, baseUrl, secure, log, transactions, leaveBehind, handOver, invalidate, announce } = context
  const provider = oidc ? createOidcProvider(oidc) : null
  const providerId = `oidc:${oidc?.issuer}`
  const redirectUri = new URL(`/auth/oidc/${OIDC_ID}/callback`, baseUrl).href
  const cookie = (value: string, maxAge: number) =>
    serialize(COOKIE, value, { path: '/auth/oidc', httpOnly: true, sameSite: 'Lax', secure, maxAge })

  function configured(id: string) {
    if (provider === null || id !== OIDC_ID) throw new AppError('not_found', 'There is no such way to sign in here.')
    return provider
  }

  /** Where the browser is to go. Throws OidcRefusal when the provider does not answer. */
  async function startFlow(
    call: Call,
    id: string,
    wanted: Pick<z.infer<typeof Flow>, 'next' | 'connects' | 'invitation'>,
  ) {
    const [state, nonce, verifier] = [random(), random(), random()]
    const asked = { state, nonce, challenge: hashed(verifier), redirectUri }
    const location = await configured(id)
      .authorizeUrl(asked)
      .catch((cause: unknown) => {
        log.warn({ err: cause }, 'the OpenID Connect provider could not be reached')
        throw new OidcRefusal('oidc_failed', { cause })
      })
    const flow: z.infer<typeof Flow> = { issuer: oidc?.issuer, nonce, verifier, ...wanted }
    await db.insert(verifications).values({
      id: uuid(),
      identifier: `oidc:${hashed(state)}`,
      value: JSON.stringify(flow),
      expiresAt: new Date(Date.now() + FLOW_LASTS * 1000),
    })
    call.headers.append('set-cookie', cookie(state, FLOW_LASTS))
    return location
  }

  type Begun = { next?: string; invitation?: string }

  async function begin(call: Call<{ id: string }, Begun>): Promise<Response> {
    const { params, query } = call
    const { invitation } = query
    try {
      const wanted = { next: ownPath(query.next, baseUrl), connects: null, invitation }
      return redirect(await startFlow(call, params.id, wanted))
    } catch (error) {
      if (error instanceof OidcRefusal) return refused(error.code)
      throw error
    }
  }

  /** Whoever comes by the provider later needs no password: whoever found a browser unlocked must not bring their own. */
  async function connect(call: Call<{ id: string }, undefined, Connecting>) {
    const { principal, params, body } = call
    configured(params.id)
    await provePassword(context, call, body.password)
    try {
      const wanted = { next: ownPath(body.next, baseUrl), connects: principal.userId }
      return { location: await startFlow(call, params.id, wanted) }
    } catch (cause) {
      if (!(cause instanceof OidcRefusal)) throw cause
      throw new AppError('provider_failed', 'The provider could not be reached. Try again in a moment.', { cause })
    }
  }

  async function disconnect({ principal, params }: Call<{ id: string }>) {
    configured(params.id)
    const userId = principal.owner
    await db.transaction(async (tx) => {
      await oneAtATime(tx, userId)
      if ((await passwordOf(tx, userId)) === null)
        throw new AppError('conflict', 'Set a password first, so that you can still sign in.')
      await tx.delete(accounts).where(and(eq(accounts.userId, userId), eq(accounts.providerId, providerId)))
    })
    log.info({ userId }, 'a person disconnected their OpenID Connect provider')
    return { ok: true }
  }

  /** What was begun in this very browser; good once. */
  async function flowOf(request: Request, state: string | undefined) {
    const held = parseCookies(request.headers.get('cookie') ?? '').get(COOKIE)
    if (!state || held !== state) throw new OidcRefusal('oidc_expired')
    const [row] = await db
      .delete(verifications)
      .where(and(eq(verifications.identifier, `oidc:${hashed(state)}`), gt(verifications.expiresAt, sql`now()`)))
      .returning({ value: verifications.value })
    if (!row) throw new OidcRefusal('oidc_expired')
    const flow = Flow.parse(JSON.parse(row.value))
    if (flow.issuer !== oidc?.issuer) throw new OidcRefusal('oidc_expired')
    return flow
  }

  type Answer = { state?: string; code?: string; error?: string; iss?: string }

  async function enter(call: Call<{ id: string }, Answer>): Promise<string> {
    const { principal, params, query, request } = call
    const from = configured(params.id)
    const { next, connects, invitation, nonce, verifier } = await flowOf(request, query.state)
    if (query.error || !query.code)
      throw new OidcRefusal(query.error === 'access_denied' ? 'oidc_denied' : 'oidc_failed')
    if (connects && connects !== principal.userId) throw new OidcRefusal('oidc_expired')
    const claims = await from
      .claimsFor({ code: query.code, verifier, nonce, redirectUri, iss: query.iss })
      .catch((cause: unknown) => {
        throw new OidcRefusal('oidc_failed', { cause })
      })
    const issued = await transactions.inTransaction(async (tx) => {
      const userId = await personOf(tx, {
        auth,
        providerId,
        claims,
        caller: principal,
        connects,
        invitation,
        registration,
        log,
      })
      if (connects) {
        await announce(tx, userId)
        return null
      }
      const session = await auth.api.startSession({
        body: { userId },
        headers: callerHeaders(call),
        returnHeaders: true,
      })
      await leaveBehind(tx, principal, userId)
      return session.headers
    })
    if (principal.userId) invalidate(principal.userId)
    if (issued) handOver(call, issued)
    return next
  }

  async function finish(call: Call<{ id: string }, Answer>): Promise<Response> {
    call.headers.append('set-cookie', cookie('', 0))
    try {
      return redirect(await enter(call))
    } catch (error) {
      if (error instanceof OidcRefusal) {
        if (error.cause) log.warn({ err: error.cause }, 'signing in by OpenID Connect failed')
        return refused(error.code)
      }
      const known = asConflict(error)
      if (known instanceof AppError && known.code === 'conflict') return refused('oidc_account_exists')
      throw error
    }
  }

  const way = { tag: 'accounts', method: 'GET', access: 'session.start', limit: 'enter' } as const
  const own = { tag: 'accounts', access: 'account.own', path: '/api/user/providers/:id' } as const
  const params = z.object({ id: z.string().max(32) })
  return [
    route(
      {
        ...way,
        path: '/auth/oidc/:id',
        summary: 'Leads to the OpenID Connect provider',
        params,
        query: z.object({ next: z.string().max(2000).optional(), invitation: z.string().max(64).optional() }),
        answers: leadsOn,
      },
      begin,
    ),
    route(
      {
        ...way,
        path: '/auth/oidc/:id/callback',
        summary: 'Where the provider leads back to; a failure leads to /auth?error=',
        params,
        query: z.object({
          state: z.string().max(256).optional(),
          code: z.string().max(4096).optional(),
          error: z.string().max(256).optional(),
          iss: z.string().max(2000).optional().describe('The issuer of the provider that answers (RFC 9207)'),
        }),
        answers: leadsOn,
      },
      finish,
    ),
    route(
      {
        ...own,
        method: 'POST',
        summary: 'Begins to connect the provider with your account; the browser is to go to `location`',
        limit: 'enter',
        params,
        body: Connecting,
        answer: z.object({ location: z.string() }),
      },
      connect,
    ),
    route(
      {
        ...own,
        method: 'DELETE',
        summary: 'Disconnects the provider from your account: it signs in to it no more',
        limit: 'write',
        params,
        answer: z.object({ ok: z.literal(true) }),
      },
      disconnect,
    ),
  ]
}
