import { rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import { AmountOrSaid, Id, One, version, WhichAccount } from './inputs.ts'
import { Account, DayField } from './records.ts'

/** Where the money is. */
export const accountActions = {
  addAccount: {
    summary: 'Add an account',
    effect: 'write',
    input: Account.pick({ name: true, kind: true, currency: true })
      .partial({ kind: true, currency: true })
      .extend({
        onBudget: Account.shape.onBudget
          .unwrap()
          .optional()
          .describe('Where it is not said, all but loans and investments are'),
        balance: AmountOrSaid.optional(),
        date: DayField.optional(),
      }),
    output: rowOf(Account),
  },
  changeAccount: {
    summary: 'Change or close an account',
    effect: 'write',
    notShared: true,
    input: z.object({
      id: Id,
      version,
      name: Account.shape.name.optional(),
      kind: Account.shape.kind.unwrap().optional(),
      onBudget: z.boolean().optional(),
      closed: z.boolean().optional(),
    }),
    output: rowOf(Account),
  },
  removeAccount: {
    summary: 'Delete an account and its transactions',
    effect: 'write',
    notShared: true,
    input: One,
    output: z.object({ removed: z.number() }),
  },
  reconcile: {
    summary: 'Compare an account with its bank statement, and lock what is cleared',
    effect: 'write',
    input: z.object({
      account: WhichAccount,
      balance: AmountOrSaid,
      adjust: z.boolean().default(false).describe('Enter the difference as a transaction'),
    }),
    output: z.object({ locked: z.number(), adjusted: z.number() }),
  },
} as const
