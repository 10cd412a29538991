import { fencesIn, withoutFences } from './fences.ts'
import type { GuideContext, Turn } from './guide.ts'
import type { Block } from './intents/intent.ts'
import { plain } from './phrasing.ts'

/** One way to tell a request from the texts that it is about. */
export interface Parted {
  request: string
  blocks: readonly Block[]
  /** Only a dash or the end of a sentence stands between. */
  isLoose?: boolean | undefined
}

/** Characters of a request that stands beside a text. */
const LONGEST_REQUEST = 200
/** Stands in a request for a text within it; no word of any language. */
export const STAND_IN = 'qqtextqq'

const INLINE_FENCE = /`{3}([^`\n]+)`{3}|`([^`\n]{2,})`/gu
const QUOTED =
  /"([^"\n]{2,})"|“([^“”\n]{2,})”|„([^„“”\n]{2,})[“”]|«([^«»\n]{2,})»|「([^「」\n]{2,})」|(?<=^|\s)'([^'\n]{2,}(?:'\p{L}[^'\n]*)*)'(?=$|[\s.,:;?!])/gu

const block = (text: string): Block => ({ text, name: null })
/** Courtesy and marks around what is left of a request. */
const bare = (request: string): string =>
  plain(request)
    .replace(/^[\s:,;.–—-]+|[\s:：,;–—-]+$/gu, '')
    .trim()

const parted = (request: string, ...texts: string[]): Parted | null => {
  const said = bare(request)
  const blocks = texts.map((text) => text.replace(/^\s*\n|\s+$/gu, '')).filter((text) => text.trim() !== '')
  if (LEADS.test(said)) return parted(`${said} ${STAND_IN}`, ...texts)
  return said.length >= 3 && said.length <= LONGEST_REQUEST && blocks.length === texts.length && blocks.length > 0
    ? { request: said, blocks: blocks.map(block) }
    : null
}

/** “Take the word very out of: …” leads to the text. */
const LEADS = /\s(?:from|in|of|for|to|with|de|en|da|di|in|von|aus|aan|uit|van|dans|em|из|в|из|z|w|dari|dalam)$/iu

const loose = (all: readonly (Parted | null)[]): (Parted | null)[] => all.map((one) => one && { ...one, isLoose: true })

/** Around a mark that parts request and text, either way. */
function around(text: string, marks: RegExp, isEitherWay: boolean): (Parted | null)[] {
  const found = [...text.slice(0, LONGEST_REQUEST * 2).matchAll(marks)]
  const [first] = found
  const last = isEitherWay ? [...text.slice(-LONGEST_REQUEST).matchAll(marks)].at(-1) : undefined
  const from = Math.max(0, text.length - LONGEST_REQUEST)
  return [
    // “My list has doubles. Can you remove them? a, b, a”
    first && found[1] && isEitherWay
      ? parted(
          text.slice(first.index + first[0].length, found[1].index),
          text.slice(found[1].index + found[1][0].length),
        )
      : null,
    first ? parted(text.slice(0, first.index), text.slice(first.index + first[0].length)) : null,
    last ? parted(text.slice(from + last.index + last[0].length), text.slice(0, from + last.index)) : null,
  ]
}

/**
 * The ways in which a question can be parted into a request and the texts that it is about: in code blocks, in quotation marks, below the
 * request or above it, behind a colon, a dash or the end of a sentence. The plainest come first.
 */
export function partings(question: string): Parted[] {
  const text = question.replace(/\r\n?/gu, '\n').trim()
  const found: (Parted | null)[] = []
  const fences = fencesIn(text)
  if (fences.length > 0) found.push(parted(withoutFences(text, fences), ...fences.map((fence) => fence.text)))
  const ticks = [...text.matchAll(INLINE_FENCE)].map((match) => (match[1] ?? match[2]) as string)
  if (ticks.length > 0) found.push(parted(text.replace(INLINE_FENCE, ' '), ...ticks))
  const lines = text.split('\n')
  if (lines.length > 1) {
    const [first, last] = [lines[0] as string, lines.at(-1) as string]
    found.push(parted(first, lines.slice(1).join('\n')), parted(last, lines.slice(0, -1).join('\n')))
  }
  found.push(...around(text, /[:：](?=\s)[ \t]*|：/gu, false))
  const data = /[[{|<](?=\s*["'{[\w\p{L}|])/u.exec(text.slice(0, LONGEST_REQUEST))
  if (data) found.push(parted(text.slice(0, data.index), text.slice(data.index)))
  if (!data) found.push(...quotedIn(text))
  if (lines.length === 1) {
    found.push(...loose(around(text, / (?:[–—]|--?|->|→|=>) /gu, true)))
    found.push(...loose(around(text, /[?!]+\s+|\.\s+|。|？/gu, true)))
  }
  return found.filter((one) => one !== null)
}

/** What stands in quotation marks; where more does, the longest may be the text that the others are said of. */
function quotedIn(text: string): (Parted | null)[] {
  const quotes = [...text.matchAll(QUOTED)].slice(0, 8)
  const contentOf = (match: RegExpExecArray) => match.slice(1).find((part) => part !== undefined) as string
  if (quotes.length === 0) return []
  const longest = quotes.reduce((best, one) => (one[0].length > best[0].length ? one : best))
  const without = (stand: string) =>
    text.slice(0, longest.index) + stand + text.slice(longest.index + longest[0].length)
  return [
    parted(without(STAND_IN), contentOf(longest)),
    parted(without(' '), contentOf(longest)),
    quotes.length > 1 ? parted(text.replace(QUOTED, ' '), ...quotes.map(contentOf)) : null,
  ]
}

/** A text within a sentence as it was typed, with its own blanks and quotation marks; as it was read where it cannot be found. */
export function asTyped(said: string, question: string): string {
  const words = said.split(/\s+/u).map((word) => word.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&'))
  return words.length > 400 ? said : (new RegExp(words.join('\\s+'), 'u').exec(question)?.[0] ?? said)
}

/** What “that” is in a conversation: the text that the last reply gives, or the one that was last sent. */
export function textBefore(turns: GuideContext['turns']): Block | null {
  const reply = turns.findLast(({ role }) => role === 'assistant')
  if (!reply) return null
  const given = fencesIn(reply.text).at(-1)?.text
  if (given !== undefined) return block(given)
  const draft = /\n---\n([\s\S]+)\n---\n/u.exec(reply.text)?.[1]
  if (draft) return block(draft.trim())
  return sentBefore(turns) ?? block(reply.text)
}

const sentBefore = (turns: readonly Turn[]): Block | null => {
  const last = turns.findLast(({ role }) => role === 'user')
  const sent = last && partings(last.text)[0]
  return sent?.blocks[0] ?? null
}

/** Lines with as many fields each. */
export const looksLikeCsv = (text: string): boolean => {
  const lines = text.slice(0, 4_000).trim().split('\n').slice(0, 5)
  const widths = lines.map((line) => line.replace(/"[^"]*"/gu, '').split(/[,;\t]/u).length)
  return lines.length >= 3 && (widths[0] as number) >= 2 && widths.every((width) => width === widths[0])
}
