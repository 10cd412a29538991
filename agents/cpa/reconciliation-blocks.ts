import type { Block } from '@atrium/contract/work-product'
import { majorOf, saidAmount } from '@atrium/domain/money/minor-units'
import { sum } from '@atrium/domain/statistics/summary'
import { tableBlock } from '../kit/blocks.ts'
import type { Movement } from './bank-lines.ts'
import { type Matching, type Reconciliation, transposed } from './matching.ts'

export function proofTable(proof: Reconciliation, currency: string, to: string): Block {
  const line = (what: string, minor: number) => ({ what, amount: majorOf(minor, currency) })
  return {
    kind: 'table',
    title: `Reconciliation at ${to}, ${currency}`,
    columns: [
      { key: 'what', title: 'Line', align: 'start' },
      { key: 'amount', title: 'Amount', align: 'end' },
    ],
    rows: [
      line('Balance of the statement', proof.bank),
      line('+ In the books, on the way to the bank', proof.inTransit),
      line('− Payments the bank has not seen', proof.outstanding),
      line('= Adjusted bank balance', proof.adjustedBank),
      line('Balance of the books', proof.books),
      line('+ Receipts the books do not know', proof.bankCredits),
      line('− Payments and charges the books do not know', proof.bankCharges),
      line('= Adjusted book balance', proof.adjustedBooks),
      line('Difference', proof.difference),
    ],
  }
}

export const listed = (title: string, movements: readonly Movement[], currency: string) =>
  tableBlock(
    `${title}: ${saidAmount(sum(movements.map(({ amount }) => amount)), currency)}`,
    { date: 'Date', amount: 'Amount', text: 'Text', where: 'Where' },
    movements.map(({ key, date, amount, text }) => ({
      date,
      amount: majorOf(amount, currency),
      text,
      where: key.startsWith('line ') ? key : 'Wallet',
    })),
  )

export const suspects = (matching: Matching, days: number, currency: string) =>
  tableBlock(
    'Perhaps the same, with digits exchanged',
    { bank: 'At the bank', book: 'In the books', gap: 'Difference' },
    transposed(matching, days).map(({ bank, book }) => ({
      bank: `${bank.date} ${bank.text} ${saidAmount(bank.amount, currency)}`,
      book: `${book.date} ${book.text} ${saidAmount(book.amount, currency)}`,
      gap: majorOf(bank.amount - book.amount, currency),
    })),
  )

export const pairs = ({ matched }: Matching, currency: string) =>
  tableBlock(
    'Matched',
    { date: 'At the bank', amount: 'Amount', text: 'Statement', book: 'Books', days: 'Days apart' },
    matched.map(({ bank, book, days }) => ({
      date: bank.date,
      amount: majorOf(bank.amount, currency),
      text: bank.text,
      book: book.text,
      days,
    })),
  )
