import type { GuideContext } from '../../guide.ts'
import { type Block, defineIntent, type GuideLanguage, type Intent, type IntentReply } from '../intent.ts'
import { examples, say } from './say.ts'

/** Characters that are worked on at once. */
export const TEXT_MOST = 200_000
/** Characters of a result that stand in the reply; of a longer one its beginning does. */
export const SHOWN_MOST = 60_000

export type TextKey = Parameters<typeof say>[1]

/** What is said of a text, what became of it, and how it is to be shown. */
export interface Result {
  said: string | readonly string[]
  text?: string
  /** What the code block is of: `json`, `csv`, `diff`. */
  info?: string
  /** The ending of the file. */
  ending?: string
  mime?: string
}

export const replyOf = (lines: string | readonly string[]): IntentReply => ({
  markdown: typeof lines === 'string' ? lines : lines.join('\n\n'),
})

/** A fence longer than any run of backticks within. */
export function fenced(text: string, info = ''): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${info}\n${text}\n${fence}`
}

/** A piece of a text within a sentence, as code, so that nothing of it is markup. */
export function quoted(text: string): string {
  const line = text.slice(0, 80).replace(/\s+/g, ' ')
  const ticks = '`'.repeat((line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0) + 1)
  const blank = line === '' || line === ' ' || line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${ticks}${blank}${line}${blank}${ticks}`
}

/** As much of a long result as stands in the reply: whole lines where they are not too long. */
function beginning(text: string): string {
  const end = text.lastIndexOf('\n', SHOWN_MOST)
  return text.slice(0, end > SHOWN_MOST / 2 ? end : SHOWN_MOST).toWellFormed()
}

export function replyWith(result: Result, name: string | null, language: GuideLanguage): IntentReply {
  const said = typeof result.said === 'string' ? [result.said] : result.said
  const { text, info, ending = 'txt', mime = 'text/plain' } = result
  if (text === undefined) return replyOf(said)
  if (text === '') return replyOf([...said, say(language, 'nothingLeft')])
  if (text.length <= SHOWN_MOST) return replyOf([...said, fenced(text, info)])
  const file = `${stemOf(name)}.${ending}`
  return {
    ...replyOf([...said, say(language, 'beginning'), fenced(beginning(text), info)]),
    file: { name: file, mime, text },
  }
}

const stemOf = (name: string | null): string =>
  (name ?? '')
    .replace(/\.[^.]{1,8}$/, '')
    .replace(/[/\\:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 80) || 'text'

/** Why a text is not worked on; null when it is. */
export function refused(block: Block | undefined, language: GuideLanguage): IntentReply | null {
  if (!block || block.text.trim() === '') return replyOf(say(language, 'empty'))
  if (block.text.length > TEXT_MOST)
    return replyOf(say(language, 'tooLong', { characters: block.text.length, most: TEXT_MOST }))
  return null
}

export const TEXT_SLOT = { text: { kind: 'block', required: true } } as const
export type TextIntent = Intent<typeof TEXT_SLOT>

/** An intent that makes something of one text. */
export const onText = (
  [id, told]: readonly [id: string, told: string],
  work: (text: string, language: GuideLanguage, context: GuideContext, block: Block) => Result,
): TextIntent =>
  defineIntent({
    id,
    told,
    slots: TEXT_SLOT,
    examples: examples(id),
    reply: ({ text }, context, language) =>
      refused(text, language) ?? replyWith(work(text.text, language, context, text), text.name, language),
  })
