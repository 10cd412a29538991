import { readFileSync } from 'node:fs'
import { loadOnce } from '../../../platform/load-once.ts'
import { type HelpPage, helpIn, sayHelp } from '../../knowledge/help.ts'
import { plain } from '../../phrasing.ts'
import { mannersOf } from '../../understanding/manners.ts'
import { createMatcher, type Matched, type Meant } from '../../understanding/matcher.ts'
import { defineIntent, type Intent } from '../intent.ts'

const examples = JSON.parse(readFileSync(new URL('../../help/examples/en.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly string[] | undefined>
>

/** Everything that people say when they need an article: its name, its own ways of asking, and how they put it besides. */
export const saidFor = ({ key, title, asks }: HelpPage): string[] => [title, ...asks, ...(examples[key] ?? [])]

interface Article extends Meant {
  page: HelpPage
}

/** Others that come nearly as near are named besides. */
const NEAR = 0.5
const ALSO = 2

/** How near an article is to a question: how likely its words are of it, and how well it fits one of its examples. */
const nearness = ({ likely, aligned }: Matched): number => likely + Math.max(0, aligned) * 0.6

/**
 * The articles as one intent. Whether help is meant at all is told by the words of all of them together; which of them, among
 * themselves alone.
 */
export function articlesIntent(id: string, pages: readonly HelpPage[]): Intent {
  const matcher = loadOnce(() =>
    createMatcher(
      `articles of ${id}`,
      pages.map((page): Article => ({ id: page.key, page, examples: saidFor(page), tokenOf: () => 'TEXT' })),
      [],
      mannersOf('en'),
    ),
  )
  return defineIntent({
    id,
    slots: {},
    examples: { en: pages.flatMap(saidFor) },
    async reply(_, { question }) {
      const found = (await matcher()).match(plain(question), { valueAt: () => null, unsaid: () => 0 })
      const [best, ...others] = found.toSorted((a, b) => nearness(b) - nearness(a))
      if (!best) return { markdown: `[${TITLE}](/help)` }
      const also = others
        .filter((one) => nearness(one) >= nearness(best) * NEAR)
        .slice(0, ALSO)
        .map(({ meant: { page } }) => `[${page.title}](/help/${page.key})`)
      return { markdown: sayHelp(best.meant.page) + (also.length > 0 ? `\n\nPerhaps also: ${also.join(', ')}` : '') }
    },
  })
}

const TITLE = 'Help'

/** The articles about agents: hiring them, what they cost, and who works. */
const ABOUT_AGENTS: ReadonlySet<string> = new Set([
  ...['hire', 'let-go', 'subscriptions', 'seats', 'org-chart', 'playbooks', 'workforce'],
])

const pages = helpIn('en')
export const help = articlesIntent(
  'help',
  pages.filter(({ key }) => !ABOUT_AGENTS.has(key)),
)
export const agentsHelp = articlesIntent(
  'workforce',
  pages.filter(({ key }) => ABOUT_AGENTS.has(key)),
)
