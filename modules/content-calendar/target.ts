import { AppError } from '@atrium/contract/errors'
import type { Row } from '@atrium/contract/module'
import { calendarFor } from './calendar-list.ts'
import { isSeries, placed, type Target } from './editing.ts'
import type { CalendarEvent } from './event.ts'
import type { Context } from './looking.ts'
import type { Scope } from './module.ts'
import { hasStart } from './rules.ts'
import { say } from './say.ts'

// What an action is about: an event, or of a series which of its occurrences.

export type StoredEvent = Row<CalendarEvent>

interface Which {
  id: string
  occurrence?: string | null
  version?: number
  scope?: Scope
}

/** The series (or the single event) that is meant, with its changed occurrences. */
export async function targetOf(
  { id, occurrence = null, version }: Which,
  { store }: Context,
): Promise<Target<StoredEvent> & { row: StoredEvent }> {
  const row = await store.events.get(id)
  if (version !== undefined && row.version !== version)
    throw new AppError('conflict', say('changedElsewhere'), { details: { current: row } })
  const { uid, calendar } = row
  const [series] =
    row.occurrence === null ? [row] : await store.events.list({ where: { uid, calendar, occurrence: null }, limit: 1 })
  if (!series || !isSeries(series)) return { row, master: row, overrides: [], occurrence: null }
  const overrides = await Array.fromAsync(store.events.each({ where: { uid, calendar, occurrence: { ne: null } } }))
  const at = row.occurrence ?? occurrence
  if (at !== null && !overrides.some((one) => one.occurrence === at) && !hasStart(series, at))
    throw new AppError('not_found', say('noOccurrence'))
  return { row, master: series, overrides, occurrence: at }
}

/** Of a series, without a word on how many of it are meant: the one that was named, or all when none was. */
export const scopeOf = ({ scope }: Which, { occurrence }: Target): Scope =>
  scope ?? (occurrence === null ? 'all' : 'this')

/** What an action on all of a series is about when no occurrence was named: the first. */
export const aimed = (target: Target): Target => ({
  ...target,
  occurrence: target.occurrence ?? (isSeries(target.master) ? target.master.start : null),
})

/**
 * Takes a series, whole, to another calendar: one occurrence of it cannot be elsewhere. Throws `conflict` where that calendar has it
 * already (the same UID).
 */
export async function toCalendar(target: Target<StoredEvent>, asked: string | null, context: Context) {
  const calendar = await calendarFor(context, asked)
  const { master, overrides } = target
  if (calendar === master.calendar) return target
  if (master.uid !== '' && (await context.store.events.count({ uid: master.uid, calendar })) > 0)
    throw new AppError('conflict', say('oneCalendar', { title: master.title }))
  const moved: StoredEvent[] = []
  for (const one of [master, ...overrides])
    moved.push(await context.store.events.update(one.id, placed({ ...one, calendar })))
  return { ...target, master: moved[0] ?? master, overrides: moved.slice(1) }
}
