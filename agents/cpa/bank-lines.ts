import { AppError } from '@atrium/contract/errors'
import type { JobFile } from '@atrium/contract/playbook'
import { minorIn } from '@atrium/domain/money/minor-units'
import { dayReader } from '../kit/day-reader.ts'
import { decimalSignIn } from '../kit/decimal-sign.ts'
import { columnFor, neededColumn, readTable } from '../kit/table.ts'

/** One movement of an account, in the bank's words or the books': minor units, what comes in positive. */
export interface Movement {
  /** Line of the file, or id of the Wallet's transaction. */
  key: string
  date: string
  amount: number
  text: string
  /** The balance after it, where the statement says so. */
  balance: number | null
}

export interface Statement {
  name: string
  /** In the order of their days. */
  movements: Movement[]
  unread: { line: number; reason: string }[]
  note: string
}

const OUT = ['out', 'paid out', 'money out', 'withdrawal', 'withdrawals', 'debit', 'soll']
const IN = ['in', 'paid in', 'money in', 'deposit', 'deposits', 'credit', 'haben']
const AMOUNT = ['amount', 'betrag', 'value', 'transaction amount']

/**
 * A bank statement (or an account of the books) as CSV: a date and one signed amount, or money out and money in. Throws
 * `bad_request` when a column is missing or nothing can be read.
 */
export function readStatement(file: Pick<JobFile, 'name' | 'text'>, currency: string): Statement {
  const table = readTable(file)
  const date = neededColumn(table, 'date', [
    'date',
    'booking date',
    'posting date',
    'value date',
    'buchungstag',
    'datum',
  ])
  const [out, into] = [columnFor(table, OUT), columnFor(table, IN)]
  const isTwoSided = out !== undefined && into !== undefined && out !== into
  const amount = isTwoSided ? null : neededColumn(table, 'amount', AMOUNT)
  const text = columnFor(table, ['description', 'payee', 'details', 'text', 'memo', 'narration', 'reference', 'name'])
  const balance = columnFor(table, ['balance', 'running balance', 'saldo'])
  const days = dayReader(table.rows.map(({ fields }) => fields[date] ?? ''))
  const sign = decimalSignIn(table, [out, into, amount])
  const unread: Statement['unread'] = []
  const movements: Movement[] = []
  for (const { line, fields } of table.rows) {
    const day = days.read(fields[date] ?? '')
    const read = (column: string | undefined) => (column ? minorIn(fields[column] ?? '', currency, sign) : null)
    const [paid, came] = isTwoSided ? [read(out), read(into)] : [null, null]
    const sum = amount
      ? read(amount)
      : paid === null && came === null
        ? null
        : Math.abs(came ?? 0) - Math.abs(paid ?? 0)
    if (!day || sum === null)
      unread.push({ line, reason: day ? 'no amount' : `no date in “${(fields[date] ?? '').slice(0, 40)}”` })
    else
      movements.push({
        key: `line ${line}`,
        date: day,
        amount: sum,
        text: (text ? (fields[text] ?? '') : '').slice(0, 200),
        balance: read(balance),
      })
  }
  if (movements.length === 0)
    throw new AppError(
      'bad_request',
      `No row of “${file.name}” has a date and an amount that can be read. Give the bank’s CSV.`,
    )
  return { name: file.name, movements: inOrder(movements), unread, note: days.note }
}

/** Banks write the newest first or last; within a day the file's own order tells. */
function inOrder(movements: readonly Movement[]): Movement[] {
  const isNewestFirst = (movements[0]?.date ?? '') > (movements.at(-1)?.date ?? '')
  return (isNewestFirst ? movements.toReversed() : [...movements]).sort((a, b) => a.date.localeCompare(b.date))
}
