import { zstdCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { Asked, Found, NoteView, Stats } from './module.ts'
import { BUILT_IN } from './note-types.ts'
import type { CardRow } from './records.ts'
import { type Content, packageOf, type Shape, zipOf } from './server/test-packages.ts'
import flash from './server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(flash)
})
const out = async <T>(who: string, action: string, input: unknown = {}) =>
  (await at.act<T>(who, `flash.${action}`, input, 'UTC')).output
const found = async (who: string, query = '') =>
  (await out<{ cards: Found[] }>(who, 'browse', { query, order: 'title' })).cards
const noteOf = async (who: string, query: string) =>
  out<NoteView>(who, 'note', { id: (await found(who, query))[0]?.noteId })
const bytesOf = async (who: string, path: string) => Buffer.from(await (await at.fetch(who, path)).arrayBuffer())

const DAY = 86_400
const now = Math.floor(Date.now() / 1000)
/** Day 0 is 100 days ago. */
const created = Math.floor(now / DAY) * DAY - 100 * DAY + 4 * 3600
const [basic, , , cloze] = BUILT_IN
const PICTURE = Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex')
const content: Content = {
  created,
  types: [
    { id: 1500000000001, name: 'Einfach', fields: basic?.fields ?? [], templates: basic?.templates ?? [] },
    {
      id: 1500000000002,
      name: 'Lückentext',
      isCloze: true,
      fields: cloze?.fields ?? [],
      templates: cloze?.templates ?? [],
    },
    {
      id: 1500000000003,
      name: 'Vocabulary',
      fields: ['Word', 'Meaning', 'Sound'],
      templates: [
        { name: 'Recognise', front: '{{Word}} {{Sound}}', back: '{{FrontSide}}<hr id=answer>{{Meaning}}' },
        { name: 'Produce', front: '{{#Meaning}}Say: {{Meaning}}{{/Meaning}}', back: '{{Word}}' },
      ],
    },
  ],
  decks: { 1: 'Default', 10: 'Sprachen::Deutsch', 11: 'Filtered' },
  notes: [
    {
      id: 1,
      guid: 'g-one',
      mid: 1500000000001,
      mod: now - 500,
      tags: ' verb  a::b ',
      fields: ['<b>gehen</b> & Café', 'to go <img src="ein bild.png">'],
    },
    {
      id: 2,
      guid: 'g-two',
      mid: 1500000000002,
      mod: now - 500,
      tags: '',
      fields: ['{{c1::Wien}} liegt an der {{c2::Donau::Fluss}}', ''],
    },
    {
      id: 3,
      guid: 'g-three',
      mid: 1500000000003,
      mod: now - 500,
      tags: '',
      fields: ['laufen', 'to run', '[sound:läuft.mp3]'],
    },
    { id: 4, guid: 'g-long', mid: 1500000000001, mod: now - 500, tags: '', fields: ['x'.repeat(60_000), 'too long'] },
  ],
  cards: [
    [101, 1, 10, 0, 2, 2, 105, 30, 2500, 7, 1, '{"s":42.5,"d":6.25}'],
    [102, 2, 10, 0, 0, -1, 3, 0, 0, 0, 0],
    [103, 2, 10, 1, 1, 1, now + 600, 0, 2500, 1, 0],
    [104, 3, 11, 0, 2, 2, -99_999, 10, 1300, 9, 4, '', 90, 10],
    [105, 3, 10, 1, 0, -3, 4, 0, 0, 0, 0],
    [106, 4, 10, 0, 0, 0, 5, 0, 0, 0, 0],
  ],
  reviews: [
    [(now - 35 * DAY) * 1000, 101, 3, 30, 12, 5200, 1],
    [(now - 35 * DAY) * 1000 + 1, 104, 1, -600, 10, 9000, 1],
    [(now - 34 * DAY) * 1000, 104, 0, 10, 10, 0, 4],
  ],
  media: { 'ein bild.png': PICTURE, 'läuft.mp3': Buffer.from('a sound') },
}

describe.each<Shape>(['anki2', 'anki21', 'anki21b'])('an Anki package with collection.%s', (shape) => {
  const who = `of-${shape}`
  test('is shown first: what is added, and what is refused and why', async () => {
    const { report } = await at.importFile(
      who,
      'flash.anki',
      { name: 'Deutsch.apkg', bytes: await packageOf(content, shape) },
      { preview: true },
    )
    expect(report).toMatchObject({ added: 3, changed: 0, refused: 1 })
    expect(report.rows.added.map(({ title }) => title)).toEqual(['gehen & Café', 'Wien liegt an der Donau', 'laufen'])
    expect(report.rows.refused[0]?.reason).toContain('50,000 characters')
    expect(await found(who)).toEqual([])
  })
  test('brings notes, types, decks, tags, media, schedule and history, once, and is undone as one', async () => {
    const file = { name: 'Deutsch.APKG', bytes: await packageOf(content, shape) }
    const first = await at.importFile(who, 'flash.anki', file)
    expect([first.status, first.error]).toEqual([200, ''])
    const cards = await found(who)
    expect(cards.map(({ title, deck, state, suspended, buried }) => [title, deck, state, suspended, buried])).toEqual([
      ['gehen & Café', 'Sprachen::Deutsch', 'review', false, false],
      ['laufen', 'Sprachen::Deutsch', 'review', false, false],
      ['Say: to run', 'Sprachen::Deutsch', 'new', false, true],
      ['[…] liegt an der Donau', 'Sprachen::Deutsch', 'new', true, false],
      ['Wien liegt an der [Fluss]', 'Sprachen::Deutsch', 'learning', false, false],
    ])
    const go = await noteOf(who, 'gehen')
    expect(go).toMatchObject({ type: 'basic', tags: ['verb', 'a::b'], guid: 'g-one' })
    const inFiveDays = new Date((created + 105 * DAY) * 1000).toISOString()
    expect(go.cards[0]).toMatchObject({
      stability: 42.5,
      difficulty: 6.25,
      interval: 30,
      reps: 7,
      lapses: 1,
      due: inFiveDays,
    })
    const run = await noteOf(who, 'laufen')
    expect(run).toMatchObject({ typeName: 'Vocabulary', fieldNames: ['Word', 'Meaning', 'Sound'] })
    // out of its filtered deck, overdue by ten days, its memory told by interval and ease
    expect(run.cards[0]).toMatchObject({ stability: 10, due: new Date((created + 90 * DAY) * 1000).toISOString() })
    expect((run.cards[0] as CardRow).difficulty).toBeGreaterThan(6)
    const stats = await out<Stats>(who, 'stats', { days: 60 })
    expect(stats.retention).toEqual({ young: 0.5, mature: null, all: 0.5 })
    const picture = go.media['ein bild.png']
    expect(picture?.mime).toBe('image/png')
    expect(await bytesOf(who, `/api/files/${picture?.file}`)).toEqual(PICTURE)
    expect(Object.keys(run.media)).toEqual(['läuft.mp3'])

    const second = await at.importFile(who, 'flash.anki', file)
    expect(second.report).toMatchObject({ added: 0, changed: 0, same: 3, refused: 1 })
    expect(await found(who)).toHaveLength(5)
    expect((await out<Stats>(who, 'stats', { days: 60 })).retention.all).toBe(0.5)
    expect(await found(`not-${who}`)).toEqual([])
    expect((await at.undo(who, first.change)).status).toBe(200)
    expect(await found(who)).toEqual([])
    expect(await out(who, 'decks')).toMatchObject({ decks: [] })
  })
})

describe('importing again', () => {
  const importing = async (change: (content: Content) => void, who: string) => {
    const copy = structuredClone(content)
    copy.notes.pop()
    change(copy)
    return at.importFile(who, 'flash.anki', { name: 'x.apkg', bytes: await packageOf(copy, 'anki2') })
  }
  test('keeps the later words, the schedule of this place, and the cards that came anew', async () => {
    await importing(() => undefined, 'nia')
    const note = await noteOf('nia', 'gehen')
    await out('nia', 'saveNote', { id: note.id, fields: ['gehen (mine)', 'to go'], tags: [] })
    await out('nia', 'reschedule', { ids: [note.cards[0]?.id], days: 50 })
    const again = await importing((copy) => {
      const two = copy.notes[1]
      if (!two) return
      two.mod = now - 10
      two.fields[0] += ' in {{c3::Österreich}}'
      copy.cards.push([107, 2, 10, 2, 0, 0, 9, 0, 0, 0, 0])
    }, 'nia')
    expect(again.report).toMatchObject({ added: 0, changed: 1, same: 2 })
    expect((await noteOf('nia', 'gehen')).fields[0]).toBe('gehen (mine)')
    expect((await noteOf('nia', 'gehen')).cards[0]?.interval).toBe(50)
    expect((await found('nia', 'Österreich')).map(({ title }) => title)).toContain('Wien liegt an der Donau in […]')
  })
  test('another picture of the same name gets a name of its own', async () => {
    await importing(() => undefined, 'oli')
    await importing((copy) => {
      copy.media = { 'ein bild.png': Buffer.from('another picture') }
      copy.notes = [
        { id: 9, guid: 'g-nine', mid: 1500000000001, mod: now, tags: '', fields: ['neu', '<img src="ein bild.png">'] },
      ]
      copy.cards = [[109, 9, 10, 0, 0, 0, 1, 0, 0, 0, 0]]
    }, 'oli')
    const { fields, media } = await noteOf('oli', 'neu')
    expect(fields[1]).toMatch(/^<img src="ein bild-[0-9a-f]{8}\.png">$/)
    expect(await bytesOf('oli', `/api/files/${Object.values(media)[0]?.file}`)).toEqual(Buffer.from('another picture'))
    const before = await noteOf('oli', 'gehen')
    expect(await bytesOf('oli', `/api/files/${before.media['ein bild.png']?.file}`)).toEqual(PICTURE)
  })
  test.each([
    ['no zip', Buffer.from('hello')],
    ['a zip of something else', zipOf({ 'a.txt': Buffer.from('x') })],
    ['a collection that is no database', zipOf({ 'collection.anki2': Buffer.from('SQLite format 3\0 but no') })],
    ['a collection that is no zstd', zipOf({ 'collection.anki21b': Buffer.from('xxxxxxxxxxxxxxxxxxxx') })],
    ['a broken list of media', zipOf({ 'collection.anki2': Buffer.from(''), media: Buffer.from('{"0":') })],
    ['zstd of nonsense', zipOf({ 'collection.anki21b': zstdCompressSync(Buffer.from('nonsense')) })],
  ])('of %s is refused with a sentence', async (_, bytes) => {
    const { status, error } = await at.importFile('pia', 'flash.anki', { name: 'x.apkg', bytes: await bytes })
    expect(status).toBe(400)
    expect(error).toMatch(/not an Anki package|cannot be read/)
  })
})

describe('an exported package', () => {
  test('brings everything to another person: words, types, decks, media, schedule and history', async () => {
    const bytes = await packageOf(content, 'anki21b')
    await at.importFile('quin', 'flash.anki', { name: 'x.apkg', bytes })
    const path = `/api/m/flash/exports/anki?options=${encodeURIComponent(JSON.stringify({ deck: 'Sprachen' }))}&zone=UTC`
    expect((await at.fetch('quin', path)).status).toBe(404) // “Sprachen” alone is no deck
    const exported = await bytesOf('quin', '/api/m/flash/exports/anki?zone=UTC')
    await at.importFile('rosa', 'flash.anki', { name: 'back.apkg', bytes: exported })
    const seen = async (who: string) =>
      (await found(who)).map(({ id: _, noteId: __, due: ___, recall: ____, ...rest }) => rest)
    expect(await seen('rosa')).toEqual(await seen('quin'))
    const one = async (who: string, query: string) => {
      const { media, cards, fields, tags, guid, typeName } = await noteOf(who, query)
      const files = await Promise.all(Object.values(media).map(({ file }) => bytesOf(who, `/api/files/${file}`)))
      return {
        files,
        fields,
        tags,
        guid,
        typeName,
        // What is new is due from when it was brought in: two imports may stand in two minutes.
        cards: cards.map(({ state, due, interval, reps, lapses }) => [
          state,
          state === 'new' ? null : due,
          interval,
          reps,
          lapses,
        ]),
      }
    }
    expect(await one('rosa', 'gehen')).toEqual(await one('quin', 'gehen'))
    expect(await one('rosa', 'laufen -is:new')).toEqual(await one('quin', 'laufen -is:new'))
    expect((await out<Stats>('rosa', 'stats', { days: 60 })).retention.all).toBe(0.5)
    const again = await at.importFile('quin', 'flash.anki', { name: 'back.apkg', bytes: exported })
    expect(again.report).toMatchObject({ added: 0, changed: 0, same: 3 })
  })
  test('of nothing says so', async () => {
    const answer = await at.fetch('nobody', '/api/m/flash/exports/anki')
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('There are no cards to export.'),
    ])
  })
})

describe('a table', () => {
  const take = (who: string, bytes: string | Uint8Array, name = 'Birds.csv', more = {}) =>
    at.importFile(who, 'flash.text', { name, bytes }, more)
  test('of windows-1252 with semicolons, named columns and lines in cells is read; bad rows are named', async () => {
    const text = 'Frage;Back;Tags\n'.replace('Frage', 'Question')
    const rows = 'm\xf6we;"sea\ngull";bird,sea\n;nothing;\n\nr\xe9my;finch;\n'
    const { report } = await take('sam', Buffer.from(text + rows, 'latin1'))
    expect(report).toMatchObject({ added: 2, refused: 1 })
    expect(report.rows.refused[0]).toMatchObject({ line: 4, reason: 'It has no front.' })
    const [first] = await found('sam', 'möwe')
    expect(first).toMatchObject({ deck: 'Birds', answer: 'sea gull', tags: ['bird', 'sea'] })
    expect((await take('sam', Buffer.from(text + rows, 'latin1'))).report).toMatchObject({
      added: 0,
      changed: 0,
      same: 2,
    })
    const changed = await take('sam', 'Question;Back\nmöwe;gull\n')
    expect(changed.report).toMatchObject({ added: 0, changed: 1 })
    expect((await found('sam', 'möwe'))[0]?.answer).toBe('gull')
  })
  test('of Anki is read by its headings, and written with them', async () => {
    const text =
      '#separator:tab\n#html:true\n#tags:all\n#deck column:1\nTiere::V\u00f6gel\t<b>M\u00f6we</b>\tgull\nX\t{{c1::Ei}}\t\n'
    await take('tess', text, 'notes.txt')
    expect((await found('tess')).map(({ title, deck, tags }) => [title, deck, tags])).toEqual([
      ['[…]', 'X', ['all']],
      ['Möwe', 'Tiere::Vögel', ['all']],
    ])
    const written = (await bytesOf('tess', '/api/m/flash/exports/text')).toString()
    expect(written).toMatch(/^#separator:tab\n#html:true\n#guid column:1\n/)
    expect(written).toContain('\tBasic\tTiere::Vögel\tall\t<b>Möwe</b>\tgull\n')
    await take('uma', written, 'back.txt')
    expect((await noteOf('uma', 'Möwe')).fields).toEqual(['<b>Möwe</b>', 'gull'])
    expect((await take('tess', written, 'back.txt')).report).toMatchObject({ added: 0, changed: 0, same: 2 })
  })
  test('for spreadsheets has no formulas, and takes no formatting away when it comes back', async () => {
    await take('vic', 'guid,front,back,deck\n=guid,=1+1,2,Sums\n')
    const { id } = await out<{ id: string }>('vic', 'open', { name: 'Sums' })
    await out('vic', 'addNote', { deck: id, type: 'basic', fields: ['<b>bold</b>', 'x'] })
    const csv = await bytesOf('vic', '/api/m/flash/exports/csv')
    expect(csv.toString()).toContain("'=1+1")
    expect((await take('vic', csv)).report).toMatchObject({ added: 0, changed: 0, same: 2 })
    expect((await noteOf('vic', 'bold')).fields[0]).toBe('<b>bold</b>')
    await take('wim', csv)
    expect((await out<{ cards: Asked[] }>('wim', 'queue')).cards.map(({ question }) => question)).toEqual([
      '=1+1',
      'bold',
    ])
  })
})
