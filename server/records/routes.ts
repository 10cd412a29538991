import { Id } from '@atrium/contract/chat'
import { z } from 'zod'
import { type Route, route } from '../platform/http/route.ts'
import type { Actions } from './actions.ts'
import { published } from './published.ts'

/** An imported file travels in the JSON of its action. */
const INPUT_LIMIT = 6 * 1024 * 1024
/** Where the browser says which time zone "today" means. */
export const TIME_ZONE_HEADER = 'x-time-zone'

const Name = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'That is not the name of a module or an action.')

export function recordRoutes(actions: Actions): Route[] {
  let catalogue: { modules: unknown[] } | undefined
  return [
    route(
      {
        method: 'GET',
        path: '/api/modules',
        summary: 'The installed modules and their actions',
        tag: 'modules',
        access: 'public.read',
        limit: 'read',
      },
      () => {
        catalogue ??= { modules: actions.list().map(published) }
        return catalogue
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/m/:module/:action',
        summary: 'Runs an action of a module',
        tag: 'modules',
        // Who may run it depends on the action's effect: `call` decides by the same policy.
        access: 'action.read',
        limit: 'read',
        params: z.object({ module: Name, action: Name }),
        body: z.unknown(),
        bodyOptional: true,
        bodyLimit: INPUT_LIMIT,
        answer: z.object({ output: z.unknown(), change: z.string().nullable() }),
      },
      ({ principal, params, body, request }) =>
        actions.call({
          principal,
          action: `${params.module}.${params.action}`,
          input: body,
          via: 'http',
          timeZone: request.headers.get(TIME_ZONE_HEADER),
          signal: request.signal,
        }),
    ),
    route(
      {
        method: 'POST',
        path: '/api/changes/:id/undo',
        summary: 'Takes back what an action wrote',
        tag: 'modules',
        access: 'change.own',
        limit: 'write',
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
