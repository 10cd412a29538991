import { collection } from '@atrium/contract/module'
import {
  Account,
  Assignment,
  BankLayout,
  Category,
  Dropped,
  Goal,
  Rate,
  Rule,
  Schedule,
  Transaction,
} from './records.ts'

/** What the wallet keeps, and what the database holds it to. */
export const collections = {
  accounts: collection(Account, {
    version: 1,
    search: ['name'],
    unique: [{ fields: ['name'], ignoreCase: true }],
    shared: { opens: '?account={id}' },
  }),
  transactions: collection(Transaction, {
    version: 2,
    search: ['payee', 'memo', 'bankPayee'],
    key: 'importKey',
    unique: [['bookingKey']],
    indexes: [['account', '-date'], ['-date'], ['category', '-date'], ['importKey'], ['transfer'], ['splits', '-date']],
    totals: [
      { by: ['account', 'cleared'], sum: ['amount'] },
      {
        by: ['account', 'category'],
        every: { date: 'month' },
        filled: ['transfer', 'splits'],
        signs: ['amount'],
        sum: ['amount'],
      },
    ],
    references: {
      account: { to: 'accounts', onRemove: 'cascade' },
      category: { to: 'categories', onRemove: 'clear' },
      transfer: { to: 'transactions', onRemove: 'cascade' },
    },
    partOf: { account: 'accounts' },
  }),
  categories: collection(Category, {
    version: 1,
    search: ['name'],
    unique: [{ fields: ['name'], ignoreCase: true }],
  }),
  assignments: collection(Assignment, {
    version: 1,
    indexes: [['month']],
    unique: [['month', 'category', 'currency']],
    references: { category: { to: 'categories', onRemove: 'cascade' } },
  }),
  goals: collection(Goal, {
    version: 1,
    unique: [['category', 'currency']],
    references: { category: { to: 'categories', onRemove: 'cascade' } },
  }),
  rates: collection(Rate, { version: 1, indexes: [['date']], unique: [['from', 'to', 'date']] }),
  rules: collection(Rule, {
    version: 1,
    search: ['match'],
    references: { category: { to: 'categories', onRemove: 'clear' } },
  }),
  schedules: collection(Schedule, {
    version: 2,
    search: ['payee', 'memo'],
    references: {
      account: { to: 'accounts', onRemove: 'cascade' },
      toAccount: { to: 'accounts', onRemove: 'cascade' },
      category: { to: 'categories', onRemove: 'clear' },
    },
  }),
  layouts: collection(BankLayout, { version: 1, unique: [['names']] }),
  dropped: collection(Dropped, { version: 1, key: 'importKey', partOf: { account: 'accounts' } }),
}
