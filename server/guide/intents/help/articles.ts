import { existsSync, readFileSync } from 'node:fs'
import { loadOnce } from '../../../platform/load-once.ts'
import { type HelpPage, helpIn, sayHelp } from '../../knowledge/help.ts'
import { plain } from '../../phrasing.ts'
import { mannersOf } from '../../understanding/manners.ts'
import { createMatcher, type Matched, type Matcher, type Meant } from '../../understanding/matcher.ts'
import { defineIntent, GUIDE_LANGUAGES, type GuideLanguage, type Intent, type IntentReply } from '../intent.ts'

const folder = new URL('../../help/examples/', import.meta.url)

/** How people put what they need an article for, by language and article. */
const examplesIn = (language: GuideLanguage): Readonly<Record<string, readonly string[] | undefined>> => {
  const file = new URL(`${language}.json`, folder)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
const examples = new Map(GUIDE_LANGUAGES.map((language) => [language, examplesIn(language)]))

/** Everything that people say when they need an article: its name and its own ways of asking where it is in that language, and how they put it besides. */
export const saidFor = ({ key, title, asks, language }: HelpPage, asked: GuideLanguage): string[] => [
  ...(language === asked ? [title, ...asks] : []),
  ...(examples.get(asked)?.[key] ?? []),
]

interface Article extends Meant {
  page: HelpPage
}

type Pages = (language: GuideLanguage) => readonly HelpPage[]
type Articles = (language: GuideLanguage) => Promise<Matcher<Article>>

/** What tells the articles of one kind apart, by language, learned with the first question. */
function matchersOf(name: string, pages: Pages): Articles {
  const known = new Map<GuideLanguage, () => Promise<Matcher<Article>>>()
  return (language) => {
    const loading =
      known.get(language) ??
      loadOnce(() =>
        createMatcher<Article>(
          language === 'en' ? name : `${name} ${language}`,
          pages(language).flatMap((page) => {
            const said = saidFor(page, language)
            return said.length === 0 ? [] : [{ id: page.key, page, examples: said, tokenOf: () => 'TEXT' }]
          }),
          [],
          mannersOf(language),
        ),
      )
    known.set(language, loading)
    return loading()
  }
}

/** Others that come nearly as near are named besides. */
const NEAR = 0.5
const ALSO = 2

/** How near an article is to a question: how likely its words are of it, and how well it fits one of its examples. */
const nearness = ({ likely, aligned, left }: Matched): number =>
  likely + Math.max(0, aligned) * 0.6 + (aligned > 0.99 && left < 0.01 ? TO_THE_WORD : 0)
/** What an article says of itself, word for word, leads to it. */
const TO_THE_WORD = 1

async function nearestArticle(question: string, language: GuideLanguage, articles: Articles): Promise<IntentReply> {
  const found = (await articles(language)).match(plain(question), { valueAt: () => null, unsaid: () => 0 })
  const [best, ...others] = found.toSorted((a, b) => nearness(b) - nearness(a))
  if (!best) return { markdown: '[Help](/help)' }
  const also = others
    .filter((one) => nearness(one) >= nearness(best) * NEAR)
    .slice(0, ALSO)
    .map(({ meant: { page } }) => `[${page.title}](/help/${page.key})`)
  return {
    markdown: sayHelp(best.meant.page) + (also.length > 0 ? `\n\n${ALSO_SAID[language]} ${also.join(', ')}` : ''),
  }
}

const ALSO_SAID: Readonly<Record<GuideLanguage, string>> = {
  ...{ en: 'Perhaps also:', de: 'Vielleicht auch:', es: 'Quizá también:', fr: 'Peut-être aussi :', it: 'Forse anche:' },
  ...{
    'pt-BR': 'Talvez também:',
    nl: 'Misschien ook:',
    pl: 'Może też:',
    tr: 'Belki bunlar da:',
    ru: 'Возможно, также:',
  },
  ...{
    'zh-Hans': '也许还有：',
    ja: 'こちらも参考に：',
    ko: '이것도 참고하세요:',
    ar: 'وربما أيضًا:',
    hi: 'शायद यह भी:',
    id: 'Mungkin juga:',
  },
}

/** The articles, read once in each language. */
const pagesIn = new Map<GuideLanguage, readonly HelpPage[]>()
function allIn(language: GuideLanguage): readonly HelpPage[] {
  const pages = pagesIn.get(language) ?? helpIn(language)
  pagesIn.set(language, pages)
  return pages
}

/**
 * The articles, one intent for each of their topics: whether help is meant at all is told by what is said for all of a topic, and which
 * article by what is said for each.
 */
function intentsOf(id: string, { pages, articles }: Kind): Intent[] {
  return [...Map.groupBy(pages('en'), ({ topic }) => topic).keys()].map((topic) => {
    const said = (language: GuideLanguage) =>
      pages(language).flatMap((page) => (page.topic === topic ? saidFor(page, language) : []))
    return defineIntent({
      id,
      slots: {},
      examples: Object.fromEntries(GUIDE_LANGUAGES.map((language) => [language, said(language)])),
      reply: (_, { question }, language) => nearestArticle(question, language, articles),
    })
  })
}

/** The articles about agents: hiring them, what they cost, and who works. */
const ABOUT_AGENTS: ReadonlySet<string> = new Set([
  ...['hire', 'let-go', 'subscriptions', 'seats', 'org-chart', 'playbooks', 'workforce'],
])

const isAboutAgents = ({ key }: HelpPage): boolean => ABOUT_AGENTS.has(key)

interface Kind {
  pages: Pages
  articles: Articles
}

function kindOf(id: string, isOfThem: (page: HelpPage) => boolean): Kind {
  const pages: Pages = (language) => allIn(language).filter(isOfThem)
  return { pages, articles: matchersOf(`articles of ${id}`, pages) }
}
const help = kindOf('help', (page) => !isAboutAgents(page))
const workforce = kindOf('workforce', isAboutAgents)

export const helpIntents: readonly Intent[] = [...intentsOf('help', help), ...intentsOf('workforce', workforce)]

/** Learns to tell the articles of a language apart, unless that is done. */
export async function learnArticles(language: GuideLanguage): Promise<void> {
  await help.articles(language)
  await workforce.articles(language)
}
