import type { Module } from '@atrium/contract/module'
import type { ModuleRoute, ModuleServer } from '@atrium/contract/module-server'
import type { Principal } from '@atrium/contract/principal'
import { z } from 'zod'
import { requirePlan } from '../accounts/plan.ts'
import type { Database } from '../platform/database/connect.ts'
import { readBytes } from '../platform/http/body.ts'
import { type Call, type Route, route } from '../platform/http/route.ts'
import { languageOf } from '../platform/language.ts'
import { ofEffect } from '../platform/policy.ts'
import type { Actions } from './actions.ts'
import { TIME_ZONE_HEADER } from './door.ts'
import type { Links } from './links.ts'

/** An upload may take long; what it writes to the database does not. */
const LIMIT_MS = 60 * 60_000
export const LINK_PASSWORD_HEADER = 'x-link-password'

/** bytes of a form that holds a password; whoever sends it may be anybody */
const FORM_LIMIT = 16 * 1024

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // not as our own page writes it: it is compared as it came
  }
}

/** From the header, or from a form whose answer the browser saves as a file. */
async function passwordOf({ request, incoming }: Call): Promise<string | undefined> {
  const header = request.headers.get(LINK_PASSWORD_HEADER)
  if (header !== null) return decoded(header)
  if (request.method !== 'POST') return undefined
  if (!request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) return undefined
  return new URLSearchParams((await readBytes(incoming, FORM_LIMIT)).toString()).get('password') ?? undefined
}

/** Behind a link, what opens it comes in a header too. */
const headersOf = ({ access, takesHeaders }: ModuleRoute<Module>): z.ZodType | undefined =>
  access === 'link' ? z.object({ [LINK_PASSWORD_HEADER]: z.string().optional() }) : takesHeaders

/** A module's own addresses, under `/api/m/<module>`: uploads, feeds, shared things. */
export function moduleRoutes(db: Database, actions: Actions, links: Links, baseUrl: string | undefined): Route[] {
  const routeOf = (server: ModuleServer, declared: ModuleRoute<Module>): Route => {
    const { module } = server
    const isOwn = declared.access === 'own'
    const { access, limit } = ofEffect[declared.effect]
    const names = [...declared.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name as string)
    const doing = { name: `${module.id}.route`, effect: isOwn ? declared.effect : 'read' } as const

    const whose = async (call: Call, { token = '' }: Record<string, string>) => {
      const { principal, ip } = call
      if (isOwn) {
        await requirePlan(db, principal, { tier: module.tier }, module.title)
        return { principal, link: null }
      }
      const { link, scope } = await links.open(module.id, token, await passwordOf(call), ip)
      const maker: Principal = { kind: 'member', owner: scope, userId: null, sessionId: null }
      return { principal: maker, link }
    }

    return route(
      {
        method: declared.method,
        path: `/api/m/${module.id}${declared.path}`,
        summary: declared.summary,
        tag: module.title,
        access: isOwn ? access : 'public.read',
        limit: isOwn ? limit : 'read',
        scoped: isOwn,
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
          async (frame) =>
            declared.handle({ request, params, link, base, context: actions.context(server, doing, frame) }),
        )
        return output
      },
    )
  }
  return [...actions.servers.values()].flatMap((server) =>
    server.routes.map((declared) => routeOf(server, declared as unknown as ModuleRoute<Module>)),
  )
}
