import { AppError } from '@atrium/contract/errors'
import type { Where } from '@atrium/contract/module'
import { monthOf } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { saidAmount } from '@atrium/domain/money/minor-units'
import type { TransactionView } from '../module.ts'
import type { AccountRow, Cleared, Split, Transaction, TransactionRow } from '../records.ts'
import { say } from '../say.ts'
import { accountsOf } from './bounded.ts'
import { type Context, given, type Stores } from './categories.ts'
import { accountMeant, categoryIdMeant, categoryIn, isId, positiveSaid } from './naming.ts'
import { accountOr } from './spoken.ts'
import { areOpposite, transactionBy } from './transfers.ts'

/** Rows of one question to the store. */
const PAGE = 1000

/** The accounts at the other ends of these transfers, by the transfer's id. */
export async function otherAccounts(rows: readonly TransactionRow[], store: Stores): Promise<Map<string, string>> {
  const others = new Map<string, string>()
  const ids = rows.filter(({ transfer }) => transfer).map(({ id }) => id)
  for (let at = 0; at < ids.length; at += PAGE) {
    const where = { transfer: { in: ids.slice(at, at + PAGE) } }
    for (const row of await store.transactions.list({ where, limit: PAGE }))
      if (row.transfer) others.set(row.transfer, row.account)
  }
  return others
}

/** As the page sees it: without the import's keys, with the account at the other end. */
export async function shown(rows: readonly TransactionRow[], store: Stores): Promise<TransactionView[]> {
  const others = await otherAccounts(rows, store)
  return rows.map(({ importKey: _, partedFrom: __, bookingKey: ___, ...row }) => ({
    ...row,
    otherAccount: row.transfer ? (others.get(row.id) ?? null) : null,
  }))
}

const oneShown = async (row: TransactionRow, store: Stores) => (await shown([row], store))[0] as TransactionView

function checkSplits(splits: readonly Split[], amount: number, { currency }: AccountRow): void {
  if (splits.length === 0) return
  if (splits.length === 1) throw new AppError('bad_request', say('onePart'))
  const sum = splits.reduce((total, split) => total + split.amount, 0)
  if (sum !== amount)
    throw new AppError(
      'bad_request',
      say('partsDiffer', {
        amount: saidAmount(sum, currency),
        amount2: saidAmount(amount, currency),
        amount3: saidAmount(amount - sum, currency),
      }),
    )
}

const NEWEST = ['-date', '-createdAt'] as const
const orders = { date: ['date', 'createdAt'], '-date': NEWEST, amount: 'amount', '-amount': '-amount' } as const

interface Filter {
  account?: string
  category?: string
  words?: string
  from?: string
  to?: string
  cleared?: Cleared
  order?: keyof typeof orders
  after?: string
  limit?: number
}

/** Of a category also where a part is in it; `none`: where something stands in no category, and is no transfer. */
function inCategory(category: string | undefined): Where<Transaction> {
  if (category === undefined) return {}
  if (category !== 'none') return { or: [{ category }, { splits: { has: { category } } }] }
  return { or: [{ splits: { has: { category: null } } }, { splits: [], category: null, transfer: null }] }
}

const asked = ({ account, category, words, from, to, cleared, order = '-date' }: Filter) => ({
  where: {
    ...given({ account, cleared }),
    ...((from || to) && { date: given({ gte: from, lte: to }) }),
    ...inCategory(category),
  } satisfies Where<Transaction>,
  ...given({ words }),
  order: orders[order],
})

/** What all that fits comes to, by currency: also what is on no page yet. */
async function totals(filter: Filter, store: Stores) {
  const { order: _, ...which } = asked(filter)
  const groups = await store.transactions.groupBy(['account'], { ...which, sum: ['amount'] })
  const currencyOf = new Map((await accountsOf(store)).map(({ id, currency }) => [id, currency]))
  const sum: Record<string, number> = {}
  let total = 0
  for (const { key, count, sum: its } of groups) {
    total += count
    const currency = currencyOf.get(key.account)
    if (currency) sum[currency] = (sum[currency] ?? 0) + its.amount
  }
  return { total, sum }
}

/** What the account held after each of these, the newest of which is first. */
function balancesOf(rows: readonly TransactionRow[], before: number): Map<string, number> {
  let balance = before
  return new Map(
    rows.toReversed().map(({ id, amount }) => {
      balance += amount
      return [id, balance]
    }),
  )
}

/** What lies beyond a page of an account, whose last row is of this day, as one sum: whole months are kept, the rest of one is read. */
async function sumBeyond(account: string, after: string, day: string, store: Stores): Promise<number> {
  const month = monthOf(day)
  const before = await store.transactions.sum('amount', { account, date: { lt: `${month}-01` } })
  const [rest] = await store.transactions.groupBy([], {
    where: { account, date: { gte: `${month}-01`, lte: `${month}-31` } },
    sum: ['amount'],
    beyond: { order: NEWEST, after },
  })
  return before + (rest?.sum.amount ?? 0)
}

/** An account as it is, the newest first: only there each row has a balance of its own. */
const hasBalances = ({ account, category, words, from, to, cleared, order = '-date' }: Filter) =>
  account !== undefined && order === '-date' && !category && !words && !from && !to && !cleared

async function pageOf({ limit = PAGE, after, ...filter }: Filter, store: Stores) {
  const rows: TransactionRow[] = []
  let next: string | null = after ?? null
  do {
    const most = Math.min(PAGE, limit - rows.length)
    const page = await store.transactions.page({ ...asked(filter), limit: most, after: next ?? undefined })
    rows.push(...page.rows)
    next = page.next
  } while (next !== null && rows.length < limit)
  return { rows, next }
}

/** The transaction at the other end follows: it has the same day, and the opposite amount where the currency is the same. */
async function mirror(row: TransactionRow, change: Partial<Transaction>, store: Stores): Promise<void> {
  if (!row.transfer || !(['date', 'memo', 'amount'] as const).some((field) => isNew(change, row, field))) return
  const other = await otherSide(row.transfer, store)
  const [mine, theirs] = [await store.accounts.get(row.account), await store.accounts.get(other.account)]
  const amount = change.amount !== undefined && mine.currency === theirs.currency ? -change.amount : undefined
  const follow = given({ date: change.date, memo: change.memo, amount })
  if (Object.keys(follow).length === 0) return
  if (other.cleared === 'reconciled' && (follow.amount !== undefined || follow.date !== undefined))
    throw new AppError('conflict', say('otherSideLocked'))
  await store.transactions.update(other.id, follow)
}

const isNew = <F extends keyof Transaction>(change: Partial<Transaction>, row: TransactionRow, field: F) =>
  change[field] !== undefined && change[field] !== row[field]

/** Both sides of a transfer change and go together: who is shared one account alone does neither. Throws `forbidden`. */
async function otherSide(id: string, store: Stores): Promise<TransactionRow> {
  const found = await transactionBy(store, id)
  if (!found) throw new AppError('forbidden', say('otherSideTheirs'))
  return found
}

/** Two transactions, each of which knows the other. */
export async function makeTransfer(
  input: {
    from: string
    to: string
    date: string
    amount: number
    received?: number
    memo?: string
    category?: string | null
  },
  store: Stores,
): Promise<TransactionRow> {
  const { from, to, date, amount, received, memo = '', category = null } = input
  if (from === to) throw new AppError('bad_request', say('chooseTwoDifferentAccounts'))
  const [source, target] = [await store.accounts.get(from), await store.accounts.get(to)]
  if (source.currency !== target.currency && received === undefined)
    throw new AppError('bad_request', say('sayWhatArrives', { name: target.name, currency: target.currency }))
  const arrives = source.currency === target.currency ? amount : (received ?? amount)
  const side = { date, memo, splits: [], category: null }
  const out = await store.transactions.insert({
    ...side,
    account: from,
    amount: -amount,
    payee: target.name,
    category: source.onBudget && !target.onBudget ? category : null,
  })
  const back = await store.transactions.insert({
    ...side,
    account: to,
    amount: arrives,
    payee: source.name,
    transfer: out.id,
    category: target.onBudget && !source.onBudget ? category : null,
  })
  return store.transactions.update(out.id, { transfer: back.id })
}

/** Moves them to the trash, with the other sides of transfers. What was imported does not come back with the next file. */
export async function removeTransactions(ids: readonly string[], store: Stores): Promise<number> {
  const gone = new Set<string>()
  for (const id of ids) {
    if (gone.has(id)) continue
    const row = await store.transactions.get(id)
    const both = row.transfer ? [row, await otherSide(row.transfer, store)] : [row]
    for (const { importKey, account } of both) if (importKey !== '') await store.dropped.insert({ importKey, account })
    await store.transactions.remove(id)
    for (const one of both) gone.add(one.id)
  }
  return gone.size
}

interface SaidTransfer {
  from?: string
  to: string
  date?: string
  amount: number | string
  received?: number | string
  memo?: string
  category?: string | null
}

/** A transfer with the ids of what it names, today and from the account used last where nothing else was said. */
async function transferMeant({ from, to, amount, received, ...said }: SaidTransfer, context: Context) {
  const { store, now, timeZone } = context
  const target = await accountMeant(to, store)
  const source = from === undefined ? await accountOr(undefined, amount, context) : await accountMeant(from, store)
  return {
    ...{ from: source.id, to: target.id, date: said.date ?? dayAt(now, timeZone) },
    amount: positiveSaid(amount, source),
    ...(received !== undefined && { received: positiveSaid(received, target) }),
    ...(said.memo !== undefined && { memo: said.memo }),
    category: await categoryIdMeant(said.category ?? null, store),
  }
}

/** What is asked for, by ids: a category that is none is looked for in the words of the transactions. */
async function filterMeant({ account, category, ...filter }: Filter, store: Stores): Promise<Filter> {
  const found = category && category !== 'none' ? await categoryIn(category, store) : undefined
  const words = [filter.words, category && category !== 'none' && !found ? category : undefined].filter(Boolean)
  return {
    ...filter,
    ...(words.length > 0 && { words: words.join(' ') }),
    ...(account && { account: isId(account) ? account : (await accountMeant(account, store)).id }),
    ...(found ? { category: found } : category === 'none' ? { category } : {}),
  }
}

type Entered = Pick<Transaction, 'account' | 'date' | 'amount'> &
  Partial<Pick<Transaction, 'payee' | 'category' | 'memo' | 'cleared' | 'splits' | 'receipts' | 'flag'>>

export const ledger = {
  transactions: async (said: Filter, { store }: Context) => {
    const filter = await filterMeant(said, store)
    const { rows, next } = await pageOf(filter, store)
    const { account = '' } = filter
    const last = rows.at(-1)
    const beyond = async () => (next === null || !last ? 0 : sumBeyond(account, next, last.date, store))
    const before = hasBalances(filter) ? await beyond() : null
    const balances = before === null ? null : balancesOf(rows, before)
    const views = await shown(rows, store)
    const transactions = views.map((view) => ({ ...view, balance: balances?.get(view.id) ?? null }))
    const all = filter.after === undefined ? await totals(filter, store) : { total: null, sum: null }
    return { transactions, next, ...all }
  },
  add: async (input: Entered, { store }: Context) => {
    const account = await store.accounts.get(input.account)
    checkSplits(input.splits ?? [], input.amount, account)
    const row = await store.transactions.insert({ ...input, ...(input.splits?.length && { category: null }) })
    return oneShown(row, store)
  },
  change: async (
    { id, version, ...change }: Partial<Entered> & { id: string; version?: number },
    { store }: Context,
  ) => {
    const row = await store.transactions.get(id)
    const said = given(change)
    const isMoney = (['account', 'date', 'amount'] as const).some(
      (field) => said[field] !== undefined && said[field] !== row[field],
    )
    if (row.cleared === 'reconciled' && isMoney) throw new AppError('conflict', say('locked'))
    const account = await store.accounts.get(said.account ?? row.account)
    if (row.transfer && account.id !== row.account) throw new AppError('bad_request', say('transferStays'))
    if (account.currency !== (await store.accounts.get(row.account)).currency)
      throw new AppError('bad_request', say('otherCurrency', { name: account.name }))
    const splits = said.splits ?? row.splits
    checkSplits(splits, said.amount ?? row.amount, account)
    const made = await store.transactions.update(id, { ...said, ...(splits.length > 0 && { category: null }) }, version)
    await mirror(row, said, store)
    return oneShown(made, store)
  },
  transfer: async (said: SaidTransfer, context: Context) =>
    oneShown(await makeTransfer(await transferMeant(said, context), context.store), context.store),
  link: async ({ ids }: { ids: string[] }, { store }: Context) => {
    const [a, b] = [await store.transactions.get(ids[0] ?? ''), await store.transactions.get(ids[1] ?? '')]
    const [one, two] = [await store.accounts.get(a.account), await store.accounts.get(b.account)]
    if (one.id === two.id) throw new AppError('bad_request', say('sameAccount'))
    if (a.transfer || b.transfer) throw new AppError('conflict', say('inTransferAlready'))
    if (!areOpposite({ ...a, currency: one.currency }, { ...b, currency: two.currency }))
      throw new AppError('bad_request', say('amountsDiffer'))
    await store.transactions.update(a.id, { transfer: b.id, category: null, splits: [], payee: two.name })
    await store.transactions.update(b.id, { transfer: a.id, category: null, splits: [], payee: one.name })
    return { ok: true }
  },
  mark: async (
    { ids, cleared, category: said }: { ids: string[]; cleared?: Cleared; category?: string | null },
    { store }: Context,
  ) => {
    const category = await categoryIdMeant(said, store)
    let changed = 0
    for (const id of new Set(ids)) {
      const row = await store.transactions.get(id)
      const next = {
        ...(cleared !== undefined && cleared !== row.cleared && { cleared }),
        ...(category !== undefined && category !== row.category && { category, splits: [] }),
      }
      if (Object.keys(next).length === 0) continue
      await store.transactions.update(id, next)
      changed += 1
    }
    return { changed }
  },
  remove: async ({ ids }: { ids: string[] }, { store }: Context) => ({ removed: await removeTransactions(ids, store) }),
}
