import { createHash } from 'node:crypto'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { AppError } from '@atrium/contract/errors'
import { sameBuiltIn } from '../note-types.ts'
import type { NoteType } from '../records.ts'
import { readNotetypeConfig, readTemplateConfig } from './anki-messages.ts'

export interface AnkiNote {
  id: number
  guid: string
  type: NoteType
  fields: string[]
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
  notes(): Iterable<AnkiNote>
  cardsOf(note: number): AnkiCard[]
  reviewsOf(card: number): AnkiReview[]
  close(): void
}

type Values = Record<string, SQLOutputValue>
const text = (value: unknown): string => (typeof value === 'string' ? value : value == null ? '' : String(value))
const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
const bytes = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array())

const damaged = (cause?: unknown) =>
  new AppError(
    'bad_request',
    'The collection in this package cannot be read. Check it in Anki (Tools → Check Database).',
    {
      cause,
    },
  )

interface JsonModel {
  name?: unknown
  type?: unknown
  css?: unknown
  flds?: { name?: unknown; ord?: unknown }[]
  tmpls?: { name?: unknown; ord?: unknown; qfmt?: unknown; afmt?: unknown }[]
}

const byOrd = <T extends { ord?: unknown }>(list: T[] | undefined) =>
  [...(list ?? [])].sort((a, b) => number(a.ord) - number(b.ord))

/** Schema 11 keeps note types and decks as JSON in the one row of `col`. */
function legacyTypes(models: string): Map<number, Omit<NoteType, 'key'>> {
  const parsed = JSON.parse(models || '{}') as Record<string, JsonModel>
  return new Map(
    Object.entries(parsed).map(([id, model]) => [
      Number(id),
      {
        name: text(model.name) || 'Note',
        kind: number(model.type) === 1 ? ('cloze' as const) : ('standard' as const),
        fields: byOrd(model.flds).map(({ name }) => text(name)),
        templates: byOrd(model.tmpls).map(({ name, qfmt, afmt }) => ({
          name: text(name),
          front: text(qfmt),
          back: text(afmt),
        })),
        css: text(model.css),
      },
    ]),
  )
}

/** From schema 15 on they have tables of their own, with protobuf in them. */
function currentTypes(database: DatabaseSync): Map<number, Omit<NoteType, 'key'>> {
  const rows = (sql: string) => database.prepare(sql).all() as Values[]
  const fields = Map.groupBy(rows('select ntid, ord, name from fields'), (row) => number(row.ntid))
  const templates = Map.groupBy(rows('select ntid, ord, name, config from templates'), (row) => number(row.ntid))
  return new Map(
    rows('select id, name, config from notetypes').map((row) => {
      const id = number(row.id)
      const { isCloze, css } = readNotetypeConfig(bytes(row.config))
      return [
        id,
        {
          name: text(row.name) || 'Note',
          kind: isCloze ? ('cloze' as const) : ('standard' as const),
          fields: byOrd(fields.get(id)).map(({ name }) => text(name)),
          templates: byOrd(templates.get(id)).map(({ name, config }) => ({
            name: text(name),
            ...readTemplateConfig(bytes(config)),
          })),
          css,
        },
      ]
    }),
  )
}

/** The same type under one key whatever file it comes from; another under its id's when its fields or templates differ. */
function keyed(id: number, type: Omit<NoteType, 'key'>): NoteType {
  const whole = { ...type, key: '' }
  const known = sameBuiltIn(whole)
  if (known) return known
  const shape = JSON.stringify([type.kind, type.fields, type.templates])
  return { ...whole, key: `anki:${id}:${createHash('sha1').update(shape).digest('hex').slice(0, 8)}` }
}

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
    for (const needed of ['col', 'notes', 'cards', 'revlog']) if (!tables.includes(needed)) throw damaged()
    const [col] = database.prepare('select crt, ver, models, decks from col').all() as Values[]
    if (!col) throw damaged()
    const isCurrent = tables.includes('notetypes') && number(col.ver) >= 15
    const types = new Map(
      [...(isCurrent ? currentTypes(database) : legacyTypes(text(col.models)))].map(([id, type]) => [
        id,
        keyed(id, type),
      ]),
    )
    const decks = isCurrent
      ? new Map(
          (database.prepare('select id, name from decks').all() as Values[]).map((row) => [
            number(row.id),
            text(row.name).replaceAll('\x1f', '::'),
          ]),
        )
      : new Map(
          Object.entries(JSON.parse(text(col.decks) || '{}') as Record<string, { name?: unknown }>).map(
            ([id, deck]) => [Number(id), text(deck.name)],
          ),
        )
    return reading(database, number(col.crt), types, decks)
  } catch (error) {
    database?.close()
    throw error instanceof AppError ? error : damaged(error)
  }
}

function reading(
  database: DatabaseSync,
  created: number,
  types: ReadonlyMap<number, NoteType>,
  decks: ReadonlyMap<number, string>,
): AnkiCollection {
  const cards = database.prepare(
    'select id, did, ord, type, queue, due, ivl, factor, reps, lapses, odue, odid, data from cards where nid = ? order by ord',
  )
  const reviews = database.prepare('select id, ease, ivl, lastIvl, time, type from revlog where cid = ? order by id')
  const notes = database.prepare('select id, guid, mid, mod, tags, flds from notes order by id')
  return {
    created,
    *notes() {
      for (const row of notes.iterate() as Iterable<Values>) {
        const type = types.get(number(row.mid))
        if (!type) continue
        yield {
          id: number(row.id),
          guid: text(row.guid),
          type,
          fields: text(row.flds).split('\x1f'),
          tags: text(row.tags).split(/\s+/).filter(Boolean),
          modified: number(row.mod) * 1000,
        }
      }
    },
    cardsOf: (note) =>
      (cards.all(note) as Values[]).map((row) => {
        const { s, d, lrt } = memoryIn(text(row.data))
        // In a filtered deck a card remembers where it comes from.
        const home = number(row.odid)
        const due = home && number(row.odue) ? number(row.odue) : number(row.due)
        return {
          id: number(row.id),
          ord: number(row.ord),
          deck: decks.get(home || number(row.did)) ?? 'Default',
          type: number(row.type),
          queue: number(row.queue),
          due,
          interval: number(row.ivl),
          factor: number(row.factor),
          reps: number(row.reps),
          lapses: number(row.lapses),
          stability: isFilled(s) ? s : null,
          difficulty: isFilled(d) ? d : null,
          lastReview: isFilled(lrt) ? lrt * 1000 : null,
        }
      }),
    reviewsOf: (card) =>
      (reviews.all(card) as Values[]).map((row) => ({
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
