import { spaceAt } from '@atrium/contract/catalogue/pages'
import { type Space, spaces } from '@atrium/contract/catalogue/spaces'
import { Id } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import type { StoredFile } from '@atrium/contract/files'
import type { Module } from '@atrium/contract/module'
import { installedIn } from '@atrium/contract/space-modules'
import { ShownPin, SpaceFiles, SpaceInstructions, SpacePins, SpaceRoom, SpaceUse } from '@atrium/contract/spaces'
import { z } from 'zod'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { languageOf } from '../platform/language.ts'
import type { Live } from '../platform/live.ts'
import { inLanguage } from '../records/module-texts.ts'
import { activityOf } from './activity.ts'
import { pinsOf, setPins } from './pins.ts'
import { modelsOf } from './restrictions.ts'
import { addFiles, removeFile, setInstructions, standingOf } from './standing.ts'

interface SpaceDeps {
  db: Database
  live: Live
  modules: readonly Module[]
}

export const ByKey = z.object({ key: z.string().max(64) })

/** Throws `not_found` when there is no such Space. */
export function spaceNamed(key: string): Space {
  const space = spaceAt(key)
  if (!space) throw new AppError('not_found', 'That Space was not found.')
  return space
}

/** What a person has in each Space. */
export function spaceRoutes({ db, live, modules }: SpaceDeps): Route[] {
  const pool = db.$client
  const own = { tag: 'Spaces', access: 'space.own', params: ByKey, limit: 'write' } as const
  const told = <T>(owner: string, answer: T): T => {
    live.tell(owner, { topic: 'spaces' })
    return answer
  }

  const modulesFor = (request: Request) => modules.map((module) => inLanguage(module, languageOf(request)))

  async function filesOf(owner: string, ids: readonly string[]): Promise<StoredFile[]> {
    const { rows } = await pool.query<Omit<StoredFile, 'url' | 'createdAt'> & { createdAt: Date }>(
      `select id, name, mime, size::float8 as size, text is not null as "hasText", created_at as "createdAt" from files
       where owner_id = $1 and id = any($2) order by array_position($2, id)`,
      [owner, ids],
    )
    return rows.map((row) => ({ ...row, url: `/api/files/${row.id}`, createdAt: row.createdAt.toISOString() }))
  }

  async function room(owner: string, space: Space, request: Request): Promise<SpaceRoom> {
    const shown = modulesFor(request)
    const { instructions, fileIds } = await standingOf(pool, owner, space.key)
    const [files, pins, activity, models] = await Promise.all([
      filesOf(owner, fileIds),
      pinsOf(pool, owner, space.key, shown),
      activityOf(pool, owner, space.key, installedIn(space, shown)),
      modelsOf(pool, space.key),
    ])
    return { key: space.key, instructions, files, pins, activity, models: models && [...models] }
  }

  return [
    route(
      {
        tag: 'Spaces',
        access: 'space.read',
        method: 'GET',
        path: '/api/spaces',
        summary: 'When you last used each Space; those you never used are left out',
        limit: 'read',
        answer: z.object({ spaces: z.array(SpaceUse) }),
      },
      async ({ principal }) => {
        const { rows } = await pool.query<{ key: string; threads: number; at: Date }>(
          `select space as key, count(*)::int as threads, max(updated_at) as at from threads
           where owner_id = $1 and deleted_at is null and space = any($2) group by space order by at desc`,
          [principal.owner, spaces.map(({ key }) => key)],
        )
        return { spaces: rows.map(({ at, ...row }) => ({ ...row, lastUsedAt: at.toISOString() })) }
      },
    ),
    route(
      {
        tag: 'Spaces',
        access: 'space.read',
        method: 'GET',
        path: '/api/spaces/:key',
        summary:
          'What you have in a Space: instructions, files, pins, recent activity, and which models may answer there',
        limit: 'read',
        params: ByKey,
        answer: SpaceRoom,
      },
      ({ principal, params, request }) => room(principal.owner, spaceNamed(params.key), request),
    ),
    route(
      {
        ...own,
        method: 'PUT',
        path: '/api/spaces/:key/instructions',
        summary: 'Your standing instructions to the assistant in this Space',
        body: SpaceInstructions,
        answer: SpaceInstructions,
      },
      async ({ principal, params, body }) => {
        const { key } = spaceNamed(params.key)
        const instructions = await setInstructions(pool, principal.owner, key, body.instructions)
        return told(principal.owner, { instructions })
      },
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/spaces/:key/files',
        summary: 'Lays uploaded files into a Space, where they go along with every question',
        body: SpaceFiles,
        answer: SpaceRoom,
      },
      async ({ principal, params, body, request }) => {
        const space = spaceNamed(params.key)
        await addFiles(pool, principal.owner, space.key, body.ids)
        return told(principal.owner, await room(principal.owner, space, request))
      },
    ),
    route(
      {
        ...own,
        method: 'DELETE',
        path: '/api/spaces/:key/files/:fileId',
        summary: 'Takes a file out of a Space; the file itself is kept',
        params: ByKey.extend({ fileId: Id }),
        answer: SpaceRoom,
      },
      async ({ principal, params, request }) => {
        const space = spaceNamed(params.key)
        await removeFile(pool, principal.owner, space.key, params.fileId)
        return told(principal.owner, await room(principal.owner, space, request))
      },
    ),
    route(
      {
        ...own,
        method: 'PUT',
        path: '/api/spaces/:key/pins',
        summary: 'What is pinned in a Space, in this order',
        body: SpacePins,
        answer: z.object({ pins: z.array(ShownPin) }),
      },
      async ({ principal, params, body, request }) => {
        const { key } = spaceNamed(params.key)
        return told(principal.owner, {
          pins: await setPins(pool, principal.owner, key, body.pins, modulesFor(request)),
        })
      },
    ),
  ]
}
