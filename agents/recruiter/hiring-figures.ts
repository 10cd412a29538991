import { daysBetween } from '@atrium/domain/dates/days'
import { wilson } from '@atrium/domain/statistics/proportions'
import { median } from '@atrium/domain/statistics/summary'
import { type Candidate, STAGES } from './candidates.ts'

export interface FunnelLine {
  stage: string
  /** Who came at least so far. */
  reached: number
  /** Of those who came to the stage before, decided there: how many went on. Null when there is nobody. */
  passed: number | null
}

/** How many came to each stage, and what share went on; those who are still in a stage are not counted as failed there. */
export function funnel(candidates: readonly Candidate[]): FunnelLine[] {
  return STAGES.map((stage, at) => {
    const reached = candidates.filter((one) => one.reached >= at).length
    const before = candidates.filter((one) => one.reached >= at - 1)
    const decided = before.filter((one) => one.reached >= at || one.outcome !== 'open').length
    return { stage, reached, passed: at === 0 || decided === 0 ? null : reached / decided }
  })
}

/** Days from application to hire: median, and of how many. */
export function timeToHire(candidates: readonly Candidate[]): { days: number; count: number } | null {
  const days = candidates.flatMap(({ outcome, appliedOn, closedOn }) =>
    outcome === 'hired' && appliedOn && closedOn && closedOn >= appliedOn ? daysBetween(appliedOn, closedOn) : [],
  )
  return days.length === 0 ? null : { days: median(days), count: days.length }
}

export interface SourceLine {
  source: string
  count: number
  interviews: number
  hired: number
  /** Share that came to an interview, with its 95 % interval (Wilson). */
  rate: number
  low: number
  high: number
}

export const bySource = (candidates: readonly Candidate[]): SourceLine[] =>
  [...Map.groupBy(candidates, ({ source }) => source)]
    .map(([source, here]) => {
      const interviews = here.filter(({ reached }) => reached >= 2).length
      const [low, high] = wilson({ hits: interviews, of: here.length })
      return {
        source,
        count: here.length,
        interviews,
        hired: here.filter(({ outcome }) => outcome === 'hired').length,
        rate: interviews / here.length,
        low,
        high,
      }
    })
    .sort((a, b) => b.interviews - a.interviews || b.count - a.count)

export interface GroupLine {
  group: string
  count: number
  passed: number
  rate: number
  /** Rate ÷ the highest rate. */
  ratio: number
  /** Under four fifths. */
  isLow: boolean
}

/** Smaller groups say nothing, and would tell of single people. */
export const GROUP_MIN = 5

/**
 * The four-fifths rule of the Uniform Guidelines on Employee Selection Procedures (29 CFR 1607.4 D): a group's rate of passing that
 * is under 80 % of the highest is looked at as adverse impact. Groups of fewer than five are left out; null when fewer than two
 * stay, or nobody passed.
 */
export function fourFifths(counts: ReadonlyMap<string, { of: number; passed: number }>): GroupLine[] | null {
  const groups = [...counts].filter(([, { of }]) => of >= GROUP_MIN)
  const best = Math.max(0, ...groups.map(([, { of, passed }]) => passed / of))
  if (groups.length < 2 || best === 0) return null
  return groups
    .map(([group, { of, passed }]) => {
      const rate = passed / of
      return { group, count: of, passed, rate, ratio: rate / best, isLow: rate / best < 0.8 }
    })
    .sort((a, b) => b.rate - a.rate)
}
