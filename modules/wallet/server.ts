import { defineServer } from '@atrium/contract/module-server'
import { readersOf } from '@atrium/contract/reading'
import { dayAt } from '@atrium/domain/dates/local-time'
import { csvOf, type Entry, qifOf } from './exporting.ts'
import { takeBudget } from './importing/budget-import.ts'
import type { Read } from './importing/entry.ts'
import { takeTable } from './importing/layouts.ts'
import { received, type SentRow } from './importing/sent.ts'
import { take } from './importing/take.ts'
import wallet from './module.ts'
import { Currency, type TransactionRow } from './records.ts'
import reminders from './reminders.ts'
import { accounts, currenciesOf, usualCurrency } from './server/accounts.ts'
import { applyRules } from './server/apply-rules.ts'
import { bookDue } from './server/booking.ts'
import { accountsOf, categoriesOf } from './server/bounded.ts'
import { type Context, categories } from './server/categories.ts'
import { envelopes } from './server/envelopes.ts'
import { goals } from './server/goals.ts'
import { keepingAccounts } from './server/keeping-accounts.ts'
import { ledger, otherAccounts } from './server/ledger.ts'
import { plans } from './server/plans.ts'
import { proposing } from './server/proposing.ts'
import { fetchDaily, rates } from './server/rates.ts'
import { reports } from './server/reports.ts'
import { fillSample } from './server/sample.ts'
import { spoken } from './server/spoken.ts'
import { joinTransfer, joinTransfers } from './server/transfers.ts'

/** Rows that are looked at together. */
const AT_ONCE = 1000

const year = ({ now, timeZone }: Context) => Number(dayAt(now, timeZone).slice(0, 4))

const read = readersOf<typeof import('./readers.ts')>()

async function* entries(rows: AsyncIterable<SentRow>): AsyncGenerator<Read> {
  for await (const row of rows) yield received(row)
}

async function target(
  file: { name: string },
  options: { account?: string | undefined; currency?: string | undefined },
  context: Context,
) {
  const usual = currenciesOf(await accountsOf(context.store))[0] ?? usualCurrency(context.timeZone)
  const currency = options.currency ? Currency.parse(options.currency) : usual
  return { account: options.account || undefined, currency, fileName: file.name }
}

/** What an export needs besides the transactions, which are read while it is written. */
async function exported({ account }: { account?: string | undefined }, { store }: Context) {
  const accounts = await accountsOf(store)
  return {
    accounts: account ? accounts.filter(({ id }) => id === account) : accounts,
    names: new Map(accounts.map(({ id, name }) => [id, name])),
    categories: await categoriesOf(store),
  }
}

/** The oldest first, of one account or of all, each with the account at the other end of a transfer. */
async function* inOrder(account: string | undefined, { store }: Context): AsyncGenerator<Entry> {
  const where = account ? { account } : {}
  let rows: TransactionRow[] = []
  const whole = async () => {
    const others = await otherAccounts(rows, store)
    const entries = rows.map((row) => ({ row, other: others.get(row.id) ?? null }))
    rows = []
    return entries
  }
  for await (const row of store.transactions.each({ where, order: ['date', 'createdAt'] })) {
    rows.push(row)
    if (rows.length === AT_ONCE) yield* await whole()
  }
  yield* await whole()
}

export default defineServer(
  wallet,
  {
    ...accounts,
    ...categories,
    ...envelopes,
    ...goals,
    ...keepingAccounts,
    ...ledger,
    ...plans,
    ...proposing,
    ...rates,
    ...reports,
    ...spoken,
    sample: fillSample,
  },
  {
    readers: new URL('./readers.ts', import.meta.url),
    reminders,
    jobs: { applyRules, book: bookDue, rates: fetchDaily },
    onRestore: {
      accounts: ({ id }, { store }) => joinTransfers(id, store),
      transactions: (row, { store }) => joinTransfer(row, store),
    },
    imports: {
      async *statement(file, { order, ...options }, context) {
        const asked = { order: order || undefined, timeZone: context.timeZone, thisYear: year(context) }
        const rows = () => entries(read(context, file, 'statement', asked))
        yield* take(rows, await target(file, options, context), context)
      },
      async *budget(file, { currency }, context) {
        yield* takeBudget(file, await target(file, { currency }, context), context)
      },
      async *table(file, { account, currency, ...said }, context) {
        yield* takeTable(file, said, await target(file, { account, currency }, context), context)
      },
    },
    exports: {
      csv: async (options, context) => ({
        name: 'transactions.csv',
        body: csvOf(await exported(options, context), inOrder(options.account, context)),
      }),
      qif: async (options, context) => ({
        name: 'transactions.qif',
        body: qifOf(await exported(options, context), (account) => inOrder(account, context)),
      }),
    },
  },
)
