import { AppError } from '@atrium/contract/errors'
import type { ActionContext } from '@atrium/contract/module'
import type { Incoming } from '@atrium/contract/module-server'
import { IMPORT_ROWS_MAX } from '@atrium/contract/reading'
import type { Sentence } from '@atrium/contract/sentence'
import { daysBetween } from '@atrium/domain/dates/days'
import { minorDigits, minorOf } from '@atrium/domain/money/minor-units'
import type wallet from '../module.ts'
import type { AccountRow, Split } from '../records.ts'
import { lastCategories, plain, ruled } from '../rules.ts'
import { say } from '../say.ts'
import { accountsOf, refuseMore, rulesOf } from '../server/bounded.ts'
import type { BankAccount, Entry, Read } from './entry.ts'
import { fileCategories } from './file-categories.ts'

/** Accounts that one file may make; a bank's export has a handful. */
const ACCOUNTS_MAX = 200

type Context = ActionContext<typeof wallet>
type Rows = AsyncIterable<Read> | Iterable<Read>
type Find = (entry: Entry) => Promise<AccountRow>

/** A payment written down by hand is the bank's when it is of the same amount and at most so many days apart. */
const NEAR = 7 // days

export interface TakeOptions {
  /** The account that everything goes to; by the file's own numbers when absent. */
  account?: string | undefined
  /** Of an account that has to be made, where the file does not say. */
  currency: string
  /** The file's name, for an account that has to be made. */
  fileName: string
}

/**
 * Makes transactions of what a file has. Each gets a key that is the same in every import of it: the bank's own (FITID),
 * or account, date, amount, payee and a running number. A row that is there already stays as the person has made it.
 */
export async function* take(
  read: () => Rows,
  options: TakeOptions,
  context: Context,
): AsyncGenerator<Incoming<typeof wallet>> {
  const { store } = context
  const find = await accountFinder(options, context)
  const categories = await fileCategories(read, store)
  const rules = await rulesOf(store)
  const usual = lastCategories(await store.transactions.list({ order: '-date', limit: 1000 }))
  const dropped = await droppedKeys(store)
  const adopted = await adopt(read, find, store)
  const keyOf = keys()

  for await (const entry of read()) {
    if ('refused' in entry) {
      yield entry
      continue
    }
    const account = await find(entry)
    const line = entry.line !== undefined && { line: entry.line }
    const amount = amountOf(entry, account)
    if (typeof amount !== 'number') {
      yield { ...line, text: `${entry.date} ${entry.payee} ${entry.amount}`, refused: amount }
      continue
    }
    const importKey = keyOf(entry, account.id, amount)
    if (dropped.has(importKey)) {
      const refused = 'You have deleted it before. Restore it from the trash if you want it back.'
      yield { ...line, text: `${entry.date} ${entry.payee} ${entry.amount}`, refused }
      continue
    }
    const base = {
      account: account.id,
      date: entry.date,
      amount,
      payee: clean(entry.payee, 200),
      memo: clean(entry.memo, 500),
      bankPayee: clean(entry.payee, 500),
      importKey,
      cleared: entry.cleared,
    }
    const said = ruled(rules, base)
    const payee = said.payee ?? base.payee
    const isNew = async () => (await store.transactions.list({ where: { importKey }, limit: 1 })).length === 0
    const idOf = (name: string) => categories.idOf(name, isNew)
    const splits = await splitsOf(entry, amount, account.currency, idOf)
    if (entry.splits.length > 1 && splits.length === 0) {
      const refused = 'Its parts do not add up to its amount, or are more than 100: it is kept in one, without them.'
      yield { ...line, text: `${entry.date} ${entry.payee} ${entry.amount}`, refused }
    }
    const named =
      splits.length > 0 ? null : ((await idOf(entry.category)) ?? said.category ?? usual.get(plain(payee)) ?? null)
    yield {
      collection: 'transactions',
      ...line,
      data: { ...base, payee, category: named, splits },
      merge: ({ cleared }) => (adopted.has(importKey) && cleared === 'open' ? { cleared: 'cleared' } : {}),
    }
  }
  yield* categories.left()
}

/** The amount in minor units of the account's currency, or why it cannot be taken. */
function amountOf(entry: Entry, account: AccountRow): number | Sentence {
  const currency = entry.currency ?? entry.account?.currency ?? account.currency
  if (currency !== account.currency)
    return say('rowOfOtherCurrency', { currency, name: account.name, other: account.currency })
  const { amount } = entry
  return minorOf(amount, currency) ?? say('amountTooFine', { amount, currency, decimals: minorDigits(currency) })
}

/**
 * Gives what the person has written down by hand the key of the bank's row that means it: same account, same amount, at
 * most a week apart, not cleared yet. Answers those keys.
 */
async function adopt(read: () => Rows, find: Find, store: Context['store']): Promise<Set<string>> {
  const adopted = new Set<string>()
  // Found by account and amount: a long file beside a long list would else be compared pair by pair.
  const waitingBy = new Map<string, { id: string; date: string }[]>()
  for await (const row of store.transactions.each({ where: { importKey: '', cleared: 'open' }, order: '-date' })) {
    const of = `${row.account}|${row.amount}`
    const alike = waitingBy.get(of) ?? []
    alike.push({ id: row.id, date: row.date })
    waitingBy.set(of, alike)
  }
  if (waitingBy.size === 0) return adopted
  const keyOf = keys()
  let count = 0
  for await (const entry of read()) {
    count += 1
    if (count > IMPORT_ROWS_MAX) break // the import itself says so
    if ('refused' in entry) continue
    const account = await find(entry)
    const amount = amountOf(entry, account)
    if (typeof amount !== 'number') continue
    const importKey = keyOf(entry, account.id, amount)
    const alike = waitingBy.get(`${account.id}|${amount}`) ?? []
    let near: { row: { id: string; date: string }; at: number; days: number } | null = null
    for (const [at, row] of alike.entries()) {
      const days = Math.abs(daysBetween(row.date, entry.date))
      if (days <= (near ? near.days - 1 : NEAR)) near = { row, at, days }
    }
    // What the bank has sent before is nobody's but its own.
    if (!near || adopted.has(importKey) || (await store.transactions.count({ importKey })) > 0) continue
    alike.splice(near.at, 1)
    adopted.add(importKey)
    await store.transactions.update(near.row.id, { importKey, bankPayee: clean(entry.payee, 500) })
  }
  return adopted
}

const clean = (text: string, most: number) => text.replace(/\s+/g, ' ').trim().slice(0, most)

/** Makes keys: the bank's own, and where a file uses one twice for different payments, with what parts them. */
function keys() {
  const seen = new Map<string, string>()
  const counts = new Map<string, number>()
  return (entry: Entry, account: string, amount: number): string => {
    const facts = `${entry.date}|${amount}|${plain(entry.payee).slice(0, 200)}`
    if (entry.ref !== '') {
      const key = `${account}|ref|${entry.ref.slice(0, 200)}`
      const other = seen.get(key)
      if (other !== undefined && other !== facts) return `${key}|${facts}`
      seen.set(key, facts)
      return key
    }
    const key = `${account}|${facts}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return `${key}|${count}`
  }
}

/** The keys of what the person has deleted, unless it is back from the trash. */
export async function droppedKeys(store: Context['store']): Promise<Set<string>> {
  const dropped = new Set<string>()
  for await (const { importKey } of store.dropped.each()) dropped.add(importKey)
  const keys = [...dropped]
  for (let at = 0; at < keys.length; at += 500) {
    const part = keys.slice(at, at + 500)
    const back = await store.transactions.list({ where: { importKey: { in: part } }, limit: 1000 })
    for (const { importKey } of back) dropped.delete(importKey)
  }
  return dropped
}

async function splitsOf(
  entry: Entry,
  amount: number,
  currency: string,
  idOf: (category: string) => Promise<string | null>,
): Promise<Split[]> {
  if (entry.splits.length < 2 || entry.splits.length > 100) return []
  const amounts = entry.splits.map((split) => minorOf(split.amount, currency) ?? 0)
  if (amounts.reduce((total, part) => total + part, 0) !== amount) return []
  const splits: Split[] = []
  for (const [at, { category, memo }] of entry.splits.entries())
    splits.push({ category: await idOf(category), amount: amounts[at] as number, memo: clean(memo, 500) })
  return splits
}

/** Finds the account of a row: the chosen one, that with the bank's number, the only one, or a new one. */
async function accountFinder({ account: chosen, currency, fileName }: TakeOptions, { store }: Context): Promise<Find> {
  const accounts: AccountRow[] = await accountsOf(store)
  const wanted = chosen ? accounts.find(({ id }) => id === chosen) : undefined
  if (chosen && !wanted) throw new AppError('not_found', say('accountGone'))
  const byBankId = new Map(accounts.toReversed().map((account) => [account.bankId, account]))
  const known = new Map<string, AccountRow>()
  let made = 0

  const make = async (bank: BankAccount | null): Promise<AccountRow> => {
    made += 1
    if (made > ACCOUNTS_MAX) throw new AppError('too_large', say('tooManyAccounts', { most: ACCOUNTS_MAX }))
    await refuseMore('accounts', store)
    const wished = clean(bank?.name || fileName.replace(/\.\w+$/, ''), 72) || 'Account'
    const taken = new Set(accounts.map(({ name }) => plain(name)))
    const free = (number: number): string =>
      taken.has(plain(`${wished} (${number})`)) ? free(number + 1) : `${wished} (${number})`
    const name = taken.has(plain(wished)) ? free(2) : wished
    const kind = bank?.kind ?? 'checking'
    const row = await store.accounts.insert({
      name,
      kind,
      currency: bank?.currency ?? currency,
      onBudget: kind !== 'loan' && kind !== 'investment',
      bankId: bank?.id.slice(0, 80) ?? '',
    })
    accounts.push(row)
    byBankId.set(row.bankId, row)
    return row
  }

  return async ({ account: bank, currency: inFile }: Entry): Promise<AccountRow> => {
    const id = bank?.id.slice(0, 80) ?? ''
    const named = `${id}|${bank?.currency ?? ''}`
    const seen = known.get(named)
    if (seen) return seen
    const found = async (): Promise<AccountRow> => {
      const own = id === '' ? undefined : byBankId.get(id)
      if (wanted) {
        if (own && own.id !== wanted.id) throw new AppError('bad_request', say('fileOfAccount', { name: own.name }))
        if (id !== '' && wanted.bankId !== '' && wanted.bankId !== id)
          throw new AppError('bad_request', say('fileOfOtherAccount', { id, name: wanted.name }))
        if (id !== '' && wanted.bankId === '') await store.accounts.update(wanted.id, { bankId: id })
        return wanted
      }
      if (own) return own
      if (id !== '') return make(bank)
      if (accounts.length === 0)
        return make({
          id: '',
          name: bank?.name ?? '',
          kind: bank?.kind ?? 'checking',
          currency: bank?.currency ?? inFile,
        })
      if (accounts.length > 1) throw new AppError('bad_request', say('fileOfNoAccount'))
      return accounts[0] as AccountRow
    }
    const row = await found()
    known.set(named, row)
    return row
  }
}
