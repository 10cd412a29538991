import type { JobFile } from '@atrium/contract/playbook'
import { addDays } from '@atrium/domain/dates/days'
import { minorIn } from '@atrium/domain/money/minor-units'
import { dayReader } from '../kit/day-reader.ts'
import { columnFor, neededColumn, readTable } from '../kit/table.ts'
import type { CashItem } from './cash-flow.ts'

export interface OpenItems {
  name: string
  items: CashItem[]
  /** How many were overdue on the first day. */
  overdue: number
  unread: { line: number; reason: string }[]
  note: string
}

const OUT = /^(?:payable|bill|out|supplier|expense|purchase|ap|payment|vendor|verbindlichkeit)/i
const IN = /^(?:receivable|invoice|in|customer|income|sale|ar|receipt|forderung)/i

/**
 * Open invoices and bills as CSV: a due date, an amount, and whether it comes in or goes out by a column of its own or by the
 * amount's sign. Customers pay `lateDays` after the due date; what is overdue is expected so many days after today.
 */
export function readOpenItems(
  file: Pick<JobFile, 'name' | 'text'>,
  currency: string,
  today: string,
  lateDays: number,
): OpenItems {
  const table = readTable(file)
  const due = neededColumn(table, 'due date', ['due date', 'due', 'expected', 'date', 'pay by', 'fällig'])
  const amount = neededColumn(table, 'amount', ['open amount', 'amount', 'open', 'balance', 'total', 'betrag'])
  const type = columnFor(table, ['type', 'kind', 'direction', 'in/out'])
  const who = columnFor(table, ['counterparty', 'customer', 'supplier', 'vendor', 'name', 'payee', 'description'])
  const days = dayReader(table.rows.map(({ fields }) => fields[due] ?? ''))
  const unread: OpenItems['unread'] = []
  const items: CashItem[] = []
  let overdue = 0
  for (const { line, fields } of table.rows) {
    const day = days.read(fields[due] ?? '')
    const sum = minorIn(fields[amount] ?? '', currency)
    const kind = type ? (fields[type] ?? '') : ''
    const isKnown = !type || OUT.test(kind) || IN.test(kind)
    if (!day || sum === null || sum === 0 || !isKnown) {
      unread.push({
        line,
        reason: !day
          ? 'no due date'
          : sum === null || sum === 0
            ? 'no amount'
            : `“${kind.slice(0, 30)}” is neither in nor out`,
      })
      continue
    }
    const signed = !type ? sum : OUT.test(kind) ? -Math.abs(sum) : Math.abs(sum)
    const isIn = signed > 0
    if (day < today) overdue++
    const expected = isIn ? addDays(day < today ? today : day, lateDays) : day < today ? today : day
    items.push({
      day: expected,
      amount: signed,
      label: (who ? (fields[who] ?? '') : '').slice(0, 120) || (isIn ? 'Customer' : 'Supplier'),
      basis: isIn ? 'invoice' : 'bill',
      source: `${file.name}, line ${line}, due ${day}`,
    })
  }
  return { name: file.name, items, overdue, unread, note: days.note }
}
