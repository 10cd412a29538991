import { sql } from 'drizzle-orm'
import { type Bus, CHANNEL, payload } from '../platform/database/bus.ts'
import type { Queryable } from '../platform/database/connect.ts'
import type { Client } from '../platform/runs/store.ts'

const REMEMBERED = 10_000

export interface Limits {
  /**
   * Whether a person has set a limit that what they ask themselves counts in: their own, or one of a team. Answered from memory where
   * it is known, since it is asked before each reply.
   */
  isLimited(ownerId: string): Promise<boolean>
  /** In the transaction that sets or takes away a limit. Afterwards every instance looks again. */
  changed(tx: Queryable, ownerId: string): Promise<unknown>
  /** The same, at once and on this instance. */
  forget(ownerId: string): void
}

export function createLimits(pool: Client, bus: Pick<Bus, 'subscribe' | 'onGap'>): Limits {
  const known = new Map<string, Promise<boolean>>()
  const forget = (ownerId: string) => void known.delete(ownerId)
  bus.subscribe('budgets', (ownerId) => forget(ownerId as string))
  bus.onGap(() => known.clear())

  async function look(ownerId: string): Promise<boolean> {
    const { rowCount } = await pool.query(
      `select from budgets where owner_id = $1 and scope in ('person', 'team') limit 1`,
      [ownerId],
    )
    return rowCount === 1
  }
  return {
    isLimited(ownerId) {
      const found = known.get(ownerId)
      if (found) return found
      const looking = look(ownerId)
      known.set(ownerId, looking)
      looking.catch(() => known.delete(ownerId)) // whoever waits for it is told
      const [oldest] = known.keys()
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
      return looking
    },
    changed: (tx, ownerId) => tx.execute(sql`select pg_notify(${CHANNEL}, ${payload('budgets', ownerId)})`),
    forget,
  }
}
