import { daysBetween } from '@atrium/domain/dates/days'
import { sum } from '@atrium/domain/statistics/summary'

export interface Invoice {
  line: number
  number: string
  customer: string
  email: string
  /** Why the customer is not to be written to, by a column of the file; null when none says so. */
  refusal: string | null
  issued: string | null
  due: string
  /** Minor units. */
  total: number
  open: number
}

export const BUCKETS = ['Not due', '1–30 days', '31–60 days', '61–90 days', 'Over 90 days'] as const

/** Days past due on a day; 0 or less is not due. The index of its bucket. */
export function bucketOf(due: string, asOf: string): number {
  const late = daysBetween(due, asOf)
  return late <= 0 ? 0 : late <= 30 ? 1 : late <= 60 ? 2 : late <= 90 ? 3 : 4
}

/** What is open by bucket, minor units. */
export const agedOf = (invoices: readonly Pick<Invoice, 'due' | 'open'>[], asOf: string): number[] =>
  BUCKETS.map((_, bucket) => sum(invoices.filter(({ due }) => bucketOf(due, asOf) === bucket).map(({ open }) => open)))

/**
 * Expected credit losses by a provision matrix: each bucket times its loss rate (0 to 1), IFRS 9 5.5.15 and B5.5.35, the
 * simplified approach for trade receivables. Credit balances lose nothing.
 */
export const expectedLoss = (aged: readonly number[], rates: readonly number[]): number[] =>
  aged.map((open, bucket) => Math.round(Math.max(0, open) * (rates[bucket] ?? 0)))

/** Days sales outstanding: receivables ÷ credit sales of a period × its days; null without sales. */
export const daysSalesOutstanding = (receivables: number, sales: number, days: number): number | null =>
  sales > 0 ? (receivables / sales) * days : null
