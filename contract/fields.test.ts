import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { crud } from './crud.ts'
import { factsOf, fieldsOf } from './field-facts.ts'
import { field } from './fields.ts'
import { filtersOf } from './filters.ts'
import { collection } from './module.ts'
import { readDuration, writeDuration } from './written-duration.ts'

const picture = { id: 'f', name: 'a.png', mime: 'image/png', size: 3 }

const sentence = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : `! ${parsed.error.issues[0]?.message}`
}

describe('each kind of field takes what it is, and refuses the rest in a sentence with its label', () => {
  const label = 'Due'
  const required = true
  test.each<[string, z.ZodType, unknown, unknown]>([
    ['text', field.text({ label: 'Title', required }), '  Dune\n Messiah ', 'Dune Messiah'],
    ['no text', field.text({ label: 'Title', required }), undefined, '! A title is needed.'],
    ['a text of blanks', field.text({ label: 'Title', required }), ' \t', '! A title is needed.'],
    ['what is no text', field.text({ label: 'Title', required }), 5, '! Title: this is a text.'],
    ['a long title', field.text({ label: 'Title', max: 3 }), 'Dune', '! Title: at most 3 characters.'],
    ['a text left out', field.text({ label: 'Title' }), undefined, ''],
    ['an article of a vowel', field.text({ label: 'Author', required }), null, '! An author is needed.'],
    ['an abbreviation', field.url({ label: 'URL', required }), undefined, '! A URL is needed.'],
    [
      'a sentence of its own',
      field.text({ label: 'Notes', required, needed: 'Write something.' }),
      '',
      '! Write something.',
    ],
    ['long text', field.longText({ label }), ' a\nb ', ' a\nb '],
    ['number', field.number({ label }), -1.5, -1.5],
    ['no number', field.number({ label }), 'many', '! Due: this is no number.'],
    ['NaN', field.number({ label }), Number.NaN, '! Due: this is no number.'],
    ['a number beyond its bounds', field.number({ label, min: 1, max: 5 }), 6, '! Due: 5 or less.'],
    ['half of what is whole', field.number({ label, isWhole: true }), 1.5, '! Due: a whole number.'],
    ['money', field.money({ label, currency: 'EUR' }), 123456, 123456],
    ['half a cent', field.money({ label, currency: 'EUR' }), 0.5, '! Due: a whole number.'],
    ['more money than adds up', field.money({ label, currency: 'EUR' }), 1e15, '! Due: 900,000,000,000 or less.'],
    ['day', field.date({ label }), '2028-02-29', '2028-02-29'],
    ['a day with a time', field.localTime({ label }), '2026-12-31T18:00', '2026-12-31T18:00'],
    [
      'a time that no clock shows',
      field.localTime({ label }),
      '2026-12-31T24:00',
      '! Due: a day is written like 2026-12-31, and with a time 2026-12-31T18:00.',
    ],
    ['a day of no calendar', field.localTime({ label }), '2026-02-30T10:00', '! That is no day of the calendar.'],
    ['a day beyond all clocks', field.localTime({ label }), '9999-01-01', '! Due: a day from 1900 to 9989.'],
    ['a day that no month has', field.date({ label }), '2026-02-30', '! Due: a day is written like 2026-12-31.'],
    ['a required day that is missing', field.date({ label, required }), '', '! A due is needed.'],
    ['an empty day', field.date({ label }), null, null],
    ['moment', field.moment({ label }), '2026-12-31T18:00:00+01:00', '2026-12-31T18:00:00+01:00'],
    ['no moment', field.moment({ label }), '2026-12-31', '! Due: a moment is written like 2026-12-31T18:00:00Z.'],
    ['duration', field.duration({ label }), 5400, 5400],
    ['time that runs back', field.duration({ label }), -1, '! Due: 0 or more.'],
    ['choice', field.choice({ label, options: { a: 'Ay', b: 'Bee' } }), 'b', 'b'],
    ['no choice', field.choice({ label, options: { a: 'Ay', b: 'Bee' } }), 'c', '! Due: one of Ay, Bee.'],
    [
      'a choice with a beginning',
      field.choice({ label, options: { a: 'Ay', b: 'Bee' }, initial: 'a' }),
      undefined,
      'a',
    ],
    ['tags', field.tags({ label }), ['#sci-fi', 'two  words '], ['sci-fi', 'two words']],
    ['an empty tag', field.tags({ label }), ['#'], '! Due: one of them is empty.'],
    ['files', field.file({ label }), [{ id: 'f' }], [{ id: 'f', name: '', mime: 'application/octet-stream', size: 0 }]],
    ['no files', field.file({ label }), undefined, []],
    ['what is no file', field.file({ label }), 'f', '! Due: this is a list of files.'],
    ['more files than fit', field.file({ label, most: 1 }), [{ id: 'f' }, { id: 'g' }], '! Due: at most 1 file.'],
    ['one file twice', field.image({ label, most: 1 }), [picture, picture], [picture]],
    ['a required picture that is missing', field.image({ label, required }), [], '! A due is needed.'],
    ['rating', field.rating({ label }), 5, 5],
    ['six stars', field.rating({ label }), 6, '! Due: 5 or less.'],
    ['colour', field.colour({ label }), '#1E90FF', '#1e90ff'],
    ['no colour', field.colour({ label }), 'red;background:url(x)', '! Due: a colour is written like #1e90ff.'],
    ['address', field.url({ label }), ' https://example.org/a?b ', 'https://example.org/a?b'],
    ['a script', field.url({ label }), 'javascript:alert(1)', '! Due: an address begins with https:// or http://.'],
    ['an address of nothing', field.url({ label }), 'https://', '! Due: an address begins with https:// or http://.'],
    ['e-mail', field.email({ label }), ' ada@example.org ', 'ada@example.org'],
    ['two e-mails', field.email({ label }), 'a@b.c,d@e.f', '! Due: an address is written like ada@example.org.'],
    ['phone', field.phone({ label }), '+49 (30) 123-456', '+49 (30) 123-456'],
    ['a phone of signs', field.phone({ label }), '+-()/', '! Due: a number is written like +49 30 123456.'],
    ['a rich text', field.richText({ label }), '# A\n\n- b', '# A\n\n- b'],
    ['no rich text', field.richText({ label, required }), '', '! A due is needed.'],
    ['a rich text too long', field.richText({ label, max: 3 }), '# Dune', '! Due: at most 3 characters.'],
    [
      'a postal address',
      field.address({ label }),
      { street: ' Main  Street 1 \n\n Flat 2', locality: 'Town', country: 'de' },
      { street: 'Main Street 1\nFlat 2', locality: 'Town', region: '', postcode: '', country: 'DE' },
    ],
    ['no postal address', field.address({ label }), null, null],
    ['a required one that is missing', field.address({ label, required }), undefined, '! A due is needed.'],
    ['one of nothing', field.address({ label }), { street: ' ' }, '! Due: say a street, a place or a country.'],
    [
      'a country that is none',
      field.address({ label }),
      { country: 'ZZ' },
      '! Due: the country is two letters, like DE.',
    ],
    [
      'a street of a book',
      field.address({ label }),
      { street: 'x'.repeat(301) },
      '! Due: the street has at most 300 characters.',
    ],
    ['a street that is none', field.address({ label }), { street: 5 }, '! Due: the street is a text.'],
    [
      'one in a single text',
      field.address({ label }),
      'Main Street 1',
      '! Due: this is an address in its parts: street, locality, region, postcode, country.',
    ],
    ['rule', field.recurrence({ label }), 'FREQ=WEEKLY;BYDAY=MO', 'FREQ=WEEKLY;BYDAY=MO'],
    ['no rule', field.recurrence({ label }), 'FREQ=SECONDLY', '! Due: a rule is written like FREQ=WEEKLY;BYDAY=MO.'],
    ['reference', field.reference('authors', { label }), 'x1', 'x1'],
    ['checkbox', field.checkbox({ label }), undefined, false],
    ['a box that is both', field.checkbox({ label }), 'maybe', '! Due: yes or no.'],
    ['quantity', field.quantity({ label, unit: 'km' }), 42.195, 42.195],
    ['percent', field.percent({ label, max: 100 }), 12.5, 12.5],
  ])('%s', (_, schema, value, expected) => expect(sentence(schema, value)).toEqual(expected))
})

const Book = z.object({
  title: field.text({ label: 'Title', required: true, aliases: ['Titel'] }),
  status: field.choice({ label: 'Status', options: { wish: 'Wish', done: ['Read', 'gelesen'] }, initial: 'wish' }),
  due: field.date({ label: 'Due' }),
  price: field.money({ label: 'Price', currency: 'EUR' }),
  tags: field.tags({ label: 'Tags' }),
  source: z.string().default(''),
})
const books = collection(Book, { version: 1, search: ['title'] })

test('what a field is can be had from its record, from what wraps it, and from its JSON Schema', () => {
  expect(fieldsOf(books).map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
    ['title', 'text', true],
    ['status', 'choice', true],
    ['due', 'date', false],
    ['price', 'money', false],
    ['tags', 'tags', false],
  ])
  expect(factsOf(Book.partial().shape.price.nullable())).toMatchObject({ kind: 'money', currency: 'EUR' })
  const schema = JSON.stringify(z.toJSONSchema(Book, { io: 'input' }))
  expect(schema).toContain('"title":"Price","x-field":{"kind":"money","currency":"EUR"}')
})

describe('crud', () => {
  const actions = crud(books, {
    one: 'book',
    many: 'books',
    order: ['due', 'title'],
    words: { add: { examples: ['add {title}'] } },
  })

  test('needs for a new row what the record needs, and for a change nothing, which then stays as it is', () => {
    expect(actions.add.input.parse({ title: 'Dune' })).toMatchObject({ status: 'wish', due: null, tags: [] })
    expect(actions.change.input.parse({ id: '1', due: null })).toEqual({ id: '1', due: null })
    expect(actions.add.examples).toEqual(['add {title}'])
  })
  test('asks lists by what each field can be asked by, and by nothing else', () => {
    const where = {
      title: { contains: 'du' },
      status: { in: ['wish'] },
      due: null,
      price: { lte: 500 },
      tags: { has: 'a' },
    }
    expect(filtersOf(books).parse(where)).toEqual(where)
    expect(filtersOf(books).safeParse({ source: 'x' }).success).toBe(false)
    const timed = filtersOf({ schema: z.object({ due: field.localTime({ label: 'Due' }) }) })
    expect(timed.parse({ due: { lte: '2026-12-31' } })).toEqual({ due: { lte: '2026-12-31T23:59' } })
    expect(filtersOf(books).safeParse({ due: { gte: 'soon' } }).success).toBe(false)
    expect(actions.list.input.parse({})).toEqual({ order: ['due', 'title'], limit: 100 })
    expect(actions.list.input.safeParse({ order: ['tags'] }).success).toBe(false)
  })
  test('has names of their own for a second collection', () => {
    const { addBook, listBook } = crud(books, { one: 'book', many: 'books', as: 'Book' })
    expect([addBook.summary, listBook.summary]).toEqual(['Add a book', 'List books, by words and filters'])
  })
})

test.each([
  ['1:30', 5400],
  ['0:00:45', 45],
  ['90', 5400],
  ['1 h 30 min', 5400],
  ['1h30m', 5400],
  ['1,5 Std.', 5400],
  ['2 Stunden und 5 Minuten', 7500],
  ['1 d', 86400],
  ['soon', null],
  ['', null],
  ['1:75', null],
  ['1 parsec', null],
])('the time %j is %j seconds', (text, seconds) => {
  expect(readDuration(text)).toBe(seconds)
  if (seconds !== null) expect(readDuration(writeDuration(seconds))).toBe(seconds)
})
