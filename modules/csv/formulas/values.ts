import { DAY_MS, dayNumber, dayOfNumber } from '@atrium/domain/dates/days'
import { cellNumber, writeNumber } from '@atrium/domain/numbers/cell-number'
import { parseDate } from '../dates.ts'
import { canonical, isDated, isNumeric, type Reading } from '../kinds.ts'
import { isBlank } from '../table.ts'

/** A day, or a moment without a zone. */
export interface Moment {
  /** ms since 1970, as if it were in UTC */
  time: number
  hasTime: boolean
}
/** What a formula computes with; null is a blank cell. */
export type Value = null | string | number | boolean | Moment

export const problems = {
  empty: 'Write a formula.',
  long: 'A formula has at most 2,000 characters.',
  deep: 'This formula is nested too deep.',
  sign: '“{word}” has no place in a formula here.',
  end: 'The formula ends too early.',
  behind: '“{word}” stands behind the end of the formula.',
  unclosed: 'A quote or a bracket is never closed.',
  column: 'There is no column “{word}”.',
  function: 'There is no function “{word}”.',
  arguments: '“{word}” takes another number of values.',
  number: '“{word}” is not a number.',
  date: '“{word}” is not a date.',
  truth: '“{word}” is neither true nor false.',
  zero: 'Nothing can be divided by zero.',
  range: 'The result is no number: {word}.',
  pattern: '“{word}” is no regular expression.',
} as const
export type Problem = keyof typeof problems

/** Why a formula is none, or gives nothing for a row. */
export class FormulaError extends Error {
  why: Problem
  word: string
  constructor(why: Problem, word = '') {
    super(problems[why].replace('{word}', word.slice(0, 60)))
    this.why = why
    this.word = word.slice(0, 60)
  }
}

export const isMoment = (value: Value): value is Moment => typeof value === 'object' && value !== null

const FIRST = dayNumber('0001-01-01') * DAY_MS
const AFTER = (dayNumber('9999-12-31') + 1) * DAY_MS

/** A moment of the years 1 to 9999. Throws for any other, with what was said. */
export function momentAt(time: number, hasTime: boolean, said: string): Moment {
  if (!(time >= FIRST && time < AFTER)) throw new FormulaError('date', said)
  return { time, hasTime }
}

const writtenMoment = ({ time, hasTime }: Moment): string => {
  if (!hasTime) return dayOfNumber(Math.floor(time / DAY_MS))
  const iso = new Date(time).toISOString()
  return iso.slice(0, iso.endsWith('.000Z') ? 19 : 23)
}

/** A value as a cell has it. */
export function textOf(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return writeNumber(value)
  return typeof value === 'boolean' ? String(value) : writtenMoment(value)
}

/** Without the last of a double's digits: 0.1 + 0.2 is 0.3. Throws for what is no number any more. */
export function finite(value: number): number {
  if (!Number.isFinite(value)) throw new FormulaError('range', String(value))
  return Number(value.toPrecision(15))
}

export function numberOf(value: Value): number | null {
  if (value === null || typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string') {
    if (isBlank(value)) return null
    const read = cellNumber(value, 'point') ?? cellNumber(value, 'comma')
    if (read !== null) return read
  }
  throw new FormulaError('number', textOf(value))
}

export function momentOf(value: Value): Moment | null {
  if (value === null || isMoment(value)) return value
  if (typeof value === 'string') {
    if (isBlank(value)) return null
    const read = parseDate(value)
    if (read) return momentAt(read.time, read.hasTime, value)
  }
  throw new FormulaError('date', textOf(value))
}

export function truthOf(value: Value): boolean {
  if (value === null) return false
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0
  if (typeof value === 'string' && /^(true|false)$/i.test(value.trim())) return value.trim().toLowerCase() === 'true'
  throw new FormulaError('truth', textOf(value))
}

/** A cell as its column is read. What does not fit stays a text. */
export function valueIn(cell: string, reading: Reading): Value {
  if (isBlank(cell)) return null
  const { type } = reading
  if (type === 'text') return cell
  const value = canonical(cell, reading)
  if (value === null) return cell
  if (isNumeric(type)) return Number(value)
  if (type === 'boolean') return value === 'true'
  const read = isDated(type) ? parseDate(cell, reading.order) : null
  return read ? momentAt(read.time, read.hasTime, cell) : cell
}
