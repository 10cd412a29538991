import { collection } from '@atrium/contract/module'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { someSql, whereOver, whereSql, wordsSql } from './where.ts'

/** Lists in lists, so many deep. */
const nested = (depth: number): z.ZodType =>
  z.object({ n: z.number(), in: z.array(depth > 0 ? nested(depth - 1) : z.any()) })
const Thing = z.object({
  name: z.string(),
  code: z.string().nullable(),
  size: z.number().nullable(),
  price: z.number(),
  at: z.iso.datetime().nullable(),
  seen: z.iso.datetime(),
  tags: z.array(z.string()),
  place: z.object({ city: z.string() }),
  parts: z.array(z.object({ name: z.string(), size: z.number(), tags: z.array(z.string()) })),
  in: z.array(nested(7)),
})
const things = collection(Thing, { version: 1, indexes: [['code'], ['size'], ['at']] })
const dialect = new PgDialect()
const said = (parts: readonly SQL[]) =>
  parts.map((part) => {
    const { sql, params } = dialect.sqlToQuery(part)
    return [sql.replace(/\s+/g, ' '), params]
  })
const where = (wanted: object) => said(whereSql(things, wanted))
const DATA = '"records"."data"'
const text = (field: string) => `((${DATA}->>'${field}') collate "C")`
const number = (field: string, data = DATA) =>
  `(case when jsonb_typeof(${data}->'${field}') = 'number' then (${data}->>'${field}')::numeric end)`

describe('what an index has is compared by what the index has, everything else by what the index over all fields has', () => {
  test.each([
    ['a text', { code: 'x' }, `${text('code')} = $1::text`, ['x']],
    ['a number', { size: 3 }, `${number('size')} = $1::numeric`, [3]],
    [
      'a moment',
      { at: '2026-01-01T00:00:00Z' },
      `record_moment(${DATA}->>'at') = $1::timestamptz`,
      ['2026-01-01T00:00:00Z'],
    ],
    ['nothing', { size: null }, `${number('size')} is null`, []],
    ['a text without one', { name: 'x' }, `${DATA} @> $1::jsonb`, ['{"name":"x"}']],
    ['a number without one', { price: 3 }, `${DATA} @> $1::jsonb`, ['{"price":3}']],
    [
      'a moment without one',
      { seen: '2026-01-01T00:00:00Z' },
      `record_moment(${DATA}->>'seen') = $1::timestamptz`,
      ['2026-01-01T00:00:00Z'],
    ],
    ['nothing without one', { name: null }, `${DATA}->>'name' is null`, []],
    ['a whole list', { tags: ['a'] }, `${DATA}->'tags' = $1::jsonb`, ['["a"]']],
    ['an element', { tags: { has: 'a' } }, `${DATA} @> $1::jsonb`, ['{"tags":["a"]}']],
    ['one of several', { code: { in: ['x', 'y'] } }, `${text('code')} = any($1::text[])`, [['x', 'y']]],
    ['one of several numbers', { size: { in: [1, 2] } }, `${number('size')} = any($1::numeric[])`, [['1', '2']]],
    [
      'one of several, or nothing',
      { code: { in: ['x', null] } },
      `(${text('code')} = any($1::text[]) or ${text('code')} is null)`,
      [['x']],
    ],
    ['none of several', { code: { notIn: ['x'] } }, `not coalesce(${text('code')} = any($1::text[]), false)`, [['x']]],
    ['one of none', { code: { in: [] } }, `${text('code')} = any($1::text[])`, [[]]],
    [
      'one of several without one',
      { name: { in: ['x', null] } },
      `(${DATA} @> $1::jsonb or ${DATA}->>'name' is null)`,
      ['{"name":"x"}'],
    ],
    ['one of none without one', { name: { in: [] } }, 'false', []],
    ['another than', { code: { ne: 'x' } }, `not coalesce(${text('code')} = $1::text, false)`, ['x']],
    ['a bound', { name: { lt: 'x' } }, `${text('name')} < $1::text`, ['x']],
    ['a bound of numbers', { price: { gte: 3 } }, `${number('price')} >= $1::numeric`, [3]],
  ])('%s', (_, wanted, sql, params) => {
    expect(where(wanted)).toEqual([[sql, params]])
  })
  test('of another jsonb every field but a list is', () => {
    expect(said(whereOver(things, 'key', { name: 'x', tags: ['a'] }))).toEqual([
      [`((key->>'name') collate "C") = $1::text`, ['x']],
      [`key->'tags' = $1::jsonb`, ['["a"]']],
    ])
  })
  test('within a list none is: there it is an element', () => {
    const [[sql, params] = []] = where({ parts: { some: { name: 'x', size: { gt: 2 }, tags: { has: 'a' } } } })
    expect(sql).toContain(
      `("e0"."value" @> $1::jsonb and ${number('size', '"e0"."value"')} > $2::numeric and "e0"."value" @> $3::jsonb)`,
    )
    expect(params).toEqual(['{"name":"x"}', 2, '{"tags":["a"]}'])
  })
})

test('what is said to be undefined is no condition, nor are none at all', () => {
  for (const wanted of [{}, { name: undefined }, { name: { ne: undefined, in: undefined } }, { or: undefined }])
    expect(where(wanted)).toEqual([])
  expect(said(whereSql(things, undefined))).toEqual([])
  expect(where({ or: [] })).toEqual([['false', []]])
  expect(where({ or: [{}] })).toEqual([['(true)', []]])
  expect(where({ tags: { isEmpty: 'yes' } })).toEqual(where({ tags: { isEmpty: false } }))
  expect(where({ tags: { isEmpty: true } })).not.toEqual(where({ tags: { isEmpty: false } }))
})

describe('conditions that make no sense are refused', () => {
  const refused = (wanted: object) => {
    try {
      return where(wanted)
    } catch (error) {
      return (error as { code?: string }).code === 'bad_request' ? (error as Error).message : error
    }
  }
  test.each([
    [{ nobody: 1 }, 'There is no field “nobody” here.'],
    [{ name: { some: {} } }, '“name” is no list.'],
    [{ parts: { some: { nobody: 1 } } }, 'There is no field “nobody” in “parts”.'],
    [{ parts: { some: { constructor: 1 } } }, 'There is no field “constructor” in “parts”.'],
    [{ tags: { some: { name: 1 } } }, 'There is no field “name” in “tags”.'],
    [{ price: { contains: 'x' } }, '“price” is no text.'],
    [{ tags: { contains: 'x' } }, '“tags” is no text.'],
    [{ name: { like: 'x' } }, 'There is no comparison “like”.'],
    [{ name: { toString: 'x' } }, 'There is no comparison “toString”.'],
    [{ tags: { gt: 'x' } }, '“tags” has no order to compare by.'],
    [{ place: { lt: 'x' } }, '“place” has no order to compare by.'],
  ])('%j', (wanted, sentence) => {
    expect(refused(wanted)).toBe(sentence)
  })
  test('and those that lie more than five deep in one another', () => {
    const ways = (depth: number): object => (depth === 0 ? { name: 'x' } : { or: [ways(depth - 1)] })
    const lists = (depth: number): object => (depth === 0 ? { n: 1 } : { in: { some: lists(depth - 1) } })
    const deep = 'Conditions lie at most 5 deep in one another.'
    for (const of of [ways, lists]) {
      expect(refused(of(5))).not.toBe(deep)
      expect(refused(of(6))).toBe(deep)
    }
    const [[sql] = []] = where(lists(3))
    for (const alias of ['"e0"."value"->', '"e1"."value"->', '"e2"."value" @>']) expect(sql).toContain(alias)
  })
})

test('a part is looked for in a text, and in each part of an address', () => {
  expect(where({ name: { contains: 'X%' } })).toEqual([
    [`position(lower($1::text) in lower(${DATA}->>'name')) > 0`, ['X%']],
  ])
  const [[sql, params] = []] = where({ place: { contains: 'x' } })
  expect(sql).toContain(`jsonb_each_text(case when jsonb_typeof(${DATA}->'place') = 'object'`)
  expect(params).toEqual(['x'])
})

test('words are all looked for, beginnings one of several; signs alone are in no row, and nothing is no condition', () => {
  expect(said(wordsSql('One two'))).toEqual([['"records"."search" @@ $1::tsquery', [`'one' & 'two':*`]]])
  expect(said(wordsSql('!!'))).toEqual([['false', []]])
  for (const none of [undefined, '', '  ']) expect(wordsSql(none)).toEqual([])
  expect(said([someSql(["o'ne", 'two'])])).toEqual([['"records"."search" @@ $1::tsquery', [`'one':* | 'two':*`]]])
  expect(said([someSql([])])).toEqual([['false', []]])
})
