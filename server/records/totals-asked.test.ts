import { collection } from '@atrium/contract/module'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { BulkStore } from './bulk-store.ts'
import { putRows } from './test-rows.ts'
import { type TestStores, testStores } from './test-store.ts'

const Part = z.object({ kind: z.string(), cents: z.number() })
const Bill = z.object({
  payee: z.string(),
  cents: z.number().nullable().default(null),
  day: z.string().nullable().default(null),
  at: z.iso.datetime().nullable().default(null),
  tags: z.array(z.string()).default([]),
  parts: z.array(Part).nullable().default([]),
})
const till = { id: 'asking', collections: { bills: collection(Bill, { version: 1, search: ['payee'] }) } }

let at: TestStores
beforeAll(async () => {
  at = await testStores(till)
  await at.work('ann', (store) =>
    store('asking.bills').insertMany([
      {
        payee: 'A',
        cents: 5,
        day: '2026-01-31',
        at: '2026-01-31T23:30:00Z',
        parts: [
          { kind: 'x', cents: 2 },
          { kind: 'y', cents: 3 },
        ],
      },
      { payee: 'B', cents: -7, day: '2026-02-01', at: '2026-02-01T00:30:00Z', parts: [{ kind: 'x', cents: 10 }] },
      { payee: 'B', cents: 1, day: null, parts: null },
      { payee: 'C', cents: null },
    ]),
  )
})
type Groups = { key: Record<string, unknown>; count: number; sum: object; min: object; max: object }[]
const groups = async (who: string, by: string[], options: object = {}) =>
  (await at.work(who, (store) => store('asking.bills').groupBy(by as never, options as never)))
    .output as unknown as Groups

describe('groups', () => {
  test('are the largest first, those of one size in the order of their keys, or by a sum', async () => {
    const keys = async (options: object) => (await groups('ann', ['payee'], options)).map(({ key }) => key.payee)
    expect(await keys({})).toEqual(['B', 'A', 'C'])
    expect(await keys({ sum: ['cents'], order: 'cents' })).toEqual(['B', 'C', 'A'])
    expect(await keys({ sum: ['cents'], order: '-cents' })).toEqual(['A', 'C', 'B'])
  })
  test('tell counts, sums and extremes of every kind, each under its field', async () => {
    const [all] = await groups('ann', [], {
      sum: ['cents'],
      min: ['cents', 'day', 'at'],
      max: ['at', 'payee', 'cents'],
    })
    expect(all).toEqual({
      key: {},
      count: 4,
      sum: { cents: -1 },
      min: { cents: -7, day: '2026-01-31', at: '2026-01-31T23:30:00.000Z' },
      max: { at: '2026-02-01T00:30:00.000Z', payee: 'C', cents: 5 },
    })
    expect(await groups('nobody', [], { sum: ['cents'], min: ['cents'] })).toEqual([
      { key: {}, count: 0, sum: { cents: 0 }, min: { cents: null }, max: {} },
    ])
    expect(await groups('nobody', ['payee'])).toEqual([])
  })
  test('are of periods of days and of moments, and of nothing else', async () => {
    const months = async (field: string, more = {}) =>
      (await groups('ann', [field], { every: { [field]: 'month' }, ...more })).map(({ key, count }) => [
        key[field],
        count,
      ])
    expect(await months('day')).toEqual([
      [null, 2],
      ['2026-01', 1],
      ['2026-02', 1],
    ])
    expect(await months('at', { timeZone: 'Europe/Berlin' })).toEqual([
      ['2026-02', 2],
      [null, 2],
    ])
    await expect(months('cents')).rejects.toMatchObject({ code: 'bad_request', message: '“cents” is no date.' })
  })
  test('are of the parts of a list, by what a part has or its row', async () => {
    const parts = (by: string[], more = {}) =>
      groups('ann', by, { parts: 'parts', sum: ['cents'], ...more }).then((all) =>
        all.map(({ key, count, sum }) => [...Object.values(key), count, ...Object.values(sum)]),
      )
    expect(await parts(['kind' as 'payee']).catch((error: Error) => error.message)).toBe(
      'There is no field “kind” here.',
    )
    expect(await parts(['payee'])).toEqual([
      ['A', 2, 5],
      ['B', 1, 10],
    ])
    expect(await parts([], { where: { payee: 'A' } })).toEqual([[2, 5]])
    await expect(parts([], { parts: 'tags' })).rejects.toThrow(
      '“tags” is no list of objects, whose parts could be grouped',
    )
    await expect(parts([], { parts: 'payee' })).rejects.toThrow('“payee” is no list of objects')
  })
  test('beyond a place are those of the rows after it', async () => {
    const page = (store: BulkStore) => store.page({ order: 'payee', limit: 1 })
    const { next } = (await at.work('ann', (store) => page(store('asking.bills')))).output
    const rest = await groups('ann', [], { beyond: { order: 'payee', after: next }, sum: ['cents'] })
    expect(rest).toMatchObject([{ count: 3, sum: { cents: -6 } }])
  })
})

test('what cannot be added up, compared or put in order is refused', async () => {
  for (const [options, sentence] of [
    [{ sum: ['payee'] }, '“payee” is not a number.'],
    [{ min: ['tags'] }, '“tags” has no order to compare by.'],
    [{ max: ['parts'] }, '“parts” has no order to compare by.'],
    [{ order: 'cents' }, 'Groups are ordered by a sum that is asked for, and “cents” is none.'],
    [{ order: '-cents' }, 'Groups are ordered by a sum that is asked for, and “cents” is none.'],
  ] as const)
    await expect(groups('ann', ['payee'], options)).rejects.toMatchObject({ code: 'bad_request', message: sentence })
})

test('10,000 groups are told, one more is refused unless fewer are asked for, and at least one is', async () => {
  const count = async (options: object = {}) => (await groups('crowd', ['payee'], options)).length
  await putRows(at.db, 'crowd', till, 'bills', 10_000, (n) => ({ payee: `p${n}` }))
  expect(await count()).toBe(10_000)
  await putRows(at.db, 'crowd', till, 'bills', 1, () => ({ payee: 'one more' }))
  await expect(count()).rejects.toMatchObject({
    code: 'too_large',
    message: 'That makes more than 10,000 groups. Ask for fewer of them.',
  })
  for (const [limit, told] of [
    [3, 3],
    [2.9, 2],
    [0, 1],
    [-1, 1],
    [10_000, 10_000],
    [99_999, 10_000],
  ])
    expect(await count({ limit })).toBe(told)
})
