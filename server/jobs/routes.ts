import { ActivityDetails, type ActivityItem, ActivityList } from '@atrium/contract/activity'
import { brand } from '@atrium/contract/brand'
import { Id } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { z } from 'zod'
import { type Database, sqlState } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { uuid } from '../platform/ids.ts'
import { languageOf } from '../platform/language.ts'
import { transaction } from '../platform/runs/closing.ts'
import { findRun } from '../platform/runs/store.ts'
import type { Engine } from '../platform/runs/work.ts'
import type { InstalledModule } from '../records/installed.ts'
import { inLanguage } from '../records/module-texts.ts'
import { insertJobRun } from './outbox.ts'
import { isOfAccount, ownWorkOf } from './own-work.ts'
import { pauseJob, resumeJob } from './pausing.ts'
import type { JobRow } from './rows.ts'

const PAGE = 30
const PAGE_MAX = 100
/** ms */
const MADE_FOR = 24 * 3_600_000
const missing = 'That is not among your activity any more.'

const Cursor = z.string().regex(/^[0-9a-f-]{36}$/, 'That is not the end of a page.')
const Done = z.object({ ok: z.literal(true) })

interface Options {
  db: Database
  engine: Engine
  modules: readonly InstalledModule[]
  tell(owner: string): void
  /** Something has been put back into its queue. */
  wake(): void
}

/** A page's path in what a job answered. */
function linkOf(result: unknown): string | null {
  const { link } = (result ?? {}) as { link?: unknown }
  return typeof link === 'string' && /^\/(?!\/)/.test(link) ? link : null
}

/** The file that it works on, or has made. */
function subjectOf({ input, result }: JobRow): string {
  const { file: given } = (input ?? {}) as { file?: unknown }
  const { file: made } = (result ?? {}) as { file?: unknown }
  const file = made ?? given
  return typeof file === 'string' ? file : ''
}

const canPause = (row: JobRow): boolean => row.kind === 'job' && ownWorkOf(row) === null

/** What was made to be fetched lies for a day; a link to an archive goes with the archive. */
const isGone = (row: JobRow): boolean =>
  !isOfAccount(row) &&
  ownWorkOf(row)?.work === 'export' &&
  row.ended_at !== null &&
  row.ended_at.getTime() < Date.now() - MADE_FOR

/** Whatever a person (or a team) has that happens while nobody looks: to see, to call off, to try again. */
export function activityRoutes({ db, engine, modules, tell, wake }: Options): Route[] {
  const pool = db.$client
  const declared = new Map(modules.map(({ module }) => [module.id, module]))
  const moduleIn = (language: string, id: string) => {
    const module = declared.get(id)
    return module && inLanguage(module, language)
  }

  const titleOf = (row: JobRow, language: string): string => {
    const { kind, module, name } = row
    const own = ownWorkOf(row)
    if (isOfAccount(row)) return brand.name
    if (own) {
      const known = moduleIn(language, module)
      const kinds = own.work === 'import' ? known?.imports : known?.exports
      return (kinds && Object.hasOwn(kinds, own.name) ? kinds[own.name]?.summary : undefined) ?? known?.title ?? module
    }
    if (kind === 'job') return moduleIn(language, module)?.jobs?.[name]?.summary ?? name
    const [id = '', action = ''] = name.split('.', 2)
    return moduleIn(language, id)?.actions[action]?.summary ?? name
  }

  const shown = (row: JobRow, language: string): ActivityItem => ({
    id: row.id,
    kind: row.kind,
    module: row.module,
    moduleTitle: isOfAccount(row) ? brand.name : (moduleIn(language, row.module)?.title ?? row.module),
    title: titleOf(row, language),
    work: ownWorkOf(row)?.work ?? null,
    subject: subjectOf(row),
    status: row.status,
    isPausing: row.pause_asked,
    canPause: canPause(row),
    done: row.done,
    total: row.total,
    note: row.note,
    link: isGone(row) ? null : linkOf(row.result),
    error: row.status === 'failed' ? row.error : null,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  })

  async function own({ owner }: Principal, id: string): Promise<JobRow> {
    const { rows } = await pool.query<JobRow>(
      `select * from jobs where id = $1 and owner_id = $2 and (kind = 'job' or status = 'failed')`,
      [id, owner],
    )
    if (!rows[0]) throw new AppError('not_found', missing)
    return rows[0]
  }

  /** In place of the one that failed: what steps it has done stay done. */
  async function again(row: JobRow): Promise<void> {
    const text = `update jobs set status = 'waiting', attempts = 0, due_at = now(), error = null, ended_at = null, done = 0, total = null,
      note = '', run_id = $2 where id = $1 and status = 'failed'`
    const run = row.kind === 'job' ? uuid() : null
    await transaction(pool, async (client) => {
      const { rowCount } = await client.query(text, [row.id, run])
      if (rowCount !== 1) throw new AppError('conflict', 'It has been tried again already.')
      if (run) await insertJobRun(client, row.owner_id, row.id, run)
    }).catch((cause) => {
      if (sqlState(cause) !== '23505') throw cause
      throw new AppError('conflict', 'It has been scheduled anew meanwhile.', { cause })
    })
  }

  const shared = { tag: 'activity', scoped: true } as const
  const looks = { ...shared, method: 'GET', access: 'activity.read', limit: 'read' } as const
  const changes = {
    ...shared,
    access: 'activity.own',
    limit: 'write',
    answer: Done,
  } as const
  const changesOne = { ...changes, params: z.object({ id: Id }) } as const

  return [
    route(
      {
        ...looks,
        path: '/api/activity',
        summary: 'What happens while nobody looks: jobs, and what of schedules and events failed; the newest first',
        query: z.object({
          after: Cursor.optional(),
          limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE),
        }),
        answer: ActivityList,
      },
      async ({ principal, query: { after, limit }, request }) => {
        const { rows } = await pool.query<JobRow>(
          `select * from jobs where owner_id = $1 and (kind = 'job' or status = 'failed') and ($2::text is null or id < $2)
           order by id desc limit $3`,
          [principal.owner, after ?? null, limit + 1],
        )
        const { rows: sums } = await pool.query<{ open: number; failed_at: Date | null }>(
          `select count(*) filter (where status in ('waiting', 'running') and kind = 'job') as open,
             max(ended_at) filter (where status = 'failed') as failed_at from jobs where owner_id = $1`,
          [principal.owner],
        )
        const items = rows.slice(0, limit).map((row) => shown(row, languageOf(request)))
        return {
          items,
          next: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
          open: sums[0]?.open ?? 0,
          lastFailedAt: sums[0]?.failed_at?.toISOString() ?? null,
        }
      },
    ),
    route(
      {
        ...looks,
        path: '/api/activity/:id',
        summary: 'One of them, with what it answered',
        params: z.object({ id: Id }),
        answer: ActivityDetails,
      },
      async ({ principal, params, request }) => {
        const row = await own(principal, params.id)
        return { ...shown(row, languageOf(request)), result: row.result ?? null }
      },
    ),
    route(
      {
        ...changesOne,
        method: 'POST',
        path: '/api/activity/:id/cancel',
        summary: 'Cancels a job; what its steps wrote stays',
      },
      async ({ principal, params }) => {
        const row = await own(principal, params.id)
        const run = row.run_id === null ? null : await findRun(pool, row.run_id)
        if (!run || !(await engine.stop(run))) throw new AppError('conflict', 'It has ended already.')
        return { ok: true }
      },
    ),
    route(
      {
        ...changesOne,
        method: 'POST',
        path: '/api/activity/:id/pause',
        summary: 'Lets a job rest as soon as the step that it is in is done',
      },
      async ({ principal, params }) => {
        const row = await own(principal, params.id)
        if (!canPause(row)) throw new AppError('conflict', 'This is done in one piece: it can only be cancelled.')
        await pauseJob(pool, row)
        tell(row.owner_id)
        return { ok: true }
      },
    ),
    route(
      {
        ...changesOne,
        method: 'POST',
        path: '/api/activity/:id/resume',
        summary: 'Lets a job go on that rests: what steps it has done stay done',
      },
      async ({ principal, params }) => {
        const row = await own(principal, params.id)
        await resumeJob(pool, engine, row)
        tell(row.owner_id)
        wake()
        return { ok: true }
      },
    ),
    route(
      { ...changesOne, method: 'POST', path: '/api/activity/:id/retry', summary: 'Tries again what failed' },
      async ({ principal, params }) => {
        const row = await own(principal, params.id)
        if (row.status !== 'failed') throw new AppError('conflict', 'Only what has failed can be tried again.')
        await again(row)
        tell(row.owner_id)
        wake()
        return { ok: true }
      },
    ),
    route(
      { ...changesOne, method: 'DELETE', path: '/api/activity/:id', summary: 'Removes what has ended from the list' },
      async ({ principal, params }) => {
        const row = await own(principal, params.id)
        const { rowCount } = await pool.query(
          `delete from jobs where id = $1 and owner_id = $2 and status not in ('waiting', 'running', 'paused')`,
          [row.id, principal.owner],
        )
        if (rowCount === 0) throw new AppError('conflict', 'It has not ended yet. Cancel it first.')
        tell(row.owner_id)
        return { ok: true }
      },
    ),
    route(
      {
        ...changes,
        method: 'DELETE',
        path: '/api/activity',
        summary: 'Removes what is done or was cancelled; what has failed stays until it is removed or tried again',
      },
      async ({ principal: { owner } }) => {
        await pool.query(
          `delete from jobs where owner_id = $1 and kind = 'job' and status in ('succeeded', 'cancelled')`,
          [owner],
        )
        tell(owner)
        return { ok: true }
      },
    ),
  ]
}
