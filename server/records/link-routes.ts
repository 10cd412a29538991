import { AppError } from '@atrium/contract/errors'
import { LinkCall, LinkOffer } from '@atrium/contract/link-work'
import { z } from 'zod'
import { type Call, type Route, route } from '../platform/http/route.ts'
import { languageOf } from '../platform/language.ts'
import type { Actions } from './actions.ts'
import { behindLink, LINK_PASSWORD_HEADER, passwordOf } from './behind-link.ts'
import { TIME_ZONE_HEADER } from './door.ts'
import { createLinkAllowance } from './link-allowance.ts'
import type { Challenges } from './link-work.ts'
import type { Links } from './links.ts'
import { inputSchema } from './published.ts'

/** bytes; what a stranger fills in is a form */
const INPUT_LIMIT = 64 * 1024

/** What somebody did by a link. */
export interface LinkVisit {
  link: string
  module: string
  /** `booking.book` */
  action: string
  /** What the link opens, in the module's own word. */
  subject: string
  output: unknown
}

interface Settings {
  actions: Actions
  links: Links
  challenges: Challenges
  visited: (owner: string, visit: LinkVisit) => void
}

/** What a share link lets people do who have it: the actions that it names, and nothing else. */
export function linkRoutes({ actions, links, challenges, visited }: Settings): Route[] {
  const count = createLinkAllowance('link', 'This link was used a lot. Please try again later.')
  const Place = z.object({ module: z.string().max(64), token: z.string().max(200) })
  const PATH = '/api/m/:module/links/:token'
  const common = {
    tag: 'modules',
    access: 'public.read',
    takesHeaders: z.object({ [LINK_PASSWORD_HEADER]: z.string().optional() }),
  } as const

  const open = async (call: Call<z.infer<typeof Place>>) => {
    const { module, token } = call.params
    const server = actions.servers.get(module)
    if (!server) throw new AppError('not_found', 'There is no such module here.')
    const { link, scope } = await links.open(module, token, await passwordOf(call), call.ip)
    return { link, scope, declared: server.module.actions }
  }

  return [
    route(
      {
        ...common,
        method: 'GET',
        path: PATH,
        summary: 'What a link lets one do, and the work that a call of it needs',
        limit: 'read',
        params: Place,
        answer: LinkOffer,
      },
      async (call) => {
        const { link, declared } = await open(call)
        return {
          subject: link.subject,
          expiresAt: link.expiresAt,
          actions: link.allows.flatMap((name) => {
            const action = Object.hasOwn(declared, name) ? declared[name] : undefined
            return action ? [{ name, summary: action.summary, input: inputSchema(action.input) }] : []
          }),
          work: challenges.give(link.id),
        }
      },
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: `${PATH}/:action`,
        summary: 'Calls an action that a link allows, by whoever has the link',
        limit: 'enter',
        params: Place.extend({ action: z.string().max(64) }),
        body: LinkCall,
        bodyLimit: INPUT_LIMIT,
        answer: z.object({ output: z.unknown() }),
      },
      async (call) => {
        const { params, body, request } = call
        const { link, scope, declared } = await open(call)
        // A module may have come to send what it only wrote when the link was made.
        const isSend = Object.hasOwn(declared, params.action) && declared[params.action]?.effect === 'send'
        if (!link.allows.includes(params.action) || isSend)
          throw new AppError('forbidden', 'This link does not allow that.')
        if (body.website !== '') throw new AppError('bad_request', 'This was sent by a program.')
        challenges.take(link.id, body.work)
        await count(link.id)
        const action = `${params.module}.${params.action}`
        const { output } = await actions.call({
          principal: behindLink(link, scope, params.module),
          action,
          input: body.input,
          via: 'http',
          timeZone: request.headers.get(TIME_ZONE_HEADER),
          language: languageOf(request),
          signal: request.signal,
        })
        // A page that is opened by a link tells of what was done on it by itself.
        const [kind = ''] = link.subject.split(':', 1)
        const { pages = {} } = actions.servers.get(params.module)?.module ?? {}
        if (Object.hasOwn(pages, kind) && pages[kind]?.byLink) return { output }
        visited(scope, { link: link.id, module: params.module, action, subject: link.subject, output })
        return { output }
      },
    ),
  ]
}
