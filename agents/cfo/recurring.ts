import { addDays, dayOfMonth, daysBetween, monthOf, shiftMonth } from '@atrium/domain/dates/days'
import { workingDayFrom, workingDayUpTo } from '@atrium/domain/dates/working-days'
import { addInterval } from '@atrium/domain/recurrence/interval'
import { median } from '@atrium/domain/statistics/summary'
import type { WalletSchedule } from '../kit/wallet-records.ts'
import type { CashItem } from './cash-flow.ts'

type Repeating = Pick<WalletSchedule, 'start' | 'unit' | 'every' | 'weekend' | 'until'>

/** The day of a scheduled payment by its number from 0, as the Wallet counts it; null when it has ended. */
export function scheduledDay({ start, unit, every, weekend, until }: Repeating, index: number): string | null {
  if (unit === 'once' && index > 0) return null
  const plain = unit === 'once' ? start : addInterval(start, { every, unit }, index)
  if (plain === null || (until !== null && plain > until)) return null
  if (weekend === 'keep') return plain
  return weekend === 'before' ? workingDayUpTo(plain) : workingDayFrom(plain)
}

/** Its days still to come up to a day, at most 100. */
export function scheduledDays(schedule: Repeating & Pick<WalletSchedule, 'past'>, until: string): string[] {
  const days: string[] = []
  for (let index = schedule.past; days.length < 100; index++) {
    const day = scheduledDay(schedule, index)
    if (day === null || day > until) break
    days.push(day)
  }
  return days
}

export interface Paid {
  date: string
  amount: number
  payee: string
}

export interface Pattern {
  payee: string
  /** The median of its amounts, minor units. */
  amount: number
  every: 'week' | 'two weeks' | 'month' | 'quarter'
  days: string[]
  next(after: string, until: string): string[]
}

const RHYTHMS = [
  { every: 'week', least: 6, most: 8, days: 7 },
  { every: 'two weeks', least: 13, most: 15, days: 14 },
  { every: 'month', least: 27, most: 33, months: 1 },
  { every: 'quarter', least: 87, most: 95, months: 3 },
] as const

export const payeeKey = (payee: string): string =>
  payee
    .toLowerCase()
    .replace(/[\d\s.,#*/-]+/g, ' ')
    .trim()

/**
 * Payments that come again: one payee and direction at least three times, every gap within a few days of a week, two weeks, a
 * month or a quarter, amounts at most 35 % from their median, the last not longer ago than a gap and a half.
 */
export function patternsIn(rows: readonly Paid[], today: string): Pattern[] {
  const groups = Map.groupBy(
    rows.filter(({ payee }) => payeeKey(payee) !== ''),
    ({ payee, amount }) => `${amount > 0 ? '+' : '-'}${payeeKey(payee)}`,
  )
  return [...groups.values()].flatMap((group): Pattern[] => {
    const paid = group.toSorted((a, b) => a.date.localeCompare(b.date))
    const last = paid.at(-1)
    if (paid.length < 3 || !last) return []
    const gaps = paid.slice(1).map((row, at) => daysBetween(paid[at]?.date ?? row.date, row.date))
    const amount = median(paid.map((row) => row.amount))
    const rhythm = RHYTHMS.find(({ least, most }) => gaps.every((gap) => gap >= least && gap <= most))
    const isSteady = paid.every((row) => Math.abs(row.amount - amount) <= Math.abs(amount) * 0.35)
    if (!rhythm || !isSteady || daysBetween(last.date, today) > rhythm.most * 1.5) return []
    const step = (index: number) =>
      'days' in rhythm
        ? addDays(last.date, rhythm.days * index)
        : dayOfMonth(
            shiftMonth(monthOf(last.date), rhythm.months * index),
            Math.max(...paid.map(({ date }) => Number(date.slice(8)))),
          )
    return [
      {
        payee: last.payee,
        amount: Math.round(amount),
        every: rhythm.every,
        days: paid.map(({ date }) => date),
        next: (after, until) =>
          Array.from({ length: 20 }, (_, at) => step(at + 1)).filter((day) => day > after && day <= until),
      },
    ]
  })
}

/** The items of patterns from the day after today to the end. */
export const patternItems = (patterns: readonly Pattern[], today: string, until: string): CashItem[] =>
  patterns.flatMap(({ payee, amount, every, days, next }) =>
    next(today, until).map((day) => ({
      day,
      amount,
      label: payee,
      basis: 'pattern' as const,
      source: `Wallet: every ${every}, seen ${days.length} times, last ${days.at(-1)}`,
    })),
  )
