import { AppError } from '@atrium/contract/errors'
import {
  addDays,
  addMonths,
  type Day,
  dayOf,
  daysIn,
  localTime,
  makeDay,
  mondayOf,
  parts,
  weekday,
} from './calendar-days.ts'
import { readTask } from './natural-task.ts'

export interface Period {
  from: Day
  /** included */
  to: Day
}

function monthOf(day: Day): Period {
  const { year, month } = parts(day)
  const first = makeDay(year, month, 1) ?? day
  return { from: first, to: makeDay(year, month, daysIn(year, month)) ?? day }
}

/**
 * The days that `today`, `this week`, `next week`, `the weekend`, `this month`, `by Friday`, `on 5 December` mean.
 * A week begins on Monday; what is over of this one is left out. Throws `bad_request` when it is no time.
 */
export function periodOf(when: string, now: Date, timeZone: string): Period {
  const today = dayOf(localTime(now, timeZone))
  const said = when
    .trim()
    .toLowerCase()
    .replace(/[?.!]+$/, '')
    .replace(/^(?:on|in|for|during)\s+/, '')
    .replace(/^the\s+/, '')
  const monday = mondayOf(today)
  if (said === '' || said === 'this week' || said === 'week' || said === 'my week')
    return { from: today, to: addDays(monday, 6) }
  if (said === 'next week') return { from: addDays(monday, 7), to: addDays(monday, 13) }
  if (/^(?:this )?weekend$/.test(said))
    return { from: weekday(today) === 0 ? today : addDays(monday, 5), to: addDays(monday, 6) }
  if (said === 'this month' || said === 'month') return { from: today, to: monthOf(today).to }
  if (said === 'next month') return monthOf(addMonths(`${today.slice(0, 7)}-01`, 1))
  const days = /^(?:next|coming) (\d{1,3}) days$/.exec(said)
  if (days) return { from: today, to: addDays(today, Number(days[1])) }
  const until = /^(?:by|until|before)\s+(.+)$/.exec(said)
  const { due } = readTask(`x ${until?.[1] ?? said}`, now, timeZone)
  if (due === null)
    throw new AppError('bad_request', `“${when}” is no time that I understand. Try “this week” or “tomorrow”.`)
  const day = dayOf(due)
  return until ? { from: [day, today].sort()[0] as Day, to: day } : { from: day, to: day }
}
