import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../platform/database/connect.ts'
import type { Log } from '../platform/telemetry.ts'
import { pageVisits } from './tables.ts'

/** Visitors of a day that are told apart; further ones are not counted twice only by chance. */
const REMEMBERED = 100_000
/** Programs that say so. */
const PROGRAM = /bot\b|crawl|spider|slurp|preview|fetch|monitor|curl|wget|python|facebookexternalhit|headless/i

export interface Visitor {
  ip: string
  request: Request
}

/**
 * Counts who opens a page, once a day each, without a cookie and without keeping who: told apart by a hash of address and browser
 * under a salt that this process makes anew every day and writes nowhere.
 */
export function createVisits(db: Database, log: Log, now: () => Date = () => new Date()) {
  let today = ''
  let salt = randomBytes(32)
  let seen = new Set<string>()

  return (pageId: string, { ip, request }: Visitor): void => {
    const browser = request.headers.get('user-agent') ?? ''
    const isAhead = /prefetch|prerender/i.test(request.headers.get('sec-purpose') ?? '')
    if (request.method !== 'GET' || isAhead || PROGRAM.test(browser)) return
    const day = now().toISOString().slice(0, 10)
    if (day !== today || seen.size >= REMEMBERED) {
      today = day
      salt = randomBytes(32)
      seen = new Set()
    }
    const visitor = createHash('sha256').update(salt).update(`${pageId}\n${ip}\n${browser}`).digest('base64url')
    if (seen.has(visitor)) return
    seen.add(visitor)
    db.insert(pageVisits)
      .values({ pageId, day, visits: 1 })
      .onConflictDoUpdate({
        target: [pageVisits.pageId, pageVisits.day],
        set: { visits: sql`${pageVisits.visits} + 1` },
      })
      .catch((err: unknown) => log.warn({ err }, 'a visit was not counted'))
  }
}
