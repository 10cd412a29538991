import { Done } from '@atrium/contract/described-call'
import { AppError } from '@atrium/contract/errors'
import { NewPage, PageChange, PublicPage, PublicPages } from '@atrium/contract/public-pages'
import { z } from 'zod'
import { requirePlan } from '../accounts/plan.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { dateFormat } from '../platform/time-zone.ts'
import type { Actions } from '../records/actions.ts'
import { TIME_ZONE_HEADER } from '../records/door.ts'
import { publishedPages } from './published-pages.ts'

const One = z.object({ id: z.string().max(64) })
const common = { tag: 'pages', access: 'page.own', scoped: true } as const

/** What somebody has made public: a list, and its making, changing and end. */
export function ownerRoutes(db: Database, actions: Actions, baseUrl: string): Route[] {
  const pages = publishedPages(db, actions.servers, baseUrl)
  return [
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/pages',
        summary: 'One’s public pages, with their visits by day',
        limit: 'read',
        answer: PublicPages,
      },
      async ({ principal }) => ({ pages: await pages.list(principal.owner) }),
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/pages',
        summary: 'Make something public at an address of one’s choice',
        limit: 'write',
        body: NewPage,
        answer: PublicPage,
        status: 201,
        refuses: ['not_found', 'conflict', 'tier_required'],
      },
      async ({ principal, body, request }) => {
        const module = actions.servers.get(body.module)?.module
        if (!module) throw new AppError('not_found', `There is no module “${body.module}” here.`)
        await requirePlan(db, principal, { tier: module.tier }, module.title)
        const said = request.headers.get(TIME_ZONE_HEADER)
        const timeZone = (said && dateFormat(said)?.resolvedOptions().timeZone) || 'UTC'
        return pages.publish(principal.owner, body, timeZone)
      },
    ),
    route(
      {
        ...common,
        method: 'PATCH',
        path: '/api/pages/:id',
        summary: 'Change a public page: its address, words, password, end',
        limit: 'write',
        params: One,
        body: PageChange,
        answer: PublicPage,
        refuses: ['conflict'],
      },
      ({ principal, params, body }) => pages.change(principal.owner, params.id, body),
    ),
    route(
      {
        ...common,
        method: 'DELETE',
        path: '/api/pages/:id',
        summary: 'Take a page back: its address answers nobody from now on, and is free',
        limit: 'write',
        params: One,
        answer: Done,
      },
      async ({ principal, params }) => {
        await pages.unpublish(principal.owner, params.id)
        return { ok: true }
      },
    ),
  ]
}
