import { isIPv6 } from 'node:net'
import { AppError } from '@atrium/contract/errors'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Wrong passwords for one name from one address. */
const ATTEMPTS = 10
/** seconds */
const WITHIN = 15 * 60

export interface Throttle {
  /** Counts an attempt before its password is looked at, so that parallel guesses count too. Throws `rate_limited`. */
  attempt(name: string, ip: string): Promise<void>
  /** The password was right: earlier mistakes are forgiven. */
  succeeded(name: string, ip: string): Promise<void>
}

/** Whoever has one IPv6 address has the 2^64 of its network. */
function network(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

export function createThrottle(): Throttle {
  const limiter = new RateLimiterMemory({ points: ATTEMPTS, duration: WITHIN })
  const key = (name: string, ip: string) => `${network(ip)} ${name}`
  return {
    async attempt(name, ip) {
      try {
        await limiter.consume(key(name, ip))
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
        const minutes = Math.ceil(retryAfter / 60)
        throw new AppError(
          'rate_limited',
          `Too many attempts to sign in. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
          { details: { retryAfter } },
        )
      }
    },
    async succeeded(name, ip) {
      await limiter.delete(key(name, ip))
    },
  }
}
