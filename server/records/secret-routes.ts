import { AppError } from '@atrium/contract/errors'
import { z } from 'zod'
import { type Route, route } from '../platform/http/route.ts'
import type { Actions } from './actions.ts'
import { LONGEST, type Secrets } from './secrets.ts'

const ModuleSecret = z.object({
  name: z.string(),
  title: z.string(),
  summary: z.string(),
  /** null while there is none; what it is, nobody is told. */
  setAt: z.iso.datetime().nullable(),
})

/** What a module keeps encrypted, as people set it: values come in here and never go out. */
export function secretRoutes(
  actions: Actions,
  secrets: Secrets,
  changed: (owner: string, module: string) => void = () => undefined,
): Route[] {
  const Place = z.object({ module: z.string().max(64) })
  const One = Place.extend({ name: z.string().max(64) })
  const PATH = '/api/modules/:module/secrets'
  const own = { tag: 'modules', scoped: true } as const

  const declared = (id: string) => {
    const module = actions.servers.get(id)?.module
    if (!module) throw new AppError('not_found', 'There is no such module here.')
    return module.secrets ?? {}
  }
  const check = ({ module, name }: z.infer<typeof One>) => {
    if (!Object.hasOwn(declared(module), name)) throw new AppError('not_found', 'There is no such secret here.')
  }

  return [
    route(
      {
        ...own,
        method: 'GET',
        path: PATH,
        summary: 'What a module can keep encrypted for you, and what of it is set',
        access: 'action.read',
        limit: 'read',
        params: Place,
        answer: z.object({ secrets: z.array(ModuleSecret) }),
      },
      async ({ principal, params }) => {
        const set = new Map((await secrets.list(principal.owner, params.module)).map((one) => [one.name, one.setAt]))
        return {
          secrets: Object.entries(declared(params.module)).map(([name, { title, summary = '' }]) => ({
            ...{ name, title, summary },
            setAt: set.get(name)?.toISOString() ?? null,
          })),
        }
      },
    ),
    route(
      {
        ...own,
        method: 'PUT',
        path: `${PATH}/:name`,
        summary: 'Keeps a secret of a module’s encrypted',
        access: 'action.write',
        limit: 'write',
        params: One,
        body: z.object({ value: z.string().trim().min(1, 'Enter a value.').max(LONGEST) }),
        answer: z.object({ ok: z.literal(true) }),
      },
      async ({ principal, params, body }) => {
        check(params)
        await secrets.change(principal, params.module, params.name, body.value)
        changed(principal.owner, params.module)
        return { ok: true }
      },
    ),
    route(
      {
        ...own,
        method: 'DELETE',
        path: `${PATH}/:name`,
        summary: 'Forgets a secret of a module’s',
        access: 'action.write',
        limit: 'write',
        params: One,
        answer: z.object({ ok: z.literal(true) }),
      },
      async ({ principal, params }) => {
        check(params)
        await secrets.change(principal, params.module, params.name, null)
        changed(principal.owner, params.module)
        return { ok: true }
      },
    ),
  ]
}
