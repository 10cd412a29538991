import { readFileSync } from 'node:fs'

/** What other implementations say: made by dates.py. */
export const others: {
  /** day, days since 1970, ISO year, week and weekday (Python) */
  days: [string, number, number, number, number][]
  /** day, count, result (numpy) */
  working: [string, number, string][]
  between: [string, string, number][]
  /** from, to, years, months, days (dateutil) */
  spans: [string, string, number, number, number][]
  /** local time, zone, ms since 1970 (zoneinfo) */
  clocks: [string, string, number][]
  /** locale, date, day (CLDR) */
  written: [string, string, string][]
  /** figures, order, day (strptime, dateutil) */
  figures: [string, 'dmy' | 'mdy', string][]
  /** text, ms since 1970 (dateutil) */
  times: [string, number][]
  /** locale, width, name, month (CLDR) */
  months: [string, string, string, number][]
  easter: string[]
  /** zones of countries whose dates have the month first (tzdata, CLDR) */
  monthFirst: string[]
} = JSON.parse(readFileSync(new URL('./dates.json', import.meta.url), 'utf8'))
