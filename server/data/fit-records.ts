import type { Module } from '@atrium/contract/module'
import pg from 'pg'
import { numbersFrom } from '../records/constraints/numbered.ts'
import type { Place } from '../records/constraints/place.ts'
import { type Dangling, danglingRows } from '../records/dangling.ts'
import { partitionOf } from '../records/declared.ts'
import { keysIn, renamed } from '../records/duplicates.ts'
import { guardsOf, refusalOf } from '../records/guards.ts'
import { createReferences, type Reference, withoutIds } from '../records/references.ts'
import { type Data, searchOf } from '../records/rows.ts'
import type { Write } from '../records/saving.ts'
import { type UniqueKey, uniqueKeys } from '../records/unique-keys.ts'
import type { Session } from './session.ts'

/** How a collection's rows come in beside those that are here. */
export interface Fitting {
  /** Whether anything can keep a row out or change it. */
  isGuarded: boolean
  /** With a name and a number that are free here. */
  fit(data: Data, isLive: boolean): Data
  /** Does it, or throws the sentence of what keeps it out; the import goes on. */
  attempt<T>(id: string, data: Data, insert: () => Promise<T>): Promise<T>
}

export async function fitting({ client, owner }: Session, place: Place): Promise<Fitting> {
  const { module, name, collection } = place
  const keys: { key: UniqueKey; taken: Set<string> }[] = []
  for (const key of uniqueKeys(module, name, collection))
    keys.push({ key, taken: await keysIn(client, module, key, owner) })
  const numbered = await numbersFrom(client, place, owner)
  const guards = guardsOf(module, name, collection)
  return {
    isGuarded: guards.size > 0 || collection.constraints?.numbered !== undefined,
    fit(data, isLive) {
      let fitted = numbered(data)
      if (isLive) for (const { key, taken } of keys) fitted = renamed(key, fitted, taken) ?? fitted
      return fitted
    },
    async attempt(id, data, insert) {
      if (guards.size === 0) return insert()
      await client.query('savepoint before_record')
      try {
        const done = await insert()
        await client.query('release savepoint before_record')
        return done
      } catch (error) {
        await client.query('rollback to savepoint before_record')
        const write = { id, data: JSON.stringify(data), guards } as Write
        throw (await refusalOf(error, [write], { scope: owner, on: client })) ?? error
      }
    },
  }
}

const GONE = 'What it names did not come along.'
const UNBALANCED = 'It does not add up to zero with those that belong to it.'

/** Takes records that came in out again. */
async function leaveOut({ client, owner, tally }: Session, place: Place, ids: readonly string[], reason: string) {
  const { module, name } = place
  const kind = `${module}.${name}`
  await client.query('delete from records where scope_id = $1 and module = $2 and id = any($3)', [owner, module, ids])
  await client.query('delete from imported_records where module = $1 and id = any($2)', [module, ids])
  tally.added(kind, -ids.length)
  for (const _ of ids) tally.refused(kind, kind, reason)
}

const IMPORTED =
  'r.scope_id = $1 and exists (select 1 from imported_records i where i.id = r.id and i.module = r.module)'

/** Whether it can be changed no more, so that even what it names in vain cannot be taken from it. */
function isFinal({ collection, field }: Reference, data: Data): boolean {
  const declared = collection.constraints?.immutable
  if (!declared || (declared.except as readonly string[] | undefined)?.includes(field)) return false
  return !['', 'false'].includes(String(data[declared.once] ?? ''))
}

/** Rows that came in and name what did not: they name nothing, or stay out. Answers whether any stayed out. */
async function settleNames(session: Session, reference: Reference): Promise<boolean> {
  const { client, owner } = session
  for (let isAnyOut = false; ; ) {
    const found = await danglingRows(client, reference, { among: IMPORTED, values: [owner] })
    if (found.length === 0) return isAnyOut
    const isOut = ({ row }: Dangling) => reference.onRemove !== 'clear' || isFinal(reference, row.data as Data)
    const out = found.filter(isOut).map(({ row }) => row.id)
    if (out.length > 0) {
      await leaveOut(session, reference, out, GONE)
      isAnyOut = true
    }
    for (const { row, gone } of found.filter((one) => !isOut(one))) {
      const was = row.data as Data
      const data = { ...was, ...withoutIds(reference, was, gone) }
      await client.query(
        `update records set data = $4, search = array_to_tsvector(string_to_array($5, ' ')) where id = $1 and module = $2 and scope_id = $3`,
        [row.id, row.module, owner, JSON.stringify(data), searchOf(reference.collection, data)],
      )
    }
  }
}

/** Of parents whose rows do not add up what came in stays out. */
async function settleBalance(session: Session, place: Place): Promise<boolean> {
  const { module, name, collection } = place
  const balanced = collection.constraints?.balanced
  if (!balanced) return false
  const [parent, amount] = [balanced.parent, balanced.amount].map((field) => pg.escapeLiteral(field)) as [
    string,
    string,
  ]
  const { rows } = await session.client.query<{ id: string }>(
    `select r.id from ${partitionOf(module)} r where r.collection = ${pg.escapeLiteral(name)} and ${IMPORTED} and r.data->>${parent} in (
       select data->>${parent} from ${partitionOf(module)} where scope_id = $1 and collection = ${pg.escapeLiteral(name)} and deleted_at is null
       group by 1 having sum((data->>${amount})::numeric) <> 0)`,
    [session.owner],
  )
  if (rows.length === 0) return false
  await leaveOut(
    session,
    place,
    rows.map(({ id }) => id),
    UNBALANCED,
  )
  return true
}

/** Once all have come in: what they name is there, and what belongs together adds up. */
export async function settleRecords(session: Session, modules: readonly Module[]): Promise<void> {
  const references = createReferences(modules)
  const places = modules.flatMap(({ id, collections }) =>
    Object.entries(collections).map(([name, collection]) => ({ module: id, name, collection })),
  )
  for (let isMoving = true; isMoving; ) {
    isMoving = false
    for (const place of places) {
      for (const reference of references.from(place)) {
        if (await settleNames(session, reference)) isMoving = true
      }
      if (await settleBalance(session, place)) isMoving = true
    }
  }
}
