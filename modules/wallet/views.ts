import { rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import { Account, Category, Goal, Schedule, Transaction } from './records.ts'

export const AccountView = rowOf(Account).extend({
  /** Minor units, all of it. */
  balance: z.number(),
  /** What the bank knows of. */
  cleared: z.number(),
  count: z.number(),
})
export type AccountView = z.infer<typeof AccountView>
export const CategoryView = rowOf(Category)
export type CategoryView = z.infer<typeof CategoryView>
export const ScheduleView = rowOf(Schedule).extend({
  next: z.string().nullable(),
  state: z.enum(['over', 'overdue', 'today', 'soon', 'later']),
})
export type ScheduleView = z.infer<typeof ScheduleView>
/** A transaction as it is shown: without the keys that only imports need. */
export const TransactionView = rowOf(Transaction).omit({ importKey: true, partedFrom: true, bookingKey: true }).extend({
  /** The account at the other end of a transfer. */
  otherAccount: z.string().nullable(),
})
export type TransactionView = z.infer<typeof TransactionView>
export const ListedTransaction = TransactionView.extend({
  /** What its account held after it; null where the list is not that of a whole account, the newest first. */
  balance: z.number().nullable(),
})
export type ListedTransaction = z.infer<typeof ListedTransaction>

export const GoalView = Goal.pick({ kind: true, amount: true, by: true }).extend({
  id: z.string(),
  version: z.number(),
  /** What the month is to give in all, and what of that it has not given. */
  needed: z.number(),
  missing: z.number(),
  /** From 0 to 1. */
  progress: z.number(),
})
export type GoalView = z.infer<typeof GoalView>

const Envelope = z.object({
  category: z.string(),
  budgeted: z.number(),
  activity: z.number(),
  carried: z.number(),
  available: z.number(),
  goal: GoalView.nullable(),
})
export const Budget = z.object({
  month: z.string(),
  currency: z.string(),
  toBudget: z.number(),
  income: z.number(),
  budgeted: z.number(),
  activity: z.number(),
  available: z.number(),
  overspentBefore: z.number(),
  uncategorised: z.number(),
  envelopes: z.array(Envelope),
})
export type Budget = z.infer<typeof Budget>
