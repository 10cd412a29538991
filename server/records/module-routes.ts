import { AppError } from '@atrium/contract/errors'
import type { Module } from '@atrium/contract/module'
import type { DescribedRoute, ModuleRoute } from '@atrium/contract/module-server'
import type { ResumableUploads } from '@atrium/contract/resumable'
import { z } from 'zod'
import { requirePlan } from '../accounts/plan.ts'
import { speaking } from '../files/tus/speaking.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Call, type Route, route } from '../platform/http/route.ts'
import { languageOf } from '../platform/language.ts'
import { ofEffect } from '../platform/policy.ts'
import type { Actions } from './actions.ts'
import { behindLink, LINK_PASSWORD_HEADER, passwordOf } from './behind-link.ts'
import { TIME_ZONE_HEADER } from './door.ts'
import { refuseHiddenAnswer } from './hidden.ts'
import type { InstalledModule } from './installed.ts'
import { goesOn, type LinkDownloads } from './link-downloads.ts'
import type { Links } from './links.ts'
import { refuseOtherShare } from './reach.ts'

/** An upload may take long; what it writes to the database does not. */
const LIMIT_MS = 60 * 60_000

/** Behind a link, what opens it comes in a header too. */
const headersOf = ({ access, takesHeaders }: DescribedRoute): z.ZodType | undefined =>
  access === 'link'
    ? z.object({
        ...(takesHeaders instanceof z.ZodObject ? takesHeaders.shape : {}),
        [LINK_PASSWORD_HEADER]: z.string().optional(),
      })
    : takesHeaders

/** `discover` has seen that each described address has one. */
async function answeringAt({ server }: InstalledModule, { method, path }: DescribedRoute) {
  const { routes } = await server()
  return routes.find((one) => one.method === method && one.path === path) as unknown as ModuleRoute<Module>
}

interface Settings {
  db: Database
  actions: Actions
  links: Links
  downloads: Pick<LinkDownloads, 'count'>
  baseUrl: string | undefined
}

/** A module's own addresses, under `/api/m/<module>`: uploads, feeds, shared things. */
export function moduleRoutes({ db, actions, links, downloads, baseUrl }: Settings): Route[] {
  const routeOf = (server: InstalledModule, declared: DescribedRoute): Route => {
    const { module } = server
    const isOwn = declared.access === 'own'
    const { access, limit } = ofEffect[declared.effect]
    const mayWrite = isOwn || declared.allowedBy !== undefined
    /** Strangers are counted by their address: what begins something as a write, each piece of it as a read. */
    const strangersLimit = declared.allowedBy !== undefined && declared.method === 'POST' ? 'write' : 'read'
    const names = [...declared.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name as string)
    const doing = { name: `${module.id}.route`, effect: mayWrite ? declared.effect : 'read' } as const

    const whose = async (call: Call, { token = '' }: Record<string, string>) => {
      const { principal, ip, request } = call
      if (isOwn) {
        refuseOtherShare(principal, module.id)
        await requirePlan(db, principal, { tier: module.tier }, module.title)
        return { principal, link: null }
      }
      const { link, scope } = await links.open(module.id, token, await passwordOf(call), ip, goesOn(request))
      if (declared.allowedBy !== undefined && !link.allows.includes(declared.allowedBy))
        throw new AppError('forbidden', 'This link does not allow that.')
      return { principal: behindLink(link, scope, module.id), link }
    }

    return route(
      {
        method: declared.method,
        path: `/api/m/${module.id}${declared.path}`,
        summary: declared.summary,
        tag: module.title,
        access: isOwn ? access : 'public.read',
        limit: isOwn ? limit : strangersLimit,
        scoped: isOwn,
        shared: isOwn,
        params: z.object(Object.fromEntries(names.map((name) => [name, z.string().max(200)]))),
        rawBody: true,
        takes: declared.takes ?? [],
        takesSchema: declared.takesSchema,
        takesHeaders: headersOf(declared),
        bodyOptional: declared.bodyOptional,
        onlyHead: declared.onlyHead,
        query: declared.query,
        answers: declared.answers,
      },
      async (call) => {
        const { request } = call
        const params = call.params as Record<string, string>
        const { principal, link } = await whose(call, params)
        const { handle } = await answeringAt(server, declared)
        const base = `${baseUrl ?? new URL(request.url).origin}/api/m/${module.id}`
        const { output } = await actions.perform(
          {
            principal,
            action: doing.name,
            input: { method: declared.method, path: declared.path },
            via: 'http',
            timeZone: request.headers.get(TIME_ZONE_HEADER),
            language: languageOf(request),
            // Who goes away in the middle of an upload is noticed by its body, and what has come of it is still written.
            ...(doing.effect !== 'write' && { signal: request.signal }),
            limit: LIMIT_MS,
          },
          async (frame) => {
            const context = actions.context(server, doing, frame)
            const resume = async (uploads: ResumableUploads) => (await speaking())(request, uploads)
            const downloaded = async (answer: Response, target: string) => {
              if (link) await downloads.count(link.id, target, answer, call.ip)
            }
            const answer = await handle({ request, params, link, base, context, resume, downloaded })
            return refuseHiddenAnswer(answer, frame.hidden, doing.name)
          },
        )
        return output
      },
    )
  }
  return [...actions.servers.values()].flatMap((server) => server.routes.map((declared) => routeOf(server, declared)))
}
