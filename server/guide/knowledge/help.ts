import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { loadOnce } from '../../platform/load-once.ts'

export interface HelpPage {
  key: string
  title: string
  /** The page of the product that it is about. */
  link: string
  /** How people ask for it. */
  asks: readonly string[]
  /** Markdown. */
  body: string
}

const folder = new URL('../help/', import.meta.url)

/** The help pages, read once. */
export const helpPages = loadOnce(load)

async function load(): Promise<readonly HelpPage[]> {
  const names = (await readdir(fileURLToPath(folder))).filter((name) => name.endsWith('.md')).sort()
  const pages: HelpPage[] = []
  // One after the other: a server with few file descriptors has not one for each.
  for (const name of names) pages.push(parseHelp(name.slice(0, -3), await readFile(new URL(name, folder), 'utf8')))
  return pages
}

/** Throws where a page lacks its front matter: such a page is a mistake in the product. */
export function parseHelp(key: string, text: string): HelpPage {
  const parts = /^---\n(?<head>[\s\S]*?)\n---\n(?<body>[\s\S]+)$/u.exec(text.replaceAll('\r\n', '\n'))?.groups
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'mu').exec(parts?.head ?? '')?.[1]?.trim()
  const [title, link, asks] = [field('title'), field('link'), field('asks')]
  if (!parts || !title || !link || !asks)
    throw new Error(`The help page ${key} needs title, link and asks in its front matter.`)
  return { key, title, link, asks: asks.split(';').map((ask) => ask.trim()), body: (parts.body as string).trim() }
}
