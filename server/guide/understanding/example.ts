import { wordsOf } from './words.ts'

/** A piece of an example sentence: a word that is said, or a slot that is filled, with what somebody might say there. */
export type Piece = { word: string } | { slot: string; said: string | null }

export interface Example {
  /** Of the intent that it is an example of. */
  intent: number
  source: string
  pieces: readonly Piece[]
}

/** Reads `add {title} to my list` and `add {title:buy milk} to my list`. A slot is called as its field is, capitals and all. */
export const piecesOf = (source: string): Piece[] =>
  wordsOf(source, 60).map(({ key, from, to }) => {
    if (!key.startsWith('{')) return { word: key }
    const [slot = '', ...said] = source.slice(from + 1, to - 1).split(':')
    return { slot, said: said.join(':').trim() || null }
  })
