import { addDays, type Day, dayNumber, dayOfNumber } from '@atrium/domain/dates/days'
import { recent } from '@atrium/domain/recent'

export type LunarCalendar = 'islamic-umalqura' | 'hebrew' | 'chinese'

const DAY_MS = 86_400_000
const formatOf = recent(
  5,
  (calendar: LunarCalendar) =>
    new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, { timeZone: 'UTC', month: 'long', day: 'numeric' }),
)
const numericOf = recent(
  5,
  (calendar: LunarCalendar) =>
    new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, { timeZone: 'UTC', month: 'numeric', day: 'numeric' }),
)

/** The days of a calendar's month and day in a year of ours, by Intl; a year of twelve moons may have it twice, or not at all. */
export const lunarDays = recent(200, (key: string): readonly Day[] => {
  const [calendar, month, date, year] = key.split('|') as [LunarCalendar, string, string, string]
  const format = /^\d/u.test(month) ? numericOf(calendar) : formatOf(calendar)
  const first = dayNumber(`${year.padStart(4, '0')}-01-01`)
  const found: Day[] = []
  for (let at = first; at < first + 366; at++) {
    const day = dayOfNumber(at)
    if (!day.startsWith(year.padStart(4, '0'))) break
    const parts = format.formatToParts(at * DAY_MS)
    const said = (type: string) => parts.find((part) => part.type === type)?.value
    // A leap month is marked (`6bis`), and has no feasts.
    if (said('month') === month && said('day') === date) {
      found.push(day)
      at += 300
    }
  }
  return found
})

/** A function of the year for a feast of a calendar, so many days after the one that is named. */
export const lunar =
  (calendar: LunarCalendar, months: readonly string[], date: number, later = 0) =>
  (year: number): readonly Day[] =>
    months
      .flatMap((month) => lunarDays(`${calendar}|${month}|${date}|${year}`))
      .slice(0, 1)
      .map((day) => addDays(day, later))
