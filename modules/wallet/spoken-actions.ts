import { z } from 'zod'
import { Booked, Name, Said } from './inputs.ts'
import { PastDay } from './records.ts'

/** What people say to the Guide. */
export const spokenActions = {
  spend: {
    summary: 'Write down what was spent',
    effect: 'write',
    input: z.object({
      amount: Said.describe('12.50, or 12.50 EUR'),
      payee: Name.optional(),
      category: Name.optional(),
      account: Name.optional(),
      date: PastDay.optional(),
      memo: Name.optional().describe('A note: what it was for'),
    }),
    output: Booked,
    examples: [
      'spent {amount} at {payee} on {category}',
      'spent {amount} at {payee} for {category}',
      'spent {amount} at {payee}',
      'spent {amount} on {category}',
      'i spent {amount} at {payee} on {category}',
      'i spent {amount} at {payee}',
      'i spent {amount} on {category}',
      'paid {amount} to {payee} for {category}',
      'paid {amount} to {payee}',
    ],
    triggers: ['/spent'],
    resultTemplate:
      'Spent **{amount}**[ at {payee}] from {account}, {date}. Category: {category}.[ Note: {memo}.][ Left in it this month: **{left}**.]',
  },
  receive: {
    summary: 'Write down what came in',
    effect: 'write',
    input: z.object({
      amount: Said.describe('2500, or 2,500 EUR'),
      payee: Name.optional(),
      account: Name.optional(),
      date: PastDay.optional(),
      memo: Name.optional().describe('A note: what it was for'),
    }),
    output: Booked,
    examples: ['received {amount} from {payee}', 'i received {amount} from {payee}', 'got paid {amount} by {payee}'],
    resultTemplate: 'Received **{amount}**[ from {payee}] in {account}, {date}.[ Note: {memo}.]',
  },
  left: {
    summary: 'How much is left in a category this month',
    effect: 'read',
    input: z.object({ category: z.string('Say which category.').min(1, 'Say which category.').max(200) }),
    output: z.object({
      category: z.string(),
      left: z.string(),
      budgeted: z.string(),
      spent: z.string(),
      month: z.string(),
    }),
    examples: [
      'how much is left for {category}',
      'how much is left in {category}',
      'how much do i have left for {category}',
      'what is left for {category}',
    ],
    resultTemplate: '**{left}** left for {category} in {month}: {budgeted} budgeted, {spent} spent.',
  },
  balance: {
    summary: 'Balances of your accounts',
    effect: 'read',
    input: z.object({ account: Name.optional() }),
    output: z.object({
      accounts: z.array(z.object({ account: z.string(), balance: z.string(), cleared: z.string() })),
      total: z.string(),
    }),
    examples: [
      'what is my balance',
      'what is my account balance',
      'how much money do i have',
      'what is the balance of {account}',
    ],
    resultTemplate: {
      list: 'accounts',
      none: 'There are no accounts yet.',
      each: '{account}: **{balance}**',
      after: 'Together: **{total}**.',
    },
  },
} as const
