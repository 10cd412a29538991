import { daysBetween } from '@atrium/domain/dates/days'
import type { Deal } from './deal.ts'
import { categoryOf, type Figures } from './pipeline-figures.ts'

export interface Concern {
  kind: 'overdue' | 'silent' | 'no next step' | 'old' | 'no amount' | 'no close date' | 'rushed'
  says: string
  next: string
}

export interface Concerned {
  deal: Deal
  concerns: Concern[]
  /** What is at stake: amount × probability. */
  weighted: number
  /** Days since the last contact; null when not known. */
  silentDays: number | null
}

/**
 * What a manager would ask in a pipeline review. `old`: more than twice the cycle of won deals. `rushed`: shall close within two
 * weeks, but by its stage is far from it.
 */
function concernsOf(deal: Deal, today: string, silence: number, figures: Figures): Concern[] {
  const found: Concern[] = []
  const late = deal.closeOn ? daysBetween(deal.closeOn, today) : null
  const silent = deal.lastOn ? daysBetween(deal.lastOn, today) : null
  const age = deal.createdOn ? daysBetween(deal.createdOn, today) : null
  if (late !== null && late > 0)
    found.push({
      kind: 'overdue',
      says: `should have closed ${late} days ago`,
      next: 'Agree on a new date with the customer, or close it as lost.',
    })
  if (silent !== null && silent > silence)
    found.push({
      kind: 'silent',
      says: `no contact for ${silent} days`,
      next: 'Write today: ask whether it is still on.',
    })
  if (deal.nextStep === '')
    found.push({ kind: 'no next step', says: 'no next step', next: 'Agree on the next step, with a day.' })
  if (age !== null && figures.cycleDays !== null && age > 2 * figures.cycleDays)
    found.push({
      kind: 'old',
      says: `${age} days old; won deals took ${Math.round(figures.cycleDays)}`,
      next: 'Ask what has to happen for a decision; lower the probability.',
    })
  if (deal.amount === null)
    found.push({
      kind: 'no amount',
      says: 'no amount',
      next: 'Estimate the amount: the forecast counts it as nothing.',
    })
  if (deal.closeOn === null)
    found.push({ kind: 'no close date', says: 'no close date', next: 'Ask when they want to begin, and count back.' })
  else if (late !== null && late <= 0 && late >= -14 && categoryOf(deal) === 'pipeline')
    found.push({
      kind: 'rushed',
      says: `shall close in ${-late} days at ${Math.round(deal.probability * 100)} %`,
      next: 'Check the date: the stage does not bear it.',
    })
  return found
}

/** Open deals with something to be done about, what is at stake most first. */
export const concernedDeals = (deals: readonly Deal[], today: string, silence: number, figures: Figures): Concerned[] =>
  deals
    .filter(({ outcome }) => outcome === 'open')
    .map((deal) => ({
      deal,
      concerns: concernsOf(deal, today, silence, figures),
      weighted: (deal.amount ?? 0) * deal.probability,
      silentDays: deal.lastOn ? daysBetween(deal.lastOn, today) : null,
    }))
    .filter(({ concerns }) => concerns.length > 0)
    .sort((a, b) => b.weighted - a.weighted || b.concerns.length - a.concerns.length)
