import { AppError } from '@atrium/contract/errors'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Of one link, whoever calls. */
const CALLS = { points: 60, duration: 3600 }

/** Counts what strangers do by a link or on a page. Throws `rate_limited`. */
export function createLinkAllowance(kind: string, sentence: string): (id: string) => Promise<void> {
  const calls = new RateLimiterMemory({ keyPrefix: kind, ...CALLS })
  return async (id) => {
    try {
      await calls.consume(id)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      throw new AppError('rate_limited', sentence, { details: { retryAfter } })
    }
  }
}
