import type { Module } from '@atrium/contract/module'
import { inOurWords } from '@atrium/contract/own-words'
import { z } from 'zod'
import { currentData, storableJson } from '../records/rows.ts'
import { ArchivedChange, ArchivedVersion, CHANGES, VERSIONS } from './format.ts'
import { linesOf } from './json-stream.ts'
import { reasonOf } from './reason.ts'
import { groupsOf, idIn, type Session, settleIds, withIds } from './session.ts'
import type { Archive } from './zip-read.ts'

const GROUP = 200

/** Only the ids of lines, so that many fit in one question. */
export async function* idsOf(lines: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const line of lines) {
    const named = z.object({ id: z.string().max(64) }).safeParse(line)
    if (named.success && !named.data.id.includes('\0')) yield named.data.id
  }
}

/** To be done before anything that names a change: a reply that can be undone, a record's version. */
export async function settleChanges(session: Session, archive: Archive): Promise<void> {
  if (!archive.has(CHANGES)) return
  for await (const ids of groupsOf(idsOf(linesOf(archive.read(CHANGES))), 1000))
    await settleIds(session, 'changes', ids)
}

const CHANGE = `insert into changes (id, scope_id, action, via, input, created_at, undone_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`
// What was written here since belongs to the records that were here already: only those that came in now bring their past.
const PAST = `insert into record_versions (record_id, module, scope_id, version, change_id, before, deleted_before, created_at)
  select p.record_id, i.module, $1, p.version, c.id, p.before::jsonb, p.deleted_before, p.created_at
  from unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::text[])
    as p(record_id, version, change_id, before, deleted_before, created_at, module)
  join imported_records i on i.id = p.record_id and i.module = p.module and p.version <= i.version
  join changes c on c.id = p.change_id and c.scope_id = $1
  on conflict do nothing`
const COLLECTIONS = 'select id, module, collection from imported_records where id = any($1)'

/** Puts down which records an import makes: `imported_records`, until the transaction ends. */
export const rememberRecords = (session: Session) =>
  session.client.query(
    'create temporary table imported_records (id text, module text, collection text, version int, primary key (id, module)) on commit drop',
  )

async function importChanges(session: Session, archive: Archive): Promise<void> {
  for await (const value of linesOf(archive.read(CHANGES))) {
    try {
      const { id, action, via, input, createdAt, undoneAt } = ArchivedChange.parse(value, inOurWords)
      const json = input === null || input === undefined ? null : storableJson(withIds(session.renamed, input))
      const values = [idIn(session, id), session.owner, action, via, json, createdAt, undoneAt]
      await session.client.query({ name: 'import-change', text: CHANGE, values })
    } catch (error) {
      if (error instanceof Error && 'severity' in error) throw error // the database's, which ends the transaction
      session.tally.refused('history', 'A change', reasonOf(error))
    }
  }
}

/** The line as it is to stand here. Throws an error whose message is the reason. */
function versionHere(
  session: Session,
  modules: readonly Module[],
  place: Map<string, [string, string]>,
  value: unknown,
) {
  const { recordId, before, module: said, ...rest } = ArchivedVersion.parse(value, inOurWords)
  const id = idIn(session, recordId)
  const [module = '', name = ''] = place.get(said ? `${id} ${said}` : id) ?? []
  const collection = modules.find((one) => one.id === module)?.collections[name]
  if (!collection) return null // a record that was here already, or was refused
  if (before === null) return { ...rest, id, module, before: null }
  if (before.schema > collection.version) throw new Error('It was made by a newer version of the module.')
  const moved = withIds(session.renamed, before.data) as typeof before.data
  // What an undo brings back is not looked at again.
  const data = collection.schema.parse(
    currentData(collection, { id, data: moved, schemaVersion: before.schema }),
    inOurWords,
  )
  return { ...rest, id, module, before: storableJson({ schema: collection.version, data }) }
}

async function importVersions(session: Session, archive: Archive, modules: readonly Module[]): Promise<void> {
  const { client, owner, tally } = session
  const weigh = (value: unknown) => JSON.stringify(value).length
  for await (const group of groupsOf(linesOf(archive.read(VERSIONS)), GROUP, weigh)) {
    const named = group.flatMap((value) => {
      const { data } = ArchivedVersion.pick({ recordId: true }).safeParse(value)
      return data ? [idIn(session, data.recordId)] : []
    })
    const { rows } = await client.query<{ id: string; module: string; collection: string }>(COLLECTIONS, [named])
    const place = new Map(
      rows.flatMap(({ id, module, collection }) =>
        [id, `${id} ${module}`].map((mark) => [mark, [module, collection] as [string, string]] as const),
      ),
    )
    const lines = group.flatMap((value) => {
      try {
        const line = versionHere(session, modules, place, value)
        return line ? [line] : []
      } catch (error) {
        tally.refused('history', 'A version of a record', reasonOf(error))
        return []
      }
    })
    await client.query({
      name: 'import-versions',
      text: PAST,
      values: [
        owner,
        lines.map(({ id }) => id),
        lines.map(({ version }) => version),
        lines.map(({ changeId }) => idIn(session, changeId)),
        lines.map(({ before }) => before),
        lines.map(({ deletedBefore }) => deletedBefore),
        lines.map(({ createdAt }) => createdAt),
        lines.map(({ module }) => module),
      ],
    })
  }
}

/** What happened to the records that came in: what their history shows, and what can be undone. Archives may lack it. */
export async function importHistory(session: Session, archive: Archive, modules: readonly Module[]): Promise<void> {
  if (!archive.has(CHANGES) || !archive.has(VERSIONS)) return
  await importChanges(session, archive)
  await importVersions(session, archive, modules)
}
