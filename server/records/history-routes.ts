import { AppError } from '@atrium/contract/errors'
import { INTEGER_MAX, RowVersion } from '@atrium/contract/integers'
import type { Collection, Row, Store } from '@atrium/contract/module'
import type { Principal } from '@atrium/contract/principal'
import { AnyRow, RecordHistory, type RecordVersion, TrashList } from '@atrium/contract/record-history'
import { and, count, desc, eq, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import { requirePlan } from '../accounts/plan.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Call, type Route, route } from '../platform/http/route.ts'
import type { Actions } from './actions.ts'
import { knownDoers } from './doers.ts'
import { emptyTrash } from './purge.ts'
import { reachCondition, refuseOtherShare, shownTo } from './reach.ts'
import { columns, currentData, type Data, toRow } from './rows.ts'
import type { Snapshot } from './saving.ts'
import { changes, records, recordVersions } from './tables.ts'

/** Versions of one row that are shown. */
const SHOWN = 200
const LIMIT_MS = 60_000

const missing = () => new AppError('not_found', 'That was not found. It may have been deleted for good.')

const Place = z.object({ module: z.string().max(64), collection: z.string().max(64) })
const One = Place.extend({ id: z.string().max(64) })
const PATH = '/api/m/:module/collections/:collection'

/** What of the shared record itself stays as it is when somebody else goes back to an earlier version: its place, and what it is called. */
function ownersFields({ share }: Principal, { partOf = {}, search, shared }: Collection, id: string): string[] {
  if (share?.record !== id) return []
  return [...Object.keys(partOf), ...(shared?.mayRename ? [] : search.slice(0, 1))]
}

/** What every collection has without its module doing anything: a trash, and the history of each row. */
export function historyRoutes(db: Database, actions: Actions): Route[] {
  const find = (place: z.infer<typeof Place>) => {
    const server = actions.servers.get(place.module)
    const { collections = {} } = server?.module ?? {}
    const collection = Object.hasOwn(collections, place.collection) ? collections[place.collection] : undefined
    if (!server || !collection) throw new AppError('not_found', 'There is no such collection here.')
    return { server, collection }
  }
  const mine = (principal: Principal, place: z.infer<typeof Place>) =>
    and(
      eq(records.scopeId, principal.owner),
      eq(records.module, place.module),
      eq(records.collection, place.collection),
      reachCondition(principal, find(place).server.module, place.collection),
    )

  /** As a change of its own, so that it is told to other tabs and can be undone. */
  const change = async (
    { principal, params, request }: Call<z.infer<typeof One>>,
    what: string,
    work: (store: Store<Data>, restored: (row: Row<Data>) => Promise<void>) => Promise<unknown>,
  ) => {
    const { server } = find(params)
    const { module } = server
    refuseOtherShare(principal, module.id)
    await requirePlan(db, principal, { tier: module.tier }, module.title)
    const { onRestore } = await server.server()
    const doing = { name: `${module.id}.${what}`, effect: 'write' } as const
    return actions.perform(
      { principal, action: doing.name, input: params, via: 'http', signal: request.signal, limit: LIMIT_MS },
      async (frame) => {
        const context = actions.context(server, doing, frame)
        const store = (context.store as Readonly<Record<string, Store<Data>>>)[params.collection] as Store<Data>
        return work(store, async (row) => onRestore[params.collection]?.(row as never, context as never))
      },
    )
  }

  async function versionsOf(principal: Principal, place: z.infer<typeof One>): Promise<RecordVersion[]> {
    const { owner, team } = principal
    const { collection } = find(place)
    const { id: record } = place
    const [row] = await db
      .select(columns)
      .from(records)
      .where(and(mine(principal, place), eq(records.id, record)))
    if (!row) throw missing()
    const kept = await db
      .select({
        version: recordVersions.version,
        before: recordVersions.before,
        deletedBefore: recordVersions.deletedBefore,
        at: recordVersions.createdAt,
        action: changes.action,
        via: changes.via,
        actor: changes.actorId,
      })
      .from(recordVersions)
      .innerJoin(changes, eq(changes.id, recordVersions.changeId))
      .where(
        and(
          eq(recordVersions.recordId, record),
          eq(recordVersions.module, place.module),
          eq(recordVersions.scopeId, owner),
        ),
      )
      .orderBy(desc(recordVersions.version))
      .limit(SHOWN)
    const doer = await knownDoers(db, principal, [...new Set(kept.flatMap(({ actor }) => actor ?? []))])
    // Each entry holds what was there before it, which is what the entry below it left.
    let after: Snapshot = { schema: row.schemaVersion, data: row.data }
    let isDeleted = row.deletedAt !== null
    return kept.map(({ version, before, deletedBefore, at, action, via, actor }) => {
      // Where several work on it: in a team, and where it is shared.
      const isOther = team !== undefined || actor !== principal.userId
      const data = currentData(collection, { id: record, data: after.data, schemaVersion: after.schema })
      const shown = {
        version,
        at: at.toISOString(),
        action,
        via,
        ...(isOther && { by: doer(actor).name }),
        isDeleted,
        data,
      }
      if (before) after = before as Snapshot
      isDeleted = deletedBefore !== null
      return shown
    })
  }

  return [
    route(
      {
        tag: 'modules',
        access: 'action.read',
        limit: 'read',
        scoped: true,
        shared: true,
        method: 'GET',
        path: `${PATH}/trash`,
        params: Place,
        summary: 'What was deleted of a collection, the last first',
        query: z.object({ offset: z.coerce.number().int().min(0).max(INTEGER_MAX).default(0) }),
        answer: TrashList,
      },
      async ({ principal, params, query }) => {
        const { collection, server } = find(params)
        const shown = shownTo(principal, server.module, params.collection)
        const deleted = and(mine(principal, params), isNotNull(records.deletedAt))
        const rows = await db
          .select(columns)
          .from(records)
          .where(deleted)
          .orderBy(desc(records.deletedAt), desc(records.id))
          .limit(100)
          .offset(query.offset)
        const [total] = await db.select({ n: count() }).from(records).where(deleted)
        return {
          rows: rows.map((row) => ({
            ...toRow(collection, shown(row)),
            deletedAt: (row.deletedAt as Date).toISOString(),
          })),
          total: total?.n ?? 0,
        }
      },
    ),
    route(
      {
        tag: 'modules',
        access: 'action.write',
        limit: 'write',
        scoped: true,
        shared: true,
        method: 'POST',
        path: `${PATH}/:id/restore`,
        summary: 'Brings a record back from the trash',
        params: One,
        bodyOptional: true,
        answer: z.object({ output: AnyRow, change: z.string().nullable() }),
      },
      (call) =>
        change(call, 'restore', async (store, restored) => {
          await restored(await store.restore(call.params.id))
          return store.get(call.params.id)
        }),
    ),
    route(
      {
        tag: 'modules',
        access: 'action.read',
        limit: 'read',
        scoped: true,
        shared: true,
        method: 'GET',
        path: `${PATH}/:id/history`,
        summary: 'The versions of a record',
        params: One,
        answer: RecordHistory,
      },
      async ({ principal, params }) => {
        const shown = shownTo(principal, find(params).server.module, params.collection)
        const versions = await versionsOf(principal, params)
        return { versions: versions.map(({ data, ...of }) => ({ ...of, data: shown({ id: params.id, data }).data })) }
      },
    ),
    route(
      {
        tag: 'modules',
        access: 'action.write',
        limit: 'write',
        scoped: true,
        shared: true,
        method: 'POST',
        path: `${PATH}/:id/revert`,
        summary: 'Gives a record the content of an earlier version',
        params: One,
        body: z.object({ version: RowVersion }),
        answer: z.object({ output: AnyRow, change: z.string().nullable() }),
      },
      async (call) => {
        const versions = await versionsOf(call.principal, call.params)
        const wanted = versions.find(({ version }) => version === call.body.version)
        if (!wanted) throw new AppError('not_found', 'There is no such version.')
        return change(call, 'revert', async (store, restored) => {
          await restored(await store.restore(call.params.id))
          const kept = ownersFields(call.principal, find(call.params).collection, call.params.id)
          // Left out, not read from the row: a shared one does not say where it lies.
          const given = Object.entries(wanted.data).filter(([name]) => !kept.includes(name))
          return store.update(call.params.id, Object.fromEntries(given))
        })
      },
    ),
    route(
      {
        tag: 'modules',
        access: 'action.write',
        limit: 'write',
        scoped: true,
        method: 'DELETE',
        path: `${PATH}/trash`,
        params: Place,
        summary: 'Removes what was deleted of a collection for good',
        answer: z.object({ removed: z.number() }),
      },
      async ({ principal, params }) => {
        find(params)
        return { removed: await emptyTrash(db, principal.owner, params) }
      },
    ),
  ]
}
