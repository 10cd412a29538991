import { AppError } from '@atrium/contract/errors'
import type { JobFile } from '@atrium/contract/playbook'
import { minorIn } from '@atrium/domain/money/minor-units'
import { refusalsOf } from '../kit/contactable.ts'
import { dayReader } from '../kit/day-reader.ts'
import { decimalSignIn } from '../kit/decimal-sign.ts'
import { emailIn } from '../kit/email-address.ts'
import { columnFor, neededColumn, readTable } from '../kit/table.ts'
import type { Invoice } from './ageing.ts'

/** A quoted field may hold line breaks; a subject of a mail may not. */
const oneLine = (text: string, longest: number) => text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, longest)

export interface InvoiceFile {
  name: string
  invoices: Invoice[]
  unread: { line: number; reason: string }[]
  doubled: number[]
  note: string
}

/**
 * Invoices as CSV: number, customer, due date, amount; paid, invoice date and e-mail where there are columns for them. The
 * same number of a customer counts once. Throws `bad_request` when a column is missing or no row can be read.
 */
export function readInvoices(file: JobFile, currency: string): InvoiceFile {
  const table = readTable(file)
  const column = {
    number: neededColumn(table, 'invoice number', [
      'invoice',
      'invoice number',
      'invoice no',
      'number',
      'no',
      'document',
      'rechnung',
    ]),
    customer: neededColumn(table, 'customer', ['customer', 'client', 'debtor', 'company', 'name', 'kunde']),
    due: neededColumn(table, 'due date', ['due date', 'due', 'fällig']),
    total: neededColumn(table, 'amount', ['amount', 'total', 'gross', 'invoice amount', 'betrag']),
    paid: columnFor(table, ['paid', 'paid amount', 'amount paid', 'bezahlt']),
    issued: columnFor(table, ['invoice date', 'issued', 'date', 'issue date', 'datum']),
    email: columnFor(table, ['email', 'e-mail', 'mail', 'contact email']),
  }
  const days = dayReader(
    table.rows.flatMap(({ fields }) => [fields[column.due] ?? '', column.issued ? (fields[column.issued] ?? '') : '']),
  )
  const result: InvoiceFile = { name: file.name, invoices: [], unread: [], doubled: [], note: days.note }
  const { refusal } = refusalsOf(table)
  const sign = decimalSignIn(table, [column.total, column.paid])
  const known = new Set<string>()
  for (const { line, fields } of table.rows) {
    const at = (name: string | undefined) => (name ? (fields[name] ?? '') : '')
    const [due, total] = [days.read(at(column.due)), minorIn(at(column.total), currency, sign)]
    const key = `${at(column.number).toLowerCase()} ${at(column.customer).toLowerCase()}`
    if (!due || total === null || !at(column.customer)) {
      result.unread.push({ line, reason: !due ? 'no due date' : total === null ? 'no amount' : 'no customer' })
      continue
    }
    if (at(column.number) !== '' && known.has(key)) {
      result.doubled.push(line)
      continue
    }
    known.add(key)
    const paid = minorIn(at(column.paid), currency, sign) ?? 0
    result.invoices.push({
      line,
      number: oneLine(at(column.number), 60),
      customer: oneLine(at(column.customer), 120),
      email: emailIn(at(column.email))?.address ?? '',
      refusal: refusal(fields),
      issued: days.read(at(column.issued)),
      due,
      total,
      open: total - paid,
    })
  }
  if (result.invoices.length === 0)
    throw new AppError('bad_request', `No row of “${file.name}” has a customer, a due date and an amount.`)
  return result
}
