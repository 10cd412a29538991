import { addDays, mondayOf } from '@atrium/domain/dates/days'
import { sum } from '@atrium/domain/statistics/summary'

/** Money that is expected to come in (positive) or go out, in minor units. */
export interface CashItem {
  day: string
  amount: number
  label: string
  /** What it is known from. */
  basis: 'schedule' | 'pattern' | 'invoice' | 'bill' | 'average'
  /** Where: a schedule of the Wallet, lines of a file, the days that a pattern was seen on. */
  source: string
}

export interface CashWeek {
  /** Its Monday; the first week begins on the first day of the forecast. */
  from: string
  to: string
  opening: number
  receipts: number
  payments: number
  closing: number
}

/** A quarter: the length that lenders and restructuring advisers ask for. */
export const WEEKS = 13

/** The last day of the forecast that begins on a day. */
export const horizonOf = (today: string, weeks = WEEKS): string => addDays(mondayOf(today), weeks * 7 - 1)

/**
 * The 13-week cash flow by the direct method: the receipts and payments of each week, its opening and closing balance. What
 * is dated before the first day (overdue) falls into the first week; what is after the last is left out. Minor units.
 */
export function cashWeeks(opening: number, items: readonly CashItem[], today: string, weeks = WEEKS): CashWeek[] {
  let balance = opening
  return Array.from({ length: weeks }, (_, at) => {
    const monday = addDays(mondayOf(today), at * 7)
    const to = addDays(monday, 6)
    const mine = items.filter(({ day }) => day <= to && (at === 0 || day >= monday)).map(({ amount }) => amount)
    const receipts = sum(mine.filter((amount) => amount > 0))
    const payments = sum(mine.filter((amount) => amount < 0))
    const week = {
      from: at === 0 ? today : monday,
      to,
      opening: balance,
      receipts,
      payments,
      closing: balance + receipts + payments,
    }
    balance = week.closing
    return week
  })
}

/** The same items in a worse quarter: what comes in comes so many days later and is so much less (share 0 to 1). */
export const strained = (items: readonly CashItem[], lateDays: number, lossShare: number): CashItem[] =>
  items.map((item) =>
    item.amount > 0
      ? { ...item, day: addDays(item.day, lateDays), amount: Math.round(item.amount * (1 - lossShare)) }
      : item,
  )

/** The week with the smallest closing balance, the earliest of several. */
export const lowestWeek = (weeks: readonly CashWeek[]): CashWeek | undefined =>
  weeks.reduce<CashWeek | undefined>(
    (low, week) => (low === undefined || week.closing < low.closing ? week : low),
    undefined,
  )
