import { AppError } from '@atrium/contract/errors'
import {
  addDays,
  addMonths,
  type Day,
  firstDayOf,
  isoWeekday,
  lastDayOf,
  mondayOf,
  monthOf,
} from '@atrium/domain/dates/days'
import { dayOf, localAt } from '@atrium/domain/dates/local-time'
import { readTask } from './natural-task.ts'
import { say } from './say.ts'

export interface Period {
  from: Day
  /** included */
  to: Day
}

function wholeMonth(day: Day): Period {
  const month = monthOf(day)
  return { from: firstDayOf(month), to: lastDayOf(month) }
}

/**
 * The days that `today`, `this week`, `next week`, `the weekend`, `this month`, `by Friday`, `on 5 December` mean.
 * A week begins on Monday; what is over of this one is left out. Throws `bad_request` when it is no time.
 */
export function periodOf(when: string, now: Date, timeZone: string): Period {
  const today = dayOf(localAt(now, timeZone))
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
    return { from: isoWeekday(today) === 7 ? today : addDays(monday, 5), to: addDays(monday, 6) }
  if (said === 'this month' || said === 'month') return { from: today, to: wholeMonth(today).to }
  if (said === 'next month') return wholeMonth(addMonths(firstDayOf(monthOf(today)), 1))
  const days = /^(?:next|coming) (\d{1,3}) days$/.exec(said)
  if (days) return { from: today, to: addDays(today, Number(days[1])) }
  const until = /^(?:by|until|before)\s+(.+)$/.exec(said)
  const { due } = readTask(`x ${until?.[1] ?? said}`, now, timeZone)
  if (due === null) throw new AppError('bad_request', say('notATime', { when }))
  const day = dayOf(due)
  return until ? { from: [day, today].sort()[0] as Day, to: day } : { from: day, to: day }
}
