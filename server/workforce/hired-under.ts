import { headOf } from '@atrium/contract/workforce-chart'
import { inArray } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { holdSeats } from '../seats/own-seat.ts'
import { seats } from './tables.ts'

/**
 * Seats that were just made report to the heads of their departments, where their subscription has them, as the chart showed
 * it before; the others to their owner. Whoever was there already stays where they are.
 */
export async function putUnderHeads(
  tx: Queryable,
  ownerId: string,
  lineIds: readonly string[],
  made: readonly string[],
): Promise<void> {
  if (made.length === 0) return
  const all = await holdSeats(tx, ownerId)
  const team = all.filter(
    ({ subscriptionLineId, status, isLeaving }) =>
      lineIds.includes(subscriptionLineId) && status !== 'ended' && !isLeaving,
  )
  const kinds = new Set(team.map(({ agent }) => agent))
  const under = new Map<string, string[]>()
  for (const { id, agent } of team) {
    if (!made.includes(id)) continue
    const head = headOf(agent, kinds)
    const manager = team.find((one) => one.agent === head)
    if (manager) under.set(manager.id, [...(under.get(manager.id) ?? []), id])
  }
  for (const [managerSeatId, ids] of under)
    await tx.update(seats).set({ managerSeatId, managerUserId: null }).where(inArray(seats.id, ids))
}
