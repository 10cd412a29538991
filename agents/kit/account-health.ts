import { daysBetween } from '@atrium/domain/dates/days'
import type { Account } from './accounts.ts'

export type Band = 'healthy' | 'watch' | 'at risk'

export interface Health {
  /** 0 to 100, of what is known; null when nothing is. */
  score: number | null
  band: Band | 'unknown'
  /** Share of the weights that something is known of. */
  known: number
  parts: { name: string; points: number; weight: number; says: string }[]
  /** The part that costs the most points. */
  weakest: { name: string; says: string } | null
}

/** Weights of the parts; of what is not known, the others take over. */
export const WEIGHTS = { usage: 30, trend: 20, sentiment: 15, support: 10, payment: 10, relationship: 15 } as const

/** A straight line from 0 at `bad` to 1 at `good`. */
const between = (value: number, bad: number, good: number): number =>
  Math.max(0, Math.min(1, (value - bad) / (good - bad)))

/**
 * A weighted health score of what an export tells. Usage: share of the seats in use, full from 80 %, nothing at 20 %. Trend: from
 * −30 % to +5 %. Sentiment: the last answer to the NPS question, 6 and less nothing, 9 and more full (Reichheld, “The One Number
 * You Need to Grow”, 2003). Support: open requests, none to five for each ten users, at least five. Payment: 0 to 45 days overdue.
 * Relationship: last contact, from the days that count as neglected to three times as many. Healthy from 70, at risk under 40.
 */
export function healthOf(account: Account, today: string, neglectedAfter: number): Health {
  const parts: Health['parts'] = []
  const add = (name: keyof typeof WEIGHTS, share: number, says: string) =>
    parts.push({ name, points: share * WEIGHTS[name], weight: WEIGHTS[name], says })
  const { seats, activeUsers, usageChange, nps, openTickets, overdueDays, lastContactOn } = account
  if (seats && activeUsers !== null)
    add(
      'usage',
      between(activeUsers / seats, 0.2, 0.8),
      `${Math.round((100 * activeUsers) / seats)} % of ${seats} seats in use`,
    )
  if (usageChange !== null)
    add(
      'trend',
      between(usageChange, -0.3, 0.05),
      `usage ${usageChange >= 0 ? '+' : ''}${Math.round(usageChange * 100)} %`,
    )
  if (nps !== null) add('sentiment', between(nps, 6, 9), `NPS answer ${nps}`)
  if (openTickets !== null)
    add(
      'support',
      1 - between(openTickets, 0, Math.max(5, (activeUsers ?? seats ?? 0) / 2)),
      `${openTickets} open requests`,
    )
  if (overdueDays !== null)
    add('payment', 1 - between(overdueDays, 0, 45), overdueDays > 0 ? `${overdueDays} days overdue` : 'pays on time')
  if (lastContactOn !== null) {
    const silent = Math.max(0, daysBetween(lastContactOn, today))
    add('relationship', 1 - between(silent, neglectedAfter, 3 * neglectedAfter), `last contact ${silent} days ago`)
  }
  const weight = parts.reduce((sum, part) => sum + part.weight, 0)
  const score = weight === 0 ? null : Math.round((100 * parts.reduce((sum, part) => sum + part.points, 0)) / weight)
  const [worst] = [...parts].sort((a, b) => b.weight - b.points - (a.weight - a.points))
  return {
    score,
    band: score === null ? 'unknown' : score >= 70 ? 'healthy' : score >= 40 ? 'watch' : 'at risk',
    known: weight / 100,
    parts,
    weakest: worst && worst.weight - worst.points > 1 ? { name: worst.name, says: worst.says } : null,
  }
}

const STEPS: Readonly<Record<string, string>> = {
  usage: 'Ask who does not use it and why; offer a training for the unused seats.',
  trend: 'Call this week: what changed since the last period?',
  sentiment: 'Ask what would have made it a 9, and answer within two days.',
  support: 'Go through the open requests with support and tell the customer when each is solved.',
  payment: 'Clear the invoice with their finance before anything else is sold.',
  relationship: 'Book a review of what they have reached so far.',
}

/** The next best step, by the weakest part; where nothing is weak, by how full the seats are. */
export function nextStep({ seats, activeUsers }: Account, { weakest, score }: Health): string {
  if (score === null) return 'Find out: nothing is known of this account.'
  if (weakest && score < 85) return STEPS[weakest.name] ?? ''
  if (seats && activeUsers !== null && activeUsers / seats >= 0.9) return 'Nearly all seats are in use: offer more.'
  return score >= 85 ? 'Ask for a reference or a recommendation.' : 'Keep the rhythm of reviews.'
}
