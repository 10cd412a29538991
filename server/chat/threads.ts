import { Id, type PersonaKey, type Thread, type ThreadChange, type ThreadList } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { sentences } from '@atrium/contract/sentences'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { purgeModelUse } from '../models/use.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { authorize } from '../platform/policy.ts'
import { storable } from '../platform/runs/storable.ts'
import { searchText } from '../platform/search-text.ts'

export type Sql = Pick<pg.Pool, 'query'> | Pick<pg.ClientBase, 'query'>

export interface ThreadRow {
  id: string
  owner_id: string
  title: string
  title_is_derived: boolean
  space: string | null
  persona: PersonaKey
  model: string | null
  pinned_at: Date | null
  archived_at: Date | null
  deleted_at: Date | null
  leaf_id: string | null
  summary: string | null
  summary_up_to: string | null
  created_at: Date
  updated_at: Date
  active_run_id: string | null
}

const PAGE = 50
const DAYS_IN_TRASH = 30
const HOURS_OF_A_VISITOR = 24
const HOURS_OF_EVENTS = 24

const COLUMNS = `t.id, t.owner_id, t.title, t.title_is_derived, t.space, t.persona, t.model, t.pinned_at, t.archived_at, t.deleted_at, t.leaf_id,
  t.summary, t.summary_up_to, t.created_at, t.updated_at,
  (select r.id from runs r where r.thread_id = t.id and r.kind = 'chat' and r.status in ('queued', 'running', 'waiting') order by r.created_at desc limit 1) as active_run_id`

export const asThread = (row: ThreadRow): Thread => ({
  id: row.id,
  title: row.title,
  space: row.space,
  persona: row.persona,
  model: row.model,
  pinned: row.pinned_at !== null,
  archived: row.archived_at !== null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  activeRunId: row.active_run_id,
})

/** The caller's thread. Missing, deleted and another person's are the same `not_found`. */
export async function ownThread(
  sql: Sql,
  principal: Principal,
  id: string,
  options: { deleted?: boolean } = {},
): Promise<ThreadRow> {
  const { rows } = await sql.query<ThreadRow>(`select ${COLUMNS} from threads t where t.id = $1`, [id])
  const row = rows[0]
  if (!row || (row.deleted_at !== null) !== Boolean(options.deleted))
    throw new AppError('not_found', sentences.threadNotFound)
  authorize(principal, 'thread.own', row.owner_id, sentences.threadNotFound)
  return row
}

/** The thread as it is stored, whoever asks: for work that was allowed already. Throws `not_found`. */
export async function threadById(sql: Sql, id: string): Promise<ThreadRow> {
  const { rows } = await sql.query<ThreadRow>(`select ${COLUMNS} from threads t where t.id = $1`, [id])
  if (!rows[0]) throw new AppError('not_found', sentences.threadNotFound)
  return rows[0]
}

const encodeCursor = (row: ThreadRow) =>
  Buffer.from(JSON.stringify([row.updated_at.toISOString(), row.id])).toString('base64url')

const WRONG_CURSOR = 'That cursor is not one of ours. Start from the first page.'
const CURSOR_MOMENT = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** PostgreSQL reads more as a moment than we write ("1"), and refuses with an error what is none ("2026-02-30"). */
const isMoment = (text: unknown): text is string =>
  typeof text === 'string' &&
  CURSOR_MOMENT.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString() === text

function decodeCursor(cursor: string): [string, string] {
  let decoded: unknown
  try {
    decoded = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch (cause) {
    throw new AppError('bad_request', WRONG_CURSOR, { cause })
  }
  const [at, named] = Array.isArray(decoded) ? decoded : []
  const id = Id.safeParse(named)
  if (!isMoment(at) || !id.success || storable(id.data) !== id.data) throw new AppError('bad_request', WRONG_CURSOR)
  return [at, id.data]
}

/** Newest first; the pinned ones come whole with the first page, before the others. */
export async function listThreads(
  sql: Sql,
  owner: string,
  options: { cursor?: string; archived: boolean; space?: string },
): Promise<ThreadList> {
  const archived = options.archived ? 'is not null' : 'is null'
  const [at, id] = options.cursor ? decodeCursor(options.cursor) : [null, null]
  const { rows: pinned } = options.cursor
    ? { rows: [] }
    : await sql.query<ThreadRow>(
        `select ${COLUMNS} from threads t where t.owner_id = $1 and t.deleted_at is null and t.archived_at ${archived} and t.pinned_at is not null and ($2::text is null or t.space = $2) order by t.pinned_at`,
        [owner, options.space ?? null],
      )
  const { rows } = await sql.query<ThreadRow>(
    `select ${COLUMNS} from threads t
     where t.owner_id = $1 and t.deleted_at is null and t.archived_at ${archived} and t.pinned_at is null
       and ($2::timestamptz is null or (t.updated_at, t.id) < ($2, $3)) and ($5::text is null or t.space = $5)
     order by t.updated_at desc, t.id desc limit $4`,
    [owner, at, id, PAGE + 1, options.space ?? null],
  )
  const page = rows.slice(0, PAGE)
  return {
    threads: [...pinned, ...page].map(asThread),
    nextCursor: rows.length > PAGE ? encodeCursor(page.at(-1) as ThreadRow) : null,
  }
}

export async function createThread(
  sql: Sql,
  owner: string,
  thread: { id: string; title: string; derived: boolean; space: string | null },
): Promise<ThreadRow> {
  const { rows } = await sql.query<ThreadRow>(
    `insert into threads as t (id, owner_id, title, title_is_derived, space, search) values ($1, $2, $3, $4, $5, array_to_tsvector(string_to_array($6, ' '))) returning ${COLUMNS}`,
    [thread.id, owner, thread.title, thread.derived, thread.space, searchText(thread.title)],
  )
  return rows[0] as ThreadRow
}

export async function changeThread(
  sql: Sql,
  principal: Principal,
  id: string,
  change: ThreadChange,
): Promise<ThreadRow> {
  await ownThread(sql, principal, id)
  const { rows } = await sql.query<ThreadRow>(
    `update threads t set
       title = coalesce($2, title), title_is_derived = title_is_derived and $2::text is null,
       search = case when $2::text is null then search else array_to_tsvector(string_to_array($3, ' ')) end,
       pinned_at = case when $4::boolean is null then pinned_at when $4 then coalesce(pinned_at, now()) end,
       archived_at = case when $5::boolean is null then archived_at when $5 then coalesce(archived_at, now()) end,
       persona = coalesce($6, persona),
       model = case when $7 then $8 else model end,
       space = case when $9 then $10 else space end
     where id = $1 returning ${COLUMNS}`,
    [
      id,
      change.title ?? null,
      searchText(change.title ?? ''),
      change.pinned ?? null,
      change.archived ?? null,
      change.persona ?? null,
      'model' in change,
      change.model ?? null,
      'space' in change,
      change.space ?? null,
    ],
  )
  return rows[0] as ThreadRow
}

export async function deleteThread(sql: Sql, principal: Principal, id: string): Promise<void> {
  await ownThread(sql, principal, id)
  await sql.query('update threads set deleted_at = now() where id = $1', [id])
}

export async function restoreThread(sql: Sql, principal: Principal, id: string): Promise<Thread> {
  await ownThread(sql, principal, id, { deleted: true })
  await sql.query('update threads set deleted_at = null where id = $1', [id])
  return asThread(await ownThread(sql, principal, id))
}

/** Gives what `from` made (a visitor, or a guest who signs in) to `to`. */
export async function claimThreads(tx: Queryable, from: string, to: string): Promise<void> {
  for (const table of ['threads', 'messages', 'memories', 'runs', 'approvals']) {
    await tx.execute(sql`update ${sql.identifier(table)} set owner_id = ${to} where owner_id = ${from}`)
  }
  // What somebody allowed was allowed by them alone.
  await tx.execute(sql`delete from thread_allowances where owner_id = ${from}`)
  // What a reply in the making still does, it does for its new owner.
  await tx.execute(
    sql`update runs set input = jsonb_set(input, '{principal}', jsonb_build_object('kind', 'member', 'owner', ${to}::text, 'userId', ${to}::text, 'sessionId', null))
        where owner_id = ${to} and status in ('queued', 'running', 'waiting') and input #>> '{principal,owner}' = ${from}`,
  )
}

/** Removes for good: trash after 30 days, a visitor's thread after a day of silence, the events of runs long over. */
export async function purge(pool: Sql): Promise<void> {
  await pool.query(`delete from threads where deleted_at < now() - make_interval(days => $1)`, [DAYS_IN_TRASH])
  await pool.query(
    `delete from threads where owner_id like 'anon:%' and updated_at < now() - make_interval(hours => $1)`,
    [HOURS_OF_A_VISITOR],
  )
  await pool.query(
    `delete from files where owner_id like 'anon:%' and created_at < now() - make_interval(hours => $1)`,
    [HOURS_OF_A_VISITOR],
  )
  await pool.query(
    `delete from runs r where r.thread_id is not null and not exists (select 1 from threads t where t.id = r.thread_id)`,
  )
  await pool.query(
    `delete from run_events e using runs r where r.id = e.run_id and r.ended_at < now() - make_interval(hours => $1)`,
    [HOURS_OF_EVENTS],
  )
  await pool.query(`delete from runs where owner_id like 'anon:%' and ended_at < now() - make_interval(hours => $1)`, [
    HOURS_OF_A_VISITOR,
  ])
  await purgeModelUse(pool)
}
