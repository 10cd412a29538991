import { z } from 'zod'
import { AmountOrSaid, entered, Id, Ok, Place, version, WhichAccount, WhichCategory } from './inputs.ts'
import { Cleared, PastDay } from './records.ts'
import { ListedTransaction, TransactionView } from './views.ts'

/** Money that moved. */
export const transactionActions = {
  transactions: {
    summary: 'Transactions, the newest first',
    effect: 'read',
    input: z.object({
      account: WhichAccount.optional(),
      category: Id.optional().describe('A category: its id or its name, or “none” for those without'),
      words: z.string().max(200).optional(),
      from: PastDay.optional(),
      to: PastDay.optional(),
      cleared: Cleared.optional(),
      order: z.enum(['-date', 'date', '-amount', 'amount']).optional(),
      limit: z.number().int().min(1).max(10_000).optional(),
      after: Place.optional(),
    }),
    output: z.object({
      transactions: z.array(ListedTransaction),
      next: z.string().nullable().describe('As `after` it answers what follows'),
      total: z.number().nullable().describe('Null, as the sum, where a list goes on: its first page says it'),
      sum: z.record(z.string(), z.number()).nullable(),
    }),
  },
  add: { summary: 'Add a transaction', effect: 'write', input: z.object(entered), output: TransactionView },
  change: {
    summary: 'Change a transaction',
    effect: 'write',
    input: z.object({ ...z.object(entered).partial().shape, id: Id, version }),
    output: TransactionView,
  },
  transfer: {
    summary: 'Move money between two of your accounts',
    effect: 'write',
    input: z.object({
      from: WhichAccount.optional().describe('That used last, where it is not said'),
      to: WhichAccount,
      date: PastDay.optional().describe('Today, where it is not said'),
      amount: AmountOrSaid,
      received: AmountOrSaid.optional().describe('In the other currency'),
      memo: z.string().max(500).optional(),
      category: WhichCategory.nullable().optional(),
    }),
    output: TransactionView,
  },
  link: {
    summary: 'Join two transactions as one transfer',
    effect: 'write',
    input: z.object({ ids: z.array(Id).length(2, 'Choose the two sides of the transfer.') }),
    output: Ok,
  },
  mark: {
    summary: 'Mark transactions as open, cleared or reconciled, or put them in a category',
    effect: 'write',
    input: z.object({
      ids: z.array(Id).min(1, 'Choose transactions.').max(5000),
      cleared: Cleared.optional(),
      category: WhichCategory.nullable().optional(),
    }),
    output: z.object({ changed: z.number() }),
  },
  remove: {
    summary: 'Delete transactions',
    effect: 'write',
    input: z.object({ ids: z.array(Id).min(1).max(5000) }),
    output: z.object({ removed: z.number() }),
  },
} as const
