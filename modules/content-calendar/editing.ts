import { addDays, daysBetween } from '@atrium/domain/dates/days'
import {
  addMinutes,
  atTime,
  dayOf,
  isWholeDay,
  type LocalTime,
  minutesBetween,
  timeOf,
} from '@atrium/domain/dates/local-time'
import type { CalendarEvent } from './event.ts'
import { restarted } from './guests.ts'
import type { Scope } from './module.ts'
import { checkedRule, continuedFrom, endedBefore, hasStart, lastDayOf, shiftedRule } from './rules.ts'
import { isLongSpan } from './times.ts'

type Stored = CalendarEvent & { id: string }
export type Change = Partial<CalendarEvent>

/** What a change of a series comes to. */
export interface Plan {
  insert: CalendarEvent[]
  update: { id: string; change: Change }[]
  remove: string[]
}

/** A series, the changed occurrences that it has, and which of it is meant. */
export interface Target<S extends Stored = Stored> {
  master: S
  overrides: readonly S[]
  /** The start that the occurrence has by the rule; null of what does not repeat. */
  occurrence: LocalTime | null
}

/** Whether it happens more than once. */
export const isSeries = ({ rrule, rdates }: Pick<CalendarEvent, 'rrule' | 'rdates'>): boolean =>
  rrule !== null || rdates.length > 0

/** The same UID in another calendar is another event. */
const importKeyOf = ({ calendar, uid, occurrence }: CalendarEvent): string =>
  `${calendar === null ? '' : `${calendar}/`}${uid} ${occurrence ?? ''}`.trimEnd()

/** With what follows from the rest: where it lies, and by what an import finds it. */
export function placed<E extends CalendarEvent>(event: E): E {
  const spanFrom = addDays([dayOf(event.start), ...event.rdates.map(dayOf)].sort()[0] as string, -1)
  const spanTo = lastDayOf(event)
  return {
    ...event,
    importKey: event.uid === '' ? '' : importKeyOf(event),
    spanFrom,
    spanTo,
    isLong: isLongSpan(spanFrom, spanTo),
  }
}

/** An event's data without what the core knows about its row. */
const dataOf = ({ id: _, ...rest }: Stored): CalendarEvent => {
  const { version: __, createdAt: ___, updatedAt: ____, ...data } = rest as CalendarEvent & Record<string, unknown>
  return data as CalendarEvent
}

const shownStart = ({ master, overrides, occurrence }: Target): LocalTime =>
  overrides.find((one) => one.occurrence === occurrence)?.start ?? occurrence ?? master.start

/** How the starts of a series move when one of them moves: by days and to another time, or between days and times. */
function mover(from: LocalTime, to: LocalTime): (local: LocalTime) => LocalTime {
  if (!isWholeDay(from) && !isWholeDay(to)) return (local) => addMinutes(local, minutesBetween(from, to))
  const days = daysBetween(from, to)
  return (local) => atTime(addDays(local, days), timeOf(to))
}

/** A series after a change: its start, its rule, and the occurrences that it leaves out or adds, moved alike. */
function changedSeries(
  series: CalendarEvent,
  change: Change,
  from: LocalTime,
): { series: CalendarEvent; move: (local: LocalTime) => LocalTime } {
  const move = change.start === undefined ? (local: LocalTime) => local : mover(from, change.start)
  const start = move(series.start)
  const next = { ...series, ...change, start }
  const isNewRule = change.rrule !== undefined && change.rrule !== series.rrule
  if (!isNewRule && series.rrule) next.rrule = shiftedRule(series.rrule, series.start, start)
  if (next.rrule) next.rrule = checkedRule(next.rrule, next)
  // A series whose rule is taken away happens once.
  next.exdates = isNewRule && !next.rrule ? [] : series.exdates.map(move)
  next.rdates = isNewRule && !next.rrule ? [] : series.rdates.map(move)
  return { series: placed(next), move }
}

/** The changed occurrences after their series: moved alike; what the rule no longer gives goes. */
function follow(
  plan: Plan,
  overrides: readonly Stored[],
  series: CalendarEvent,
  move: (local: LocalTime) => LocalTime,
): void {
  for (const override of overrides) {
    const occurrence = move(override.occurrence ?? '')
    if (!hasStart({ ...series, exdates: [] }, occurrence)) {
      plan.remove.push(override.id)
      continue
    }
    if (occurrence === override.occurrence && series.uid === override.uid) continue
    const start = isWholeDay(override.start) === isWholeDay(series.start) ? move(override.start) : occurrence
    const { importKey } = placed({ ...dataOf(override), uid: series.uid, occurrence })
    plan.update.push({
      id: override.id,
      change: { ...placed({ ...dataOf(override), start, uid: series.uid, occurrence }), importKey },
    })
  }
}

/**
 * What has to be written so that one occurrence, it and the following, or all of a series are changed. `change.start` is
 * the new start of the occurrence that was meant. Throws `bad_request` for a rule that cannot be.
 */
export function planChange(target: Target, scope: Scope, change: Change, newUid: () => string): Plan {
  const { master, overrides, occurrence } = target
  const plan: Plan = { insert: [], update: [], remove: [] }
  if (!isSeries(master) || occurrence === null) {
    const next = placed({ ...dataOf(master), ...change })
    if (next.rrule) next.rrule = checkedRule(next.rrule, next)
    plan.update.push({ id: master.id, change: placed(next) })
    return plan
  }
  if (scope === 'this') {
    const { rrule: _, ...own } = change
    const existing = overrides.find((one) => one.occurrence === occurrence)
    if (existing) plan.update.push({ id: existing.id, change: placed({ ...dataOf(existing), ...own }) })
    else {
      const { guests: _, ...series } = dataOf(master) // guests are those of the series
      const alone = { ...series, start: occurrence, rrule: null, rdates: [], exdates: [], decisions: [] }
      plan.insert.push(placed({ ...alone, ...own, occurrence, source: '' }))
    }
    return plan
  }
  const from = shownStart(target)
  const isFirst = occurrence <= master.start
  if (scope === 'all' || isFirst) {
    const { series, move } = changedSeries(dataOf(master), change, from)
    plan.update.push({ id: master.id, change: series })
    follow(plan, overrides, series, move)
    return plan
  }
  const head = {
    ...dataOf(master),
    rrule: master.rrule && endedBefore(master, occurrence),
    exdates: master.exdates.filter((at) => at < occurrence),
    rdates: master.rdates.filter((at) => at < occurrence),
  }
  plan.update.push({ id: master.id, change: placed(head) })
  const rest: CalendarEvent = {
    ...dataOf(master),
    start: occurrence,
    rrule: master.rrule && continuedFrom(master, occurrence),

    exdates: master.exdates.filter((at) => at >= occurrence),
    rdates: master.rdates.filter((at) => at >= occurrence),
    uid: newUid(),
    source: '',
    guests: restarted(master.guests),
  }
  // The occurrence that was changed may have been moved by itself: the series moves by what this change adds.
  const { series, move } = changedSeries(rest, change, from)
  plan.insert.push(series)
  const later = overrides.filter((one) => (one.occurrence ?? '') >= occurrence)
  follow(plan, later, series, move)
  return plan
}

/** What has to be written so that one occurrence, it and the following, or all of a series are gone. */
export function planRemoval({ master, overrides, occurrence }: Target, scope: Scope): Plan {
  const plan: Plan = { insert: [], update: [], remove: [] }
  if (
    !isSeries(master) ||
    occurrence === null ||
    scope === 'all' ||
    (scope === 'following' && occurrence <= master.start)
  ) {
    plan.remove.push(master.id, ...overrides.map(({ id }) => id))
    return plan
  }
  const isGone = (at: LocalTime | null) => (scope === 'this' ? at === occurrence : (at ?? '') >= occurrence)
  plan.remove.push(...overrides.filter((one) => isGone(one.occurrence)).map(({ id }) => id))
  const change: Change =
    scope === 'this'
      ? { exdates: [...master.exdates, occurrence] }
      : {
          rrule: master.rrule && endedBefore(master, occurrence),
          exdates: master.exdates.filter((at) => !isGone(at)),
          rdates: master.rdates.filter((at) => !isGone(at)),
        }
  plan.update.push({ id: master.id, change: placed({ ...dataOf(master), ...change }) })
  return plan
}
