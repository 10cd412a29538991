import { AppError } from '@atrium/contract/errors'
import { ImportAnswer, ImportRequest } from '@atrium/contract/module-files'
import { z } from 'zod'
import { requirePlan } from '../accounts/plan.ts'
import type { Database } from '../platform/database/connect.ts'
import { parse } from '../platform/http/body.ts'
import { type Route, route } from '../platform/http/route.ts'
import { languageOf } from '../platform/language.ts'
import type { ParsingPool } from '../platform/parsing/pool.ts'
import type { Actions } from './actions.ts'
import { TIME_ZONE_HEADER } from './door.ts'
import { refuseHidden } from './hidden.ts'
import { type ImportProgress, progressTeller } from './import-progress.ts'
import { refuseOther, takeIn } from './importing.ts'
import type { BulkStore } from './store.ts'
import { takeTable } from './table/importer.ts'
import type { Uploads } from './uploads.ts'

const LIMIT_MS = 15 * 60_000

/** POST /api/m/<module>/imports/<name>: shows what a file would do, or takes it in, as one change. */
export function importRoutes(
  db: Database,
  actions: Actions,
  uploads: Uploads,
  parsing: ParsingPool,
  tell: (owner: string, progress: ImportProgress) => void,
): Route[] {
  return [...actions.servers.values()].flatMap((server) =>
    Object.entries(server.module.imports ?? {}).map(([name, declared]) =>
      route(
        {
          method: 'POST',
          path: `/api/m/${server.module.id}/imports/${name}`,
          summary: declared.summary,
          tag: server.module.title,
          access: 'action.write',
          limit: 'write',
          scoped: true,
          body: ImportRequest,
          answer: ImportAnswer,
        },
        async ({ principal, body, request }) => {
          const { module } = server
          await requirePlan(db, principal, { tier: module.tier }, module.title)
          const options = parse(declared.options ?? z.object({}), body.options ?? {})
          const file = await uploads.find(principal.owner, body.upload)
          refuseOther(file.name, declared.accepts)
          const read = (await server.server()).imports[name]
          const { table } = declared
          if (!read && table === undefined) throw new AppError('not_found', `${module.title} has no import “${name}”.`)
          const doing = { name: `${module.id}.import.${name}`, effect: 'write' } as const
          const seat = await parsing.enter('import', principal.owner, request.signal)
          const progress = progressTeller(file.upload, (now) => tell(principal.owner, now))
          const { output, change } = await actions
            .perform(
              {
                principal,
                action: doing.name,
                input: { file: file.name, size: file.size, options },
                via: 'http',
                timeZone: request.headers.get(TIME_ZONE_HEADER),
                language: languageOf(request),
                signal: request.signal,
                limit: LIMIT_MS,
                isTrial: body.preview,
                seat,
                onProgress: progress.read,
              },
              async (frame) => {
                const context = actions.context(server, doing, frame)
                const rows = read
                  ? read(file as never, options as never, context as never)
                  : takeTable(module, table as string, file, options as never, context)
                const stores = context.store as Readonly<Record<string, unknown>>
                const report = await takeIn(rows as never, module, (collection) => stores[collection] as BulkStore, {
                  signal: frame.signal,
                  language: frame.language,
                  onRows: progress.rows,
                })
                refuseHidden(report, frame.hidden, doing.name)
                return report
              },
            )
            .finally(() => {
              progress.end()
              seat.leave()
            })
          if (!body.preview) await uploads.discard(principal.owner, body.upload)
          return { report: output, change }
        },
      ),
    ),
  )
}
