import { field } from '@atrium/contract/fields'
import { z } from 'zod'

/** What people choose once for all their tasks. */
export const settings = z.object({
  subtasks: field.choice({
    label: 'When a task with open subtasks is done',
    options: { ask: 'Ask', done: 'They are done too', keep: 'They stay open, one level up' },
    initial: 'ask',
  }),
  remind: field.choice({
    label: 'Remind of a task with a time',
    options: {
      due: 'When it is due',
      m10: '10 minutes before',
      m30: '30 minutes before',
      h1: 'An hour before',
      h3: '3 hours before',
      d1: 'A day before',
      never: 'Never',
    },
    initial: 'due',
  }),
  remindDay: field.choice({
    label: 'Remind of a task with a day alone',
    options: {
      morning: 'In its morning, at 9:00',
      early: 'In its morning, at 7:00',
      eve: 'On the evening before, at 18:00',
      never: 'Never',
    },
    initial: 'morning',
  }),
})
