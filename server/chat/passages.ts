import { setImmediate as nextRound } from 'node:timers/promises'
import { searchText } from '../platform/search-text.ts'

/** Characters of a passage, about. */
const LENGTH = 1_200
/** Of a question, so much is looked at: its beginning, and its longest words. */
const QUESTION_MAX = 4_000
const WORDS_MAX = 32
/** How often a word counts in one passage. */
const COUNT_MAX = 5
/** ms of work before others have their turn */
const AT_ONCE_MS = 8
/** Characters of files that are kept ready, about twice in memory: 20 files of a megabyte, and some. */
const KEPT_MAX = 24 * 1024 * 1024

/** These are written without spaces, so that a word begins anywhere. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const PIECE = new RegExp(`.{1,${LENGTH}}`, 'gsu')

/** A text cut into passages, and ready to be searched. */
interface Passages {
  texts: string[]
  /** All of them without case and accents, one space between words. */
  folded: string
  /** Where each begins in `folded`. */
  starts: number[]
}

/** Long work in slices: call it in every round, and others have their turn in between. */
function breathing(): () => Promise<void> | void {
  let since = performance.now()
  const pause = async () => {
    await nextRound()
    since = performance.now()
  }
  return () => (performance.now() - since < AT_ONCE_MS ? undefined : pause())
}

/** Text in passages of about 1,200 characters, cut at paragraphs. */
function cut(text: string): string[] {
  const found: string[] = []
  let current = ''
  for (const paragraph of text.split(/\n{2,}/))
    for (const piece of paragraph.length <= LENGTH ? [paragraph] : (paragraph.match(PIECE) ?? [])) {
      if (current && current.length + piece.length > LENGTH) {
        found.push(current)
        current = ''
      }
      current += (current ? '\n\n' : '') + piece
    }
  if (current) found.push(current)
  return found
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

async function prepare(text: string): Promise<Passages> {
  const texts = cut(text)
  const folded: string[] = []
  const starts: number[] = []
  const breathe = breathing()
  let length = 0
  for (const passage of texts) {
    const words = ` ${fold(passage).replace(/[^\p{L}\p{N}]+/gu, ' ')}`
    starts.push(length)
    folded.push(words)
    length += words.length
    await breathe()
  }
  return { texts, folded: folded.join(''), starts }
}

/** By file id, the least recently used first. A file's text never changes. */
const kept = new Map<string, { size: number; passages: Promise<Passages> }>()

/** The passages of a file's text, prepared once for as many turns as it stays among those last used. */
export function passagesOf(id: string, text: string): Promise<Passages> {
  const found = kept.get(id) ?? { size: text.length, passages: prepare(text) }
  kept.delete(id)
  kept.set(id, found)
  let size = 0
  for (const one of kept.values()) size += one.size
  for (const [other, one] of kept) {
    if (size <= KEPT_MAX || other === id) break
    kept.delete(other)
    size -= one.size
  }
  return found.passages
}

/** What is looked for: words as they begin, without endings, so that "invoices" finds "invoiced". */
function soughtIn(question: string): string[] {
  const words = fold(searchText(question.slice(0, QUESTION_MAX))).split(' ')
  const beginnings = words.map((word) => (word.length > 6 && !WITHOUT_SPACES.test(word) ? word.slice(0, -2) : word))
  return [...new Set(beginnings)]
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
    .slice(0, WORDS_MAX)
}

const SPACE = 32

/** How often a word stands in each passage. */
function countIn({ folded, starts }: Passages, word: string): Uint8Array {
  const counts = new Uint8Array(starts.length)
  const anywhere = WITHOUT_SPACES.test(word)
  let passage = 0
  let end = starts[1] ?? folded.length
  for (let at = folded.indexOf(word); at >= 0; ) {
    while (at >= end) end = starts[++passage + 1] ?? folded.length
    let next = at + word.length
    if (anywhere || folded.charCodeAt(at - 1) === SPACE) {
      const count = (counts[passage] ?? 0) + 1
      counts[passage] = count
      if (count === COUNT_MAX) next = end
    }
    at = folded.indexOf(word, next)
  }
  return counts
}

/** The passages that share words with the question, best first: rare words count more, repeated ones a little more. */
export async function rankPassages(passages: Passages, question: string): Promise<number[]> {
  const total = passages.texts.length
  const scores = new Float64Array(total)
  const breathe = breathing()
  for (const word of soughtIn(question)) {
    const counts = countIn(passages, word)
    const having = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
    const rarity = Math.log(1 + (total - having + 0.5) / (having + 0.5))
    for (const [at, count] of counts.entries()) scores[at] = (scores[at] ?? 0) + (rarity * count) / (count + 1)
    await breathe()
  }
  return [...scores.keys()].filter((at) => scores[at]).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
}
