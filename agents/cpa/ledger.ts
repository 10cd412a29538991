import { AppError } from '@atrium/contract/errors'
import type { JobFile } from '@atrium/contract/playbook'
import { minorIn } from '@atrium/domain/money/minor-units'
import { dayReader } from '../kit/day-reader.ts'
import { decimalSignIn } from '../kit/decimal-sign.ts'
import { columnFor, neededColumn, readTable, type Table } from '../kit/table.ts'

/** One line of a journal: a debit or a credit to an account, in minor units. */
export interface Entry {
  /** Of the file, the heading being line 1; null when it comes from the Wallet. */
  line: number | null
  /** The number of the journal entry or document it belongs to; empty when the books have none. */
  ref: string
  date: string
  account: string
  debit: number
  credit: number
  text: string
}

export interface Ledger {
  name: string
  entries: Entry[]
  rows: number
  /** Rows that could not be read, and why. */
  unread: { line: number; reason: string }[]
  /** Whether the file has a column for journal or document numbers. */
  hasRefs: boolean
  /** Days as they were read, where that was in doubt. */
  note: string
}

const DATE = ['date', 'posting date', 'booking date', 'entry date', 'transaction date', 'datum', 'day']
const ACCOUNT = ['account', 'account name', 'account number', 'gl account', 'ledger account', 'konto', 'category']
const DEBIT = ['debit', 'dr', 'soll', 'debit amount']
const CREDIT = ['credit', 'cr', 'haben', 'credit amount']
const AMOUNT = ['amount', 'value', 'betrag', 'net amount']
const REF = [
  'entry',
  'journal',
  'entry no',
  'journal no',
  'journal entry',
  'document',
  'document no',
  'voucher',
  'reference',
  'ref',
  'je',
  'beleg',
]
const TEXT = ['description', 'memo', 'text', 'narration', 'details', 'payee', 'name']

/**
 * A general ledger or journal as CSV: a date, an account, and either debit and credit or one signed amount (debits
 * positive). Throws `bad_request` when a column is missing or no row can be read.
 */
export function readLedger(file: Pick<JobFile, 'name' | 'text'>, currency: string): Ledger {
  const table = readTable(file)
  const date = neededColumn(table, 'date', DATE)
  const account = neededColumn(table, 'account', ACCOUNT)
  const sides = sidesOf(table)
  const ref = columnFor(table, REF)
  const text = columnFor(table, TEXT)
  const days = dayReader(table.rows.map(({ fields }) => fields[date] ?? ''))
  const sign = decimalSignIn(table, [sides.debit, sides.credit, sides.amount])
  const unread: Ledger['unread'] = []
  const entries: Entry[] = []
  for (const { line, fields } of table.rows) {
    const day = days.read(fields[date] ?? '')
    const name = fields[account] ?? ''
    const sums = amountsOf(fields, sides, (text) => minorIn(text, currency, sign))
    const reason = !day
      ? `no date in “${(fields[date] ?? '').slice(0, 40)}”`
      : !name
        ? 'no account'
        : sums
          ? ''
          : 'no amount'
    if (reason || !day || !sums) unread.push({ line, reason })
    else
      entries.push({
        line,
        ref: ref ? (fields[ref] ?? '').slice(0, 80) : '',
        date: day,
        account: name.slice(0, 120),
        ...sums,
        text: text ? (fields[text] ?? '').slice(0, 200) : '',
      })
  }
  if (entries.length === 0)
    throw new AppError('bad_request', `No row of “${file.name}” has a date, an account and an amount that can be read.`)
  return { name: file.name, entries, rows: table.rows.length, unread, hasRefs: ref !== undefined, note: days.note }
}

interface Sides {
  debit?: string
  credit?: string
  amount?: string
}

function sidesOf(table: Table): Sides {
  const debit = columnFor(table, DEBIT)
  const credit = columnFor(table, CREDIT)
  if (debit && credit) return { debit, credit }
  return { amount: neededColumn(table, 'debit and credit, or one amount', AMOUNT) }
}

/** A negative debit is a credit, and the other way round. */
function amountsOf(
  fields: Readonly<Record<string, string>>,
  { debit, credit, amount }: Sides,
  minor: (text: string) => number | null,
) {
  const read = (column: string | undefined) => (column ? minor(fields[column] ?? '') : null)
  const [left, right, one] = [read(debit), read(credit), read(amount)]
  if (left === null && right === null && one === null) return null
  const net = one ?? 0
  const debits = Math.max(left ?? 0, 0) + Math.max(-(right ?? 0), 0) + Math.max(net, 0)
  const credits = Math.max(right ?? 0, 0) + Math.max(-(left ?? 0), 0) + Math.max(-net, 0)
  return { debit: debits, credit: credits }
}
