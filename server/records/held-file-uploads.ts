import { AppError } from '@atrium/contract/errors'
import { tusCalls } from '@atrium/contract/tus-described'
import { z } from 'zod'
import type { Files } from '../files/files.ts'
import { speaking } from '../files/tus/speaking.ts'
import { createUnfinished, type UnfinishedPlace } from '../files/unfinished.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Call, type Route, route } from '../platform/http/route.ts'
import type { Actions } from './actions.ts'
import { fieldAt, installedModule, openField, takenBy } from './held-file-places.ts'

const Name = z.string().max(64)
const common = { takes: [], tag: 'modules', access: 'action.write', scoped: true, rawBody: true } as const
const { beginning, progress, going, givingUp } = tusCalls({ became: 'X-File', mayBeOfUnknownSize: false })

type Params = { module: string; id?: string; collection?: string; field?: string }

/** Files on their way into a field of a record, by pieces: what was cut goes on where it stopped (tus 1.0.0). */
export function heldFileUploads(db: Database, actions: Actions, files: Files): Route[] {
  const unfinished = createUnfinished(db, files)

  async function answer({ request, principal, params }: Call<Params>): Promise<Response> {
    const module = installedModule(actions, params.module)
    const whose: UnfinishedPlace = { owner: principal.owner, begunBy: principal.userId ?? '', module: module.id }
    /** The field that an upload was begun for, which may be gone meanwhile. */
    const heldOf = async (id: string) => {
      const { place } = await unfinished.find(whose, id)
      const [, collection = '', name = ''] = place.split('/')
      return takenBy(module, fieldAt(module, collection, name))
    }
    return (await speaking())(request, {
      path: `/api/m/${module.id}/unfinished`,
      largest: 0, // each field has its own
      mayBeOfUnknownSize: false,
      async begin({ metadata, size }) {
        const { collection = '', field: name = '' } = params
        const field = await openField(db, principal, module, collection, name)
        const { most } = takenBy(module, field)
        if (!size) throw new AppError('bad_request', 'That file is empty.')
        if (size > most.bytes) throw most.refusal()
        return unfinished.begin({ ...whose, place: `${module.id}/${collection}/${name}` }, size, metadata)
      },
      find: (id) => unfinished.begun(whose, id),
      append: async (id, bytes) => unfinished.append(whose, id, bytes, await heldOf(id)),
      setSize: () => Promise.reject(new Error('the size of such an upload is known from the first')),
      finish: (id) => unfinished.finish(whose, id),
      remove: (id) => unfinished.remove(whose, id),
    })
  }

  const one = {
    ...common,
    path: '/api/m/:module/unfinished/:id',
    params: z.object({ module: Name, id: Name }),
  } as const
  return [
    route(
      {
        ...common,
        ...beginning,
        method: 'POST',
        path: '/api/m/:module/files/:collection/:field/tus',
        summary: 'Begin to send a file for a field of a record, by pieces (tus 1.0.0)',
        limit: 'upload',
        params: z.object({ module: Name, collection: Name, field: Name }),
        refuses: ['unsupported_media_type', 'tier_required'],
      },
      answer,
    ),
    route(
      { ...one, ...progress, method: 'GET', summary: 'How far a file for a field has come (tus 1.0.0)', limit: 'read' },
      answer,
    ),
    route(
      {
        ...one,
        ...going,
        method: 'PATCH',
        summary: 'More of a file for a field (tus 1.0.0)',
        limit: 'write',
        refuses: ['unsupported_media_type'],
      },
      answer,
    ),
    route(
      { ...one, ...givingUp, method: 'DELETE', summary: 'Give up a file for a field (tus 1.0.0)', limit: 'write' },
      answer,
    ),
  ]
}
