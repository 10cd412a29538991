import { z } from 'zod'
import { AmountOrSaid, Id, Ok, One, version, WhichCategory } from './inputs.ts'
import { Category, Currency, MonthField } from './records.ts'
import { Budget, CategoryView } from './views.ts'

/** Envelopes, and the categories that they are for. */
export const budgetActions = {
  budget: {
    summary: 'The envelopes of a month: budgeted, activity, available, to be budgeted',
    effect: 'read',
    input: z.object({ month: MonthField.optional(), currency: Currency.optional() }),
    output: Budget,
  },
  assign: {
    summary: 'Give money to an envelope',
    effect: 'write',
    input: z.object({
      month: MonthField.optional(),
      category: WhichCategory,
      currency: Currency.optional(),
      amount: AmountOrSaid,
    }),
    output: Ok,
  },
  moveMoney: {
    summary: 'Move money from one envelope to another',
    effect: 'write',
    input: z.object({
      month: MonthField.optional(),
      currency: Currency.optional(),
      from: WhichCategory,
      to: WhichCategory,
      amount: AmountOrSaid,
    }),
    output: Ok,
  },
  copyBudget: {
    summary: 'Budget as in the month before, where nothing is budgeted yet',
    effect: 'write',
    input: z.object({ month: MonthField.optional(), currency: Currency.optional() }),
    output: z.object({ changed: z.number() }),
  },
  addCategory: {
    summary: 'Add a category',
    effect: 'write',
    input: Category.pick({ name: true, group: true })
      .partial({ group: true })
      .extend({ isIncome: z.boolean().optional() }),
    output: CategoryView,
  },
  changeCategory: {
    summary: 'Change a category',
    effect: 'write',
    input: z.object({
      id: Id,
      version,
      name: Category.shape.name.optional(),
      group: Category.shape.group.optional(),
      hidden: z.boolean().optional(),
      keepsDebt: z.boolean().optional(),
    }),
    output: CategoryView,
  },
  removeCategory: { summary: 'Delete a category', effect: 'write', input: One, output: Ok },
} as const
