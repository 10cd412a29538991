// Anki's packages: a database that lies, in an archive that lies.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync } from 'node:zlib'
import { zeros, zstdClaiming, zstdZeros } from './deflate.ts'
import { type HostileFile, hostile, MB, many, worst } from './file.ts'
import { type Entry, entryOf, packedEntry, storedEntry, zipOf } from './zip-writer.ts'

/** A collection of Anki's eleventh schema, filled by these statements. */
function collection(...statements: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-deck-'))
  try {
    const path = join(folder, 'collection.anki2')
    const database = new DatabaseSync(path)
    database.exec(`pragma page_size = 4096; pragma journal_mode = off; begin;
      create table col (id integer primary key, crt integer, mod integer, scm integer, ver integer, dty integer, usn integer, ls integer, conf text, models text, decks text, dconf text, tags text);
      create table notes (id integer primary key, guid text, mid integer, mod integer, usn integer, tags text, flds text, sfld integer, csum integer, flags integer, data text);
      create table cards (id integer primary key, nid integer, did integer, ord integer, mod integer, usn integer, type integer, queue integer, due integer, ivl integer, factor integer, reps integer, lapses integer, left integer, odue integer, odid integer, flags integer, data text);
      create table revlog (id integer primary key, cid integer, usn integer, ease integer, ivl integer, lastIvl integer, factor integer, time integer, type integer);
      create table graves (usn integer, oid integer, type integer);`)
    for (const statement of statements) database.exec(statement)
    database.exec('commit')
    database.close()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const model = (more = {}) => ({
  1: {
    id: 1,
    name: 'Basic',
    type: 0,
    flds: [
      { name: 'Front', ord: 0 },
      { name: 'Back', ord: 1 },
    ],
    tmpls: [{ name: 'Card 1', ord: 0, qfmt: '{{Front}}', afmt: '{{Back}}' }],
    css: '',
    ...more,
  },
})
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const col = (models: unknown = model(), decks: unknown = { 1: { id: 1, name: 'Default' } }) =>
  `insert into col values (1, 1700000000, 0, 0, 11, 0, 0, 0, '{}', ${quoted(JSON.stringify(models))}, ${quoted(JSON.stringify(decks))}, '{}', '{}')`
const counting = (count: number) => `with recursive n(x) as (select 1 union all select x + 1 from n where x < ${count})`
const notes = (count: number, fields = "'a' || char(31) || 'b'", tags = "''") =>
  `${counting(count)} insert into notes select x, 'g' || x, 1, 0, 0, ${tags}, ${fields}, 'a', 0, 0, '' from n`
const cards = (count: number) =>
  `${counting(count)} insert into cards select x, x, 1, 0, 0, 0, 0, 0, x, 0, 0, 0, 0, 0, 0, 0, 0, '' from n`
const apkg = (database: Buffer, more: Entry[] = []) =>
  zipOf([entryOf('collection.anki2', database), entryOf('media', '{}'), ...more])
const filled = (...statements: string[]) => apkg(collection(col(), ...statements))
/** A table that is a view which never ends. */
const endless = (table: string, columns: string) =>
  `drop table ${table}; create view ${table} as with recursive n(x) as (select 1 union all select x + 1 from n) select ${columns} from n`

function broken(change: (bytes: Buffer) => void): Buffer {
  const bytes = collection(col(), notes(5000), cards(5000))
  change(bytes)
  return apkg(bytes)
}

export const decks: readonly HostileFile[] = [
  worst('notes-without-end.apkg', 'notes that are a view which never ends', () =>
    filled(
      endless(
        'notes',
        "x as id, 'g' || x as guid, 1 as mid, 0 as mod, 0 as usn, '' as tags, 'a' || char(31) || 'b' as flds, 'a' as sfld, 0 as csum, 0 as flags, '' as data",
      ),
    ),
  ),
  hostile('cards-without-end.apkg', 'cards that are a view which never ends', () =>
    filled(
      notes(1),
      endless(
        'cards',
        "x as id, 1 as nid, 1 as did, 0 as ord, 0 as mod, 0 as usn, 0 as type, 0 as queue, x as due, 0 as ivl, 0 as factor, 0 as reps, 0 as lapses, 0 as left, 0 as odue, 0 as odid, 0 as flags, '' as data",
      ),
    ),
  ),
  hostile('reviews-without-end.apkg', 'reviews that are a view which never ends', () =>
    filled(
      notes(1),
      cards(1),
      endless(
        'revlog',
        'x as id, 1 as cid, 0 as usn, 3 as ease, 1 as ivl, 1 as lastIvl, 0 as factor, 1 as time, 1 as type',
      ),
    ),
  ),
  hostile('count-without-end.apkg', 'notes behind a count that takes hours', () =>
    filled(
      `${endless('notes', "x as id, 'g' as guid, 1 as mid, 0 as mod, 0 as usn, '' as tags, 'a' as flds, 'a' as sfld, 0 as csum, 0 as flags, '' as data").replace('from n', 'from n limit 1 offset 100000000000')}`,
    ),
  ),
  hostile('field-of-zeros.apkg', 'a note whose field is 900 MB of zeros, made as it is read', () =>
    filled(
      'drop table notes',
      "create view notes as select 1 as id, 'g' as guid, 1 as mid, 0 as mod, 0 as usn, '' as tags, cast(zeroblob(900000000) as text) as flds, 'a' as sfld, 0 as csum, 0 as flags, '' as data",
    ),
  ),
  hostile('hex-of-hex.apkg', 'a view that makes 900 MB of text of each row', () =>
    filled(
      notes(50),
      'alter table notes rename to real',
      'create view notes as select id, guid, mid, mod, usn, tags, hex(zeroblob(200000000)) as flds, sfld, csum, flags, data from real',
    ),
  ),
  hostile('triggers.apkg', 'triggers, and a table that is a virtual one', () =>
    filled(
      'create virtual table more using fts5(a)',
      'create trigger t after insert on notes begin delete from col; end',
      notes(10),
      cards(10),
    ),
  ),
  hostile('notes-200000.apkg', '200,000 notes', () => filled(notes(200_000), cards(200_000))),
  hostile('reviews-1000000.apkg', 'a million reviews', () =>
    filled(notes(1), cards(1), `${counting(MB)} insert into revlog select x, 1, 0, 3, 1, 1, 0, 1, 1 from n`),
  ),
  hostile('field-of-20mb.apkg', 'a field of 20 MB', () =>
    filled(notes(1, "replace(hex(zeroblob(10000000)), '0', '<b>')"), cards(1)),
  ),
  hostile('fields.apkg', 'a note of a million fields', () =>
    filled(notes(1, "replace(hex(zeroblob(500000)), '0', char(31))"), cards(1)),
  ),
  hostile('gaps.apkg', 'a note of gaps in gaps', () =>
    filled(notes(5, "replace(hex(zeroblob(50000)), '0', '{{c1::')"), cards(5)),
  ),
  hostile('tags.apkg', 'a note of a million tags', () =>
    filled(notes(1, "'a' || char(31) || 'b'", "replace(hex(zeroblob(500000)), '0', 't ')"), cards(1)),
  ),
  hostile('numbers.apkg', 'numbers of another kind in every place', () =>
    filled(
      notes(10),
      `${counting(10)} insert into cards select x, x, 1e308, -1, 9223372036854775807, 'x', x'00', 99, -9223372036854775808, 1e308, 'NaN', null, null, null, null, null, null, '{' from n`,
    ),
  ),
  hostile('templates.apkg', 'a kind of note with 20,000 templates', () =>
    apkg(
      collection(
        col(
          model({
            tmpls: Array.from({ length: 20_000 }, (_, ord) => ({
              name: `${ord}`,
              ord,
              qfmt: '{{Front}}',
              afmt: '{{Back}}',
            })),
          }),
        ),
        notes(100),
        cards(100),
      ),
    ),
  ),
  hostile('conditions.apkg', 'a template of 100,000 conditions in one another', () =>
    apkg(
      collection(
        col(
          model({
            tmpls: [{ name: 'a', ord: 0, qfmt: `${'{{#Front}}'.repeat(100_000)}`, afmt: '{{'.repeat(200_000) }],
          }),
        ),
        notes(10),
        cards(10),
      ),
    ),
  ),
  hostile('models-deep.apkg', 'kinds of notes 500,000 deep', () =>
    apkg(
      collection(
        col().replace(quoted(JSON.stringify(model())), () =>
          quoted(`${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)}`),
        ),
        notes(1),
      ),
    ),
  ),
  hostile('models-laugh.apkg', 'kinds of notes that are no JSON', () =>
    apkg(
      collection(
        col().replace(quoted(JSON.stringify(model())), () => quoted('[')),
        notes(1),
      ),
    ),
  ),
  hostile('decks.apkg', '100,000 decks, and one 50,000 deep', () =>
    apkg(
      collection(
        col(
          model(),
          Object.fromEntries(
            Array.from({ length: 100_000 }, (_, at) => [
              at + 1,
              { id: at + 1, name: at ? `d${at}` : 'a::'.repeat(50_000) },
            ]),
          ),
        ),
        notes(10),
        cards(10),
      ),
    ),
  ),
  hostile('characters.apkg', 'NUL and half characters in names, fields and tags', () =>
    apkg(
      collection(
        col(model({ name: 'a\0\ud83d', css: '\udc00' }), { 1: { id: 1, name: 'd\ud83d\0😀' } }),
        notes(
          3,
          "'a' || char(0) || x || char(55357) || char(31) || 'b' || cast(x'eda080ff' as text)",
          "' t' || char(0) || ' '",
        ),
        cards(3),
      ),
    ),
  ),
  hostile('style.apkg', 'a style of 5 MB that never ends', () =>
    apkg(collection(col(model({ css: '/*'.repeat(2_500_000) })), notes(1), cards(1))),
  ),
  hostile('pages.apkg', 'a database that says two thousand million pages', () =>
    broken((bytes) => bytes.writeUInt32BE(0x7fffffff, 28)),
  ),
  hostile('page-size.apkg', 'a database with pages of one byte', () => broken((bytes) => bytes.writeUInt16BE(1, 16))),
  hostile('free-pages.apkg', 'free pages in a circle', () =>
    broken((bytes) => {
      bytes.writeUInt32BE(2, 32)
      bytes.writeUInt32BE(0x7fffffff, 36)
      bytes.writeUInt32BE(2, 4096)
    }),
  ),
  hostile('tree-in-a-circle.apkg', 'pages that are their own children', () =>
    broken((bytes) => {
      for (let at = 4096; at < bytes.length; at += 4096) {
        bytes[at] = 5
        bytes.writeUInt16BE(1, at + 3)
        bytes.writeUInt32BE(at / 4096 + 1, at + 8)
      }
    }),
  ),
  hostile('cells.apkg', 'rows whose lengths are 2^63', () =>
    broken((bytes) => {
      for (let at = 8192 + 3000; at < bytes.length - 16; at += 512) bytes.fill(0xff, at, at + 9)
    }),
  ),
  hostile('half.apkg', 'the first half of a database', () => apkg(collection(col(), notes(5000)).subarray(0, 100_000))),
  hostile('zeros.apkg', 'a collection of 1 GB of zeros', () =>
    zipOf([packedEntry('collection.anki2', zeros(1024 * MB)), entryOf('media', '{}')]),
  ),
  worst('zstd.apkg', 'a new collection of 4 GB of zeros by Zstandard', () =>
    zipOf([
      storedEntry('meta', Buffer.from([8, 3])),
      storedEntry('collection.anki21b', zstdZeros(4096 * MB)),
      storedEntry('media', zstdCompressSync(Buffer.alloc(0))),
    ]),
  ),
  hostile('zstd-claims.apkg', 'a new collection that says 2^60 bytes', () =>
    zipOf([
      storedEntry('meta', Buffer.from([8, 3])),
      storedEntry('collection.anki21b', zstdClaiming(2n ** 60n)),
      storedEntry('media', zstdClaiming(2n ** 60n)),
    ]),
  ),
  hostile('media-zstd.apkg', 'a list of media of 2 GB by Zstandard', () =>
    zipOf([
      storedEntry('meta', Buffer.from([8, 3])),
      storedEntry('collection.anki21b', zstdCompressSync(collection(col(), notes(1), cards(1)))),
      storedEntry('media', zstdZeros(2048 * MB)),
    ]),
  ),
  hostile('media-names.apkg', 'media whose names climb, are one, or are objects', () =>
    zipOf([
      entryOf(
        'collection.anki2',
        collection(col(), notes(1, '\'<img src="../../x.png"><img src="a.png">\' || char(31) || \'b\''), cards(1)),
      ),
      entryOf(
        'media',
        JSON.stringify({
          0: '../../x.png',
          1: '/etc/passwd',
          2: 'a\0.png',
          3: 'a.png',
          4: 'a.png',
          __proto__: 'x',
          5: {},
          '-1': [],
          1e99: 'z',
        }),
      ),
      ...Array.from({ length: 6 }, (_, at) => entryOf(`${at}`, 'x')),
    ]),
  ),
  hostile('media-60000.apkg', '60,000 media', () =>
    apkg(collection(col(), notes(1), cards(1))).length > 0
      ? zipOf([
          entryOf('collection.anki2', collection(col(), notes(1), cards(1))),
          entryOf(
            'media',
            JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [at, `${at}.png`]))),
          ),
          ...Array.from({ length: 60_000 }, (_, at) => storedEntry(`${at}`, Buffer.from('x'))),
        ])
      : Buffer.alloc(0),
  ),
  hostile('media-bombs.apkg', '100 pictures of 100 MB that a note shows', () =>
    zipOf([
      entryOf(
        'collection.anki2',
        collection(col(), notes(1, quoted(many(100, (at) => `<img src="${at}.png">`))), cards(1)),
      ),
      entryOf('media', JSON.stringify(Object.fromEntries(Array.from({ length: 100 }, (_, at) => [at, `${at}.png`])))),
      ...(() => {
        const bomb = zeros(100 * MB)
        return Array.from({ length: 100 }, (_, at) => packedEntry(`${at}`, bomb))
      })(),
    ]),
  ),
  hostile('media-deep.apkg', 'a list of media a million deep', () =>
    zipOf([
      entryOf('collection.anki2', collection(col(), notes(1), cards(1))),
      entryOf('media', { unit: '{"a":', times: MB }),
    ]),
  ),
  hostile('no-collection.apkg', 'a package without a collection', () => zipOf([entryOf('media', '{}')])),
]
