import { DAY_MS } from '@atrium/domain/dates/days'
import {
  FormulaError,
  finite,
  isMoment,
  type Moment,
  momentAt,
  momentOf,
  numberOf,
  textOf,
  truthOf,
  type Value,
} from './values.ts'

/** What a function is given: each value is worked out when it is asked for, so that `if` looks at one side alone. */
export type Given = readonly (() => Value)[]
export type Run = (given: Given) => Value

export const values = (given: Given) => given.map((one) => one())

function compared(a: Value, b: Value): number | null {
  if (a === null || b === null) return null
  if (isMoment(a) || isMoment(b)) return (momentOf(a)?.time ?? 0) - (momentOf(b)?.time ?? 0)
  if (typeof a === 'number' || typeof b === 'number') return (numberOf(a) ?? 0) - (numberOf(b) ?? 0)
  if (typeof a === 'boolean' || typeof b === 'boolean') return Number(truthOf(a)) - Number(truthOf(b))
  return a < b ? -1 : a > b ? 1 : 0
}
export function isSame(a: Value, b: Value): boolean {
  if (a === null || b === null) return a === b
  try {
    return compared(a, b) === 0
  } catch (error) {
    if (error instanceof FormulaError) return false // a word is no number
    throw error
  }
}

export const arithmetic =
  (run: (a: number, b: number) => number): Run =>
  (given) => {
    const [a, b] = [numberOf(given[0]?.() ?? null), numberOf(given[1]?.() ?? null)]
    return a === null || b === null ? null : finite(run(a, b))
  }
const comparison =
  (run: (order: number) => boolean): Run =>
  (given) => {
    const order = compared(given[0]?.() ?? null, given[1]?.() ?? null)
    return order === null ? null : run(order)
  }
export const divided = (run: (a: number, b: number) => number) =>
  arithmetic((a, b) => {
    if (b === 0) throw new FormulaError('zero')
    return run(a, b)
  })

const daysLater = (moment: Moment, days: number): Moment =>
  momentAt(moment.time + Math.round(days * DAY_MS), moment.hasTime, `${textOf(moment)} + ${days}`)

/** Days from one to another; with dates, + and - count days. */
const plus: Run = (given) => {
  const [a, b] = [given[0]?.() ?? null, given[1]?.() ?? null]
  const moment = isMoment(a) ? a : isMoment(b) ? b : null
  if (!moment) return arithmetic((x, y) => x + y)([() => a, () => b])
  const days = numberOf(moment === a ? b : a)
  return days === null ? null : daysLater(moment, days)
}
const minus: Run = (given) => {
  const [a, b] = [given[0]?.() ?? null, given[1]?.() ?? null]
  if (!isMoment(a) && !isMoment(b)) return arithmetic((x, y) => x - y)([() => a, () => b])
  if (isMoment(a) && typeof b === 'number') return daysLater(a, -b)
  const [from, to] = [momentOf(b), momentOf(a)]
  return from && to ? finite((to.time - from.time) / DAY_MS) : null
}

export const operators: Readonly<Record<string, Run>> = {
  '+': plus,
  '-': minus,
  '*': arithmetic((a, b) => a * b),
  '/': divided((a, b) => a / b),
  '%': divided((a, b) => a % b),
  '&': (given) => values(given).map(textOf).join(''),
  '=': (given) => isSame(given[0]?.() ?? null, given[1]?.() ?? null),
  '<>': (given) => !isSame(given[0]?.() ?? null, given[1]?.() ?? null),
  '<': comparison((order) => order < 0),
  '<=': comparison((order) => order <= 0),
  '>': comparison((order) => order > 0),
  '>=': comparison((order) => order >= 0),
  negative: (given) => {
    const value = numberOf(given[0]?.() ?? null)
    return value === null ? null : -value
  },
}
