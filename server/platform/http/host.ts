import type { IncomingMessage } from 'node:http'
import { AppError } from '@atrium/contract/errors'
import type { MiddlewareHandler } from 'hono'
import { uuid } from '../ids.ts'
import { acceptsHtml } from './accept.ts'
import { isNear } from './address.ts'
import { failure } from './failure.ts'
import { hostName } from './host-name.ts'
import type { Bindings } from './mount.ts'

/** The names that this server answers to, besides those of its own machine. */
export interface HostSettings {
  /** Names, addresses, or `.example.org` for all names below it. */
  names: readonly string[]
  /** A reverse proxy stands before us, and says in X-Forwarded-Host what its caller asked for. */
  behindProxy: boolean
}

/** An IP address as `hostName` spells it: IPv4 in IPv6's clothes is IPv4, and a zone is no part of it. */
const plainAddress = (ip: string): string => {
  const bare = ip.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return hostName(bare.includes(':') ? `[${bare}]` : bare) ?? bare
}

/** Of the machine itself: no name server elsewhere decides where these lead (RFC 6761, 6.3). */
const isLocal = (name: string) =>
  name === 'localhost' || name.endsWith('.localhost') || name === '127.0.0.1' || name === '::1'

/** The authority of a request in absolute form, which counts in place of the Host header (RFC 9112, 3.2.2). */
const authorityOf = (target: string | undefined) => /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(target ?? '')?.[1]

/** Every name that the request calls us by; all must be ours. */
function asked(incoming: IncomingMessage, behindProxy: boolean): string[] {
  const { rawHeaders, headers, url, socket } = incoming
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host')
  const authority = authorityOf(url)
  // It never opens the door, for a page may set it too: where a proxy is announced, it may close it.
  const forwarded = behindProxy && isNear(socket.remoteAddress) ? headers['x-forwarded-host'] : undefined
  return [...hosts, ...(authority === undefined ? [] : [authority]), ...(forwarded ? String(forwarded).split(',') : [])]
}

/**
 * The name that the request calls us by and that is none of ours; null when all are. A page of another site whose name is
 * led to this machine (DNS rebinding) is of our origin to the browser, and only the name tells. An IP address cannot be led
 * anywhere: the one that the connection came to is always ours.
 */
export function createHostCheck({ names, behindProxy }: HostSettings): (incoming: IncomingMessage) => string | null {
  const exact = new Set(names.filter((name) => !name.startsWith('.')))
  const parents = names.filter((name) => name.startsWith('.'))
  const isOurs = (name: string, arrivedAt: string | undefined) =>
    isLocal(name) ||
    exact.has(name) ||
    parents.some((parent) => name.endsWith(parent)) ||
    (arrivedAt !== undefined && name === plainAddress(arrivedAt))
  return (incoming) => {
    const foreign = asked(incoming, behindProxy).find((written) => {
      const name = hostName(written.trim())
      return name === null || !isOurs(name, incoming.socket.localAddress)
    })
    return foreign?.trim() ?? null
  }
}

/** Answers 421 to whoever calls this server by a name that is not its own, before anything else looks at the request. */
export function guardHost(settings: HostSettings): MiddlewareHandler<Bindings> {
  const foreignHost = createHostCheck(settings)
  return async (c, next) => {
    const name = foreignHost(c.env.incoming)
    if (name === null) return next()
    const shown = name.replace(/[^\w.:[\]-]/g, '').slice(0, 100)
    const sentence = `This server does not answer to the name “${shown}”. If it is a name of this server, set PUBLIC_URL to the address by which people reach it, or add the name to ALLOWED_HOSTS, and start it again.`
    if (acceptsHtml(c.req.raw)) return c.text(sentence, 421, { 'cache-control': 'no-store' })
    return failure(new AppError('misdirected', sentence), uuid())
  }
}
