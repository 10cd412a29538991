import { AppError } from '@atrium/contract/errors'
import { addDays, daysBetween, mondayOf } from '@atrium/domain/dates/days'
import { numberIn } from '@atrium/domain/numbers/reading'
import { dayReader } from '../kit/day-reader.ts'
import { neededColumn, type Table } from '../kit/table.ts'
import type { Week } from './usage-trend.ts'

/** Weeks that are looked at, to the end of the file. */
const WEEKS_MAX = 26

export interface Usage {
  weeks: ReadonlyMap<string, Week[]>
  /** The last whole week of the file, by its Monday. */
  until: string
  unread: number[]
  dateNote: string
}

/**
 * Sums of use by account and whole week; the week in which the file ends counts when its Friday is in it. A week without a row is
 * one without use, but one whose row cannot be read is not known and left out.
 */
export function readUsage(table: Table): Usage {
  const account = neededColumn(table, 'account', ['account', 'customer', 'company', 'workspace', 'name'])
  const date = neededColumn(table, 'date', ['week', 'date', 'day', 'week of', 'month', 'period'])
  const value = neededColumn(table, 'use', [
    'active users',
    'logins',
    'events',
    'sessions',
    'usage',
    'use',
    'value',
    'count',
  ])
  const days = dayReader(table.rows.map(({ fields }) => fields[date] ?? ''))
  const unread: number[] = []
  const unknown = new Set<string>()
  const sums = new Map<string, Map<string, number>>()
  let last = ''
  let first = '9999'
  for (const { line, fields } of table.rows) {
    const day = days.read(fields[date] ?? '')
    const amount = numberIn(fields[value] ?? '')
    const name = fields[account] ?? ''
    if (!day || amount === null || amount < 0 || name === '') {
      unread.push(line)
      if (day && name !== '') unknown.add(`${mondayOf(day)} ${name}`)
      continue
    }
    const week = mondayOf(day)
    const own = sums.get(name) ?? new Map<string, number>()
    own.set(week, (own.get(week) ?? 0) + amount)
    sums.set(name, own)
    if (day > last) last = day
    if (week < first) first = week
  }
  if (last === '') throw new AppError('bad_request', `“${table.name}” has no row with an account, a date and a number.`)
  // Rows by week stand on one day of each; rows by day end within a week that is not over.
  const isDaily =
    [...sums.values()].length > 0 &&
    new Set(table.rows.map(({ fields }) => days.read(fields[date] ?? ''))).size > daysBetween(first, last) / 7 + 2
  const until = isDaily && last < addDays(mondayOf(last), 4) ? addDays(mondayOf(last), -7) : mondayOf(last)
  const from = addDays(until, -7 * (WEEKS_MAX - 1))
  const weeks = new Map(
    [...sums].map(([name, own]) => {
      const began = [...own.keys()].sort()[0] ?? until
      const all: Week[] = []
      for (let week = began > from ? began : from; week <= until; week = addDays(week, 7))
        if (own.has(week) || !unknown.has(`${week} ${name}`)) all.push({ week, value: own.get(week) ?? 0 })
      return [name, all] as const
    }),
  )
  return { weeks, until, unread, dateNote: days.note }
}
