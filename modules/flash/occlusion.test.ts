import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import { renderCloze } from './cloze.ts'
import type { Asked, Found, NoteView } from './module.ts'
import { masksOf } from './occlusion.ts'
import { added, EMPTY, grouped, readDrawing, removed, writeDrawing } from './occlusion-shapes.ts'
import { plainText } from './plain-text.ts'
import { type Content, packageOf } from './server/test-packages.ts'
import flash from './server.ts'
import ankiReads from './testdata/anki-reads.json' with { type: 'json' }

/** As Anki 24 writes it: a group of two shapes, an ellipse, a triangle, a text on the picture, and a shape of no card. */
const FIELD = [
  '{{c1::image-occlusion:rect:left=.1:top=.2:width=.3:height=.05:oi=1}}',
  '{{c1::image-occlusion:rect:left=.6:top=.2:width=.1:height=.05:angle=30:oi=1}}',
  '{{c2::image-occlusion:ellipse:left=.5:top=.5:rx=.1:ry=.05:oi=1}}',
  '{{c3::image-occlusion:polygon:left=.1:top=.7:points=.1,.7 .2,.7 .15,.9:oi=1}}',
  '{{c0::image-occlusion:text:left=.2:top=.1:text=Heart:scale=1.2}}',
].join('<br>')

describe('shapes over a picture', () => {
  const looks = (field: string, number: number, side: 'question' | 'answer') =>
    masksOf(field, number, side).map(({ look }) => look)
  test('leave nothing of their lines in the text of the card', () => {
    expect(renderCloze(writeDrawing({ ...EMPTY, ...readDrawing(FIELD) }), 1, 'question').trim()).toBe('')
    expect(renderCloze(`${FIELD}<br>Words<br>below`, 2, 'answer')).toBe('Words<br>below')
  })
  test('stand where Anki put them, turned as it turned them', () => {
    expect(masksOf(FIELD, 1, 'question').map(({ outline, angle }) => [outline, angle])).toEqual([
      [{ kind: 'rect', left: 0.1, top: 0.2, width: 0.3, height: 0.05 }, 0],
      [{ kind: 'rect', left: 0.6, top: 0.2, width: 0.1, height: 0.05 }, 30],
      [{ kind: 'ellipse', x: 0.6, y: 0.55, rx: 0.1, ry: 0.05 }, 0],
      [
        {
          kind: 'polygon',
          points: [
            [0.1, 0.7],
            [0.2, 0.7],
            [0.15, 0.9],
          ],
        },
        0,
      ],
    ])
  })
  test('hide all and ask for one group, or hide that one alone', () => {
    expect(looks(FIELD, 1, 'question')).toEqual(['asked', 'asked', 'hidden', 'hidden'])
    expect(looks(FIELD, 1, 'answer')).toEqual(['seen', 'seen', 'hidden', 'hidden'])
    const one = FIELD.replaceAll(':oi=1', '')
    expect(looks(one, 2, 'question')).toEqual(['asked'])
    expect(looks(one, 2, 'answer')).toEqual(['seen'])
  })
  test('that are none are left out; figures that no picture has are cut', () => {
    expect(masksOf('{{c1::image-occlusion:star:left=.1}} {{c1::word}}', 1, 'question')).toEqual([])
    expect(
      masksOf('{{c1::image-occlusion:rect:left=1e9:top=NaN:width=:height=-5}}', 1, 'question')[0]?.outline,
    ).toEqual({
      ...{ kind: 'rect', left: 2, top: 0, width: 0, height: -1 },
    })
    expect(plainText(`before ${FIELD} after`)).toBe('before after')
  })
})

describe('Anki’s note type of image occlusion', () => {
  const container = '<div id="image-occlusion-container">{{Image}}<canvas id="image-occlusion-canvas"></canvas></div>'
  const sides = `{{#Header}}<div>{{Header}}</div>{{/Header}}<div style="display: none">{{cloze:Occlusion}}</div>${container}<script>try { anki.imageOcclusion.setup() } catch (exc) {}</script>`
  const content: Content = {
    created: 1_700_000_000,
    types: [
      {
        ...{ id: 1_695_000_000_000, name: 'Image Occlusion', modified: 1_700_000_000, isCloze: true },
        fields: ['Occlusion', 'Image', 'Header', 'Back Extra', 'Comments'],
        templates: [
          {
            name: 'Image Occlusion',
            front: sides,
            back: `${sides}{{#Back Extra}}<div>{{Back Extra}}</div>{{/Back Extra}}`,
          },
        ],
      },
    ],
    decks: { 1: 'Default', 10: 'Anatomy' },
    notes: [
      {
        id: 1,
        guid: 'g-heart',
        mid: 1_695_000_000_000,
        mod: 1_700_000_000,
        tags: '',
        fields: [FIELD, '<img src="heart.png">', 'The heart', 'It beats.', ''],
      },
    ],
    cards: [0, 1, 2].map((ord) => [101 + ord, 1, 10, ord, 0, 0, ord, 0, 0, 0, 0]),
    reviews: [],
    media: { 'heart.png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
  }
  let at: TestModules
  beforeAll(async () => {
    at = await testModules(flash)
  })
  const queue = async (who: string) => (await at.act<{ cards: Asked[] }>(who, 'flash.queue')).output.cards
  test('comes in with a card for each group, is asked with its picture covered, and goes out and comes again as the same', async () => {
    const bytes = await packageOf(content, 'anki2')
    const { report } = await at.importFile('ann', 'flash.anki', { name: 'heart.apkg', bytes })
    expect(report).toMatchObject({ added: 1, refused: 0 })
    const [first] = await queue('ann')
    expect(first?.question).toContain('heart.png')
    expect(first?.question).not.toContain('image-occlusion:')
    expect(first?.masks.question.map(({ look }) => look)).toEqual(['asked', 'asked', 'hidden', 'hidden'])
    expect(first?.masks.answer.map(({ look }) => look)).toEqual(['seen', 'seen', 'hidden', 'hidden'])
    const { output } = await at.act<{ cards: Found[] }>('ann', 'flash.browse')
    expect(output.cards.map(({ title }) => title)).toEqual(['The heart', 'The heart', 'The heart'])
    const file = await (await at.fetch('ann', '/api/m/flash/exports/anki')).arrayBuffer()
    const again = await at.importFile('ann', 'flash.anki', { name: 'again.apkg', bytes: new Uint8Array(file) })
    expect(again.report).toMatchObject({ added: 0, changed: 0, same: 1, refused: 0 })
    const other = await at.importFile('ben', 'flash.anki', { name: 'again.apkg', bytes: new Uint8Array(file) })
    expect(other.report).toMatchObject({ added: 1, refused: 0 })
    expect((await queue('ben'))[0]?.masks.question).toHaveLength(4)
  })
})

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAEElEQVR42mNk+M9QzwAEAAmGAYCF0iJkAAAAAElFTkSuQmCC',
  'base64',
)
const testdata = (name: string) => readFileSync(join(import.meta.dirname, 'testdata', name))

describe('a picture whose parts are covered here', () => {
  let at: TestModules
  let deck: string
  beforeAll(async () => {
    at = await testModules(flash)
    deck = (await at.act<{ id: string }>('ann', 'flash.open', { name: 'Anatomy' })).output.id
    const kept = await at.fetch('ann', '/api/m/flash/media/heart.png', {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: PICTURE,
    })
    expect(kept.status).toBe(200)
  })
  const rect = (left: number) => ({ kind: 'rect', left, top: 0.25, width: 0.125, height: 0.1 }) as const
  let drawing = added(EMPTY, rect(0.1), 0).drawing
  drawing = added(drawing, rect(0.3), 0).drawing
  drawing = added(drawing, { kind: 'ellipse', x: 0.5, y: 0.5, rx: 0.1, ry: 0.05 }, 0).drawing
  drawing = added(
    drawing,
    {
      kind: 'polygon',
      points: [
        [0.1, 0.7],
        [0.2, 0.7],
        [0.15, 0.9],
      ],
    },
    0,
  ).drawing
  drawing = grouped(drawing, new Set([1, 2]))
  const fieldsOf = (of: typeof drawing) => [writeDrawing(of), '<img src="heart.png">', 'The heart', 'It beats.', '']
  const note = async (id: string) => (await at.act<NoteView>('ann', 'flash.note', { id })).output
  const add = async (fields: string[]) =>
    await at.act<{ id: string; cards: number }>('ann', 'flash.addNote', { deck, type: 'occlusion', fields })

  test('needs a part that is covered', async () => {
    const refused = await add(['', '<img src="heart.png">', '', '', ''])
    expect([refused.status, refused.error]).toEqual([400, expect.stringContaining('at least one part')])
  })
  test('goes out as a note that Anki’s own editor opens, shape by shape', async () => {
    const { output } = await add(fieldsOf(drawing))
    expect(output.cards).toBe(3)
    const bytes = Buffer.from(await (await at.fetch('ann', '/api/m/flash/exports/anki')).arrayBuffer())
    // testdata/anki-occlusion.py reads it: ATRIUM_KEEP_APKG=… keeps the package.
    if (process.env.ATRIUM_KEEP_APKG) writeFileSync(process.env.ATRIUM_KEEP_APKG, bytes)
    const [{ models, flds }] = rowsOf(collectionIn(bytes))
    const [model] = Object.values(JSON.parse(models)) as { originalStockKind: number; flds: { tag: number }[] }[]
    const [read] = ankiReads
    expect(flds.split('\x1f')).toEqual(read?.fields)
    expect(model?.originalStockKind).toBe(6)
    expect(model?.flds.map(({ tag }) => tag)).toEqual(read?.tags)
    expect(read).toMatchObject({
      ...{ isOcclusion: true, cards: 3, header: 'The heart', extra: 'It beats.', hidesAll: true },
      ...{ picture: 'heart.png', pictureBytes: PICTURE.byteLength },
    })
    const shapes = (read?.shapes ?? []) as unknown as [number, string, Record<string, string>][]
    expect(shapes.map(([card, kind]) => [card, kind])).toEqual([
      [1, 'rect'],
      [1, 'rect'],
      [3, 'ellipse'],
      [4, 'polygon'],
    ])
    expect(shapes[3]?.[2]).toEqual({ left: '.1', top: '.7', points: '.1,.7 .2,.7 .15,.9', oi: '1' })
  })
  test('one that Anki has made is of our own type, and is read as it was drawn', async () => {
    const { report } = await at.importFile('ben', 'flash.anki', {
      name: 'anki.apkg',
      bytes: new Uint8Array(testdata('anki-occlusion.apkg')),
    })
    expect(report).toMatchObject({ refused: 0 })
    const { cards } = (await at.act<{ cards: Found[] }>('ben', 'flash.browse')).output
    const its = (await at.act<NoteView>('ben', 'flash.note', { id: cards[0]?.noteId })).output
    expect(its).toMatchObject({ type: 'occlusion', isOcclusion: true })
    expect(its.cards).toHaveLength(3)
    const read = readDrawing(its.fields[0] ?? '')
    expect(read.shapes.map(({ card, outline, angle }) => [card, outline.kind, angle])).toEqual([
      [1, 'rect', 0],
      [1, 'rect', 30],
      [2, 'ellipse', 0],
      [3, 'polygon', 0],
    ])
    expect(writeDrawing(read)).toBe(its.fields[0])
  })
  test('keeps what is remembered of each part when it is drawn anew, and makes new parts new cards', async () => {
    const { output } = await add(fieldsOf(drawing))
    const before = await note(output.id)
    const [first] = before.cards
    await at.act('ann', 'flash.grade', { id: first?.id, grade: 4 })
    const again = readDrawing(before.fields[0] ?? '')
    // The third part goes, another comes, and the first is moved.
    const fewer = removed(again, new Set([3]))
    const other = added(fewer, rect(0.8), 4).drawing
    const saved = await at.act<{ cards: number }>('ann', 'flash.saveNote', {
      ...{ id: output.id, fields: fieldsOf(other), tags: [], version: before.version },
    })
    expect(saved.output.cards).toBe(3)
    const after = await note(output.id)
    expect(after.cards.map(({ ord }) => ord)).toEqual([0, 3, 4])
    expect(after.cards.map(({ reps }) => reps)).toEqual([1, 0, 0])
    expect(after.cards.slice(0, 2).map(({ id }) => id)).toEqual([first?.id, before.cards[2]?.id])
  })
})

function rowsOf(path: string): [{ models: string; flds: string }] {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return database.prepare('select models, flds from col, notes').all() as [{ models: string; flds: string }]
  } finally {
    database.close()
    rmSync(join(path, '..'), { recursive: true })
  }
}

function collectionIn(bytes: Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), 'atrium-anki-')), 'collection.anki2')
  writeFileSync(path, unzipSync(bytes)['collection.anki2'] ?? new Uint8Array())
  return path
}
