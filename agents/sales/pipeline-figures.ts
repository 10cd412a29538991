import { daysBetween, firstDayOf, lastDayOf, shiftMonth } from '@atrium/domain/dates/days'
import { mean, sum } from '@atrium/domain/statistics/summary'
import type { Deal } from './deal.ts'

/** The calendar quarter of a day: its first and last day, and its name. */
export function quarterOf(day: string): { from: string; to: string; name: string } {
  const year = Number(day.slice(0, 4))
  const quarter = Math.ceil(Number(day.slice(5, 7)) / 3)
  const from = shiftMonth(`${year}-01`, quarter * 3 - 3)
  return { from: firstDayOf(from), to: lastDayOf(shiftMonth(from, 2)), name: `Q${quarter} ${year}` }
}

export interface Figures {
  open: number
  /** Sum of the open amounts. */
  openAmount: number
  /** Sum of amount × probability. */
  weighted: number
  /** Of the deals that were decided; null when none was. */
  winRate: number | null
  won: number
  lost: number
  /** Average amount of a won deal. */
  averageWon: number | null
  /** Days from creation to closing of won deals, on average. */
  cycleDays: number | null
  /** Money a day. */
  velocity: number | null
  /** This quarter. */
  wonAmount: number
  /** Open deals that shall close in this quarter. */
  closing: { amount: number; weighted: number; count: number }
  /** What is missing to the target, and open amount of this quarter ÷ what is missing. Null without a target. */
  gap: number | null
  coverage: number | null
}

const amountOf = (deals: readonly Deal[]) => sum(deals.map(({ amount }) => amount ?? 0))
const weightedOf = (deals: readonly Deal[]) => sum(deals.map(({ amount, probability }) => (amount ?? 0) * probability))

/**
 * The figures of a pipeline. Sales velocity = open deals × win rate × average won amount ÷ cycle in days. Coverage = open
 * amount that shall close in the quarter ÷ what is missing to the target; three times is a common rule of thumb, the inverse of
 * the win rate a better one.
 *
 * @param target money of a quarter; null when there is none
 */
export function pipelineFigures(deals: readonly Deal[], today: string, target: number | null): Figures {
  const open = deals.filter(({ outcome }) => outcome === 'open')
  const won = deals.filter(({ outcome }) => outcome === 'won')
  const lost = deals.filter(({ outcome }) => outcome === 'lost')
  const { from, to } = quarterOf(today)
  const inQuarter = (deal: Deal) => deal.closeOn !== null && deal.closeOn >= from && deal.closeOn <= to
  // What should have closed before today and is still open may close in this quarter yet.
  const closing = open.filter((deal) => deal.closeOn !== null && deal.closeOn <= to)
  const amounts = won.flatMap(({ amount }) => amount ?? [])
  const cycles = won.flatMap(({ createdOn, closeOn }) =>
    createdOn && closeOn && closeOn >= createdOn ? daysBetween(createdOn, closeOn) : [],
  )
  const decided = won.length + lost.length
  const winRate = decided > 0 ? won.length / decided : null
  const averageWon = amounts.length > 0 ? mean(amounts) : null
  const cycleDays = cycles.length > 0 ? mean(cycles) : null
  const wonAmount = amountOf(won.filter(inQuarter))
  const gap = target === null ? null : Math.max(0, target - wonAmount)
  return {
    open: open.length,
    openAmount: amountOf(open),
    weighted: weightedOf(open),
    winRate,
    won: won.length,
    lost: lost.length,
    averageWon,
    cycleDays,
    velocity:
      winRate !== null && averageWon !== null && cycleDays ? (open.length * winRate * averageWon) / cycleDays : null,
    wonAmount,
    closing: { amount: amountOf(closing), weighted: weightedOf(closing), count: closing.length },
    gap,
    coverage: gap === null || gap === 0 ? null : amountOf(closing) / gap,
  }
}

export interface StageLine {
  stage: string
  count: number
  amount: number
  probability: number
  weighted: number
}

/** Open deals by stage, the nearest to closing first. */
export function byStage(deals: readonly Deal[]): StageLine[] {
  const groups = Map.groupBy(
    deals.filter(({ outcome }) => outcome === 'open'),
    ({ stage }) => stage,
  )
  return [...groups]
    .map(([stage, here]) => ({
      stage,
      count: here.length,
      amount: amountOf(here),
      probability: mean(here.map(({ probability }) => probability)),
      weighted: weightedOf(here),
    }))
    .sort((a, b) => b.probability - a.probability)
}

/** Forecast categories by probability: commit from 80 %, best case from 40 %. */
export const categoryOf = ({ probability }: Deal): 'commit' | 'best case' | 'pipeline' =>
  probability >= 0.8 ? 'commit' : probability >= 0.4 ? 'best case' : 'pipeline'
