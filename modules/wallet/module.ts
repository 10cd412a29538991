import { defineModule, rowOf } from '@atrium/contract/module'
import { TableOptions } from '@atrium/contract/table-import'
import { z } from 'zod'
import { collections } from './collections.ts'
import { goalActions } from './goal-actions.ts'
import { Booked, entered, Id, importOptions, Name, Ok, One, Place, Said, Sign, version } from './inputs.ts'
import { proposals } from './proposals.ts'
import { MissingRate, rateActions, WalletSettings } from './rate-actions.ts'
import { Account, Amount, Category, Cleared, Currency, DayField, MonthField, Rule, Schedule } from './records.ts'
import { AccountView, Budget, CategoryView, ListedTransaction, ScheduleView, TransactionView } from './views.ts'

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
    spend: {
      summary: 'Write down what was spent',
      effect: 'write',
      input: z.object({
        amount: Said.describe('12.50, or 12.50 EUR'),
        payee: Name.optional(),
        category: Name.optional(),
        account: Name.optional(),
        date: DayField.optional(),
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
        'Spent **{amount}**[ at {payee}] from {account}, {date}. Category: {category}.[ Left in it this month: **{left}**.]',
    },
    receive: {
      summary: 'Write down what came in',
      effect: 'write',
      input: z.object({
        amount: Said.describe('2500, or 2,500 EUR'),
        payee: Name.optional(),
        account: Name.optional(),
        date: DayField.optional(),
      }),
      output: Booked,
      examples: ['received {amount} from {payee}', 'i received {amount} from {payee}', 'got paid {amount} by {payee}'],
      resultTemplate: 'Received **{amount}**[ from {payee}] in {account}, {date}.',
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
    transactions: {
      summary: 'Transactions, the newest first',
      effect: 'read',
      input: z.object({
        account: Id.optional(),
        category: Id.optional().describe('The id of a category, or “none” for those without'),
        words: z.string().max(200).optional(),
        from: DayField.optional(),
        to: DayField.optional(),
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
        from: Id,
        to: Id,
        date: DayField,
        amount: Amount.positive('Give an amount above 0.'),
        received: Amount.positive('Give an amount above 0.').optional().describe('In the other currency'),
        memo: z.string().max(500).optional(),
        category: Id.nullable().optional(),
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
        category: Id.nullable().optional(),
      }),
      output: z.object({ changed: z.number() }),
    },
    ...proposals,
    ...rateActions,
    remove: {
      summary: 'Delete transactions',
      effect: 'write',
      input: z.object({ ids: z.array(Id).min(1).max(5000) }),
      output: z.object({ removed: z.number() }),
    },
    addAccount: {
      summary: 'Add an account',
      effect: 'write',
      input: Account.pick({ name: true, kind: true, currency: true, onBudget: true })
        .partial({ kind: true, onBudget: true })
        .extend({
          balance: Amount.optional(),
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
        account: Id,
        balance: Amount,
        adjust: z.boolean().default(false).describe('Enter the difference as a transaction'),
      }),
      output: z.object({ locked: z.number(), adjusted: z.number() }),
    },
    budget: {
      summary: 'The envelopes of a month: budgeted, activity, available, to be budgeted',
      effect: 'read',
      input: z.object({ month: MonthField.optional(), currency: Currency.optional() }),
      output: Budget,
    },
    assign: {
      summary: 'Give money to an envelope',
      effect: 'write',
      input: z.object({ month: MonthField, category: Id, currency: Currency, amount: Amount }),
      output: Ok,
    },
    moveMoney: {
      summary: 'Move money from one envelope to another',
      effect: 'write',
      input: z.object({
        month: MonthField,
        currency: Currency,
        from: Id,
        to: Id,
        amount: Amount.positive('Give an amount above 0.'),
      }),
      output: Ok,
    },
    copyBudget: {
      summary: 'Budget as in the month before, where nothing is budgeted yet',
      effect: 'write',
      input: z.object({ month: MonthField, currency: Currency }),
      output: z.object({ changed: z.number() }),
    },
    ...goalActions,
    addCategory: {
      summary: 'Add a category',
      effect: 'write',
      input: Category.pick({ name: true, group: true }).extend({ isIncome: z.boolean().optional() }),
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
      input: Schedule.omit({ past: true }).extend({ id: Id.optional(), version }),
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
  imports: {
    statement: {
      summary: 'Bank statement: OFX, QFX, QIF, CAMT.053, MT940',
      accepts: ['.ofx', '.qfx', '.qif', '.xml', '.camt', '.sta', '.mt940', '.940', '.txt'],
      options: z.object(importOptions),
    },
    table: {
      summary: 'Table: CSV or XLSX of any bank',
      accepts: ['.csv', '.tsv', '.txt', '.xlsx'],
      options: TableOptions.extend({
        account: importOptions.account,
        currency: importOptions.currency,
        sign: Sign.optional(),
      }),
    },
    budget: {
      summary: 'A whole budget: export of YNAB, backup of Actual',
      accepts: ['.zip'],
      options: z.object({ currency: importOptions.currency }),
    },
  },
  exports: {
    csv: {
      summary: 'Transactions as CSV',
      extension: '.csv',
      mime: 'text/csv',
      options: z.object({ account: z.string().optional() }),
    },
    qif: {
      summary: 'Transactions as QIF',
      extension: '.qif',
      mime: 'application/qif',
      options: z.object({ account: z.string().optional() }),
    },
  },
})
