import type { CategoryRow } from '../records.ts'
import { plain } from '../rules.ts'
import { byName } from './categories.ts'

/** What a person says of a payment, besides its amount. */
export interface SaidPayment {
  payee: string
  category: string | undefined
  memo: string
}

/** What of it is a category that exists: that is the category; what was said for one and is none is a note. */
export interface PlacedPayment {
  payee: string
  category: CategoryRow | undefined
  memo: string
}

const noted = (...notes: readonly string[]) =>
  notes
    .map((note) => note.trim())
    .filter(Boolean)
    .join(', ')

/** The category whose whole name begins or ends a text, and the text without it. */
function atAnEnd(
  categories: readonly CategoryRow[],
  text: string,
): { category: CategoryRow; rest: string } | undefined {
  const words = text.split(/\s+/).filter(Boolean)
  for (const category of categories) {
    const count = category.name.split(/\s+/).length
    const [first, last] = [words.slice(0, count), words.slice(-count)]
    if (plain(last.join(' ')) === plain(category.name)) return { category, rest: words.slice(0, -count).join(' ') }
    if (plain(first.join(' ')) === plain(category.name)) return { category, rest: words.slice(count).join(' ') }
  }
  return undefined
}

/** Finds the category that is meant wherever its name stands: said as one, as a payee (“paid 40 for groceries”) or in the note. */
export function placed({ payee, category, memo }: SaidPayment, categories: readonly CategoryRow[]): PlacedPayment {
  if (category) {
    const found = byName(categories, category)
    return { payee, category: found, memo: found ? memo : noted(memo, category) }
  }
  const called = payee && categories.find(({ name }) => plain(name) === plain(payee))
  if (called) return { payee: '', category: called, memo }
  const within = atAnEnd(categories, memo)
  return { payee, category: within?.category, memo: within ? within.rest : memo }
}
