import type { Day } from '@atrium/domain/dates/days'
import type { DateOrder } from '@atrium/domain/dates/figures'
import { readDate as readWritten } from '@atrium/domain/dates/written'
import { keptDay } from '../kept-day.ts'

/**
 * The day that a bank or a program wrote, whatever stands behind it. Two figures of a year mean the hundred years that end 20
 * years after this one. Null when it is none that the Wallet keeps.
 */
export function readDate(said: string, order: DateOrder, thisYear: number): Day | null {
  const read = readWritten(said, { order, lastYear: thisYear + 20, isCompact: true })
  return read && keptDay(read.day)
}
