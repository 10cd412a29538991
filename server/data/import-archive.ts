import { buffer } from 'node:stream/consumers'
import { AppError } from '@atrium/contract/errors'
import type { Collection, Module } from '@atrium/contract/module'
import { inOurWords } from '@atrium/contract/own-words'
import { PICTURE_MAX_BYTES, Preferences, ProfileChange } from '@atrium/contract/profile'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { z } from 'zod'
import { keepPicture } from '../accounts/picture.ts'
import { users } from '../accounts/tables.ts'
import { FULL, KEPT, oneAtATime } from '../chat/memory.ts'
import type { Files } from '../files/files.ts'
import { safeName } from '../files/names.ts'
import { refuseOverQuota } from '../files/quota.ts'
import type { Incoming } from '../files/store.ts'
import { storable, storableValue } from '../platform/runs/storable.ts'
import { changePreferences, DEFAULTS, readPreferences } from '../preferences/preferences.ts'
import { withNamedTargets } from '../records/formerly-named.ts'
import { currentData, type Data, searchOf, storableJson } from '../records/rows.ts'
import { fitting, settleRecords } from './fit-records.ts'
import {
  ArchivedFile,
  ArchivedMemory,
  ArchivedRecord,
  FORMAT_VERSION,
  Manifest,
  MessageLine,
  RECORDS,
  ThreadLine,
} from './format.ts'
import { importComments } from './import-comments.ts'
import { idsOf, importHistory, rememberRecords } from './import-history.ts'
import { jsonOf, linesOf } from './json-stream.ts'
import { reasonOf } from './reason.ts'
import { groupsOf, idIn, ownCopyOf, type Session, settleIds, withIds } from './session.ts'
import { threadWriter } from './write-threads.ts'
import type { Archive } from './zip-read.ts'

const GROUP = 200

export async function checkManifest(archive: Archive): Promise<void> {
  const manifest = Manifest.safeParse(await jsonOf(archive.read('manifest.json')))
  if (!manifest.success) throw new AppError('unprocessable', 'This zip has a manifest.json that is not one of ours.')
  if (manifest.data.formatVersion > FORMAT_VERSION)
    throw new AppError('unprocessable', 'This archive was made by a newer version. Update this installation first.')
}

/**
 * Brings in the files' bytes, and the rows for them; `keepFiles` puts the bytes where they belong. No more than one file's text
 * is in memory at a time.
 */
export async function receiveFiles(
  session: Session,
  archive: Archive,
  files: Files,
  wanted: readonly ArchivedFile[],
  received: Incoming[],
) {
  const tx = drizzle(session.client as import('pg').PoolClient)
  for (const file of wanted) {
    const name = safeName(file.name)
    const changed = () =>
      new AppError('unprocessable', `The file ${name} in this archive is not what was exported. Nothing was imported.`)
    const most = { bytes: file.size, refusal: changed }
    const incoming = await files.store.receive(archive.read(`files/${file.id}`), most)
    received.push(incoming) // known from here on, so that it is thrown away when something fails
    if (incoming.sha256 !== file.sha256) throw changed()
    const { id, createdAt } = file
    const inspected = await files.inspect(session.owner, name, storable(file.mime), incoming)
    const row = {
      ...inspected,
      id: idIn(session, id),
      createdAt: new Date(createdAt),
      incoming,
      module: file.module ?? null,
    }
    await files.addRow(tx, session.owner, row)
  }
}

/** Throws `too_large` when there is no room for them; looked at before the first byte is written. */
export const refuseFiles = ({ client, owner }: Session, { quotas }: Files, fresh: readonly ArchivedFile[]) =>
  refuseOverQuota(
    drizzle(client as import('pg').PoolClient),
    quotas,
    owner,
    fresh.reduce((sum, { size }) => sum + size, 0),
  )

/** Which files of the archive are new here, and what each is called here. */
export async function sortFiles(session: Session, archive: Archive) {
  const ids = new Map<string, string>()
  const fresh: ArchivedFile[] = []
  if (!archive.has('files.jsonl')) return { ids, fresh }
  for await (const group of groupsOf(linesOf(archive.read('files.jsonl')), GROUP)) {
    const listed: ArchivedFile[] = []
    for (const value of group) {
      const file = ArchivedFile.safeParse(value, inOurWords)
      if (!file.success) session.tally.refused('files', 'A file', reasonOf(file.error))
      else if (!archive.has(`files/${file.data.id}`))
        session.tally.refused('files', file.data.name, 'Its content is missing in the archive.')
      else listed.push(file.data)
    }
    await settleIds(
      session,
      'files',
      listed.map(({ id }) => id),
    )
    const own = listed.map(({ id }) => idIn(session, id))
    const { rows } = await session.client.query<{ id: string }>('select id from files where id = any($1)', [own])
    const here = new Set(rows.map(({ id }) => id))
    for (const file of listed) {
      const id = idIn(session, file.id)
      if (ids.has(file.id)) continue
      ids.set(file.id, id)
      if (here.has(id)) session.tally.present('files')
      else {
        session.tally.added('files')
        fresh.push(file)
      }
    }
  }
  return { ids, fresh }
}

const isThread = (value: unknown) => typeof value === 'object' && value !== null && 'thread' in value

export async function importThreads(session: Session, archive: Archive, fileIds: ReadonlyMap<string, string>) {
  const writer = threadWriter(session, fileIds)
  for await (const value of linesOf(archive.read('threads.jsonl'))) {
    const line = (isThread(value) ? ThreadLine : MessageLine).safeParse(value, inOurWords)
    if (!line.success) {
      const [kind, what] = isThread(value) ? (['threads', 'A thread'] as const) : (['messages', 'A message'] as const)
      if (isThread(value)) writer.close()
      session.tally.refused(kind, what, reasonOf(line.error))
    } else if ('thread' in line.data) await writer.open(line.data.thread)
    else if (!(await writer.add(line.data.message)))
      session.tally.refused('messages', 'A message', 'Its thread was refused.')
  }
  await writer.end()
}

export async function importMemories(session: Session, archive: Archive) {
  const { client, owner, tally } = session
  const listed = z.array(z.unknown()).safeParse(await jsonOf(archive.read('memories.json')), inOurWords)
  if (!listed.success) return tally.refused('memories', 'The memories', reasonOf(listed.error))
  await oneAtATime(client, owner)
  const { rows } = await client.query<{ id: string; text: string }>(
    'select id, text from memories where owner_id = $1',
    [owner],
  )
  const texts = new Set(rows.map(({ text }) => text.toLowerCase()))
  for (const value of listed.data) {
    const memory = ArchivedMemory.safeParse(value, inOurWords)
    if (!memory.success) {
      tally.refused('memories', 'A memory', reasonOf(memory.error))
      continue
    }
    const { id, createdAt, sourceMessageId } = memory.data
    const text = storable(memory.data.text)
    if (texts.has(text.toLowerCase())) tally.present('memories')
    else if (texts.size >= KEPT) tally.refused('memories', text, FULL)
    else {
      await settleIds(session, 'memories', [id])
      const { rowCount } = await client.query(
        `insert into memories (id, owner_id, text, source_message_id, created_at)
         values ($1, $2, $3, (select id from messages where id = any($4) and owner_id = $2 limit 1), $5) on conflict (id) do nothing`,
        [
          idIn(session, id),
          owner,
          text,
          sourceMessageId ? [sourceMessageId, ownCopyOf(owner, sourceMessageId)] : [],
          createdAt,
        ],
      )
      if (rowCount) tally.added('memories')
      else tally.present('memories')
      texts.add(text.toLowerCase())
    }
  }
}

/** The account's own win: the archive's are taken where nothing was chosen here. */
export async function importPreferences(session: Session, archive: Archive) {
  const given = Preferences.safeParse(await jsonOf(archive.read('preferences.json')), inOurWords)
  if (!given.success) return session.tally.refused('preferences', 'The preferences', reasonOf(given.error))
  const tx = drizzle(session.client as import('pg').PoolClient)
  const here = await readPreferences(tx, session.owner)
  const isUntouched = JSON.stringify(here) === JSON.stringify(DEFAULTS)
  if (!isUntouched || JSON.stringify(given.data) === JSON.stringify(DEFAULTS))
    return session.tally.present('preferences')
  await changePreferences(tx, session.owner, given.data)
  session.tally.added('preferences')
}

/** The name and the picture, where the account has none. Username and e-mail are the account's own. */
export async function importProfile(session: Session, archive: Archive) {
  const { owner, tally } = session
  const tx = drizzle(session.client as import('pg').PoolClient)
  const [here] = await tx.select().from(users).where(eq(users.id, owner))
  const given = archive.has('profile.json')
    ? ProfileChange.pick({ firstName: true }).safeParse(await jsonOf(archive.read('profile.json')))
    : null
  const firstName = given?.success ? given.data.firstName : null
  if (firstName && here?.firstName) tally.present('profile')
  else if (firstName) {
    await tx.update(users).set({ firstName }).where(eq(users.id, owner))
    tally.added('profile')
  }
  if (!archive.has('picture')) return
  if (here?.image) return tally.present('picture')
  if (archive.size('picture') > PICTURE_MAX_BYTES)
    return tally.refused('picture', 'The picture', 'That file is too large.')
  try {
    await keepPicture(tx, owner, await buffer(archive.read('picture')))
    tally.added('picture')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    tally.refused('picture', 'The picture', error.message)
  }
}

const RECORD = `with added as (
    insert into records (id, scope_id, module, collection, data, schema_version, version, created_at, updated_at, deleted_at, search)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, array_to_tsvector(string_to_array($11, ' '))) on conflict (id, module, scope_id) do nothing
    returning id, module, collection, version
  ) insert into imported_records select id, module, collection, version from added`

async function importCollection(session: Session, archive: Archive, file: string, modules: readonly Module[]) {
  const [, module = '', name = ''] = RECORDS.exec(file) ?? []
  const kind = `${module}.${name}`
  const { client, owner, tally } = session
  const { collections: all = {} } = modules.find((one) => one.id === module) ?? {}
  const collection: Collection | undefined = Object.hasOwn(all, name) ? all[name] : undefined
  const fitted = collection && (await fitting(session, { module, name, collection }))
  const on = drizzle(client as import('pg').PoolClient)
  const withTargets = async (data: Data): Promise<Data> => {
    if (!collection) return data
    const place = { module, collection, collectionOf: (other: string) => all[other] }
    const [row] = await withNamedTargets(on, owner, place, [{ data }])
    return row?.data ?? data
  }
  const isHere = async (id: string) => {
    const { rows } = await client.query('select 1 from records where id = $1 and module = $2 and scope_id = $3', [
      ...[id, module, owner],
    ])
    return rows.length > 0
  }
  for await (const value of linesOf(archive.read(file))) {
    if (!collection || !fitted) {
      tally.leftOut(kind, kind, 'The module that it belongs to is not installed here.')
      continue
    }
    try {
      const { id: named, data, schemaVersion, version, ...moments } = ArchivedRecord.parse(value, inOurWords)
      const moved = storableValue(withIds(session.renamed, data) as Data)
      if (schemaVersion > collection.version) throw new Error('It was made by a newer version of the module.')
      const current = await withTargets(currentData(collection, { id: named, data: moved, schemaVersion }))
      const { createdAt, updatedAt, deletedAt } = moments
      const id = idIn(session, named)
      if (fitted.isGuarded && (await isHere(id))) {
        tally.present(kind)
        continue
      }
      const parsed = fitted.fit(collection.schema.parse(current, inOurWords) as Data, deletedAt === null)
      const place = [id, owner, module, name, storableJson(parsed), collection.version, version]
      const values = [...place, createdAt, updatedAt, deletedAt, searchOf(collection, parsed)]
      const insert = () => client.query({ name: 'import-record', text: RECORD, values })
      const { rowCount } = await fitted.attempt(id, parsed, insert)
      if (rowCount) tally.added(kind)
      else tally.present(kind)
    } catch (error) {
      if (error instanceof Error && 'severity' in error) throw error // the database's, which ends the transaction
      tally.refused(kind, kind, reasonOf(error))
    }
  }
}

export async function importRecords(session: Session, archive: Archive, modules: readonly Module[]) {
  const files = archive.names().filter((name) => RECORDS.test(name))
  // Records name one another: which are somebody else's here has to be known before the first is written.
  for (const file of files)
    for await (const ids of groupsOf(idsOf(linesOf(archive.read(file))), 1000)) await settleIds(session, 'records', ids)
  await rememberRecords(session)
  for (const file of files) await importCollection(session, archive, file, modules)
  await settleRecords(session, modules)
  await importHistory(session, archive, modules)
  await importComments(session, archive)
}
