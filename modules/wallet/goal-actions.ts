import { z } from 'zod'
import { AmountOrSaid, Ok, One, WhichCategory } from './inputs.ts'
import { Currency, Goal, MonthField } from './records.ts'

export const goalActions = {
  saveGoal: {
    summary: 'Keep a goal for a category',
    effect: 'write',
    input: Goal.partial({ currency: true }).extend({ category: WhichCategory, amount: AmountOrSaid }),
    output: Ok,
  },
  removeGoal: { summary: 'Delete the goal of a category', effect: 'write', input: One, output: Ok },
  fillGoals: {
    summary: 'Give every category what its goal misses this month, as far as there is money to be budgeted',
    effect: 'write',
    input: z.object({ month: MonthField.optional(), currency: Currency.optional() }),
    output: z.object({ filled: z.number(), missing: z.number().describe('What is still missing, in minor units') }),
  },
} as const
