import type { AccountKind, Cleared, Schedule } from '../records.ts'
import type { Refusal } from './entry.ts'

// A whole budget of another program, as its reader gives it: accounts and categories first. Keys are the file's own.

export interface FileAccount {
  key: string
  name: string
  kind: AccountKind
  onBudget: boolean
  closed: boolean
}
export interface FileCategory {
  key: string
  name: string
  group: string
  isIncome: boolean
  hidden: boolean
  keepsDebt: boolean
}
export interface FilePayment {
  /** The same in every export. */
  key: string
  line?: number
  account: string
  date: string
  /** An exact decimal with a point. */
  amount: string
  payee: string
  memo: string
  category: string | null
  cleared: Cleared
  flag?: string
  splits: { category: string | null; amount: string; memo: string }[]
  /** The key of the payment at the other end of a transfer. */
  other: string | null
  /** Whether that one comes before it. */
  isSecond: boolean
}
export interface FileSchedule
  extends Pick<Schedule, 'payee' | 'memo' | 'start' | 'unit' | 'every' | 'weekend' | 'until' | 'automatic'> {
  account: string
  toAccount: string | null
  category: string | null
  amount: string
  /** The first that is not entered yet; null where the file does not say. */
  next: string | null
}
export interface FileRule {
  how: 'contains' | 'starts' | 'is'
  match: string
  payee: string
  category: string | null
}

export type BudgetRow =
  /** The currencies that the file's amounts may be in. */
  | { currencies: string[] }
  | { account: FileAccount }
  | { category: FileCategory }
  | { payment: FilePayment }
  | { given: { month: string; category: string; amount: string } }
  | { schedule: FileSchedule }
  | { rule: FileRule }
  | Refusal
