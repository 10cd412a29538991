import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

const NEAR = /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/

/** Of this machine or its own network: where a reverse proxy stands. */
export const isNear = (ip: string | undefined): boolean => NEAR.test(ip ?? '')

/** The caller's address: the connection's, or the one that the proxy before us saw, when there is one. */
export function addressOf(incoming: IncomingMessage | undefined, request: Request, behindProxy: boolean): string {
  const peer = incoming?.socket.remoteAddress ?? 'local'
  const forwarded =
    behindProxy && isNear(peer) ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded || peer
}

/** What is counted instead of an address: whoever has one IPv6 address has the 2^64 of its network. */
export function network(ip: string): string {
  if (!isIPv6(ip)) return ip
  if (ip.includes('.')) return ip.slice(ip.lastIndexOf(':') + 1) // IPv4 in IPv6's spelling
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
