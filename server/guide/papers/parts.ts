import type { GuideFile } from '../guide.ts'
import { safe } from '../markdown.ts'
import { keptPart, pagesOf, passagesOf, placeText, type Sentence, sentencesOf } from './passages.ts'
import { keySentences } from './summarise.ts'

const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
}
const asking =
  "(?:(?:please )?(?:summari[sz]e|sum up|recap|show(?: me)?|read(?: me)?|quote|give me|cite|key points (?:of|on)|summary of)|what(?:’s|'s| is| does| do we find)?(?: it say)?)"
const pattern = new RegExp(
  `^(?:${asking} )?(?:is )?(?:on |in |of )?(?:the )?(?:(?<kind>page|paragraph|p\\.|¶) ?(?:number )?(?<n>\\d{1,5}|one|two|three|four|five)|(?<nth>first|second|third|fourth|fifth|last) (?<kind2>page|paragraph))(?: (?:say|says|about|contain|contains|of it|of the (?:document|file|pdf|text)))*$`,
  'iu',
)

export interface Part {
  kind: 'page' | 'paragraph'
  /** From 1; 0 for the last. */
  number: number
}

/** "summarise page 3", "what does the first paragraph say"; null for any other sentence. */
export function partAsked(said: string): Part | null {
  const parts = pattern.exec(said)?.groups
  if (!parts) return null
  const kind = /^(?:page|p\.)/iu.test((parts.kind ?? parts.kind2) as string) ? 'page' : 'paragraph'
  const word = (parts.n ?? parts.nth ?? '').toLowerCase()
  return { kind, number: word === 'last' ? 0 : (ordinals[word] ?? Number(word)) }
}

/** So many sentences are given whole; of more, the ones that carry the part. */
const WHOLE = 6

const cited = ({ text, ...place }: Sentence): string => `${safe(text)} (${placeText(place)})`

export function partOf(file: GuideFile, locale: string, { kind, number }: Part): string {
  const name = safe(file.name)
  const passages = passagesOf(file.text)
  const last = kind === 'page' ? pagesOf(file.text) : passages.length
  if (last === null) return `The text of **${name}** carries no page breaks, so I cannot tell its pages apart.`
  const wanted = number === 0 ? last : number
  const more = keptPart(file.text).isCut ? ', as far as it is kept here' : ''
  if (wanted < 1 || wanted > last)
    return `**${name}** has ${last === 1 ? `one ${kind}` : `${last} ${kind}s`}${more}; there is no ${kind} ${wanted}.`
  const sentences = sentencesOf(
    passages.filter((passage) => passage[kind] === wanted),
    locale,
  )
  const title = `${kind === 'page' ? 'Page' : 'Paragraph'} ${wanted} of **${name}**`
  if (sentences.length === 0) return `${title} has no readable text.`
  return sentences.length <= WHOLE
    ? `${title} says:\n\n> ${safe(sentences.map(({ text }) => text).join(' ')).replace(/\n/gu, '\n> ')}`
    : `${title}, in its own sentences:\n\n${keySentences(sentences, 5).map(cited).join(' ')}`
}

const mentions =
  /^how (?:many times|often) (?:does (?:it|this|the (?:document|text|file|pdf))|do they|is|are|does) (?:(?:mention|say|use|contain|name) )?(?:the (?:word|name|term) )?["“']?(?<word>.{2,60}?)["”']?(?: mentioned| used| named| said| appear| appears| occur| occurs| come up| stand)?(?: in (?:it|this|the (?:document|text|file|pdf)))?$/iu

export const mentionAsked = (said: string): string | null => mentions.exec(said)?.groups?.word ?? null

/** How often a word or phrase stands in a text, whole words in any capitals, and where. */
export function mentionsOf(word: string, file: GuideFile): string {
  const name = safe(file.name)
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&').replace(/\s+/gu, '\\s+')
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu')
  const places = new Map<string, number>()
  let total = 0
  for (const passage of passagesOf(file.text)) {
    const count = passage.text.match(found)?.length ?? 0
    if (count === 0) continue
    total += count
    const place = placeText(passage)
    places.set(place, (places.get(place) ?? 0) + count)
  }
  const said = `“${safe(word)}”`
  if (total === 0) return `${said} does not stand in **${name}**, as a whole word and in that form.`
  const shown = [...places].slice(0, 12).map(([place, count]) => (count > 1 ? `${place} (${count} times)` : place))
  return `${said} stands **${total === 1 ? 'once' : `${total} times`}** in **${name}**: ${shown.join(', ')}${places.size > shown.length ? ', …' : ''}.`
}
