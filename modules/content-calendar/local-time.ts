import { isWholeDay, type LocalTime } from '@atrium/domain/dates/local-time'
import { Temporal } from 'temporal-polyfill'

/** A time that the clocks leave out is moved on by as much; of one that comes twice the first is meant (RFC 5545, 3.3.5). */
export const zoned = (local: LocalTime, zone: string): Temporal.ZonedDateTime =>
  Temporal.PlainDateTime.from(isWholeDay(local) ? `${local}T00:00` : local).toZonedDateTime(zone)
