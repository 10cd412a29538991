// English names of months and weekdays, as they are written and as people type them.
import { type Day, isoWeekday } from './days.ts'

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
/** Monday first (ISO 8601). */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** `Monday` of a day. */
export const weekdayName = (day: Day): string => WEEKDAYS[isoWeekday(day) - 1] ?? ''

/** The place, from 1, of the one name that a text of at least three letters begins. */
function placeOf(text: string, names: readonly string[]): number | null {
  const said = text.trim().toLowerCase().replace(/\.$/, '')
  const at = said.length < 3 ? -1 : names.findIndex((name) => name.toLowerCase().startsWith(said))
  return at < 0 ? null : at + 1
}

/** 1 to 12 for a month's name or a beginning of it of at least three letters (`Sept.`); null for anything else. */
export const monthNamed = (text: string): number | null => placeOf(text, MONTHS)
/** 1 (Monday) to 7 for a weekday's name, one of several (`Mondays`), or a beginning of at least three letters; null for anything else. */
export const weekdayNamed = (text: string): number | null =>
  placeOf(text, WEEKDAYS) ?? placeOf(text.trim().replace(/s$/i, ''), WEEKDAYS)

/** Source of a pattern, without groups that capture, for a month's name, whole, in three letters, or `sept`; for the flag i. */
export const MONTH_PATTERN =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
/** The same for a weekday's name, whole, as people shorten it, or several of it (`mondays`). */
export const WEEKDAY_PATTERN =
  '(?:mon(?:days?)?|tue(?:s(?:days?)?)?|wed(?:nesdays?)?|thu(?:r(?:s(?:days?)?)?)?|fri(?:days?)?|sat(?:urdays?)?|sun(?:days?)?)'
