import { defineServer } from '@atrium/contract/module-server'
import { readersOf } from '@atrium/contract/reading'
import { dayAt } from '@atrium/domain/dates/local-time'
import { csvOf, qifOf } from './exporting.ts'
import type { Read } from './importing/entry.ts'
import { received, type SentRow } from './importing/sent.ts'
import { take } from './importing/take.ts'
import wallet from './module.ts'
import { Currency } from './records.ts'
import { accounts, currenciesOf, usualCurrency } from './server/accounts.ts'
import { type Context, categories } from './server/categories.ts'
import { envelopes } from './server/envelopes.ts'
import { ledger } from './server/ledger.ts'
import { plans } from './server/plans.ts'
import { reports } from './server/reports.ts'
import { fillSample } from './server/sample.ts'
import { spoken } from './server/spoken.ts'

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
  const usual = currenciesOf(await context.store.accounts.all())[0] ?? usualCurrency(context.timeZone)
  const currency = options.currency ? Currency.parse(options.currency) : usual
  return { account: options.account || undefined, currency, fileName: file.name }
}

async function exported({ account }: { account?: string | undefined }, { store }: Context) {
  const rows = await store.accounts.all({ order: 'createdAt' })
  return {
    accounts: account ? rows.filter(({ id }) => id === account) : rows,
    categories: await store.categories.all(),
    transactions: await store.transactions.all({ order: ['date', 'createdAt'] }),
  }
}

async function* pieces(parts: Iterable<string>): AsyncGenerator<string> {
  yield* parts
}

export default defineServer(
  wallet,
  { ...accounts, ...categories, ...envelopes, ...ledger, ...plans, ...reports, ...spoken, sample: fillSample },
  {
    readers: new URL('./readers.ts', import.meta.url),
    imports: {
      async *statement(file, { order, ...options }, context) {
        const asked = { order: order || undefined, timeZone: context.timeZone, thisYear: year(context) }
        const rows = () => entries(read(context, file, 'statement', asked))
        yield* take(rows, await target(file, options, context), context)
      },
      async *table(file, { account, currency, order, decimal, flip = false, ...columns }, context) {
        const rows = () =>
          entries(
            read(context, file, 'table', {
              columns,
              ...(order && { order }),
              ...(decimal && { decimal }),
              flip,
              timeZone: context.timeZone,
              thisYear: year(context),
            }),
          )
        yield* take(rows, await target(file, { account, currency }, context), context)
      },
    },
    exports: {
      csv: async (options, context) => ({
        name: 'transactions.csv',
        body: pieces(csvOf(await exported(options, context))),
      }),
      qif: async (options, context) => ({
        name: 'transactions.qif',
        body: pieces(qifOf(await exported(options, context))),
      }),
    },
  },
)
