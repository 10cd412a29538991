import { RowVersion } from '@atrium/contract/integers'
import { z } from 'zod'
import { Amount, Transaction } from './records.ts'

/** What the actions take and give besides rows. */
export const Id = z.string().max(64)
export const One = z.object({ id: Id })
export const Ok = z.object({ ok: z.boolean() })
/** Where a list goes on: the `next` of the page before. */
export const Place = z.string().max(2000)
export const version = RowVersion.optional()

export const Said = z.string('Give the amount.').min(1, 'Give the amount.').max(60)
export const Name = z.string().max(200)
/** Minor units, or an amount in words: `12.50`, `40 euros`. */
export const AmountOrSaid = z
  .union([Amount, Said])
  .describe('Minor units as a number, or an amount in words: 12.50 EUR')
/** The id of an account, or its name. */
export const WhichAccount = Id.describe('An account: its id or its name')
/** The id of a category, or its name. */
export const WhichCategory = Id.describe('A category: its id or its name')
export const Booked = z.object({
  payee: z.string(),
  amount: z.string(),
  category: z.string(),
  account: z.string(),
  date: z.string(),
  memo: z.string(),
  left: z.string().describe('What is left in the category this month'),
})

const { account, date, amount, payee, category, memo, splits, receipts, flag } = Transaction.shape
export const entered = {
  account,
  date,
  amount,
  payee: payee.unwrap().optional(),
  category: category.unwrap().optional(),
  memo: memo.unwrap().optional(),
  cleared: z.enum(['open', 'cleared']).optional(),
  splits: splits.unwrap().optional(),
  receipts: receipts.unwrap().optional(),
  flag,
}
/** Where a file does not say it: how dates and amounts are written, and of which account it is. */
export const importOptions = {
  account: z.string().max(64).optional(),
  currency: z.string().max(3).optional(),
  order: z.enum(['', 'dmy', 'mdy', 'ymd']).optional(),
}
/** How a table writes what was spent. */
export const Sign = z.enum(['negative', 'positive'])
