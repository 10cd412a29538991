import { spaces } from '@atrium/contract/catalogue/spaces'
import { SpaceModels, sensitiveSpaces } from '@atrium/contract/spaces'
import { z } from 'zod'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { Log } from '../platform/telemetry.ts'
import { modelsOf } from './restrictions.ts'
import { ByKey, spaceNamed } from './routes.ts'

const place = (key: string): number => {
  const at = sensitiveSpaces.indexOf(key)
  return at < 0 ? sensitiveSpaces.length : at
}
/** Those with sensitive topics first. */
const listed = spaces.toSorted((a, b) => place(a.key) - place(b.key) || a.title.localeCompare(b.title))

/** Which models may serve a Space, for administrators. */
export function adminSpaceRoutes({ db, log }: { db: Database; log: Log }): Route[] {
  const pool = db.$client
  const admin = { tag: 'administration', access: 'admin.spaces' } as const
  const one = { ...admin, path: '/api/admin/spaces/:key/models', params: ByKey, answer: SpaceModels } as const
  return [
    route(
      {
        ...admin,
        method: 'GET',
        path: '/api/admin/spaces',
        summary: 'Every Space with the models that may serve it, sensitive topics first',
        limit: 'read',
        answer: z.object({ spaces: z.array(SpaceModels.extend({ key: z.string(), sensitive: z.boolean() })) }),
      },
      async () => {
        const { rows } = await pool.query<{ space: string; models: string[] }>('select space, models from space_models')
        const chosen = new Map(rows.map(({ space, models }) => [space, models]))
        return {
          spaces: listed.map(({ key }) => ({
            key,
            sensitive: sensitiveSpaces.includes(key),
            models: chosen.get(key) ?? null,
          })),
        }
      },
    ),
    route(
      { ...one, method: 'GET', summary: 'The models that may serve a Space; null when all may', limit: 'read' },
      async ({ params }) => ({ models: await modelsOf(pool, spaceNamed(params.key).key) }),
    ),
    route(
      {
        ...one,
        method: 'PUT',
        summary: 'Chooses the models that may serve a Space: a list, empty for the Guide alone, or null for all',
        limit: 'write',
        body: SpaceModels,
      },
      async ({ principal, params, body }) => {
        const { key } = spaceNamed(params.key)
        const models = body.models && [...new Set(body.models)]
        if (models === null) await pool.query('delete from space_models where space = $1', [key])
        else
          await pool.query(
            `insert into space_models (space, models) values ($1, $2)
             on conflict (space) do update set models = excluded.models, updated_at = now()`,
            [key, JSON.stringify(models)],
          )
        log.info({ by: principal.userId, space: key, models }, 'an administrator chose who may serve a Space')
        return { models }
      },
    ),
  ]
}
