import { AppError } from '@atrium/contract/errors'
import { columnFor, neededColumn, type Table } from '../kit/table.ts'

/** Something to be said, before it is fitted to a network. */
export interface Message {
  title: string
  text: string
  link: string
  tags: string[]
  /** Where it stands: `line 4` of the file, `paragraph 2` of the text. */
  place: string
}

/** More than a calendar is filled with at once. */
export const MESSAGES_MAX = 40
const TEXT_MAX = 10_000

const LINK = /\bhttps?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/i
const tagsIn = (text: string) => [...text.matchAll(/#([\p{L}\p{N}_]+)/gu)].map(([, tag = '']) => tag)

/** `#a #b`, `a, b`: names without the sign, each once whatever its case. */
export const tagList = (text: string): string[] => [
  ...new Map(
    text
      .split(/[\s,;]+/)
      .map((tag) => tag.replace(/^#+/, ''))
      .filter((tag) => tag.length <= 60 && /^[\p{L}\p{N}_]+$/u.test(tag))
      .map((tag) => [tag.toLowerCase(), tag]),
  ).values(),
]

const titleOf = (text: string) => {
  const first = /^[^.!?\n]{1,80}/.exec(text.trim())?.[0].trim() ?? text.trim()
  return first.slice(0, 80) || 'Post'
}

/** A paragraph is a message; a link in it and the hashtags at its end are taken out. */
export function messagesInText(text: string): Message[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph, at) => ({ paragraph: paragraph.trim(), place: `paragraph ${at + 1}` }))
    .filter(({ paragraph }) => paragraph !== '')
    .map(({ paragraph, place }) => {
      const link = LINK.exec(paragraph)?.[0] ?? ''
      const ending = /(?:\s*#[\p{L}\p{N}_]+)+\s*$/u.exec(paragraph)?.[0] ?? ''
      const said = paragraph
        .slice(0, paragraph.length - ending.length)
        .replace(link, '')
        .replace(/[ \t]+/g, ' ')
        .trim()
      return { title: titleOf(said), text: said, link, tags: tagsIn(ending), place }
    })
    .filter(({ text: said }) => said !== '')
}

/** Rows of a file: a column for the text, and title, link and hashtags where it has them. Rows without text are left out. */
export function messagesInTable(table: Table): { messages: Message[]; empty: number[] } {
  const text = neededColumn(table, 'text of the posts', ['text', 'message', 'post', 'caption', 'copy', 'body'])
  const [title, link, tags] = [
    ['title', 'headline', 'topic'],
    ['link', 'url'],
    ['hashtags', 'tags'],
  ].map((names) => columnFor(table, names))
  const messages: Message[] = []
  const empty: number[] = []
  for (const { line, fields } of table.rows) {
    const said = fields[text] ?? ''
    if (said === '') {
      empty.push(line)
      continue
    }
    const [whole] = messagesInText(said.replace(/\n\s*\n/g, '\n'))
    messages.push({
      title: (title && fields[title]?.slice(0, 200)) || titleOf(said),
      text: whole?.text ?? said,
      link: (link && LINK.exec(fields[link] ?? '')?.[0]) || whole?.link || '',
      tags: [...tagList((tags && fields[tags]) || ''), ...(whole?.tags ?? [])],
      place: `line ${line}`,
    })
  }
  return { messages, empty }
}

const same = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Each text once; `twice` names the places left out. Throws `bad_request` when nothing or too much is left. */
export function eachOnce(messages: readonly Message[]): { messages: Message[]; twice: string[] } {
  const known = new Set<string>()
  const twice: string[] = []
  const once = messages.filter(({ text, place }) => {
    const isKnown = known.has(same(text))
    known.add(same(text))
    if (isKnown) twice.push(place)
    return !isKnown
  })
  if (once.length === 0)
    throw new AppError(
      'bad_request',
      'There is nothing to post. Write the messages, a blank line between them, or give a CSV file.',
    )
  const long = once.find(({ text }) => text.length > TEXT_MAX)
  if (long)
    throw new AppError(
      'bad_request',
      `The text in ${long.place} is longer than ${TEXT_MAX} characters. Shorten it first.`,
    )
  if (once.length > MESSAGES_MAX)
    throw new AppError('bad_request', `There are ${once.length} messages. Give at most ${MESSAGES_MAX} at once.`)
  return { messages: once, twice }
}
