import { addDays, isoWeekday } from '@atrium/domain/dates/days'
import { dayOf, instantOf, localAt } from '@atrium/domain/dates/local-time'
import type { Slot } from './channels.ts'

/** Weeks that the queue looks ahead. */
const WEEKS = 53

/**
 * The next instant after `after` that is a weekly time of one of these channels and free in each of them that has it. Null
 * when no channel has times, or all are taken for a year.
 */
export function nextFreeSlot(
  channels: readonly { id: string; zone: string; slots: readonly Slot[] }[],
  /** Instants (ms) at which a channel posts already. */
  taken: ReadonlyMap<string, ReadonlySet<number>>,
  after: Date,
): { at: Date; channel: string } | null {
  let best: { at: Date; channel: string } | null = null
  for (const { id, zone, slots } of channels) {
    const today = dayOf(localAt(after, zone))
    const times = [...slots].sort((a, b) => (a.time < b.time ? -1 : 1))
    search: for (let ahead = 0; times.length > 0 && ahead < WEEKS * 7; ahead++) {
      const day = addDays(today, ahead)
      for (const slot of times) {
        if (slot.day !== isoWeekday(day)) continue
        const at = instantOf(`${day}T${slot.time}`, zone)
        if (at <= after || taken.get(id)?.has(at.getTime())) continue
        if (!best || at < best.at) best = { at, channel: id }
        break search
      }
    }
  }
  return best
}
