import { Temporal } from 'temporal-polyfill'
import { isDay, type Local } from './wall-clock.ts'

/** A time that the clocks leave out is moved on by as much; of one that comes twice the first is meant (RFC 5545, 3.3.5). */
export const zoned = (local: Local, zone: string): Temporal.ZonedDateTime =>
  Temporal.PlainDateTime.from(isDay(local) ? `${local}T00:00` : local).toZonedDateTime(zone)
export const instantOf = (local: Local, zone: string): Date => new Date(zoned(local, zone).epochMilliseconds)
/** What the clocks of a zone show at an instant. */
export const localOf = (instant: Date | Temporal.ZonedDateTime, zone: string): Local => {
  const at = instant instanceof Date ? instant.getTime() : instant.epochMilliseconds
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
}
/** The same instant on another clock; a day stays a day. */
export const inZone = (local: Local, from: string, to: string): Local =>
  isDay(local) || from === to ? local : localOf(zoned(local, from), to)
