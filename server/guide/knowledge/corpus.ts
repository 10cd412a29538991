import { personas } from '@atrium/contract/catalogue/personas'
import { spaces } from '@atrium/contract/catalogue/spaces'
import type { Module } from '@atrium/contract/module'
import MiniSearch from 'minisearch'
import { example } from '../actions/patterns.ts'
import { contentWords, isStopword, stem } from '../phrasing.ts'
import { type HelpPage, helpPages } from './help.ts'

export type EntryKind = 'help' | 'page' | 'module' | 'action' | 'space' | 'persona'

/** One thing that can be found. */
export interface Entry {
  id: string
  kind: EntryKind
  title: string
  summary: string
  link: string | null
  /** How to ask for a help page. */
  ask?: string | undefined
  /** Triggers, industries, and the ways in which people ask. */
  keywords: string
  body: string
}

export interface Found {
  entry: Entry
  score: number
  /** 0–1: the share of the question's words that the entry's title, keywords or summary hold. */
  coverage: number
  /** True when a word of the question stands in the title. */
  titled: boolean
}

export interface Corpus {
  help: readonly HelpPage[]
  find(query: string, limit?: number): Found[]
}

const known = new WeakMap<readonly Module[], Promise<Corpus>>()

/** Everything that can be found, indexed once for a set of modules. */
export function corpusOf(modules: readonly Module[]): Promise<Corpus> {
  const cached = known.get(modules)
  if (cached) return cached
  const made = build(modules)
  known.set(modules, made)
  return made
}

async function build(modules: readonly Module[]): Promise<Corpus> {
  const help = await helpPages()
  const entries: Entry[] = [
    ...help.map(
      (page): Entry => ({
        id: `help:${page.key}`,
        kind: 'help',
        title: page.title,
        summary: '',
        link: page.link,
        ask: page.asks[0],
        keywords: page.asks.join(' '),
        body: page.body,
      }),
    ),
    {
      id: 'page:profile',
      kind: 'page',
      title: 'Profile and settings',
      summary: 'Your account and its preferences.',
      link: '/profile',
      keywords: 'my account page setting settings profile preference preferences configuration options',
      body: '',
    },
    ...modules.map(
      (module): Entry => ({
        id: `module:${module.id}`,
        kind: 'module',
        title: module.title,
        summary: module.summary,
        link: module.route ?? null,
        keywords: `${module.id} ${module.triggers.join(' ')}`,
        body: Object.values(module.actions)
          .map((action) => action.summary)
          .join('. '),
      }),
    ),
    ...modules.flatMap((module) =>
      Object.entries(module.actions).map(
        ([key, action]): Entry => ({
          id: `action:${module.id}.${key}`,
          kind: 'action',
          title: action.summary,
          summary: module.title,
          link: module.route ?? null,
          keywords: `${(action.triggers ?? []).join(' ')} ${(action.examples ?? []).map(example).join(' ')}`,
          body: '',
        }),
      ),
    ),
    ...spaces.map(
      (space): Entry => ({
        id: `space:${space.key}`,
        kind: 'space',
        title: space.title,
        summary: space.blurb,
        link: `/spaces/${space.key}`,
        keywords: `${space.key} ${space.label} ${space.shortDescription}`,
        body: '',
      }),
    ),
    ...personas.map(
      (persona): Entry => ({
        id: `persona:${persona.key}`,
        kind: 'persona',
        title: persona.name,
        summary: persona.description,
        link: null,
        keywords: `${persona.key} ${persona.tone}`,
        body: '',
      }),
    ),
  ]
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const vocabulary = new Map(
    entries.map((entry) => [entry.id, new Set(contentWords(`${entry.title} ${entry.summary} ${entry.keywords}`))]),
  )
  const index = new MiniSearch<Entry>({
    idField: 'id',
    fields: ['title', 'keywords', 'summary', 'body'],
    processTerm: (term) => (isStopword(term.toLowerCase()) ? null : stem(term.toLowerCase())),
    searchOptions: {
      boost: { title: 4, keywords: 3, summary: 2 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      maxFuzzy: 2,
    },
  })
  index.addAll(entries)

  return {
    help,
    find(query, limit = 8) {
      const asked = [...new Set(contentWords(query.slice(0, 300)))].slice(0, 24)
      if (asked.length === 0) return []
      return index
        .search(asked.join(' '))
        .slice(0, 60)
        .flatMap((result): Found[] => {
          const entry = byId.get(String(result.id))
          if (!entry) return []
          const own = vocabulary.get(entry.id) ?? new Set()
          // A word also counts where the entry has it with one slip of the finger, which is how the index found it.
          const covered = asked.filter(
            (word) =>
              own.has(word) ||
              (word.length > 5 &&
                result.queryTerms.includes(word) &&
                Object.values(result.match).some((fields) => fields.some((field) => field !== 'body'))),
          ).length
          const title = new Set(contentWords(entry.title))
          return [
            {
              entry,
              score: result.score,
              coverage: covered / asked.length,
              titled: asked.some((word) => title.has(word)),
            },
          ]
        })
        .sort((a, b) => b.coverage - a.coverage || b.score - a.score)
        .slice(0, limit)
    },
  }
}

/** How alike two sentences are by their words of meaning: 1 for the same set, 0 for none shared. */
export const likeness = (a: string, b: string): number => alike(contentWords(a), contentWords(b))

/** Of two lists of words: 1 for the same set, 0 for none shared. */
export function alike(a: readonly string[], b: readonly string[]): number {
  const [first, second] = [new Set(a), new Set(b)]
  if (first.size === 0 || second.size === 0) return 0
  const shared = [...first].filter((word) => second.has(word)).length
  return shared / (first.size + second.size - shared)
}

/** `**[Tasks](/tasks)**: …`, as one line of a list. */
export function entryLine({ kind, title, summary, link, ask }: Entry): string {
  if (kind === 'help') return `- **${title}** (help)${ask ? `: ask “${ask}”` : ''}`
  const what = { help: 'help', page: 'page', module: 'module', action: 'action', space: 'Space', persona: 'persona' }[
    kind
  ]
  const name = link ? `[${title}](${link})` : title
  return `- **${name}** (${what})${summary ? `: ${summary}` : ''}`
}
