import { AppError } from '@atrium/contract/errors'
import { takesKind } from '@atrium/contract/file-kinds'
import { HeldFile } from '@atrium/contract/files'
import { z } from 'zod'
import { requirePlan } from '../accounts/plan.ts'
import type { Files } from '../files/files.ts'
import { refuseOverQuota } from '../files/quota.ts'
import { removeWaiting } from '../files/waiting.ts'
import { whileItComes } from '../files/while-it-comes.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { Actions } from './actions.ts'
import { fileFields, fileTooLarge, kindRefused } from './held-fields.ts'

const Name = z.string().max(64)
const common = { tag: 'modules', access: 'action.write', scoped: true } as const

/** Files on their way into a field of a record: they wait until the record that names them is saved. */
export function heldFileRoutes(db: Database, actions: Actions, files: Files): Route[] {
  const installed = (id: string) => {
    const server = actions.servers.get(id)
    if (!server) throw new AppError('not_found', 'There is no such module here.')
    return server.module
  }

  return [
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
        const module = installed(params.module)
        const collection = Object.hasOwn(module.collections, params.collection)
          ? module.collections[params.collection]
          : undefined
        const field = collection && fileFields(collection).find(({ name }) => name === params.field)
        if (!field) throw new AppError('not_found', 'There is no such field for files here.')
        await requirePlan(db, principal, { tier: module.tier }, module.title)
        const { largest, accepts } = field.files
        const announced = Number(incoming.headers['content-length'] ?? 0)
        const refusal = () => fileTooLarge(largest)
        if (announced > largest) throw refusal()
        await refuseOverQuota(db, files.quotas, principal.owner, announced) // before the bytes come, where their number is known
        const { id, name, mime, size } = await whileItComes(incoming, (bytes) =>
          files.saveWaiting(principal.owner, query.name, bytes, {
            module: module.id,
            most: { bytes: largest, refusal },
            judge: (kind) => {
              if (!takesKind(field.files, kind)) throw kindRefused(accepts)
            },
          }),
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
        const { id: module } = installed(params.module)
        if (!(await removeWaiting(db, principal.owner, module, params.id)))
          throw new AppError('not_found', 'File not found')
        return { ok: true }
      },
    ),
  ]
}
