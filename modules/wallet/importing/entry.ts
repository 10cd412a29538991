import type { Sentence } from '@atrium/contract/sentence'
import type { AccountKind, Cleared } from '../records.ts'

/** The account that a file says a transaction is of. */
export interface BankAccount {
  /** As the bank writes it; empty when the file does not say. */
  id: string
  name: string
  kind: AccountKind
  currency: string | null
}

/** A transaction as a file has it, before it is known to which account and currency it goes. */
export interface Entry {
  line?: number
  account: BankAccount | null
  date: string
  /** An exact decimal with a point; negative when it goes out. */
  amount: string
  currency: string | null
  payee: string
  memo: string
  /** The bank's own key, unique in the account; empty when there is none. */
  ref: string
  /** The category's name, where the file has one. */
  category: string
  /** Of which categories the file says whether they are income. */
  income: ReadonlyMap<string, boolean>
  cleared: Cleared
  splits: readonly { category: string; amount: string; memo: string }[]
}

export interface Refusal {
  refused: string | Sentence
  line?: number
  text?: string
}

export type Read = Entry | Refusal

const NOTHING_SAID: ReadonlyMap<string, boolean> = new Map()

export const entryOf = (given: Pick<Entry, 'date' | 'amount'> & Partial<Entry>): Entry => ({
  account: null,
  currency: null,
  payee: '',
  memo: '',
  ref: '',
  category: '',
  income: NOTHING_SAID,
  cleared: 'cleared',
  splits: [],
  ...given,
})

const JOINED_MAX = 2_000 // characters

/** Texts of a statement joined as people read them, without saying anything twice. */
export function joined(parts: readonly (string | undefined)[]): string {
  const said: string[] = []
  let length = 0
  for (const part of parts) {
    if (length > JOINED_MAX) break // a row keeps less; comparing a file's worth of parts takes the square of them
    const text = (part ?? '').replace(/\s+/g, ' ').trim()
    if (text === '' || said.some((one) => one.includes(text))) continue
    said.push(text)
    length += text.length
  }
  return said.join(' · ')
}
