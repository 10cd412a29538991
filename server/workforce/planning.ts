import { agentOf } from '@atrium/contract/catalogue/agents'
import { type BillingPeriod, type Cart, priceFor, share, totalsOf } from '@atrium/contract/workforce'
import { DAY, endOfPeriod } from './periods.ts'
import type { PlannedChange } from './tables.ts'

export interface DraftLine {
  agent: string
  unitPriceCents: number
  quantity: number
  /** The days that the price is for, of those of its period; for all of them when absent. */
  part?: { days: number; of: number }
}

/** What a seat would cost in the period by the month: never less than what it does cost. */
export const listPrice = (agent: string, period: BillingPeriod, unitPriceCents: number): number =>
  Math.max(unitPriceCents, period === 'annual' ? (agentOf(agent)?.monthlyPriceCents ?? 0) * 12 : 0)

export interface Current {
  period: BillingPeriod
  periodStart: Date
  periodEnd: Date
  lines: readonly DraftLine[]
}

export interface Plan {
  /** What is charged now. Empty when nothing is. */
  lines: DraftLine[]
  listCents: number
  discountCents: number
  creditCents: number
  subtotalCents: number
  /** Null when nothing happens before the period ends. */
  change: PlannedChange | null
  next: Cart | null
  seatsAdded: number
  seatsEnded: number
  nextSubtotalCents: number
  nextPeriodStart: Date
}

const sumOf = (lines: readonly DraftLine[]) => lines.reduce((sum, one) => sum + one.unitPriceCents * one.quantity, 0)

/**
 * What a change costs and does. More seats: now, for what is left of the period, each rounded by itself to whole cents. Fewer,
 * or by the month instead of by the year: with the next period, since what was paid for can be used. By the year instead of by
 * the month: a year begins now, and what is left of the month is credited.
 */
export function planChange(current: Current, wanted: Cart, now: Date): Plan {
  // By days, the present one whole: what a person was shown a minute ago must still be the price.
  const days = (from: Date) => Math.ceil((current.periodEnd.getTime() - from.getTime()) / DAY)
  const length = days(current.periodStart)
  const left = Math.min(Math.max(days(now), 0), length)
  const had = (agent: string) => current.lines.find((one) => one.agent === agent)
  const agents = [...new Set([...current.lines.map(({ agent }) => agent), ...Object.keys(wanted.items)])]
  const differences = agents.map((agent) => (wanted.items[agent] ?? 0) - (had(agent)?.quantity ?? 0))
  const seatsAdded = differences.reduce((sum, one) => sum + Math.max(one, 0), 0)
  const seatsEnded = differences.reduce((sum, one) => sum + Math.max(-one, 0), 0)

  if (current.period === 'monthly' && wanted.billingPeriod === 'annual') {
    const { listCents, discountCents, subtotalCents } = totalsOf(wanted)
    // A credit greater than the year (most of the seats go) is not paid out.
    const creditCents = Math.min(share(sumOf(current.lines), left, length), subtotalCents)
    const lines = Object.entries(wanted.items).map(([agent, quantity]) => ({
      agent,
      unitPriceCents: priceFor(agentOf(agent)?.monthlyPriceCents ?? 0, 'annual'),
      quantity,
    }))
    return {
      lines,
      listCents,
      discountCents,
      creditCents,
      subtotalCents: subtotalCents - creditCents,
      change: { now: wanted, next: null },
      next: null,
      seatsAdded,
      seatsEnded,
      nextSubtotalCents: subtotalCents,
      nextPeriodStart: endOfPeriod(now, 'annual', 1),
    }
  }

  const { period } = current
  const agreed = (agent: string) =>
    had(agent)?.unitPriceCents ?? priceFor(agentOf(agent)?.monthlyPriceCents ?? 0, period)
  const more = agents
    .map((agent, at) => ({ agent, quantity: differences[at] ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
  const lines = more.map(({ agent, quantity }) => ({
    agent,
    quantity,
    unitPriceCents: share(agreed(agent), left, length),
    ...(left < length && { part: { days: left, of: length } }),
  }))
  const subtotalCents = sumOf(lines)
  const listCents = more.reduce(
    (sum, { agent, quantity }) => sum + share(listPrice(agent, period, agreed(agent)), left, length) * quantity,
    0,
  )
  const items = Object.fromEntries(
    agents.map((agent) => [agent, Math.max(wanted.items[agent] ?? 0, had(agent)?.quantity ?? 0)]),
  )
  const next = seatsEnded > 0 || wanted.billingPeriod !== period ? wanted : null
  const priceNext = (agent: string) =>
    wanted.billingPeriod === period
      ? agreed(agent)
      : priceFor(agentOf(agent)?.monthlyPriceCents ?? 0, wanted.billingPeriod)
  return {
    lines,
    listCents,
    discountCents: listCents - subtotalCents,
    creditCents: 0,
    subtotalCents,
    change: lines.length > 0 ? { now: { items, billingPeriod: period }, next } : null,
    next,
    seatsAdded,
    seatsEnded,
    nextSubtotalCents: Object.entries(wanted.items).reduce((sum, [agent, n]) => sum + priceNext(agent) * n, 0),
    nextPeriodStart: current.periodEnd,
  }
}
