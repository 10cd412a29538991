import { wordsOf } from './words.ts'

/** A piece of an example sentence: a word that is said, or a slot that is filled. */
export type Piece = { word: string } | { slot: string }

export interface Example {
  /** Of the intent that it is an example of. */
  intent: number
  source: string
  pieces: readonly Piece[]
}

/** Reads `add {title} to my list`. */
export const piecesOf = (source: string): Piece[] =>
  wordsOf(source, 60).map(({ key }) => (key.startsWith('{') ? { slot: key.slice(1, -1) } : { word: key }))
