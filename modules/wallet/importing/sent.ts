import type { Entry, Read, Refusal } from './entry.ts'

/** A row as it comes from the process that reads the file: plain data. Of a file's income categories it has its own. */
export type SentRow = Refusal | (Omit<Entry, 'income'> & { income?: Record<string, boolean> })

/** characters of a text; what is kept of it is less, and comparing is of what is kept */
const LONGEST = 1_000
const cut = (text: string) => text.slice(0, LONGEST)

function cutReason(reason: Refusal['refused']): Refusal['refused'] {
  if (typeof reason === 'string') return cut(reason)
  const values = Object.entries(reason.values).map(([name, value]) => [
    name,
    typeof value === 'string' ? cut(value) : value,
  ])
  return { ...reason, values: Object.fromEntries(values), english: cut(reason.english) }
}

export function sent(row: Read): SentRow {
  if ('refused' in row)
    return { ...row, refused: cutReason(row.refused), ...(row.text !== undefined && { text: cut(row.text) }) }
  const { income, ...whole } = row
  const { account, payee, memo, ref, category, splits } = whole
  const entry = {
    ...whole,
    account: account && { ...account, id: cut(account.id), name: cut(account.name) },
    payee: cut(payee),
    memo: cut(memo),
    ref: cut(ref),
    category: cut(category),
    splits: splits.map((split) => ({ ...split, category: cut(split.category), memo: cut(split.memo) })),
  }
  const own = [category, ...splits.map((split) => split.category)].flatMap((name): [string, boolean][] => {
    const isIncome = income.get(name)
    return isIncome === undefined ? [] : [[cut(name), isIncome]]
  })
  return own.length > 0 ? { ...entry, income: Object.fromEntries(own) } : entry
}

export const received = (row: SentRow): Read =>
  'refused' in row ? row : { ...row, income: new Map(Object.entries(row.income ?? {})) }
