import { orderOf } from '@atrium/domain/dates/date-order'
import type { Day } from '@atrium/domain/dates/days'
import type { DateOrder } from '@atrium/domain/dates/figures'
import { readDate } from '@atrium/domain/dates/written'

/**
 * The day that a cell of a file begins with. Dates with points are read day first, those with slashes by `order`. Null when it is
 * none of the years 1900 to 9989, in which all can be counted with.
 */
export function dayIn(text: string, order: DateOrder = 'mdy'): Day | null {
  const day = readDate(text, { order: /^\s*\d{1,2}\./.test(text) ? 'dmy' : order })?.day
  return day && day >= '1900' && day < '9990' ? day : null
}

export interface DayReader {
  read(text: string): Day | null
  /** How dates with slashes were read, for the product; empty when there were none. */
  note: string
}

/**
 * How a column of a file writes its days. `3/4/2026` is read month first unless a value of the column can only be day first
 * (`13/4/2026`): the note says which, so that nothing is guessed silently.
 */
export function dayReader(values: readonly string[]): DayReader {
  const { order, by } = orderOf(
    values.filter((value) => /^\s*\d{1,2}\s?[/-]/.test(value)),
    'mdy',
  )
  const said = { dmy: 'day first', mdy: 'month first', ymd: 'year first' }[order]
  return {
    read: (text) => dayIn(text, order),
    note:
      by === 'none'
        ? ''
        : `Dates with slashes were read ${said}${by === 'told' ? '' : ', which the values alone do not prove'}.`,
  }
}
