import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateOf, readTable } from './papers/table.ts'
import { groupBy, measure, sumOf } from './statistics.ts'

const cents = fc.array(
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((amount) => amount / 100),
  { minLength: 1, maxLength: 200 },
)

describe('statistics', () => {
  test('sums of cents are exact', () => {
    fc.assert(
      fc.property(
        cents,
        (values) =>
          Math.round(sumOf(values, 2) * 100) === values.reduce((total, value) => total + Math.round(value * 100), 0) &&
          Number.isInteger(Number((sumOf(values, 2) * 100).toFixed(6))),
      ),
    )
  })

  test('nothing has no average, no smallest and no largest', () => {
    for (const kind of ['average', 'median', 'minimum', 'maximum'] as const) expect(measure(kind, [], 0)).toBeNull()
    expect(measure('count', [], 0)).toBe(0)
  })

  test('grouping keeps every row once', async () => {
    const table = await readTable('g,n\na,1\nb,2\na,3\n,4\n', true)
    const groups = groupBy([{ column: table?.columns[0] as never, period: null }], [0, 1, 2, 3])
    expect(groups.map(({ keys, rows }) => [keys[0], rows])).toEqual([
      ['a', [0, 2]],
      ['b', [1]],
      ['(missing)', [3]],
    ])
  })
})

describe('reading tables', () => {
  test.each([
    ['2025-03-01', 'dmy', '2025-03-01'],
    ['2025-03-01T10:00:00Z', 'dmy', '2025-03-01'],
    ['3/4/2025', 'dmy', '2025-04-03'],
    ['3/4/2025', 'mdy', '2025-03-04'],
    ['03.04.2025', 'dmy', '2025-04-03'],
    ['3 Apr 2025', 'dmy', '2025-04-03'],
    ['April 3, 2025', 'dmy', '2025-04-03'],
    ['31/02/2025', 'dmy', null],
    ['hello', 'dmy', null],
  ] as const)('%s is a day (%s): %s', (text, order, expected) => {
    const day = dateOf(text, order)
    expect(day === null ? null : new Date(day * 86_400_000).toISOString().slice(0, 10)).toBe(expected)
  })

  test('a number above twelve decides whether the day comes first', async () => {
    const monthFirst = await readTable('d\n1/2/2025\n1/31/2025\n', true)
    expect(monthFirst?.columns[0]?.values[0]).toBe(Date.UTC(2025, 0, 2) / 86_400_000)
    const dayFirst = await readTable('d\n1/2/2025\n31/1/2025\n', false)
    expect(dayFirst?.columns[0]?.values[0]).toBe(Date.UTC(2025, 1, 1) / 86_400_000)
  })

  test('finds tabs, quotes, missing cells, short rows and files without a header', async () => {
    const tabs = await readTable('name\tn\n"a ""b"""\t1\nc\n', true)
    expect(tabs?.columns.map(({ name, type, missing }) => [name, type, missing])).toEqual([
      ['name', 'text', 0],
      ['n', 'number', 1],
    ])
    expect(tabs?.columns[0]?.cells[0]).toBe('a "b"')
    const headless = await readTable('1,2\n3,4\n', true)
    expect(headless?.rows).toBe(2)
    expect(headless?.columns[0]?.name).toBe('Column 1')
  })

  test('reads whatever text there is without an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom('a', '1', ',', ';', '"', '\n', '\t', '.', '-', 'é', ' '), maxLength: 80 }),
        async (text) => {
          const table = await readTable(text, true)
          for (const column of table?.columns ?? []) expect(column.cells).toHaveLength(table?.rows as number)
        },
      ),
    )
  })
})

test('a cell that is all digits, or nearly, is read in the time that its length takes', async () => {
  // Tried as a number sign by sign, it would take minutes.
  for (const cell of [
    '1'.repeat(500_000),
    `${'1,'.repeat(250_000)}x`,
    `${' '.repeat(500_000)}1x`,
    `1/1/2025 1:11${'1'.repeat(500_000)}`,
  ]) {
    const table = await readTable(`a,b\n"${cell}",2\n"${cell}",3\n`, true)
    expect(table?.columns.map(({ type }) => type)).toEqual(['text', 'number'])
  }
})
