import type { Reminders } from '@atrium/contract/module-server'
import { addDays } from '@atrium/domain/dates/days'
import type wallet from './module.ts'
import { nextDay } from './schedule.ts'

/** A bill reminds on the morning of the day before; what comes in does not. */
const reminders: Reminders<typeof wallet> = {
  schedules: (schedule) => {
    const day = schedule.amount < 0 ? nextDay(schedule) : null
    if (day === null) return []
    const said = {
      title: schedule.payee,
      body: schedule.automatic ? `It will be booked on ${day}` : `Due on ${day}`,
      link: '/wallet?view=bills',
    }
    return [{ key: 'bill', kind: 'bill', at: `${addDays(day, -1)}T09:00`, ...said }]
  },
}

export default reminders
