import { readabilityOf, sentencesOf, syllablesIn, topicWords, wordsOf } from '../kit/readability.ts'

/** What can be measured of how somebody writes. Shares are by 100 words or sentences. */
export const measures = {
  sentence: 'Words a sentence',
  variety: 'How much sentences differ in length (standard deviation)',
  syllables: 'Syllables a word',
  ease: 'Flesch Reading Ease',
  you: '“You” in 100 words',
  we: '“We” in 100 words',
  short: 'Short forms (don’t, we’re) in 100 words',
  questions: 'Questions in 100 sentences',
  exclamations: 'Exclamations in 100 sentences',
  commas: 'Commas a sentence',
  emoji: 'Emoji in 100 words',
} as const
export type Measure = keyof typeof measures
export type Voice = Record<Measure, number>

/** Under this a text says little of a voice. */
export const WORDS_MIN = 30

/** Null under 30 words. */
export function voiceOf(text: string): Voice | null {
  const readability = readabilityOf(text)
  const words = wordsOf(text)
  const sentences = sentencesOf(text)
  if (!readability || words.length < WORDS_MIN || sentences.length === 0) return null
  const lengths = sentences.map((sentence) => wordsOf(sentence).length)
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  const lower = words.map((word) => word.toLowerCase().replace('’', "'"))
  const share = (count: number) => (100 * count) / words.length
  const among = (pattern: RegExp) => share(lower.filter((word) => pattern.test(word)).length)
  return {
    sentence: mean,
    variety: Math.sqrt(lengths.reduce((sum, length) => sum + (length - mean) ** 2, 0) / lengths.length),
    syllables: words.reduce((sum, word) => sum + syllablesIn(word), 0) / words.length,
    ease: readability.ease,
    you: among(/^(?:you|your|yours|yourself)(?:'|$)/),
    we: among(/^(?:we|our|ours|us)(?:'|$)/),
    short: among(/'(?:s|re|ve|ll|d|t|m)$/),
    questions: (100 * sentences.filter((sentence) => sentence.includes('?')).length) / sentences.length,
    exclamations: (100 * sentences.filter((sentence) => sentence.includes('!')).length) / sentences.length,
    commas: (text.match(/,(?!\d)/g)?.length ?? 0) / sentences.length,
    emoji: share(text.match(/\p{Extended_Pictographic}/gu)?.length ?? 0),
  }
}

export interface Range {
  mean: number
  /** Standard deviation over the samples (n − 1); 0 of one. */
  spread: number
}

export function rangesOf(voices: readonly Voice[]): Record<Measure, Range> {
  const entries = (Object.keys(measures) as Measure[]).map((measure) => {
    const values = voices.map((voice) => voice[measure])
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const spread =
      values.length > 1
        ? Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
        : 0
    return [measure, { mean, spread }] as const
  })
  return Object.fromEntries(entries) as Record<Measure, Range>
}

/** The smallest spread that is believed: a few samples that happen to agree are no rule. */
const LEAST_SPREAD: Voice = {
  sentence: 2,
  variety: 2,
  syllables: 0.08,
  ease: 5,
  you: 1,
  we: 1,
  short: 0.7,
  questions: 5,
  exclamations: 5,
  commas: 0.3,
  emoji: 0.5,
}

/** How many spreads a draft is away from the voice, by measure; 2 and more is heard. */
export function distance(
  draft: Voice,
  ranges: Record<Measure, Range>,
): { measure: Measure; draft: number; usual: number; by: number }[] {
  return (Object.keys(measures) as Measure[])
    .map((measure) => {
      const { mean, spread } = ranges[measure]
      return {
        measure,
        draft: draft[measure],
        usual: mean,
        by: (draft[measure] - mean) / Math.max(spread, LEAST_SPREAD[measure]),
      }
    })
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
}

/** Words that stand in at least half of the samples (two at the least), the most frequent first. */
export function ownWords(texts: readonly string[], most = 20): { word: string; times: number; texts: number }[] {
  const all = new Map<string, { times: number; texts: Set<number> }>()
  texts.forEach((text, at) => {
    for (const word of topicWords(text)) {
      const known = all.get(word) ?? { times: 0, texts: new Set() }
      known.times += 1
      known.texts.add(at)
      all.set(word, known)
    }
  })
  const least = Math.max(Math.min(2, texts.length), texts.length / 2)
  return [...all]
    .filter(([, { texts: where, times }]) => where.size >= least && times > 1)
    .map(([word, { times, texts: where }]) => ({ word, times, texts: where.size }))
    .sort((a, b) => b.texts - a.texts || b.times - a.times || (a.word < b.word ? -1 : 1))
    .slice(0, most)
}
