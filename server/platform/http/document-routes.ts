import { AppError } from '@atrium/contract/errors'
import { z } from 'zod'
import { docsPage } from './docs-page.ts'
import { openApi } from './openapi.ts'
import { sharing } from './openapi-shared.ts'
import { type Route, route } from './route.ts'
import { steadyAnswer, steadyAnswers, steadyJson } from './steady-answer.ts'

/** The interface about itself: as a document for programs, as a page to read. `routes` has all of them once it is asked. */
export function documentRoutes(routes: () => readonly Route[], version: string): Route[] {
  const about = { method: 'GET', tag: 'About', access: 'public.read', limit: 'read' } as const
  const whole = steadyJson(() => sharing(openApi(routes(), version)))
  const page = steadyAnswer('text/html; charset=utf-8', () => docsPage(openApi(routes(), version)))
  const parts = new Map<string, ReturnType<typeof steadyJson>>()
  function partOf(module: string) {
    const own = routes().filter(({ path }) => path.startsWith(`/api/m/${module}/`))
    if (own.length === 0) throw new AppError('not_found', `There is no module “${module}” here.`)
    const part = parts.get(module) ?? steadyJson(() => sharing(openApi(own, version)))
    parts.set(module, part)
    return part
  }
  return [
    route(
      {
        ...about,
        path: '/api/openapi.json',
        summary: 'This interface as an OpenAPI document',
        query: z.object({
          module: z
            .string()
            .regex(/^[a-z][a-z0-9-]{0,31}$/, 'That is not the name of a module.')
            .optional()
            .describe('The calls of this module alone.'),
        }),
        refuses: ['not_found'],
        answers: steadyAnswers('The document', z.record(z.string(), z.unknown())),
      },
      ({ request, query }) => (query.module === undefined ? whole : partOf(query.module))(request),
    ),
    route(
      {
        ...about,
        path: '/api/docs',
        summary: 'This interface as a page to read',
        answers: steadyAnswers('The page', z.string(), 'text/html'),
      },
      async ({ request, headers }) => {
        headers.set('content-security-policy', `default-src 'none'; style-src 'unsafe-inline'`)
        return page(request)
      },
    ),
  ]
}
