import { AppError } from '@atrium/contract/errors'
import type { Job, JobFile } from '@atrium/contract/playbook'
import { firstDayOf, lastDayOf } from '@atrium/domain/dates/days'
import { saidAmount } from '@atrium/domain/money/minor-units'
import { counted, linesOf } from '../kit/doing.ts'
import { type Entry, readLedger } from './ledger.ts'
import { doubled, gaps, suspense, type TestLimits, unbalanced, unusualLines } from './ledger-tests.ts'
import type { MonthBooks } from './month-books.ts'
import { approvalLimitOf } from './questions.ts'
import { trialBalance } from './trial-balance.ts'

/** 1 % of what was debited in the month, where the person names no materiality. Minor units. */
export const usualMateriality = (entries: readonly Pick<Entry, 'debit'>[]): number =>
  Math.round(entries.reduce((sum, { debit }) => sum + debit, 0) / 100)

/** The books of a month from a ledger file: what stands before the month is its opening balance. */
export function ledgerBooks(
  job: Pick<Job, 'seat'>,
  file: JobFile,
  month: string,
  currency: string,
  materiality: number | null,
): MonthBooks {
  const ledger = readLedger(file, currency)
  const [from, to] = [firstDayOf(month), lastDayOf(month)]
  const before = ledger.entries.filter(({ date }) => date < from)
  const during = ledger.entries.filter(({ date }) => date >= from && date <= to)
  const after = ledger.entries.filter(({ date }) => date > to)
  if (during.length === 0) {
    const days = ledger.entries.map(({ date }) => date).sort()
    throw new AppError(
      'bad_request',
      `“${file.name}” has no entry in ${month}. Its entries are from ${days[0]} to ${days.at(-1)}: choose one of those months.`,
    )
  }
  const openings = new Map<string, number>()
  for (const { account, debit, credit } of before) openings.set(account, (openings.get(account) ?? 0) + debit - credit)
  const balance = trialBalance(openings, during)
  const limits: TestLimits = {
    currency,
    materiality: materiality ?? usualMateriality(during),
    approvalLimit: approvalLimitOf(job, currency),
    hasRefs: ledger.hasRefs,
  }
  const found = {
    unbalanced: unbalanced(during, limits),
    doubled: doubled(during, limits),
    gaps: gaps(during),
    suspense: suspense(balance.lines, limits),
    unusual: unusualLines(during, limits),
  }
  const check = (text: string, isMet: boolean, note: string) => ({
    text,
    state: isMet ? ('pass' as const) : ('fail' as const),
    note,
  })
  return {
    currency,
    name: ledger.name,
    place: `${counted(during.length, 'line')} of ${month}, ${counted(before.length, 'line')} before it`,
    balance,
    exceptions: Object.values(found).flat(),
    result: null,
    unread: ledger.unread,
    basis: [
      `Read from “${ledger.name}”: ${counted(ledger.entries.length, 'line')} of ${ledger.rows}.`,
      before.length > 0
        ? `${counted(before.length, 'line')} before ${from} make the opening balances.`
        : `The file has nothing before ${from}: opening balances are 0.`,
      after.length > 0
        ? `${counted(after.length, 'line')} after ${to} were left out (${linesOf(after.flatMap(({ line }) => line ?? []))}).`
        : '',
      `Materiality: ${saidAmount(limits.materiality, currency)}${materiality === null ? ', 1 % of the month’s debits' : ', as given'}.`,
      limits.approvalLimit === null
        ? 'No approval limit was named, so nothing was tested against one.'
        : `Approval limit: ${saidAmount(limits.approvalLimit, currency)}.`,
      ledger.note,
    ].filter(Boolean),
    checks: [
      check('Debits equal credits', balance.difference === 0, saidAmount(balance.difference, currency)),
      check(
        'Every journal entry balances',
        found.unbalanced.length === 0,
        counted(found.unbalanced.length, 'entry', 'entries'),
      ),
      check(
        'Suspense and clearing accounts are empty',
        found.suspense.length === 0,
        counted(found.suspense.length, 'account'),
      ),
      check('Nothing looks booked twice', found.doubled.length === 0, counted(found.doubled.length, 'finding')),
      ledger.hasRefs
        ? check('The numbering has no gaps', found.gaps.length === 0, counted(found.gaps.length, 'series', 'series'))
        : { text: 'The numbering has no gaps', state: 'unknown', note: 'The file has no column of numbers.' },
      check(
        'Cut-off: no entry of another month among them',
        after.length === 0,
        after.length === 0 ? '' : `${counted(after.length, 'line')} left out`,
      ),
      check('Every row was read', ledger.unread.length === 0, counted(ledger.unread.length, 'row')),
      {
        text: 'Bank accounts are reconciled',
        state: 'unknown',
        note: 'Give the statement to “Reconcile a bank statement”.',
      },
    ],
  }
}
