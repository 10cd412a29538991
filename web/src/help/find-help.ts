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

/** 1 for the word itself, less for its beginning or, where slips are looked for, a slip of the finger, 0 for another word. */
function fit(typed: string, word: string, most: number): number {
  if (word === typed) return 1
  if (typed.length > 1 && word.startsWith(typed)) return 0.8
  if (typed.length > 3 && typed.startsWith(word) && word.length > 3) return 0.6
  if (most === 0) return 0
  const slips = slipsBetween(typed, word, most)
  return slips > most ? 0 : 0.6 - 0.15 * slips
}

/** What stands in the title counts most, then the terms, then the questions. */
const weights = [3, 2, 1] as const

/** A word that nearly every article has ("how", "do") says little, in whatever language. */
const COMMON = 0.3
const LITTLE = 0.05
/** At least this share of what was typed has to be found. */
const ENOUGH = 0.5
const WORDS_MOST = 24
/** More than all the words can come to. */
const WHOLE = 1_000

/** Where a word of the articles stands: at which of them, and how much that counts. */
type Places = ReadonlyMap<number, number>

function placesOf(entries: readonly HelpEntry[]): ReadonlyMap<string, Places> {
  const vocabulary = new Map<string, Map<number, number>>()
  entries.forEach(({ title, words, asks }, at) => {
    for (const [part, text] of [title, words.join(' '), asks.join(' ')].entries())
      for (const word of wordsOf(text)) {
        const places = vocabulary.get(word) ?? new Map<number, number>()
        places.set(at, Math.max(places.get(at) ?? 0, weights[part] ?? 1))
        vocabulary.set(word, places)
      }
  })
  return vocabulary
}

/** Reads the articles once; what it gives finds those that some words are about, the best first, and all of them for none. */
export function helpFinder(entries: readonly HelpEntry[]): (typed: string) => HelpEntry[] {
  const vocabulary = placesOf(entries)
  const sentences = entries.map(({ title, asks }) => [title, ...asks].map((text) => wordsOf(text).join(' ')))

  /** How well a word fits each article that has it or one like it. */
  function fitsOf(typed: string): Places {
    const fits = new Map<number, number>()
    // A word that somebody has written here is no slip of another.
    const most = vocabulary.has(typed) ? 0 : slipsIn(typed.length)
    for (const [word, places] of vocabulary) {
      const like = fit(typed, word, most)
      if (like === 0) continue
      for (const [at, weight] of places) fits.set(at, Math.max(fits.get(at) ?? 0, like * weight))
    }
    return fits
  }

  function rarityOf(fits: Places): number {
    const share = fits.size / Math.max(1, entries.length)
    return share > COMMON ? LITTLE : Math.log(1 / Math.max(share, 1 / (entries.length + 1))) + 0.5
  }

  return (typed) => {
    const all = wordsOf(typed)
    const asked = [...new Set(all)].slice(0, WORDS_MOST)
    if (asked.length === 0) return [...entries]
    const whole = all.join(' ')
    const found = asked.map(fitsOf).map((fits) => ({ fits, rarity: rarityOf(fits) }))
    const total = found.reduce((sum, { rarity }) => sum + rarity, 0)
    return entries
      .flatMap((entry, at): Hit[] => {
        const own = found.filter(({ fits }) => fits.has(at))
        const isWhole = sentences[at]?.includes(whole) ?? false
        if (!isWhole && own.reduce((sum, { rarity }) => sum + rarity, 0) / total < ENOUGH) return []
        const score = own.reduce((sum, { fits, rarity }) => sum + (fits.get(at) ?? 0) * rarity, 0)
        return [{ entry, score: score + (isWhole ? WHOLE : 0) }]
      })
      .toSorted((a, b) => b.score - a.score)
      .map(({ entry }) => entry)
  }
}
