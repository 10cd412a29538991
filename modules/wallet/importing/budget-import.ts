import type { ActionContext } from '@atrium/contract/module'
import type { ImportedFile } from '@atrium/contract/module-files'
import type { Incoming } from '@atrium/contract/module-server'
import { readersOf } from '@atrium/contract/reading'
import { usualOrder } from '@atrium/domain/dates/date-order'
import { addDays } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { likelyOf } from '@atrium/domain/money/currency-marks'
import { minorOf } from '@atrium/domain/money/minor-units'
import type wallet from '../module.ts'
import { type AccountRow, type CategoryRow, Flag } from '../records.ts'
import { plain } from '../rules.ts'
import { say } from '../say.ts'
import { countBefore } from '../schedule.ts'
import { accountsOf, categoriesOf, refuseMore, rulesOf, schedulesOf } from '../server/bounded.ts'
import type { BudgetRow, FileAccount, FileCategory, FilePayment } from './budget-file.ts'
import { droppedKeys, type TakeOptions } from './take.ts'

type Context = ActionContext<typeof wallet>
type Row = Incoming<typeof wallet>

const read = readersOf<typeof import('../readers.ts')>()
/** Transfers that are joined with one question. */
const AT_ONCE = 500
const NAME_MAX = 80 // characters
const nameOf = (text: string, without: string) => text.replace(/\s+/g, ' ').trim().slice(0, NAME_MAX) || without

/** What the file's accounts and categories are here. */
interface Known {
  currency: string
  accounts: Map<string, AccountRow>
  categories: Map<string, string>
}

function freeName(wanted: string, taken: (name: string) => boolean): string {
  if (!taken(wanted)) return wanted
  for (let count = 2; ; count++) {
    const name = `${wanted.slice(0, NAME_MAX - 6)} (${count})`
    if (!taken(name)) return name
  }
}

/** The account that an import of the same budget made, one of its name and currency, or a new one. */
async function accountFor(
  file: FileAccount,
  here: AccountRow[],
  currency: string,
  { store }: Context,
): Promise<AccountRow> {
  const { key, name: called, ...facts } = file
  const budgetKey = key.slice(0, NAME_MAX)
  const name = nameOf(called, 'Account')
  const inIts = here.filter((row) => row.currency === currency)
  const before = inIts.find((row) => row.budgetKey === undefined && row.bankId === budgetKey)
  // The key stood where the bank's number belongs: no statement of the bank would be taken for it.
  if (before) await store.accounts.update(before.id, { bankId: '', budgetKey })
  const found =
    inIts.find((row) => row.budgetKey === budgetKey) ?? before ?? inIts.find((row) => plain(row.name) === plain(name))
  if (found) return found
  await refuseMore('accounts', store)
  const free = freeName(name, (one) => here.some((row) => plain(row.name) === plain(one)))
  const made = await store.accounts.insert({ ...facts, name: free, currency, budgetKey })
  here.push(made)
  return made
}

async function categoryFor(
  { key: _, ...file }: FileCategory,
  here: CategoryRow[],
  { store }: Context,
): Promise<string> {
  const [name, group] = [nameOf(file.name, 'Category'), nameOf(file.group, 'Imported')]
  const apart = `${name} (${group})`.slice(0, NAME_MAX)
  const called = (one: string) => here.find((row) => plain(row.name) === plain(one))
  const same = called(name)
  const found = same && plain(same.group) === plain(group) ? same : called(apart)
  if (found) return found.id
  await refuseMore('categories', store)
  const order = here.reduce((most, row) => Math.max(most, row.order), -1) + 1
  const free = freeName(same ? apart : name, (one) => called(one) !== undefined)
  const made = await store.categories.insert({ ...file, name: free, group, order })
  here.push(made)
  return made.id
}

async function prepare(rows: () => AsyncIterable<BudgetRow>, wanted: TakeOptions, context: Context): Promise<Known> {
  const { store } = context
  const [here, had] = [await accountsOf(store), await categoriesOf(store)]
  const known: Known = { currency: wanted.currency, accounts: new Map(), categories: new Map() }
  for await (const row of rows()) {
    if ('currencies' in row && row.currencies.length > 0 && !row.currencies.includes(wanted.currency))
      known.currency = likelyOf(row.currencies) ?? row.currencies[0] ?? wanted.currency
    else if ('account' in row)
      known.accounts.set(row.account.key, await accountFor(row.account, here, known.currency, context))
    else if ('category' in row) known.categories.set(row.category.key, await categoryFor(row.category, had, context))
    else if ('payment' in row) break
  }
  return known
}

const keyOf = (account: AccountRow, key: string) => `${account.id}|budget|${key}`.slice(0, 600)

/** A payment of the file as a row, or why it is none. */
function transactionOf(payment: FilePayment, known: Known): Row {
  const { line, date, payee, memo, cleared, category } = payment
  const said = { ...(line !== undefined && { line }), text: `${date} ${payee} ${payment.amount}` }
  const account = known.accounts.get(payment.account)
  if (!account) return { ...said, refused: 'Its account is not in the file.' }
  const amount = minorOf(payment.amount, account.currency)
  const splits = payment.splits.map((part) => ({
    ...{ category: known.categories.get(part.category ?? '') ?? null, memo: part.memo.slice(0, 500) },
    amount: minorOf(part.amount, account.currency) ?? Number.NaN,
  }))
  if (amount === null || splits.some((part) => Number.isNaN(part.amount)))
    return { ...said, refused: say('amountNotKept', { amount: payment.amount, currency: account.currency }) }
  if (splits.length > 0 && splits.reduce((sum, part) => sum + part.amount, 0) !== amount)
    return { ...said, refused: 'Its parts do not add up to its amount.' }
  const flag = Flag.safeParse(payment.flag?.toLowerCase()).data
  return {
    collection: 'transactions',
    ...(line !== undefined && { line }),
    data: {
      ...{ account: account.id, date, amount, cleared, splits, payee: payee.slice(0, 200), memo: memo.slice(0, 500) },
      ...{
        category: splits.length > 0 ? null : (known.categories.get(category ?? '') ?? null),
        importKey: keyOf(account, payment.key),
      },
      ...(flag && { flag }),
    },
    merge: () => ({}), // what is here already is its person's
  }
}

/** The ids of transactions that a budget brought, by their keys. */
async function idsOf(
  keys: readonly string[],
  { store }: Context,
): Promise<Map<string, { id: string; transfer: string | null }>> {
  const found = new Map<string, { id: string; transfer: string | null }>()
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const where = { importKey: { in: keys.slice(at, at + AT_ONCE) } }
    for (const { id, importKey, transfer } of await store.transactions.list({ where, limit: 1000 }))
      found.set(importKey, { id, transfer })
  }
  return found
}

/** Payments, first those that no other end of a transfer comes before, then the others, each of which knows the first. */
async function* paymentsIn(rows: () => AsyncIterable<BudgetRow>, known: Known, context: Context): AsyncGenerator<Row> {
  const dropped = await droppedKeys(context.store)
  const pairs: [first: string, second: string][] = []
  let firsts = new Map<string, { id: string; transfer: string | null }>()
  for (const isSecond of [false, true]) {
    for await (const row of rows()) {
      if (!('payment' in row) || row.payment.isSecond !== isSecond) continue
      const made = transactionOf(row.payment, known)
      if (!('data' in made) || made.collection !== 'transactions') {
        yield made
        continue
      }
      const { importKey = '' } = made.data
      if (dropped.has(importKey)) {
        yield {
          text: `${made.data.date} ${made.data.payee ?? ''}`,
          refused: 'You have deleted it before. Restore it from the trash if you want it back.',
        }
        continue
      }
      const other = row.payment.other
      const first =
        isSecond && other
          ? [...known.accounts.values()].map((one) => keyOf(one, other)).find((key) => firsts.has(key))
          : undefined
      if (first) pairs.push([first, importKey])
      yield first ? { ...made, data: { ...made.data, transfer: firsts.get(first)?.id ?? null } } : made
    }
    yield {
      kept: async () => {
        if (isSecond) return
        const keys: string[] = []
        for await (const row of rows())
          if ('payment' in row && row.payment.other && !row.payment.isSecond) {
            const account = known.accounts.get(row.payment.account)
            if (account) keys.push(keyOf(account, row.payment.key))
          }
        firsts = await idsOf(keys, context)
      },
    }
  }
  yield {
    kept: async () => {
      const seconds = await idsOf(
        pairs.map(([, second]) => second),
        context,
      )
      for (const [first, second] of pairs) {
        const [one, other] = [firsts.get(first), seconds.get(second)]
        if (one && other && one.transfer === null && other.transfer === one.id)
          await context.store.transactions.update(one.id, { transfer: other.id })
      }
    },
  }
}

/** What months give to categories, schedules and rules: what is here already stays. */
async function* plansIn(
  rows: () => AsyncIterable<BudgetRow>,
  known: Known,
  { store, now, timeZone }: Context,
): AsyncGenerator<Row> {
  const tomorrow = addDays(dayAt(now, timeZone), 1)
  const given = new Set<string>()
  for await (const one of store.assignments.each()) given.add(`${one.month} ${one.category} ${one.currency}`)
  const rules = new Set((await rulesOf(store)).map(({ how, match }) => `${how} ${plain(match)}`))
  const schedules = new Set(
    (await schedulesOf(store)).map(({ payee, start, account }) => `${plain(payee)} ${start} ${account}`),
  )
  for await (const row of rows()) {
    if ('refused' in row) yield row
    else if ('given' in row) {
      const category = known.categories.get(row.given.category)
      const amount = minorOf(row.given.amount, known.currency)
      const place = `${row.given.month} ${category} ${known.currency}`
      if (!category || amount === null || given.has(place)) continue
      given.add(place)
      yield { collection: 'assignments', data: { month: row.given.month, category, currency: known.currency, amount } }
    } else if ('rule' in row) {
      const { match, how } = row.rule
      if (rules.has(`${how} ${plain(match)}`)) continue
      yield {
        collection: 'rules',
        data: { ...row.rule, category: known.categories.get(row.rule.category ?? '') ?? null },
      }
    } else if ('schedule' in row) {
      const { account: key, toAccount: to, amount: said, next, ...facts } = row.schedule
      const [account, toAccount] = [known.accounts.get(key), to === null ? null : known.accounts.get(to)]
      const amount = minorOf(said, known.currency)
      if (!account || toAccount === undefined || !amount)
        yield { text: facts.payee, refused: 'This schedule names no account of the file.' }
      else if (!schedules.has(`${plain(facts.payee)} ${facts.start} ${account.id}`))
        yield {
          collection: 'schedules',
          data: {
            ...facts,
            amount,
            past: countBefore(facts, next ?? tomorrow), // those are among the payments, and would be booked once more
            account: account.id,
            toAccount: toAccount?.id ?? null,
            category: known.categories.get(facts.category ?? '') ?? null,
          },
        }
    }
  }
}

/** Takes a whole budget of another program in: brought again, it adds what is new in it alone. */
export async function* takeBudget(file: ImportedFile, wanted: TakeOptions, context: Context): AsyncGenerator<Row> {
  const { timeZone, now } = context
  const options = { usual: usualOrder(timeZone), thisYear: Number(dayAt(now, timeZone).slice(0, 4)) }
  const rows = () => read(context, file, 'budget', options)
  const known = await prepare(rows, wanted, context)
  yield* paymentsIn(rows, known, context)
  yield* plansIn(rows, known, context)
}
