import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@atrium/contract/errors'
import type { Collection } from '@atrium/contract/module'
import type { Principal } from '@atrium/contract/principal'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { refuseClosedTargets } from './closed-targets.ts'
import { guardsOf } from './guards.ts'
import type { InstalledModule } from './installed.ts'
import { countNaming, goneTarget, idsIn, liveTargets, type References, stillUsed } from './references.ts'
import { columns, type Data, nameOf, type Stored, searchOf } from './rows.ts'
import type { Snapshot } from './saving.ts'
import { changes, recordOfVersion, records, recordVersions } from './tables.ts'
import { type Beside, createUnit } from './unit.ts'
import { forgetSettled } from './upgrade.ts'

/** Names in one sentence; the rest are counted. */
const NAMED = 3

interface Touched extends Stored {
  /** As it was before the change; null when the change made it. */
  before: Snapshot | null
  deletedBefore: Date | null
  /** The version that the change left. */
  left: number
}

async function touchedBy(on: Queryable, changeId: string): Promise<Touched[]> {
  const entries = await on
    .select({
      ...columns,
      before: recordVersions.before,
      deletedBefore: recordVersions.deletedBefore,
      left: recordVersions.version,
    })
    .from(recordVersions)
    .innerJoin(records, recordOfVersion)
    .where(eq(recordVersions.changeId, changeId))
    .orderBy(asc(records.id), asc(recordVersions.version))
    .for('update', { of: records })
  const byRecord = new Map<string, Touched>()
  for (const entry of entries) {
    const first = byRecord.get(entry.id)
    if (first) first.left = entry.left
    else byRecord.set(entry.id, { ...entry, before: entry.before as Snapshot | null })
  }
  return [...byRecord.values()]
}

/** Those to which something happened since that is still to be seen: an undo of what came later has put them back. */
async function movedSince(on: Queryable, scope: string, touched: readonly Touched[]): Promise<Touched[]> {
  const later = touched.filter((row) => row.version !== row.left)
  if (later.length === 0) return []
  const named = sql`select * from unnest(${sql.param(later.map(({ id }) => id))}::text[],
    ${sql.param(later.map(({ left }) => left + 1))}::int[], ${sql.param(later.map(({ module }) => module))}::text[])`
  const entries = await on
    .select()
    .from(recordVersions)
    .where(
      and(
        eq(recordVersions.scopeId, scope),
        sql`(${recordVersions.recordId}, ${recordVersions.version}, ${recordVersions.module}) in (${named})`,
      ),
    )
  const leftBehind = new Map(entries.map((entry) => [entry.recordId, entry]))
  return later.filter((row) => {
    const entry = leftBehind.get(row.id)
    const was = entry?.before as Snapshot | undefined
    const isBack = was?.schema === row.schemaVersion && isDeepStrictEqual(was.data, row.data)
    return !isBack || (entry?.deletedBefore === null) !== (row.deletedAt === null)
  })
}

/** Marks the change as undone; a second caller waits here for the first, and is told. */
async function claimUndo(on: Queryable, scope: string, changeId: string): Promise<void> {
  const mine = and(eq(changes.id, changeId), eq(changes.scopeId, scope))
  const marked = await on
    .update(changes)
    .set({ undoneAt: new Date() })
    .where(and(mine, isNull(changes.undoneAt)))
    .returning({ id: changes.id })
  if (marked.length > 0) return
  const [known] = await on.select({ id: changes.id }).from(changes).where(mine)
  throw known
    ? new AppError('conflict', 'This was undone already.')
    : new AppError('not_found', 'There is no such change to undo.')
}

/** In whose scope a change was made; null for one that is not there. */
export async function scopeOfChange(on: Queryable, changeId: string): Promise<string | null> {
  const [change] = await on.select({ scope: changes.scopeId }).from(changes).where(eq(changes.id, changeId))
  return change?.scope ?? null
}

/**
 * Brings every record of a change back to what it was before it, unless what it left has been changed since; all or nothing.
 * The undo is itself a change (`undo`), so history stays whole. Answers the modules whose records moved.
 */
export async function undoChange(
  db: Database,
  servers: ReadonlyMap<string, Pick<InstalledModule, 'module'>>,
  { owner: scope, userId: actor }: Pick<Principal, 'owner' | 'userId'>,
  changeId: string,
  references: References,
  beside?: Beside,
): Promise<string[]> {
  const now = new Date()
  const unit = createUnit(db, scope, { action: 'undo', via: 'http', input: { change: changeId }, actor }, now, beside)
  const collectionOf = (row: Stored) => servers.get(row.module)?.module.collections[row.collection]
  try {
    const on = await unit.locking(changeId)
    await claimUndo(on, scope, changeId)
    const touched = await touchedBy(on, changeId)
    const moved = await movedSince(on, scope, touched)
    if (moved.length > 0) throw movedOn(moved, collectionOf)
    await refuseDangling(on, scope, touched, references, collectionOf)
    const left = touched.flatMap((row) =>
      row.before === null || row.deletedBefore !== null ? [] : [{ row, data: row.before.data as Data }],
    )
    await refuseClosedTargets(on, scope, left, references)
    for (const row of touched) {
      const snapshot = row.before ?? { schema: row.schemaVersion, data: row.data }
      const declared = collectionOf(row)
      await unit.write({
        ...(declared && { guards: guardsOf(row.module, row.collection, declared) }),
        id: row.id,
        module: row.module,
        collection: row.collection,
        data: JSON.stringify(snapshot.data),
        schemaVersion: snapshot.schema,
        version: row.version + 1,
        search: searchOf(collectionOf(row), snapshot.data as Data),
        createdAt: row.createdAt,
        deletedAt: row.before === null ? now : row.deletedBefore,
        before: { schema: row.schemaVersion, data: row.data },
        deletedBefore: row.deletedAt,
      })
    }
    const isOlder = (row: Touched) => (row.before?.schema ?? row.schemaVersion) < (collectionOf(row)?.version ?? 0)
    if (touched.some(isOlder)) forgetSettled(scope)
    await unit.commit()
    return [...new Set(touched.map((row) => row.module))]
  } catch (error) {
    await unit.rollback()
    throw error
  }
}

/**
 * What the change made may be named by others since, and what it removed may name what is gone since: then it cannot be taken back.
 */
async function refuseDangling(
  on: Queryable,
  scope: string,
  touched: readonly Touched[],
  references: References,
  collectionOf: (row: Stored) => Collection | undefined,
): Promise<void> {
  const going = touched.filter((row) => row.before === null || row.deletedBefore !== null)
  const gone = new Set(going.map(({ id }) => id))
  const back = touched.filter((row) => !gone.has(row.id))
  const here = new Set(back.map(({ id }) => id))
  const places = (rows: readonly Touched[]) =>
    Map.groupBy(rows, ({ module, collection }) => `${module} ${collection}`).values()
  for (const rows of places(going)) {
    const [{ module, collection: name }] = rows as [Touched]
    for (const reference of references.to({ module, name })) {
      const ids = rows.map(({ id }) => id)
      const others = await countNaming(on, scope, reference, ids, [...gone, ...here])
      const [row] = rows as [Touched]
      if (others > 0) throw stillUsed(nameOf(collectionOf(row), row.data as Data), others, reference.name)
    }
  }
  for (const rows of places(back)) {
    const [{ module, collection: name }] = rows as [Touched]
    for (const reference of references.from({ module, name })) {
      const ids = rows
        .flatMap((row) => idsIn(reference, (row.before?.data ?? {}) as Data))
        .filter((id) => !here.has(id))
      const wanted = new Set(ids)
      if (wanted.size === 0) continue
      const live = await liveTargets(on, scope, reference.target, [...wanted])
      if ([...wanted].some((id) => !live.has(id) || gone.has(id))) throw goneTarget(reference.field)
    }
  }
}

function movedOn(moved: Touched[], collectionOf: (row: Stored) => Collection | undefined): AppError {
  const names = moved.slice(0, NAMED).map((row) => nameOf(collectionOf(row), row.data as Data))
  const more = moved.length > NAMED ? ` and ${moved.length - NAMED} more` : ''
  return new AppError(
    'conflict',
    `${names.join(', ')}${more} ${moved.length > 1 ? 'were' : 'was'} changed since, so this can no longer be undone.`,
    { details: { records: moved.map((row) => row.id) } },
  )
}
