import { addDays } from '@atrium/domain/dates/days'
import { isZone } from '@atrium/domain/dates/wall-clock'
import { z } from 'zod'

const DAY = 'That is no day of the calendar.'
export const Day = z.iso
  .date(DAY)
  .refine((day) => day >= '1900' && day < '9990', 'A date is in the years from 1900 to 9989.')
const MOMENT = 'Say when: a day, or a day and a time.'
/** A day (all day), or a day and a time on the clocks of the event's own zone. */
export const Local = z
  .string(MOMENT)
  .regex(/^\d{4}-\d\d-\d\d(?:T(?:[01]\d|2[0-3]):[0-5]\d)?$/, { error: MOMENT, abort: true })
  .refine((local) => Day.safeParse(local.slice(0, 10)).success, DAY)

/** An IANA name. */
export const Zone = z
  .string()
  .max(60)
  .refine(isZone, 'That time zone is not known. Choose one such as “Europe/Berlin”.')

/** Days between the beginning and the end of a span, its margins included. */
export const SHORT = 14
export const isLongSpan = (from: string, to: string): boolean => from === '' || addDays(from, SHORT) < to
