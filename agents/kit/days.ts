/** A day of the calendar, `2026-03-16`. */
export type Day = string

const DAY_MS = 86_400_000
const utc = (day: Day) => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: Day, days: number): Day => new Date(utc(day) + days * DAY_MS).toISOString().slice(0, 10)
/** 1 is Monday, 7 Sunday (ISO 8601). */
export const weekdayOf = (day: Day): number => new Date(utc(day)).getUTCDay() || 7
export const mondayOf = (day: Day): Day => addDays(day, 1 - weekdayOf(day))
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export const weekdayName = (day: Day): string => weekdays[weekdayOf(day) - 1] ?? ''
