import { editDistance } from '@atrium/domain/names/edit-distance'

/** How much a word that was said is one of the examples' words. */
export interface Likeness {
  word: string
  /** 0 to 1 */
  by: number
}

const bigrams = (word: string): string[] => {
  const edged = `^${word}$`
  return Array.from({ length: edged.length - 1 }, (_, at) => edged.slice(at, at + 2))
}

/** Letters that two words begin with alike. */
function sharedStart(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

/** Two forms of one word: most of it is the same from its beginning, as in most languages that change the ends of words. */
function isForm(a: string, b: string): boolean {
  const longer = Math.max(a.length, b.length)
  const start = sharedStart(a, b)
  return start >= 4 && longer - start <= 3 && start / longer >= 0.6
}

const HANGUL = /^\p{Script=Hangul}{2,}$/u
const ARABIC = /^\p{Script=Arabic}{3,}$/u

/** Korean writes particles and endings to the word: “알려줘” and “알려주세요” begin alike. */
function isKoreanForm(a: string, b: string): boolean {
  const start = sharedStart(a, b)
  return start >= 2 && Math.max(a.length, b.length) - start <= 3
}

/** Arabic writes “and”, “the”, “in” and “for” to the word, and whose it is behind it. */
const bareArabic = (word: string): string => {
  const stem = word
    .replace(/^(?:[وف]?(?:ال|بال|لل|كال)|[وفبلك](?=.{3}))/u, '')
    .replace(/(?:ها|هم|نا|كم|ات|ين|ون|ي|ه|ك)$/u, '')
  return stem.length >= 3 ? stem : word
}

/** Finds the words of the examples that a word is, is a form of, or was meant to be. */
export function createLexicon(words: Iterable<string>, alike: ReadonlyMap<string, readonly string[]>) {
  const known = new Set(words)
  const byBigram = new Map<string, string[]>()
  const found = new Map<string, readonly Likeness[]>()
  for (const word of known)
    for (const pair of new Set(bigrams(word))) {
      const those = byBigram.get(pair)
      if (those) those.push(word)
      else byBigram.set(pair, [word])
    }

  /** Other forms of a word of a language that writes small words to it. */
  function joined(said: string): Likeness[] {
    const isKorean = HANGUL.test(said)
    const stem = isKorean ? said : bareArabic(said)
    const near = new Set(
      (isKorean ? [stem.slice(0, 2)] : bigrams(stem).slice(1, -1)).flatMap((pair) => byBigram.get(pair) ?? []),
    )
    return [...near]
      .filter((word) => word !== said && (isKorean ? isKoreanForm(said, word) : bareArabic(word) === stem))
      .map((word) => ({ word, by: 0.85 - Math.abs(word.length - said.length) * 0.02 }))
      .sort((a, b) => b.by - a.by)
  }

  function search(said: string): Likeness[] {
    const likes: Likeness[] = known.has(said) ? [{ word: said, by: 1 }] : []
    for (const word of alike.get(said) ?? []) if (known.has(word)) likes.push({ word, by: 0.9 })
    if (HANGUL.test(said) || ARABIC.test(said)) return [...likes, ...joined(said)].slice(0, 8)
    if (said.length < 4 || said.length > 30 || /\d/u.test(said)) return likes
    const pairs = bigrams(said)
    const counts = new Map<string, number>()
    for (const pair of pairs) for (const word of byBigram.get(pair) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
    const most = said.length < 8 ? 1 : 2
    for (const [word, count] of counts) {
      if (word === said || word.length < 3 || count < pairs.length - 2 * most - 2) continue
      if (isForm(said, word)) likes.push({ word, by: 0.9 })
      // A word that is known is not a slip of the pen.
      else if (likes.length === 0 && word[0] === said[0] && editDistance(said, word, most) <= most)
        likes.push({ word, by: 0.8 })
    }
    return likes.sort((a, b) => b.by - a.by).slice(0, 8)
  }

  return {
    /** The likeliest first. */
    like(said: string): readonly Likeness[] {
      const before = found.get(said)
      if (before) return before
      const likes = search(said)
      if (found.size > 5_000) found.clear()
      found.set(said, likes)
      return likes
    },
  }
}
