import type { Block } from '@atrium/contract/work-product'
import { majorOf } from '@atrium/domain/money/minor-units'
import { tableBlock, textBlock } from '../kit/blocks.ts'

/** Something a reviewer of the books has to look at before the month is closed. */
export interface Exception {
  severity: 'high' | 'medium' | 'low'
  test: string
  /** Lines of the file, or account and day. */
  where: string
  /** Minor units, where there is one. */
  amount: number | null
  finding: string
  /** What settles it. */
  ask: string
}

const ORDER = { high: 0, medium: 1, low: 2 }

/** The most that a product lists; the totals count all. */
export const EXCEPTIONS_MAX = 300

/** The gravest first, among the same the largest amount. */
export const ranked = (exceptions: readonly Exception[]): Exception[] =>
  exceptions.toSorted(
    (a, b) => ORDER[a.severity] - ORDER[b.severity] || Math.abs(b.amount ?? 0) - Math.abs(a.amount ?? 0),
  )

const NONE = 'None: no test of this run found anything.'

export function exceptionBlock(exceptions: readonly Exception[], currency: string, title: string): Block {
  const rows = ranked(exceptions)
    .slice(0, EXCEPTIONS_MAX)
    .map(({ amount, ...rest }, at) => ({
      no: at + 1,
      ...rest,
      amount: amount === null ? null : majorOf(amount, currency),
    }))
  const columns = {
    no: 'No.',
    severity: 'Severity',
    test: 'Test',
    where: 'Where',
    amount: `Amount, ${currency}`,
    finding: 'Finding',
    ask: 'What settles it',
  }
  return (
    tableBlock(
      exceptions.length > rows.length ? `${title} (the first ${rows.length} of ${exceptions.length})` : title,
      columns,
      rows,
    )[0] ?? textBlock(title, NONE)
  )
}

export const countSeverities = (exceptions: readonly Exception[]): string => {
  const of = (severity: Exception['severity']) => exceptions.filter((one) => one.severity === severity).length
  return `${of('high')} high, ${of('medium')} medium, ${of('low')} low`
}
