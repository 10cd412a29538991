import { plainAmount } from '@atrium/domain/money/minor-units'
import { recordLine } from '@atrium/domain/tables/writing'
import type { AccountRow, CategoryRow, TransactionRow } from './records.ts'

interface Facts {
  accounts: readonly AccountRow[]
  /** Of every account, also of those that are not exported. */
  names: ReadonlyMap<string, string>
  categories: readonly CategoryRow[]
}

export interface Entry {
  row: TransactionRow
  /** The account at the other end of a transfer. */
  other: string | null
}

/** One line a transaction, or one for each of its parts. */
export async function* csvOf({ accounts, categories }: Facts, entries: AsyncIterable<Entry>): AsyncGenerator<string> {
  const byAccount = new Map(accounts.map((row) => [row.id, row]))
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  yield '\uFEFFDate,Account,Payee,Category,Memo,Amount,Currency,Cleared\r\n'
  for await (const { row } of entries) {
    const account = byAccount.get(row.account)
    if (!account) continue
    for (const part of row.splits.length > 0 ? row.splits : [row]) {
      const words = [row.date, account.name, row.payee, names.get(part.category ?? '') ?? '', part.memo || row.memo]
      const money = [plainAmount(part.amount, account.currency), account.currency, row.cleared]
      yield recordLine([...words, ...money], { isGuarded: true })
    }
  }
}

const TYPES: Readonly<Record<AccountRow['kind'], string>> = {
  checking: 'Bank',
  savings: 'Bank',
  cash: 'Cash',
  card: 'CCard',
  loan: 'Oth L',
  investment: 'Oth A',
  other: 'Oth A',
}
const MARKS = { open: '', cleared: '*', reconciled: 'X' }
const line = (text: string) => text.replace(/[\r\n]+/g, ' ')

/** QIF by account; dates as `2026-01-15`, which no program can take for another day. */
export async function* qifOf(
  { accounts, names: accountNames, categories }: Facts,
  entriesOf: (account: string) => AsyncIterable<Entry>,
): AsyncGenerator<string> {
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  for (const account of accounts) {
    const amount = (minor: number) => plainAmount(minor, account.currency)
    let isBegun = false
    for await (const { row, other: end } of entriesOf(account.id)) {
      if (!isBegun) yield `!Account\nN${line(account.name)}\nT${TYPES[account.kind]}\n^\n!Type:${TYPES[account.kind]}\n`
      isBegun = true
      const other = accountNames.get(end ?? '')
      const category = other ? `[${other}]` : (names.get(row.category ?? '') ?? '')
      const lines = [`D${row.date}`, `T${amount(row.amount)}`]
      if (MARKS[row.cleared]) lines.push(`C${MARKS[row.cleared]}`)
      if (row.payee) lines.push(`P${line(row.payee)}`)
      if (row.memo) lines.push(`M${line(row.memo)}`)
      if (category) lines.push(`L${line(category)}`)
      for (const split of row.splits) {
        lines.push(`S${line(names.get(split.category ?? '') ?? '')}`)
        if (split.memo) lines.push(`E${line(split.memo)}`)
        lines.push(`$${amount(split.amount)}`)
      }
      yield `${lines.join('\n')}\n^\n`
    }
  }
}
