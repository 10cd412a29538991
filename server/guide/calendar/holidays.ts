import { addDays, type Day, nthWeekday } from '@atrium/domain/dates/days'
import { easter } from '@atrium/domain/dates/easter'

const four = (year: number): string => String(year).padStart(4, '0')
const fixed =
  (monthAndDate: `${string}-${string}`) =>
  (year: number): Day =>
    `${four(year)}-${monthAndDate}`
/** The `count`th given weekday (1 Monday to 7 Sunday) of a month. */
const nth =
  (month: string, weekday: number, count: number) =>
  (year: number): Day =>
    nthWeekday(`${four(year)}-${month}`, weekday, count)
const fromEaster =
  (days: number) =>
  (year: number): Day =>
    addDays(easter(year), days)

/** Days that people name rather than date. Thanksgiving and the two parents' days are those of the United States. */
const named: Readonly<Record<string, (year: number) => Day>> = {
  christmas: fixed('12-25'),
  xmas: fixed('12-25'),
  'christmas day': fixed('12-25'),
  'christmas eve': fixed('12-24'),
  'boxing day': fixed('12-26'),
  "new year's eve": fixed('12-31'),
  'new years eve': fixed('12-31'),
  "new year's day": fixed('01-01'),
  "new year's": fixed('01-01'),
  'new year': fixed('01-01'),
  'new years': fixed('01-01'),
  "valentine's day": fixed('02-14'),
  'valentines day': fixed('02-14'),
  "saint patrick's day": fixed('03-17'),
  "st patrick's day": fixed('03-17'),
  "st. patrick's day": fixed('03-17'),
  'april fools': fixed('04-01'),
  'may day': fixed('05-01'),
  'independence day': fixed('07-04'),
  halloween: fixed('10-31'),
  'good friday': fromEaster(-2),
  easter: fromEaster(0),
  'easter sunday': fromEaster(0),
  'easter monday': fromEaster(1),
  ascension: fromEaster(39),
  pentecost: fromEaster(49),
  'whit sunday': fromEaster(49),
  thanksgiving: nth('11', 4, 4),
  "mother's day": nth('05', 7, 2),
  "father's day": nth('06', 7, 3),
}

const american = /^(?:(?:the|this|next) )?(?:thanksgiving|mother's day|father's day|independence day)\b/iu

/** Says where a day is kept that other countries keep on another day. */
export const holidayNote = (name: string): string =>
  american.test(name.trim()) ? ' That is the day of the United States; other countries have others.' : ''

/** The function of the year that a name such as "Easter" stands for. */
export function holiday(name: string): ((year: number) => Day) | null {
  const key = name
    .trim()
    .toLowerCase()
    .replace(/^(?:the |this |next )/u, '')
  return Object.hasOwn(named, key) ? (named[key] as (year: number) => Day) : null
}
