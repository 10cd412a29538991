import type { Reminders } from '@atrium/contract/module-server'
import { instantOf, isWholeDay, timeOf } from '@atrium/domain/dates/local-time'
import { isSeries } from './editing.ts'
import type { CalendarEvent } from './event.ts'
import type calendar from './module.ts'
import { startAfter, zoneOf } from './rules.ts'
import { say } from './say.ts'

type Settings = Parameters<NonNullable<Reminders<typeof calendar>['events']>>[1]['settings']

/** minutes before an event begins */
const BEFORE: Partial<Record<Settings['remind'], number>> = { start: 0, m10: 10, m15: 15, m30: 30, h1: 60, h3: 180 }

/** Starts in the place of which stands a changed occurrence: it reminds by itself, or was called off. */
const replacedIn = (series: CalendarEvent, together: readonly CalendarEvent[]): ReadonlySet<string> =>
  new Set(
    isSeries(series)
      ? together.flatMap(({ occurrence, calendar }) => (calendar === series.calendar && occurrence) || [])
      : [],
  )

/** When the next of its occurrences begins of which it can still be told in time; null when there is none. */
function nextStart(event: CalendarEvent, from: Date, replaced: ReadonlySet<string>) {
  for (let after = from; ; ) {
    const start = startAfter(event, after)
    if (start === null) return null
    const at = instantOf(start, zoneOf(event))
    if (!replaced.has(start)) return { start, at }
    after = at
  }
}

/** An event with a time reminds as long before as its owner's settings say, a post that is scheduled when it is to go out. */
const reminders: Reminders<typeof calendar> = {
  events: (event, { now, said, settings, together = [] }) => {
    const { id, kind, status, title, place, start } = event
    const link = `/content-calendar?open=${id}`
    const replaced = replacedIn(event, together)
    if (kind === 'post' && status === 'scheduled' && !replaced.has(start)) {
      const at = isWholeDay(start) ? `${start}T09:00` : instantOf(start, zoneOf(event))
      return [{ key: 'post', kind: 'post', at, title, body: said(say('timeToPost')), link: `${link}&due=1` }]
    }
    const minutes = BEFORE[settings.remind]
    if (kind !== 'event' || status === 'cancelled' || isWholeDay(start) || minutes === undefined) return []
    const before = minutes * 60_000
    const next = nextStart(event, new Date(now.getTime() + before), replaced)
    if (!next) return []
    const body = [timeOf(next.start), place].filter(Boolean).join(' · ')
    return [{ key: 'event', kind: 'event', at: new Date(next.at.getTime() - before), title, body, link }]
  },
}

export default reminders
