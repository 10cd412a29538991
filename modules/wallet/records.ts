import { field } from '@atrium/contract/fields'
import type { Row } from '@atrium/contract/module'
import { AMOUNT_MAX } from '@atrium/domain/money/minor-units'
import { z } from 'zod'
import { RECEIPTS } from './receipts.ts'

const text = (most: number, name: string) =>
  z
    .string()
    .overwrite((value) => value.replace(/\s+/g, ' ').trim())
    .max(most, `${name} has at most ${most} characters.`)
const named = (what: string, most = 80) => text(most, what).min(1, `${what} needs a name.`)

export const DayField = z.iso.date('That is no day of the calendar. Write it like 2026-11-21.')
/** A day that has been: “monday” is the last one. */
export const PastDay = DayField.meta({ 'x-past': true })
export const MonthField = z
  .string()
  .regex(/^(?:19|[2-8]\d|9[0-8])\d\d-(0[1-9]|1[0-2])$/, 'A month is written like 2026-11.')
export const Currency = z
  .string('An account needs a currency.')
  .overwrite((code) => code.trim().toUpperCase())
  .regex(/^[A-Z]{3}$/, 'A currency is its three letters, such as EUR or USD.')
/** Minor units of the account's currency; what goes out is negative. */
export const Amount = z
  .number('Give the amount.')
  .int('An amount is a whole number of minor units.')
  .min(-AMOUNT_MAX, 'That amount is too large.')
  .max(AMOUNT_MAX, 'That amount is too large.')
const Id = z.string().max(64)
const Memo = text(500, 'A note')
const Payee = text(200, 'A payee')

export const AccountKind = z.enum(['checking', 'savings', 'cash', 'card', 'loan', 'investment', 'other'])
export type AccountKind = z.infer<typeof AccountKind>

export const Account = z.object({
  name: named('An account'),
  kind: AccountKind.default('checking'),
  currency: Currency,
  /** Its money is shared out in the budget; else it only counts in the net worth. */
  onBudget: z.boolean().default(true),
  closed: z.boolean().default(false),
  /** As its bank's files name it (ACCTID, IBAN): by it an import finds the account. */
  bankId: z.string().max(80).default(''),
  /** As a budget of another program names it: by it the same budget finds it again. */
  budgetKey: z.string().max(80).optional(),
})
export type Account = z.infer<typeof Account>
export type AccountRow = Row<Account>

export const Split = z.object({ category: Id.nullable(), amount: Amount, memo: Memo.default('') })
export type Split = z.infer<typeof Split>

export const Cleared = z.enum(['open', 'cleared', 'reconciled'])
export type Cleared = z.infer<typeof Cleared>

export const FLAGS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const
export const Flag = z.enum(FLAGS)
export type Flag = z.infer<typeof Flag>

export const Transaction = z.object({
  account: Id,
  date: DayField,
  amount: Amount,
  payee: Payee.default(''),
  category: Id.nullable().default(null),
  memo: Memo.default(''),
  cleared: Cleared.default('open'),
  /** A colour that means what its person wants it to. */
  flag: Flag.nullable().optional(),
  /** Parts in other categories; none, or at least two that add up to the amount. */
  splits: z.array(Split).max(100, 'A transaction has at most 100 parts.').default([]),
  /** Photos and documents that prove it. */
  receipts: field.file({ label: 'Receipts', ...RECEIPTS }),
  /** The other side of a transfer: a transaction of another account. */
  transfer: Id.nullable().default(null),
  /** What was the other side until an account of the two was removed: restored, they are one transfer again. */
  partedFrom: Id.nullable().optional(),
  /** Which payment of which schedule was booked by itself: none is booked twice, and none again that was taken back. */
  bookingKey: z.string().max(100).optional(),
  /** By it an import finds the transaction again. */
  importKey: z.string().max(600).default(''),
  /** The payee as the bank wrote it; rules read it. */
  bankPayee: z.string().max(500).default(''),
})
export type Transaction = z.infer<typeof Transaction>
export type TransactionRow = Row<Transaction>

/** An imported transaction that the person has deleted: it is not to come back with the next file. */
export const Dropped = z.object({
  importKey: z.string().max(600),
  /** The account that it was in; nothing of those from before it was kept. */
  account: Id.nullable().default(null),
})

/** What a person has said of the tables of a bank: the next one is read so. */
export const BankLayout = z.object({
  /** What its columns are called; of one without names, how many there are and whose account it is. */
  names: z.string().max(2000),
  columns: z.record(z.string().max(4), z.string().max(64)).default({}),
  order: z.enum(['dmy', 'mdy', 'ymd']).optional(),
  decimal: z.enum(['.', ',']).optional(),
  encoding: z.string().max(40).optional(),
  header: z.number().int().optional(),
  sign: z.enum(['negative', 'positive']).optional(),
})
export type BankLayout = z.infer<typeof BankLayout>

export const Category = z.object({
  name: named('A category'),
  group: named('A group'),
  /** What comes in under an income category is to be budgeted. */
  isIncome: z.boolean().default(false),
  /** Overspending stays in the envelope, instead of being taken from next month's money. */
  keepsDebt: z.boolean().default(false),
  hidden: z.boolean().default(false),
  order: z.number().default(0),
})
export type Category = z.infer<typeof Category>
export type CategoryRow = Row<Category>

/** What a month gives to a category. */
export const Assignment = z.object({
  month: MonthField,
  category: Id,
  currency: Currency,
  amount: Amount,
})
export type Assignment = z.infer<typeof Assignment>

/** What one unit of a currency was worth in another on a day. */
export const Rate = z.object({
  from: Currency,
  to: Currency,
  date: DayField,
  rate: z.number('Give the rate.').positive('A rate is above 0.').max(1e9, 'That rate is too large.'),
  /** It came from the address of the settings, not from the person. */
  isFetched: z.boolean().default(false),
})
export type Rate = z.infer<typeof Rate>

/** What an envelope is to be given, in one currency. */
export const Goal = z.object({
  category: Id,
  currency: Currency,
  /** So much each month; filled up to so much each month; so much by a month. */
  kind: z.enum(['monthly', 'refill', 'by']),
  amount: Amount.positive('Give an amount above 0.'),
  by: MonthField.nullable().default(null),
})
export type Goal = z.infer<typeof Goal>
export type GoalRow = Row<Goal>

const MATCH = 'A rule needs at least two characters to look for.'
export const Rule = z.object({
  how: field.choice({
    label: 'Compares',
    options: { contains: 'Contains', starts: 'Begins with', is: 'Is exactly' },
    initial: 'contains',
  }),
  /** Where the payee (as the bank wrote it) or the note has this, whatever the case. */
  match: field.text({ label: 'Payee or note', required: true, needed: MATCH }).min(2, MATCH),
  /** The payee is called this; as it came when empty. */
  payee: field.text({ label: 'Call it' }),
  category: field.reference('categories', { label: 'Category' }),
  /** Only money that goes out, or comes in. */
  direction: field.choice({
    label: 'Money',
    options: { any: 'In and out', out: 'Out only', in: 'In only' },
    initial: 'any',
  }),
})
export type Rule = z.infer<typeof Rule>
export type RuleRow = Row<Rule>

export const Unit = z.enum(['once', 'day', 'week', 'month', 'year'])
export const Schedule = z.object({
  payee: Payee.min(1, 'A schedule needs a payee.'),
  account: Id,
  /** A transfer to this account. */
  toAccount: Id.nullable().default(null),
  amount: Amount,
  category: Id.nullable().default(null),
  memo: Memo.default(''),
  /** The first day; the others are counted from it, so that the 31st stays the 31st. */
  start: DayField,
  unit: Unit.default('month'),
  every: z.number().int('Give a whole number.').min(1, 'At least every 1.').max(366, 'At most every 366.').default(1),
  /** A Saturday or Sunday becomes the working day before or after it. */
  weekend: z.enum(['keep', 'before', 'after']).default('keep'),
  until: DayField.nullable().default(null),
  /** Each is entered by itself on the morning of its day. */
  automatic: z.boolean().default(false),
  /** How many have been entered or skipped. */
  past: z.number().int().min(0).default(0),
})
export type Schedule = z.infer<typeof Schedule>
export type ScheduleRow = Row<Schedule>
