import type { Exclusive } from '@atrium/contract/constraints'
import { AppError } from '@atrium/contract/errors'
import type { Collection } from '@atrium/contract/module'
import pg from 'pg'
import { uuid } from '../../platform/ids.ts'
import { type Declared, expressionOf, namedBy, partitionOf } from '../declared.ts'
import { fieldKind } from '../field-kinds.ts'
import { currentData, type Data, nameOf, type StoredColumns, searchOf, storedOf } from '../rows.ts'
import { type Guard, save } from '../saving.ts'
import type { Place } from './place.ts'

const COLUMNS = 'id, module, collection, data, schema_version, version, created_at, updated_at, deleted_at'

const text = (data: string, field: string) => `(${data}->>${pg.escapeLiteral(field)})`

/** The row's time or numbers as a range; null for one that ends before it begins. */
function rangeOf(collection: Collection, { from, to }: Exclusive<string>, data: string): string {
  const kind = fieldKind(collection, from)
  // Days have no zone: as moments of one they lie apart as they should.
  const bound = (field: string) =>
    kind === 'text' ? `record_moment(${text(data, field)} || 'T00:00:00Z')` : expressionOf(collection, field, data)
  const range = kind === 'number' ? 'numrange' : 'tstzrange'
  return `(case when ${bound(from)} <= coalesce(${bound(to)}, ${bound(from)}) then ${range}(${bound(from)}, ${bound(to)}) end)`
}

const conditionOf = (name: string, { by, when }: Exclusive<string>) =>
  [
    `collection = ${pg.escapeLiteral(name)} and deleted_at is null`,
    ...by.map((field) => `${text('data', field)} <> ''`),
    ...Object.entries(when ?? {}).map(
      ([field, values]) =>
        `${text('data', field)} in (${(values as string[]).map((value) => pg.escapeLiteral(value)).join(', ')})`,
    ),
  ].join(' and ')

/**
 * Whose it is, as a range of one number: equality that a plain gist index knows without the extension btree_gist, which many a managed
 * database does not have. Two owners of one hash (of 2^64) would meet only if they also met in time.
 */
function ownerOf({ by }: Exclusive<string>): string {
  const parts = ['scope_id', ...by.map((field) => text('data', field))]
  const hash = `hashtextextended(${parts.join(" || E'\\x1f' || ")}, 0)`
  return `int8range(${hash}, ${hash}, '[]')`
}

function declared({ module, name, collection }: Place, one: Exclusive<string>): Declared {
  const of = `exclude using gist (${ownerOf(one)} with &&, ${rangeOf(collection, one, 'data')} with &&) where (${conditionOf(name, one)})`
  const named = namedBy('ex', module, of)
  const fields = [...one.by, one.from, one.to]
  return {
    ...{ name: named, collection: name, fields },
    sql: `alter table ${partitionOf(module)} add constraint ${named} ${of}`,
  }
}

export const exclusions = (place: Place): Declared[] =>
  (place.collection.constraints?.exclude ?? []).map((one) => declared(place, one))

/** Names the row that has the time already. */
export function guardsOfExclusions(place: Place): Guard[] {
  const { module, name, collection } = place
  return (collection.constraints?.exclude ?? []).map((one) => ({
    name: declared(place, one).name,
    inTurn: true,
    refuse: async ({ writes, scope, on }) => {
      const same = one.by.map((field) => `${text('data', field)} = ${text('$3::jsonb', field)}`)
      const find = `select id, data, schema_version as "schemaVersion" from ${partitionOf(module)} where scope_id = $1 and id <> all($2::text[])
        and ${[conditionOf(name, one), ...same].join(' and ')}
        and ${rangeOf(collection, one, 'data')} && ${rangeOf(collection, one, '$3::jsonb')} order by id limit 1`
      const ids = writes.map(({ id }) => id)
      for (const { data } of writes) {
        const { rows } = await on.query<{ id: string; data: unknown; schemaVersion: number }>(find, [scope, ids, data])
        const [other] = rows
        if (other)
          return refusal(
            nameOf(collection, JSON.parse(data) as Data),
            nameOf(collection, currentData(collection, other)),
            other.id,
          )
      }
      const [first] = writes
      return refusal(nameOf(collection, JSON.parse(first?.data ?? '{}') as Data), 'another', null)
    },
  }))
}

const refusal = (one: string, other: string, id: string | null) =>
  new AppError('conflict', `${one} would overlap with ${other}. Choose another time, please.`, {
    details: { overlaps: id },
  })

/** Of the rows of one owner those whose time the other has given away go to the trash, before the rows of both become the other's. */
export async function trashOverlapping(
  on: Pick<pg.ClientBase, 'query'>,
  { module, name, collection }: Place,
  from: string,
  to: string,
): Promise<void> {
  for (const one of collection.constraints?.exclude ?? []) {
    const same = one.by.map((field) => `${text('mine.data', field)} = ${text('data', field)}`)
    const { rows } = await on.query<StoredColumns>(
      `select ${COLUMNS} from ${partitionOf(module)} mine where scope_id = $1 and ${conditionOf(name, one)} and exists (
         select 1 from ${partitionOf(module)} where scope_id = $2 and ${[conditionOf(name, one), ...same].join(' and ')}
           and ${rangeOf(collection, one, 'mine.data')} && ${rangeOf(collection, one, 'data')})`,
      [from, to],
    )
    if (rows.length === 0) continue
    const now = new Date()
    const writes = rows.map(storedOf).map((row) => ({
      ...row,
      data: JSON.stringify(row.data),
      version: row.version + 1,
      search: searchOf(collection, row.data as Data),
      deletedAt: now,
      before: { schema: row.schemaVersion, data: row.data },
      deletedBefore: null,
    }))
    const cause = { action: `${module}.remove`, via: 'core', input: null, actor: null }
    await save(on as Pick<pg.Pool, 'query'>, writes, { scope: from, change: uuid(), now, cause })
  }
}
