import type { Block } from '@atrium/contract/work-product'
import { majorOf } from '@atrium/domain/money/minor-units'
import type { Entry } from './ledger.ts'

/** One account of a trial balance, in minor units; balances are debit positive, credit negative. */
export interface BalanceLine {
  account: string
  opening: number
  debit: number
  credit: number
  closing: number
}

export interface TrialBalance {
  lines: BalanceLine[]
  /** Totals of both columns of the month; of the closing balances by side. */
  debit: number
  credit: number
  closingDebit: number
  closingCredit: number
  /** Debits less credits, over all; 0 when the books balance. */
  difference: number
}

/**
 * The trial balance of a month: opening balance, debits and credits in it, closing balance of each account, after the double
 * entry of Pacioli: over all accounts debits equal credits. `openings` in minor units, debit positive.
 */
export function trialBalance(openings: ReadonlyMap<string, number>, entries: readonly Entry[]): TrialBalance {
  const lines = new Map<string, BalanceLine>()
  const lineOf = (account: string) => {
    const known = lines.get(account)
    if (known) return known
    const line = { account, opening: openings.get(account) ?? 0, debit: 0, credit: 0, closing: 0 }
    lines.set(account, line)
    return line
  }
  for (const account of openings.keys()) lineOf(account)
  for (const { account, debit, credit } of entries) {
    const line = lineOf(account)
    line.debit += debit
    line.credit += credit
  }
  const all = [...lines.values()].map((line) => ({ ...line, closing: line.opening + line.debit - line.credit }))
  const total = (of: (line: BalanceLine) => number) => all.reduce((sum, line) => sum + of(line), 0)
  const closingDebit = total(({ closing }) => Math.max(closing, 0))
  const closingCredit = total(({ closing }) => Math.max(-closing, 0))
  return {
    lines: all
      .filter(({ opening, debit, credit }) => opening !== 0 || debit !== 0 || credit !== 0)
      .sort((a, b) => a.account.localeCompare(b.account, 'en', { numeric: true })),
    debit: total(({ debit }) => debit),
    credit: total(({ credit }) => credit),
    closingDebit,
    closingCredit,
    difference: closingDebit - closingCredit,
  }
}

/** The trial balance as a table with its totals, in majorOf units. */
export function balanceTable({ lines, ...total }: TrialBalance, currency: string, title: string): Block {
  const amount = (minor: number) => (minor === 0 ? null : majorOf(minor, currency))
  return {
    kind: 'table',
    title,
    columns: [
      { key: 'account', title: 'Account', align: 'start' },
      { key: 'opening', title: 'Opening, Dr (Cr −)', align: 'end' },
      { key: 'debit', title: 'Debits', align: 'end' },
      { key: 'credit', title: 'Credits', align: 'end' },
      { key: 'closingDebit', title: 'Closing Dr', align: 'end' },
      { key: 'closingCredit', title: 'Closing Cr', align: 'end' },
    ],
    rows: [
      ...lines.slice(0, 2_000).map(({ account, opening, debit, credit, closing }) => ({
        account,
        opening: amount(opening),
        debit: amount(debit),
        credit: amount(credit),
        closingDebit: amount(Math.max(closing, 0)),
        closingCredit: amount(Math.max(-closing, 0)),
      })),
      {
        account: `Total ${currency}`,
        opening: majorOf(
          lines.reduce((sum, { opening }) => sum + opening, 0),
          currency,
        ),
        debit: majorOf(total.debit, currency),
        credit: majorOf(total.credit, currency),
        closingDebit: majorOf(total.closingDebit, currency),
        closingCredit: majorOf(total.closingCredit, currency),
      },
    ],
  }
}
