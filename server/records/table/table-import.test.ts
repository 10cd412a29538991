import { countries } from '@atrium/contract/addresses'
import { crud } from '@atrium/contract/crud'
import { crudHandlers } from '@atrium/contract/crud-handlers'
import { field } from '@atrium/contract/fields'
import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { tableImport } from '@atrium/contract/table-import'
import { countryOf } from '@atrium/domain/addresses/country-names'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { published, toolsFor } from '../published.ts'
import { type TestModules, testModules } from '../test-module.ts'

const Book = z.object({
  title: field.text({ label: 'Title', required: true, aliases: ['Titel', 'Buch'] }),
  author: field.reference('authors', { label: 'Author', aliases: ['Autor'] }),
  due: field.date({ label: 'Due', aliases: ['Fällig', 'Fällig am'] }),
  price: field.money({ label: 'Price', currency: 'EUR', aliases: ['Preis'] }),
  done: field.checkbox({ label: 'Read', aliases: ['Gelesen'] }),
  tags: field.tags({ label: 'Tags', aliases: ['Schlagworte'] }),
})
const Author = z.object({
  name: field.text({ label: 'Name', required: true }),
  home: field.address({ label: 'Home', aliases: ['Wohnung'] }),
  life: field.richText({ label: 'Life' }),
})
const books = collection(Book, { version: 1, search: ['title'], key: 'title' })
const authors = collection(Author, { version: 1, search: ['name', 'home', 'life'], key: 'name' })

const shelf = defineModule({
  ...{ id: 'shelf', title: 'Shelf', summary: 'Books', kind: 'module', industries: ['all'], tier: 'free' },
  triggers: ['/shelf'],
  icon: 'book',
  collections: { books, authors },
  actions: {
    ...crud(books, {
      one: 'book',
      many: 'books',
      order: ['due', 'title'],
      words: { add: { examples: ['add book {title}'] } },
    }),
    ...crud(authors, { one: 'author', many: 'authors', as: 'Author' }),
  },
  imports: { table: tableImport('books', 'books'), people: tableImport('authors', 'authors') },
})
const server = defineServer(shelf, {
  ...crudHandlers(shelf, 'books'),
  ...crudHandlers(shelf, 'authors', 'Author'),
})

type Row = z.output<typeof Book> & { id: string; version: number }
interface Listed {
  rows: Row[]
  next: string | null
  count: number
}

let at: TestModules
beforeAll(async () => {
  at = await testModules(server)
})
const list = async (who: string, asked: object = {}) => (await at.act<Listed>(who, 'shelf.list', asked)).output
const add = async (who: string, book: object) => (await at.act<Row>(who, 'shelf.add', book)).output
const titles = async (who: string, asked?: object) => (await list(who, asked)).rows.map(({ title }) => title)

describe('the actions of a collection', () => {
  test('add, show, change by version, change several alike, remove, bring back; nobody else’s are reached', async () => {
    const dune = await add('ann', { title: 'Dune', due: '2026-12-31' })
    const emma = await add('ann', { title: 'Emma' })
    expect((await at.act<Row>('ann', 'shelf.get', { id: dune.id })).output).toMatchObject({ title: 'Dune', tags: [] })
    await at.act('ann', 'shelf.change', { id: dune.id, version: 1, price: 1250 })
    expect(await at.act('ann', 'shelf.change', { id: dune.id, version: 1, title: 'Late' })).toMatchObject({
      status: 409,
    })
    const { output, change } = await at.act('ann', 'shelf.changeAll', {
      ids: [dune.id, emma.id],
      change: { done: true },
    })
    expect(output).toEqual({ changed: 2 })
    expect((await list('ann')).rows).toMatchObject([
      { title: 'Dune', due: '2026-12-31', price: 1250, done: true },
      { title: 'Emma', done: true },
    ])
    await at.undo('ann', change)
    expect((await list('ann', { where: { done: true } })).rows).toEqual([])
    expect(await at.act('ann', 'shelf.remove', { ids: [dune.id] })).toMatchObject({ output: { removed: 1 } })
    expect(await titles('ann')).toEqual(['Emma'])
    await at.act('ann', 'shelf.restore', { ids: [dune.id] })
    expect(await titles('ann')).toEqual(['Dune', 'Emma'])
    expect(await titles('ben')).toEqual([])
    expect(await at.act('ben', 'shelf.change', { id: dune.id, title: 'Mine' })).toMatchObject({ status: 404 })
    expect(await at.act('ben', 'shelf.remove', { ids: [dune.id] })).toMatchObject({ status: 404 })
  })

  test('ask by words, by each kind of field and in an order, page by page', async () => {
    for (const [title, due, price] of [
      ['Red Mars', '2026-01-01', 900],
      ['Green Mars', '2026-02-01', 1100],
      ['Blue Mars', null, null],
      ['Dune', '2026-03-01', 700],
    ])
      await add('cleo', { title, due, price, tags: title === 'Dune' ? ['desert'] : [] })
    expect(await titles('cleo', { words: 'mars', order: ['-price'] })).toEqual(['Green Mars', 'Red Mars', 'Blue Mars'])
    expect(await titles('cleo', { where: { due: { gte: '2026-02-01' } } })).toEqual(['Green Mars', 'Dune'])
    expect(await titles('cleo', { where: { due: null } })).toEqual(['Blue Mars'])
    expect(await titles('cleo', { where: { price: { lte: 900 } } })).toEqual(['Red Mars', 'Dune'])
    expect(await titles('cleo', { where: { tags: { has: 'desert' } } })).toEqual(['Dune'])
    expect(await titles('cleo', { where: { title: { contains: 'GREEN' } } })).toEqual(['Green Mars'])
    const first = await list('cleo', { limit: 3 })
    expect(first).toMatchObject({ count: 4, rows: [{ title: 'Red Mars' }, { title: 'Green Mars' }, { title: 'Dune' }] })
    expect(await list('cleo', { limit: 3, after: first.next })).toMatchObject({ next: null, count: 4 })
  })

  test.each([
    ['a title that is missing', 'add', {}, 'A title is needed.'],
    ['a day that is none', 'add', { title: 'x', due: '2026-02-30' }, 'Due: a day is written like 2026-12-31.'],
    ['an order that there is not', 'list', { order: ['tags'] }, 'There is no such order.'],
    ['nothing to remove', 'remove', { ids: [] }, 'Say which ones.'],
    ['a filter of another kind', 'list', { where: { done: 'yes' } }, 'Ask for true or false.'],
  ])('refuse %s with a sentence', async (_, action, input, error) => {
    expect(await at.act('dora', `shelf.${action}`, input)).toMatchObject({ status: 400, error })
  })
})

describe('addresses and rich texts', () => {
  const berlin = { street: 'Unter den Linden 77', locality: 'Berlin', region: '', postcode: '10117', country: 'DE' }
  const life =
    '# Early years\n\nWent to [school](https://example.org/secret) in *Berlin*.\n\n| a | b |\n| - | - |\n| 1 | 2 |'
  const authorsOf = async (who: string, asked: object = {}) =>
    (await at.act<{ rows: { name: string; home: object | null; life: string }[] }>(who, 'shelf.listAuthor', asked))
      .output.rows
  const names = async (who: string, asked: object) => (await authorsOf(who, asked)).map(({ name }) => name)

  test('are found by any part and by their words, not by their marks and links', async () => {
    await at.act('pia', 'shelf.addAuthor', { name: 'Ann', home: { ...berlin, country: 'de' }, life })
    await at.act('pia', 'shelf.addAuthor', { name: 'Ben' })
    expect(await names('pia', { where: { home: { contains: 'linden' } } })).toEqual(['Ann'])
    expect(await names('pia', { where: { home: { contains: 'street' } } })).toEqual([])
    expect(await names('pia', { where: { home: null } })).toEqual(['Ben'])
    expect(await names('pia', { where: { life: { contains: 'SCHOOL' } } })).toEqual(['Ann'])
    expect(await names('pia', { words: '10117' })).toEqual(['Ann'])
    expect(await names('pia', { words: 'early berlin' })).toEqual(['Ann'])
    expect(await names('pia', { words: 'secret' })).toEqual([])
    expect(await at.act('pia', 'shelf.listAuthor', { order: ['home'] })).toMatchObject({ status: 400 })
    expect(await at.act('pia', 'shelf.addAuthor', { name: 'Eve', home: { country: 'ZZ' } })).toMatchObject({
      status: 400,
      error: 'Home: the country is two letters, like DE.',
    })
  })

  test('come back as they were exported, as CSV and as JSON', async () => {
    await at.act('quin', 'shelf.addAuthor', {
      name: 'Ann',
      home: { ...berlin, street: 'Hof 2\nUnter den Linden 77' },
      life,
    })
    await at.act('quin', 'shelf.addAuthor', { name: 'Ben' })
    for (const format of ['csv', 'json']) {
      const sent = await at.fetch('quin', `/api/m/shelf/collections/authors/export?format=${format}`)
      const text = await sent.text()
      if (format === 'csv') expect(text).toContain('home.street,home.locality,home.region,home.postcode,home.country')
      const { report } = await at.importFile(`quin-${format}`, 'shelf.people', { name: `a.${format}`, bytes: text })
      expect(report).toMatchObject({ added: 2, refused: 0 })
      expect(await authorsOf(`quin-${format}`, { order: ['name'] })).toMatchObject([
        { name: 'Ann', home: { ...berlin, street: 'Hof 2\nUnter den Linden 77' }, life },
        { name: 'Ben', home: null, life: '' },
      ])
    }
  })

  test.each([
    ['one column', 'Name;Wohnung\nAnn;"Unter den Linden 77, 10117 Berlin, Deutschland"\n'],
    ['a column for each part', 'Name;Straße;PLZ;Ort;Land\nAnn;Unter den Linden 77;10117;Berlin;Deutschland\n'],
    [
      'columns called after the field',
      'Name;Home street;Home zip;Home city;Home country\nAnn;Unter den Linden 77;10117;Berlin;DE\n',
    ],
    ['an ADR of vCard', 'Name,Home\nAnn,;;Unter den Linden 77;Berlin;;10117;Germany\n'],
  ])('an address is read of %s', async (how, bytes) => {
    const { report } = await at.importFile(`rob ${how}`, 'shelf.people', { name: 'list.csv', bytes })
    expect(report).toMatchObject({ added: 1, refused: 0 })
    expect(await authorsOf(`rob ${how}`)).toMatchObject([{ name: 'Ann', home: berlin }])
  })

  test('a country that nobody knows is refused with its line, and what a column holds can be said', async () => {
    const bytes = 'Name,Country\nAnn,Narnia\nBen,\n'
    const { report } = await at.importFile('sue', 'shelf.people', { name: 'list.csv', bytes }, { preview: true })
    expect(report.rows.refused).toMatchObject([{ line: 2, reason: 'Home cannot be read: “Narnia”.' }])
    expect(report.table?.fields.map(({ name }) => name)).toContain('home.postcode')
    const said = { options: { columns: { 1: 'home.locality' } } }
    expect((await at.importFile('sue', 'shelf.people', { name: 'list.csv', bytes }, said)).report).toMatchObject({
      added: 2,
    })
    expect(await authorsOf('sue', { order: ['name'] })).toMatchObject([
      { home: { locality: 'Narnia', country: '' } },
      { home: null },
    ])
  })

  test('what they are stands in the tool that models are given', () => {
    const tool = JSON.stringify(toolsFor([shelf]).find(({ name }) => name === 'shelf_addAuthor'))
    expect(tool).toContain('"title":"Home"')
    expect(tool).toContain('"postcode"')
  })

  test('every country of the contract has a name', () => {
    for (const code of countries) expect(countryOf(code)).toBe(code)
  })
})

test('what a field is stands in the published schema, and not in what models are sent', () => {
  expect(JSON.stringify(published(shelf))).toContain('"x-field":{"kind":"money","currency":"EUR"}')
  const tool = toolsFor([shelf]).find(({ name }) => name === 'shelf_add')
  expect(JSON.stringify(tool)).toContain('"title":"Price"')
  expect(JSON.stringify(tool)).not.toContain('x-')
})

/** As a German Excel saves it: Windows-1252, semicolons, a title and a note above the table, a sum below it. */
const messy = Buffer.from(
  [
    'Meine Bücherliste;;;;',
    'Stand: 01.11.2026;;;;',
    '',
    'Titel;Fällig am;Preis;Gelesen;Schlagworte',
    'Die Verwandlung;31.12.2026;1.234,56 €;ja;Klassiker, Kafka',
    'Größe;01.02.2027;9,90 €;nein;',
    'Der Prozess;31.02.2027;9,90 €;nein;',
    ';01.02.2027;5,00 €;;',
    'Summe;;1.254,36;;',
  ].join('\r\n'),
  'latin1',
).map((byte) => byte)
// latin1 has no €: in Windows-1252 it is 0x80.
const bytes = Uint8Array.from(Buffer.from(Buffer.from(messy).toString('latin1').replaceAll('\u00ac', '\x80'), 'latin1'))
const german = { timeZone: 'Europe/Berlin', language: 'de' }

describe('a table', () => {
  test('of a German spreadsheet is understood, shown with every column, taken in and undone', async () => {
    const file = { name: 'Bücher.csv', bytes }
    const { report, ...shown } = await at.importFile('eve', 'shelf.table', file, { ...german, preview: true })
    expect(shown).toMatchObject({ status: 200, change: null })
    expect(report.table?.columns.map(({ name, field }) => [name, field])).toEqual([
      ['Titel', 'title'],
      ['Fällig am', 'due'],
      ['Preis', 'price'],
      ['Gelesen', 'done'],
      ['Schlagworte', 'tags'],
    ])
    expect(report.table).toMatchObject({ skipped: 3, delimiter: ';', dates: { order: 'dmy', by: 'told' } })
    expect(report.table?.columns[2]).toMatchObject({
      decimal: ',',
      samples: [
        { text: '1.234,56 €', value: 123456 },
        { text: '9,90 €', value: 990 },
        { text: '5,00 €', value: 500 },
      ],
    })
    expect(report).toMatchObject({ added: 2, refused: 3 })
    expect(report.rows.refused).toMatchObject([
      { line: 7, reason: 'Due cannot be read: “31.02.2027”.' },
      { line: 8, reason: 'A title is needed.' },
      { line: 9, reason: 'This row sums up those above it.' },
    ])
    expect(await titles('eve')).toEqual([])

    const { change } = await at.importFile('eve', 'shelf.table', file, german)
    expect((await list('eve')).rows).toMatchObject([
      { title: 'Die Verwandlung', due: '2026-12-31', price: 123456, done: true, tags: ['Klassiker', 'Kafka'] },
      { title: 'Größe', due: '2027-02-01', price: 990, done: false, tags: [] },
    ])
    expect((await at.importFile('eve', 'shelf.table', file, german)).report).toMatchObject({ added: 0, same: 2 })
    await at.undo('eve', change)
    expect(await titles('eve')).toEqual([])
  })

  test('whose days leave it open says so, reads them by the person’s place, and as the person then says', async () => {
    const file = { name: 'list.csv', bytes: 'Title,Due\nDune,03/04/2026\nEmma,05/06/2026\n' }
    const look = async (more: object) =>
      (await at.importFile('fay', 'shelf.table', file, { ...more, preview: true })).report.table
    expect(await look({ timeZone: 'America/New_York' })).toMatchObject({
      dates: { order: 'mdy', by: 'open', example: '03/04/2026' },
      columns: [{}, { order: 'mdy', samples: [{ value: '2026-03-04' }, {}] }],
    })
    expect(await look({ timeZone: 'America/New_York', options: { order: 'dmy' } })).toMatchObject({
      dates: { by: 'said' },
      columns: [{}, { samples: [{ value: '2026-04-03' }, {}] }],
    })
  })

  test('is read by the column as a whole: its last row may say which is the day', async () => {
    const rows = Array.from({ length: 1500 }, (_, at) => `Book ${at},03/04/2026`)
    const file = { name: 'list.csv', bytes: ['Title,Due', ...rows, 'Last,12/31/2026'].join('\n') }
    const { report } = await at.importFile('gus', 'shelf.table', file, { timeZone: 'Europe/Berlin', preview: true })
    expect(report.table?.dates).toMatchObject({ order: 'mdy', by: 'told' })
    expect(report).toMatchObject({ added: 1501, refused: 0 })
  })

  test('has its columns changed by the person, and left out', async () => {
    const file = { name: 'list.csv', bytes: 'Werk,Price,Due\nDune,5,2026-01-01\n' }
    const options = { columns: { 0: 'title', 2: '' } }
    await at.importFile('hal', 'shelf.table', file, { options })
    expect((await list('hal')).rows).toMatchObject([{ title: 'Dune', price: 500, due: null }])
  })

  test('without names is read by what stands in it', async () => {
    const file = { name: 'list.csv', bytes: '"Dune",2026-01-01,"1,250.00"\n"Emma",2026-02-01,"9.50"\n' }
    await at.importFile('ida', 'shelf.table', file)
    expect((await list('ida')).rows).toMatchObject([
      { title: 'Dune', due: '2026-01-01', price: 125000 },
      { title: 'Emma', due: '2026-02-01', price: 950 },
    ])
  })

  test('names rows of another collection, by what they are called; who is not there is refused', async () => {
    const { output } = await at.act<{ id: string }>('jo', 'shelf.addAuthor', { name: 'Frank Herbert' })
    const file = { name: 'list.tsv', bytes: 'Title\tAuthor\nDune\tfrank herbert\nEmma\tJane Austen\n' }
    const { report } = await at.importFile('jo', 'shelf.table', file)
    expect(report.rows.refused).toMatchObject([{ line: 3, reason: 'Author: there is no “Jane Austen” here.' }])
    expect((await list('jo')).rows).toMatchObject([{ title: 'Dune', author: output.id }])
  })

  test('comes back as it was exported, as CSV and as JSON', async () => {
    const before = { title: '=Größe, "1"', due: '2026-12-31', price: 123456, done: true, tags: ['a', 'b'] }
    await add('kim', before)
    for (const format of ['csv', 'json']) {
      const sent = await at.fetch('kim', `/api/m/shelf/collections/books/export?format=${format}`)
      const file = { name: `books.${format}`, bytes: await sent.text() }
      const who = `lea-${format}`
      const { report } = await at.importFile(who, 'shelf.table', file)
      expect(report).toMatchObject({ added: 1, refused: 0 })
      expect((await list(who)).rows).toMatchObject([before])
    }
  })

  test('comes back with what it refers to, called as lists call it; what that would not find is named by its id', async () => {
    const authorOf = async (name: string) =>
      (await at.act<{ id: string }>('rex', 'shelf.addAuthor', { name })).output.id
    const long = `Karl ${'von '.repeat(30)}Stein`
    const names = ['Frank Herbert', 'C', 'C++', '=Ada', 'Ada', 'Jane Austen', long]
    const ids = new Map<string, string>()
    for (const name of names) ids.set(name, await authorOf(name))
    const [one, other] = [await authorOf('!!'), await authorOf('gone')]
    // an author whose name is the id of another
    const sly = await authorOf(one)
    const books = [...ids, ['!!', one], ['none', null], ['gone', other], ['sly', sly]] as const
    for (const [title, author] of books) await add('rex', { title, author })
    const authors = async () => new Map((await list('rex')).rows.map(({ title, author }) => [title, author]))
    const ofBooks = (await list('rex')).rows.map(({ id }) => id)
    await at.db.execute(sql`update records set deleted_at = now() where id = ${other}`)
    const files = await Promise.all(
      ['csv', 'json'].map(async (format) => {
        const sent = await at.fetch('rex', `/api/m/shelf/collections/books/export?format=${format}`)
        return { name: `books.${format}`, bytes: await sent.text() }
      }),
    )
    for (const file of files) {
      // What a spreadsheet would take for a formula is named by its id.
      for (const name of names) expect(file.bytes.includes(ids.get(name) ?? '')).toBe(name === '=Ada')
      for (const name of ['Frank Herbert', 'C++', long]) expect(file.bytes.split(name)).toHaveLength(3)
      for (const id of [other, sly]) expect(file.bytes).toContain(id)
      await at.act('rex', 'shelf.changeAll', { ids: ofBooks, change: { author: null } })
      const { report } = await at.importFile('rex', 'shelf.table', file)
      expect(report).toMatchObject({ added: 0, changed: books.length - 2, same: 1, refused: 1 })
      expect(report.rows.refused[0]?.reason).toBe(`Author: there is no “${other}” here.`)
      expect(await authors()).toEqual(new Map<string, string | null>([...books, ['gone', null]]))
    }
  })

  test.each([
    ['an empty file', 'x.csv', '\n'],
    ['JSON that is none', 'x.json', '{"a": '],
    ['JSON without records', 'x.json', '[1, 2]'],
    ['bytes of no text', 'x.csv', new Uint8Array([0, 1, 2, 3, 0, 255])],
    ['a line of ten thousand columns', 'x.csv', `${'a,'.repeat(10_000)}\n${'1,'.repeat(10_000)}`],
  ])('%s does no harm', async (_, name, bytes) => {
    const { status, report, error } = await at.importFile('mo', 'shelf.table', { name, bytes }, { preview: true })
    if (status === 200) expect(report).toMatchObject({ added: 0 })
    else expect([status, error]).toEqual([expect.toSatisfy((code: number) => code < 500), expect.stringMatching(/\.$/)])
  })

  test('is refused where an option is none', async () => {
    const file = { name: 'list.csv', bytes: 'Title\nDune\n' }
    const asked = await at.importFile('ned', 'shelf.table', file, { options: { columns: { x: 'title' } } })
    expect(asked).toMatchObject({ status: 400, error: 'A column is a number from 0.' })
  })
})
