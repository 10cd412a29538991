import { createHash } from 'node:crypto'
import { AppError } from '@atrium/contract/errors'
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { network } from '../platform/http/address.ts'
import { signInAttempts } from './tables.ts'

/** Wrong passwords for one account from one network, or from one browser that it knows. */
const ATTEMPTS = 10
/** seconds */
const WITHIN = 15 * 60
/** Wrong passwords for one account from all browsers together that it does not know. */
const OVERALL = 100
/** seconds */
const OVERALL_WITHIN = 60 * 60

export interface Attempt {
  /** Whose password is tried, whatever they were called by: their id, or `nobody(name)`. */
  subject: string
  ip: string
  /** A browser in which this account has been signed in before (known-browser.ts). */
  browser?: string | null
}

export interface Throttle {
  /** Counts an attempt before its password is looked at, so that parallel guesses count too. Throws `rate_limited`. */
  attempt(attempt: Attempt): Promise<void>
  /** The password was right: the mistakes made from there are forgiven. */
  succeeded(attempt: Attempt): Promise<void>
  /** It was somebody else whom the caller meant: this attempt was none at this account. */
  withdrawn(attempt: Attempt): Promise<void>
}

/** Somebody whom nobody is: counted as an account is, so that the answers tell nothing. */
export const nobody = (name: string): string => `name ${createHash('sha256').update(name).digest('base64url')}`

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

interface Counter {
  key: string
  most: number
  /** seconds */
  within: number
}

/**
 * Counts in the database, for all instances and whatever the account was called by. A browser that the account knows has a
 * counter of its own, which a stranger cannot fill; all others share one besides their network's. So guessing from
 * many addresses is slow too, and whoever is under attack still signs in where they did before. Elsewhere they wait for an
 * hour at most after the guessing has ended, or set a new password, which forgets the count.
 */
export function createThrottle(db: Database, kind = 'sign-in', overall = true): Throttle {
  function countersOf({ subject, ip, browser }: Attempt): Counter[] {
    const near = { most: ATTEMPTS, within: WITHIN }
    if (browser) return [{ key: `${kind} ${subject} browser ${browser}`, ...near }]
    const own = { key: `${kind} ${subject} from ${network(ip)}`, ...near }
    return overall ? [own, { key: `${kind} ${subject}`, most: OVERALL, within: OVERALL_WITHIN }] : [own]
  }

  async function count(subject: string, { key, most, within }: Counter): Promise<void> {
    const until = sql`now() + make_interval(secs => ${within})`
    const isOver = sql`${signInAttempts.until} <= now()`
    const [row] = await db
      .insert(signInAttempts)
      .values({ key, subject, count: 1, until })
      .onConflictDoUpdate({
        target: signInAttempts.key,
        set: {
          count: sql`case when ${isOver} then 1 else ${signInAttempts.count} + 1 end`,
          until: sql`case when ${isOver} then ${until} else ${signInAttempts.until} end`,
        },
      })
      .returning({
        count: signInAttempts.count,
        wait: sql<number>`extract(epoch from ${signInAttempts.until} - now())::float8 * 1000`,
      })
    if (row && row.count > most) throw tooManyAttempts(row.wait)
  }

  const oneLess = (key: string) =>
    db
      .update(signInAttempts)
      .set({ count: sql`${signInAttempts.count} - 1` })
      .where(and(eq(signInAttempts.key, key), gt(signInAttempts.count, 0)))

  return {
    async attempt(attempt) {
      // One after the other: what is refused for its network does not fill what is everybody's.
      for (const counter of countersOf(attempt)) await count(attempt.subject, counter)
    },
    async succeeded(attempt) {
      const [near, all] = countersOf(attempt)
      if (near) await db.delete(signInAttempts).where(eq(signInAttempts.key, near.key))
      if (all) await oneLess(all.key)
    },
    async withdrawn(attempt) {
      for (const { key } of countersOf(attempt)) await oneLess(key)
    },
  }
}

/** The password is another: what was guessed of the old one counts no more. */
export const forgetAttempts = (on: Queryable, ...subjects: string[]) =>
  on.delete(signInAttempts).where(inArray(signInAttempts.subject, subjects))

/** Counts whose time is over. */
export const removePastAttempts = (on: Queryable) =>
  on.delete(signInAttempts).where(lt(signInAttempts.until, sql`now()`))
