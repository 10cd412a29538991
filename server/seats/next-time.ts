import { AppError } from '@atrium/contract/errors'
import type { Trigger } from '@atrium/contract/workforce-seats'
import { Cron } from 'croner'
import { dateFormat } from '../platform/time-zone.ts'

/** Between two tasks of one schedule. */
export const LEAST_MINUTES = 15
const MINUTE = 60_000
/** Looked at for how often a time comes: two days at the least interval, and within them every time of a day. */
const TIMES = 400
const DAYS = 400

type Time = Extract<Trigger, { kind: 'time' }>

function cronOf({ cron, timeZone }: Time): Cron {
  if (!dateFormat(timeZone)) throw new AppError('bad_request', `There is no time zone “${timeZone}”.`)
  try {
    return new Cron(cron, { mode: '5-part', timezone: timeZone })
  } catch (cause) {
    const sentence = 'That is no time. It has five fields: minute, hour, day, month and weekday, as in “0 9 * * 1”.'
    throw new AppError('bad_request', sentence, { cause })
  }
}

/** When it is due next, by the clock of its zone; null when that time never comes. */
export const nextTime = (time: Time, after: Date): Date | null => cronOf(time).nextRun(after)

/** Throws for a time that nobody can mean: none at all, or one that comes too often. */
export function checkTime(time: Time, now: Date): void {
  const cron = cronOf(time)
  const first = cron.nextRun(now)
  if (!first) throw new AppError('bad_request', 'That time never comes.')
  const end = first.getTime() + DAYS * 24 * 60 * MINUTE
  let at = first
  for (let count = 0; count < TIMES; count++) {
    const next = cron.nextRun(at)
    if (!next || next.getTime() > end) return
    if (next.getTime() - at.getTime() < LEAST_MINUTES * MINUTE)
      throw new AppError('bad_request', `That is too often: at least ${LEAST_MINUTES} minutes lie between two tasks.`)
    at = next
  }
}
