import { Id } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import { z } from 'zod'
import { type Call, type Route, route } from '../platform/http/route.ts'
import { inEachLanguage, steadyAnswers } from '../platform/http/steady-answer.ts'
import { languageOf } from '../platform/language.ts'
import { ofEffect } from '../platform/policy.ts'
import type { Actions } from './actions.ts'
import { TIME_ZONE_HEADER } from './door.ts'
import { inLanguage } from './module-texts.ts'
import { published, summarised } from './published.ts'

/** An imported file travels in the JSON of its action. */
const INPUT_LIMIT = 6 * 1024 * 1024

const Name = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'That is not the name of a module or an action.')

const ModuleEntry = z.looseObject({ id: z.string(), title: z.string(), summary: z.string() })
const PATH = '/api/m/:module/:action'

export function recordRoutes(actions: Actions): Route[] {
  const modules = actions.list()
  const list = inEachLanguage((language) => ({ modules: modules.map((one) => summarised(inLanguage(one, language))) }))
  const details = inEachLanguage((language) => ({
    modules: modules.map((one) => published(inLanguage(one, language))),
  }))
  const each = new Map(
    modules.map((one) => [one.id, inEachLanguage((language) => published(inLanguage(one, language)))]),
  )

  const run = ({ principal, body, request }: Pick<Call, 'principal' | 'body' | 'request'>, action: string) =>
    actions.call({
      principal,
      action,
      input: body,
      via: 'http',
      timeZone: request.headers.get(TIME_ZONE_HEADER),
      language: languageOf(request),
      signal: request.signal,
    })
  const called = { method: 'POST', scoped: true, shared: true, bodyOptional: true, bodyLimit: INPUT_LIMIT } as const

  /** One call for each action: the door knows by its effect, and whether a model is asked, who may call it and how often. */
  const actionRoutes = modules.flatMap((module) =>
    Object.entries(module.actions).map(([name, action]) =>
      route(
        {
          ...called,
          ...ofEffect[action.effect],
          ...(action.asksModel && { limit: 'chat' as const }),
          path: PATH.replace(':module', module.id).replace(':action', name),
          summary: action.summary,
          tag: module.title,
          body: z.unknown(), // the action itself parses, whoever calls it
          bodyShown: action.input,
          answer: z.object({ output: action.output, change: z.string().nullable() }),
        },
        (call) => run(call, `${module.id}.${name}`),
      ),
    ),
  )

  return [
    ...actionRoutes,
    route(
      {
        method: 'GET',
        path: '/api/modules',
        summary: 'The installed modules in a few words, or with all that they can do',
        tag: 'modules',
        access: 'public.read',
        limit: 'read',
        query: z.object({ details: z.enum(['true', 'false']).optional() }),
        answers: steadyAnswers('The modules', z.object({ modules: z.array(ModuleEntry) })),
      },
      ({ request, query }) => (query.details === 'true' ? details : list)(request),
    ),
    route(
      {
        method: 'GET',
        path: '/api/modules/:id',
        summary: 'An installed module: its actions, imports and exports',
        tag: 'modules',
        access: 'public.read',
        limit: 'read',
        params: z.object({ id: Name }),
        answers: steadyAnswers('The module', ModuleEntry),
      },
      ({ request, params }) => {
        const answer = each.get(params.id)
        if (!answer) throw new AppError('not_found', `There is no module “${params.id}” here.`)
        // Whoever asks for all of a module is about to use it. What is broken says so when it is called.
        actions.servers
          .get(params.id)
          ?.server()
          .catch(() => undefined)
        return answer(request)
      },
    ),
    route(
      {
        ...called,
        path: PATH,
        summary: 'Runs an action of a module; what is not installed is not found',
        access: 'action.read',
        limit: 'write', // whoever finds a spelling of an action's path that only this one matches gains nothing
        tag: 'modules',
        params: z.object({ module: Name, action: Name }),
        body: z.unknown(),
        answer: z.object({ output: z.unknown(), change: z.string().nullable() }),
      },
      (call) => run(call, `${call.params.module}.${call.params.action}`),
    ),
    route(
      {
        method: 'POST',
        path: '/api/changes/:id/undo',
        summary: 'Takes back what an action wrote',
        tag: 'modules',
        access: 'change.own',
        limit: 'write',
        scoped: 'share',
        shared: true,
        params: z.object({ id: Id }),
        answer: z.object({ ok: z.literal(true) }),
      },
      async ({ principal, params }) => {
        await actions.undo(principal, params.id)
        return { ok: true }
      },
    ),
  ]
}
