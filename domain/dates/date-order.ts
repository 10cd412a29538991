// Whether the day or the month comes first, found from a whole column, and by habit.
import { type DateOrder, dayOfFigures, figuresIn, LAST_YEAR, LONGEST } from './figures.ts'

export interface ToldOrder {
  order: DateOrder
  /**
   * What shows it: `told`, a date that can be read in this order alone or is written with points; `open`, nothing; `mixed`, dates
   * that have no order in common; `none`, there is no date that needs one. The last three have the usual order.
   */
  by: 'told' | 'open' | 'mixed' | 'none'
}

/** The order in which one date can alone be read (`31/01/2026` has the day first); null when it needs none or leaves it open. */
export function orderTold(text: string): 'dmy' | 'mdy' | null {
  const head = text.slice(0, LONGEST).trimStart()
  const parts = /^\d/.test(head) ? figuresIn(head)?.parts : undefined
  if (!parts || parts[0].length === 4) return null
  return Number(parts[0]) > 12 ? 'dmy' : Number(parts[1]) > 12 ? 'mdy' : null
}

const ORDERS = ['dmy', 'mdy', 'ymd'] as const

/**
 * The order in which all dates of a column can be read; what is a day in no order does not count. Where they leave it open, points
 * are day first, and the rest is as usual.
 */
export function orderOf(texts: Iterable<string>, usual: DateOrder): ToldOrder {
  let left: DateOrder[] = [...ORDERS]
  let seen = 0
  let withPoints = 0
  for (const text of texts) {
    const figures = figuresIn(text.slice(0, LONGEST).trimStart())
    if (!figures || figures.parts[0].length === 4) continue
    const { parts, sign } = figures
    const mayBeginWithYear = sign !== "'" && parts[2].length === 2
    const can = ORDERS.filter(
      (order) => (order !== 'ymd' || mayBeginWithYear) && dayOfFigures(parts, order, LAST_YEAR) !== null,
    )
    if (can.length === 0) continue
    seen += 1
    if (sign === '.') withPoints += 1
    left = left.filter((order) => can.includes(order))
  }
  if (seen === 0) return { order: usual, by: 'none' }
  // A year of two figures in front is rare: it counts only when nothing else is left.
  const [order = left[0], other] = left.filter((one) => one !== 'ymd')
  if (order === undefined) return { order: usual, by: 'mixed' }
  if (other === undefined) return { order, by: 'told' }
  return withPoints === seen ? { order: 'dmy', by: 'told' } : { order: usual, by: 'open' }
}

/** Of the United States, Puerto Rico, Guam and the Philippines (IANA, zone.tab). */
const MONTH_FIRST =
  /^(?:US\/|America\/(?:New_York|Detroit|Chicago|Menominee|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|Indiana\/|Kentucky\/|North_Dakota\/|Puerto_Rico|Fort_Wayne|Indianapolis|Louisville|Shiprock|Atka)|Pacific\/(?:Honolulu|Johnston|Guam)|Asia\/Manila|Navajo$|E?ST5EDT|CST6CDT|MST7MDT|PST8PDT)/

/** The order that people of a time zone write where a date leaves it open: the month first in America, the day nearly everywhere else. */
export const usualOrder = (timeZone: string): DateOrder => (MONTH_FIRST.test(timeZone) ? 'mdy' : 'dmy')
