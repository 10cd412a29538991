import { daysBetween } from '@atrium/domain/dates/days'
import { saidAmount } from '@atrium/domain/money/minor-units'
import { median } from '@atrium/domain/statistics/summary'
import {
  partsOf,
  STARTING,
  type WalletAccount,
  type WalletCategory,
  type WalletTransaction,
} from '../kit/wallet-records.ts'
import type { Exception } from './exceptions.ts'
import type { Entry } from './ledger.ts'

// The Wallet's single entries as double entries: each movement of an account has its category as the other side.

export const EQUITY = 'Opening balance equity'
export const UNCATEGORISED = 'Uncategorised (suspense)'
export const EXCHANGE = 'Currency exchange clearing'

const assetOf = ({ name, kind }: WalletAccount) =>
  `${kind === 'card' || kind === 'loan' ? 'Liability' : 'Asset'}: ${name}`
export const accountName = assetOf
export const categoryName = (category: WalletCategory | undefined): string =>
  category ? `${category.isIncome ? 'Income' : 'Expense'}: ${category.name}` : UNCATEGORISED

export interface Books {
  accounts: readonly WalletAccount[]
  categories: readonly WalletCategory[]
  transactions: readonly WalletTransaction[]
}

const entry = (row: WalletTransaction, account: string, amount: number): Entry => ({
  line: null,
  ref: row.id,
  date: row.date,
  account,
  debit: Math.max(amount, 0),
  credit: Math.max(-amount, 0),
  text: row.payee || row.memo,
})

/**
 * Debits and credits of the transactions, in minor units. A transfer within one currency is booked by its two sides; one
 * between currencies against a clearing account in each.
 */
export function entriesOf({ accounts, categories, transactions }: Books): Entry[] {
  const byId = new Map(accounts.map((row) => [row.id, row]))
  const categoryOf = new Map(categories.map((row) => [row.id, row]))
  return transactions.flatMap((row) => {
    const account = byId.get(row.account)
    if (!account) return []
    const own = entry(row, assetOf(account), row.amount)
    const other = row.otherAccount === null ? undefined : byId.get(row.otherAccount)
    if (row.transfer !== null && other)
      return other.currency === account.currency ? [own] : [own, entry(row, EXCHANGE, -row.amount)]
    if (row.payee === STARTING) return [own, entry(row, EQUITY, -row.amount)]
    return [
      own,
      ...partsOf(row).map(({ category, amount }) =>
        entry(row, categoryName(category === null ? undefined : categoryOf.get(category)), -amount),
      ),
    ]
  })
}

interface Review extends Books {
  currency: string
  materiality: number
  /** Balances at the end of the month, by account id. */
  closing: ReadonlyMap<string, number>
}

/** What a reviewer asks about a month of a wallet. `transactions` are those of the month. */
export function walletExceptions(review: Review): Exception[] {
  return [
    ...unplaced(review),
    ...uncleared(review),
    ...twice(review),
    ...unlinked(review),
    ...overdrawn(review),
    ...large(review),
  ]
}

const whereOf = ({ accounts }: Books, { account, date }: WalletTransaction) =>
  `${accounts.find(({ id }) => id === account)?.name ?? 'Account'}, ${date}`

const unplaced = (review: Review): Exception[] =>
  review.transactions
    .filter(
      (row) =>
        row.transfer === null && row.payee !== STARTING && partsOf(row).some(({ category }) => category === null),
    )
    .map((row) => ({
      severity: Math.abs(row.amount) >= review.materiality ? 'high' : 'medium',
      test: 'No category',
      where: whereOf(review, row),
      amount: row.amount,
      finding: `${row.payee || 'A movement without a payee'} stands in no category.`,
      ask: 'What was it for? Choose a category in the Wallet.',
    }))

function uncleared(review: Review): Exception[] {
  const open = Map.groupBy(
    review.transactions.filter(({ cleared }) => cleared === 'open'),
    ({ account }) => account,
  )
  return [...open.values()].flatMap((rows): Exception[] => {
    const [first] = rows
    if (!first) return []
    const sum = rows.reduce((total, { amount }) => total + amount, 0)
    return [
      {
        severity: 'medium',
        test: 'Not seen at the bank',
        where: review.accounts.find(({ id }) => id === first.account)?.name ?? 'Account',
        amount: sum,
        finding: `${rows.length} of the month are still open, together ${saidAmount(sum, review.currency)}.`,
        ask: 'Compare with the statement (“Reconcile a bank statement”), then mark them as cleared.',
      },
    ]
  })
}

/** The same payee and amount on the same account within three days. */
function twice(review: Review): Exception[] {
  const groups = Map.groupBy(
    review.transactions.filter(({ transfer, payee }) => transfer === null && payee !== ''),
    ({ account, amount, payee }) => `${account} ${amount} ${payee.toLowerCase()}`,
  )
  return [...groups.values()].flatMap((rows): Exception[] =>
    rows.slice(1).flatMap((row, at): Exception[] => {
      const before = rows[at]
      if (!before || daysBetween(before.date, row.date) > 3) return []
      return [
        {
          severity: 'high',
          test: 'Possible duplicate',
          where: whereOf(review, row),
          amount: row.amount,
          finding: `${row.payee}: the same amount was booked on ${before.date}.`,
          ask: 'Is there a document for each? Else delete one.',
        },
      ]
    }),
  )
}

/** Opposite amounts in two accounts within four days that are not joined as a transfer would count as income and spending. */
function unlinked(review: Review): Exception[] {
  const loose = review.transactions.filter(({ transfer, payee }) => transfer === null && payee !== STARTING)
  const incoming = loose.filter(({ amount }) => amount > 0)
  return loose
    .filter(({ amount }) => amount < 0)
    .flatMap((out): Exception[] => {
      const back = incoming.find(
        (row) =>
          row.amount === -out.amount && row.account !== out.account && Math.abs(daysBetween(out.date, row.date)) <= 4,
      )
      if (!back) return []
      return [
        {
          severity: 'medium',
          test: 'Transfer not joined',
          where: `${whereOf(review, out)} and ${whereOf(review, back)}`,
          amount: out.amount,
          finding: 'The same amount left one account and came into another; it counts as spending and as income.',
          ask: 'If it is one transfer, join the two in the Wallet.',
        },
      ]
    })
}

const overdrawn = ({ accounts, closing, currency }: Review): Exception[] =>
  accounts.flatMap((account): Exception[] => {
    const balance = closing.get(account.id) ?? 0
    if (balance >= 0 || account.kind === 'card' || account.kind === 'loan') return []
    return [
      {
        severity: 'high',
        test: 'Credit balance of an asset',
        where: account.name,
        amount: balance,
        finding: `It closes with ${saidAmount(balance, currency)}.`,
        ask: 'Overdrawn at the bank too? Then show it as a liability; else an entry is missing.',
      },
    ]
  })

/** Movements above materiality that are more than three times the median of the month’s payments. */
function large(review: Review): Exception[] {
  const spent = review.transactions.filter(({ transfer, amount }) => transfer === null && amount < 0)
  const typical = spent.length > 0 ? median(spent.map(({ amount }) => -amount)) : 0
  return spent
    .filter(({ amount }) => -amount >= review.materiality && -amount > 3 * typical)
    .map((row) => ({
      severity: 'low',
      test: 'Large movement',
      where: whereOf(review, row),
      amount: row.amount,
      finding: `${row.payee || 'No payee'}: more than three times the usual ${saidAmount(typical, review.currency)}.`,
      ask: 'Check the document and the month it belongs to (cut-off).',
    }))
}
