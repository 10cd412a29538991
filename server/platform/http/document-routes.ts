import { z } from 'zod'
import { docsPage } from './docs-page.ts'
import { openApi } from './openapi.ts'
import { type Route, route } from './route.ts'

/** The interface about itself: as a document for programs, as a page to read. `routes` has all of them once it is asked. */
export function documentRoutes(routes: () => readonly Route[], version: string): Route[] {
  const about = { method: 'GET', tag: 'About', access: 'public.read', limit: 'read' } as const
  let document: ReturnType<typeof openApi> | undefined
  function describe() {
    document ??= openApi(routes(), version)
    return document
  }
  return [
    route(
      {
        ...about,
        path: '/api/openapi.json',
        summary: 'This interface as an OpenAPI document',
        answer: z.record(z.string(), z.unknown()),
      },
      describe,
    ),
    route(
      {
        ...about,
        path: '/api/docs',
        summary: 'This interface as a page to read',
        answerType: 'text/html',
      },
      () =>
        new Response(docsPage(describe()), {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'`,
            'x-content-type-options': 'nosniff',
          },
        }),
    ),
  ]
}
