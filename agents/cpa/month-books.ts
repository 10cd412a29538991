import type { Exception } from './exceptions.ts'
import type { TrialBalance } from './trial-balance.ts'

/** The books of one currency in one month, wherever they came from. */
export interface MonthBooks {
  currency: string
  /** `general-ledger.csv`, `Wallet`. */
  name: string
  place: string
  balance: TrialBalance
  exceptions: Exception[]
  /** Minor units; income less expenses of the month; null when the account names do not say what is which. */
  result: number | null
  /** Sentences on how it was read. */
  basis: string[]
  /** Lines of a file that could not be read. */
  unread: { line: number; reason: string }[]
  checks: { text: string; state: 'pass' | 'fail' | 'unknown'; note: string }[]
}
