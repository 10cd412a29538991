import { numberIn } from '@atrium/domain/numbers/reading'
import { rounded } from '@atrium/domain/numbers/rounding'

/** A channel as it is expected to work. */
export interface Channel {
  line: number
  name: string
  /** Cost of a visit. */
  visit: number
  /** Visits that become leads, 0–1. */
  lead: number
  /** Leads that become customers, 0–1. */
  customer: number
  /** The most that can be spent on it; null: no limit. */
  most: number | null
}

/** A channel a line: `Search ads | 1.20 | 5 % | 20 % | 3000`. What is not so is left out with its line. */
export function channelsIn(text: string): { channels: Channel[]; skipped: { line: number; why: string }[] } {
  const skipped: { line: number; why: string }[] = []
  const names = new Set<string>()
  const channels = text.split('\n').flatMap((row, at): Channel[] => {
    if (row.trim() === '') return []
    const line = at + 1
    const [name = '', ...fields] = row.split(/\s*[|;\t]\s*/).map((field) => field.trim())
    const [visit, lead, customer, most] = fields.map((field) => numberIn(field))
    const isShare = (value: number | null | undefined): value is number =>
      typeof value === 'number' && value > 0 && value <= 100
    const why =
      name === ''
        ? 'no name'
        : typeof visit !== 'number' || visit <= 0
          ? 'no cost of a visit'
          : !isShare(lead) || !isShare(customer)
            ? 'shares are missing or not above 0 and at most 100 %'
            : names.has(name.toLowerCase())
              ? 'the same channel as above'
              : null
    if (why !== null || typeof visit !== 'number' || !isShare(lead) || !isShare(customer)) {
      skipped.push({ line, why: why ?? '' })
      return []
    }
    names.add(name.toLowerCase())
    return [
      {
        line,
        name: name.slice(0, 80),
        visit,
        lead: lead / 100,
        customer: customer / 100,
        most: typeof most === 'number' && most >= 0 ? most : null,
      },
    ]
  })
  return { channels, skipped }
}

/** What a customer costs: the visit's cost by the shares that go on. */
export const costOfCustomer = ({ visit, lead, customer }: Pick<Channel, 'visit' | 'lead' | 'customer'>): number =>
  visit / (lead * customer)

export interface Share extends Channel {
  cost: number
  budget: number
  visits: number
  leads: number
  customers: number
}

/**
 * The budget by channels: the cheapest customers first, each channel at most to its limit and to a share of all (so that one
 * wrong rate does not sink the plan). For fixed rates no other division brings more customers (a fractional knapsack).
 */
export function dividedOn(
  channels: readonly Channel[],
  budget: number,
  largest: number,
): { shares: Share[]; left: number } {
  let left = budget
  const shares = [...channels]
    .map((channel) => ({ ...channel, cost: costOfCustomer(channel) }))
    .sort((a, b) => a.cost - b.cost)
    .map((channel) => {
      const spend = Math.max(0, Math.min(left, channel.most ?? Number.POSITIVE_INFINITY, budget * largest))
      left -= spend
      const visits = spend / channel.visit
      const leads = visits * channel.lead
      return { ...channel, budget: spend, visits, leads, customers: leads * channel.customer }
    })
  return { shares, left: Math.max(0, rounded(left, 2)) }
}

export const customersOf = (shares: readonly Share[]): number =>
  shares.reduce((sum, { customers }) => sum + customers, 0)

/** How many customers more or fewer a fifth of change in each assumption makes, what matters most first. */
export function sensitivity(
  shares: readonly Share[],
): { channel: string; assumption: string; low: number; high: number }[] {
  return shares
    .filter(({ budget }) => budget > 0)
    .flatMap(({ name, customers }) => [
      // Customers are in proportion to both shares, and to one over the cost of a visit.
      {
        channel: name,
        assumption: 'share of visits or leads that go on',
        low: -0.2 * customers,
        high: 0.2 * customers,
      },
      {
        channel: name,
        assumption: 'cost of a visit',
        low: customers / 1.2 - customers,
        high: customers / 0.8 - customers,
      },
    ])
    .sort((a, b) => b.high - b.low - (a.high - a.low))
}
