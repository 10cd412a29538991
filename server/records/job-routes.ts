import { Id } from '@atrium/contract/chat'
import { answered } from '@atrium/contract/described-call'
import { AppError } from '@atrium/contract/errors'
import { ExportJob, type ImportAnswer, ImportJob, ImportJobRequest } from '@atrium/contract/module-files'
import { z } from 'zod'
import { requirePlan } from '../accounts/plan.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Work } from '../jobs/own-work.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Call, type Route, route, SENT } from '../platform/http/route.ts'
import { languageOf } from '../platform/language.ts'
import type { ParsingPool } from '../platform/parsing/pool.ts'
import type { Actions } from './actions.ts'
import { TIME_ZONE_HEADER } from './door.ts'
import { preparedExport, type Wanted } from './export-files.ts'
import { sendFile } from './export-routes.ts'
import { type ExportInput, type ExportResult, exportWork, type ImportInput, importWork } from './job-works.ts'
import { preparedImport } from './take-file.ts'
import type { Uploads } from './uploads.ts'

interface Options {
  db: Database
  actions: Actions
  uploads: Uploads
  parsing: ParsingPool
  jobs: Pick<Jobs, 'does' | 'begin'>
}

const Name = z.string().max(64)
const Zone = z.string().max(64).optional()

/** Imports and exports that go on when their caller has left, listed in Activity; what is done in a moment is answered at once. */
export function jobRoutes({ db, actions, uploads, parsing, jobs }: Options): Route[] {
  jobs.does('import', importWork({ actions, uploads, parsing }))
  jobs.does('export', exportWork({ actions, uploads, parsing }))

  const installed = async ({ principal }: Pick<Call, 'principal'>, id: string) => {
    const found = actions.servers.get(id)
    if (!found) throw new AppError('not_found', 'There is no such module here.')
    await requirePlan(db, principal, { tier: found.module.tier }, found.module.title)
    return found
  }
  const begin = (
    { principal, request }: Call,
    work: Work,
    module: string,
    name: string,
    input: ImportInput | ExportInput,
    zone?: string,
  ) =>
    jobs.begin({
      ...{ work, module, name, input },
      ownerId: principal.owner,
      actorId: principal.userId,
      timeZone: zone ?? request.headers.get(TIME_ZONE_HEADER) ?? 'UTC',
      language: languageOf(request),
    })
  const beginExport = async (call: Call, module: string, wanted: Wanted, zone: string | undefined) => {
    const server = await installed(call, module)
    preparedExport(actions, server, wanted) // refused now, while somebody is there to hear it
    const name = 'format' in wanted ? wanted.collection : wanted.name
    const { id, answer } = await begin(call, 'export', module, name, { wanted, asked: wanted }, zone)
    return { job: id, link: (answer as ExportResult | undefined)?.link ?? null }
  }
  const common = { tag: 'modules', scoped: true, limit: 'write' } as const

  return [
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/m/:module/imports/:name/job',
        summary: 'Takes a file in as a job, which goes on when the caller leaves: see /api/activity',
        access: 'action.write',
        params: z.object({ module: Name, name: Name }),
        body: ImportJobRequest,
        answer: ImportJob,
      },
      async (call) => {
        const { principal, params, body } = call
        const { upload, options, rows = null } = body
        const server = await installed(call, params.module)
        const wanted = { name: params.name, upload, options, owner: principal.owner }
        const { file } = await preparedImport({ actions, uploads, parsing }, server, wanted)
        const { id, answer } = await begin(call as never, 'import', params.module, params.name, {
          ...{ upload, options, rows },
          file: file.name,
        })
        return { job: id, result: (answer as ImportAnswer | undefined) ?? null }
      },
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/m/:module/exports/:name/job',
        summary: 'Makes a file of one of the module’s own kinds as a job; it is fetched when it is made, for a day',
        access: 'activity.own',
        params: z.object({ module: Name, name: Name }),
        body: z.object({ options: z.record(z.string(), z.unknown()).default({}), zone: Zone }),
        answer: ExportJob,
      },
      (call) =>
        beginExport(
          call as never,
          call.params.module,
          { name: call.params.name, options: call.body.options },
          call.body.zone,
        ),
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/m/:module/collections/:collection/export/job',
        summary: 'Makes a file of all records of a collection as a job; it is fetched when it is made, for a day',
        access: 'activity.own',
        params: z.object({ module: Name, collection: Name }),
        body: z.object({ format: z.enum(['csv', 'json']).default('json'), zone: Zone }),
        answer: ExportJob,
      },
      (call) => {
        const { module, collection } = call.params
        return beginExport(call as never, module, { collection, format: call.body.format }, call.body.zone)
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/activity/:id/file',
        summary: 'The file that a job has made',
        tag: 'activity',
        scoped: true,
        access: 'activity.read',
        limit: 'read',
        params: z.object({ id: Id }),
        answers: answered('The file', { 'application/octet-stream': null }),
      },
      async (call) => {
        const { principal, params } = call
        const { rows } = await db.$client.query<{ made: string | null }>(
          `select result->>'made' as made from jobs where id = $1 and owner_id = $2 and status = 'succeeded'`,
          [params.id, principal.owner],
        )
        const { name, mime, bytes } = await uploads.made(principal.owner, rows[0]?.made ?? '')
        await sendFile(call as never, { name, mime, pieces: bytes() })
        return SENT
      },
    ),
  ]
}
