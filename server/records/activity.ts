import { AppError } from '@atrium/contract/errors'
import type { Collection, Module } from '@atrium/contract/module'
import type { ActivityAsked, ActivityRow, Doer, Happening, ModuleActivity } from '@atrium/contract/module-activity'
import type { Principal } from '@atrium/contract/principal'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { recordShares } from '../sharing/tables.ts'
import { knownDoers } from './doers.ts'
import type { LinkDownloads } from './link-downloads.ts'
import { idsWithin } from './reach.ts'

/** Records of one change that are told of. */
const ROWS = 200

interface Cursor {
  at: string
  id: string
}

const cursorOf = (after: string | undefined): Cursor | null => {
  if (after === undefined) return null
  const [at = '', id = ''] = after.split(' ')
  if (!/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(at) || Number.isNaN(Date.parse(at)) || !/^[\w-]{1,64}$/.test(id))
    throw new AppError('bad_request', 'That page is not one of this list. Begin again at its top, please.')
  return { at, id }
}

interface Telling {
  name: string
  fields: readonly string[]
  of: string | undefined
}

const tellingOf = (module: Module): Telling[] =>
  Object.entries(module.collections).flatMap(([name, { activity }]: [string, Collection]) =>
    activity ? [{ name, fields: activity.fields, of: activity.of }] : [],
  )

/** What of a row is told, in SQL, out of this jsonb. */
const toldOf = (telling: readonly Telling[], data: SQL): SQL =>
  sql`case r.collection ${sql.join(
    telling.map(({ name, fields }) => {
      const pairs = fields.map((field) => sql`${sql.raw(`'${field}'`)}, ${data}->${sql.raw(`'${field}'`)}`)
      return sql`when ${name} then jsonb_build_object(${sql.join(pairs, sql`, `)})`
    }),
    sql` `,
  )} end`

interface Place {
  module: string
  scope: string
  telling: readonly Telling[]
}

/** The versions of a module's records, each the first of its record in its change, with what the change left: what it told, in all. */
const versions = ({ module, scope, telling }: Place) => {
  const before = toldOf(telling, sql`v.before->'data'`)
  const after = toldOf(telling, sql`(case when n.change_id is null then r.data else n.before->'data' end)`)
  const here = (row: SQL) => sql`${row}.module = ${module} and ${row}.scope_id = ${scope}`
  const leftDeleted = sql`(case when n.change_id is null then r.deleted_at else n.deleted_before end) is not null`
  return {
    shown: sql`v.created_at as at, v.change_id, r.id, r.collection, ${after} as after, (v.before is null) as "isNew", ${before} as before,
      v.deleted_before is not null as "wasDeleted", ${leftDeleted} as "isDeleted", r.deleted_at is null as "isThere"`,
    from: sql`record_versions v
      join records r on r.id = v.record_id and ${here(sql`r`)}
      left join lateral (
        select n.change_id, n.before, n.deleted_before from record_versions n
        where n.record_id = v.record_id and ${here(sql`n`)} and n.version > v.version and n.change_id <> v.change_id
        order by n.version limit 1
      ) n on true`,
    where: sql`${here(sql`v`)} and r.collection = any(${sql.param(telling.map(({ name }) => name))}::text[])
      and not exists (select 1 from record_versions e
        where e.record_id = v.record_id and ${here(sql`e`)} and e.version = v.version - 1 and e.change_id = v.change_id)
      and (v.before is null or (v.deleted_before is not null) <> (${leftDeleted}) or ${before} is distinct from ${after})`,
  }
}

interface Line extends ActivityRow {
  change_id: string
  at: Date
  action: string
  actor: string | null
  isNew: boolean
}

/** The records that are asked about: that one, what lies in it, and what belongs to any of these. Null is all. */
async function amongOf(on: Queryable, { module, scope, telling }: Place, within: SQL | null): Promise<string[] | null> {
  if (!within) return null
  // Found once: the two looks below and what goes by them take the ids.
  const { rows } = await on.execute<{ id: string }>(within)
  const own = rows.map(({ id }) => id)
  const belonging = telling.flatMap(({ name, of }) =>
    of
      ? [
          sql`select r.id from records r where r.module = ${module} and r.scope_id = ${scope} and r.collection = ${name}
            and ${isAmong(sql`r.data->>${sql.raw(`'${of}'`)}`, own)}`,
        ]
      : [],
  )
  if (belonging.length === 0) return own
  const others = await on.execute<{ id: string }>(sql.join(belonging, sql` union all `))
  return [...own, ...others.rows.map(({ id }) => id)]
}

const isAmong = (value: SQL, ids: readonly string[]): SQL => sql`${value} = any(${sql.param(ids)}::text[])`

interface Asking {
  on: () => Promise<Queryable>
  module: Module
  principal: Principal
  downloads: LinkDownloads
}

/**
 * What happened with a module's records, out of their history, of what was downloaded by links and of with whom they are shared. Whoever
 * is shared a record is told of that and of what lies in it, and of nobody's links.
 */
export function moduleActivity({ on: open, module, principal, downloads }: Asking): ModuleActivity {
  const { owner: scope, share } = principal

  async function page({ within, limit, after }: ActivityAsked) {
    const on = await open()
    const before = cursorOf(after)
    const root = within ?? (share ? { collection: share.collection, id: share.record } : null)
    const ids = root && idsWithin(module, scope, root)
    if (within && share) {
      const reach = idsWithin(module, scope, { collection: share.collection, id: share.record })
      const { rows } = await on.execute(sql`select 1 where ${within.id}::text in (${reach})`)
      if (rows.length === 0) throw new AppError('not_found', 'That is not shared with you.')
    }
    const telling = tellingOf(module).filter(({ name, of }) => !share || (name === share.collection && !of))
    const place = { module: module.id, scope, telling }
    const among = await amongOf(on, place, ids)
    const asked = { scope, before, limit: limit + 1 }
    const changes = await changesOf(on, place, among, asked)
    const others = share
      ? []
      : [
          ...(await downloads.page(on, { ...asked, module: module.id, among })).map((line) => ({
            ...{ at: line.at.toISOString(), id: line.id, actor: null, kind: 'download' as const },
            ...{ subject: line.subject, target: line.target, count: line.count },
          })),
          ...(await sharesOf(on, place, among, asked)),
        ]
    const all = [...changes, ...others].toSorted((a, b) =>
      a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1,
    )
    const shown = all.slice(0, limit)
    const last = all.length > limit ? shown.at(-1) : undefined
    const doer = await knownDoers(on, principal, [...new Set(shown.flatMap(({ actor }) => actor ?? []))])
    const happenings = shown.map(({ actor, ...one }): Happening => {
      const by: Doer = one.kind === 'download' ? { kind: 'link', name: null } : doer(actor)
      return { ...one, by }
    })
    return { happenings, next: last ? `${last.at} ${last.id}` : null }
  }
  return { page }
}

type Among = readonly string[] | null
type Asked = { before: Cursor | null; limit: number }

async function changesOf(on: Queryable, place: Place, among: Among, { before, limit }: Asked) {
  if (place.telling.length === 0) return []
  const { from, where, shown } = versions(place)
  const chosen = among ? sql`${where} and ${isAmong(sql`v.record_id`, among)}` : where
  const earlier = before ? sql` and (v.created_at, v.change_id) < (${before.at}::timestamptz, ${before.id})` : sql``
  const { rows } = await on.execute<Line & Record<string, unknown>>(sql`
    with happened as materialized (
      select v.created_at, v.change_id from ${from} where ${chosen}${earlier}
      group by v.created_at, v.change_id order by v.created_at desc, v.change_id desc limit ${limit}
    ) select c.action, c.actor_id as actor, l.* from happened h join changes c on c.id = h.change_id cross join lateral (
      select ${shown} from ${from} where v.change_id = h.change_id and ${chosen} order by r.id limit ${ROWS + 1}
    ) l order by h.created_at desc, h.change_id desc`)
  return [...Map.groupBy(rows, ({ change_id }) => change_id).entries()].map(([id, lines]) => {
    const { at, action, actor } = lines[0] as Line
    return {
      ...{ id, at: new Date(at).toISOString(), action, actor, kind: 'change' as const, isMore: lines.length > ROWS },
      rows: lines.slice(0, ROWS).map(
        ({ collection, id, before, after, isNew, wasDeleted, isDeleted, isThere }): ActivityRow => ({
          ...{ collection, id, before: isNew ? null : before, after, wasDeleted, isDeleted, isThere },
        }),
      ),
    }
  })
}

/** With whom records are shared now: who was out again is told of no longer. */
async function sharesOf(on: Queryable, { module, scope }: Place, among: Among, { before, limit }: Asked) {
  const { rows } = await on.execute<{
    id: string
    at: Date
    record: string
    called: string
    role: string
    by: string | null
  }>(sql`
    select s.id, s.created_at as at, s.record_id as record, coalesce(t.name, s.called) as called, s.role, s.shared_by as by
    from ${recordShares} s left join teams t on s.grantee_id = 'team:' || t.id
    where s.scope_id = ${scope} and s.module = ${module}
      ${among ? sql`and ${isAmong(sql`s.record_id`, among)}` : sql``}
      ${before ? sql`and (s.created_at, s.id) < (${before.at}::timestamptz, ${before.id})` : sql``}
    order by s.created_at desc, s.id desc limit ${limit}`)
  return rows.map(({ id, at, record, called, role, by }) => ({
    ...{ id, at: new Date(at).toISOString(), actor: by, kind: 'shared' as const, record, called, role },
  }))
}
