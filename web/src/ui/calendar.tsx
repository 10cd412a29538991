import type { ReactNode, Ref } from 'react'
import { part } from '../platform/part.tsx'
import { Skeleton } from './skeleton.tsx'

/** Something with a place in time. Its times are those of the clocks that are shown: `2026-11-21T14:30`, or a day. */
export interface CalendarItem {
  id: string
  title: string
  start: string
  /** not included */
  end?: string
  /** Tokens: `var(--accent-ink)` on `var(--accent-soft)`. */
  ink: string
  soft: string
  /** A colour of its own at its edge, and of its dot in the list: a calendar's. */
  hue?: string
  className?: string
  /** The address of a small picture, which the list shows. */
  picture?: string
  isMovable: boolean
  isResizable: boolean
}

/** What is shown. */
export interface CalendarRange {
  /** days */
  from: string
  /** not included */
  to: string
  title: string
}

export interface CalendarSteps {
  previous: () => void
  next: () => void
  today: () => void
}

export interface CalendarProps {
  view: 'month' | 'week' | 'list'
  /** The day about which it is; today when null. */
  day: string | null
  /** What the clocks that are shown say now: `2026-11-21T14:30`. */
  now: () => string
  items: readonly CalendarItem[]
  language: string
  texts: { allDay: string; none: string; more: (count: number) => string; close?: string }
  steps?: Ref<CalendarSteps>
  className?: string
  onRange: (range: CalendarRange, day: string) => void
  onOpen: (id: string) => void
  /** A free place was clicked or drawn over; null minutes: a day was clicked. */
  onNew?: (start: string, minutes: number | null) => void
  /** Moved, or given another length (`minutes`). `revert` puts it back where it was. */
  onMove?: (id: string, to: { start: string; minutes?: number }, revert: () => void) => void
}

const CalendarPanel = /* @__PURE__ */ part<CalendarProps>(() =>
  import('./calendar-panel.tsx').then((file) => file.CalendarPanel),
)

/** A month, a week or a list of what has its time. FullCalendar is loaded with the first one. */
export function Calendar(props: CalendarProps): ReactNode {
  return <CalendarPanel {...props} placeholder={<Skeleton className="h-[32rem] w-full" />} />
}
