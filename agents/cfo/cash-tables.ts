import { majorOf } from '@atrium/domain/money/minor-units'
import { tableBlock } from '../kit/blocks.ts'
import type { CashItem, CashWeek } from './cash-flow.ts'

export const weekTable = (weeks: readonly CashWeek[], worse: readonly CashWeek[], minimum: number, currency: string) =>
  tableBlock(
    `Cash by week, ${currency}`,
    {
      week: 'Week',
      from: 'From',
      to: 'To',
      opening: 'Opening',
      receipts: 'Receipts',
      payments: 'Payments',
      net: 'Net',
      closing: 'Closing',
      worse: 'Closing, worse case',
      room: 'Above the minimum',
    },
    weeks.map((one, at) => ({
      week: at + 1,
      from: one.from,
      to: one.to,
      opening: majorOf(one.opening, currency),
      receipts: majorOf(one.receipts, currency),
      payments: majorOf(one.payments, currency),
      net: majorOf(one.receipts + one.payments, currency),
      closing: majorOf(one.closing, currency),
      worse: majorOf(worse[at]?.closing ?? 0, currency),
      room: majorOf(one.closing - minimum, currency),
    })),
  )

export const biggest = (items: readonly CashItem[], currency: string) =>
  tableBlock(
    'What moves the balance most',
    { day: 'Expected', label: 'Who', amount: 'Amount', source: 'Source' },
    items
      .toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
      .slice(0, 8)
      .map(({ day, label, amount, source }) => ({ day, label, amount: majorOf(amount, currency), source })),
  )

export const itemTable = (items: readonly CashItem[], currency: string) =>
  tableBlock(
    'Every item and its source',
    { day: 'Expected', label: 'Who', basis: 'Known from', amount: 'Amount', source: 'Source' },
    items.map(({ day, label, basis, amount, source }) => ({
      day,
      label,
      basis,
      amount: majorOf(amount, currency),
      source,
    })),
  )
