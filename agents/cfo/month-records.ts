import { AppError } from '@atrium/contract/errors'
import type { Job, JobFile } from '@atrium/contract/playbook'
import { addDays, firstDayOf, lastDayOf, shiftMonth } from '@atrium/domain/dates/days'
import { minorIn, minorOfMajor } from '@atrium/domain/money/minor-units'
import { sum } from '@atrium/domain/statistics/summary'
import { dayReader } from '../kit/day-reader.ts'
import { columnFor, neededColumn, readTable } from '../kit/table.ts'
import {
  balancesBefore,
  budgetOf,
  chosenCurrency,
  type WalletAccount,
  type WalletCategory,
  type WalletTransaction,
  walletOverview,
  walletTransactions,
} from '../kit/wallet-records.ts'

/** What a report on a month is made of, from the Wallet or from a file: the month and the three before it. */
export interface MonthRecords {
  kind: 'records' | 'file'
  name: string
  currency: string
  /** Other currencies, which are not in it. */
  others: readonly string[]
  accounts: readonly WalletAccount[]
  categories: readonly WalletCategory[]
  rows: readonly WalletTransaction[]
  /** Balances at the beginning and the end of the month, by account, minor units. */
  start: ReadonlyMap<string, number>
  end: ReadonlyMap<string, number>
  budgeted: ReadonlyMap<string, number>
  unread: readonly number[]
  note: string
}

export async function fromWallet(job: Job, month: string, asked: string | undefined): Promise<MonthRecords> {
  const overview = await walletOverview(job)
  const currency = chosenCurrency(overview, asked)
  const accounts = overview.accounts.filter((one) => one.currency === currency)
  const ids = new Set(accounts.map(({ id }) => id))
  const all = await walletTransactions(job, firstDayOf(shiftMonth(month, -3)), lastDayOf(month))
  return {
    kind: 'records',
    name: 'Wallet',
    currency,
    others: overview.currencies.filter((one) => one !== currency),
    accounts,
    categories: overview.categories,
    rows: all.filter(({ account }) => ids.has(account)),
    start: await balancesBefore(job, accounts, firstDayOf(month)),
    end: await balancesBefore(job, accounts, addDays(lastDayOf(month), 1)),
    budgeted: await budgetOf(job, month, currency),
    unread: [],
    note: '',
  }
}

const ACCOUNT = 'file'

/**
 * Payments of one account as CSV: date, amount (what comes in positive), payee, category. A category whose sum is positive is
 * income. `opening` is the balance before the first row, in major units. Throws `bad_request` when nothing can be read.
 */
export function fromFile(
  file: Pick<JobFile, 'name' | 'text'>,
  month: string,
  currency: string,
  opening: number,
): MonthRecords {
  const table = readTable(file)
  const date = neededColumn(table, 'date', ['date', 'booking date', 'day', 'datum'])
  const amount = neededColumn(table, 'amount', ['amount', 'value', 'betrag'])
  const [payee, category] = [
    columnFor(table, ['payee', 'name', 'counterparty', 'description', 'text']),
    columnFor(table, ['category', 'account', 'type']),
  ]
  const days = dayReader(table.rows.map(({ fields }) => fields[date] ?? ''))
  const unread: number[] = []
  const all = table.rows.flatMap(({ line, fields }): WalletTransaction[] => {
    const [day, minor] = [days.read(fields[date] ?? ''), minorIn(fields[amount] ?? '', currency)]
    if (!day || minor === null) {
      unread.push(line)
      return []
    }
    const named = category ? (fields[category] ?? '').slice(0, 80) : ''
    return [
      {
        id: `line ${line}`,
        account: ACCOUNT,
        date: day,
        amount: minor,
        payee: (payee ? (fields[payee] ?? '') : '').slice(0, 120),
        category: named || null,
        memo: '',
        cleared: 'cleared',
        splits: [],
        transfer: null,
        otherAccount: null,
      },
    ]
  })
  if (all.length === 0) throw new AppError('bad_request', `No row of “${file.name}” has a date and an amount.`)
  const before = minorOfMajor(opening, currency) ?? 0
  const until = (day: string) => before + sum(all.filter((row) => row.date <= day).map((row) => row.amount))
  const groups = Map.groupBy(
    all.filter((row) => row.category !== null),
    (row) => row.category ?? '',
  )
  const [from, to] = [firstDayOf(shiftMonth(month, -3)), lastDayOf(month)]
  return {
    kind: 'file',
    name: file.name,
    currency,
    others: [],
    accounts: [
      {
        id: ACCOUNT,
        name: file.name,
        kind: 'checking',
        currency,
        closed: false,
        balance: until('9999'),
        cleared: until('9999'),
        count: all.length,
      },
    ],
    categories: [...groups].map(([name, rows]) => ({
      id: name,
      name,
      group: '',
      isIncome: sum(rows.map((row) => row.amount)) > 0,
    })),
    rows: all.filter((row) => row.date >= from && row.date <= to).sort((a, b) => a.date.localeCompare(b.date)),
    start: new Map([[ACCOUNT, until(addDays(firstDayOf(month), -1))]]),
    end: new Map([[ACCOUNT, until(to)]]),
    budgeted: new Map(),
    unread,
    note: days.note,
  }
}
