import { wordsOf } from './words.ts'

/** A piece of an example sentence: a word that is said, or a slot that is filled. */
export type Piece = { word: string } | { slot: string }

export interface Example {
  /** Of the intent that it is an example of. */
  intent: number
  source: string
  pieces: readonly Piece[]
}

/** Reads `add {title} to my list`. A slot is called as its field is, capitals and all. */
export const piecesOf = (source: string): Piece[] =>
  wordsOf(source, 60).map(({ key, from, to }) =>
    key.startsWith('{') ? { slot: source.slice(from + 1, to - 1) } : { word: key },
  )
