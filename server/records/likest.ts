import { isLikeWord } from '@atrium/domain/names/word-forms'
import { searchText } from '../platform/search-text.ts'

/** Part of the weighty words that a name has to have, so that it may be meant. */
const LEAST = 0.6
/** How far the best has to be before the next. */
const AHEAD = 0.25
/** Names that are offered where several may be meant. */
const MOST = 5

const wordsIn = (text: string): string[] => searchText(text).split(' ').filter(Boolean)

interface Ranked<R> {
  row: R
  /** Of the weighty words that were said, how many it has. */
  said: number
  /** Of its own words, how many were said: a name that was said whole is meant before a longer one. */
  own: number
}

/**
 * The rows whose names are most like what was said, though not word for word: “called the vet” is “Call the vet”, “that thing with the
 * curtains” is “Buy curtains”. `small` are words that say nothing of it. One only where it is clearly ahead of the others; none where too
 * little of what was said is in any.
 */
export function likestOf<R extends { title: string }>(
  words: string,
  rows: readonly R[],
  small: ReadonlySet<string>,
): R[] {
  const all = wordsIn(words)
  const weighty = all.filter((word) => !small.has(word))
  const asked = weighty.length > 0 ? weighty : all
  if (asked.length === 0) return []
  const ranked = rows
    .map((row): Ranked<R> => {
      const own = wordsIn(row.title)
      const told = own.filter((word) => !small.has(word))
      const isSaid = (word: string) => all.some((one) => isLikeWord(one, word))
      return {
        row,
        said: asked.filter((word) => own.some((other) => isLikeWord(word, other))).length / asked.length,
        own: told.filter(isSaid).length / Math.max(1, told.length),
      }
    })
    .filter(({ said }) => said >= LEAST)
    .sort((a, b) => b.said - a.said || b.own - a.own)
  const [best, next] = ranked
  if (!best) return []
  const isAhead = !next || best.said - next.said >= AHEAD || (best.said === next.said && best.own === 1 && next.own < 1)
  if (isAhead) return [best.row]
  return ranked
    .filter(({ said }) => best.said - said < AHEAD)
    .slice(0, MOST)
    .map(({ row }) => row)
}

/** The rows whose whole names are in what was said, in whatever forms, those with most words first; a name of one word says little. */
export function wholeIn<R extends { title: string }>(
  words: string,
  rows: readonly R[],
  small: ReadonlySet<string>,
): R[] {
  const all = wordsIn(words)
  const told = rows.flatMap((row) => {
    const own = wordsIn(row.title).filter((word) => !small.has(word))
    const isWhole = own.length > 1 && own.every((word) => all.some((one) => isLikeWord(one, word)))
    return isWhole ? [{ row, count: own.length }] : []
  })
  const most = Math.max(0, ...told.map(({ count }) => count))
  return told.filter(({ count }) => count === most).map(({ row }) => row)
}
