import { currenciesOf } from '@atrium/domain/money/currency-marks'
import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import type { Exact } from './numbers.ts'
import { type Expression, Incalculable, operations, parse } from './parser.ts'
import { phraseAt, quantityAt } from './tokens.ts'
import { operator, signs, type Token } from './vocabulary.ts'

/** A number of a sentence, with its place in it. */
export interface Figure {
  from: number
  to: number
  value: Exact
}

const SENTENCE_MAX = 20_000
const isLetter = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}_]/u.test(char)
/** Letters of which the words are not spaced: a number may touch them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const begins = (text: string, at: number): boolean =>
  !isLetter(text[at - 1]) || UNSPACED.test(text[at - 1] as string) || /[x×*]/iu.test(text[at - 1] as string)

/** All numbers of a text in their order, in digits or words, with their sign where one touches them. */
export function figuresIn(text: string, style: NumberStyle, language = style.locale): Figure[] {
  const found: Figure[] = []
  for (let at = 0; at < Math.min(text.length, SENTENCE_MAX); ) {
    const number = begins(text, at) ? quantityAt(text, at, style, language) : null
    if (!number || (/^one$/iu.test(text.slice(at, number.end)) && found.length > 0)) {
      at = number ? number.end : at + 1
      continue
    }
    const isNegative = /[-−]/u.test(text[at - 1] ?? '') && !isLetter(text[at - 2]) && !/[)\]]/u.test(text[at - 2] ?? '')
    found.push({
      from: isNegative ? at - 1 : at,
      to: number.end,
      value: isNegative ? number.value.neg() : number.value,
    })
    at = number.end
  }
  return found
}

/** Words of arithmetic that are so only between two numbers: “over”, “by”, “less”. */
const BETWEEN = /^(?:over|by|less|add|x|per|por|e|:)$/iu
/** “A third of 90”, “15 % of 80”; of a whole number it says something else: “tables of 8”. */
const OF = /^(?:of|von|de|di|van|av|от|z|من|dari)$/iu
/** Signs that stand in sentences for other things. */
const MARKS = new Set(['-', '−', '–', '—', ':', '!', '/', '.', '·'])

/** A part of the sentence that is one number: `3/8`. */
export interface Atom {
  from: number
  to: number
  text: string
  value: Exact
}

interface Loose {
  expression: Expression
  /** Words that are no arithmetic. */
  skipped: string[]
}

/**
 * The expression that is left of a sentence when the words are taken away that are none of arithmetic; null where what is left computes
 * nothing.
 */
export function looseExpression(
  text: string,
  style: NumberStyle,
  language = style.locale,
  atoms: readonly Atom[] = [],
): Loose | null {
  const tokens: Token[] = []
  const skipped: string[] = []
  const isDigitBeside = (at: number) =>
    /[\d)]\s*$/u.test(text.slice(Math.max(0, at - 3), at)) && /^.\s*[\d(√.$€£\p{L}]/u.test(text.slice(at, at + 4))
  for (let at = 0; at < Math.min(text.length, 600); ) {
    const char = String.fromCodePoint(text.codePointAt(at) as number)
    if (/[\s?=,;"'“”]/u.test(char)) {
      at += char.length
      continue
    }
    const atom = atoms.find(({ from }) => from === at)
    if (atom) {
      tokens.push({ type: 'number', value: atom.value, currency: null, label: atom.text })
      at = atom.to
      continue
    }
    const number = begins(text, at) ? quantityAt(text, at, style, language) : null
    if (number && isPronoun(text, at, number.end, tokens)) {
      at = number.end
      continue
    }
    if (number) {
      const before = tokens.at(-1)
      // “Half 89”
      if (
        before?.type === 'number' &&
        before.value.lt(1) &&
        before.label &&
        text[at - 1] === ' ' &&
        /[\p{L}]$/u.test(text.slice(0, at - 1))
      )
        tokens.push(operator('of'))
      const isMixed =
        number.label &&
        /\band $/iu.test(text.slice(0, at)) &&
        before?.type === 'number' &&
        before.value.isInteger() &&
        before.value.gt(0)
      if (isMixed && before?.type === 'number')
        tokens[tokens.length - 1] = {
          ...before,
          value: before.value.plus(number.value),
          label: `${before.value.toFixed()} ${number.label}`,
        }
      else {
        const sign =
          /\p{Sc}(?= ?$)/u.exec(text.slice(Math.max(0, at - 2), at))?.[0] ??
          /^ ?(\p{Sc})/u.exec(text.slice(number.end, number.end + 2))?.[1]
        const currency = sign && currenciesOf(sign) ? sign : null
        tokens.push({ type: 'number', value: number.value, currency, label: number.label })
      }
      at = number.end
      continue
    }
    if (char === '*' && text[at + 1] === '*') {
      tokens.push(signs['^'] as Token)
      at += 2
      continue
    }
    if (Object.hasOwn(signs, char)) {
      const isSign =
        /[-−]/u.test(char) &&
        /^.\s?[\d(]/u.test(text.slice(at, at + 3)) &&
        tokens.at(-1)?.type !== 'number' &&
        !isLetter(text[at - 1])
      const isFactorial =
        char === '!' && /\d$/u.test(text.slice(0, at)) && !/^!*\s*$/u.test(text.slice(at + 1)) === false
      if (!MARKS.has(char) || isDigitBeside(at) || isSign || isFactorial) tokens.push(signs[char] as Token)
      at += char.length
      continue
    }
    if (!/[\p{L}\d]/u.test(char)) {
      at += char.length
      continue
    }
    const phrase = phraseAt(text, at)
    if (phrase) {
      const said = text.slice(at, phrase.end)
      const isJoined = isOperand(tokens.at(-1)) && nextIsNumber(text, phrase.end, style)
      const isAlone = OF.test(said) ? !(isJoined && isPart(tokens)) : BETWEEN.test(said) && !isJoined
      if (isAlone) skipped.push(said)
      else tokens.push(...phrase.tokens)
      at = phrase.end
      continue
    }
    const word = UNSPACED.test(char) ? char : (/^[\p{L}\p{M}\d'’]+/u.exec(text.slice(at))?.[0] ?? char)
    skipped.push(word.toLowerCase())
    at += word.length
  }
  const kept = trimmed(tokens)
  if (kept.length === 0) return null
  try {
    const expression = parse(kept)
    return operations(expression) === 0 ? null : { expression, skipped }
  } catch (error) {
    if (error instanceof Incalculable) return null
    throw error
  }
}

/** “Quick one”: no number, unless something is done with it. */
const isPronoun = (text: string, from: number, to: number, tokens: readonly Token[]): boolean =>
  /^one$/iu.test(text.slice(from, to)) &&
  tokens.at(-1)?.type !== 'operator' &&
  !/^\s*(?:plus|minus|times|over|divided|multiplied|x\b|[+*/×÷-])/iu.test(text.slice(to))

/** Whether what stands last is a part of something: a fraction or a percentage, or what is computed of something. */
function isPart(tokens: readonly Token[]): boolean {
  const [last, slash] = [tokens.at(-1), tokens.at(-2)]
  if (last?.type === 'postfix') return last.operator === '%'
  return last?.type === 'number' && (last.value.lt(1) || (slash?.type === 'operator' && slash.operator === '/'))
}

const isOperand = (token: Token | undefined): boolean =>
  token !== undefined && ['number', 'constant', 'close', 'postfix'].includes(token.type)

const nextIsNumber = (text: string, at: number, style: NumberStyle): boolean => {
  const rest = /^\s*(?:(?:the|a|an|my)\s+)?/iu.exec(text.slice(at))?.[0].length ?? 0
  return (
    quantityAt(text, at + rest, style) !== null ||
    /^\s*[(√$€£]|^\s*(?:pi|the square|square|half)/iu.test(text.slice(at))
  )
}

/** Without operators that have nothing before or behind them. */
function trimmed(tokens: readonly Token[]): Token[] {
  const isIdle = (token: Token | undefined, isFirst: boolean) =>
    token?.type === 'operator' && !(isFirst && token.operator === '-')
      ? true
      : !isFirst && (token?.type === 'function' || token?.type === 'open')
  let [from, to] = [0, tokens.length]
  while (from < to && isIdle(tokens[from], true)) from++
  while (to > from && isIdle(tokens[to - 1], false)) to--
  return tokens.slice(from, to)
}
