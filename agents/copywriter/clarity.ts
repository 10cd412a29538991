import { sentencesOf, wordsOf } from '../kit/readability.ts'
import { byHand, claims, empty, simpler, spellings } from './plain-words.ts'

export interface Remark {
  /** Line of the text, from 1. */
  line: number
  kind: string
  words: string
  advice: string
}

/** GOV.UK's content design guidance: sentences of more than 25 words are hard to read. */
export const LONG_SENTENCE = 25

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const finders = new Map<string, RegExp>()
/** Whole words, whatever the case and the spaces between. */
function finder(phrase: string): RegExp {
  const known = finders.get(phrase)
  if (known) return known
  const spaced = escaped(phrase).replace(/ /g, '\\s+')
  const made = new RegExp(`(?<![\\p{L}\\p{N}-])${spaced}(?![\\p{L}\\p{N}-])`, 'giu')
  finders.set(phrase, made)
  return made
}

const IRREGULAR =
  'done|made|given|taken|seen|known|shown|written|built|sent|held|kept|found|sold|bought|told|brought|chosen|driven|grown|lost|paid|read|run|set|put|left|led|met|won|begun|drawn|thought'
const PASSIVE = new RegExp(
  `\\b(?:is|are|was|were|be|been|being)\\s+(?:\\w+ly\\s+)?(\\w{2,}ed|${IRREGULAR})\\b(?:\\s+by\\b)?`,
  'gi',
)
const HIDDEN_VERB =
  /\b(?:make|makes|made|take|takes|took|give|gives|gave|carry out|carries out|conduct|conducts|provide|provides)\s+(?:an?\s+|the\s+)?(\w+(?:tion|sion|ment|ysis|ance|ence))\b/gi

const segments = new Intl.Segmenter('en', { granularity: 'sentence' })

/** In which line a place of the text is, from 1. */
function lineFinder(text: string): (at: number) => number {
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (at) => {
    let [low, high] = [0, breaks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((breaks[middle] ?? 0) < at) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

/**
 * What an editor would mark in an English text. Passive voice and hidden verbs are found by their forms, so some are right
 * as they stand. `avoid`: the house's own words.
 */
export function remarksOn(text: string, avoid: readonly string[], spelling: string): Remark[] {
  const remarks: Remark[] = []
  const lineAt = lineFinder(text)
  const each = (pattern: RegExp, kind: string, advice: (found: RegExpExecArray) => string) => {
    for (const found of text.matchAll(pattern))
      remarks.push({
        line: lineAt(found.index),
        kind,
        words: found[0].slice(0, 120),
        advice: advice(found as RegExpExecArray),
      })
  }
  let at = 0
  for (const sentence of sentencesOf(text)) {
    const first = sentence.split(/\s+/).slice(0, 4).map(escaped).join('\\s+')
    const found = new RegExp(first, 'g')
    found.lastIndex = at
    const start = found.exec(text)?.index ?? at
    at = start
    const words = wordsOf(sentence).length
    if (words > LONG_SENTENCE)
      remarks.push({
        line: lineAt(start),
        kind: 'Long sentence',
        words: `${sentence.slice(0, 100)}…`,
        advice: `${words} words: make two of it.`,
      })
  }
  for (const [wordy, plain] of simpler)
    each(finder(wordy), 'Wordy', () => (byHand.has(wordy) ? `Perhaps “${plain}”.` : `“${plain}” says the same.`))
  each(PASSIVE, 'Passive', () => 'Say who does it, if that matters.')
  each(HIDDEN_VERB, 'Hidden verb', (found) => `Use the verb in “${found[1]}”.`)
  for (const word of empty) each(finder(word), 'Says little', () => 'Leave it out, or say what can be checked.')
  const spans = [...segments.segment(text)]
  for (const claim of claims)
    for (const found of text.matchAll(finder(claim))) {
      const sentence = spans.findLast(({ index }) => index <= found.index)?.segment ?? ''
      if (/\d/.test(sentence.replace(/#1|no\. 1|100\s?%/gi, ''))) continue
      const advice = 'Give the number, the test or the source, or leave it out.'
      remarks.push({ line: lineAt(found.index), kind: 'Claim without proof', words: found[0], advice })
    }
  for (const word of avoid.slice(0, 200)) each(finder(word), 'Not our word', () => 'The house does not use it.')
  each(/\b([\p{L}]{2,30})\s+\1\b/giu, 'Doubled word', () => 'Leave one out.')
  each(/!{2,}/g, 'Shouting', () => 'One is enough; a full stop is better.')
  for (const [british, american] of spellings) {
    const [wrong, right] = spelling === 'British' ? [american, british] : [british, american]
    each(finder(wrong), 'Spelling', () => `The house writes “${right}”.`)
  }
  return remarks.sort((a, b) => a.line - b.line)
}

const asBefore = (found: string, plain: string) =>
  /^\p{Lu}/u.test(found) ? plain.charAt(0).toUpperCase() + plain.slice(1) : plain

/** The text with what can be mended without judgement: wordy phrases, doubled words and spaces. How often. */
export function mended(text: string): { text: string; changes: number } {
  let changes = 0
  let result = text
  for (const [wordy, plain] of simpler)
    if (!byHand.has(wordy))
      result = result.replace(finder(wordy), (found) => {
        changes += 1
        return asBefore(found, plain)
      })
  result = result.replace(/\b(the|a|an|and|to|of|in|is|it|for|with|we|you|our|your)\s+\1\b/gi, (_, word: string) => {
    changes += 1
    return word
  })
  result = result.replace(/([^\n ]) {2,}(?=\S)/g, (_, before: string) => {
    changes += 1
    return `${before} `
  })
  return { text: result, changes }
}

/** How often a text speaks of its reader for each time it speaks of its writer; null when of neither. */
export function readerShare(text: string): { you: number; we: number } {
  const words = wordsOf(text.toLowerCase())
  const count = (...of: string[]) => words.filter((word) => of.includes(word.replace(/['’].*$/, ''))).length
  return { you: count('you', 'your', 'yours', 'yourself'), we: count('we', 'our', 'us', 'ours', 'i', 'my') }
}
