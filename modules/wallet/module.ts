import { defineModule, rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import { accountActions } from './account-actions.ts'
import { budgetActions } from './budget-actions.ts'
import { collections } from './collections.ts'
import { exports, imports } from './file-formats.ts'
import { goalActions } from './goal-actions.ts'
import { planActions } from './plan-actions.ts'
import { proposals } from './proposals.ts'
import { MissingRate, rateActions, WalletSettings } from './rate-actions.ts'
import { Currency, Rule } from './records.ts'
import { spokenActions } from './spoken-actions.ts'
import { transactionActions } from './transaction-actions.ts'
import { AccountView, CategoryView, ScheduleView } from './views.ts'

export type {
  AccountView,
  Budget,
  CategoryView,
  GoalView,
  ListedTransaction,
  ScheduleView,
  TransactionView,
} from './views.ts'

export default defineModule({
  id: 'wallet',
  title: 'Wallet',
  summary: 'Accounts, envelopes and bank imports that never count anything twice.',
  kind: 'module',
  industries: ['finance', 'all'],
  tier: 'free',
  triggers: ['/wallet'],
  icon: 'wallet',
  route: '/wallet',
  notifications: {
    bill: { title: 'A bill is due tomorrow', defaults: { inbox: true, push: true, mail: false } },
    booked: { title: 'A bill was booked by itself', defaults: { inbox: true, push: false, mail: false } },
    notBooked: { title: 'A bill could not be booked by itself', defaults: { inbox: true, push: true, mail: false } },
  },
  settings: WalletSettings,
  collections,
  actions: {
    overview: {
      summary: 'Accounts with their balances, categories, rules and schedules',
      effect: 'read',
      input: z.object({}),
      output: z.object({
        today: z.string(),
        currencies: z.array(z.string()),
        accounts: z.array(AccountView),
        categories: z.array(CategoryView),
        rules: z.array(rowOf(Rule)),
        schedules: z.array(ScheduleView),
      }),
    },
    ...spokenActions,
    ...transactionActions,
    ...proposals,
    ...rateActions,
    ...accountActions,
    ...budgetActions,
    ...goalActions,
    ...planActions,
    reports: {
      summary: 'Net worth, income and spending by month',
      effect: 'read',
      input: z.object({
        currency: Currency.optional(),
        months: z.number().int().min(1).max(120).optional(),
        together: z.boolean().optional().describe('All currencies, in the main one'),
      }),
      output: z.object({
        currency: z.string(),
        months: z.array(
          z.object({
            month: z.string(),
            assets: z.number(),
            debts: z.number(),
            worth: z.number(),
            income: z.number(),
            spent: z.number(),
          }),
        ),
        spending: z.array(z.object({ category: z.string(), amount: z.number() })),
        payees: z.array(z.object({ payee: z.string(), amount: z.number() })),
        missing: z.array(MissingRate),
      }),
    },
    sample: {
      summary: 'Fill the wallet with a sample',
      effect: 'write',
      input: z.object({}),
      output: z.object({ added: z.number() }),
    },
  },
  jobs: {
    book: { summary: 'Books the bills that are due', every: 'day at 05:00' },
    rates: { summary: 'Fetches exchange rates', every: 'day at 18:00' },
    applyRules: {
      summary: 'Apply rules to all transactions',
      output: z.object({ link: z.string(), looked: z.number(), changed: z.number() }),
    },
  },
  imports,
  exports,
})
