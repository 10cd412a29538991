import type { Reminders } from '@atrium/contract/module-server'
import { addDays } from '@atrium/domain/dates/days'
import type wallet from './module.ts'
import { say } from './say.ts'
import { nextDay } from './schedule.ts'

/** A bill reminds on the morning of the day before; what comes in does not. */
const reminders: Reminders<typeof wallet> = {
  schedules: (schedule, { said }) => {
    const day = schedule.amount < 0 ? nextDay(schedule) : null
    if (day === null) return []
    const told = {
      title: schedule.payee,
      body: said(say(schedule.automatic ? 'willBeBooked' : 'dueOn', { day })),
      link: '/wallet?view=bills',
    }
    return [{ key: 'bill', kind: 'bill', at: `${addDays(day, -1)}T09:00`, ...told }]
  },
}

export default reminders
