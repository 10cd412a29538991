import type { Reminders } from '@atrium/contract/module-server'
import { isWholeDay } from '@atrium/domain/dates/local-time'
import type tasks from './module.ts'

/** Where a task has a day and no time. */
const MORNING = '09:00'

/** A task that is open reminds when it is due. */
const reminders: Reminders<typeof tasks> = {
  tasks: ({ title, due, done }) => {
    if (due === null || done) return []
    const at = isWholeDay(due) ? `${due}T${MORNING}` : due
    return [{ key: 'due', kind: 'due', at, title, link: '/tasks?view=today' }]
  },
}

export default reminders
