import { addDays, daysBetween, mondayOf } from '@atrium/domain/dates/days'
import { mean, quantile } from '@atrium/domain/statistics/summary'
import type { Card } from './cards.ts'

/** Days from begin to end, both counted (The Kanban Guide; D. Vacanti, Actionable Agile Metrics): done on the day it began is 1. */
export const daysTaken = (from: string, to: string): number => daysBetween(from, to) + 1

/** Cycle times of finished cards, or lead times where nobody wrote down the beginning; in days. */
export const cycleTimes = (cards: readonly Card[], hasStarts: boolean): { card: Card; days: number }[] =>
  cards.flatMap((card) => {
    const from = hasStarts ? card.started : card.created
    return from && card.done ? [{ card, days: daysTaken(from, card.done) }] : []
  })

export interface Flow {
  finished: number
  /** Days. */
  p50: number
  p85: number
  p95: number
  mean: number
}

/** Percentiles of the times; null of none. The 85th is the usual service level expectation. */
export const flowOf = (days: readonly number[]): Flow | null =>
  days.length === 0
    ? null
    : {
        finished: days.length,
        p50: quantile(days, 0.5),
        p85: quantile(days, 0.85),
        p95: quantile(days, 0.95),
        mean: mean(days),
      }

/** Cards finished in each of the whole weeks before a day, the oldest first; Mondays. */
export function weeklyThroughput(
  cards: readonly Card[],
  today: string,
  weeks: number,
): { week: string; count: number }[] {
  const monday = mondayOf(today)
  return Array.from({ length: weeks }, (_, at) => {
    const week = addDays(monday, -7 * (weeks - at))
    const end = addDays(week, 6)
    return { week, count: cards.filter(({ done }) => done !== null && done >= week && done <= end).length }
  })
}

/** How many cards were in progress at the end of a day. */
export const inProgressOn = (cards: readonly Card[], day: string, hasStarts: boolean): number =>
  cards.filter((card) => {
    const from = hasStarts ? card.started : card.created
    return from !== null && from <= day && (card.done === null || card.done > day)
  }).length

export interface LittlesLaw {
  /** Average cards in progress. */
  wip: number
  /** Cards finished a day. */
  throughput: number
  /** Average cards in progress ÷ cards a day: the time that the law expects. */
  expectedDays: number
  /** Cards that came in the time, less those that went: near 0 the law holds. */
  drift: number
}

/** J. Little (1961): L = λW. Days from `from` to `to`; null when nothing was finished. It holds while as much comes as goes. */
export function littlesLaw(cards: readonly Card[], from: string, to: string, hasStarts: boolean): LittlesLaw | null {
  const days = daysTaken(from, to)
  const finished = cards.filter(({ done }) => done !== null && done >= from && done <= to).length
  if (days < 7 || finished === 0) return null
  const wip = mean(Array.from({ length: days }, (_, at) => inProgressOn(cards, addDays(from, at), hasStarts)))
  const arrived = cards.filter((card) => {
    const start = hasStarts ? card.started : card.created
    return start !== null && start >= from && start <= to
  }).length
  const throughput = finished / days
  return { wip, throughput, expectedDays: wip / throughput, drift: arrived - finished }
}
