import type { Job } from '@atrium/contract/playbook'
import { addDays, daysBetween } from '@atrium/domain/dates/days'
import { saidAmount } from '@atrium/domain/money/minor-units'
import { sum } from '@atrium/domain/statistics/summary'
import { counted } from '../kit/doing.ts'
import { chosenCurrency, isCash, STARTING, walletOverview, walletTransactions } from '../kit/wallet-records.ts'
import { type CashItem, horizonOf, WEEKS } from './cash-flow.ts'
import { patternItems, patternsIn, payeeKey, scheduledDays } from './recurring.ts'

/** What is known of the cash to come before any file of invoices and bills. */
export interface Known {
  currency: string
  opening: number
  items: CashItem[]
  basis: string[]
  sources: { kind: 'records'; name: string; place: string }[]
}

export const withoutWallet = (opening: number, currency: string | undefined): Known => ({
  currency: currency?.toUpperCase() || 'EUR',
  opening,
  items: [],
  basis: ['The opening balance is the one you gave; the Wallet was not read.'],
  sources: [],
})

/** Half a year back is what patterns and the everyday average are taken from. */
const BACK_DAYS = 182

/** From balances, scheduled payments, payments that come again, and the weekly average of the others. */
export async function fromWallet(job: Job, today: string, asked: string | undefined): Promise<Known> {
  const overview = await walletOverview(job)
  const currency = chosenCurrency(overview, asked)
  const liquid = overview.accounts.filter((one) => one.currency === currency && (isCash(one) || one.kind === 'card'))
  const ids = new Set(liquid.map(({ id }) => id))
  const from = addDays(today, -BACK_DAYS)
  const all = (await walletTransactions(job, from, today)).filter(
    ({ account, otherAccount, payee }) =>
      ids.has(account) && payee !== STARTING && !(otherAccount !== null && ids.has(otherAccount)),
  )
  const until = horizonOf(today)
  const schedules = overview.schedules.filter(
    ({ account, toAccount }) => ids.has(account) && !(toAccount !== null && ids.has(toAccount)),
  )
  const scheduled = schedules.flatMap((one) =>
    scheduledDays(one, until).map(
      (day): CashItem => ({
        day: day < today ? today : day,
        amount: one.amount,
        label: one.payee,
        basis: 'schedule',
        source: `Wallet: schedule${day < today ? `, overdue since ${day}` : ''}`,
      }),
    ),
  )
  const planned = new Set(schedules.map(({ payee }) => payeeKey(payee)))
  const free = all.filter(({ payee }) => !planned.has(payeeKey(payee)))
  const patterns = patternsIn(free, today)
  const seen = new Set(patterns.map(({ payee, amount }) => `${amount > 0}${payeeKey(payee)}`))
  const rest = free.filter(({ payee, amount }) => amount < 0 && !seen.has(`${amount > 0}${payeeKey(payee)}`))
  const first = all[0]?.date ?? today
  const span = Math.max(28, daysBetween(first, today) + 1)
  const perWeek = Math.round((sum(rest.map(({ amount }) => amount)) / span) * 7)
  const average =
    perWeek === 0
      ? []
      : Array.from(
          { length: WEEKS },
          (_, at): CashItem => ({
            day: addDays(today, at * 7),
            amount: perWeek,
            label: 'Other payments, weekly average',
            basis: 'average',
            source: `Wallet: ${counted(rest.length, 'payment')} in ${span} days that follow no pattern`,
          }),
        )
  return {
    currency,
    opening: sum(liquid.map(({ balance }) => balance)),
    items: [...scheduled, ...patternItems(patterns, today, until), ...average],
    basis: [
      `Cash is what ${liquid.map(({ name }) => `“${name}”`).join(', ')} hold together, cards as what is owed; transfers between them do not count.`,
      `${counted(scheduled.length, 'scheduled payment')}; ${counted(patterns.length, 'payment')} that come again were found in ${counted(all.length, 'transaction')} since ${from}; other payments by their average of ${saidAmount(-perWeek, currency)} a week.`,
      'One-off receipts of the past are not expected again.',
    ],
    sources: [
      {
        kind: 'records',
        name: 'Wallet',
        place: `${counted(liquid.length, 'account')}, ${counted(all.length, 'transaction')}, ${counted(schedules.length, 'schedule')}`,
      },
    ],
  }
}
