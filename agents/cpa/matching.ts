import { daysBetween } from '@atrium/domain/dates/days'
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

/** Pairs of one amount beyond which days alone decide, in their order: a till books the same sum many times a day. */
const PAIRS_MAX = 100_000

interface Candidate extends Match {
  words: number
}

/** Every pair within the window, or for very many of one amount the first with the first. */
function candidatesOf(bank: readonly Movement[], books: readonly Movement[], windowDays: number): Candidate[] {
  if (bank.length * books.length <= PAIRS_MAX)
    return bank.flatMap((one) =>
      books.flatMap((book) => {
        const days = daysBetween(book.date, one.date)
        return Math.abs(days) <= windowDays ? [{ bank: one, book, days, words: shared(one.text, book.text) }] : []
      }),
    )
  const inOrder = books.toSorted((a, b) => a.date.localeCompare(b.date))
  const found: Candidate[] = []
  let at = 0
  for (const one of bank.toSorted((a, b) => a.date.localeCompare(b.date))) {
    while (at < inOrder.length && daysBetween(inOrder[at]?.date ?? one.date, one.date) > windowDays) at++
    const book = inOrder[at]
    const days = book ? daysBetween(book.date, one.date) : Number.NaN
    if (book && Math.abs(days) <= windowDays) {
      found.push({ bank: one, book, days, words: 0 })
      at++
    }
  }
  return found
}

/**
 * Pairs movements of the same amount within so many days, each at most once: the nearest days first, then the texts that
 * share more words.
 */
export function matchMovements(bank: readonly Movement[], books: readonly Movement[], windowDays: number): Matching {
  const bookOf = Map.groupBy(books, ({ amount }) => String(amount))
  const candidates = [...Map.groupBy(bank, ({ amount }) => String(amount))].flatMap(([amount, mine]) =>
    candidatesOf(mine, bookOf.get(amount) ?? [], windowDays),
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

/** Sign and sorted digits: two amounts have the same when digits were exchanged. */
const digitsOf = ({ amount }: Movement) => `${Math.sign(amount)} ${[...String(Math.abs(amount))].sort().join('')}`

/**
 * Two that may be one with two digits exchanged: the same digits, so a difference that 9 divides, the bookkeeper's old test.
 */
export function transposed({ bankOnly, bookOnly }: Matching, windowDays: number): { bank: Movement; book: Movement }[] {
  const byDigits = Map.groupBy(bookOnly, digitsOf)
  return bankOnly.flatMap((bank) => {
    const book = byDigits
      .get(digitsOf(bank))
      ?.find((one) => one.amount !== bank.amount && Math.abs(daysBetween(one.date, bank.date)) <= windowDays)
    return book ? [{ bank, book }] : []
  })
}

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
