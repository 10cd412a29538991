import { stem } from '../phrasing.ts'

/** A piece of a declared sentence: a word to be said, or a field to be filled. */
export type Piece = { word: string } | { field: string }

export interface Pattern {
  source: string
  pieces: readonly Piece[]
  /** How many words it demands. */
  words: number
}

const pieceAt = /\{(\w+)\}|[^\s{}:;,=]+|[:;,=]/gu

/** Compiles `add a task {title}`. */
export function compile(source: string): Pattern {
  const pieces: Piece[] = []
  for (const match of source.matchAll(pieceAt))
    pieces.push(match[1] ? { field: match[1] } : { word: match[0].toLowerCase() })
  return { source, pieces, words: pieces.filter((piece) => 'word' in piece && !isFiller(piece.word)).length }
}

interface Word {
  text: string
  from: number
  to: number
}

const wordAt = /\d+(?:[.,:]\d+)*|[^\s:;,=\d][^\s:;,=]*|[:;,=]/gu
const WORDS_MAX = 120
const STEPS_MAX = 4_000

const articles = new Set(['a', 'an', 'the', 'my', 'our', 'new', 'some', 'this', 'that', 'all', 'me'])
/** Said between a question word and what is asked for: "what are my tasks" for `show my tasks`. */
const linking = new Set(['are', 'is', 'of', 'for'])
const isFiller = (word: string): boolean => articles.has(word) || /^[:;,.\-–—]$/u.test(word)
/** Joins a command to its first field: "add a task to buy milk", "called", "-". */
const joiners = new Set(['to', 'called', 'named', 'titled', 'saying', 'that', ':', '-', '–', '—', ','])

const verbs = [
  ['add', 'create', 'make', 'new', 'put'],
  ['show', 'list', 'display', 'see', 'view', 'what', "what's", 'which', 'get'],
  ['delete', 'remove', 'discard'],
  ['complete', 'finish', 'done', 'close'],
  ['change', 'update', 'set', 'edit', 'rename'],
  ['log', 'record', 'track', 'note', 'enter'],
  ['find', 'search', 'look'],
]
const groupOf = new Map(verbs.flatMap((group, index) => group.map((verb): [string, number] => [verb, index])))

/** A field is never filled by the words between fields alone: "mark as done" names no task. */
const fillerOnly = /^(?:as|to|for|of|in|on|by|with|and|or|at|the|an?|from)?$/iu

const pronoun = /^(?:it|this|that|them|these|those|him|her)$/iu

export interface Fit {
  pattern: Pattern
  /** The text that each field took. */
  captured: Readonly<Record<string, string>>
  /** Fields that the sentence ended before or left out. */
  missing: string[]
  /** Higher is more specific. */
  score: number
}

const trim = (word: string): string => word.toLowerCase().replace(/^["'(]+|[.!?"')]+$/gu, '')

function agreement(said: string, wanted: string, first: boolean): number {
  const word = trim(said)
  if (word === wanted) return 10
  if (word.length > 2 && stem(word) === stem(wanted)) return 9
  const group = first ? groupOf.get(wanted) : undefined
  return group !== undefined && groupOf.get(word) === group ? 7 : 0
}

/** Every way in which a sentence fits a pattern, best first; few, because the search is bounded. */
export function fits(sentence: string, pattern: Pattern): Fit[] {
  const said: Word[] = []
  for (const match of sentence.matchAll(wordAt)) {
    if (said.length >= WORDS_MAX) break
    said.push({ text: match[0], from: match.index, to: match.index + match[0].length })
  }
  const found: Fit[] = []
  let steps = 0
  const { pieces } = pattern

  const first = firstField(pieces)

  function walk(at: number, piece: number, way: Way): void {
    steps += 1
    if (steps > STEPS_MAX || found.length >= 12) return
    const next = pieces[piece]
    const word = said[at]
    if (!next) {
      const over = said.slice(at).every((left) => /^[.!?,]+$/u.test(left.text))
      if (over) keep(way, [])
    } else if (!word) {
      // The sentence is over: what remains may be fields and the words between them, if a command was said at all.
      const left = pieces.slice(piece)
      const unsaid = left.flatMap((rest) => ('field' in rest ? [rest.field] : []))
      const optional = left.every((rest, offset) => 'field' in rest || isFiller(rest.word) || piece + offset > first)
      const ends = unsaid.length > 0 || left.every((rest) => 'word' in rest && isFiller(rest.word))
      if (optional && ends && way.words > 0) keep(way, unsaid)
    } else if ('word' in next) walkWord(at, piece, next.word, word, way)
    else walkField(at, piece, next.field, word, way)
  }

  function keep({ captured, skipped, score }: Way, unsaid: readonly string[]): void {
    const missing = [...skipped, ...unsaid]
    found.push({ pattern, captured, missing, score: score + Object.keys(captured).length - 5 * missing.length })
  }

  function walkWord(at: number, piece: number, wanted: string, word: Word, way: Way): void {
    const fit = agreement(word.text, wanted, piece === 0)
    const filler = isFiller(wanted)
    if (fit > 0) walk(at + 1, piece + 1, filler ? way : { ...way, score: way.score + fit, words: way.words + 1 })
    // A sign between two fields is what parts them, and so is not optional.
    const previous = pieces[piece - 1]
    if (articles.has(wanted) || (filler && previous && 'word' in previous)) walk(at, piece + 1, way)
    // An article that was said and not declared: "show me all my tasks".
    const extra = articles.has(trim(word.text)) || (piece > 0 && linking.has(trim(word.text)))
    if (fit === 0 && extra) walk(at + 1, piece, { ...way, score: way.score - 0.5 })
  }

  function walkField(at: number, piece: number, field: string, word: Word, way: Way): void {
    const joined = way.words > 0 && joiners.has(word.text.toLowerCase()) && at + 1 < said.length
    const from = joined ? at + 1 : at
    const isLast = piece === pieces.length - 1
    const after = pieces[piece + 1]
    for (let to = isLast ? said.length : from + 1; to <= said.length; to++) {
      const text = sentence.slice(said[from]?.from, said[to - 1]?.to).trim()
      if (pronoun.test(text)) {
        // "mark it as done" names nothing: it is asked for, where the sentence else says what the pattern says.
        const over = isLast && to === said.length
        const goesOn = after && 'word' in after && said[to] && agreement((said[to] as Word).text, after.word, false) > 0
        if (way.words > 0 && (over || goesOn)) walk(to, piece + 1, { ...way, skipped: [...way.skipped, field] })
      } else if (!fillerOnly.test(text)) walk(to, piece + 1, { ...way, captured: { ...way.captured, [field]: text } })
    }
    // "mark as done" leaves out what stands in the middle.
    if (
      way.words > 0 &&
      after &&
      'word' in after &&
      !isFiller(after.word) &&
      agreement(word.text, after.word, false) > 0
    ) {
      walk(at, piece + 1, { ...way, skipped: [...way.skipped, field] })
    }
  }

  walk(0, 0, { captured: {}, skipped: [], score: 0, words: 0 })
  return found.sort((a, b) => b.score - a.score || a.missing.length - b.missing.length)
}

/** How far a reading has come: what was taken, what was left out, and how well the words agreed. */
interface Way {
  captured: Readonly<Record<string, string>>
  skipped: readonly string[]
  score: number
  words: number
}

export const firstField = (pieces: readonly Piece[]): number => {
  const index = pieces.findIndex((piece) => 'field' in piece)
  return index < 0 ? pieces.length : index
}

/** How a pattern is shown to a person: `add a task …`. */
export const example = (source: string): string => source.replace(/\{\w+\}/gu, '…')
