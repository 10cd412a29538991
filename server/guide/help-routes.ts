import { languageCodes } from '@atrium/contract/catalogue/language-codes'
import { ownLanguage } from '@atrium/contract/catalogue/language-of'
import { AppError } from '@atrium/contract/errors'
import { HelpArticle, HelpList } from '@atrium/contract/help'
import { z } from 'zod'
import { type Route, route } from '../platform/http/route.ts'
import { steadyAnswers, steadyJson } from '../platform/http/steady-answer.ts'
import { languageOf } from '../platform/language.ts'
import type { InstalledModule } from '../records/installed.ts'
import { helpIn } from './knowledge/help.ts'
import { moduleHelp } from './knowledge/module-help.ts'

type Answer = ReturnType<typeof steadyJson>
type Documented = Pick<InstalledModule, 'module' | 'folder'>

/** Everything that there is to read in a language: of the core, and of each module that is installed. */
export const helpArticles = (modules: readonly Documented[], language: string): HelpArticle[] => [
  ...helpIn(language),
  ...modules.map((one) => moduleHelp(one, language)),
]

/** How the product is used, for everybody. */
export function helpRoutes(modules: readonly Documented[]): Route[] {
  const ours = new Set<string>(languageCodes)
  const byLanguage = new Map<string, { list: Answer; each: ReadonlyMap<string, Answer> }>()

  function answersFor(request: Request) {
    const asked = ownLanguage(languageOf(request))
    const language = ours.has(asked) ? asked : 'en'
    const known = byLanguage.get(language)
    if (known) return known
    const articles = helpArticles(modules, language)
    const made = {
      list: steadyJson(() => HelpList.parse({ articles })),
      each: new Map(articles.map((article) => [article.key, steadyJson(() => article)])),
    }
    byLanguage.set(language, made)
    return made
  }

  const open = { method: 'GET', tag: 'Help', access: 'public.read', limit: 'read' } as const
  return [
    route(
      {
        ...open,
        path: '/api/help',
        summary: 'The articles of the help, with the ways in which people ask for each',
        answers: steadyAnswers('The articles, without their texts', HelpList),
      },
      ({ request }) => answersFor(request).list(request),
    ),
    route(
      {
        ...open,
        path: '/api/help/:key',
        summary: 'An article of the help',
        params: z.object({ key: z.string().max(64) }),
        refuses: ['not_found'],
        answers: steadyAnswers('The article', HelpArticle),
      },
      ({ params, request }) => {
        const answer = answersFor(request).each.get(params.key)
        if (!answer) throw new AppError('not_found', 'Not found')
        return answer(request)
      },
    ),
  ]
}
