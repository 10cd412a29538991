import { collection } from '@atrium/contract/module'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { afterSql, cursorOf, filledAfterSql, orderSql, placeSql } from './ordering.ts'

const Thing = z.object({
  name: z.string(),
  size: z.number().nullable(),
  at: z.iso.datetime(),
  tags: z.array(z.string()),
})
const things = collection(Thing, { version: 1 })
const dialect = new PgDialect()
const said = (part: SQL) => {
  const { sql, params } = dialect.sqlToQuery(part)
  return [sql.replace(/\s+/g, ' '), params]
}
const [DATA, ID, MADE] = ['"records"."data"', '"records"."id"', '"records"."created_at"']
const NAME = `((${DATA}->>'name') collate "C")`
const SIZE = `(case when jsonb_typeof(${DATA}->'size') = 'number' then (${DATA}->>'size')::numeric end)`
type Wanted = Parameters<typeof orderSql>[1]

describe('an order', () => {
  test.each([
    [undefined, [`${MADE} desc`, `${ID} desc`]],
    ['createdAt', [`${MADE} asc`, `${ID} asc`]],
    ['-updatedAt', ['"records"."updated_at" desc', `${ID} desc`]],
    ['name', [`${NAME} asc nulls last`, `${ID} asc`]],
    [
      ['-size', 'name'],
      [`${SIZE} desc nulls last`, `${NAME} asc nulls last`, `${ID} desc`],
    ],
    [
      ['size', '-name'],
      [`${SIZE} asc nulls last`, `${NAME} desc nulls last`, `${ID} asc`],
    ],
    ['at', [`record_moment(${DATA}->>'at') asc nulls last`, `${ID} asc`]],
    [[], [`${ID} asc`]],
  ] as const)('%j', (order, parts) => {
    expect(orderSql(things, order as Wanted).map(said)).toEqual(parts.map((part) => [part, []]))
  })
  test('has a place for each row: its values as texts, the last its id', () => {
    expect(said(placeSql(things, ['size', '-name']))).toEqual([
      `array[(${SIZE})::text, (${NAME})::text, (${ID})::text]`,
      [],
    ])
  })
})

describe('what comes after a place', () => {
  const after = (order: unknown, place: (string | null)[]) => said(afterSql(things, order as Wanted, cursorOf(place)))
  const filled = (order: unknown, place: (string | null)[]) => {
    const found = filledAfterSql(things, order as Wanted, cursorOf(place))
    return found && said(found)
  }
  const beyondId = (at: number, sign: string) =>
    `("records"."id" ${sign} $${at}::text::text or ("records"."id" = $${at + 1}::text::text and false))`
  test('is read in an index from there on, where the order begins with what every row has', () => {
    expect(after(undefined, ['2026', 'x'])).toEqual([
      `(${MADE} <= $1::text::timestamptz and (${MADE} < $2::text::timestamptz or (${MADE} = $3::text::timestamptz and ${beyondId(4, '<')})))`,
      ['2026', '2026', '2026', 'x', 'x'],
    ])
    expect(after('createdAt', ['2026', 'x'])[0]).toMatch(
      /^\("records"\."created_at" >= .* and \("records"\."created_at" > /,
    )
    expect(after([], ['x'])).toEqual([`(${ID} >= $1::text::text and ${beyondId(2, '>')})`, ['x', 'x', 'x']])
  })
  test('is also what has no value, which comes last; that alone is looked at after those that have one', () => {
    const own = `(${NAME} > $N::text::text or ${NAME} is null or (${NAME} = $N::text::text and (`
    expect(String(after('name', ['a', 'x'])[0]).replace(/\$\d+/g, '$N')).toContain(own)
    expect(after('name', [null, 'x'])[0]).toBe(`(${NAME} is null and ${beyondId(1, '>')})`)
    expect(String(filled('name', ['a', 'x'])?.[0]).replace(/\$\d+/g, '$N')).toContain(
      `(${NAME} >= $N::text::text and ${own}`,
    )
    expect(filled('-size', ['3', 'x'])?.[0]).toContain(`(${SIZE} <= $1::text::numeric and (${SIZE} < $2::text::numeric`)
    expect([filled('name', [null, 'x']), filled('createdAt', ['2026', 'x'])]).toEqual([undefined, undefined])
  })
  test('is decided by the first part that differs', () => {
    const [sql, params] = after(['name', '-size'], ['a', '3', 'x'])
    expect(String(sql).replace(/\$\d+/g, '$N')).toBe(
      `(${NAME} > $N::text::text or ${NAME} is null or (${NAME} = $N::text::text and (${SIZE} < $N::text::numeric or ${SIZE} is null or (${SIZE} = $N::text::numeric and ("records"."id" > $N::text::text or ("records"."id" = $N::text::text and false))))))`,
    )
    expect(params).toEqual(['a', 'a', '3', '3', 'x', 'x'])
  })
  test('of a place of another order, or of none, is refused', () => {
    const none = /^What was given as a place \(\d+ characters\) is none in this list\. Begin at its start, please\.$/
    for (const place of [['a'], ['a', 'b', 'c'], ['x'.repeat(100_001), 'id'], [1, 'id'], {}])
      expect(() => after('name', place as string[])).toThrow(
        expect.objectContaining({ code: 'bad_request', message: expect.stringMatching(none) }),
      )
    expect(after('name', ['x'.repeat(100_000), 'id'])).toHaveLength(2)
    for (const cursor of ['', 'x']) expect(() => afterSql(things, 'name' as Wanted, cursor)).toThrow(none)
  })
})
