import { AppError } from '@atrium/contract/errors'
import type { JobContext } from '@atrium/contract/module-work'
import { readersOf } from '@atrium/contract/reading'
import { dayAt } from '@atrium/domain/dates/local-time'
import type wallet from '../module.ts'
import { type FetchedRate, type RatesBy, ratesBy } from '../rates.ts'
import { Currency, type Rate } from '../records.ts'
import { say } from '../say.ts'
import { currenciesOf, usualCurrency } from './accounts.ts'
import { accountsOf } from './bounded.ts'
import type { Context } from './categories.ts'

const read = readersOf<typeof import('../readers.ts')>()
/** bytes; ninety days of all currencies have some 100 KB */
const LARGEST = 8 * 1024 * 1024
const BASE = 'EUR'
/** Rates that are shown, the newest first. */
const LISTED = 200

/** The currency that everything is told in: the person's, else that of most accounts. */
export async function mainCurrency({ settings, store, timeZone }: Context): Promise<string> {
  const said = Currency.safeParse((await settings()).mainCurrency)
  return said.data ?? currenciesOf(await accountsOf(store))[0] ?? usualCurrency(timeZone)
}

export async function ratesKnown({ store }: Pick<Context, 'store'>): Promise<RatesBy> {
  const rates: Rate[] = []
  for await (const row of store.rates.each()) rates.push(row)
  return ratesBy(rates)
}

/** One for each day and two currencies, whichever of them comes first: what was typed stays, whatever is fetched. */
async function keep(rate: Rate, { store }: Context): Promise<boolean> {
  const { from, to, date } = rate
  const [[known], [turned]] = [
    await store.rates.list({ where: { from, to, date }, limit: 1 }),
    await store.rates.list({ where: { from: to, to: from, date }, limit: 1 }),
  ]
  if (rate.isFetched && [known, turned].some((one) => one?.isFetched === false)) return false
  if (turned) await store.rates.remove(turned.id)
  if (!known) await store.rates.insert(rate)
  else await store.rates.update(known.id, rate)
  return turned !== undefined || known?.rate !== rate.rate
}

/** What the bank's address says today of the currencies that the accounts have. */
async function asked(context: Context): Promise<FetchedRate[]> {
  const { ratesFrom } = await context.settings()
  const main = await mainCurrency(context)
  const wanted = new Set([...currenciesOf(await accountsOf(context.store)), main])
  if (wanted.size === 1) throw new AppError('conflict', say('oneCurrency', { currency: main })) // then nobody is asked
  const answer = await context.fetch(ratesFrom, { maxBytes: LARGEST })
  if (answer.status !== 200)
    throw new AppError(
      'provider_failed',
      say('ratesNotReached', { host: new URL(ratesFrom).host, status: answer.status }),
    )
  const found: FetchedRate[] = []
  let count = 0
  for await (const one of read(context, { name: 'rates.xml', content: answer.body }, 'rates', {})) {
    count += 1
    if (wanted.has(one.currency)) found.push(one)
  }
  if (count === 0) throw new AppError('provider_failed', say('noRatesThere', { host: new URL(ratesFrom).host }))
  return found
}

async function fetchInto(context: Context) {
  const found = await asked(context)
  let changed = 0
  for (const { currency, date, rate } of found)
    if (await keep({ from: BASE, to: currency, date, rate, isFetched: true }, context)) changed += 1
  return {
    changed,
    date:
      found
        .map(({ date }) => date)
        .sort()
        .at(-1) ?? null,
  }
}

export const rates = {
  rates: async (_: object, context: Context) => {
    const { store, now, timeZone } = context
    const to = await mainCurrency(context)
    const known = await ratesKnown(context)
    const today = dayAt(now, timeZone)
    const others = currenciesOf(await accountsOf(store)).filter((currency) => currency !== to)
    return {
      main: to,
      current: others.map((currency) => ({ currency, ...(known(currency, to, today) ?? { rate: null, date: null }) })),
      rates: await store.rates.list({ order: ['-date', 'to'], limit: LISTED }),
    }
  },
  rateOn: async ({ from, to, date }: { from: string; to: string; date: string }, context: Context) =>
    (await ratesKnown(context))(from, to, date) ?? { rate: null, date: null },
  saveRate: async ({ from, to, date, rate }: Omit<Rate, 'isFetched'>, context: Context) => {
    if (from === to) throw new AppError('bad_request', say('sameCurrency'))
    await keep({ from, to, date, rate, isFetched: false }, context)
    return { ok: true }
  },
  removeRate: async ({ id }: { id: string }, { store }: Context) => {
    await store.rates.remove(id)
    return { ok: true }
  },
  fetchRates: (_: object, context: Context) => fetchInto(context),
}

/** Every day, for those who want it. */
export async function fetchDaily(_: object, { step }: JobContext<typeof wallet>): Promise<void> {
  await step('fetch the rates', async (context) => {
    if (!(await context.settings()).fetchDaily) return
    await fetchInto(context).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error // no rate is needed
    })
  })
}
