import MiniSearch from 'minisearch'
import { contentWords, isStopword, stem } from '../phrasing.ts'
import type { Passage } from './passages.ts'

export interface Quoted {
  passage: Passage
  /** The part of the passage around the words, in a length to read. */
  quote: string
  /** 0–1: the share of the words asked for that the passage holds. */
  coverage: number
}

const QUOTE_MAX = 420
/** Words that are longer are found by their beginning. */
const LETTERS = 4

/** The passages that speak about something, best first, by BM25. */
export function passagesAbout(topic: string, passages: readonly Passage[], limit = 3): Quoted[] {
  const asked = [...new Set(contentWords(topic))].slice(0, 20)
  if (asked.length === 0 || passages.length === 0) return []
  const termOf = (word: string) => (isStopword(word.toLowerCase()) ? null : stem(word.toLowerCase()))
  const sought = asked.flatMap((word) => termOf(word) ?? [])
  const isSought = (term: string) => sought.some((one) => (one.length > LETTERS ? term.startsWith(one) : term === one))
  const index = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    // A text may have a million words: none but those that can be found is kept.
    processTerm: (word) => {
      const term = termOf(word)
      return term !== null && isSought(term) ? term : null
    },
    searchOptions: { prefix: (term) => term.length > LETTERS },
  })
  index.addAll(passages.map(({ text }, id) => ({ id, text })))
  return index
    .search(asked.join(' '))
    .slice(0, 40)
    .flatMap((result): Quoted[] => {
      const passage = passages[Number(result.id)]
      return passage
        ? [{ passage, quote: around(passage.text, asked), coverage: new Set(result.queryTerms).size / asked.length }]
        : []
    })
    .sort((a, b) => b.coverage - a.coverage)
    .slice(0, limit)
}

/** The stretch of a passage that holds most of the words, cut at words. */
function around(text: string, asked: readonly string[]): string {
  if (text.length <= QUOTE_MAX) return text
  const wanted = new Set(asked)
  const at: number[] = []
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu))
    if (wanted.has(stem(match[0].toLowerCase()))) at.push(match.index)
  let best = at[0] ?? 0
  let most = 0
  let end = 0 // of those within reach of the one looked at: both only go forward
  for (const [place, start] of at.entries()) {
    while (end < at.length && (at[end] as number) < start + QUOTE_MAX * 0.8) end += 1
    if (end - place > most) [best, most] = [start, end - place]
  }
  const from = Math.max(0, best - Math.floor(QUOTE_MAX * 0.15))
  const cut = text.slice(from, from + QUOTE_MAX)
  const body = cut
    .replace(from > 0 ? /^\S*\s/u : /^/u, '')
    .replace(from + QUOTE_MAX < text.length ? /\s\S*$/u : /$/u, '')
  return `${from > 0 ? '…' : ''}${body}${from + QUOTE_MAX < text.length ? '…' : ''}`
}
