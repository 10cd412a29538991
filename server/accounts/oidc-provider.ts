import { validateToken } from '@better-auth/core/oauth2'
import { constantTimeEqual } from 'better-auth/crypto'
import { z } from 'zod'
import type { Config } from '../platform/config.ts'

export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** As the button on the sign-in page calls it. */
  name: string
}

/** Null where no provider is configured. */
export const oidcOf = (config: Config): OidcSettings | null =>
  config.OIDC_ISSUER && config.OIDC_CLIENT_ID && config.OIDC_CLIENT_SECRET && config.OIDC_NAME
    ? {
        issuer: config.OIDC_ISSUER,
        clientId: config.OIDC_CLIENT_ID,
        clientSecret: config.OIDC_CLIENT_SECRET,
        name: config.OIDC_NAME,
      }
    : null

const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
  authorization_response_iss_parameter_supported: z.boolean().default(false).catch(false),
})
type Metadata = z.infer<typeof Metadata>

const Tokens = z.object({ id_token: z.string(), access_token: z.string().optional() })

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional().catch(undefined),
  /** Some send it as text. */
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).catch(false),
  preferred_username: z.string().optional().catch(undefined),
  given_name: z.string().optional().catch(undefined),
})
export type Claims = z.infer<typeof Claims>

/** ms */
const ANSWERS_WITHIN = 10_000
const METADATA_LASTS = 60 * 60 * 1000

export interface Exchange {
  code: string
  verifier: string
  nonce: string
  redirectUri: string
  /** Who says that the code is theirs (RFC 9207). */
  iss: string | undefined
}

export interface OidcProvider {
  authorizeUrl(given: { state: string; nonce: string; challenge: string; redirectUri: string }): Promise<string>
  /** Who the provider says that it is. Throws when anything about the answer is not right. */
  claimsFor(exchange: Exchange): Promise<Claims>
}

async function json(address: string, init: RequestInit = {}): Promise<unknown> {
  // A redirect could lead the code or the secret elsewhere.
  const answer = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(ANSWERS_WITHIN) })
  if (!answer.ok) throw new Error(`${new URL(address).origin} answered ${answer.status}`)
  return answer.json()
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '')
const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)

/** The authorization code flow of OpenID Connect with state, nonce and PKCE; the id token's signature is checked. */
export function createOidcProvider({ issuer, clientId, clientSecret }: OidcSettings): OidcProvider {
  let known: { metadata: Metadata; at: number } | null = null

  async function discover(): Promise<Metadata> {
    if (known && Date.now() - known.at < METADATA_LASTS) return known.metadata
    const metadata = Metadata.parse(await json(`${withoutSlash(issuer)}/.well-known/openid-configuration`))
    if (withoutSlash(metadata.issuer) !== withoutSlash(issuer))
      throw new Error(`OIDC_ISSUER is ${issuer}, but it calls itself ${metadata.issuer}`)
    known = { metadata, at: Date.now() }
    return metadata
  }

  async function exchange(metadata: Metadata, { code, verifier, redirectUri }: Omit<Exchange, 'iss' | 'nonce'>) {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    })
    const headers: Record<string, string> = { accept: 'application/json' }
    const ways = metadata.token_endpoint_auth_methods_supported
    if (!ways.includes('client_secret_basic') && ways.includes('client_secret_post')) {
      body.set('client_id', clientId)
      body.set('client_secret', clientSecret)
    } else {
      const pair = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`
      headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`
    }
    return Tokens.parse(await json(metadata.token_endpoint, { method: 'POST', body, headers }))
  }

  /** Some keep the e-mail address out of the id token. */
  async function more(metadata: Metadata, accessToken: string | undefined, claims: Claims): Promise<Claims> {
    if (claims.email || !metadata.userinfo_endpoint || !accessToken) return claims
    const headers = { authorization: `Bearer ${accessToken}` }
    const info = Claims.parse(await json(metadata.userinfo_endpoint, { headers }))
    if (info.sub !== claims.sub) throw new Error('the user info is about somebody else')
    return info
  }

  return {
    async authorizeUrl({ state, nonce, challenge, redirectUri }) {
      const url = new URL((await discover()).authorization_endpoint)
      const wanted = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value)
      return url.href
    },

    async claimsFor(given) {
      const metadata = await discover()
      // A code that another provider gave must not be sent to this one (RFC 9207, section 2.4).
      const isFromAnother =
        given.iss === undefined
          ? metadata.authorization_response_iss_parameter_supported
          : given.iss !== metadata.issuer
      if (isFromAnother) throw new Error(`the answer is from ${given.iss ?? 'nobody'}, not from ${metadata.issuer}`)
      const tokens = await exchange(metadata, given)
      const { payload } = await validateToken(tokens.id_token, metadata.jwks_uri, {
        audience: clientId,
        issuer: metadata.issuer,
      })
      if (typeof payload.exp !== 'number') throw new Error('the id token has no end')
      if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== clientId)
        throw new Error('the id token was made for another program')
      if (typeof payload.nonce !== 'string' || !constantTimeEqual(payload.nonce, given.nonce))
        throw new Error('the id token answers another request')
      return more(metadata, tokens.access_token, Claims.parse(payload))
    },
  }
}
