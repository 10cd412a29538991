import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { RateLimiterMemory as Limiter, type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { network } from './address.ts'
import type { Limit } from './route.ts'

/** Calls in so many seconds. Visitors are counted by their address's network: a cookie is free to throw away. */
export const LIMITS: Record<
  Limit,
  { visitor: [points: number, seconds: number]; person: [points: number, seconds: number] }
> = {
  read: { visitor: [240, 60], person: [1200, 60] },
  write: { visitor: [30, 60], person: [300, 60] },
  chat: { visitor: [10, 60], person: [60, 60] },
  send: { visitor: [5, 60], person: [30, 60] },
  enter: { visitor: [20, 60], person: [20, 60] },
  upload: { visitor: [5, 60], person: [60, 60] },
  fetch: { visitor: [5, 60], person: [60, 60] },
  device: { visitor: [60, 60], person: [6000, 60] },
}

/** Throws `rate_limited` with `details.retryAfter` in seconds. */
export type Limiters = (principal: Principal, ip: string, limit: Limit) => Promise<void>

export function createLimiters(factor = 1): Limiters {
  const limiters = new Map<string, RateLimiterMemory>()
  const limiter = (limit: Limit, who: 'visitor' | 'person') => {
    const name = `${limit}:${who}`
    let found = limiters.get(name)
    if (!found) {
      const [points, duration] = LIMITS[limit][who]
      found = new Limiter({ keyPrefix: name, points: Math.max(1, Math.round(points * factor)), duration })
      limiters.set(name, found)
    }
    return found
  }
  return async (principal, ip, limit) => {
    // A guest session is free to throw away too: its chat is counted together with the visitors' of its address.
    const isVisitor =
      principal.kind === 'anonymous' || limit === 'enter' || (principal.kind === 'guest' && limit === 'chat')
    try {
      await limiter(limit, isVisitor ? 'visitor' : 'person').consume(isVisitor ? network(ip) : principal.owner)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      throw new AppError(
        'rate_limited',
        `That was a lot at once. Please try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`,
        { details: { retryAfter } },
      )
    }
  }
}
