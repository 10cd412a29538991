import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '@atrium/contract/errors'
import { beginsWithZeros, type LinkWork } from '@atrium/contract/link-work'
import type { KeyCipher } from '../models/key-cipher.ts'

/** 33,000 hashes on average: about a second of a telephone. */
const BITS = 15
const GOOD_FOR = 30 * 60_000
/** Challenges that were used, remembered until they are over. An instance knows its own; each is worth one call to each. */
const REMEMBERED = 50_000

export interface Challenges {
  give(link: string): LinkWork
  /** Throws `bad_request` where the work was not done, for another link, too long ago, or used already. */
  take(link: string, work: { challenge: string; nonce: string }): void
}

/**
 * Challenges hold what is to be known of them, sealed: nothing is kept until one is used. Without bits there is no work to do, and a
 * challenge is only good for once: what a page without scripts can ask for.
 */
export function createChallenges(cipher: KeyCipher, now: () => number = Date.now, bits = BITS): Challenges {
  const used = new Map<string, number>()
  const refused = () => new AppError('bad_request', 'This page has been open for too long. Load it again, please.')
  return {
    give: (link) => ({
      challenge: cipher.seal(`${now() + GOOD_FOR} ${randomBytes(9).toString('base64url')}`, `work ${link}`),
      bits,
    }),
    take(link, { challenge, nonce }) {
      const until = Number(cipher.open(challenge, `work ${link}`)?.split(' ', 1)[0] ?? 0)
      // One text alone: base64 may be written in more than one way.
      const isOwnSpelling = Buffer.from(challenge, 'base64').toString('base64') === challenge
      const digest = createHash('sha256').update(`${challenge}.${nonce}`).digest()
      if (until <= now() || !isOwnSpelling || used.has(challenge) || !beginsWithZeros(digest, bits)) throw refused()
      for (const [old, over] of used) {
        if (over > now() && used.size < REMEMBERED) break
        used.delete(old)
      }
      used.set(challenge, until)
    },
  }
}
