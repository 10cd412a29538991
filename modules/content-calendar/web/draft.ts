import type { HeldFile } from '@atrium/contract/files'
import { addDays } from '@atrium/domain/dates/days'
import { addMinutes, dayOf, isWholeDay, minutesBetween, timeOf } from '@atrium/domain/dates/local-time'
import { MAIN } from '../calendars.ts'
import type { EventRow } from '../event.ts'
import { type Repeat, repeatOf, ruleFrom } from '../repeat.ts'

/** An event as its form has it: every field as it is typed. */
export interface Draft {
  kind: 'event' | 'post'
  title: string
  /** `main` or an id */
  calendar: string
  allDay: boolean
  day: string
  time: string
  endDay: string
  endTime: string
  zone: string
  repeat: Repeat
  place: string
  notes: string
  link: string
  tags: string
  text: string
  channels: string[]
  variants: Record<string, string>
  files: HeldFile[]
  altTexts: Record<string, string>
}

export function draftOf(event: EventRow, rrule: string | null): Draft {
  const { start, minutes } = event
  const allDay = isWholeDay(start)
  const end = allDay ? addDays(start, Math.max(0, Math.round(minutes / 1440) - 1)) : addMinutes(start, minutes)
  return {
    kind: event.kind,
    title: event.title,
    calendar: event.calendar ?? MAIN,
    allDay,
    day: dayOf(start),
    time: timeOf(start) ?? '09:00',
    endDay: dayOf(end),
    endTime: timeOf(end) ?? '10:00',
    zone: event.zone,
    repeat: repeatOf(rrule, start, event.zone),
    place: event.place,
    notes: event.notes,
    link: event.link,
    tags: event.tags.join(', '),
    text: event.text,
    channels: event.channels,
    variants: event.variants,
    files: event.files,
    altTexts: event.altTexts,
  }
}

export function newDraft(
  kind: Draft['kind'],
  start: string,
  minutes: number | null,
  zone: string,
  calendar: string = MAIN,
): Draft {
  const isTimed = !isWholeDay(start)
  const allDay = !isTimed && minutes !== null
  const begin = isTimed ? start : `${start}T09:00`
  const end = allDay ? addDays(start, minutes / 1440 - 1) : addMinutes(begin, minutes ?? 60)
  return {
    ...{ kind, title: '', calendar, allDay, day: dayOf(start), time: timeOf(begin) ?? '09:00', zone },
    ...{ endDay: dayOf(end), endTime: timeOf(end) ?? '10:00', repeat: repeatOf(null, start, zone) },
    ...{ place: '', notes: '', link: '', tags: '', text: '', channels: [], variants: {}, files: [], altTexts: {} },
  }
}

/** What a form says, as the server takes it. The end is never before the start: an hour stands for none. */
export function saidBy(draft: Draft) {
  const start = draft.allDay ? draft.day : `${draft.day}T${draft.time.slice(0, 5)}`
  const end = draft.allDay ? draft.endDay : `${draft.endDay}T${draft.endTime.slice(0, 5)}`
  const length = minutesBetween(start, end)
  const isPost = draft.kind === 'post'
  return {
    kind: draft.kind,
    title: draft.title.trim() || (isPost ? draft.text.trim().split('\n')[0]?.slice(0, 80) : '') || '',
    calendar: draft.calendar === MAIN ? null : draft.calendar,
    start,
    minutes: isPost ? 0 : draft.allDay ? length + 1440 : length,
    zone: draft.zone,
    rrule: ruleFrom(draft.repeat, start),
    place: draft.place,
    notes: draft.notes,
    link: draft.link.trim(),
    tags: draft.tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    text: draft.text,
    files: draft.files,
    altTexts: Object.fromEntries(
      Object.entries(draft.altTexts)
        .map(([id, text]) => [id, text.trim()] as const)
        .filter(([id, text]) => text !== '' && draft.files.some((file) => file.id === id)),
    ),
    channels: draft.channels,
    variants: Object.fromEntries(
      Object.entries(draft.variants).filter(([id, text]) => draft.channels.includes(id) && text.trim()),
    ),
  }
}

/** Only what was changed: the rest of a series stays as it is. */
export function changeBetween(before: Draft, after: Draft) {
  const [old, now] = [saidBy(before), saidBy(after)]
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof typeof old]),
  )
  return Object.fromEntries(changed) as Partial<ReturnType<typeof saidBy>>
}
