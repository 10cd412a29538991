import { buffer, text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Entry, fromRandomAccessReaderPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { decks } from '../../e2e/hostile/decks.ts'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import { mediaNames, plainText } from './plain-text.ts'
import { ids } from './server/anki-export.ts'
import { type Content, packageOf } from './server/test-packages.ts'
import { zipSource } from './server/zip-source.ts'
import flash from './server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(flash)
})
/** Files of the hostile corpus, made when they are sent. */
const corpusOf = (...names: string[]): [string, () => Buffer][] =>
  names.map((name) => {
    const file = decks.find((one) => one.name.endsWith(`${name}.apkg`))
    if (!file) throw new Error(`the corpus has no ${name}.apkg`)
    return [`${name}.apkg`, file.bytes]
  })
const open = (who: string, bytes: string) => at.importFile(who, 'flash.text', { name: 'cards.txt', bytes })

describe('a text of cards that somebody sends to stop the server', () => {
  test('of 2 MB of quotes, however they stand, is refused in a sentence', async () => {
    for (const text of ['"'.repeat(2_000_000), '"\n'.repeat(1_100_000), '"a"b\n'.repeat(600_000)])
      expect((await open('ann', text)).error).toContain('more than 1,000,000 quotes')
  })
  test('of 200,000 columns is refused', async () => {
    expect((await open('ann', `a${'\tb'.repeat(200_000)}\n`)).error).toContain('at most 1,000 columns')
  })
  test.each(['\n', '\r', '\r\n', ' \t\n'])('of nothing but empty lines ending in %j is empty', async (end) => {
    const { status, error } = await open('ann', end.repeat(10_000_000 / end.length))
    expect([status, error]).toEqual([400, 'The file is empty.'])
  })
  test('with empty lines between its cards has these alone, on their own lines', async () => {
    const many = '\n'.repeat(3_000_000)
    const { report } = await open('wes', `front\tback\n${many}Katze\tcat\n${many}\tnothing\n`)
    expect(report).toMatchObject({ added: 1, refused: 1 })
    expect(report.rows.refused[0]?.line).toBe(6_000_003)
  })
  test('with a row of a million characters loses that row and no other', async () => {
    const { report } = await open('bob', `front\tback\n${'x'.repeat(1_000_000)}\ty\nHund\tdog\n`)
    expect(report).toMatchObject({ added: 1, refused: 1 })
    expect(report.rows.refused[0]?.reason).toContain('at most 500,000 characters')
  })
})

describe('a package that somebody sends to stop the server', () => {
  const first = corpusOf(
    ...[
      'cells',
      'half',
      'decks',
      'numbers',
      'templates',
      'conditions',
      'style',
      'fields',
      'gaps',
      'tags',
      'models-deep',
    ],
    ...[
      'models-laugh',
      'pages',
      'page-size',
      'free-pages',
      'tree-in-a-circle',
      'zstd-claims',
      'media-names',
      'media-deep',
    ],
    ...['no-collection', 'triggers', 'field-of-20mb', 'notes-without-end', 'cards-without-end', 'reviews-without-end'],
  )
  test.each(first)('%s: it is taken in or refused, always with a sentence', async (name, bytes) => {
    const { status, error, report } = await at.importFile(
      'zed',
      'flash.anki',
      { name, bytes: bytes() },
      { preview: true },
    )
    expect([200, 400, 413, 422]).toContain(status)
    const said = status === 200 ? report.rows.refused.map(({ reason }) => reason) : [error]
    for (const sentence of said) expect(sentence).toMatch(/^[A-Z“].*\.( Split it.*\.)?$/)
    for (const sentence of said) expect(sentence).not.toMatch(/expected|Invalid input/)
  })
  test('of 200,000 notes is refused before any is read', async () => {
    const [[name, bytes] = ['', () => Buffer.alloc(0)]] = corpusOf('notes-200000')
    const { status, error } = await at.importFile('zed', 'flash.anki', { name, bytes: bytes() })
    expect([status, error]).toEqual([
      413,
      'This package has more than 100,000 notes. Export its decks one by one, please.',
    ])
  })
  test('of a million answers to one card keeps the latest thousand', async () => {
    const [[name, bytes] = ['', () => Buffer.alloc(0)]] = corpusOf('reviews-1000000')
    const { report } = await at.importFile('yve', 'flash.anki', { name, bytes: bytes() })
    expect(report).toMatchObject({ added: 1, refused: 0 })
  })
  test('whose note has a field of 20 MB loses that note and no other', async () => {
    const content: Content = {
      created: 1_700_000_000,
      types: [{ id: 5, name: 'Word', fields: ['A', 'B'], templates: [{ name: 'One', front: '{{A}}', back: '{{B}}' }] }],
      decks: { 1: 'Default' },
      notes: [
        { id: 1, guid: 'long', mid: 5, mod: 1, tags: '', fields: ['<b>'.repeat(7_000_000), ''] },
        { id: 2, guid: 'short', mid: 5, mod: 1, tags: '', fields: ['Hund', 'dog'] },
      ],
      cards: [
        [101, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0],
        [102, 2, 1, 0, 0, 0, 2, 0, 0, 0, 0],
      ],
      reviews: [],
      media: {},
    }
    const { report } = await at.importFile('xan', 'flash.anki', {
      name: 'x.apkg',
      bytes: await packageOf(content, 'anki21b'),
    })
    expect(report).toMatchObject({ added: 1, refused: 1 })
    expect(report.rows.refused[0]?.reason).toBe('Its fields together have more than 2,000,000 bytes.')
  })
})

describe('the words of a field', () => {
  // A field that has beginnings without ends would take minutes at this length if each were looked for to the end.
  test.each(['<b ', '[sound:', '::', '<img ', '<!--', '<style ', '{{c1::'])('of nothing but %s are found', (part) => {
    const field = part.repeat(1_000_000)
    expect([typeof plainText(field), mediaNames(field)]).toEqual(['string', []])
  })
  test('are those without tags, sounds and braces', () => {
    expect(plainText('a <b>c</b> [sound:x.mp3] {{c1::d::hint::more}} e}} <br>f < g [x')).toBe('a c d e f < g [x')
    expect(mediaNames('<img src=a.png> <img alt="x" src="b.png"><audio src=\'c.mp3\'> [sound:d.mp3] [sound:')).toEqual([
      ...['a.png', 'b.png', 'c.mp3', 'd.mp3'],
    ])
  })
})

describe('the ids of an Anki package', () => {
  test('are the next that is free, for moments of any order', () => {
    const id = ids()
    expect([5, 5, 4, 4, 7, 5, 9, 4].map(id)).toEqual([5, 6, 4, 7, 8, 9, 10, 11])
  })
  // Each walking past all of those before would take minutes.
  test('of 300,000 cards that were made in one moment are found', () => {
    const id = ids()
    const given = Array.from({ length: 300_000 }, () => id(1_700_000_000_000))
    expect(given.at(-1)).toBe(1_700_000_299_999)
  })
})

test('small files of a package come together, not one by one', async () => {
  const zip = new ZipFile()
  for (let at = 0; at < 2_000; at++) zip.addBuffer(Buffer.from(`${at}`), `${at}`, { compress: false })
  zip.end()
  const bytes = await buffer(zip.outputStream)
  let asked = 0
  const slice = async (from: number, to: number) => {
    asked += 1
    return bytes.subarray(from, to)
  }
  const source = zipSource({ size: bytes.length, slice })
  const opened = await fromRandomAccessReaderPromise(source, bytes.length, { autoClose: false, lazyEntries: true })
  const entries: Entry[] = []
  for await (const entry of opened.eachEntry()) entries.push(entry)
  for (const entry of entries) expect(await text(await opened.openReadStreamPromise(entry))).toBe(entry.fileName)
  expect(entries).toHaveLength(2_000)
  expect(asked).toBeLessThan(20)
})
