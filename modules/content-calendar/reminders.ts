import type { Reminders } from '@atrium/contract/module-server'
import { instantOf, isWholeDay, timeOf } from '@atrium/domain/dates/local-time'
import type calendar from './module.ts'
import type { CalendarEvent } from './module.ts'
import { startAfter, zoneOf } from './rules.ts'

/** ms */
const BEFORE = 15 * 60_000

/** When the next of its occurrences begins of which it can still be told in time; null when there is none. */
function nextStart(event: CalendarEvent, now: Date, ahead: number) {
  const start = startAfter(event, new Date(now.getTime() + ahead))
  return start === null ? null : { start, at: instantOf(start, zoneOf(event)) }
}

/** An event with a time reminds a quarter of an hour before, a post that is scheduled when it is to go out. */
const reminders: Reminders<typeof calendar> = {
  events: (event, { now }) => {
    const { id, kind, status, title, place } = event
    const link = `/content-calendar?open=${id}`
    if (kind === 'post' && status === 'scheduled') {
      const at = isWholeDay(event.start) ? `${event.start}T09:00` : instantOf(event.start, zoneOf(event))
      return [{ key: 'post', kind: 'post', at, title, body: 'Time to post: copy the text and open the network.', link }]
    }
    if (kind !== 'event' || status === 'cancelled' || isWholeDay(event.start)) return []
    const next = nextStart(event, now, BEFORE)
    if (!next) return []
    const body = [timeOf(next.start), place].filter(Boolean).join(' · ')
    return [{ key: 'event', kind: 'event', at: new Date(next.at.getTime() - BEFORE), title, body, link }]
  },
}

export default reminders
