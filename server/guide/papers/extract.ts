import { MONTH_PATTERN } from '@atrium/domain/dates/names'
import { cell, markdownTable } from '../markdown.ts'
import { type Passage, placeText } from './passages.ts'

interface Kind {
  /** How people name it. */
  asked: RegExp
  title: string
  pattern: RegExp
}

const kinds: readonly Kind[] = [
  {
    asked: /\b(?:e-?mails?|e-?mail addresses)\b/iu,
    title: 'E-mail address',
    pattern: /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/gu,
  },
  {
    asked: /\b(?:links?|urls?|web ?sites?|addresses)\b/iu,
    title: 'Link',
    pattern: /\bhttps?:\/\/[^\s<>"')\]]{3,300}/giu,
  },
  {
    asked: /\b(?:amounts?|prices?|costs?|fees?|sums?|money|payments?|figures)\b/iu,
    title: 'Amount',
    pattern:
      /(?:[$€£¥₹]\s?\d[\d.,]{0,20}\d|[$€£¥₹]\s?\d|\b\d[\d.,]{0,20}\s?(?:€|£|USD|EUR|GBP|CHF|dollars|euros|pounds)(?!\w))(?:\s(?:thousand|million|billion))?/giu,
  },
  {
    asked: /\b(?:percentages?|percents?|rates?)\b/iu,
    title: 'Percentage',
    pattern: /\b\d{1,3}(?:[.,]\d{1,6})?\s?(?:%|percent\b|per cent\b)/giu,
  },
  {
    asked: /\b(?:dates?|deadlines?|timeline|days)\b/iu,
    title: 'Date',
    pattern: new RegExp(
      `\\b(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH_PATTERN}\\.?(?:,? \\d{4})?|${MONTH_PATTERN}\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|${MONTH_PATTERN} \\d{4})\\b`,
      'giu',
    ),
  },
  {
    asked: /\b(?:phone|telephone) ?(?:numbers?)?\b/iu,
    title: 'Telephone',
    pattern: /(?:\+\d{1,3}[ -]?)?(?:\(\d{1,5}\)[ -]?)?\d{2,5}(?:[ -]\d{2,5}){1,4}\b/gu,
  },
]

const FOUND_MAX = 20

/** "make a table of the dates": every one in the text, with where it stands and what stands around it. Null for other questions; `only` for those that name nothing else. */
export function extractAsked(what: string, passages: readonly Passage[], only = false): string | null {
  const kind = kinds.find(({ asked }) =>
    only
      ? what
          .replace(asked, '')
          .replace(/\b(?:all|any|every|the|mentioned|important|and)\b/giu, '')
          .trim() === ''
      : asked.test(what),
  )
  if (!kind) return null
  const rows: string[][] = []
  let total = 0
  const seen = new Set<string>()
  for (const passage of passages) {
    for (const match of passage.text.matchAll(kind.pattern)) {
      const value = match[0].trim().replace(/[.,]$/u, '')
      const key = `${value.toLowerCase()} ${passage.paragraph}`
      if (seen.has(key)) continue
      seen.add(key)
      total += 1
      if (rows.length >= FOUND_MAX) continue
      const before = passage.text.slice(Math.max(0, match.index - 50), match.index).replace(/^\S*\s/u, '')
      const after = passage.text
        .slice(match.index + match[0].length, match.index + match[0].length + 50)
        .replace(/\s\S*$/u, '')
      rows.push([cell(value), placeText(passage), cell(`…${before}${match[0]}${after}…`)])
    }
  }
  if (rows.length === 0) return `I found no ${kind.title.toLowerCase()} in the text.`
  return `${markdownTable([kind.title, 'Where', 'In the text'], rows)}${total > rows.length ? `\n\n…and ${total - rows.length} more.` : ''}`
}
