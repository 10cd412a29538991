import { field } from '@atrium/contract/fields'
import { collection } from '@atrium/contract/module'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { currentData, nameOf, type Stored, searchOf, storableJson, titleOf, toRow } from './rows.ts'

const Book = z.object({
  title: z.string(),
  pages: z.number(),
  tags: z.array(z.string()),
  about: field.richText({ label: 'About' }),
  publisher: z.unknown(),
})
const books = collection(Book, {
  version: 3,
  search: ['title', 'pages', 'tags', 'about', 'publisher', 'nothing' as 'title'],
  migrate: (data, from) => ({ ...data, pages: Number(data.pages ?? 0) + from }),
})
const data = { title: 'One', pages: 1, tags: [], about: '', publisher: null }
const stored = (schemaVersion: number, more: object = {}): Stored => ({
  ...{ id: 'b1', module: 'books', collection: 'books', data: { ...data, ...more }, schemaVersion, version: 4 },
  ...{ createdAt: new Date(1), updatedAt: new Date(2), deletedAt: null },
})

describe('a stored row', () => {
  test('is taken as it is in the newest shape, and brought to it from an older one', () => {
    const now = stored(3, { odd: 1 })
    expect(currentData(books, now)).toBe(now.data)
    expect(currentData(books, stored(1, { odd: 1 }))).toEqual({ ...data, pages: 2 })
    expect(currentData(books, stored(2))).toEqual({ ...data, pages: 3 })
  })
  test('of a newer shape, or without a way to the newest, is taken for what fits', () => {
    expect(currentData(books, stored(4, { odd: 1 }))).toEqual(data)
    expect(currentData({ ...books, migrate: undefined }, stored(1, { odd: 1 }))).toEqual(data)
  })
  test('that does not fit is told of, with why', () => {
    expect(() => currentData(books, stored(4, { title: 1 }))).toThrow(
      expect.objectContaining({
        message: 'Record b1 of schema version 4 does not fit version 3',
        cause: expect.objectContaining({ issues: [expect.objectContaining({ path: ['title'] })] }),
      }),
    )
  })
  test('is a row with its times as texts', () => {
    expect(toRow(books, stored(3))).toEqual({
      ...data,
      ...{ id: 'b1', version: 4, createdAt: '1970-01-01T00:00:00.001Z', updatedAt: '1970-01-01T00:00:00.002Z' },
    })
  })
})

describe('what search finds', () => {
  test('are the words of texts, lists, rich texts without their marks, and the parts of an address', () => {
    const words = searchOf(books, {
      title: 'Große Reise',
      pages: 12,
      tags: ['far', 'away'],
      about: 'read **this** [page](https://example.org/hidden)',
      publisher: { city: 'Bonn', zip: 53111, country: null },
    })
    expect(words.split(' ').sort()).toEqual(['away', 'bonn', 'far', 'große', 'page', 'read', 'reise', 'this'].sort())
  })
  test('is nothing of nothing, nor of a collection that is not here', () => {
    expect(searchOf(books, { title: null, tags: [3] })).toBe('')
    expect(searchOf(undefined, data)).toBe('')
    expect(searchOf(collection(Book, { version: 1 }), data)).toBe('')
  })
})

describe('what a row is called', () => {
  test('is its first search field on one line, of at most 60 characters', () => {
    const of = (title: unknown) => titleOf(books, { title })
    expect(of('  a \n b  ')).toBe('a b')
    expect(of('x'.repeat(60))).toBe('x'.repeat(60))
    expect(of('x'.repeat(61))).toBe(`${'x'.repeat(59)}…`)
    expect([of(3), of(null), titleOf(undefined, data), titleOf(collection(Book, { version: 1 }), data)]).toEqual([
      '',
      '',
      '',
      '',
    ])
  })
  test('stands in marks in a sentence; what has no name is a record', () => {
    expect([nameOf(books, data), nameOf(books, { title: ' ' })]).toEqual(['“One”', 'A record'])
  })
})

test('JSON that no column can hold is refused, and what only looks so is not', () => {
  expect([storableJson(undefined), storableJson(null), storableJson({ a: 'x' })]).toEqual(['null', 'null', '{"a":"x"}'])
  for (const text of ['a\0', '\ud83d', '\\\0', '\udc00x'])
    expect(() => storableJson({ text })).toThrow(
      expect.objectContaining({ code: 'bad_request', message: expect.stringContaining('broken character') }),
    )
  for (const text of ['\\u0000', '\\\\ud83d', '😀']) expect(JSON.parse(storableJson({ text }))).toEqual({ text })
})
