// An OpenID Connect provider in its own process: discovery, authorize, token (with PKCE and Basic), keys, user info. Prints
// its port. POST /person sets who signs in next, and what is wrong with the answer.

import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

const ours = generateKeyPairSync('rsa', { modulusLength: 2048 })
const others = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Headers and claims of the id token in place of what is right; null takes one away. */
interface Fault {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  /** By whom it is signed in place of the provider's key: another's, with the client's secret, with the public key as a secret. */
  signedBy?: 'another' | 'secret' | 'public key' | 'nobody'
}

interface Next {
  claims: Record<string, unknown>
  /** What is wrong with the id token. */
  fault?: Fault
  /** Of its discovery document, in place of what is right. */
  discovery?: Record<string, unknown>
  /** The `iss` with which it leads back (RFC 9207). */
  iss?: string
  /** The e-mail address is told by user info alone. */
  emailApart?: boolean
  denied?: boolean
}

interface Grant {
  challenge: string
  nonce: string
  redirectUri: string
  next: Next
}

let next: Next = { claims: {} }
const grants = new Map<string, Grant>()
const infos = new Map<string, Record<string, unknown>>()
const base64 = (value: Record<string, unknown>) => {
  const kept = Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null))
  return Buffer.from(JSON.stringify(kept)).toString('base64url')
}

function signatureOf(text: string, signedBy: Fault['signedBy']): Buffer {
  if (signedBy === 'nobody') return Buffer.alloc(0)
  if (signedBy === 'secret') return createHmac('sha256', 'the secret').update(text).digest()
  if (signedBy === 'public key') {
    const pem = ours.publicKey.export({ format: 'pem', type: 'spki' })
    return createHmac('sha256', pem).update(text).digest()
  }
  return sign('sha256', Buffer.from(text), (signedBy === 'another' ? others : ours).privateKey)
}

function idToken(issuer: string, { next: { claims, fault = {}, emailApart }, nonce }: Grant): string {
  const now = Math.floor(Date.now() / 1000)
  const { email, email_verified, ...rest } = claims
  const payload = {
    ...rest,
    ...(emailApart ? {} : { email, email_verified }),
    iss: issuer,
    aud: 'atrium',
    nonce,
    iat: now,
    exp: now + 600,
    ...fault.claims,
  }
  const text = `${base64({ alg: 'RS256', kid: 'one', ...fault.header })}.${base64(payload)}`
  return `${text}.${signatureOf(text, fault.signedBy).toString('base64url')}`
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

function tokenFor(issuer: string, form: URLSearchParams, authorization: string): Record<string, unknown> | null {
  const grant = grants.get(form.get('code') ?? '')
  grants.delete(form.get('code') ?? '')
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  const isClient = authorization === `Basic ${Buffer.from('atrium:the+secret').toString('base64')}`
  if (!grant || !isClient || grant.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
    return null
  const access = randomUUID()
  infos.set(access, grant.next.claims)
  return { token_type: 'Bearer', access_token: access, id_token: idToken(issuer, grant) }
}

const server = createServer(async (request, response) => {
  const issuer = `http://${request.headers.host}`
  const url = new URL(request.url ?? '/', issuer)
  const say = (body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (url.pathname === '/.well-known/openid-configuration')
    return say({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/me`,
      ...next.discovery,
    })
  if (url.pathname === '/keys')
    return say({ keys: [{ ...ours.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] })
  if (url.pathname === '/person') {
    next = JSON.parse(await textOf(request)) as Next
    return say({})
  }
  if (url.pathname === '/authorize') {
    const asked = url.searchParams
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.searchParams.set('state', asked.get('state') ?? '')
    if (next.iss) back.searchParams.set('iss', next.iss)
    if (next.denied) back.searchParams.set('error', 'access_denied')
    else {
      const code = randomUUID()
      grants.set(code, {
        challenge: asked.get('code_challenge') ?? '',
        nonce: asked.get('nonce') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
        next,
      })
      back.searchParams.set('code', code)
    }
    return response.writeHead(302, { location: back.href }).end()
  }
  if (url.pathname === '/token') {
    const form = new URLSearchParams(await textOf(request))
    const tokens = tokenFor(issuer, form, request.headers.authorization ?? '')
    return tokens ? say(tokens) : say({ error: 'invalid_grant' }, 400)
  }
  const info = infos.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
  return info ? say(info) : say({}, 404)
})
server.listen(0, '127.0.0.1', () => {
  const at = server.address()
  if (at && typeof at === 'object') process.stdout.write(`${at.port}\n`)
})
