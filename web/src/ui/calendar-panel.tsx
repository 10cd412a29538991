import FullCalendar, { type CalendarRef, type DateInput, type EventApi } from '@fullcalendar/react'
import dayGridPlugin from '@fullcalendar/react/daygrid'
import interactionPlugin from '@fullcalendar/react/interaction'
import listPlugin from '@fullcalendar/react/list'
import classicThemePlugin from '@fullcalendar/react/themes/classic'
import timeGridPlugin from '@fullcalendar/react/timegrid'
import { clsx } from 'clsx'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useMedia } from '../shell/use-media.ts'
import type { CalendarItem, CalendarProps } from './calendar.tsx'
import './calendar.css'

const VIEWS: Record<CalendarProps['view'], string> = {
  month: 'dayGridMonth',
  week: 'timeGridWeek',
  list: 'listMonth',
}

const isDay = (text: string): boolean => text.length === 10
/** FullCalendar is told that all is UTC: what it shows are the clocks that the page has worked out. */
const localIn = (text: string, allDay: boolean): string => text.slice(0, allDay ? 10 : 16)
const minutesIn = (event: EventApi): number | undefined =>
  event.start && event.end ? Math.round((event.end.getTime() - event.start.getTime()) / 60_000) : undefined

export function CalendarPanel(props: CalendarProps) {
  const { view, day, now, items, language, texts, steps, className, onRange, onOpen, onNew, onMove } = props
  const calendar = useRef<CalendarRef>(null)
  const isNarrow = useMedia('(max-width: 60rem)')
  const api = () => calendar.current?.getApi()
  const [first] = useState(() => day ?? now().slice(0, 10))
  useImperativeHandle(steps, () => ({
    previous: () => api()?.prev(),
    next: () => api()?.next(),
    today: () => api()?.gotoDate(now().slice(0, 10)),
  }))
  // The address leads: back and forward change what is shown.
  useEffect(() => {
    const shown = calendar.current?.getApi()
    if (!shown) return
    if (shown.view.type !== VIEWS[view]) shown.changeView(VIEWS[view])
    if (day && shown.getDate().toISOString().slice(0, 10) !== day) shown.gotoDate(day)
  }, [view, day])

  const moved = (event: EventApi, revert: () => void, isResized: boolean) => {
    const item = event.extendedProps.item as CalendarItem
    const start = localIn(event.startStr, event.allDay)
    const length = isResized
      ? minutesIn(event)
      : event.allDay !== isDay(item.start)
        ? event.allDay
          ? 1440
          : 60
        : undefined
    onMove?.(item.id, { start, ...(length !== undefined && { minutes: length }) }, revert)
  }

  return (
    <div className={clsx('calendar min-w-0 flex-1', `is-${view}`, className)}>
      <FullCalendar
        ref={calendar}
        plugins={[dayGridPlugin, timeGridPlugin, listPlugin, interactionPlugin, classicThemePlugin]}
        headerToolbar={false}
        initialView={VIEWS[view]}
        initialDate={first}
        now={() => now() as DateInput}
        timeZone="UTC"
        locale={language}
        direction={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}
        firstDay={1}
        height={view === 'list' ? 'auto' : '100%'}
        nowIndicator
        eventDisplay="block"
        displayEventTime={!(view === 'month' && isNarrow)}
        editable={onMove !== undefined}
        selectable={onNew !== undefined}
        eventInteractive
        eventResizableFromStart={false}
        dayMaxEvents
        navLinks={false}
        snapDuration="00:15:00"
        slotMinTime="00:00:00"
        scrollTime="07:00:00"
        eventTimeFormat={{ hour: 'numeric', minute: '2-digit', meridiem: 'short' }}
        eventTitleClass="event-title"
        listItemEventTimeClass="list-time"
        listItemEventTitleClass="list-title"
        allDayText={texts.allDay}
        noEventsText={texts.none}
        moreLinkText={texts.more}
        popoverClass="calendar-popover"
        {...(texts.close && { closeHint: texts.close })}
        events={items.map((item) => ({
          id: item.id,
          title: item.title,
          start: item.start,
          ...(item.end && item.end > item.start && { end: item.end }),
          allDay: isDay(item.start),
          color: view === 'list' ? (item.hue ?? item.ink) : item.soft,
          contrastColor: item.ink,
          className: clsx(item.className, item.picture && 'has-picture', item.hue && 'has-hue'),
          editable: item.isMovable,
          durationEditable: item.isResizable,
          extendedProps: { item },
        }))}
        datesSet={({ startStr, endStr, view: shown }) =>
          onRange(
            { from: startStr.slice(0, 10), to: endStr.slice(0, 10), title: shown.title },
            // At the first drawing there is no calendar to ask yet.
            api()?.getDate().toISOString().slice(0, 10) ?? first,
          )
        }
        eventDidMount={({ event, el }) => {
          const { picture, hue } = (event.extendedProps as { item?: CalendarItem }).item ?? {}
          if (hue) el.style.setProperty('--hue', hue)
          if (picture) el.style.setProperty('--picture', `url("${picture}")`)
        }}
        eventClick={({ event, jsEvent }) => {
          jsEvent.preventDefault()
          onOpen(event.id)
        }}
        eventDrop={({ event, revert }) => moved(event, revert, false)}
        eventResize={({ event, revert }) => moved(event, revert, true)}
        select={({ startStr, start, end, allDay }) => {
          const minutes = Math.round((end.getTime() - start.getTime()) / 60_000)
          // One click in the month is a day, but a whole day is seldom meant: the page asks for the time.
          onNew?.(localIn(startStr, allDay), allDay && minutes === 1440 ? null : minutes)
          api()?.unselect()
        }}
      />
    </div>
  )
}
