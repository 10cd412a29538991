import { ImportAnswer, ImportRequest } from '@atrium/contract/module-files'
import { requirePlan } from '../accounts/plan.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { languageOf } from '../platform/language.ts'
import type { ParsingPool } from '../platform/parsing/pool.ts'
import type { Actions } from './actions.ts'
import { TIME_ZONE_HEADER } from './door.ts'
import { type ImportProgress, progressTeller } from './import-progress.ts'
import { preparedImport } from './take-file.ts'
import type { Uploads } from './uploads.ts'

/**
 * POST /api/m/<module>/imports/<name>: shows what a file would do, or takes it in, as one change. Whoever leaves ends it; one that
 * goes on is begun as a job (job-routes.ts).
 */
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
        async ({ principal, body: { upload, options, preview }, request }) => {
          const { module } = server
          const { owner } = principal
          await requirePlan(db, principal, { tier: module.tier }, module.title)
          const { take } = await preparedImport({ actions, uploads, parsing }, server, { name, upload, options, owner })
          const progress = progressTeller(upload, (now) => tell(owner, now))
          const { output, change } = await take({
            principal,
            timeZone: request.headers.get(TIME_ZONE_HEADER),
            language: languageOf(request),
            signal: request.signal,
            isTrial: preview,
            onRead: progress.read,
            onRows: progress.rows,
          }).finally(progress.end)
          if (!preview) await uploads.discard(owner, upload)
          return { report: output, change }
        },
      ),
    ),
  )
}
