import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { currencyOf, evaluate } from './evaluate.ts'
import { Exact } from './numbers.ts'
import { type Expression, parse } from './parser.ts'
import { tokenize } from './tokens.ts'
import { write } from './write.ts'

/** A number that the person wrote, computed where it was an expression. */
export interface Amount {
  value: Exact
  /** A symbol such as `$`; null for a plain number. */
  currency: string | null
  text: string
  expression: Expression
}

/** Reads a text as one expression; null when a word of it is not arithmetic. Throws Incalculable for one that cannot be computed. */
export function readAmount(text: string, style: NumberStyle): Amount | null {
  const tokens = tokenize(text, style)
  if (!tokens || tokens.length === 0) return null
  const expression = parse(tokens)
  return { value: evaluate(expression), currency: currencyOf(expression), text: write(expression, style), expression }
}

export interface NumberList {
  values: Exact[]
  currency: string | null
  /** As written for the person: `3, 4 and 8`. */
  texts: string[]
}

const separators = /\s*(?:;|,\s+(?:and\s+)?|\s+and\s+|\s+&\s+)\s*/iu

/** Reads "3, 4 and 8", "3,4,8" or "3 4 8"; null unless every item is a number and there are at least two. */
export function readList(text: string, style: NumberStyle): NumberList | null {
  const trimmed = text.replace(/^\(|\)$/gu, '').trim()
  for (const pattern of [separators, /\s*[,;]\s*|\s+and\s+/iu, /\s+/u]) {
    const pieces = trimmed.split(pattern, 1_001).filter((piece) => piece !== '')
    if (pieces.length < 2 || pieces.length > 1_000) continue
    const amounts: Amount[] = []
    for (const piece of pieces) {
      const tokens = tokenize(piece, style)
      // An item is one number, with its sign or percent; an expression inside a list is not worth guessing at.
      const simple =
        tokens && tokens.length <= 2 && tokens.some((token) => token.type === 'number' || token.type === 'constant')
      const amount = simple && isComplete(tokens.map((token) => token.type).join(' ')) ? readAmount(piece, style) : null
      if (!amount) break
      amounts.push(amount)
    }
    if (amounts.length !== pieces.length) continue
    const currencies = new Set(amounts.map((amount) => amount.currency))
    return {
      values: amounts.map((amount) => amount.value),
      currency: currencies.size === 1 ? (amounts[0]?.currency ?? null) : null,
      texts: amounts.map((amount) => amount.text),
    }
  }
  return null
}

const isComplete = (shape: string): boolean =>
  ['number', 'constant', 'operator number', 'number postfix'].includes(shape)

export const sum = (values: readonly Exact[]): Exact => values.reduce((total, value) => total.plus(value), new Exact(0))
