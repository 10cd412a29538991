import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { Found, NoteView } from './module.ts'
import { BUILT_IN } from './note-types.ts'
import type { NoteType } from './records.ts'
import { type Content, packageOf, type Shape } from './server/test-packages.ts'
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
const typesOf = async (who: string) =>
  (await out<NoteType[]>(who, 'types')).filter(({ key }) => key.startsWith('anki:'))

const VOCABULARY = 1500000000003
const first: Content = {
  created: 1_700_000_000,
  types: [
    {
      id: VOCABULARY,
      name: 'Vocabulary',
      modified: 1_700_000_000,
      fields: ['Word', 'Meaning'],
      templates: [{ name: 'Recognise', front: '{{Word}}', back: '{{Meaning}}' }],
    },
  ],
  decks: { 1: 'Default', 10: 'Spanish' },
  notes: [
    { id: 1, guid: 'g-ser', mid: VOCABULARY, mod: 1_700_000_000, tags: '', fields: ['ser', 'to be'] },
    { id: 2, guid: 'g-ir', mid: VOCABULARY, mod: 1_700_000_000, tags: '', fields: ['ir', 'to go'] },
  ],
  cards: [
    [101, 1, 10, 0, 2, 2, 20, 30, 2500, 7, 1, '{"s":42.5,"d":6.25}'],
    [102, 2, 10, 0, 0, 0, 2, 0, 0, 0, 0],
  ],
  reviews: [],
  media: {},
}

type Type = Content['types'][number]
async function take(who: string, content: Content, shape: Shape = 'anki2', preview = false, options = {}) {
  const bytes = await packageOf(content, shape)
  const answer = await at.importFile(who, 'flash.anki', { name: 'Spanish.apkg', bytes }, { preview, options })
  expect([answer.status, answer.error]).toEqual([200, ''])
  return answer
}
function updated(change: (content: Content, type: Type) => void): Content {
  const copy = structuredClone(first)
  const [type] = copy.types
  if (!type) throw new Error('no type')
  type.modified = 1_700_100_000
  change(copy, type)
  return copy
}

describe.each<Shape>(['anki2', 'anki21b'])('a shared deck that comes again (%s) with', (shape) => {
  const of = (who: string) => `${who}-${shape}`
  test('other templates, styling and one template more asks in the new way, and keeps what has been learnt', async () => {
    const who = of('ada')
    await take(who, first, shape)
    const again = updated((content, type) => {
      type.css = '.card { color: teal }'
      type.templates = [
        { name: 'Recognise', front: 'What is {{Word}}?', back: '{{Meaning}}' },
        { name: 'Produce', front: 'Say: {{Meaning}}', back: '{{Word}}' },
      ]
      content.notes.pop() // the second note is not in it any more
      content.cards = [[101, 1, 10, 0, 0, 0, 1, 0, 0, 0, 0]]
    })
    const { report } = await take(who, again, shape, true)
    expect(report).toMatchObject({ added: 0, changed: 1, same: 1, refused: 0 })
    expect(report.rows.changed[0]).toMatchObject({ title: 'Vocabulary' })
    expect(report.rows.changed[0]?.fields.toSorted()).toEqual(['css', 'modified', 'templates'])
    expect((await found(who)).map(({ title }) => title)).toEqual(['ir', 'ser']) // shown, not done

    const { change } = await take(who, again, shape)
    expect((await found(who)).map(({ title, state }) => [title, state])).toEqual([
      ['What is ir?', 'new'],
      ['Say: to go', 'new'],
      ['What is ser?', 'review'],
      ['Say: to be', 'new'],
    ])
    expect((await noteOf(who, 'ser')).cards.map(({ ord, stability, reps }) => [ord, stability, reps])).toEqual([
      [0, 42.5, 7],
      [1, 0, 0],
    ])
    expect(await typesOf(who)).toMatchObject([{ css: '.card { color: teal }', templates: [{}, { name: 'Produce' }] }])
    expect((await take(who, again, shape)).report).toMatchObject({ added: 0, changed: 0, same: 1 })
    await at.undo(who, change)
    expect((await found(who)).map(({ title }) => title)).toEqual(['ir', 'ser'])
  })

  test('fields added, moved and renamed has each word under its own name', async () => {
    const who = of('ben')
    const numbered = structuredClone(first)
    Object.assign(numbered.types[0] as Type, { fieldIds: [11, 12], templateIds: [21] })
    await take(who, numbered, shape)
    const again = updated((content, type) => {
      type.fields = ['Sound', 'Sense', 'Word']
      type.fieldIds = [13, 12, 11]
      type.templateIds = [21]
      type.templates = [{ name: 'Know', front: '{{Word}} {{Sound}}', back: '{{Sense}}' }]
      const [ser] = content.notes
      if (ser) Object.assign(ser, { mod: 1_700_100_000, fields: ['[sound:ser.mp3]', 'to be (lasting)', 'ser'] })
      const ir = content.notes[1]
      if (ir) ir.fields = ['', 'to go', 'ir']
      content.notes.push({ id: 3, guid: 'g-dar', mid: VOCABULARY, mod: 5, tags: '', fields: ['', 'to give', 'dar'] })
      content.cards.push([103, 3, 10, 0, 0, 0, 3, 0, 0, 0, 0])
    })
    expect((await take(who, again, shape)).report).toMatchObject({ added: 1, changed: 2, same: 1, refused: 0 })
    const shown = async (query: string) => {
      const { fieldNames, fields, cards } = await noteOf(who, query)
      return [fieldNames.map((name, place) => `${name}: ${fields[place]}`), cards.length]
    }
    expect(await shown('ser')).toEqual([['Word: ser', 'Sense: to be (lasting)', 'Sound: [sound:ser.mp3]'], 1])
    expect(await shown('ir')).toEqual([['Word: ir', 'Sense: to go', 'Sound: '], 1])
    expect(await shown('dar')).toEqual([['Word: dar', 'Sense: to give', 'Sound: '], 1])
    expect((await typesOf(who)).map(({ templates }) => templates.map(({ name }) => name))).toEqual([['Know']])
  })
})

describe('a shared deck that comes again', () => {
  test('without a template or a field takes neither away, as in Anki', async () => {
    await take('cleo', first)
    const again = updated((content, type) => {
      type.fields = ['Word']
      type.templates = [
        { name: 'Spell', front: 'Spell {{Word}}', back: '{{Word}}' },
        { name: 'Hear', front: '', back: '' },
      ]
      content.notes = content.notes.map((note) => ({ ...note, mod: 1_700_100_000, fields: [note.fields[0] ?? ''] }))
    })
    await take('cleo', again)
    const ser = await noteOf('cleo', 'ser')
    expect([ser.fields, ser.fieldNames]).toEqual([
      ['ser', 'to be'],
      ['Word', 'Meaning'],
    ])
    const [recognise] = (await noteOf('cleo', 'ser')).cards
    expect(recognise).toMatchObject({ ord: 0, stability: 42.5 })
    expect((await found('cleo', 'ser')).map(({ title }) => title)).toEqual(['ser', 'Spell ser'])
  })
  test('in an older version than what is here changes nothing', async () => {
    await take(
      'dora',
      updated((_, type) => (type.css = '.card { color: teal }')),
    )
    expect((await take('dora', first)).report).toMatchObject({ added: 0, changed: 0, same: 2 })
    expect(await typesOf('dora')).toMatchObject([{ css: '.card { color: teal }' }])
  })
  test('keeps the words that were changed here since, and what a person wrote into a field that it does not know', async () => {
    await take(
      'eli',
      updated((_, type) => type.fields.push('Mine')),
    )
    const ser = await noteOf('eli', 'ser')
    await out('eli', 'saveNote', { id: ser.id, fields: ['ser', 'to be', 'like Sir'], tags: [] })
    const again = updated((content, type) => {
      type.modified = 1_700_200_000
      content.notes = content.notes.map((note) => ({
        ...note,
        mod: 4_000_000_000,
        fields: [note.fields[0] ?? '', 'new'],
      }))
    })
    await take('eli', again)
    expect((await noteOf('eli', 'ser')).fields).toEqual(['ser', 'new', 'like Sir'])
  })
  test('whose stock type has been changed changes its own notes and nobody else’s', async () => {
    const [basic] = BUILT_IN
    const stock = structuredClone(first)
    Object.assign(stock.types[0] as Type, { fields: basic?.fields, templates: basic?.templates })
    await take('fay', stock)
    await out('fay', 'add', { front: 'my own', back: 'card', deck: 'Mine' })
    const again = structuredClone(stock)
    const [type] = again.types
    if (type) {
      type.modified = 1_700_100_000
      type.templates = [{ name: 'Card 1', front: 'Asked: {{Front}}', back: '{{Back}}' }]
    }
    expect((await take('fay', again)).report).toMatchObject({ added: 0, changed: 2, refused: 0 })
    expect((await found('fay')).map(({ title }) => title)).toEqual(['Asked: ir', 'my own', 'Asked: ser'])
    expect((await noteOf('fay', 'ser')).cards[0]).toMatchObject({ stability: 42.5 })
  })
  test('with gaps where there were none is refused row by row', async () => {
    await take('gil', first)
    const { report } = await take(
      'gil',
      updated((_, type) => (type.isCloze = true)),
    )
    expect(report).toMatchObject({ added: 0, changed: 0, refused: 2 })
    expect(report.rows.refused[0]?.reason).toBe('It is here already, with another note type.')
  })
  describe('by what the person chose', () => {
    const newer = () =>
      updated((content, type) => {
        type.templates = [{ name: 'Recognise', front: 'New: {{Word}}', back: '{{Meaning}}' }]
        content.notes = content.notes.map((note) => ({
          ...note,
          mod: 1_700_100_000,
          fields: [note.fields[0] ?? '', 'new'],
        }))
      })
    const stands = async (who: string) => [
      (await found(who)).map(({ title }) => title),
      (await noteOf(who, 'ser')).fields[1],
    ]
    test('leaves notes, or types, as they are here', async () => {
      await take('hal', first)
      await take('hal', newer(), 'anki2', false, { notes: 'never' })
      expect(await stands('hal')).toEqual([['New: ir', 'New: ser'], 'to be'])
      await take('ida', first)
      await take('ida', newer(), 'anki2', false, { types: 'never' })
      expect(await stands('ida')).toEqual([['ir', 'ser'], 'new'])
    })
    test('takes over what is older too', async () => {
      await take('jon', newer())
      expect((await take('jon', first)).report.changed).toBe(0)
      const always = { notes: 'always', types: 'always' }
      const preview = await take('jon', first, 'anki2', true, always)
      expect(preview.report.changed).toBe(3)
      await take('jon', first, 'anki2', false, always)
      expect(await stands('jon')).toEqual([['ir', 'ser'], 'to be'])
      expect((await noteOf('jon', 'ser')).cards[0]).toMatchObject({ stability: 42.5 })
    })
    test('leaves another’s schedule out', async () => {
      await take('kim', first, 'anki2', false, { progress: false })
      expect((await noteOf('kim', 'ser')).cards[0]).toMatchObject({ state: 'new', stability: 0, reps: 0 })
    })
    test('refuses a choice that is none', async () => {
      const bytes = await packageOf(first, 'anki2')
      const answer = await at.importFile('kim', 'flash.anki', { name: 'a.apkg', bytes }, { options: { notes: 'some' } })
      expect(answer.status).toBe(400)
    })
  })
})
