import type { Collection } from '@atrium/contract/module'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import { type Data, searchOf, storableJson } from './rows.ts'

export interface Formerly {
  module: string
  collection: Collection
  /** Another collection of the module. */
  collectionOf: (name: string) => Collection | undefined
}

interface Named {
  field: string
  to: string
  formerly: { field: string; by: string }
}

type Declared = Readonly<Record<string, { to: string; formerly?: Named['formerly'] }>>

/** The references of a collection that were names before. */
export const formerlyNamed = ({ references = {} }: Collection): Named[] =>
  Object.entries(references as Declared).flatMap(([field, { to, formerly }]) =>
    formerly ? [{ field, to, formerly }] : [],
  )

const nameIn = ({ field, formerly }: Named, data: Data): string | null => {
  const name = data[formerly.field]
  return typeof name === 'string' && name !== '' && !data[field] ? name : null
}

/** Whether the data name by a text what they now name by an id. */
export const namesByText = (collection: Collection, data: Data): boolean =>
  formerlyNamed(collection).some((named) => nameIn(named, data) !== null)

/**
 * Rows of a person, in their newest shape, with the ids of what they named by a text. A row of that name is made where there is none:
 * what two calls make at once, the unique name lets one of them make.
 */
export async function withNamedTargets<R extends { data: Data }>(
  on: Queryable,
  scope: string,
  { module, collection, collectionOf }: Formerly,
  rows: readonly R[],
): Promise<R[]> {
  let moved = [...rows]
  for (const named of formerlyNamed(collection)) {
    const target = collectionOf(named.to)
    const names = [...new Set(moved.flatMap(({ data }) => nameIn(named, data) ?? []))]
    if (!target || names.length === 0) continue
    const ids = await idsOf(on, scope, { module, name: named.to, target, by: named.formerly.by }, names)
    moved = moved.map((row) => {
      const id = ids.get(nameIn(named, row.data) ?? '')
      return id === undefined ? row : { ...row, data: { ...row.data, [named.field]: id, [named.formerly.field]: null } }
    })
  }
  return moved
}

interface Target {
  module: string
  name: string
  target: Collection
  by: string
}

/** A name that the other collection cannot have is left out: the row keeps it as its text. */
async function idsOf(on: Queryable, scope: string, { module, name, target, by }: Target, names: readonly string[]) {
  const fitting = names.flatMap((one) => {
    const made = target.schema.safeParse({ [by]: one })
    return made.success ? [{ id: uuid(), name: one, data: made.data as Data }] : []
  })
  const called = sql.param(fitting.map((one) => one.name))
  const isLive = sql`r.scope_id = ${scope} and r.module = ${module} and r.collection = ${name} and r.deleted_at is null`
  const isNamed = sql`record_folded(r.data->>${by}::text) = record_folded(n.name)`
  await on.execute(sql`
    insert into records (id, scope_id, module, collection, data, schema_version, search, created_at, updated_at)
    select n.id, ${scope}, ${module}, ${name}, n.data::jsonb, ${target.version}, array_to_tsvector(string_to_array(n.search, ' ')), now(), now()
    from unnest(
      ${sql.param(fitting.map((one) => one.id))}::text[], ${called}::text[], ${sql.param(fitting.map((one) => storableJson(one.data)))}::text[],
      ${sql.param(fitting.map((one) => searchOf(target, one.data)))}::text[]
    ) as n(id, name, data, search)
    where not exists (select 1 from records r where ${isLive} and ${isNamed})
    on conflict do nothing`)
  const { rows } = await on.execute<{ name: string; id: string }>(sql`
    select n.name, r.id from unnest(${called}::text[]) as n(name) join records r on ${isLive} and ${isNamed}`)
  return new Map(rows.map((row) => [row.name, row.id]))
}
