import { AppError } from '@atrium/contract/errors'
import type { Where } from '@atrium/contract/module'
import type { AccountRow, Transaction, TransactionRow } from '../records.ts'
import { accountsOf } from './bounded.ts'
import type { Stores } from './categories.ts'

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
  for await (const { id, transfer } of store.transactions.each({ where: { account, transfer: { ne: null } } })) {
    if (!transfer) continue
    await store.transactions.update(transfer, { transfer: null, partedFrom: id })
    await store.transactions.update(id, { transfer: null, partedFrom: transfer })
  }
}

/** Both sides live again, and neither has become something else meanwhile: one transfer as before. */
export async function joinTransfer(row: TransactionRow, store: Stores, accounts?: Map<string, AccountRow>) {
  const id = row.transfer ?? row.partedFrom // removed by an older version, a side still names the other
  const other = id ? await transactionBy(store, id) : null
  if (!other || other.transfer) return
  const known = accounts ?? (await accountsById(store))
  const [mine, theirs] = [known.get(row.account), known.get(other.account)]
  if (!mine || !theirs) return
  if (!areOpposite({ ...row, currency: mine.currency }, { ...other, currency: theirs.currency })) return
  const both = { partedFrom: null, ...(mine.onBudget && theirs.onBudget && { category: null, splits: [] }) }
  await store.transactions.update(row.id, { ...both, transfer: other.id })
  await store.transactions.update(other.id, { ...both, transfer: row.id })
}

/** The same for all transfers of an account. */
export async function joinTransfers(account: string, store: Stores): Promise<void> {
  const accounts = await accountsById(store)
  const mayBe: Where<Transaction> = { or: [{ partedFrom: { ne: null } }, { transfer: { ne: null } }] }
  for await (const row of store.transactions.each({ where: { account, ...mayBe } }))
    await joinTransfer(row, store, accounts)
}

const accountsById = async (store: Stores) => new Map((await accountsOf(store)).map((row) => [row.id, row]))
