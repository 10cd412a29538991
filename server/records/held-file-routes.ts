import { AppError } from '@atrium/contract/errors'
import { HeldFile } from '@atrium/contract/files'
import { z } from 'zod'
import type { Files } from '../files/files.ts'
import { refuseOverQuota } from '../files/quota.ts'
import { removeWaiting } from '../files/waiting.ts'
import { whileItComes } from '../files/while-it-comes.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { Actions } from './actions.ts'
import { installedModule, openField, takenBy } from './held-file-places.ts'
import { heldFileUploads } from './held-file-uploads.ts'

const Name = z.string().max(64)
const common = { tag: 'modules', access: 'action.write', scoped: true } as const

/** Files on their way into a field of a record: they wait until the record that names them is saved. */
export function heldFileRoutes(db: Database, actions: Actions, files: Files): Route[] {
  return [
    ...heldFileUploads(db, actions, files),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/m/:module/files/:collection/:field',
        summary: 'Send a file for a field of a record: the raw bytes as the body, its name in the query',
        limit: 'upload',
        params: z.object({ module: Name, collection: Name, field: Name }),
        query: z.object({ name: z.string('Say the name of the file: …?name=receipt.pdf').min(1).max(1000) }),
        answer: HeldFile,
        status: 201,
        rawBody: true,
        refuses: ['unsupported_media_type', 'tier_required'],
      },
      async ({ principal, params, query, incoming }) => {
        const module = installedModule(actions, params.module)
        const field = await openField(db, principal, module, params.collection, params.field)
        const held = takenBy(module, field)
        const announced = Number(incoming.headers['content-length'] ?? 0)
        if (announced > held.most.bytes) throw held.most.refusal()
        await refuseOverQuota(db, files.quotas, principal.owner, announced) // before the bytes come, where their number is known
        const { id, name, mime, size } = await whileItComes(incoming, (bytes) =>
          files.saveWaiting(principal.owner, query.name, bytes, held),
        )
        return { id, name, mime, size }
      },
    ),
    route(
      {
        ...common,
        method: 'DELETE',
        path: '/api/m/:module/files/:id',
        summary: 'Take back a file that was sent for a record and that none has named',
        limit: 'write',
        params: z.object({ module: Name, id: Name }),
        answer: z.object({ ok: z.literal(true) }),
      },
      async ({ principal, params }) => {
        const { id: module } = installedModule(actions, params.module)
        if (!(await removeWaiting(db, principal.owner, module, params.id)))
          throw new AppError('not_found', 'File not found')
        return { ok: true }
      },
    ),
  ]
}
