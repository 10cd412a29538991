import { brand } from '@atrium/contract/brand'
import { Id } from '@atrium/contract/chat'
import { ArchiveJob, ArchiveList, IMPORT_MAX_BYTES, ImportReport, RestoreJob, SentArchive } from '@atrium/contract/data'
import { answered } from '@atrium/contract/described-call'
import { AppError } from '@atrium/contract/errors'
import { z } from 'zod'
import { safeName } from '../files/names.ts'
import { serveFile } from '../files/serve-file.ts'
import { receiveInto } from '../files/store.ts'
import { whileItComes } from '../files/while-it-comes.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { ACCOUNT } from '../jobs/own-work.ts'
import { type Call, type Route, route } from '../platform/http/route.ts'
import { uuid } from '../platform/ids.ts'
import { languageOf } from '../platform/language.ts'
import { linkTo, MAKING, type MadeArchive, RESTORING, type RestoreInput } from './archive-works.ts'
import type { Archives } from './archives.ts'
import { type ImportSettings, importFrom } from './import.ts'

interface Options {
  settings: ImportSettings
  archives: Archives
  jobs: Pick<Jobs, 'begin'>
}

export const tooLarge = () => new AppError('too_large', 'That archive is too large: at most 6 GB can be imported.')
const gone = () => new AppError('not_found', 'This archive is gone. Make a new one.')
const missing = () => new AppError('not_found', 'This upload is gone. Choose the file again.')

const params = z.object({ id: Id })
const Done = z.object({ ok: z.literal(true) })
/** Things of a preview: no more than the bar needs. */
const Things = z.number().int().nonnegative().max(2_147_483_647)

/** Archives as jobs: made while their person does something else, kept for a while; sent once, looked into, taken in. */
export function archiveRoutes({ settings, archives, jobs }: Options): Route[] {
  const { db } = settings
  const common = { tag: 'Data', limit: 'write' } as const
  const ofExport = { ...common, access: 'data.own' } as const
  const ofImport = { ...common, access: 'data.import' } as const

  /** The one that waits or runs; null when none does. */
  const openJob = async (owner: string, name: string): Promise<string | null> => {
    const { rows } = await db.$client.query<{ id: string }>(
      `select id from jobs where owner_id = $1 and module = $2 and name = $3 and status in ('waiting', 'running') order by id limit 1`,
      [owner, ACCOUNT, name],
    )
    return rows[0]?.id ?? null
  }
  const begin = ({ principal, request }: Pick<Call, 'principal' | 'request'>, whole: string, input: unknown) => {
    const [work, name] = whole.split('.') as ['import' | 'export', string]
    return jobs.begin({
      ...{ work, name, input, module: ACCOUNT },
      ownerId: principal.owner,
      actorId: principal.userId,
      timeZone: 'UTC',
      language: languageOf(request),
    })
  }
  const sent = async (owner: string, id: string) => {
    const found = await archives.find(owner, 'sent', id)
    if (!found) throw missing()
    return found
  }

  return [
    route(
      {
        ...ofExport,
        method: 'GET',
        path: '/api/data/archives',
        limit: 'read',
        summary: 'Archives of everything of yours that lie here to be fetched, and what is at work on one',
        answer: ArchiveList,
      },
      async ({ principal: { owner } }) => ({
        archives: (await archives.of(owner)).map(({ id, name, size, createdAt, endsAt }) => ({
          ...{ id, name, size, link: linkTo(id) },
          createdAt: createdAt.toISOString(),
          endsAt: endsAt.toISOString(),
        })),
        making: await openJob(owner, MAKING),
        restoring: await openJob(owner, RESTORING),
      }),
    ),
    route(
      {
        ...ofExport,
        method: 'POST',
        path: '/api/data/archives',
        summary:
          'Makes an archive of everything of yours as a job (see /api/activity), or goes on with the one that is being made. It lies here for a week, in the place of the one before',
        answer: ArchiveJob,
      },
      async (call) => {
        const open = await openJob(call.principal.owner, MAKING)
        if (open) return { job: open, link: null }
        const file = `${brand.name}-${new Date().toISOString().slice(0, 10)}.zip`
        const { id, answer } = await begin(call, MAKING, { file })
        return { job: id, link: (answer as MadeArchive | undefined)?.link ?? null }
      },
    ),
    route(
      {
        ...ofExport,
        method: 'GET',
        path: '/api/data/archives/:id/file',
        limit: 'read',
        summary: 'The bytes of an archive; a download that broke off goes on where it was',
        params,
        answers: answered('The archive', { 'application/zip': null }),
        refuses: ['gone'],
      },
      async (call) => {
        const found = await archives.find(call.principal.owner, 'made', call.params.id)
        if (!found) throw gone()
        const file = { name: found.name, mime: 'application/zip', sha256: found.file }
        return serveFile(call as never, file, archives.pathOf(found))
      },
    ),
    route(
      {
        ...ofExport,
        method: 'DELETE',
        path: '/api/data/archives/:id',
        summary: 'Removes an archive before its time',
        params,
        answer: Done,
      },
      async ({ principal: { owner }, params: { id } }) => {
        if (!(await archives.remove(owner, 'made', id))) throw gone()
        return { ok: true }
      },
    ),
    route(
      {
        ...ofImport,
        method: 'POST',
        path: '/api/data/uploads',
        limit: 'upload',
        summary:
          'Sends an archive of ours, or an export of ChatGPT or Claude, that is to be taken in: the raw bytes as the body, its name in the query. It lies here for a day, in the place of the one before',
        query: z.object({
          name: z.string('Say the name of the file: /api/data/uploads?name=…').min(1).max(1000),
        }),
        answer: SentArchive,
        status: 201,
        rawBody: true,
        takes: ['application/zip', 'application/json', 'application/octet-stream'],
      },
      async ({ principal: { owner }, query, incoming }) => {
        const announced = Number(incoming.headers['content-length'] ?? 0)
        if (announced > IMPORT_MAX_BYTES) throw tooLarge()
        await archives.requireRoom(announced)
        const id = uuid()
        const most = { bytes: IMPORT_MAX_BYTES, refusal: tooLarge }
        const part = await archives.part(id)
        const { path, size } = await whileItComes(incoming, (bytes) => receiveInto(part, bytes, most))
        const file = await archives.place(path, id)
        const one = { id, ownerId: owner, name: safeName(query.name), size, file }
        await archives.removeFiles(await db.transaction((tx) => archives.keep(tx, one, 'sent')))
        return { id, name: one.name, size }
      },
    ),
    route(
      {
        ...ofImport,
        method: 'POST',
        path: '/api/data/uploads/:id/preview',
        limit: 'upload',
        summary: 'What would come with an archive that was sent. Closing the connection ends it',
        params,
        answer: ImportReport,
      },
      async ({ principal: { owner }, params: { id }, request: { signal } }) =>
        importFrom(settings, owner, archives.pathOf(await sent(owner, id)), { isPreview: true, signal }),
    ),
    route(
      {
        ...ofImport,
        method: 'POST',
        path: '/api/data/uploads/:id/restore',
        summary: 'Takes in an archive that was sent as a job, which goes on when the caller leaves: see /api/activity',
        params,
        body: z.object({ things: Things.optional() }),
        answer: RestoreJob,
      },
      async (call) => {
        const { owner } = call.principal
        const { name } = await sent(owner, call.params.id)
        const open = await openJob(owner, RESTORING)
        if (open) throw new AppError('conflict', 'An import of yours is at work already. Wait until it is done.')
        const input: RestoreInput = { upload: call.params.id, file: name, things: call.body.things ?? null }
        const { id, answer } = await begin(call as never, RESTORING, input)
        return { job: id, report: (answer as { report: ImportReport } | undefined)?.report ?? null }
      },
    ),
    route(
      {
        ...ofImport,
        method: 'DELETE',
        path: '/api/data/uploads/:id',
        summary: 'Removes an archive that was sent and is not to be taken in',
        params,
        answer: Done,
      },
      async ({ principal: { owner }, params: { id } }) => {
        if ((await openJob(owner, RESTORING)) !== null)
          throw new AppError('conflict', 'An import of yours is at work already. Wait until it is done.')
        if (!(await archives.remove(owner, 'sent', id))) throw missing()
        return { ok: true }
      },
    ),
  ]
}
