import { daysBetween } from '@atrium/domain/dates/days'
import { atTime, dayOf, instantOf, localAt, timeOfMinutes } from '@atrium/domain/dates/local-time'
import { offsetMinutes } from '@atrium/domain/dates/wall-clock'
import { type Moment, showDay, showTime, today } from './reading.ts'
import { offsetText, zoneOf } from './zones.ts'

const named = (place: string): string => {
  const trimmed = place.trim().replace(/^the /iu, '')
  return trimmed.length <= 4 &&
    !/[\s]/u.test(trimmed) &&
    zoneOf(trimmed) &&
    !/^(?:rome|oslo|lima|bern|rio)$/iu.test(trimmed)
    ? trimmed.toUpperCase()
    : trimmed.replace(/(?:^|[\s-])\p{Ll}/gu, (letter) => letter.toUpperCase())
}

export const unknownPlace = (place: string): string =>
  `I do not know the time zone of “${place.trim().slice(0, 60)}”. Name a large city, a country with one time zone, or an abbreviation such as CET.`

/** "What time is it in Tokyo?" */
export function timeIn(place: string, moment: Moment): string | null {
  const zone = zoneOf(place)
  if (!zone) return null
  const there = localAt(moment.now, zone)
  const difference = offsetMinutes(moment.now, zone) - offsetMinutes(moment.now, moment.zone)
  return `It is **${showTime(there, moment.locale)}** in ${named(place)}, ${showDay(there, moment.locale)} (${offsetText(offsetMinutes(moment.now, zone))}). ${ahead(difference)}`
}

function ahead(minutes: number): string {
  return minutes === 0
    ? 'That is the same time as yours.'
    : `That is ${lapse(Math.abs(minutes))} ${minutes > 0 ? 'ahead of' : 'behind'} you.`
}

export function lapse(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return (
    [
      hours > 0 ? `${hours} hour${hours === 1 ? '' : 's'}` : '',
      rest > 0 ? `${rest} minute${rest === 1 ? '' : 's'}` : '',
    ]
      .filter(Boolean)
      .join(' ') || 'no time'
  )
}

export function timeDifference(first: string, second: string, moment: Moment): string | null {
  const [one, two] = [zoneOf(first), zoneOf(second)]
  if (!one || !two) return null
  const difference = offsetMinutes(moment.now, two) - offsetMinutes(moment.now, one)
  const [a, b] = [named(first), named(second)]
  const clocks = `It is ${showTime(localAt(moment.now, one), moment.locale)} in ${a} and ${showTime(localAt(moment.now, two), moment.locale)} in ${b} now.`
  return difference === 0
    ? `${a} and ${b} have **the same time** today. ${clocks}`
    : `${b} is **${lapse(Math.abs(difference))} ${difference > 0 ? 'ahead of' : 'behind'}** ${a} today. ${clocks}`
}

/** `15:00` of "3pm", "15:30", "noon"; null for anything else. */
export function readTime(text: string): string | null {
  const lower = text.trim().toLowerCase()
  if (lower === 'noon' || lower === 'midday') return '12:00'
  if (lower === 'midnight') return '00:00'
  const parts = /^(\d{1,2})(?:[:.h](\d{2}))? ?([ap])?\.?(?:m\.?)?(?: o'clock)?$/u.exec(lower)
  if (!parts) return null
  const minute = Number(parts[2] ?? 0)
  let hour = Number(parts[1])
  if (minute > 59 || hour > 23 || (parts[3] && (hour > 12 || hour === 0))) return null
  if (!parts[2] && !parts[3] && !/o'clock/u.test(lower)) return null
  if (parts[3] === 'p' && hour < 12) hour += 12
  if (parts[3] === 'a' && hour === 12) hour = 0
  return timeOfMinutes(hour * 60 + minute)
}

/** "3 pm New York in London": today's clock in the one place, read in the other. */
export function convertTime(timeText: string, fromText: string, toText: string | null, moment: Moment): string | null {
  const time = readTime(timeText)
  const isHere = /^(?:here|my time(?: zone)?|local time|our time)$/iu
  const from = isHere.test(fromText.trim()) ? moment.zone : zoneOf(fromText)
  const to = toText === null ? moment.zone : zoneOf(toText)
  if (!time || !from || !to) return null
  const date = localAt(moment.now, from)
  const instant = instantOf(atTime(dayOf(date), time), from)
  const there = localAt(instant, to)
  const shift = daysBetween(date, there)
  const when = shift === 0 ? '' : shift === 1 ? ', the next day' : shift === -1 ? ', the day before' : ''
  const where = toText === null ? 'your time' : `in ${named(toText)}`
  return `${showTime(time, moment.locale)} ${isHere.test(fromText.trim()) ? 'your time' : `in ${named(fromText)}`} is **${showTime(there, moment.locale)}** ${where}${when}.\n\n${offsetText(offsetMinutes(instant, from))} → ${offsetText(offsetMinutes(instant, to))}, on ${showDay(toText === null ? today(moment) : date, moment.locale)}`
}
