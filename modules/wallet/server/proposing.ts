import type { TransactionRow } from '../records.ts'
import { accountsOf, categoriesOf } from './bounded.ts'
import type { Context } from './categories.ts'
import { readReceipt } from './reading-receipts.ts'

const LOOKED_AT = 150
const INSTRUCTIONS =
  'Each item is a payment: its payee, its note and the direction of the money. Choose for each the category in which its person would put it. null where it is not clear.'

const isPlain = ({ splits, payee, memo }: TransactionRow) => splits.length === 0 && (payee !== '' || memo !== '')
const textOf = ({ payee, bankPayee, memo, amount }: TransactionRow) =>
  [amount < 0 ? 'money out' : 'money in', payee || bankPayee, memo].filter(Boolean).join(' | ')

export const proposing = {
  readReceipt,

  /** One question for all payments that read alike; the answer is one of the person's categories or none. */
  proposeCategories: async (_: object, { store, model }: Context) => {
    const rows = await store.transactions.list({
      where: { category: null, transfer: null },
      order: ['-date', '-createdAt'],
      limit: LOOKED_AT + 1,
    })
    const looked = rows.slice(0, LOOKED_AT).filter(isPlain)
    const categories = (await categoriesOf(store)).filter(({ hidden }) => !hidden)
    const accounts = new Map((await accountsOf(store)).map(({ id, currency }) => [id, currency]))
    const chosen = await model.classify({
      items: [...new Set(looked.map(textOf))].map((text) => ({ id: text, text })),
      choices: categories.map(({ id, name, group }) => ({ id, name: `${group}: ${name}` })),
      instructions: INSTRUCTIONS,
    })
    const proposed = looked.flatMap((row) => {
      const category = chosen.get(textOf(row))
      if (!category) return []
      const { id, date, payee, bankPayee, memo, amount } = row
      return [
        { id, date, payee: payee || bankPayee, memo, amount, currency: accounts.get(row.account) ?? '', category },
      ]
    })
    return { proposed, without: looked.length - proposed.length, hasMore: rows.length > LOOKED_AT }
  },

  /** What has a category by now, is split or is a transfer stays as it is. */
  categorise: async ({ rows }: { rows: { id: string; category: string }[] }, { store }: Context) => {
    for (const category of new Set(rows.map((row) => row.category))) await store.categories.get(category)
    let changed = 0
    for (const { id, category } of new Map(rows.map((row) => [row.id, row])).values()) {
      const row = await store.transactions.get(id)
      if (row.category !== null || row.transfer !== null || row.splits.length > 0) continue
      await store.transactions.update(id, { category }, row.version)
      changed += 1
    }
    return { changed }
  },
}
