import { AppError } from '@atrium/contract/errors'
import type { Where } from '@atrium/contract/module'
import type { AccountRow, Transaction, TransactionRow } from '../records.ts'
import { accountsOf } from './bounded.ts'
import type { Stores } from './categories.ts'

/** Rows that are looked for, or written, together. */
const TOGETHER = 500

type Side = Pick<Transaction, 'amount'> & Pick<AccountRow, 'currency'>

/** Whether what goes out of the one comes into the other. */
export const areOpposite = (one: Side, two: Side): boolean =>
  one.currency === two.currency ? one.amount === -two.amount : Math.sign(one.amount) === -Math.sign(two.amount)

export const transactionBy = ({ transactions }: Stores, id: string): Promise<TransactionRow | null> =>
  transactions.get(id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  })

/** Before an account goes: the other sides of its transfers stay, since the money did leave those accounts. */
export async function partTransfers(account: string, store: Stores): Promise<void> {
  let parted = new Map<string, () => Partial<Transaction>>()
  for await (const { id, transfer } of store.transactions.each({ where: { account, transfer: { ne: null } } })) {
    if (!transfer) continue
    parted.set(transfer, () => ({ transfer: null, partedFrom: id }))
    parted.set(id, () => ({ transfer: null, partedFrom: transfer }))
    if (parted.size < TOGETHER) continue
    await store.transactions.updateMany(parted)
    parted = new Map()
  }
  await store.transactions.updateMany(parted)
}

/** The other side as it was; removed by an older version, a side still names it. */
const otherOf = ({ transfer, partedFrom }: TransactionRow) => transfer ?? partedFrom

/** Where both sides live again, and neither has become something else meanwhile, they are one transfer as before. */
async function joinAgain(rows: readonly TransactionRow[], accounts: Map<string, AccountRow>, store: Stores) {
  const ids = new Set(rows.flatMap((row) => otherOf(row) ?? []))
  const others = new Map((await store.transactions.getAll([...ids])).map((row) => [row.id, row]))
  const joined = new Map<string, () => Partial<Transaction>>()
  for (const row of rows) {
    const other = others.get(otherOf(row) ?? '')
    if (!other || other.transfer || joined.has(other.id)) continue
    const [mine, theirs] = [accounts.get(row.account), accounts.get(other.account)]
    if (!mine || !theirs) continue
    if (!areOpposite({ ...row, currency: mine.currency }, { ...other, currency: theirs.currency })) continue
    const both = { partedFrom: null, ...(mine.onBudget && theirs.onBudget && { category: null, splits: [] }) }
    joined.set(row.id, () => ({ ...both, transfer: other.id }))
    joined.set(other.id, () => ({ ...both, transfer: row.id }))
  }
  await store.transactions.updateMany(joined)
}

export const joinTransfer = async (row: TransactionRow, store: Stores): Promise<void> =>
  joinAgain([row], await accountsById(store), store)

/** The same for all transfers of an account. */
export async function joinTransfers(account: string, store: Stores): Promise<void> {
  const accounts = await accountsById(store)
  const mayBe: Where<Transaction> = { or: [{ partedFrom: { ne: null } }, { transfer: { ne: null } }] }
  let rows: TransactionRow[] = []
  for await (const row of store.transactions.each({ where: { account, ...mayBe } })) {
    rows.push(row)
    if (rows.length < TOGETHER) continue
    await joinAgain(rows, accounts, store)
    rows = []
  }
  if (rows.length > 0) await joinAgain(rows, accounts, store)
}

const accountsById = async (store: Stores) => new Map((await accountsOf(store)).map((row) => [row.id, row]))
