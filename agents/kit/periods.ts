import { z } from 'zod'
import { addDays, weekdayOf } from './days.ts'
import { dayIn } from './table.ts'

type Day = string

/** A month of the calendar, `2026-03`. */
export type Month = string

export const isWeekend = (day: Day): boolean => weekdayOf(day) > 5

export const monthOf = (day: Day): Month => day.slice(0, 7)
export const monthStart = (month: Month): Day => `${month}-01`
export const addMonths = (month: Month, months: number): Month =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 7)
export const monthEnd = (month: Month): Day => addDays(monthStart(addMonths(month, 1)), -1)

/** A form's field for a month; empty means that the playbook chooses. */
export const monthInput = (title: string) =>
  z
    .string()
    .regex(/^(?:|\d{4}-(?:0[1-9]|1[0-2]))$/, 'A month is written like 2026-02.')
    .meta({ title })

/** Monday to Friday and no holiday. */
export const isWorkday = (day: Day, holidays: ReadonlySet<Day> = new Set()): boolean =>
  !isWeekend(day) && !holidays.has(day)

/** The same day when it is a working day, else the next one that is. */
export function workdayFrom(day: Day, holidays: ReadonlySet<Day> = new Set()): Day {
  let at = day
  for (let steps = 0; steps < 60 && !isWorkday(at, holidays); steps++) at = addDays(at, 1)
  return at
}

export interface DayReader {
  read(text: string): Day | null
  /** How dates with slashes were read, for the product; empty when there were none. */
  note: string
}

/**
 * How a column of a file writes its days. `3/4/2026` is read month first unless a value of the column can only be day first
 * (`13/4/2026`): the note says which, so that nothing is guessed silently.
 */
export function dayReader(values: readonly string[]): DayReader {
  const slashed = values.flatMap((value) => {
    const [, first, second] = /^\s*(\d\d?)\/(\d\d?)\/\d{4}/.exec(value) ?? []
    return first && second ? [[Number(first), Number(second)] as const] : []
  })
  const isDayFirst = slashed.some(([first]) => first > 12) && !slashed.some(([, second]) => second > 12)
  const read = (text: string) =>
    dayIn(isDayFirst ? text.trim().replace(/^(\d\d?)\/(\d\d?)\/(\d{4})/, '$2/$1/$3') : text)
  const isSure = slashed.some(([first, second]) => first > 12 || second > 12)
  const order = isDayFirst ? 'day first' : 'month first'
  return {
    read,
    note:
      slashed.length === 0
        ? ''
        : `Dates with slashes were read ${order}${isSure ? '' : ', which the values alone do not prove'}.`,
  }
}
