import { AppError } from '@atrium/contract/errors'
import type { Job } from '@atrium/contract/playbook'
import { firstDayOf, lastDayOf } from '@atrium/domain/dates/days'
import { saidAmount } from '@atrium/domain/money/minor-units'
import { sum } from '@atrium/domain/statistics/summary'
import { counted } from '../kit/doing.ts'
import {
  balancesBefore,
  isCash,
  type WalletAccount,
  type WalletOverview,
  type WalletTransaction,
  walletOverview,
  walletTransactions,
} from '../kit/wallet-records.ts'
import type { Exception } from './exceptions.ts'
import { usualMateriality } from './ledger-month.ts'
import { suspense } from './ledger-tests.ts'
import type { MonthBooks } from './month-books.ts'
import { fiscalStart } from './questions.ts'
import { trialBalance } from './trial-balance.ts'
import { accountName, EQUITY, EXCHANGE, entriesOf, UNCATEGORISED, walletExceptions } from './wallet-books.ts'

/** The books of a month from the Wallet, one trial balance for each currency that has accounts. */
export async function walletMonths(
  job: Job,
  month: string,
  materiality: (currency: string) => number | null,
): Promise<MonthBooks[]> {
  const overview = await walletOverview(job)
  const yearStart = fiscalStart(job, month)
  const rows = await walletTransactions(job, yearStart, lastDayOf(month))
  const openings = await balancesBefore(job, overview.accounts, firstDayOf(month))
  const books = overview.currencies.slice(0, 6).map((currency) => {
    const accounts = overview.accounts.filter((account) => account.currency === currency)
    return booksOf({
      overview,
      accounts,
      currency,
      month,
      yearStart,
      rows,
      openings,
      materiality: materiality(currency),
    })
  })
  const moved = books.filter(({ balance }) => balance.lines.length > 0)
  if (moved.length === 0)
    throw new AppError('bad_request', `The Wallet has nothing in or before ${month}. Choose a later month.`)
  return moved
}

interface Month {
  overview: WalletOverview
  accounts: readonly WalletAccount[]
  currency: string
  month: string
  yearStart: string
  rows: readonly WalletTransaction[]
  openings: ReadonlyMap<string, number>
  materiality: number | null
}

const isOfYear = (account: string) =>
  /^(?:Income|Expense): /.test(account) || account === UNCATEGORISED || account === EXCHANGE

function booksOf({
  overview,
  accounts,
  currency,
  month,
  yearStart,
  rows,
  openings: atBank,
  materiality: given,
}: Month): MonthBooks {
  const mine = new Set(accounts.map(({ id }) => id))
  const transactions = rows.filter(({ account }) => mine.has(account))
  const from = firstDayOf(month)
  const during = transactions.filter(({ date }) => date >= from)
  const facts = { accounts: overview.accounts, categories: overview.categories }
  const openings = new Map(accounts.map((account) => [accountName(account), atBank.get(account.id) ?? 0]))
  for (const { account, debit, credit } of entriesOf({
    ...facts,
    transactions: transactions.filter(({ date }) => date < from),
  }))
    if (isOfYear(account)) openings.set(account, (openings.get(account) ?? 0) + debit - credit)
  openings.set(EQUITY, -sum([...openings.values()]))
  const entries = entriesOf({ ...facts, transactions: during })
  const balance = trialBalance(openings, entries)
  const materiality = given ?? usualMateriality(entries)
  const closing = new Map(
    accounts.map(({ id }) => [
      id,
      (atBank.get(id) ?? 0) + sum(during.filter(({ account }) => account === id).map(({ amount }) => amount)),
    ]),
  )
  const exceptions = [
    ...suspense(balance.lines, { currency }),
    ...walletExceptions({ ...facts, accounts, transactions: during, currency, materiality, closing }),
    ...missed(overview, mine, month),
  ]
  const of = (test: string) => exceptions.filter((one) => one.test === test)
  const check = (text: string, test: string) => ({
    text,
    state: of(test).length === 0 ? ('pass' as const) : ('fail' as const),
    note: counted(of(test).length, 'finding'),
  })
  const reconciled = during.filter(
    (row) => row.cleared === 'reconciled' && isCash(accounts.find(({ id }) => id === row.account) ?? { kind: 'other' }),
  )
  const result = -sum(
    entries
      .filter(({ account }) => isOfYear(account) && account !== EXCHANGE)
      .map(({ debit, credit }) => debit - credit),
  )
  return {
    currency,
    name: 'Wallet',
    place: `${counted(during.length, 'transaction')} of ${month} in ${counted(accounts.length, `${currency} account`)}`,
    balance,
    exceptions,
    result,
    unread: [],
    basis: [
      'The Wallet keeps single entries: each was completed by its category as the other side, so debits equal credits by construction. What proves the books is the bank: reconcile each account.',
      `Income and expenses are carried from ${yearStart}; what was before stands in “${EQUITY}”.`,
      `Cards and loans are liabilities. Materiality: ${saidAmount(materiality, currency)}${given === null ? ', 1 % of the month’s debits' : ', as given'}.`,
      'Cash basis: bills count when they are paid.',
    ],
    checks: [
      {
        text: 'Debits equal credits',
        state: balance.difference === 0 ? 'pass' : 'fail',
        note: saidAmount(balance.difference, currency),
      },
      check('Everything has a category', 'No category'),
      check('Everything was seen at the bank', 'Not seen at the bank'),
      {
        text: 'Bank accounts are reconciled',
        state: during.length > 0 && during.every(({ cleared }) => cleared === 'reconciled') ? 'pass' : 'fail',
        note: `${reconciled.length} of the month’s movements are locked by a reconciliation.`,
      },
      check('Nothing looks booked twice', 'Possible duplicate'),
      check('Transfers between own accounts are joined', 'Transfer not joined'),
      check('Scheduled payments of the month are entered', 'Scheduled payment missing'),
      check('No asset is overdrawn', 'Credit balance of an asset'),
    ],
  }
}

/** Scheduled payments that were due by the end of the month and are not entered yet: an accrual, or forgotten. */
const missed = ({ schedules }: WalletOverview, accounts: ReadonlySet<string>, month: string): Exception[] =>
  schedules
    .filter(({ account, next }) => accounts.has(account) && next !== null && next <= lastDayOf(month))
    .map(({ payee, next, amount }) => ({
      severity: 'medium',
      test: 'Scheduled payment missing',
      where: `${payee}, due ${next}`,
      amount,
      finding: 'It was due by the end of the month and has not been entered.',
      ask: 'Paid? Enter it in the Wallet. Not paid? It is owed at the end of the month.',
    }))
