import { daysBetween } from '../kit/table.ts'
import type { Movement } from './bank-lines.ts'

export interface Match {
  bank: Movement
  book: Movement
  /** Days from the books' day to the bank's. */
  days: number
}

export interface Matching {
  matched: Match[]
  /** At the bank, not in the books. */
  bankOnly: Movement[]
  /** In the books, not at the bank. */
  bookOnly: Movement[]
}

const words = (text: string) =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2),
  )

/** Words that two texts share. */
function shared(a: string, b: string): number {
  const other = words(b)
  return [...words(a)].filter((word) => other.has(word)).length
}

/**
 * Pairs movements of the same amount within so many days, each at most once: the nearest days first, then the texts that
 * share more words.
 */
export function matchMovements(bank: readonly Movement[], books: readonly Movement[], windowDays: number): Matching {
  const byAmount = new Map<number, Movement[]>()
  for (const book of books) byAmount.set(book.amount, [...(byAmount.get(book.amount) ?? []), book])
  const candidates = bank.flatMap((one) =>
    (byAmount.get(one.amount) ?? []).flatMap((book) => {
      const days = daysBetween(book.date, one.date)
      return Math.abs(days) <= windowDays ? [{ bank: one, book, days, words: shared(one.text, book.text) }] : []
    }),
  )
  candidates.sort(
    (a, b) => Math.abs(a.days) - Math.abs(b.days) || b.words - a.words || a.bank.date.localeCompare(b.bank.date),
  )
  const taken = new Set<Movement>()
  const matched: Match[] = []
  for (const { bank: one, book, days } of candidates) {
    if (taken.has(one) || taken.has(book)) continue
    taken.add(one).add(book)
    matched.push({ bank: one, book, days })
  }
  return {
    matched,
    bankOnly: bank.filter((one) => !taken.has(one)),
    bookOnly: books.filter((one) => !taken.has(one)),
  }
}

const digits = (amount: number) => [...String(Math.abs(amount))].sort().join('')

/**
 * Two that may be one with two digits exchanged: the same digits, so a difference that 9 divides, the bookkeeper's old test.
 */
export const transposed = (
  { bankOnly, bookOnly }: Matching,
  windowDays: number,
): { bank: Movement; book: Movement }[] =>
  bankOnly.flatMap((bank) =>
    bookOnly
      .filter(
        (book) =>
          Math.sign(book.amount) === Math.sign(bank.amount) &&
          book.amount !== bank.amount &&
          digits(book.amount) === digits(bank.amount) &&
          Math.abs(daysBetween(book.date, bank.date)) <= windowDays,
      )
      .slice(0, 1)
      .map((book) => ({ bank, book })),
  )

const total = (movements: readonly Movement[], isWanted: (amount: number) => boolean) =>
  movements.reduce((sum, { amount }) => (isWanted(amount) ? sum + amount : sum), 0)

/** The two-sided bank reconciliation, minor units. */
export interface Reconciliation {
  bank: number
  /** In the books, on their way to the bank. */
  inTransit: number
  /** Paid by the books, not yet by the bank; negative. */
  outstanding: number
  adjustedBank: number
  books: number
  /** By the bank, not yet in the books. */
  bankCredits: number
  bankCharges: number
  adjustedBooks: number
  difference: number
}

/** The statement's balance with what is on its way against the books' with what they do not know yet. */
export function reconciliation({ bankOnly, bookOnly }: Matching, bank: number, books: number): Reconciliation {
  const inTransit = total(bookOnly, (amount) => amount > 0)
  const outstanding = total(bookOnly, (amount) => amount < 0)
  const bankCredits = total(bankOnly, (amount) => amount > 0)
  const bankCharges = total(bankOnly, (amount) => amount < 0)
  const adjustedBank = bank + inTransit + outstanding
  const adjustedBooks = books + bankCredits + bankCharges
  return {
    bank,
    inTransit,
    outstanding,
    adjustedBank,
    books,
    bankCredits,
    bankCharges,
    adjustedBooks,
    difference: adjustedBank - adjustedBooks,
  }
}
