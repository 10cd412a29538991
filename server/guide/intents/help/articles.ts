import { readFileSync } from 'node:fs'
import { loadOnce } from '../../../platform/load-once.ts'
import { type HelpPage, helpIn, sayHelp } from '../../knowledge/help.ts'
import { plain } from '../../phrasing.ts'
import { mannersOf } from '../../understanding/manners.ts'
import { createMatcher, type Matched, type Matcher, type Meant } from '../../understanding/matcher.ts'
import { defineIntent, type Intent, type IntentReply } from '../intent.ts'

const examples = JSON.parse(readFileSync(new URL('../../help/examples/en.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly string[] | undefined>
>

/** Everything that people say when they need an article: its name, its own ways of asking, and how they put it besides. */
export const saidFor = ({ key, title, asks }: HelpPage): string[] => [title, ...asks, ...(examples[key] ?? [])]

interface Article extends Meant {
  page: HelpPage
}

const matcherOf = (name: string, pages: readonly HelpPage[]) =>
  loadOnce(() =>
    createMatcher<Article>(
      name,
      pages.map((page) => ({ id: page.key, page, examples: saidFor(page), tokenOf: () => 'TEXT' })),
      [],
      mannersOf('en'),
    ),
  )

/** Others that come nearly as near are named besides. */
const NEAR = 0.5
const ALSO = 2

/** How near an article is to a question: how likely its words are of it, and how well it fits one of its examples. */
const nearness = ({ likely, aligned }: Matched): number => likely + Math.max(0, aligned) * 0.6

async function nearestArticle(question: string, articles: () => Promise<Matcher<Article>>): Promise<IntentReply> {
  const found = (await articles()).match(plain(question), { valueAt: () => null, unsaid: () => 0 })
  const [best, ...others] = found.toSorted((a, b) => nearness(b) - nearness(a))
  if (!best) return { markdown: '[Help](/help)' }
  const also = others
    .filter((one) => nearness(one) >= nearness(best) * NEAR)
    .slice(0, ALSO)
    .map(({ meant: { page } }) => `[${page.title}](/help/${page.key})`)
  return { markdown: sayHelp(best.meant.page) + (also.length > 0 ? `\n\nPerhaps also: ${also.join(', ')}` : '') }
}

/**
 * The articles, one intent for each of their topics: whether help is meant at all is told by what is said for all of a topic, and which
 * article by what is said for each.
 */
function intentsOf(id: string, pages: readonly HelpPage[]): Intent[] {
  const articles = matcherOf(`articles of ${id}`, pages)
  return [...Map.groupBy(pages, ({ topic }) => topic).values()].map((those) =>
    defineIntent({
      id,
      slots: {},
      examples: { en: those.flatMap(saidFor) },
      reply: (_, { question }) => nearestArticle(question, articles),
    }),
  )
}

/** The articles about agents: hiring them, what they cost, and who works. */
const ABOUT_AGENTS: ReadonlySet<string> = new Set([
  ...['hire', 'let-go', 'subscriptions', 'seats', 'org-chart', 'playbooks', 'workforce'],
])

const pages = helpIn('en')
const isAboutAgents = ({ key }: HelpPage): boolean => ABOUT_AGENTS.has(key)

export const helpIntents: readonly Intent[] = [
  ...intentsOf(
    'help',
    pages.filter((page) => !isAboutAgents(page)),
  ),
  ...intentsOf('workforce', pages.filter(isAboutAgents)),
]
