import type { Document } from './documents.ts'
import { folded } from './similar-names.ts'

/** A part of a document under one heading, short enough to be quoted. */
export interface Passage {
  document: string
  /** The headings above it, the outermost first; empty when there are none. */
  heading: string
  text: string
  /** Which part of the document, from 1. */
  part: number
}

const WORDS_MAX = 160
const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length

/** A paragraph, or pieces of one that is too long to be quoted, as those of texts out of PDF files are. */
function short(block: string): string[] {
  if (block === '') return []
  const words = block.split(/(?<=\s)/)
  if (words.length <= 2 * WORDS_MAX && block.length <= 5_000) return [block]
  const pieces: string[] = []
  let piece = ''
  let count = 0
  for (const word of words) {
    piece += word.slice(0, 200)
    if (++count >= WORDS_MAX) {
      pieces.push(piece.trim())
      piece = ''
      count = 0
    }
  }
  return [...pieces, piece.trim()].filter(Boolean)
}

/** Parts of a document by its Markdown headings, and long ones by their paragraphs. */
export function passagesOf({ name, text }: Pick<Document, 'name' | 'text'>): Passage[] {
  const passages: Passage[] = []
  const trail: string[] = []
  let kept: string[] = []
  const flush = () => {
    const body = kept.join('\n\n').trim()
    if (body !== '')
      passages.push({
        document: name,
        heading: trail.filter(Boolean).join(' › '),
        text: body,
        part: passages.length + 1,
      })
    kept = []
  }
  for (const block of text
    .replace(/\r\n?/g, '\n')
    .replace(/^(#{1,6} .*)$/gm, '\n\n$1\n\n')
    .split(/\n\s*\n/)) {
    const heading = /^(#{1,6}) +(.+?)\s*#*$/.exec(block.trim())
    if (heading) {
      flush()
      const depth = (heading[1] ?? '').length - 1
      trail.length = depth
      trail[depth] = heading[2] ?? ''
    } else
      for (const part of short(block.trim())) {
        if (kept.length > 0 && countWords(kept.join(' ')) + countWords(part) > WORDS_MAX) flush()
        kept.push(part)
      }
  }
  flush()
  return passages
}

const COMMON = new Set(
  'a about after all also am an and any are as at be because been but by can cannot could did do does doing for from get had has have he hello her hi his how i if im in into is it its just like me my need no not now of on one or our out please she should so some than thank thanks that the their them then there these they this to too up us very want was way we were what when where which who why will with would you your yours ich und der die das ist ein eine nicht mit zu wie kann'.split(
    ' ',
  ),
)

/** Harman's S stemmer (“How effective is suffixing?”, 1991), and -ing and -ed cut from longer words. */
function stem(word: string): string {
  const single = /(?<![ae])ies$/.test(word)
    ? `${word.slice(0, -3)}y`
    : /(?<![aeo])es$/.test(word)
      ? word.slice(0, -1)
      : /(?<![us])s$/.test(word)
        ? word.slice(0, -1)
        : word
  return single.length > 6 ? single.replace(/(?:ing|ed)$/, '') : single.length > 4 ? single.replace(/e$/, '') : single
}

/** The words of a text that say what it is about, as they are compared: folded, stemmed, without the common ones. */
export const termsOf = (text: string): string[] =>
  folded(text)
    .split(' ')
    .filter((word) => word.length > 1 && !COMMON.has(word))
    .map((word) => stem(word).replace(/e$/, ''))

export interface Found {
  passage: Passage
  /** BM25. */
  score: number
  /** What share of the question, by the weight of its words, stands in the passage: 0 to 1. */
  coverage: number
}

// The usual constants: Robertson and Zaragoza, “The Probabilistic Relevance Framework: BM25 and Beyond” (2009).
const K1 = 1.2
const B = 0.75
/** A word of a heading says more of what the passage is about. */
const HEADING = 2

/** Retrieval by BM25 over passages: what it answers is best first, with passages that share no word left out. */
export function retrieval(passages: readonly Passage[]): (question: string, most?: number) => Found[] {
  const documents = passages.map((passage) => {
    const heading = termsOf(passage.heading)
    const terms = [...termsOf(passage.text), ...Array.from({ length: HEADING }, () => heading).flat()]
    const counts = new Map<string, number>()
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    return { passage, counts, length: terms.length }
  })
  const average = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length)
  const frequency = new Map<string, number>()
  for (const { counts } of documents)
    for (const term of counts.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const weight = (term: string) => {
    const df = frequency.get(term) ?? 0
    return Math.log(1 + (documents.length - df + 0.5) / (df + 0.5))
  }
  return (question, most = 3) => {
    const asked = [...new Set(termsOf(question))]
    const whole = asked.reduce((sum, term) => sum + weight(term), 0)
    return documents
      .map(({ passage, counts, length }): Found => {
        const here = asked.filter((term) => counts.has(term))
        const score = here.reduce((sum, term) => {
          const tf = counts.get(term) ?? 0
          return sum + (weight(term) * tf * (K1 + 1)) / (tf + K1 * (1 - B + (B * length) / average))
        }, 0)
        return { passage, score, coverage: whole === 0 ? 0 : here.reduce((sum, term) => sum + weight(term), 0) / whole }
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.passage.part - b.passage.part)
      .slice(0, most)
  }
}

/** Markdown as the plain text of a letter: no signs of headings, emphasis and links; lists keep their lines. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/^\s{0,3}#{1,6} +/gm, '')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/^(\s*)[*+] /gm, '$1- ')
    .replace(/(?<![\w*])\*([^*\n]+)\*(?![\w*])/g, '$1')
    .trim()
