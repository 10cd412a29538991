import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type HelpArticle, HelpTopic } from '@atrium/contract/help'
import { loadOnce } from '../../platform/load-once.ts'

export type HelpPage = HelpArticle

const folder = new URL('../help/', import.meta.url)

/** The help pages in English, read once. */
export const helpPages = loadOnce(async () => helpIn('en'))

/** What stands in `help/<language>/<key>.md` in that language, and the rest in English. One file is open at a time. */
export function helpIn(language: string): readonly HelpPage[] {
  const own = new URL(`${language}/`, folder)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => {
      const file = new URL(name, own)
      const isOwn = language !== 'en' && existsSync(file)
      return parseHelp(
        name.slice(0, -3),
        readFileSync(isOwn ? file : new URL(name, folder), 'utf8'),
        isOwn ? language : 'en',
      )
    })
}

/** The lines between `---` at the beginning of a file, `name: value` each, and what stands below them. */
export function frontMatter(text: string): { fields: ReadonlyMap<string, string>; body: string } {
  const unix = text.replaceAll('\r\n', '\n')
  const { head = '', body = unix } = /^---\n(?<head>[\s\S]*?)\n---\n(?<body>[\s\S]+)$/u.exec(unix)?.groups ?? {}
  const pairs = head.split('\n').flatMap((line) => {
    const at = line.indexOf(': ')
    return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 2).trim()] as const]
  })
  return { fields: new Map(pairs), body: body.trim() }
}

/** `a; b` as its parts. */
export const listed = (text = ''): string[] => text.split(';').flatMap((part) => part.trim() || [])

/** Throws where a page lacks its front matter: such a page is a mistake in the product. */
export function parseHelp(key: string, text: string, language = 'en'): HelpPage {
  const { fields, body } = frontMatter(text)
  const [title, link, topic] = ['title', 'link', 'topic'].map((name) => fields.get(name))
  const asks = listed(fields.get('asks'))
  if (!title || !link || !topic || asks.length === 0)
    throw new Error(`The help page ${key} needs title, link, topic and asks in its front matter.`)
  return { key, topic: HelpTopic.parse(topic), title, link, asks, words: listed(fields.get('words')), body, language }
}

/** The help text itself. Where it is about a page of its own, with the link; the chat, in which this is read, needs none. */
export const sayHelp = ({ title, link, body }: Pick<HelpPage, 'title' | 'body'> & { link: string | null }): string =>
  `**${title}**\n\n${body}${link && link !== '/' ? `\n\nOpen: [${link}](${link})` : ''}`
