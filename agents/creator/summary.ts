import { AppError } from '@atrium/contract/errors'
import { sentencesOf, topicWords, wordsOf } from '../kit/readability.ts'

export interface Sentence {
  /** From 1, in the order of the source. */
  number: number
  text: string
  words: number
  /** How much of the source it stands for: the mean is 1. */
  weight: number
}

/** More sentences than are compared with each other. */
export const SENTENCES_MAX = 600
const DAMPING = 0.85
const ROUNDS = 50

/** The source's title: its first line when that is short and no sentence. Else empty. */
export function titleIn(text: string): { title: string; body: string } {
  const [first = '', ...rest] = text.trim().split('\n')
  const title = first.replace(/^#+\s*/, '').trim()
  return title.length > 0 && title.length <= 120 && !/[.!]$/.test(title) && rest.join('').trim() !== ''
    ? { title, body: rest.join('\n').trim() }
    : { title: '', body: text.trim() }
}

/**
 * The sentences of a text with their weights by TextRank (R. Mihalcea and P. Tarau, EMNLP 2004): two are linked by the words
 * that they share, over the logarithms of their lengths, and ranked as PageRank does. Throws `bad_request` for too little or
 * too much text.
 */
export function rankedSentences(text: string): Sentence[] {
  const plain = text.replace(/^#+\s.*$/gm, '').replace(/^[-*•]\s+/gm, '')
  const seen = new Set<string>()
  const sentences = sentencesOf(plain)
    .map((sentence) => ({ text: sentence, words: wordsOf(sentence).length, topics: new Set(topicWords(sentence)) }))
    .filter(({ text: said, words }) => words >= 4 && !seen.has(said.toLowerCase()) && seen.add(said.toLowerCase()))
  if (sentences.length < 5)
    throw new AppError('bad_request', 'There is too little text. Give a source of at least five sentences.')
  if (sentences.length > SENTENCES_MAX)
    throw new AppError('bad_request', 'The source has more than 600 sentences. Give one article or chapter.')
  const links = sentences.map((a) =>
    sentences.map((b) => {
      if (a === b) return 0
      let common = 0
      for (const word of a.topics) if (b.topics.has(word)) common += 1
      const lengths = Math.log(a.topics.size + 1) + Math.log(b.topics.size + 1)
      return common > 0 && lengths > 0 ? common / lengths : 0
    }),
  )
  const out = links.map((row) => row.reduce((sum, value) => sum + value, 0))
  let weights = sentences.map(() => 1)
  for (let round = 0; round < ROUNDS; round++)
    weights = sentences.map((_, at) => {
      const from = links.reduce(
        (sum, row, other) =>
          (out[other] ?? 0) > 0 ? sum + ((row[at] ?? 0) / (out[other] as number)) * (weights[other] as number) : sum,
        0,
      )
      return 1 - DAMPING + DAMPING * from
    })
  return sentences.map(({ text: said, words }, at) => ({
    number: at + 1,
    text: said,
    words,
    weight: weights[at] as number,
  }))
}

/** The heaviest sentences that together have at most so many words, in the order of the source. */
export function keySentences(sentences: readonly Sentence[], mostWords: number, most = 100): Sentence[] {
  const chosen: Sentence[] = []
  let words = 0
  for (const sentence of [...sentences].sort((a, b) => b.weight - a.weight || a.number - b.number)) {
    if (chosen.length >= most || words + sentence.words > mostWords) continue
    chosen.push(sentence)
    words += sentence.words
  }
  return chosen.sort((a, b) => a.number - b.number)
}

const FIGURE =
  /[€$£]?\s?\d(?:[\d.,:]*\d)?(?:\s?(?:%|°C|€|\$|percent|degrees|hours?|minutes?|days?|weeks?|months?|years?|kg|km|g|m)(?![\p{L}\p{N}]))?/gu

/** Figures of a text with the sentence they stand in: what has to be right before it goes out. */
export const figuresIn = (sentences: readonly Sentence[]): { figure: string; number: number; text: string }[] =>
  sentences.flatMap(({ number, text }) =>
    [...new Set(text.match(FIGURE) ?? [])].map((figure) => ({ figure: figure.trim(), number, text })),
  )
