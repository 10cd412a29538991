import { pipeline } from 'node:stream/promises'
import { brand } from '@atrium/contract/brand'
import { IMPORT_MAX_BYTES, ImportReport } from '@atrium/contract/data'
import { answered } from '@atrium/contract/described-call'
import { z } from 'zod'
import { contentDisposition } from '../files/names.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Notifications } from '../notifications/notifications.ts'
import { type Route, route, SENT } from '../platform/http/route.ts'
import type { Live } from '../platform/live.ts'
import { archiveRoutes, tooLarge } from './archive-routes.ts'
import { archiveMaking, archiveRestoring, MAKING, RESTORING } from './archive-works.ts'
import type { Archives } from './archives.ts'
import { snapshotOf } from './export.ts'
import { type ImportSettings, importFrom } from './import.ts'
import { zipOf } from './zip-write.ts'

/** ms without a byte, after which an upload is given up */
const IDLE = 60_000

interface Options extends Omit<ImportSettings, 'waiting'> {
  live: Live
  version: string
  jobs: Pick<Jobs, 'doesForAccounts' | 'begin'>
  archives: Archives
  notifications: Pick<Notifications, 'tell' | 'waiting'>
}

/** Everything of a person, out and in: at once, and as jobs. */
export function dataRoutes({ live, version, jobs, archives, notifications, ...others }: Options): Route[] {
  const settings = { ...others, waiting: notifications.waiting }
  const { db, files, modules } = settings
  const renewed = (owner: string) => {
    for (const topic of ['threads', 'memories', 'preferences'] as const) live.tell(owner, { topic })
    for (const { id } of modules) live.tell(owner, { topic: 'records', module: id })
  }
  const parts = { settings, archives, version, renewed, tell: notifications.tell }
  jobs.doesForAccounts(MAKING, archiveMaking(parts))
  jobs.doesForAccounts(RESTORING, archiveRestoring(parts))
  return [
    ...archiveRoutes({ settings, archives, jobs }),
    route(
      {
        method: 'GET',
        path: '/api/data/export',
        summary: 'Everything of yours as a zip (docs/archive-format.md)',
        tag: 'Data',
        access: 'data.own',
        limit: 'upload',
        answers: answered('The archive', { 'application/zip': null }),
      },
      async ({ principal, request, outgoing, headers }) => {
        const { owner } = principal
        const snapshot = await snapshotOf({ db, owner, version, store: files.store, signal: request.signal })
        const day = new Date().toISOString().slice(0, 10)
        headers.set('content-type', 'application/zip')
        headers.set('content-disposition', contentDisposition('attachment', `${brand.name}-${day}.zip`))
        outgoing.statusCode = 200
        outgoing.setHeaders(headers)
        try {
          await pipeline(zipOf(snapshot.entries()), outgoing)
        } catch (error) {
          outgoing.destroy() // a zip that ends early must not look whole
          if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error // the reader went away
        } finally {
          await snapshot.discard()
        }
        return SENT
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/data/import',
        summary:
          'Takes in an archive of ours, or an export of ChatGPT or Claude, as the raw body; with preview=1 only says what would happen. Closing the connection takes all of it back',
        tag: 'Data',
        access: 'data.import',
        limit: 'upload',
        query: z.object({ preview: z.enum(['0', '1']).default('0') }),
        answer: ImportReport,
        rawBody: true,
        takes: ['application/zip', 'application/json', 'application/octet-stream'],
      },
      async ({ principal, query, incoming, request }) => {
        const { signal } = request // whoever closes the connection wants none of it
        if (Number(incoming.headers['content-length'] ?? 0) > IMPORT_MAX_BYTES) throw tooLarge()
        incoming.setTimeout(IDLE, () => incoming.destroy())
        const sent = await files.store
          .receive(incoming.iterator({ destroyOnReturn: false }), { bytes: IMPORT_MAX_BYTES, refusal: tooLarge })
          .finally(() => incoming.setTimeout(0))
        try {
          const report = await importFrom(settings, principal.owner, sent.path, {
            isPreview: query.preview === '1',
            signal,
          })
          if (query.preview === '1') return report
          renewed(principal.owner)
          return report
        } finally {
          await files.store.discard(sent)
        }
      },
    ),
  ]
}
