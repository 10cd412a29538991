import type { Rule, Transaction } from './records.ts'

type Said = Pick<Transaction, 'payee' | 'bankPayee' | 'memo' | 'amount'>

/** Upper and lower case, accents and doubled spaces do not matter. */
export const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

export function fitsRule(rule: Rule, said: Said): boolean {
  if (rule.direction === 'out' && said.amount >= 0) return false
  if (rule.direction === 'in' && said.amount < 0) return false
  const wanted = plain(rule.match)
  return [said.bankPayee, said.payee, said.memo].some((text) => {
    const here = plain(text)
    if (rule.how === 'is') return here === wanted
    return rule.how === 'starts' ? here.startsWith(wanted) : here.includes(wanted)
  })
}

/** What the rules say: the longest text that fits is the most certain. */
export function ruled(rules: readonly Rule[], said: Said): { payee?: string; category?: string } {
  const fitting = rules.filter((rule) => fitsRule(rule, said)).sort((a, b) => b.match.length - a.match.length)
  const payee = fitting.find((rule) => rule.payee !== '')?.payee
  const category = fitting.find((rule) => rule.category !== null)?.category
  return { ...(payee !== undefined && { payee }), ...(category && { category }) }
}

/** What the rules change of a transaction that is there already; null when nothing. What the person has put in a category stays there. */
export function changeBy(
  rules: readonly Rule[],
  row: Said & Pick<Transaction, 'category' | 'splits'>,
): { payee?: string; category?: string } | null {
  const { payee, category } = ruled(rules, row)
  const change = {
    ...(payee !== undefined && payee !== row.payee && { payee }),
    ...(category && row.category === null && row.splits.length === 0 && { category }),
  }
  return Object.keys(change).length > 0 ? change : null
}

/** The category that each payee had last: what most people mean the next time. */
export function lastCategories(rows: readonly Pick<Transaction, 'payee' | 'category' | 'date'>[]): Map<string, string> {
  const last = new Map<string, { date: string; category: string }>()
  for (const { payee, category, date } of rows) {
    if (!category || payee === '') continue
    const key = plain(payee)
    const known = last.get(key)
    if (!known || known.date <= date) last.set(key, { date, category })
  }
  return new Map([...last].map(([payee, { category }]) => [payee, category]))
}
