import { z } from 'zod'
import { Ok, One } from './inputs.ts'
import { Currency, Goal, MonthField } from './records.ts'

export const goalActions = {
  saveGoal: { summary: 'Keep a goal for a category', effect: 'write', input: Goal, output: Ok },
  removeGoal: { summary: 'Delete the goal of a category', effect: 'write', input: One, output: Ok },
  fillGoals: {
    summary: 'Give every category what its goal misses this month, as far as there is money to be budgeted',
    effect: 'write',
    input: z.object({ month: MonthField, currency: Currency }),
    output: z.object({ filled: z.number(), missing: z.number().describe('What is still missing, in minor units') }),
  },
} as const
