import { atTime, dayOf, instantOf, localAt, minutesOfTime, timeOfMinutes } from '@atrium/domain/dates/local-time'
import { readLapse, sayIn, sayLapse } from './lapses.ts'
import type { Asker } from './question.ts'
import { clockNow, type Moment, type ReadDate, showDay, showTime, today } from './reading.ts'
import { readTime } from './times.ts'

const DAY = 1_440

/** A time of day as it was said. */
interface Said {
  minutes: number
  /** True where the morning or the afternoon may be meant: "9", "5:30". */
  half: boolean
  /** True for a time that names its half of the day: "9am", "noon". */
  whole: boolean
}

function readSaid(text: string): Said | null {
  const said = text.trim().replace(/^at /iu, '')
  const bare = /^(?:[1-9]|1[0-2])$/u.test(said) ? timeOfMinutes(Number(said) * 60) : null
  const time = bare ?? readTime(said)
  if (!time) return null
  const half = bare !== null || /^(?:[1-9]|1[0-2])(?:[:.h][0-5]\d| o'clock)$/iu.test(said)
  return { minutes: minutesOfTime(time), half, whole: /[ap]\.?m|noon|midday|midnight/iu.test(said) }
}

const shown = (minutes: number, { locale }: Moment): string => {
  const ofDay = ((Math.floor(minutes) % DAY) + DAY) % DAY
  return showTime(timeOfMinutes(ofDay), locale)
}

const forward = (from: number, to: number): number => (((to - from) % DAY) + DAY) % DAY || DAY

/** "9 to 5:30pm", "10pm to 6": a time without its half of the day stands in the half that makes the shorter span. */
function spanOf(from: Said, to: Said): [number, number] {
  const starts = from.half && to.whole ? [from.minutes, from.minutes + DAY / 2] : [from.minutes]
  const ends = to.half ? [to.minutes, to.minutes + DAY / 2] : [to.minutes]
  const spans = starts.flatMap((start) => ends.map((end): [number, number] => [start % DAY, forward(start, end)]))
  const [start, length] = spans.reduce((best, next) => (next[1] < best[1] ? next : best))
  return [start, start + length]
}

/** Hours and minutes from one time of day to another, over midnight where the second is the earlier one; null for anything else. */
export function clockSpan(
  a: string | undefined,
  b: string | undefined,
  unit: string,
  { moment }: Asker,
): string | null {
  const [from, to] = [readSaid(a ?? ''), readSaid(b ?? '')]
  if (!from || !to) return null
  const [start, end] = spanOf(from, to)
  const over = end >= DAY && end % DAY !== 0 ? ' the next day' : ''
  return `${sayIn(end - start, unit, moment.locale)} from ${shown(start, moment)} to ${shown(end, moment)}${over}.`
}

/** "14:45 - 9:15": how far apart two times of one day are. */
export function clockDistance(a: string | undefined, b: string | undefined, { moment }: Asker): string | null {
  const [one, other] = [readTime(a ?? ''), readTime(b ?? '')]
  if (!one || !other) return null
  const [early, late] = [one, other].map(minutesOfTime).sort((x, y) => x - y) as [number, number]
  return `**${sayLapse(late - early, moment.locale)}** between ${shown(early, moment)} and ${shown(late, moment)}.`
}

/** "30 minutes after 14:45" */
export function clockShift(
  time: string | undefined,
  duration: string | undefined,
  direction: 1 | -1,
  { moment, style }: Asker,
): string | null {
  const from = readTime(time ?? '')
  const minutes = readLapse(duration ?? '', style)
  if (!from || minutes === null || !Number.isInteger(minutes)) return null
  const start = minutesOfTime(from)
  const end = start + direction * minutes
  const days = Math.floor(end / DAY)
  const when =
    days === 0
      ? ''
      : days === 1
        ? ', the next day'
        : days === -1
          ? ', the day before'
          : `, ${Math.abs(days)} days ${days > 0 ? 'later' : 'earlier'}`
  return `**${shown(end, moment)}**${when}: ${sayLapse(minutes, moment.locale)} ${direction === 1 ? 'after' : 'before'} ${shown(start, moment)}.`
}

/** "in 90 minutes", "5 hours ago": on this person's clock, changes to summer time counted. */
export function fromNow(duration: string | undefined, direction: 1 | -1, { moment, style }: Asker): string | null {
  const minutes = readLapse(duration ?? '', style)
  if (minutes === null) return null
  const here = clockNow(moment)
  const there = localAt(new Date(moment.now.getTime() + direction * minutes * 60_000), moment.zone)
  const day = dayOf(here) === dayOf(there) ? '' : `, ${showDay(there, moment.locale)}`
  return `**${showTime(there, moment.locale)}**${day}: ${sayLapse(minutes, moment.locale)} ${direction === 1 ? 'from' : 'before'} now (${showTime(here, moment.locale)}).`
}

/** Minutes from one moment to another on this person's clock; a day without a time begins at midnight. */
export function minutesBetween(from: Date, to: ReadDate, moment: Moment): number {
  return Math.floor((momentOfRead(to, moment).getTime() - from.getTime()) / 60_000)
}

export const momentOfRead = ({ day, time }: ReadDate, { zone }: Moment): Date => instantOf(atTime(day, time), zone)

/** The whole minute that it is. */
export const thisMinute = ({ now }: Moment): Date => new Date(Math.floor(now.getTime() / 60_000) * 60_000)

/** "Friday, 16 January 2026, 17:00", the day only where it is not today. */
export function showMoment({ day, time }: ReadDate, moment: Moment): string {
  const isToday = day === today(moment)
  const at = time ? showTime(time, moment.locale) : ''
  return isToday && at ? at : [showDay(day, moment.locale), at].filter(Boolean).join(', ')
}
