import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts one more for this key. Answers false when that is more than it may have for now. */
export type MayMail = (key: string) => Promise<boolean>

const HOUR = 60 * 60
/** Mails to one address in an hour: nobody who did not ask for one is to be bothered. */
const TO_ONE_ADDRESS = 3

/** How many mails go out for one key (an address, a person) in so many seconds, counted by this instance. */
export function createMailAllowance(most = TO_ONE_ADDRESS, seconds = HOUR): MayMail {
  const limiter = new RateLimiterMemory({ points: most, duration: seconds })
  return async (key) => {
    try {
      await limiter.consume(key)
      return true
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return false
      throw refusal
    }
  }
}
