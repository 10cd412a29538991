import { isIP } from 'node:net'
import { AppError } from '@atrium/contract/errors'

/** For whom passkeys are made: a host name, and the one address under which they are used. */
export interface RelyingParty {
  id: string
  origin: string
}

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost')
/** Where this server listens, and not what people call it. */
const isUnnamed = (host: string) => isLocal(host) || isIP(host.replace(/^\[|\]$/g, '')) !== 0

/**
 * PUBLIC_URL's; without one, the name of this machine by which the browser called, and no other: a Host header is the
 * caller's to choose. Null where WebAuthn cannot work: passkeys are bound to names, never to addresses such as 127.0.0.1,
 * and browsers make them over https or on their own machine alone.
 */
export function partyAt(baseUrl: string, request: Request): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(baseUrl)
  if (!isUnnamed(hostname)) return protocol === 'https:' ? { id: hostname, origin } : null
  const host = hostOf(protocol, request)
  return host && isLocal(host.hostname) ? { id: host.hostname, origin: host.origin } : null
}

/** Throws a sentence that says what to do where `partyAt` is null. */
export function relyingParty(baseUrl: string, request: Request): RelyingParty {
  const party = partyAt(baseUrl, request)
  if (party) return party
  const { protocol, hostname } = new URL(baseUrl)
  const host = isUnnamed(hostname) ? hostOf(protocol, request) : null
  if (host && /^127\.|^\[::1\]$/.test(host.hostname)) {
    const named = `${protocol}//localhost${host.port && `:${host.port}`}`
    throw new AppError('unprocessable', `Passkeys need a name in the address: open ${named} to use them.`)
  }
  throw new AppError(
    'unprocessable',
    'Passkeys need a name in the address: the administrator sets PUBLIC_URL to the https:// address of this server.',
  )
}

function hostOf(protocol: string, request: Request): URL | null {
  const asked = `${protocol}//${request.headers.get('host')}`
  return URL.canParse(asked) ? new URL(asked) : null
}
