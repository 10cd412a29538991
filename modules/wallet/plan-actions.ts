import { z } from 'zod'
import { AmountOrSaid, Id, Ok, One, version, WhichAccount, WhichCategory } from './inputs.ts'
import { Rule, Schedule } from './records.ts'
import { ScheduleView } from './views.ts'

/** What comes again: rules for payees, and payments on schedule. */
export const planActions = {
  saveRule: {
    summary: 'Keep a rule for payees',
    effect: 'write',
    input: Rule.extend({
      id: Id.optional(),
      version,
      apply: z.boolean().default(false).describe('Also to what is there already'),
    }),
    output: z.object({ id: z.string(), changed: z.number() }),
  },
  applyRules: {
    summary: 'Apply all rules to what is there already',
    effect: 'write',
    input: z.object({}),
    output: z.object({ id: z.string().describe('Of the job that does it') }),
  },
  removeRule: { summary: 'Delete a rule', effect: 'write', input: One, output: Ok },
  saveSchedule: {
    summary: 'Keep a payment that comes again',
    effect: 'write',
    input: Schedule.omit({ past: true }).extend({
      id: Id.optional(),
      version,
      account: WhichAccount.optional(),
      toAccount: WhichAccount.nullable().default(null),
      amount: AmountOrSaid,
      category: WhichCategory.nullable().default(null),
      start: Schedule.shape.start.optional(),
    }),
    output: ScheduleView,
  },
  removeSchedule: { summary: 'Delete a schedule', effect: 'write', input: One, output: Ok },
  enter: { summary: 'Enter the next payment of a schedule', effect: 'write', input: One, output: ScheduleView },
  skip: { summary: 'Leave the next payment of a schedule out', effect: 'write', input: One, output: ScheduleView },
  due: {
    summary: 'Bills that are due within two weeks',
    effect: 'read',
    input: z.object({}),
    output: z.array(z.object({ payee: z.string(), amount: z.string(), due: z.string(), account: z.string() })),
    examples: ['which bills are due', 'what bills are due', 'show my upcoming bills'],
  },
} as const
