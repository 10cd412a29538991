import { localAt } from '@atrium/domain/dates/local-time'
import { Calendar, type CalendarItem, type CalendarRange, type CalendarSteps, heldUrl } from '@atrium/web/kit'
import type { Ref } from 'react'
import { MAIN, type CalendarView as OneCalendar } from '../calendars.ts'
import type { Occurrence } from '../event.ts'
import type { View } from './address.ts'
import './calendar.css'
import { useTexts } from './texts.ts'

export interface CalendarViewProps {
  view: View
  day: string | null
  zone: string
  occurrences: readonly Occurrence[]
  calendars: readonly OneCalendar[]
  steps: Ref<CalendarSteps>
  onRange: (range: CalendarRange, day: string) => void
  onOpen: (occurrence: Occurrence) => void
  /** A free place was clicked or drawn over. */
  onNew: (start: string, minutes: number | null) => void
  /** `revert` puts it back where it was. */
  onMove: (occurrence: Occurrence, to: { start: string; minutes?: number }, revert: () => void) => void
}

/** An event has the colour of its calendar, a post that of how far it is, with its calendar's at the edge. */
function colours({ kind, status }: Occurrence, hue: string | undefined): { ink: string; soft: string } {
  if (kind === 'event')
    return { ink: 'var(--ink)', soft: hue ? `color-mix(in oklab, ${hue} 18%, var(--canvas))` : 'var(--accent-soft)' }
  if (status === 'review') return { ink: 'var(--warning-ink)', soft: 'var(--warning-soft)' }
  if (status === 'approved') return { ink: 'var(--info-ink)', soft: 'var(--info-soft)' }
  if (status === 'scheduled') return { ink: 'var(--success-ink)', soft: 'var(--success-soft)' }
  return { ink: 'var(--ink)', soft: 'var(--active)' }
}

const keyOf = ({ id, occurrence }: Occurrence): string => `${id} ${occurrence ?? ''}`

const itemOf = (occurrence: Occurrence, hue: string | undefined): CalendarItem => ({
  id: keyOf(occurrence),
  title: occurrence.title,
  start: occurrence.at === null ? occurrence.start.slice(0, 10) : occurrence.start,
  ...(occurrence.end > occurrence.start && { end: occurrence.end }),
  ...colours(occurrence, hue),
  ...(hue && { hue }),
  className: `is-${occurrence.status} ${occurrence.late ? 'is-late' : ''} ${occurrence.files > 0 ? 'has-files' : ''}`,
  ...(occurrence.picture && { picture: `${heldUrl({ id: occurrence.picture })}?thumbnail=small` }),
  isMovable: occurrence.status !== 'posted' && !occurrence.isForeign,
  isResizable: occurrence.kind === 'event' && !occurrence.isForeign,
})

/** The occurrences on the clocks of the zone that was chosen, worked out by the server. */
export function CalendarView({ zone, occurrences, calendars, onOpen, onMove, ...calendar }: CalendarViewProps) {
  const { t, language } = useTexts()
  const hues = new Map(calendars.map(({ id, colour }) => [id, colour]))
  const occurrenceOf = (key: string) => occurrences.find((one) => keyOf(one) === key)
  return (
    <Calendar
      {...calendar}
      className="content-calendar"
      language={language}
      now={() => localAt(new Date(), zone)}
      items={occurrences.map((one) => itemOf(one, hues.get(one.calendar ?? MAIN)))}
      texts={{ allDay: t('allDay'), none: t('empty.range'), more: (count) => t('more', { count }), close: t('close') }}
      onOpen={(key) => {
        const opened = occurrenceOf(key)
        if (opened) onOpen(opened)
      }}
      onMove={(key, to, revert) => {
        const moved = occurrenceOf(key)
        if (moved) onMove(moved, to, revert)
      }}
    />
  )
}
