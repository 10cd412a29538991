import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { Asked, DeckCounts, Found, NoteView } from './module.ts'
import type { TypeView } from './note-type-actions.ts'
import { isUsualLook } from './note-types.ts'
import { say } from './say.ts'
import flash from './server.ts'
import { faultOfType, withRenamed } from './type-edits.ts'

describe('a note type', () => {
  const type = (front: string, more = {}) => ({
    kind: 'standard' as const,
    fields: ['Word', 'Meaning'],
    templates: [{ name: 'Card 1', front, back: '{{FrontSide}}{{Meaning}}' }],
    ...more,
  })
  test.each([
    ['{{Word}}', {}, null],
    ['{{#Meaning}}{{hint:Word}}{{/Meaning}}{{Tags}}', {}, null],
    ['{{Wort}}', {}, '“Card 1”: there is no field “Wort”.'],
    ['{{#Word}}{{Word}}', {}, '“Card 1”: the section “Word” does not begin and end in the same place.'],
    [
      '{{#Word}}{{^Meaning}}x{{/Word}}{{/Meaning}}',
      {},
      '“Card 1”: the section “Word” does not begin and end in the same place.',
    ],
    ['only words', {}, '“Card 1”: its front shows no field.'],
    ['{{Word}}', { kind: 'cloze' }, '“Card 1”: its front needs a field with gaps, such as {{cloze:Word}}.'],
    ['{{cloze:Word}}', { kind: 'cloze' }, null],
    ['{{Word}}', { fields: ['Word', 'word'] }, 'There are two of the name “word”.'],
    [
      '{{Word}}',
      { fields: ['Word', 'a:b', 'Meaning'] },
      'The name of a field has no “:”, “{”, “}” or quotation marks: “a:b”.',
    ],
    [
      '{{Word}}',
      { fields: ['Word', 'Tags', 'Meaning'] },
      '“Tags” means something else in templates; give the field another name.',
    ],
  ])('%s with %o: %s', (front, more, fault) => {
    const found = faultOfType(type(front, more))
    expect(found && say(found.key, found.values).english).toBe(fault)
  })
  test('a renamed field is renamed in every place that names it, and a removed one leaves what its section held', () => {
    const template = '{{#Word}}<b>{{hint:type:Word}}</b>{{/Word}}{{^ Word }}no{{/Word}}{{Words}}{{c1::Word}}'
    expect(withRenamed(template, 'Word', 'Term')).toBe(
      '{{#Term}}<b>{{hint:type:Term}}</b>{{/Term}}{{^ Term}}no{{/Term}}{{Words}}{{c1::Word}}',
    )
    expect(withRenamed(template, 'Word', null)).toBe('<b></b>no{{Words}}{{c1::Word}}')
  })
  test('looks as the page does as long as nobody has styled it', () => {
    expect(isUsualLook('')).toBe(true)
    expect(
      isUsualLook(
        '.card { font-family: arial; font-size: 20px; text-align: center; color: black; background-color: white; }',
      ),
    ).toBe(true)
    expect(isUsualLook('.card { color: green }')).toBe(false)
  })
})

describe('note types of a person', () => {
  let at: TestModules
  beforeAll(async () => {
    at = await testModules(flash)
  })
  const act = <T = Record<string, unknown>>(who: string, action: string, input: unknown = {}) =>
    at.act<T>(who, `flash.${action}`, input)
  const out = async <T>(who: string, action: string, input: unknown = {}) => (await act<T>(who, action, input)).output
  const types = (who: string) => out<TypeView[]>(who, 'types')
  const cards = async (who: string) => (await out<{ cards: Found[] }>(who, 'browse', { order: 'added' })).cards
  const draftOf = (type: TypeView) => ({
    key: type.key,
    name: type.name,
    css: type.css,
    fields: type.fields.map((name, from) => ({ name, from: from as number | null })),
    templates: type.templates.map((one, from) => ({ ...one, from: from as number | null })),
  })
  /** A type of one's own with both directions, and two notes of it. */
  async function words(who: string) {
    const reversed = (await types(who)).find(({ key }) => key === 'reversed') as TypeView
    const { key } = await out<{ key: string }>(who, 'saveType', { ...draftOf(reversed), name: 'Word', isNew: true })
    const deck = await out<{ id: string }>(who, 'open', { name: 'Words' })
    for (const fields of [
      ['dog', 'Hund'],
      ['cat', 'Katze'],
    ])
      await act(who, 'addNote', { deck: deck.id, type: key, fields })
    return (await types(who)).find((type) => type.key === key) as TypeView
  }

  test('a built-in one is copied, not changed, and takes its notes along when the person says so', async () => {
    await act('ann', 'add', { front: 'dog', back: 'Hund', deck: 'German' })
    const basic = (await types('ann')).find(({ key }) => key === 'basic') as TypeView
    expect(basic).toMatchObject({ version: null, notes: 1 })
    expect(await act('ann', 'saveType', { ...draftOf(basic), name: 'Mine' })).toMatchObject({ status: 400 })
    const draft = { ...draftOf(basic), name: 'Mine', css: '.card { color: green }', isNew: true, takesNotes: true }
    const made = await act<{ key: string; notes: number }>('ann', 'saveType', draft)
    expect(made.output.notes).toBe(1)
    const queue = await out<{ cards: Asked[]; looks: Record<string, string> }>('ann', 'queue')
    expect(queue.cards).toMatchObject([{ type: made.output.key, question: 'dog' }])
    expect(queue.looks).toEqual({ [made.output.key]: '.card { color: green }' })
    await at.undo('ann', made.change)
    expect((await out<{ cards: Asked[] }>('ann', 'queue')).cards).toMatchObject([{ type: 'basic' }])
  })
  test('fields that are renamed, moved, added and removed take their words along', async () => {
    const type = await words('ben')
    const draft = draftOf(type)
    draft.fields = [
      { name: 'Deutsch', from: 1 },
      { name: 'Beispiel', from: null },
      { name: 'English', from: 0 },
    ]
    draft.templates = [
      { name: 'Karte', front: '{{Deutsch}}', back: '{{English}} {{Beispiel}}', from: 0 },
      { name: 'Card 2', front: '{{English}}', back: '{{Deutsch}}', from: 1 },
    ]
    expect((await act('ben', 'saveType', { ...draft, version: type.version })).output).toEqual({
      key: type.key,
      notes: 2,
    })
    const found = await cards('ben')
    const note = await out<NoteView>('ben', 'note', { id: found[0]?.noteId })
    expect(note).toMatchObject({
      fields: ['Hund', '', 'dog'],
      fieldNames: ['Deutsch', 'Beispiel', 'English'],
      title: 'Hund',
    })
    expect(found).toHaveLength(4)
    // Whoever has the older version before them is told.
    expect((await act('ben', 'saveType', { ...draft, version: type.version })).status).toBe(409)
    expect(await out('ben', 'typeUse', { key: type.key })).toEqual({ notes: 2, fields: [2, 0, 2], templates: [2, 2] })
  })
  test('cards that change places keep their schedule and reviews; a removed one goes, a new one comes', async () => {
    const type = await words('cem')
    const second = (await cards('cem')).find(({ title, card }) => title === 'Hund' && card === 'Card 2')
    expect((await act('cem', 'grade', { id: second?.id, grade: 4 })).status).toBe(200)
    const draft = draftOf(type)
    const [one, two] = draft.templates as [(typeof draft.templates)[number], (typeof draft.templates)[number]]
    draft.templates = [two, one]
    const swapped = await act('cem', 'saveType', draft)
    expect(swapped.status).toBe(200)
    const view = await out<NoteView>('cem', 'note', { id: second?.noteId })
    expect(view.cards.map(({ ord, state }) => [ord, state])).toEqual([
      [0, 'review'],
      [1, 'new'],
    ])
    const kept = await at.db.$client.query(
      `select data->>'card' as card from records where collection = 'reviews' and scope_id = 'cem'`,
    )
    expect(kept.rows).toEqual([{ card: view.cards[0]?.key }])
    draft.templates = [
      { ...two, from: 0 },
      { name: 'Third', front: '{{Front}}?', back: '{{Back}}', from: null },
    ]
    await act('cem', 'saveType', draft)
    const after = await out<NoteView>('cem', 'note', { id: second?.noteId })
    expect(after.cards.map(({ ord, state }) => [ord, state])).toEqual([
      [0, 'review'],
      [1, 'new'],
    ])
    expect((await cards('cem')).map(({ card }) => card).sort()).toEqual(['Card 2', 'Card 2', 'Third', 'Third'])
  })
  test('what could not be kept is refused in a sentence, and so is deleting a type that notes have', async () => {
    const type = await words('dan')
    const draft = draftOf(type)
    const save = async (more: object) => (await act('dan', 'saveType', { ...draft, ...more })).error
    expect(await save({ fields: [] })).toBe('A note type needs a field.')
    expect(
      await save({
        fields: [
          { name: 'Front', from: 0 },
          { name: 'Back', from: 0 },
        ],
      }),
    ).toContain('Open it again')
    expect(await save({ templates: [{ name: 'Card 1', front: '{{Nothing}}', back: '', from: 0 }] })).toBe(
      '“Card 1”: there is no field “Nothing”.',
    )
    expect((await act('dan', 'removeType', { key: type.key })).error).toBe(
      '“Word” has 2 notes. Give them another type first.',
    )
    expect((await act('dan', 'removeType', { key: 'basic' })).error).toBe('This type is always there.')
    expect((await act('eve', 'removeType', { key: type.key })).status).toBe(404)
    expect((await act('eve', 'saveType', draft)).status).toBe(404)
  })
  test('notes get another type with their fields where the person puts them', async () => {
    const type = await words('fay')
    const [first] = await cards('fay')
    const typed = await act('fay', 'changeType', { ids: [first?.id], type: 'typed', fields: [1, 0] })
    expect(typed.output).toEqual({ count: 1, removed: 1 })
    expect(await out<NoteView>('fay', 'note', { id: first?.noteId })).toMatchObject({
      type: 'typed',
      fields: ['Hund', 'dog'],
    })
    expect(
      (await act('fay', 'changeType', { ids: (await cards('fay')).map(({ id }) => id), type: 'basic', fields: [0, 1] }))
        .error,
    ).toBe('These notes have several types. Choose those of one type.')
    expect((await act('fay', 'changeType', { ids: [first?.id], type: 'cloze', fields: [0, 1] })).error).toBe(
      '“Hund” would have no cards. Choose what stands on its front.',
    )
    await at.undo('fay', typed.change)
    expect(await out<NoteView>('fay', 'note', { id: first?.noteId })).toMatchObject({
      type: type.key,
      fields: ['dog', 'Hund'],
    })
    expect((await out<{ decks: DeckCounts[] }>('fay', 'decks')).decks[0]?.cards).toBe(4)
  })
  test('a note never loses all its cards: the new ones stand where the old ones stood', async () => {
    const note = async (who: string, type: string, fields: string[]) => {
      const deck = await out<{ id: string }>(who, 'open', { name: 'Apart' })
      expect((await act(who, 'addNote', { deck: deck.id, type, fields })).status).toBe(200)
      return (await cards(who)).find(({ deck: name }) => name === 'Apart') as Found
    }
    const gap = await note('hao', 'cloze', ['The {{c2::sun}}', 'shines'])
    const asBasic = await act('hao', 'changeType', { ids: [gap.id], type: 'basic', fields: [0, 1] })
    expect(asBasic.output).toEqual({ count: 1, removed: 1 })
    expect(await out<NoteView>('hao', 'note', { id: gap.noteId })).toMatchObject({ cards: [{ ord: 0 }] })
    expect((await cards('hao')).map(({ deck }) => deck)).toEqual(['Apart'])
    const back = await act('hao', 'changeType', { ids: [(await cards('hao'))[0]?.id], type: 'cloze', fields: [0, 1] })
    expect(back.output).toEqual({ count: 1, removed: 1 })
    expect(await out<NoteView>('hao', 'note', { id: gap.noteId })).toMatchObject({ cards: [{ ord: 1 }] })
  })
  test('a change of a type that would leave notes without cards is refused with their number', async () => {
    const type = await words('ina')
    const deck = await out<{ id: string }>('ina', 'open', { name: 'Words' })
    await act('ina', 'addNote', { deck: deck.id, type: type.key, fields: ['only', ''] })
    const draft = draftOf(type)
    draft.templates = draft.templates.slice(1)
    const refused = 'Notes that would have no cards any more: 1. Keep a card whose front shows something of them.'
    expect(await act('ina', 'saveType', draft)).toMatchObject({ status: 400, error: refused })
    const [front, back] = draftOf(type).fields as [
      { name: string; from: number | null },
      { name: string; from: number | null },
    ]
    const emptied = { ...draftOf(type), fields: [back, { ...front, from: null }] }
    expect(await act('ina', 'saveType', emptied)).toMatchObject({ status: 400, error: refused })
    expect(await cards('ina')).toHaveLength(5)
    expect((await types('ina')).find(({ key }) => key === type.key)?.templates).toEqual(type.templates)
  })
  test('a type of one’s own goes to Anki and back as the same', async () => {
    const type = await words('gil')
    const file = await (await at.fetch('gil', '/api/m/flash/exports/anki')).arrayBuffer()
    const again = await at.importFile('gil', 'flash.anki', { name: 'w.apkg', bytes: new Uint8Array(file) })
    expect(again.report).toMatchObject({ added: 0, changed: 0, same: 2, refused: 0 })
    expect((await types('gil')).filter(({ name }) => name === 'Word')).toHaveLength(1)
    expect(type.fieldIds?.every((id) => typeof id === 'number')).toBe(true)
  })
})
