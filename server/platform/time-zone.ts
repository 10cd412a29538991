import { recent } from '@atrium/domain/recent'

/** Making one costs a fifth of a millisecond. There are some 600 zones, and each has as many names as its letters have cases. */
const formatOf = recent(
  100,
  (timeZone: string) => new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' }),
)

/** A format for date and time in this zone (IANA name). Null when there is no such zone. */
export function dateFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return formatOf(timeZone)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
