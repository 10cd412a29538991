/*
 * Anki packages as Anki itself writes them, in its three container shapes, for tests: `collection.anki2` (schema 11, with a
 * JSON map of media), `collection.anki21` (the same beside a dummy `collection.anki2`), and `collection.anki21b` (schema 18
 * with tables for note types, fields, templates and decks, all of it zstd, media named by protobuf).
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync } from 'node:zlib'
import { ZipFile } from 'yazl'
import { SCHEMA_11 } from './anki-export.ts'
import { writeFieldConfig, writeMediaEntries, writeNotetypeConfig, writeTemplateConfig } from './anki-messages.ts'

export type Shape = 'anki2' | 'anki21' | 'anki21b'

interface Type {
  id: number
  name: string
  isCloze?: boolean
  fields: string[]
  templates: { name: string; front: string; back: string }[]
  css?: string
  /** Seconds since 1970. */
  modified?: number
  /** Anki's numbers of the parts, by place. */
  fieldIds?: number[]
  templateIds?: number[]
}

const CSS = '.card {}'

export interface Content {
  /** Seconds since 1970. */
  created: number
  types: Type[]
  decks: Record<number, string>
  notes: { id: number; guid: string; mid: number; mod: number; tags: string; fields: string[] }[]
  /** id, note, deck, ord, type, queue, due, interval, factor, reps, lapses, data, odue, odid */
  cards: (readonly [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    string?,
    number?,
    number?,
  ])[]
  /** id, card, ease, interval, last interval, time, kind */
  reviews: (readonly [number, number, number, number, number, number, number])[]
  media: Record<string, Uint8Array>
}

/** Schema 18 as rslib's storage/upgrades leaves it, `unicase` collations included, which only Anki itself knows. */
const SCHEMA_18 = `${SCHEMA_11}
create table deck_config (id integer primary key not null, name text not null collate unicase, mtime_secs integer not null, usn integer not null, config blob not null);
create table config (key text not null primary key, usn integer not null, mtime_secs integer not null, val blob not null) without rowid;
create table fields (ntid integer not null, ord integer not null, name text not null collate unicase, config blob not null, primary key (ntid, ord)) without rowid;
create unique index idx_fields_name_ntid on fields (name, ntid);
create table templates (ntid integer not null, ord integer not null, name text not null collate unicase, mtime_secs integer not null, usn integer not null, config blob not null, primary key (ntid, ord)) without rowid;
create unique index idx_templates_name_ntid on templates (name, ntid);
create index idx_templates_usn on templates (usn);
create table notetypes (id integer not null primary key, name text not null collate unicase, mtime_secs integer not null, usn integer not null, config blob not null);
create unique index idx_notetypes_name on notetypes (name);
create index idx_notetypes_usn on notetypes (usn);
create table decks (id integer primary key not null, name text not null collate unicase, mtime_secs integer not null, usn integer not null, common blob not null, kind blob not null);
create unique index idx_decks_name on decks (name);
create index idx_notes_mid on notes (mid);
create index idx_cards_odid on cards (odid) where odid != 0;
`

function fill(database: DatabaseSync, content: Content, ver: 11 | 18): void {
  const isLegacy = ver === 11
  const models = Object.fromEntries(
    content.types.map(({ id, name, isCloze, fields, templates, css = CSS, modified = 0, ...ids }) => [
      id,
      {
        id,
        name,
        mod: modified,
        type: isCloze ? 1 : 0,
        css,
        flds: fields.map((field, ord) => ({ name: field, ord, id: ids.fieldIds?.[ord] })).reverse(), // their order is `ord`, not their place
        tmpls: templates.map((one, ord) => ({
          name: one.name,
          ord,
          id: ids.templateIds?.[ord],
          qfmt: one.front,
          afmt: one.back,
        })),
      },
    ]),
  )
  const decks = Object.fromEntries(Object.entries(content.decks).map(([id, name]) => [id, { id: Number(id), name }]))
  const json = (value: unknown) => (isLegacy ? JSON.stringify(value) : '')
  database
    .prepare('insert into col values (1, ?, 0, 0, ?, 0, 0, 0, ?, ?, ?, ?, ?)')
    .run(content.created, ver, json({}), json(models), json(decks), json({}), json({}))
  const note = database.prepare("insert into notes values (?, ?, ?, ?, -1, ?, ?, ?, 0, 0, '')")
  for (const { id, guid, mid, mod, tags, fields } of content.notes)
    note.run(id, guid, mid, mod, tags, fields.join('\x1f'), fields[0] ?? '')
  const card = database.prepare('insert into cards values (?, ?, ?, ?, 0, -1, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, 0, ?)')
  for (const [
    id,
    nid,
    did,
    ord,
    type,
    queue,
    due,
    ivl,
    factor,
    reps,
    lapses,
    data = '',
    odue = 0,
    odid = 0,
  ] of content.cards)
    card.run(id, nid, did, ord, type, queue, due, ivl, factor, reps, lapses, odue, odid, data)
  const review = database.prepare('insert into revlog values (?, ?, -1, ?, ?, ?, 2500, ?, ?)')
  for (const [id, cid, ease, ivl, last, time, kind] of content.reviews) review.run(id, cid, ease, ivl, last, time, kind)
  if (isLegacy) return
  const type = database.prepare('insert into notetypes values (?, ?, ?, 0, ?)')
  const field = database.prepare('insert into fields values (?, ?, ?, ?)')
  const template = database.prepare('insert into templates values (?, ?, ?, 0, 0, ?)')
  for (const { id, name, isCloze = false, fields, templates, css = CSS, modified = 0, ...ids } of content.types) {
    type.run(id, name, modified, writeNotetypeConfig({ isCloze, css }))
    for (const [ord, its] of fields.entries()) field.run(id, ord, its, writeFieldConfig({ id: ids.fieldIds?.[ord] }))
    for (const [ord, { name: its, front, back }] of templates.entries())
      template.run(id, ord, its, writeTemplateConfig({ front, back, id: ids.templateIds?.[ord] }))
  }
  const deck = database.prepare("insert into decks values (?, ?, 0, 0, x'', x'')")
  for (const [id, name] of Object.entries(content.decks)) deck.run(Number(id), name.replaceAll('::', '\x1f'))
}

function collection(content: Content, ver: 11 | 18): Buffer {
  const directory = mkdtempSync(join(tmpdir(), 'atrium-anki-test-'))
  try {
    const path = join(directory, 'c.sqlite')
    const database = new DatabaseSync(path)
    // SQLite cannot fill an index whose collation it does not know: it is filled without, then told of it.
    database.exec(ver === 11 ? SCHEMA_11 : SCHEMA_18.replaceAll(' collate unicase', ''))
    fill(database, content, ver)
    if (ver === 18) {
      database.enableDefensive(false)
      database.exec('pragma writable_schema = on')
      database.exec(
        "update sqlite_schema set sql = replace(sql, 'name text not null', 'name text not null collate unicase') where type = 'table'",
      )
    }
    database.close()
    return readFileSync(path)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const DUMMY: Content = {
  created: 0,
  types: [
    {
      id: 1,
      name: 'Basic',
      fields: ['Front', 'Back'],
      templates: [{ name: 'Card 1', front: '{{Front}}', back: '{{FrontSide}}<hr id=answer>{{Back}}' }],
    },
  ],
  decks: { 1: 'Default' },
  notes: [{ id: 1, guid: 'dummy', mid: 1, mod: 0, tags: '', fields: ['Please update to the latest Anki version', ''] }],
  cards: [[1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0]],
  reviews: [],
  media: {},
}

export async function zipOf(entries: Record<string, Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(entries)) zip.addBuffer(Buffer.from(bytes), name)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** The content as a package of this shape. */
export async function packageOf(content: Content, shape: Shape): Promise<Buffer> {
  const names = Object.keys(content.media)
  const files = Object.values(content.media)
  if (shape === 'anki21b') {
    const entries = names.map((name, at) => ({
      name,
      size: files[at]?.length ?? 0,
      sha1: createHash('sha1')
        .update(files[at] ?? '')
        .digest(),
    }))
    return zipOf({
      meta: new Uint8Array([8, 3]), // PackageMetadata: version 3
      'collection.anki21b': zstdCompressSync(collection(content, 18)),
      'collection.anki2': collection(DUMMY, 11),
      ...Object.fromEntries(files.map((bytes, at) => [at, zstdCompressSync(bytes)])),
      media: zstdCompressSync(writeMediaEntries(entries)),
    })
  }
  return zipOf({
    ...(shape === 'anki21'
      ? { 'collection.anki21': collection(content, 11), 'collection.anki2': collection(DUMMY, 11) }
      : { 'collection.anki2': collection(content, 11) }),
    media: Buffer.from(JSON.stringify(Object.fromEntries(names.map((name, at) => [at, name])))),
    ...Object.fromEntries(files.map((bytes, at) => [at, bytes])),
  })
}
