import { addDays, addMonths } from '@atrium/domain/dates/days'
import { addMinutes, atTime, dayOf, localAt, timeOf } from '@atrium/domain/dates/local-time'
import { COUNT_PATTERN, countSaid } from '@atrium/domain/numbers/number-words'
import type { Moment } from '../calendar/reading.ts'

/** By how much something is to be moved from the day that it has. */
export interface Shift {
  /** The field that takes the day. */
  field: string
  unit: 'minute' | 'hour' | 'day' | 'week' | 'month'
  count: number
}

const AMOUNT = new RegExp(
  `\\b(an?|another|one|a couple of|half an|${COUNT_PATTERN}) (?:more |extra |whole |further )?(minute|min|hour|day|week|month)s?\\b`,
  'iu',
)
const EARLIER = /\b(?:earlier|sooner|forward|up)\b/iu

/** “Push it back two days”, “an hour earlier”, “give me another week”. */
export function shiftIn(sentence: string, field: string): Shift | null {
  const found = AMOUNT.exec(sentence)
  if (!found) return null
  const [, said = '', named = ''] = found
  const words = said.toLowerCase()
  const isHalf = words === 'half an'
  const amount = /^(?:an?|another|half an)$/u.test(words) ? 1 : words === 'a couple of' ? 2 : countSaid(words)
  if (amount === null) return null
  const unit = isHalf ? 'minute' : named.toLowerCase() === 'min' ? 'minute' : (named.toLowerCase() as Shift['unit'])
  return { field, unit, count: (isHalf ? 30 : amount) * (EARLIER.test(sentence) ? -1 : 1) }
}

/** The day and time that many days or hours from another; from now where there is none. */
export function shifted(at: string | null, { unit, count }: Shift, moment: Moment): string {
  const now = localAt(moment.now, moment.zone)
  if (unit === 'minute' || unit === 'hour') {
    const from = at && timeOf(at) !== null ? at : now.slice(0, 16)
    return addMinutes(from, count * (unit === 'hour' ? 60 : 1))
  }
  const from = at ?? dayOf(now)
  const day = unit === 'month' ? addMonths(dayOf(from), count) : addDays(dayOf(from), count * (unit === 'week' ? 7 : 1))
  return atTime(day, timeOf(from))
}
