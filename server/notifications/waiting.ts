import { AppError } from '@atrium/contract/errors'
import type { Row } from '@atrium/contract/module'
import {
  isOwnPath,
  type NewNotification,
  NOTIFICATION_BODY_MAX,
  NOTIFICATION_TITLE_MAX,
  type Reminder,
} from '@atrium/contract/notifications'
import { instantOf } from '@atrium/domain/dates/local-time'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { storable } from '../platform/runs/storable.ts'
import type { Log } from '../platform/telemetry.ts'
import { saidIn } from '../platform/texts.ts'
import { type Whereabouts, zoneOf } from '../preferences/last-zone.ts'
import { comparableText } from '../records/field-kinds.ts'
import type { InstalledModule } from '../records/installed.ts'
import type { Around, Notices, Told } from '../records/notices.ts'
import { type Data, toRow } from '../records/rows.ts'
import type { DerivedRow } from './derived-row.ts'
import { type Kinds, kindKey } from './kinds.ts'
import { isSettings, remindingRows, settingsFor, usualSettings, watched } from './reminder-settings.ts'

type On = Pick<pg.PoolClient, 'query'>

const dataOf = ({ data, value }: Pick<DerivedRow, 'data' | 'value'>) =>
  (value ?? (typeof data === 'string' ? JSON.parse(data) : data)) as Data

const LOCAL = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d$/

interface Said {
  kind: string
  title: string
  body: string
  link: string | null
  localAt: string | null
  at: Date
}

/** As it is kept. Throws a sentence for a link to elsewhere, and an error for what no module should say. */
function said(
  kinds: Kinds,
  module: string,
  given: Omit<NewNotification, 'to'>,
  { timeZone: zone, language }: Whereabouts,
  now: Date,
): Said {
  if (!kinds.has(kindKey(module, given.kind)))
    throw new Error(`${module} declares no notification “${given.kind}” in its module.ts`)
  if (given.link !== undefined && !isOwnPath(given.link))
    throw new AppError('bad_request', 'A notification can lead to a page of this workspace only.')
  const { at = now } = given
  const localAt = typeof at === 'string' ? at : null
  if (localAt !== null && !LOCAL.test(localAt)) throw new Error(`${module} says “${localAt}” for a local time`)
  const instant = localAt === null ? (at as Date) : instantOf(localAt, zone)
  if (Number.isNaN(instant.getTime())) throw new Error(`${module} gives a notification a time that is none`)
  return {
    kind: given.kind,
    title: storable(given.title).slice(0, NOTIFICATION_TITLE_MAX).toWellFormed(),
    body: storable(typeof given.body === 'object' ? saidIn(given.body, language) : (given.body ?? ''))
      .slice(0, NOTIFICATION_BODY_MAX)
      .toWellFormed()
      .trimEnd(),
    link: given.link ?? null,
    localAt,
    at: instant,
  }
}

/**
 * $1 scope, $2 now, $3 and $4 the rows, the rest what they remind of. A reminder whose time is past stays only when it waited
 * already and is due this moment: the rest would come late and tell nothing new.
 */
const DERIVE = `with fresh as (
  select * from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[],
    $13::text[], $14::timestamptz[])
    as f(record_id, module, collection, key, kind, title, body, link, local_at, at)
), kept as (
  select f.* from fresh f where f.at > $2::timestamptz or exists (
    select from waiting_notifications w
    where w.record_id = f.record_id and w.module = f.module and w.scope_id = $1::text and w.key = f.key and w.at = f.at)
), gone as (
  delete from waiting_notifications w using unnest($3::text[], $4::text[]) as r(id, module)
  where w.record_id = r.id and w.module = r.module and w.scope_id = $1
    and not exists (select from kept k where k.record_id = w.record_id and k.module = w.module and k.key = w.key)
) insert into waiting_notifications
    (id, scope_id, module, record_id, collection, key, kind, title, body, link, local_at, at)
  select gen_random_uuid()::text, $1, module, record_id, collection, key, kind, title, body, link, local_at, at from kept
  on conflict (record_id, module, scope_id, key) where record_id is not null do update set
    kind = excluded.kind, title = excluded.title, body = excluded.body, link = excluded.link,
    local_at = excluded.local_at, at = excluded.at`

/** $12: it is told at once. Whoever says it again and again puts off no end: it is due from the first time on. */
const TELL = `insert into waiting_notifications
    (id, scope_id, module, key, kind, title, body, link, local_at, at, recipients, change_id)
  select gen.id, $1, $2, coalesce($3, gen.id), $4, $5, $6, $7, $8, $9::timestamptz, $10::text[], $11
  from (select gen_random_uuid()::text as id) gen
  on conflict (scope_id, module, key) where record_id is null do update set
    kind = excluded.kind, title = excluded.title, body = excluded.body, link = excluded.link,
    local_at = excluded.local_at, recipients = excluded.recipients, change_id = excluded.change_id,
    at = case when $12::boolean then least(waiting_notifications.at, excluded.at) else excluded.at end`

/** Until the transaction ends: one after the other, or many that only read beside each other, in the order in which they are named. */
const IN_TURN = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
const TURNS = `select case when is_alone then pg_advisory_xact_lock(hashtextextended(name, 0))
  else pg_advisory_xact_lock_shared(hashtextextended(name, 0)) end from unnest($1::text[], $2::boolean[]) as of(name, is_alone)`
const settingsLock = (scope: string, module: string) => `settings ${scope} ${module}`

const WITHDRAW = `delete from waiting_notifications where scope_id = $1 and module = $2 and key = $3 and record_id is null`

export const cameKey = (record: string | null, key: string, localAt: string | null): string =>
  localAt === null ? '' : `${record} ${localAt} ${key}`

export interface Waiting extends Notices {
  /**
   * The same for rows that are written by another way than a module's store. `came` (`cameKey`): what has come just now at a local
   * time does not come again because the clock of another zone has yet to show it.
   */
  deriveRows(on: On, rows: readonly DerivedRow[], around: Around, came?: ReadonlySet<string>): Promise<void>
  /** Whether rows of this collection remind of anything at all. */
  reminds(module: string, collection: string): boolean
}

interface Options {
  modules: readonly InstalledModule[]
  kinds: Kinds
  log: Log
  /** Told after a commit that something may be due. */
  wake?: () => void
}

/** What is to come to people: kept with the rows and actions that it is about. */
export function createWaiting({ modules, kinds, log, wake = () => undefined }: Options): Waiting {
  const servers = new Map(modules.map((server) => [server.module.id, server]))
  const deriverOf = ({ module, collection }: Pick<DerivedRow, 'module' | 'collection'>) => {
    const reminders = servers.get(module)?.reminders ?? {}
    return Object.hasOwn(reminders, collection) ? reminders[collection] : undefined
  }

  const collectionOf = ({ module, collection }: Pick<DerivedRow, 'module' | 'collection'>) =>
    servers.get(module)?.module.collections[collection]
  /** By what the row reminds together with others. */
  const bondOf = (row: DerivedRow, data: () => unknown = () => dataOf(row)) => {
    const by = collectionOf(row)?.remindsBy
    const value = by && (data() as Data | undefined)?.[by]
    return typeof value === 'string' && value !== '' ? value : null
  }

  /** Adds the rows that remind together with those that were written; answers how each collection’s see one another. */
  async function withTogether(on: On, rows: Map<string, DerivedRow>, { scope, now }: Around) {
    const together = new Map<string, Row<Data>[]>()
    for (const some of Map.groupBy(rows.values(), ({ module, collection }) => `${module} ${collection}`).values()) {
      const [{ module, collection: name }] = some as [DerivedRow]
      const collection = collectionOf({ module, collection: name })
      if (!collection?.remindsBy) continue
      const bonds = new Set(
        some.flatMap((row) => [bondOf(row), bondOf(row, () => row.before?.data)].filter((one) => one !== null)),
      )
      if (bonds.size === 0) continue
      // Whoever writes rows of one bond at the same moment comes after this one has committed, and sees what it wrote.
      await on.query(IN_TURN, [`together ${scope} ${module} ${name}`])
      const value = comparableText('text', collection.remindsBy, 'r.data')
      const found = await on.query(
        `select r.id, r.module, r.collection, r.data, r.schema_version as "schemaVersion", r.version,
           r.created_at as "createdAt", r.deleted_at as "deletedAt"
         from records r where r.scope_id = $1 and r.module = $2 and r.collection = $3 and r.deleted_at is null
           and ${value} = any($4::text[])`,
        [scope, module, name, [...bonds]],
      )
      for (const row of found.rows as DerivedRow[]) {
        const key = `${module} ${row.id}`
        if (!rows.has(key)) rows.set(key, row)
        const bond = `${module} ${name} ${bondOf(row)}`
        const seen = toRow(collection, { ...row, data: dataOf(row), updatedAt: now }) as Row<Data>
        const those = together.get(bond) ?? []
        those.push(seen)
        together.set(bond, those)
      }
    }
    return (row: DerivedRow) => together.get(`${row.module} ${row.collection} ${bondOf(row)}`)
  }

  /** A module that fails here must not keep a person from saving: its row reminds of nothing, and the log says why. */
  function remindersOf(
    row: DerivedRow,
    { now }: Around,
    { timeZone, language }: Whereabouts,
    settings: Record<string, unknown>,
    together?: readonly unknown[],
  ): [string, Said][] {
    const derive = deriverOf(row)
    const collection = collectionOf(row)
    if (!derive || !collection || row.deletedAt !== null) return []
    try {
      const seen = toRow(collection, { ...row, data: dataOf(row), updatedAt: now })
      const all = derive(seen as never, {
        timeZone,
        now,
        settings,
        said: (sentence) => saidIn(sentence, language),
        ...(together && { together }),
      }) as readonly Reminder[]
      return all.map(({ key, ...reminder }) => [key, said(kinds, row.module, reminder, { timeZone, language }, now)])
    } catch (err) {
      log.error({ err, module: row.module, record: row.id }, 'the reminders of a row could not be derived')
      return []
    }
  }

  const whereFor = async (on: On, { timeZone, language, actor, scope }: Around): Promise<Whereabouts> => {
    if (timeZone !== null && language !== null) return { timeZone, language }
    const last = await zoneOf(drizzle(on as pg.PoolClient), actor ?? scope)
    return { timeZone: timeZone ?? last.timeZone, language: language ?? last.language }
  }

  /** Whether these are settings by which a module's rows remind. */
  const isJudge = (row: Pick<DerivedRow, 'module' | 'collection'>) =>
    isSettings(row) && Object.keys(servers.get(row.module)?.reminders ?? {}).length > 0

  /** Whether a row that is made may remind: by the settings as declared, or by what its person has set, which nobody asks here. */
  const mayRemind = (row: DerivedRow, around: Around): boolean => {
    const { settings, isRead } = watched(usualSettings(servers.get(row.module)))
    const where = { timeZone: around.timeZone ?? 'UTC', language: 'en' }
    return remindersOf(row, around, where, settings).length > 0 || isRead()
  }

  const deriveRows: Waiting['deriveRows'] = async (on, rows, around, came) => {
    const judged = new Set(rows.filter(isJudge).map(({ module }) => module))
    // What arrives holds rows that a change of settings may wait for: it asks for no turn, and is derived over by that change.
    const bySettings = came ? [] : rows.filter((row) => deriverOf(row) && servers.get(row.module)?.module.settings)
    const asked = [...new Set([...judged, ...bySettings.map(({ module }) => module)])].sort()
    // All at once and in one order: of two that change settings and rows of two modules none waits for what the other has.
    if (asked.length > 0)
      await on.query(TURNS, [asked.map((id) => settingsLock(around.scope, id)), asked.map((id) => judged.has(id))])
    await deriveSome(on, rows, around, came)
    // Rows that others wrote by the settings before are there by now; those after go by the new ones.
    for (const id of judged)
      for await (const some of remindingRows(on, around.scope, servers.get(id) as InstalledModule))
        await deriveSome(on, some, around, came)
  }

  const deriveSome: Waiting['deriveRows'] = async (on, rows, around, came) => {
    const concerned = new Map(rows.filter(deriverOf).map((row) => [`${row.module} ${row.id}`, row]))
    if (concerned.size === 0) return
    const where = await whereFor(on, around)
    const asked = [...new Set(rows.filter(deriverOf).map(({ module }) => module))]
    const settings = await settingsFor(
      on,
      around.scope,
      asked.map((id) => servers.get(id) as InstalledModule),
    )
    const togetherOf = await withTogether(on, concerned, around)
    const fresh = [...concerned.values()].flatMap((row) =>
      [...new Map(remindersOf(row, around, where, settings.get(row.module) ?? {}, togetherOf(row)))]
        .filter(([key, { localAt }]) => !came?.has(cameKey(row.id, key, localAt)))
        .map(([key, reminder]) => ({ ...reminder, key, row })),
    )
    const list = [...concerned.values()]
    await on.query(DERIVE, [
      around.scope,
      around.now.toISOString(),
      list.map(({ id }) => id),
      list.map(({ module }) => module),
      fresh.map(({ row }) => row.id),
      fresh.map(({ row }) => row.module),
      fresh.map(({ row }) => row.collection),
      fresh.map(({ key }) => key),
      fresh.map(({ kind }) => kind),
      fresh.map(({ title }) => title),
      fresh.map(({ body }) => body),
      fresh.map(({ link }) => link),
      fresh.map(({ localAt }) => localAt),
      fresh.map(({ at }) => at.toISOString()),
    ])
  }

  return {
    reminds: (module, collection) => deriverOf({ module, collection }) !== undefined,
    // A row that is made and reminds of nothing costs nothing; one that was there may have reminded.
    concerns: (writes, around) =>
      writes.some(
        (write) =>
          isJudge(write) ||
          (deriverOf(write) !== undefined && (write.version > 1 || bondOf(write) !== null || mayRemind(write, around))),
      ),
    derive: deriveRows,
    deriveRows,
    check({ module, notification }: Told) {
      if (notification) said(kinds, module, notification, { timeZone: 'UTC', language: 'en' }, new Date(0))
    },
    async tell(on, told, around, change) {
      const where = await whereFor(on, around)
      for (const { module, notification, withdrawn } of told) {
        if (!notification) {
          await on.query(WITHDRAW, [around.scope, module, withdrawn])
          continue
        }
        const { kind, title, body, link, localAt, at } = said(kinds, module, notification, where, around.now)
        const { key = null, to = null, undo = false } = notification
        const about = [around.scope, module, key, kind, title, body, link, localAt, at.toISOString(), to]
        await on.query(TELL, [...about, undo ? change : null, notification.at === undefined])
      }
    },
    committed: wake,
  }
}
