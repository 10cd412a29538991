import { defineIntent, type Intent, type Slots } from '../intent.ts'
import { namesHoliday } from './holiday.ts'
import { type Asked, answerTo } from './route.ts'
import { examples } from './say.ts'

const date = { kind: 'date' } as const
const number = { kind: 'number' } as const
const text = { kind: 'text' } as const

/** What is said is read from the sentence whole, with its feasts, times and places; the slots are what examples show of it. */
const intent = (asked: Asked, slots: Slots, applies?: Intent['applies']): Intent =>
  defineIntent({
    id: `dates.${asked}`,
    slots,
    examples: examples(`dates.${asked}`),
    reply: (_, context, language) => answerTo(asked, context, language),
    ...(applies && { applies }),
  })

export const dateIntents: readonly Intent[] = [
  /** How long it is between two days or two times. */
  intent('difference', { from: date, to: date, year: number, other: number }),
  /** How old somebody is, was or will be. */
  intent('age', { born: date, on: date, year: number, age: number, who: text }),
  /** How long it is until a day, a feast or a time. */
  intent('countdown', { date, event: text }),
  /** Working days between two days, of a month, or so many from a day. */
  intent('workdays', { from: date, to: date, date, count: number, month: text, year: number, place: text }),
  /** Which weekday a day is, dates of weekdays, calendar weeks, leap years. */
  intent('weekday', { date, weekday: date, month: text, year: number, week: number }),
  /** The day or the time so much after or before another. */
  intent('add', { span: { kind: 'duration' }, from: date, count: number }),
  /** When a feast is, public holidays, changes of the clocks, seasons. */
  intent('holiday', { name: date, year: number, country: text, month: text, date }, ({ question }) =>
    namesHoliday(question),
  ),
]
