import { AppError } from '@atrium/contract/errors'
import { type Day, isDay } from '@atrium/domain/dates/days'
import { dayOf } from '@atrium/domain/dates/local-time'
import { formatRule, RecurrenceError } from '@atrium/domain/recurrence/rule'
import { readTask } from './natural-task.ts'
import { formatInterval, isRule, parseRecurrence } from './recurrence.ts'
import { readRecurrence } from './recurrence-said.ts'
import { anchored } from './recurrence-words.ts'
import { say } from './say.ts'

interface Clock {
  now: Date
  timeZone: string
}

/** "Christmas", "24 December", "2026-12-24"; null when anything else is said. */
function dayNamed(words: string, { now, timeZone }: Clock): Day | null {
  if (isDay(words)) return words
  const { title, due } = readTask(`x ${words}`, now, timeZone)
  return title === 'x' && due !== null ? dayOf(due) : null
}

function fromWords(text: string, first: Day, clock: Clock): string {
  const { recurrence, understood, rest } = readRecurrence(text, (words) => dayNamed(words, clock))
  if (recurrence === null) throw new AppError('bad_request', say('notARecurrence', { text }))
  if (rest) throw new AppError('bad_request', say('recurrenceInPart', { understood, rest }))
  const parsed = parseRecurrence(recurrence)
  return isRule(parsed) ? formatRule(anchored(parsed, first)) : recurrence
}

/**
 * A recurrence as stored, from an RRULE, `rec:2w`, or words such as "every other Friday", all of which must be understood.
 * Throws `bad_request`.
 */
export function recurrenceFrom(said: string | null | undefined, first: Day, clock: Clock): string | null | undefined {
  if (!said?.trim()) return said === undefined ? undefined : null
  const text = said.trim().replace(/^RRULE:/i, '')
  if (!/^(?:rec:|[A-Z]+=)/i.test(text)) return fromWords(text, first, clock)
  try {
    const parsed = parseRecurrence(text)
    return isRule(parsed) ? formatRule(parsed) : formatInterval(parsed)
  } catch (cause) {
    if (!(cause instanceof RecurrenceError)) throw cause
    throw new AppError('bad_request', say('recurrenceRefused', { message: cause.message }), { cause })
  }
}
