import { addDays, type Day, daysBetween } from '@atrium/domain/dates/days'
import { dayOf, type LocalTime, timeOf } from '@atrium/domain/dates/local-time'

const formats = new Map<string, Intl.DateTimeFormat>()

function format(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  formats.set(key, known)
  return known
}

/** The day of a moment on this device's clock, as the tasks' days are; now when none is given. */
export function dayHere(moment: Date = new Date()): Day {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** `Today`, `Tomorrow`, `Friday`, `5 Oct`, `5 Oct 2027`, in the person's language. */
export function dayLabel(day: Day, today: Day, language: string): string {
  const distance = daysBetween(today, day)
  if (Math.abs(distance) <= 1) {
    const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(distance, 'day')
    return words.charAt(0).toLocaleUpperCase(language) + words.slice(1)
  }
  const at = new Date(`${day}T00:00:00Z`)
  if (distance > 0 && distance < 7) return format(language, { weekday: 'long' }).format(at)
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'
  return format(language, { day: 'numeric', month: 'short', year }).format(at)
}

/** The time of day, or null for a whole day. */
export function timeLabel(due: LocalTime, language: string): string | null {
  const time = timeOf(due)
  if (time === null) return null
  return format(language, { hour: 'numeric', minute: '2-digit' }).format(new Date(`1970-01-01T${time}:00Z`))
}

export function dueLabel(due: LocalTime, today: Day, language: string): string {
  return [dayLabel(dayOf(due), today, language), timeLabel(due, language)].filter(Boolean).join(' ')
}

/** A heading over a day's tasks: `Tomorrow · 6 October`. */
export function dayHeading(day: Day, today: Day, language: string): string {
  const long = format(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(`${day}T00:00:00Z`))
  return day <= addDays(today, 1) ? `${dayLabel(day, today, language)} · ${long}` : long
}
