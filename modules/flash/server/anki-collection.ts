import { DatabaseSync } from 'node:sqlite'
import { AppError } from '@atrium/contract/errors'
import { IMPORT_ROWS_MAX } from '@atrium/contract/reading'
import { say } from '../say.ts'
import { type AnkiType, MOMENT_MAX, typesOf } from './anki-note-types.ts'
import { number, text, type Values, whole } from './sqlite-values.ts'

/** Rows of a package. Somebody who answers 300 cards a day has two million answers after eighteen years. */
const CARDS_MAX = 500_000
const REVIEWS_MAX = 2_000_000
/** Of one card: its latest. */
const CARD_REVIEWS_MAX = 1_000
/** Anki numbers the gaps of a note up to 499. */
const ORD_MAX = 499
const FIELDS_MAX = 100
const TAGS_MAX = 100
/** bytes of a note's fields together: a hundred fields of ordinary length */
const FIELDS_BYTES_MAX = 2_000_000
const COUNT_MAX = 1_000_000
const SECONDS_MAX = MOMENT_MAX / 1000

export interface AnkiNote {
  id: number
  guid: string
  /** The id of its note type. */
  mid: number
  /** How its first field begins. */
  start: string
  /** Null when they are longer than any that can be kept. */
  fields: string[] | null
  tags: string[]
  /** milliseconds since 1970 */
  modified: number
}

export interface AnkiCard {
  id: number
  ord: number
  deck: string
  /** 0 new, 1 learning, 2 review, 3 relearning */
  type: number
  /** −1 suspended, −2 and −3 buried */
  queue: number
  /** Of a new card its position, of a learning one seconds since 1970, of others days since `created`. */
  due: number
  /** days, or negative seconds */
  interval: number
  /** Ease in thousandths. */
  factor: number
  reps: number
  lapses: number
  stability: number | null
  difficulty: number | null
  lastReview: number | null
}

export interface AnkiReview {
  /** milliseconds since 1970 */
  at: number
  grade: number
  /** days, or negative seconds */
  to: number
  from: number
  /** milliseconds */
  took: number
  /** 0 learning, 1 review, 2 relearning, 3 filtered, 4 manual, 5 rescheduled */
  kind: number
}

export interface AnkiCollection {
  /** When it was made, in seconds since 1970: day 0 of what is due by days. */
  created: number
  types: ReadonlyMap<number, AnkiType>
  /** The id of the type and the guid of every note. */
  guids(): Iterable<[number, string]>
  notes(): Iterable<AnkiNote>
  cardsOf(note: number): AnkiCard[]
  reviewsOf(card: number): AnkiReview[]
  close(): void
}

const damaged = (cause?: unknown) =>
  new AppError('bad_request', say('collectionUnreadable'), {
    cause,
  })

function memoryIn(data: string): { s?: number; d?: number; lrt?: number } {
  if (!data.startsWith('{')) return {}
  try {
    return JSON.parse(data) as { s?: number; d?: number; lrt?: number }
  } catch {
    return {} // what an add-on left there; the schedule does without
  }
}

const isFilled = (value: unknown): value is number => typeof value === 'number' && value > 0

/**
 * Anki sorts names by a collation of its own, and SQLite refuses to read a table without rowids whose columns have one that
 * it does not know. This copy is ours: its tables are told to sort by bytes.
 */
function forgetCollation(path: string): void {
  const database = new DatabaseSync(path)
  try {
    database.enableDefensive(false)
    database.exec('pragma trusted_schema = off; pragma writable_schema = on')
    database.exec(
      "update sqlite_schema set sql = replace(replace(sql, 'COLLATE unicase', ''), 'collate unicase', '') where sql like '%collate unicase%'",
    )
  } finally {
    database.close()
  }
}

/** Anki's own files have these. Without them each note would be searched for through all cards. */
function ensureIndexes(path: string): void {
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma trusted_schema = off; pragma journal_mode = off; pragma synchronous = off')
    for (const [table, column] of [
      ['cards', 'nid'],
      ['revlog', 'cid'],
    ] as const) {
      const found = database
        .prepare(
          'select 1 from pragma_index_list(?) as list, pragma_index_info(list.name) as part where list.partial = 0 and part.seqno = 0 and part.name = ?',
        )
        .get(table, column)
      if (!found) database.exec(`create index atrium_${table} on ${table} (${column})`)
    }
  } finally {
    database.close()
  }
}

function refuseLong(database: DatabaseSync): void {
  const count = (table: string, most: number) =>
    number(database.prepare(`select count(*) as n from (select 1 from ${table} limit ?)`).get(most + 1)?.n) > most
  for (const [table, most, what] of [
    ['notes', IMPORT_ROWS_MAX, 'notes'],
    ['cards', CARDS_MAX, 'cards'],
    ['revlog', REVIEWS_MAX, 'answers'],
  ] as const)
    if (count(table, most)) throw new AppError('too_large', say('packageTooLong', { most, what }))
}

function decksOf(database: DatabaseSync, json: string | null): Map<number, string> {
  if (json !== null) {
    const decks = JSON.parse(json || '{}') as Record<string, { name?: unknown } | null>
    return new Map(Object.entries(decks).map(([id, deck]) => [Number(id), text(deck?.name)]))
  }
  const rows = database.prepare('select id, name from decks').all() as Values[]
  return new Map(rows.map((row) => [number(row.id), text(row.name).replaceAll('\x1f', '::')]))
}

/** Opens the SQLite file of a package (a copy of our own), of schema 11 to 18. Throws `bad_request` when it is none. */
export function openCollection(path: string): AnkiCollection {
  let database: DatabaseSync | undefined
  try {
    forgetCollation(path)
    database = new DatabaseSync(path, { readOnly: true })
    database.exec('pragma trusted_schema = off; pragma query_only = on')
    const tables = (database.prepare("select name from sqlite_schema where type = 'table'").all() as Values[]).map(
      ({ name }) => text(name),
    )
    // What is no table but a view may never end.
    for (const needed of ['col', 'notes', 'cards', 'revlog']) if (!tables.includes(needed)) throw damaged()
    refuseLong(database)
    ensureIndexes(path)
    const col = database.prepare('select crt, ver, models, decks from col limit 1').get() as Values | undefined
    if (!col) throw damaged()
    const isCurrent = tables.includes('notetypes') && number(col.ver) >= 15
    const types = typesOf(database, isCurrent ? null : text(col.models))
    const decks = decksOf(database, isCurrent ? null : text(col.decks))
    return reading(database, whole(col.crt, 0, MOMENT_MAX / 1000), types, decks)
  } catch (error) {
    database?.close()
    throw error instanceof AppError ? error : damaged(error)
  }
}

/** Damage shows when its page is read. */
function* whileSound<T>(values: Iterable<T>): Generator<T> {
  try {
    yield* values
  } catch (error) {
    throw error instanceof AppError ? error : damaged(error)
  }
}

function reading(
  database: DatabaseSync,
  created: number,
  types: ReadonlyMap<number, AnkiType>,
  decks: ReadonlyMap<number, string>,
): AnkiCollection {
  const cards = database.prepare(
    'select id, did, ord, type, queue, due, ivl, factor, reps, lapses, odue, odid, substr(data, 1, 2000) as data from cards where nid = ? order by ord limit ?',
  )
  const reviews = database.prepare(
    'select id, ease, ivl, lastIvl, time, type from revlog where cid = ? order by id desc limit ?',
  )
  const notes = database.prepare(
    `select id, substr(guid, 1, 300) as guid, mid, mod, substr(tags, 1, 20000) as tags, substr(flds, 1, 200) as start,
      iif(octet_length(flds) > ?, null, flds) as flds from notes order by id`,
  )
  const guids = database.prepare('select mid, substr(guid, 1, 300) as guid from notes')
  const cardOf = (row: Values): AnkiCard => {
    const { s, d, lrt } = memoryIn(text(row.data))
    // In a filtered deck a card remembers where it comes from.
    const home = number(row.odid)
    const due = home && number(row.odue) ? number(row.odue) : number(row.due)
    return {
      id: number(row.id),
      ord: whole(row.ord, -1, ORD_MAX + 1),
      deck: decks.get(home || number(row.did)) ?? 'Default',
      type: number(row.type),
      queue: number(row.queue),
      due: whole(due, -SECONDS_MAX, SECONDS_MAX),
      interval: number(row.ivl),
      factor: whole(row.factor, 0, 100_000),
      reps: whole(row.reps, 0, COUNT_MAX),
      lapses: whole(row.lapses, 0, COUNT_MAX),
      stability: isFilled(s) ? Math.min(s, 36_500) : null,
      difficulty: isFilled(d) ? d : null,
      lastReview: isFilled(lrt) ? lrt * 1000 : null,
    }
  }
  return {
    created,
    types,
    *guids() {
      for (const row of whileSound(guids.iterate() as Iterable<Values>)) yield [number(row.mid), text(row.guid)]
    },
    *notes() {
      for (const row of whileSound(notes.iterate(FIELDS_BYTES_MAX) as Iterable<Values>))
        yield {
          id: number(row.id),
          guid: text(row.guid),
          mid: number(row.mid),
          start: text(row.start),
          fields: row.flds === null ? null : text(row.flds).split('\x1f', FIELDS_MAX + 1),
          tags: text(row.tags)
            .split(/\s+/, TAGS_MAX + 2)
            .filter(Boolean),
          modified: whole(number(row.mod) * 1000, 0, MOMENT_MAX),
        }
    },
    cardsOf: (note) =>
      [...whileSound(cards.iterate(note, ORD_MAX + 1) as Iterable<Values>)]
        .map(cardOf)
        .filter(({ ord }) => ord >= 0 && ord <= ORD_MAX),
    reviewsOf: (card) =>
      [...whileSound(reviews.iterate(card, CARD_REVIEWS_MAX) as Iterable<Values>)].reverse().map((row) => ({
        at: number(row.id),
        grade: number(row.ease),
        to: number(row.ivl),
        from: number(row.lastIvl),
        took: number(row.time),
        kind: number(row.type),
      })),
    close: () => database.close(),
  }
}
