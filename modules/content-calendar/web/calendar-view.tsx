import { useMedia } from '@atrium/web/kit'
import FullCalendar, { type CalendarRef, type DateInput, type EventApi } from '@fullcalendar/react'
import dayGridPlugin from '@fullcalendar/react/daygrid'
import interactionPlugin from '@fullcalendar/react/interaction'
import listPlugin from '@fullcalendar/react/list'
import classicThemePlugin from '@fullcalendar/react/themes/classic'
import timeGridPlugin from '@fullcalendar/react/timegrid'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { localOf } from '../local-time.ts'
import type { Occurrence } from '../module.ts'
import type { View } from './address.ts'
import './calendar.css'
import { useTexts } from './texts.ts'

export interface Range {
  from: string
  /** not included */
  to: string
  title: string
}

export interface Steps {
  previous: () => void
  next: () => void
  today: () => void
}

export interface CalendarViewProps {
  view: View
  day: string | null
  zone: string
  occurrences: readonly Occurrence[]
  steps: Ref<Steps>
  onRange: (range: Range, day: string) => void
  onOpen: (occurrence: Occurrence) => void
  /** A free place was clicked or drawn over. */
  onNew: (start: string, minutes: number | null) => void
  /** `revert` puts it back where it was. */
  onMove: (occurrence: Occurrence, to: { start: string; minutes?: number }, revert: () => void) => void
}

const VIEWS: Record<View, string> = { month: 'dayGridMonth', week: 'timeGridWeek', list: 'listMonth' }

/** Colours say the kind and how far a post is. Their names stand in the editor and in the accessible name. */
function colours({ kind, status }: Occurrence): { ink: string; soft: string } {
  if (kind === 'event') return { ink: 'var(--accent-ink)', soft: 'var(--accent-soft)' }
  if (status === 'review') return { ink: 'var(--warning-ink)', soft: 'var(--warning-soft)' }
  if (status === 'approved') return { ink: 'var(--info-ink)', soft: 'var(--info-soft)' }
  if (status === 'scheduled') return { ink: 'var(--success-ink)', soft: 'var(--success-soft)' }
  return { ink: 'var(--ink)', soft: 'var(--active)' }
}

/** FullCalendar is told that all is UTC: what it shows are the clocks of the zone that was chosen, worked out by the server. */
const localIn = (text: string, allDay: boolean): string => text.slice(0, allDay ? 10 : 16)
const minutesIn = (event: EventApi): number | undefined =>
  event.start && event.end ? Math.round((event.end.getTime() - event.start.getTime()) / 60_000) : undefined

export default function CalendarView(props: CalendarViewProps) {
  const { view, day, zone, occurrences, steps, onRange, onOpen, onNew, onMove } = props
  const { t, language } = useTexts()
  const calendar = useRef<CalendarRef>(null)
  const isNarrow = useMedia('(max-width: 60rem)')
  const api = () => calendar.current?.getApi()
  const [first] = useState(() => day ?? localOf(new Date(), zone).slice(0, 10))
  useImperativeHandle(steps, () => ({
    previous: () => api()?.prev(),
    next: () => api()?.next(),
    today: () => api()?.gotoDate(localOf(new Date(), zone).slice(0, 10)),
  }))
  // The address leads: back and forward change what is shown.
  useEffect(() => {
    const shown = calendar.current?.getApi()
    if (!shown) return
    if (shown.view.type !== VIEWS[view]) shown.changeView(VIEWS[view])
    if (day && shown.getDate().toISOString().slice(0, 10) !== day) shown.gotoDate(day)
  }, [view, day])

  const moved = (event: EventApi, revert: () => void, isResized: boolean) => {
    const occurrence = event.extendedProps.occurrence as Occurrence
    const start = localIn(event.startStr, event.allDay)
    const wasAllDay = occurrence.at === null
    const length = isResized ? minutesIn(event) : event.allDay !== wasAllDay ? (event.allDay ? 1440 : 60) : undefined
    onMove(occurrence, { start, ...(length !== undefined && { minutes: length }) }, revert)
  }

  return (
    <div className={`content-calendar is-${view} min-h-0 flex-1`}>
      <FullCalendar
        ref={calendar}
        plugins={[dayGridPlugin, timeGridPlugin, listPlugin, interactionPlugin, classicThemePlugin]}
        headerToolbar={false}
        initialView={VIEWS[view]}
        initialDate={first}
        now={() => localOf(new Date(), zone) as DateInput}
        timeZone="UTC"
        locale={language}
        direction={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}
        firstDay={1}
        height={view === 'week' ? '75vh' : 'auto'}
        nowIndicator
        eventDisplay="block"
        displayEventTime={!(view === 'month' && isNarrow)}
        editable
        selectable
        eventInteractive
        eventResizableFromStart={false}
        dayMaxEvents={4}
        navLinks={false}
        snapDuration="00:15:00"
        slotMinTime="00:00:00"
        scrollTime="07:00:00"
        eventTimeFormat={{ hour: 'numeric', minute: '2-digit', meridiem: 'short' }}
        eventTitleClass="event-title"
        listItemEventTimeClass="list-time"
        listItemEventTitleClass="list-title"
        allDayText={t('allDay')}
        noEventsText={t('empty.range')}
        moreLinkText={(count) => t('more', { count })}
        events={occurrences.map((occurrence) => {
          const { ink, soft } = colours(occurrence)
          const isList = view === 'list'
          return {
            id: `${occurrence.id} ${occurrence.occurrence ?? ''}`,
            title: occurrence.title,
            start: occurrence.start,
            ...(occurrence.end > occurrence.start && { end: occurrence.end }),
            allDay: occurrence.at === null,
            color: isList ? ink : soft,
            contrastColor: ink,
            className: `is-${occurrence.status} ${occurrence.late ? 'is-late' : ''}`,
            editable: occurrence.status !== 'posted',
            durationEditable: occurrence.kind === 'event',
            extendedProps: { occurrence },
          }
        })}
        datesSet={({ startStr, endStr, view: shown }) =>
          onRange(
            { from: startStr.slice(0, 10), to: endStr.slice(0, 10), title: shown.title },
            // At the first drawing there is no calendar to ask yet.
            api()?.getDate().toISOString().slice(0, 10) ?? first,
          )
        }
        eventClick={({ event, jsEvent }) => {
          jsEvent.preventDefault()
          onOpen(event.extendedProps.occurrence as Occurrence)
        }}
        eventDrop={({ event, revert }) => moved(event, revert, false)}
        eventResize={({ event, revert }) => moved(event, revert, true)}
        select={({ startStr, start, end, allDay }) => {
          const minutes = Math.round((end.getTime() - start.getTime()) / 60_000)
          // One click in the month is a day, but a day's event is seldom meant: the editor asks for the time.
          onNew(localIn(startStr, allDay), allDay && minutes === 1440 ? null : minutes)
          api()?.unselect()
        }}
      />
    </div>
  )
}
