import { AppError } from '@atrium/contract/errors'
import type { Where } from '@atrium/contract/module'
import { saidAmount } from '@atrium/domain/money/minor-units'
import type { TransactionView } from '../module.ts'
import type { AccountRow, Cleared, Split, Transaction, TransactionRow } from '../records.ts'
import { type Context, given, type Stores } from './categories.ts'

const LOCKED = 'It is reconciled with the bank. Mark it as cleared first, should it have to change.'

/** As the page sees it: without the import's keys, with the account at the other end. */
export async function shown(rows: readonly TransactionRow[], store: Stores): Promise<TransactionView[]> {
  const wanted = rows.flatMap(({ transfer }) => transfer ?? [])
  const others = new Map<string, string>()
  if (wanted.length > 0) {
    const isMany = wanted.length > 500
    const found = isMany
      ? await store.transactions.all({ where: { transfer: { ne: null } } })
      : await store.transactions.list({
          where: { transfer: { in: rows.filter((row) => row.transfer).map(({ id }) => id) } },
          limit: 1000,
        })
    for (const { id, account } of found) others.set(id, account)
  }
  return rows.map(({ importKey: _, ...row }) => ({
    ...row,
    otherAccount: row.transfer ? (others.get(row.transfer) ?? null) : null,
  }))
}

const oneShown = async (row: TransactionRow, store: Stores) => (await shown([row], store))[0] as TransactionView

function checkSplits(splits: readonly Split[], amount: number, { currency }: AccountRow): void {
  if (splits.length === 0) return
  if (splits.length === 1) throw new AppError('bad_request', 'One part is no split. Give at least two, or none.')
  const sum = splits.reduce((total, split) => total + split.amount, 0)
  if (sum !== amount)
    throw new AppError(
      'bad_request',
      `The parts add up to ${saidAmount(sum, currency)}, the transaction is ${saidAmount(amount, currency)}. ${saidAmount(amount - sum, currency)} is missing.`,
    )
}

interface Filter {
  account?: string
  category?: string
  words?: string
  from?: string
  to?: string
  cleared?: Cleared
  limit?: number
}

/** Rows of one question to the store. */
const PAGE = 1000

interface Sum {
  account: string
  count: number
  amount: number
}

/** The newest of all that fits, and what all of it comes to by account: also what is not listed is in the sum. */
async function listed(
  { account, category, words, from, to, cleared, limit = 1000 }: Filter,
  store: Stores,
): Promise<{ rows: TransactionRow[]; sums: Sum[] }> {
  const where: Where<Transaction> = {
    ...given({ account, cleared }),
    ...((from || to) && { date: given({ gte: from, lte: to }) }),
  }
  const inCategory = (row: TransactionRow) => {
    if (category === undefined) return true
    if (category !== 'none') return row.category === category || row.splits.some((split) => split.category === category)
    return row.splits.length > 0
      ? row.splits.some((split) => split.category === null)
      : row.category === null && row.transfer === null
  }
  const asked = { where, ...given({ words }), order: ['-date', '-createdAt'] as const }
  if (category !== undefined) {
    const all = (await store.transactions.all(asked)).filter(inCategory)
    return { rows: all.slice(0, limit), sums: all.map((row) => ({ ...row, count: 1 })) }
  }
  const rows: TransactionRow[] = []
  while (rows.length < limit) {
    const most = Math.min(PAGE, limit - rows.length)
    const page = await store.transactions.list({ ...asked, limit: most, offset: rows.length })
    rows.push(...page)
    if (page.length < most) break
  }
  const groups = await store.transactions.groupBy(['account'], { where, ...given({ words }), sum: ['amount'] })
  return { rows, sums: groups.map(({ key, count, sum }) => ({ account: key.account, count, amount: sum.amount })) }
}

/** The transaction at the other end follows: it has the same day, and the opposite amount where the currency is the same. */
async function mirror(row: TransactionRow, change: Partial<Transaction>, store: Stores): Promise<void> {
  if (!row.transfer) return
  const other = await store.transactions.get(row.transfer)
  const [mine, theirs] = [await store.accounts.get(row.account), await store.accounts.get(other.account)]
  const amount = change.amount !== undefined && mine.currency === theirs.currency ? -change.amount : undefined
  const follow = given({ date: change.date, memo: change.memo, amount })
  if (Object.keys(follow).length === 0) return
  if (other.cleared === 'reconciled' && (follow.amount !== undefined || follow.date !== undefined))
    throw new AppError('conflict', `The other side of the transfer is locked. ${LOCKED}`)
  await store.transactions.update(other.id, follow)
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
  if (from === to) throw new AppError('bad_request', 'Choose two different accounts.')
  const [source, target] = [await store.accounts.get(from), await store.accounts.get(to)]
  if (source.currency !== target.currency && received === undefined)
    throw new AppError('bad_request', `“${target.name}” is in ${target.currency}: say how much of it arrives.`)
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
  const remove = async (id: string) => {
    if (gone.has(id)) return
    const row = await store.transactions.get(id)
    gone.add(id)
    if (row.importKey !== '') await store.dropped.insert({ importKey: row.importKey })
    await store.transactions.remove(id)
    if (row.transfer) await remove(row.transfer)
  }
  for (const id of ids) await remove(id)
  return gone.size
}

type Entered = Pick<Transaction, 'account' | 'date' | 'amount'> &
  Partial<Pick<Transaction, 'payee' | 'category' | 'memo' | 'cleared' | 'splits'>>

export const ledger = {
  transactions: async (filter: Filter, { store }: Context) => {
    const { rows, sums } = await listed(filter, store)
    const currencyOf = new Map((await store.accounts.all()).map(({ id, currency }) => [id, currency]))
    const sum: Record<string, number> = {}
    let total = 0
    for (const { account, count, amount } of sums) {
      total += count
      const currency = currencyOf.get(account)
      if (currency) sum[currency] = (sum[currency] ?? 0) + amount
    }
    return { transactions: await shown(rows, store), total, sum }
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
    if (row.cleared === 'reconciled' && isMoney) throw new AppError('conflict', LOCKED)
    const account = await store.accounts.get(said.account ?? row.account)
    if (row.transfer && account.id !== row.account)
      throw new AppError('bad_request', 'A transfer stays in its accounts. Delete it and make another.')
    if (account.currency !== (await store.accounts.get(row.account)).currency)
      throw new AppError('bad_request', `“${account.name}” is in another currency.`)
    const splits = said.splits ?? row.splits
    checkSplits(splits, said.amount ?? row.amount, account)
    const made = await store.transactions.update(id, { ...said, ...(splits.length > 0 && { category: null }) }, version)
    await mirror(row, said, store)
    return oneShown(made, store)
  },
  transfer: async (input: Parameters<typeof makeTransfer>[0], { store }: Context) =>
    oneShown(await makeTransfer(input, store), store),
  link: async ({ ids }: { ids: string[] }, { store }: Context) => {
    const [a, b] = [await store.transactions.get(ids[0] ?? ''), await store.transactions.get(ids[1] ?? '')]
    const [one, two] = [await store.accounts.get(a.account), await store.accounts.get(b.account)]
    if (one.id === two.id)
      throw new AppError('bad_request', 'Both are of the same account. A transfer goes from one to another.')
    if (a.transfer || b.transfer) throw new AppError('conflict', 'One of them is part of a transfer already.')
    if (one.currency === two.currency ? a.amount !== -b.amount : Math.sign(a.amount) !== -Math.sign(b.amount))
      throw new AppError('bad_request', 'What goes out of the one has to come into the other.')
    await store.transactions.update(a.id, { transfer: b.id, category: null, splits: [], payee: two.name })
    await store.transactions.update(b.id, { transfer: a.id, category: null, splits: [], payee: one.name })
    return { ok: true }
  },
  mark: async (
    { ids, cleared, category }: { ids: string[]; cleared?: Cleared; category?: string | null },
    { store }: Context,
  ) => {
    if (category) await store.categories.get(category)
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
