import type { GuideFile } from '../guide.ts'
import { safe } from '../markdown.ts'
import { keptPart, pagesOf, passagesOf, placeText, type Sentence, sentencesOf, TEXT_MAX } from './passages.ts'
import { passagesAbout } from './retrieve.ts'
import { keySentences } from './summarise.ts'

const cutNote = (file: GuideFile): string =>
  keptPart(file.text).isCut ? '\n\nThe text goes on: only its beginning is kept here, and this is about that part.' : ''
const SENTENCE_MAX = 500
const cited = ({ text, ...place }: Sentence): string =>
  `${safe(text.length > SENTENCE_MAX ? `${text.slice(0, SENTENCE_MAX - 1)}…` : text)} (${placeText(place)})`
const empty = (file: GuideFile): string => `I found no readable text in **${safe(file.name)}**.`

interface Wanted {
  count: number | null
  size: string
}

/** Sentences of the text itself, in order; nothing is reworded. */
export function summaryOf(file: GuideFile, locale: string, { count, size }: Wanted): string {
  const sentences = sentencesOf(passagesOf(file.text), locale)
  if (sentences.length === 0) return empty(file)
  const usual = Math.max(3, Math.min(7, Math.round(sentences.length * 0.15)))
  const wanted = count ?? (/short|brief|quick|concise/u.test(size) ? 2 : /long|detail/u.test(size) ? usual * 2 : usual)
  const chosen = keySentences(sentences, Math.max(1, Math.min(30, wanted)))
  if (sentences.length <= wanted)
    return `**${safe(file.name)}** has only ${sentences.length === 1 ? 'one sentence' : `${sentences.length} sentences`}:\n\n${sentences.map(cited).join(' ')}`
  return `Summary of **${safe(file.name)}**, in its own sentences:\n\n${chosen.map(cited).join(' ')}${cutNote(file)}`
}

export function keyPointsOf(file: GuideFile, locale: string, count: number | null): string {
  const sentences = sentencesOf(passagesOf(file.text), locale)
  if (sentences.length === 0) return empty(file)
  const chosen = keySentences(sentences, Math.max(1, Math.min(20, count ?? 5)))
  return `Key points of **${safe(file.name)}**, quoted from it:\n\n${chosen.map((sentence) => `- ${cited(sentence)}`).join('\n')}${cutNote(file)}`
}

/** Words a minute of silent reading of English non-fiction (Brysbaert, 2019). */
const READING_SPEED = 238

export function countsOf(file: GuideFile, locale: string, unit: string | null): string {
  const passages = passagesOf(file.text)
  const text = keptPart(file.text).kept.slice(0, TEXT_MAX)
  const show = (count: number) => new Intl.NumberFormat(locale).format(count)
  let total = 0
  for (const { text } of passages) total += wordCount(text, locale)
  const pages = pagesOf(file.text)
  const counts: [RegExp, string, number][] = [
    [/^words?/iu, 'words', total],
    [/^(?:characters?|letters?)/iu, 'characters', [...text.replace(/[\r\n\f]/gu, '')].length],
    [/^sentences?/iu, 'sentences', sentencesOf(passages, locale).length],
    [/^paragraphs?/iu, 'paragraphs', passages.length],
    [/^lines?/iu, 'lines', text.trim() === '' ? 0 : text.trim().split(/[\n\f]/u).length],
  ]
  if (pages !== null) counts.push([/^pages?/iu, 'pages', pages])
  const asked = unit ? counts.find(([pattern]) => pattern.test(unit)) : undefined
  const minutes = Math.max(1, Math.round(total / READING_SPEED))
  const all = counts.map(([, name, count]) => `${show(count)} ${count === 1 ? name.slice(0, -1) : name}`).join(', ')
  if (unit && /^pages?/iu.test(unit) && pages === null)
    return `The text of **${safe(file.name)}** carries no page breaks, so I cannot count its pages. It has ${all}.`
  const time = `About ${minutes === 1 ? 'a minute' : `${minutes} minutes`} to read`
  if (unit === 'time') return `**${time}** at ${READING_SPEED} words a minute.\n\nIn all: ${all}.${cutNote(file)}`
  const first = asked
    ? `**${safe(file.name)}** has **${show(asked[2])} ${asked[2] === 1 ? asked[1].slice(0, -1) : asked[1]}**.`
    : `**${safe(file.name)}** has **${show(total)} words**.`
  return `${first}\n\nIn all: ${all}. ${time}.${cutNote(file)}`
}

function wordCount(text: string, locale: string): number {
  // Scripts without spaces between words need a dictionary; others are counted faster without.
  if (
    !/[\p{Script=Han}\p{Script=Thai}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Khmer}\p{Script=Lao}]/u.test(text)
  )
    return text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0
  let count = 0
  for (const { isWordLike } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text))
    if (isWordLike) count += 1
  return count
}

/** What the files say about a topic, quoted with its places. With `least`, '' unless a passage holds that share of the words. */
export function aboutTopic(topic: string, files: readonly GuideFile[], preferred: GuideFile | null, least = 0): string {
  const read = preferred ? [preferred] : [...files].reverse().slice(0, 5)
  const quotes = read.flatMap((file) =>
    passagesAbout(topic, passagesOf(file.text)).map((quoted) => ({ ...quoted, file })),
  )
  quotes.sort((a, b) => b.coverage - a.coverage)
  const kept = quotes
    .filter(({ coverage }) => coverage >= Math.max(least, (quotes[0]?.coverage ?? 0) * 0.6))
    .slice(0, 3)
  if (kept.length === 0) {
    if (least > 0) return ''
    const name = preferred ? safe(preferred.name) : 'the attached files'
    return `I found nothing about “${safe(topic.slice(0, 80))}” in ${preferred ? `**${name}**` : name}. I search for the words themselves, so another word for it may find more.`
  }
  const several = new Set(kept.map(({ file }) => file)).size > 1 || !preferred
  const lines = kept.map(
    ({ passage, quote, file }) =>
      `> ${safe(quote).replace(/\n/gu, '\n> ')}\n>\n> ${several ? `${safe(file.name)}, ` : ''}${placeText(passage)}`,
  )
  const opening =
    least > 0
      ? 'These passages of what you attached come nearest to your question:'
      : `About “${safe(topic.slice(0, 80))}” it says:`
  return `${opening}\n\n${lines.join('\n\n')}`
}
