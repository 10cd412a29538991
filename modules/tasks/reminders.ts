import type { Reminders } from '@atrium/contract/module-server'
import { addMinutes, isWholeDay, type LocalTime } from '@atrium/domain/dates/local-time'
import type tasks from './module.ts'

type Settings = Parameters<NonNullable<Reminders<typeof tasks>['tasks']>>[1]['settings']

/** minutes before a task's time, and minutes from the midnight that its day begins with */
const BEFORE: Partial<Record<Settings['remind'], number>> = { due: 0, m10: 10, m30: 30, h1: 60, h3: 180, d1: 1440 }
const OF_DAY: Partial<Record<Settings['remindDay'], number>> = { morning: 9 * 60, early: 7 * 60, eve: -6 * 60 }

/** On the person's clock; null where they do not want to be reminded. */
function timeOf(due: LocalTime, { remind, remindDay }: Settings): LocalTime | null {
  const minutes = isWholeDay(due) ? OF_DAY[remindDay] : BEFORE[remind]
  if (minutes === undefined) return null
  return isWholeDay(due) ? addMinutes(`${due}T00:00`, minutes) : addMinutes(due, -minutes)
}

/** A task that is open reminds when it is due, or as long before as its owner's settings say. */
const reminders: Reminders<typeof tasks> = {
  tasks: ({ title, due, done }, { settings }) => {
    const at = due === null || done ? null : timeOf(due, settings)
    return at === null ? [] : [{ key: 'due', kind: 'due', at, title, link: '/tasks?view=today' }]
  },
}

export default reminders
