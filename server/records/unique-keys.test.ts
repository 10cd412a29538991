import { AppError } from '@atrium/contract/errors'
import { collection } from '@atrium/contract/module'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Data } from './rows.ts'
import type { Write } from './saving.ts'
import { guardOfKey, isTaken, keyIn, nameTaken, quoted, type UniqueKey, uniqueKeys } from './unique-keys.ts'

const Place = z.object({ team: z.string(), name: z.string(), number: z.number().nullable() })
const places = collection(Place, {
  version: 1,
  search: ['name'],
  unique: [
    ['number'],
    { fields: ['team', 'name'], ignoreCase: true },
    { fields: ['name', 'number'], ignoreCase: true },
  ],
})
const [byNumber, byName, mixed] = uniqueKeys('house', 'places', places) as [UniqueKey, UniqueKey, UniqueKey]

test('the keys of a collection are what it declares, made once', () => {
  expect(uniqueKeys('house', 'places', places)).toBe(uniqueKeys('house', 'places', places))
  expect(uniqueKeys('house', 'rooms', collection(Place, { version: 1 }))).toEqual([])
  const facts = [byNumber, byName, mixed].map(({ fields, ignoresCase, isName }) => ({ fields, ignoresCase, isName }))
  expect(facts).toEqual([
    { fields: ['number'], ignoresCase: false, isName: false },
    { fields: ['team', 'name'], ignoresCase: true, isName: true },
    { fields: ['name', 'number'], ignoresCase: true, isName: false },
  ])
  expect(byName.expressions('data')).toEqual([`record_folded(data->>'team')`, `record_folded(data->>'name')`])
  expect(mixed.expressions('x')).toEqual([
    `record_folded(x->>'name')`,
    `((case when jsonb_typeof(x->'number') = 'number' then (x->>'number')::numeric end))`,
  ])
  expect(byName.condition).toBe(`collection = 'places' and deleted_at is null and coalesce(data->>'name', '') <> ''`)
})

test('what a row is found by is what the database compares; a row without one of the values, or without a name, does not count', () => {
  const cases: [UniqueKey, Data, string[] | null][] = [
    [byName, { team: 'Red', name: ' Ann ' }, ['red', 'ann']],
    [byName, { team: '', name: 'Ann' }, ['', 'ann']],
    [byName, { team: 'Red', name: '' }, null],
    [byName, { team: null, name: 'Ann' }, null],
    [byName, { name: 'Ann' }, null],
    [byNumber, { number: 7 }, ['7']],
    [byNumber, { number: 0 }, ['0']],
    [byNumber, { number: null }, null],
    [mixed, { name: 'A', number: 7 }, ['a', '7']],
  ]
  for (const [key, data, found] of cases) expect(keyIn(key, data), JSON.stringify(data)).toEqual(found)
  expect(keyIn({ ...byName, ignoresCase: false }, { team: 'Red', name: ' Ann ' })).toEqual(['Red', ' Ann '])
})

test('a name is told on one line, of at most 60 characters', () => {
  expect([quoted(' a \n b '), quoted(7)]).toEqual(['“a b”', '“7”'])
  expect(quoted('x'.repeat(60))).toBe(`“${'x'.repeat(60)}”`)
  expect(quoted('x'.repeat(61))).toBe(`“${'x'.repeat(59)}…”`)
})

describe('a refusal', () => {
  const write = (data: Data) => ({ data: JSON.stringify(data) }) as Write
  const refused = (detail: string, ...rows: Data[]) =>
    (
      guardOfKey(byName).refuse({ detail, writes: rows.map(write), scope: 'ann', on: {} as never }) as AppError
    ).message.replace('. Choose another name, please.', '')
  const [none, red, blue] = [
    { team: null, name: 'None' },
    { team: 'Red', name: 'One' },
    { team: 'Blue', name: 'Two' },
  ]
  test('names the row whose key the database names, else the first that has one', () => {
    expect(guardOfKey(byName).name).toBe(byName.name)
    expect(refused('Key (…)=(ann, blue, two) already exists.', none, red, blue)).toBe('There is already “Two”')
    expect(refused('Key (…)=(ann, red, one) already exists.', none, red, blue)).toBe('There is already “One”')
    expect(refused('Key (…)=(bob, blue, two) already exists.', none, red, blue)).toBe('There is already “One”')
    expect(refused('', none, blue)).toBe('There is already “Two”')
    expect(refused('', none)).toBe('There is already one')
  })
  test('is known for one by whoever looks again', () => {
    expect(isTaken(nameTaken(byName, red))).toBe(true)
    expect(nameTaken(byName, red)).toMatchObject({ code: 'conflict', details: { taken: '“One”' } })
    for (const other of [
      new AppError('conflict', 'x'),
      new AppError('conflict', 'x', { details: { current: {} } }),
      new AppError('bad_request', 'x', { details: { taken: 'x' } }),
      Object.assign(new Error('x'), { code: 'conflict', details: { taken: 'x' } }),
      null,
    ])
      expect(isTaken(other)).toBe(false)
  })
})
