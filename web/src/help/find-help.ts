import type { HelpEntry } from '@atrium/contract/help'

interface Hit {
  entry: HelpEntry
  score: number
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** How many letters may be wrong in a word of this length. */
const slipsIn = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

/** Letters left out, put in, changed or swapped with their neighbour (optimal string alignment); more than `most` counts as `most` + 1. */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    if (Math.min(...row) > most) return most + 1
    before = last
    last = row
  }
  return last[b.length] ?? most + 1
}

/** 1 for the word itself, less for its beginning or a slip of the finger, 0 for another word. */
function fit(typed: string, word: string): number {
  if (word === typed) return 1
  if (typed.length > 1 && word.startsWith(typed)) return 0.8
  if (typed.length > 3 && typed.startsWith(word) && word.length > 3) return 0.6
  const most = slipsIn(typed.length)
  if (most === 0) return 0
  const slips = slipsBetween(typed, word, most)
  return slips > most ? 0 : 0.6 - 0.15 * slips
}

const bestFit = (typed: string, words: ReadonlySet<string>): number => {
  let best = 0
  for (const word of words) best = Math.max(best, fit(typed, word))
  return best
}

/** What stands in the title counts most, then the terms, then the questions. */
const weights = [3, 2, 1] as const

/** A word that nearly every article has ("how", "do") says little, in whatever language. */
const COMMON = 0.3
/** At least this share of what was typed has to be found. */
const ENOUGH = 0.5

/** The articles that `typed` is about, the best first; all of them for nothing. */
export function findHelp(entries: readonly HelpEntry[], typed: string): HelpEntry[] {
  const asked = [...new Set(wordsOf(typed))].slice(0, 24)
  if (asked.length === 0) return [...entries]
  const indexed = entries.map((entry) => ({
    entry,
    parts: [entry.title, entry.words.join(' '), entry.asks.join(' ')].map((text) => new Set(wordsOf(text))),
    sentences: [entry.title, ...entry.asks].map((text) => wordsOf(text).join(' ')),
  }))
  const whole = wordsOf(typed).join(' ')
  const fits = asked.map((word) =>
    indexed.map(({ parts }) => Math.max(...parts.map((words, at) => bestFit(word, words) * (weights[at] ?? 1)))),
  )
  const rarity = fits.map((each) => {
    const share = each.filter((one) => one > 0).length / Math.max(1, entries.length)
    return share > COMMON ? 0.05 : Math.log(1 / Math.max(share, 1 / (entries.length + 1))) + 0.5
  })
  const total = rarity.reduce((sum, one) => sum + one, 0)
  return indexed
    .flatMap(({ entry, sentences }, at): Hit[] => {
      const found = asked.reduce((sum, _, word) => sum + ((fits[word]?.[at] ?? 0) > 0 ? (rarity[word] ?? 0) : 0), 0)
      const isWhole = sentences.includes(whole)
      if (!isWhole && found / total < ENOUGH) return []
      const score = asked.reduce((sum, _, word) => sum + (fits[word]?.[at] ?? 0) * (rarity[word] ?? 0), 0)
      return [{ entry, score: score + (isWhole ? 1_000 : 0) }]
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}
