import type { Entry, Read, Refusal } from './entry.ts'

/** A row as it comes from the process that reads the file: plain data. Of a file's income categories it has its own. */
export type SentRow = Refusal | (Omit<Entry, 'income'> & { income?: Record<string, boolean> })

export function sent(row: Read): SentRow {
  if ('refused' in row) return row
  const { income, ...entry } = row
  const own = [entry.category, ...entry.splits.map(({ category }) => category)].flatMap((name): [string, boolean][] => {
    const isIncome = income.get(name)
    return isIncome === undefined ? [] : [[name, isIncome]]
  })
  return own.length > 0 ? { ...entry, income: Object.fromEntries(own) } : entry
}

export const received = (row: SentRow): Read =>
  'refused' in row ? row : { ...row, income: new Map(Object.entries(row.income ?? {})) }
