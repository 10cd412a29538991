import { AppError } from '@atrium/contract/errors'
import type { Job } from '@atrium/contract/playbook'
import { addDays } from '@atrium/domain/dates/days'
import { z } from 'zod'

type Day = string

const Account = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['checking', 'savings', 'cash', 'card', 'loan', 'investment', 'other']),
  currency: z.string(),
  closed: z.boolean(),
  /** Minor units. */
  balance: z.number(),
  cleared: z.number(),
  count: z.number(),
})
export type WalletAccount = z.infer<typeof Account>

const Category = z.object({ id: z.string(), name: z.string(), group: z.string(), isIncome: z.boolean() })
export type WalletCategory = z.infer<typeof Category>

const Schedule = z.object({
  id: z.string(),
  payee: z.string(),
  account: z.string(),
  toAccount: z.string().nullable(),
  amount: z.number(),
  category: z.string().nullable(),
  start: z.string(),
  unit: z.enum(['once', 'day', 'week', 'month', 'year']),
  every: z.number(),
  weekend: z.enum(['keep', 'before', 'after']),
  until: z.string().nullable(),
  past: z.number(),
  next: z.string().nullable(),
  state: z.string(),
})
export type WalletSchedule = z.infer<typeof Schedule>

const Overview = z.object({
  today: z.string(),
  currencies: z.array(z.string()),
  accounts: z.array(Account),
  categories: z.array(Category),
  schedules: z.array(Schedule),
})
export type WalletOverview = z.infer<typeof Overview>

const Transaction = z.object({
  id: z.string(),
  account: z.string(),
  date: z.string(),
  amount: z.number(),
  payee: z.string(),
  category: z.string().nullable(),
  memo: z.string(),
  cleared: z.enum(['open', 'cleared', 'reconciled']),
  splits: z.array(z.object({ category: z.string().nullable(), amount: z.number(), memo: z.string() })),
  transfer: z.string().nullable(),
  otherAccount: z.string().nullable(),
})
export type WalletTransaction = z.infer<typeof Transaction>
const Transactions = z.object({
  transactions: z.array(Transaction),
  total: z.number(),
  sum: z.record(z.string(), z.number()),
})

/** What the wallet books when an account begins: no income. */
export const STARTING = 'Starting balance'
const MOST = 10_000

/** Throws `bad_request` with what to do when there are no accounts. */
export async function walletOverview(job: Job): Promise<WalletOverview> {
  const overview = await job.read('wallet.overview', {}, Overview)
  if (overview.accounts.length === 0)
    throw new AppError('bad_request', 'The Wallet has no accounts yet. Add an account there, or give a ledger as CSV.')
  return overview
}

/** The transactions of these days, both included. Throws `bad_request` beyond 10,000. */
export async function walletTransactions(job: Job, from: Day, to: Day): Promise<WalletTransaction[]> {
  const { transactions, total } = await job.read('wallet.transactions', { from, to, limit: MOST }, Transactions)
  if (total > MOST)
    throw new AppError(
      'bad_request',
      `From ${from} to ${to} the Wallet has ${total} transactions. Choose a shorter time.`,
    )
  return transactions.toReversed()
}

/** The balances of accounts at the end of the day before, by account id, in minor units. */
export async function balancesBefore(
  job: Job,
  accounts: readonly WalletAccount[],
  day: Day,
): Promise<ReadonlyMap<string, number>> {
  const balances = new Map<string, number>()
  for (const { id, currency } of accounts) {
    const { sum } = await job.read('wallet.transactions', { account: id, to: addDays(day, -1), limit: 1 }, Transactions)
    balances.set(id, sum[currency] ?? 0)
  }
  return balances
}

/** What a month's budget gives to each category, in minor units; nothing where the seat may not read it. */
export async function budgetOf(job: Job, month: string, currency: string): Promise<ReadonlyMap<string, number>> {
  if (!(await job.can('wallet.budget'))) return new Map()
  const Budget = z.object({ envelopes: z.array(z.object({ category: z.string(), budgeted: z.number() })) })
  const { envelopes } = await job.read('wallet.budget', { month, currency }, Budget)
  return new Map(
    envelopes.filter(({ budgeted }) => budgeted !== 0).map(({ category, budgeted }) => [category, budgeted]),
  )
}

/** A transaction by its categories: its parts when it is split. */
export const partsOf = ({
  splits,
  category,
  amount,
}: WalletTransaction): readonly { category: string | null; amount: number }[] =>
  splits.length > 0 ? splits : [{ category, amount }]

/** Whether it is money of an account at the bank or in hand, which pays bills: no loan, no investment, no card. */
export const isCash = ({ kind }: Pick<WalletAccount, 'kind'>): boolean =>
  kind === 'checking' || kind === 'savings' || kind === 'cash'

/** The currency that was asked for, or that of most accounts. Throws `bad_request` when there is no account in it. */
export function chosenCurrency(overview: WalletOverview, asked: string | undefined): string {
  const wanted = asked?.trim().toUpperCase()
  if (wanted && !overview.currencies.includes(wanted))
    throw new AppError('bad_request', `There is no account in ${wanted}. There are: ${overview.currencies.join(', ')}.`)
  return wanted || (overview.currencies[0] ?? 'EUR')
}
