import type { AppError } from '@atrium/contract/errors'
import type pg from 'pg'

/** A record's data and the schema version it was written under: what `record_versions.before` holds. */
export interface Snapshot {
  schema: number
  data: unknown
}

/** One record as it shall be, and as it was. `version` is the new one. */
export interface Write {
  id: string
  module: string
  collection: string
  /** JSON */
  data: string
  /** What the JSON says, where whoever writes has it at hand. */
  value?: unknown
  schemaVersion: number
  version: number
  search: string
  createdAt: Date
  deletedAt: Date | null
  /** null when this write makes the record */
  before: Snapshot | null
  deletedBefore: Date | null
  /** What the database keeps of it besides, and who tells people when it refuses. */
  guards?: Guards
}

/** What the database said of the rows that it refused. */
export interface Refused {
  detail: string
  /** Those of the statement's rows that the constraint looks at. */
  writes: readonly Write[]
  scope: string
  /** Outside of the transaction, which has failed. */
  on: Pick<pg.Pool, 'query'>
}

/** A constraint of the database's, and what a person is told when it refuses. */
export interface Guard {
  /** Its name there. */
  name: string
  /** Whether one owner's writers wait for one another: of two that wrote at once, the database would end one after a second. */
  inTurn?: boolean
  refuse(refused: Refused): AppError | Promise<AppError>
}

export type Guards = ReadonlyMap<string, Guard>

/** What the audit line of the writes says. */
export interface Cause {
  /** `tasks.add` */
  action: string
  via: string
  input: unknown
  /** The user who did it; null for a visitor, and for whoever came by a link. */
  actor: string | null
}

interface Saving {
  scope: string
  /** The change's id. */
  change: string
  now: Date
  /** Given with the first writes of a change: its line is inserted by the same statement. */
  cause: Cause | null
}

/** Longer inputs (an imported file) are not worth keeping in every audit line. */
const INPUT_MAX = 8_000

export function auditInput(input: unknown): string | null {
  const json = JSON.stringify(input)
  if (json === undefined) return null
  return json.length <= INPUT_MAX ? json : JSON.stringify({ omitted: `${json.length} characters` })
}

const moment = (date: Date | null) => date?.toISOString() ?? null
const before = (write: Write) => (write.before ? JSON.stringify(write.before) : null)

// The parameters that every statement below shares.
const SHARED = '$1 is scope, $2 change, $3 now, $4 action, $5 via, $6 input, $7 actor'
const CHANGE = `change as (
  insert into changes (id, scope_id, action, via, input, actor_id, created_at)
  values ($2::text, $1::text, $4, $5, $6::jsonb, $7::text, $3::timestamptz)
)`

// One inserted row is by far the most common action. As VALUES it plans in a third of the time of the general form: with
// its change and history it costs 1.6 of a bare insert, the general form 2.4 (both without the disk's part).
const INSERT_ONE = `/* ${SHARED} */ with ${CHANGE}, saved as (
  insert into records (id, scope_id, module, collection, data, schema_version, search, created_at, updated_at)
  values ($8::text, $1, $9, $10, $11::jsonb, $12, array_to_tsvector(string_to_array($13, ' ')), $3, $3)
) insert into record_versions (record_id, module, scope_id, version, change_id, created_at) values ($8, $9, $1, 1, $2, $3)`

// What somebody else has changed meanwhile is not saved, and no line says that it was: there is no transaction to take it back.
const UPDATE_ONE = `/* ${SHARED} */ with saved as (
  update records set data = $9::jsonb, schema_version = $10, version = $11::int, search = array_to_tsvector(string_to_array($12, ' ')),
    updated_at = $3, deleted_at = $13::timestamptz
  where id = $8 and module = $16 and scope_id = $1 and version = $11::int - 1
  returning id
), change as (
  insert into changes (id, scope_id, action, via, input, actor_id, created_at)
  select $2::text, $1::text, $4::text, $5::text, $6::jsonb, $7::text, $3::timestamptz from saved
) insert into record_versions (record_id, module, scope_id, version, change_id, before, deleted_before, created_at)
  select id, $16, $1, $11::int, $2, $14::jsonb, $15::timestamptz, $3 from saved`

/** `withChange` false: the change's line is there already, and the arrays begin at $4. */
const arraysFrom = (withChange: boolean) => (at: number, type: string) => `$${(withChange ? 8 : 4) + at}::${type}[]`

// Rows that are all new, as an import brings them: nothing of them can be there already, and nothing was before. In the general
// form below the same rows take a third longer.
const insertMany = (withChange: boolean) => {
  const $ = arraysFrom(withChange)
  return `with ${withChange ? `${CHANGE}, ` : ''}fresh as materialized (
  select f.* from unnest(${$(0, 'text')}, ${$(1, 'text')}, ${$(2, 'text')}, ${$(3, 'text')}, ${$(4, 'int')}, ${$(5, 'text')},
    ${$(6, 'timestamptz')}) as f(id, module, collection, data, schema_version, search, created_at)
), saved as (
  insert into records (id, scope_id, module, collection, data, schema_version, search, created_at, updated_at)
  select id, $1::text, module, collection, data::jsonb, schema_version, array_to_tsvector(string_to_array(search, ' ')), created_at,
    $3::timestamptz
  from fresh
) insert into record_versions (record_id, module, scope_id, version, change_id, created_at)
  select id, module, $1::text, 1, $2::text, $3::timestamptz from fresh`
}
const INSERT_MANY = { first: insertMany(true), more: insertMany(false) }

const many = (withChange: boolean) => {
  const $ = arraysFrom(withChange)
  return `with ${withChange ? `${CHANGE}, ` : ''}fresh as (
  select f.* from unnest(${$(0, 'text')}, ${$(1, 'text')}, ${$(2, 'text')}, ${$(3, 'text')}, ${$(4, 'int')}, ${$(5, 'int')},
    ${$(6, 'text')}, ${$(7, 'timestamptz')}, ${$(8, 'timestamptz')}, ${$(9, 'text')}, ${$(10, 'timestamptz')})
    as f(id, module, collection, data, schema_version, version, search, created_at, deleted_at, before, deleted_before)
), made as (
  insert into records (id, scope_id, module, collection, data, schema_version, version, search, created_at, updated_at, deleted_at)
  select id, $1::text, module, collection, data::jsonb, schema_version, version, array_to_tsvector(string_to_array(search, ' ')), created_at,
    $3::timestamptz, deleted_at
  from fresh where version = 1
  on conflict (id, module, scope_id) do nothing
  returning id, version
), renewed as (
  update records r set data = f.data::jsonb, schema_version = f.schema_version, version = f.version,
    search = array_to_tsvector(string_to_array(f.search, ' ')), updated_at = $3::timestamptz, deleted_at = f.deleted_at
  from fresh f
  where f.version > 1 and r.id = f.id and r.module = f.module and r.scope_id = $1::text and r.version = f.version - 1
  returning r.id, r.version
), saved as (
  select * from made union all select * from renewed
) insert into record_versions (record_id, module, scope_id, version, change_id, before, deleted_before, created_at)
  select id, module, $1::text, version, $2::text, before::jsonb, deleted_before, $3::timestamptz from fresh join saved using (id, version)`
}
const MANY = { first: many(true), more: many(false) }

/** Saves the change (once), the records and their history in one statement. Answers how many records it saved. */
export async function save(
  on: Pick<pg.Pool, 'query'>,
  writes: readonly Write[],
  { scope, change, now, cause }: Saving,
): Promise<number> {
  const shared: (string | null)[] = [scope, change, now.toISOString()]
  if (cause) shared.push(cause.action, cause.via, auditInput(cause.input), cause.actor)
  const only = cause && writes.length === 1 ? (writes[0] as Write) : null
  if (only && only.version === 1) {
    const { id, module, collection, data, schemaVersion, search } = only
    const saved = await on.query(INSERT_ONE, [...shared, id, module, collection, data, schemaVersion, search])
    return saved.rowCount as number
  }
  if (only) {
    const { id, module, data, schemaVersion, version, search } = only
    const state = [moment(only.deletedAt), before(only), moment(only.deletedBefore)]
    const saved = await on.query(UPDATE_ONE, [...shared, id, data, schemaVersion, version, search, ...state, module])
    return saved.rowCount as number
  }
  const which = cause ? 'first' : 'more'
  if (writes.every(({ version, deletedAt }) => version === 1 && deletedAt === null)) {
    const saved = await on.query(INSERT_MANY[which], [
      ...shared,
      writes.map((write) => write.id),
      writes.map((write) => write.module),
      writes.map((write) => write.collection),
      writes.map((write) => write.data),
      writes.map((write) => write.schemaVersion),
      writes.map((write) => write.search),
      writes.map((write) => write.createdAt.toISOString()),
    ])
    return saved.rowCount as number
  }
  const saved = await on.query(MANY[which], [
    ...shared,
    writes.map((write) => write.id),
    writes.map((write) => write.module),
    writes.map((write) => write.collection),
    writes.map((write) => write.data),
    writes.map((write) => write.schemaVersion),
    writes.map((write) => write.version),
    writes.map((write) => write.search),
    writes.map((write) => write.createdAt.toISOString()),
    writes.map((write) => moment(write.deletedAt)),
    writes.map(before),
    writes.map((write) => moment(write.deletedBefore)),
  ])
  return saved.rowCount as number
}
