import type { Principal } from '@atrium/contract/principal'
import { knownZone } from '@atrium/domain/dates/wall-clock'
import { eq } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { languageOf } from '../platform/language.ts'
import type { Log } from '../platform/telemetry.ts'
import { ownerZones } from './tables.ts'

/** As the door of the records reads it. */
const HEADER = 'x-time-zone'
const MOST_REMEMBERED = 10_000
const LANGUAGE_MAX = 35
/** ms; another instance may have heard of another place meanwhile */
const REMEMBERED_FOR = 60_000

/** Where somebody is who is away: what clocks show there, and the language that they read. */
export interface Whereabouts {
  /** IANA name */
  timeZone: string
  /** BCP 47 */
  language: string
}

const UNKNOWN: Whereabouts = { timeZone: 'UTC', language: 'en' }

/** Where this person was when they last called: UTC and English when they never said. */
export async function zoneOf(on: Queryable, owner: string): Promise<Whereabouts> {
  const { timeZone, language } = ownerZones
  const [row] = await on.select({ timeZone, language }).from(ownerZones).where(eq(ownerZones.owner, owner))
  return row ?? UNKNOWN
}

/** A zone by its name: offsets (`+02:00`) say nothing of the next summer. */
const namedZone = (said: string | null): string | null => {
  const zone = said === null || said.length > 60 ? null : knownZone(said)
  return zone === null || /^[+-]/.test(zone) ? null : zone
}

export interface LastZones {
  /** To be told of every call. Writes when the caller is somewhere else than what is kept says. */
  seen(principal: Principal, request: Request): Promise<void>
}

/**
 * Keeps where people are. `moved` is told after somebody has come to another zone. A failure is logged and costs nobody their call.
 */
export function createLastZones(
  db: Queryable,
  log: Log,
  moved: (owner: string, timeZone: string) => Promise<void> = async () => undefined,
): LastZones {
  const known = new Map<string, { place: string; until: number }>()
  const remember = (owner: string, place: string) => {
    if (known.size >= MOST_REMEMBERED) known.clear()
    known.set(owner, { place, until: Date.now() + REMEMBERED_FOR })
  }
  const isKnown = (owner: string, place: string) => {
    const last = known.get(owner)
    return last?.place === place && last.until > Date.now()
  }
  return {
    async seen({ userId, seat, key }, request) {
      // a seat works where its task is from, a program that has a key may run anywhere
      if (userId === null || seat || key) return
      const timeZone = namedZone(request.headers.get(HEADER))
      if (timeZone === null) return
      const language = languageOf(request).slice(0, LANGUAGE_MAX)
      const place = `${timeZone} ${language}`
      if (isKnown(userId, place)) return
      try {
        const before = await zoneOf(db, userId)
        const now = { timeZone, language, updatedAt: new Date() }
        if (`${before.timeZone} ${before.language}` !== place)
          await db
            .insert(ownerZones)
            .values({ owner: userId, ...now })
            .onConflictDoUpdate({ target: ownerZones.owner, set: now })
        if (before.timeZone !== timeZone) await moved(userId, timeZone)
        remember(userId, place)
      } catch (err) {
        log.warn({ err }, 'where a person is could not be kept; the next call tries again')
      }
    },
  }
}

/** A guest who signs in is where they were: the account's own place is kept by their next call. */
export async function forgetZone(tx: Queryable, owner: string): Promise<void> {
  await tx.delete(ownerZones).where(eq(ownerZones.owner, owner))
}
