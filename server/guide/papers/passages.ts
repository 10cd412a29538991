import { recent } from '@atrium/domain/recent'

/** A place in a text: pages where the text has them, paragraphs elsewhere; both count from 1. */
export interface Place {
  page: number | null
  paragraph: number
}

export interface Passage extends Place {
  text: string
}

/** Longer texts are read up to here; nobody waits for more in a chat, and the answer says so. */
export const TEXT_MAX = 1_000_000
const PASSAGES_MAX = 20_000

/** What extraction writes under a text of which not all is kept. */
const cutMark =
  /\n\n\[(?:The text goes on: this is its beginning, as much as is kept|The rest could not be read)\.\]\s*$/u

/** The text itself, and whether more of it was there. */
export function keptPart(text: string): { kept: string; isCut: boolean } {
  const kept = text.replace(cutMark, '')
  return { kept, isCut: kept !== text || text.length > TEXT_MAX }
}

const invisible = /(?![\n\t\f])\p{Cc}|[\u00ad\u200b\u2060\ufeff]/gu

/** Pages are parted by form feeds, as text extraction from PDF leaves them. Paragraphs are parted by empty lines. */
export function passagesOf(text: string): Passage[] {
  const clean = keptPart(text).kept.slice(0, TEXT_MAX).replace(/\r\n?/gu, '\n').replace(invisible, '')
  const pages = clean.split('\f')
  const passages: Passage[] = []
  let paragraph = 0
  for (const [index, page] of pages.entries()) {
    for (const block of page.split(/\n[ \t]*\n+/u)) {
      const lines = unwrap(block)
      if (lines === '') continue
      paragraph += 1
      passages.push({ page: pages.length > 1 ? index + 1 : null, paragraph, text: lines })
      if (passages.length >= PASSAGES_MAX) return passages
    }
  }
  return passages
}

/** Joins the lines of a paragraph; list items and table rows keep their own line. */
function unwrap(block: string): string {
  return block
    .trim()
    .replace(/(?<=\p{Ll})-\n(?=\p{Ll})/gu, '')
    .replace(/[ \t]+/gu, ' ')
    .replace(/ ?\n(?!\s*(?:[-*•–]|\d{1,3}[.)]|\|))/gu, ' ')
    .trim()
}

/** Pages are counted by their breaks, empty ones too; null for a text without any. */
export function pagesOf(text: string): number | null {
  const breaks = keptPart(text).kept.slice(0, TEXT_MAX).split('\f').length - 1
  return breaks === 0 ? null : breaks + 1
}

export const placeText = ({ page, paragraph }: Place): string => (page === null ? `¶ ${paragraph}` : `p. ${page}`)

export interface Sentence extends Place {
  text: string
  /** True for the first sentence of its paragraph. */
  opens: boolean
}

const abbreviation =
  /(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|vs|etc|e\.g|i\.e|No|Nr|Fig|Art|Sec|Inc|Ltd|Co|Corp|approx|ca|cf|al|U\.S|z\.B|d\.h|\p{Lu})\.\s*$/u
const segmenter = recent(50, (locale: string) => new Intl.Segmenter(locale, { granularity: 'sentence' }))

/** The sentences of a text, at most 20,000. */
export function sentencesOf(passages: readonly Passage[], locale: string): Sentence[] {
  const found: Sentence[] = []
  for (const { page, paragraph, text } of passages) {
    let held = ''
    let opens = true
    const close = () => {
      const sentence = held.trim()
      if (sentence !== '') found.push({ page, paragraph, text: sentence, opens })
      if (sentence !== '') opens = false
      held = ''
    }
    for (const { segment } of segmenter(locale).segment(text)) {
      held += segment
      if (!abbreviation.test(held.slice(-14)) || held.length > 2_000) close()
    }
    close()
    if (found.length >= PASSAGES_MAX) break
  }
  return found
}
