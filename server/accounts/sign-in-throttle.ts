import { AppError } from '@atrium/contract/errors'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { network } from '../platform/http/address.ts'

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

/** `wait`: milliseconds */
export function tooManyAttempts(wait: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(wait / 1000))
  const minutes = Math.ceil(retryAfter / 60)
  return new AppError(
    'rate_limited',
    `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { details: { retryAfter } },
  )
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
        throw tooManyAttempts(refusal.msBeforeNext)
      }
    },
    async succeeded(name, ip) {
      await limiter.delete(key(name, ip))
    },
  }
}
