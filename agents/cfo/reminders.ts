import { daysBetween } from '@atrium/domain/dates/days'
import { saidAmount } from '@atrium/domain/money/minor-units'
import { sum } from '@atrium/domain/statistics/summary'
import type { Invoice } from './ageing.ts'

export interface Reminder {
  customer: string
  /** Empty when the file has no address for the customer. */
  to: string
  subject: string
  text: string
  /** Past due, minor units. */
  open: number
  step: 1 | 2 | 3
}

/** Friendly up to 30 days late, firm up to 60, a last one after that: the oldest invoice decides. */
export const stepOf = (daysLate: number): 1 | 2 | 3 => (daysLate <= 30 ? 1 : daysLate <= 60 ? 2 : 3)

const OPENINGS = {
  1: 'perhaps it escaped your attention: we have not received payment of the following.',
  2: 'the following has been due for more than a month, and we have received no payment. Please pay within seven days, or tell us what stands against it.',
  3: 'the following is long overdue. Please pay within five days, or call us today to agree on a plan; otherwise we shall have to consider further steps.',
} as const
const SUBJECTS = { 1: 'Payment reminder', 2: 'Second payment reminder', 3: 'Final payment reminder' } as const

/** One reminder for each customer with anything past due, the largest sum first. Customers in credit get none, nor do those who asked not to be written to. */
export function remindersFor(
  invoices: readonly Invoice[],
  asOf: string,
  currency: string,
  signedBy: string,
): Reminder[] {
  const late = invoices.filter(({ due, open }) => due < asOf && open > 0)
  return [...Map.groupBy(late, ({ customer }) => customer.toLowerCase()).values()]
    .filter((mine) => mine.every(({ refusal }) => refusal === null))
    .map((mine): Reminder => {
      const sorted = mine.toSorted((a, b) => a.due.localeCompare(b.due))
      const open = sum(sorted.map((one) => one.open))
      const step = stepOf(daysBetween(sorted[0]?.due ?? asOf, asOf))
      const customer = sorted[0]?.customer ?? ''
      const lines = sorted.map(
        ({ number, due, open: left }) =>
          `- Invoice ${number || '(without number)'}, due ${due}, ${daysBetween(due, asOf)} days late: ${saidAmount(left, currency)}`,
      )
      return {
        customer,
        to: sorted.find(({ email }) => email !== '')?.email ?? '',
        subject: `${SUBJECTS[step]}: ${saidAmount(open, currency)}`,
        text: `Hello ${customer},\n\n${OPENINGS[step]}\n\n${lines.join('\n')}\n\nTogether: ${saidAmount(open, currency)}\n\nIf you have paid in the meantime, please ignore this message.\n\nKind regards\n${signedBy}`,
        open,
        step,
      }
    })
    .sort((a, b) => b.open - a.open)
}
