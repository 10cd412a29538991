import type { Where } from '@atrium/contract/module'
import { type Month, shiftMonth } from '@atrium/domain/dates/days'
import type { Split, Transaction } from '../records.ts'
import type { Stores } from './categories.ts'

/** Ids in one condition. */
const AT_ONCE = 1000

/** Months that are looked at together: with a thousand categories in each of them they are fewer groups than a store gives. */
const MONTHS = 9

/** What single transactions are to a sum over them, or what those of a month and a category come to. */
export interface Flow {
  account: string
  date: string
  amount: number
  category: string | null
  splits: Split[]
  transfer: null
}

/** All time up to a month in parts, the latest first, without the years in which nothing is. */
export async function* timesUntil(month: Month, where: Where<Transaction>, store: Stores) {
  const asked = { where: { ...where, date: { lte: `${month}-31` } }, every: { date: 'month' } } as const
  const months = (await store.transactions.groupBy(['date'], asked)).map(({ key }) => key.date)
  let from: Month | undefined
  for (const end of months.sort().reverse()) {
    if (from !== undefined && end >= from) continue
    if (end < '1900') {
      yield { lte: `${end}-31` }
      return
    }
    from = shiftMonth(end, 1 - MONTHS)
    yield { gte: `${from}-01`, lte: `${end}-31` }
  }
}

/** What the transactions of these accounts without parts come to, by month and category; transfers are not among them. */
export async function monthlyFlows(accounts: readonly string[], until: Month, store: Stores): Promise<Flow[]> {
  const [account = ''] = accounts
  const where = { account: { in: accounts }, transfer: null, splits: [] }
  const flows: Flow[] = []
  for await (const date of timesUntil(until, where, store)) {
    const groups = await store.transactions.groupBy(['date', 'category'], {
      where: { ...where, date },
      every: { date: 'month' },
      sum: ['amount'],
    })
    for (const { key, sum } of groups)
      flows.push({ ...key, account, date: `${key.date}-01`, amount: sum.amount, splits: [], transfer: null })
  }
  return flows
}

/** What the parts of those with parts come to, by month and category. */
export async function splitFlows(accounts: readonly string[], until: Month, store: Stores): Promise<Flow[]> {
  const [account = ''] = accounts
  const where = { account: { in: accounts }, transfer: null, splits: { isEmpty: false } }
  const flows: Flow[] = []
  for await (const date of timesUntil(until, where, store)) {
    const groups = await store.transactions.groupBy(['date', 'category'], {
      where: { ...where, date },
      parts: 'splits',
      every: { date: 'month' },
      sum: ['amount'],
    })
    for (const { key, sum } of groups)
      flows.push({ ...key, account, date: `${key.date}-01`, amount: sum.amount, splits: [], transfer: null })
  }
  return flows
}

/** Those with parts, which few are, one by one. */
export async function splitOnes(where: Where<Transaction>, store: Stores) {
  const found: (Flow & { payee: string })[] = []
  const asked = { where: { ...where, transfer: null, splits: { isEmpty: false } } }
  for await (const { account, date, amount, category, splits, payee } of store.transactions.each(asked))
    found.push({ account, date, amount, category, splits, payee, transfer: null })
  return found
}

/** The sides in these accounts of transfers to others: for whoever counts these accounts alone, money that comes and goes. */
export async function transfersOut(
  inside: ReadonlySet<string>,
  outside: readonly string[],
  until: Month,
  store: Stores,
): Promise<Flow[]> {
  if (outside.length === 0 || inside.size === 0) return []
  const ids: string[] = []
  const there = { account: { in: outside }, transfer: { ne: null } }
  for await (const { id } of store.transactions.each({ where: there })) ids.push(id)
  const found: Flow[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const where = { transfer: { in: ids.slice(at, at + AT_ONCE) }, date: { lte: `${until}-31` } }
    for (const row of await store.transactions.list({ where, limit: AT_ONCE }))
      if (inside.has(row.account)) found.push({ ...row, transfer: null })
  }
  return found
}
