import { recordsOf } from '@atrium/domain/tables/records'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packer } from './cells.ts'
import { chartData } from './measuring/chart-data.ts'
import { countsOf, rowsPassing } from './measuring/facets.ts'
import { keyOf } from './measuring/grouping.ts'
import { type PivotSpec, pivotOf, pivotTable } from './measuring/pivot.ts'
import { columnTally, profileOf, profileOfCells } from './measuring/profile.ts'
import { anscombe, anscombeText } from './sample.ts'
import { tableOf } from './table.ts'

const column = (values: string[]) => profileOfCells('c', values)
const table = (text: string) => {
  const [names = [], ...rows] = recordsOf(text, ',').records.map(({ cells }) => cells)
  return tableOf(names, rows)
}

describe('Anscombe’s quartet', () => {
  test.each(Object.entries(anscombe))('set %s has the means 9 and 7.50 and the variances 11 and 4.12', (_, pairs) => {
    const [x, y] = [0, 1].map((at) => column(pairs.map((pair) => String(pair[at]))).statistics)
    expect(x?.mean).toBeCloseTo(9, 10)
    expect(y?.mean).toBeCloseTo(7.5, 2)
    expect(x?.variance).toBeCloseTo(11, 10)
    expect(y?.variance).toBeGreaterThan(4.122)
    expect(y?.variance).toBeLessThan(4.128)
  })
  test('makes four charts that are nothing alike', () => {
    const data = table(anscombeText())
    const profiles = new Map(profileOf(data).map((one) => [one.name, one.reading]))
    const spec = { kind: 'scatter', x: 'x', y: 'y', measure: 'count', group: '', split: 'set', period: '' } as const
    const { panels } = chartData(data, spec, (name) => profiles.get(name) as never)
    expect(panels.map(({ title, data: points }) => [title, points.length])).toEqual([
      ['I', 11],
      ['II', 11],
      ['III', 11],
      ['IV', 11],
    ])
    const spread = panels.map(({ data: points }) => new Set(points.map(({ x }) => x)).size)
    expect(spread).toEqual([11, 11, 11, 2])
  })
})

describe('a column', () => {
  test.each([
    [['1', '2', ''], 'integer'],
    [['1', '2.5', 'NA'], 'number'],
    [['1,5', '2,25', '1.000,00'], 'number'],
    [['01234', '99999'], 'text'],
    [['2026-01-31', '2026-02-01'], 'date'],
    [['31/01/2026', '05/02/2026'], 'date'],
    [['2026-01-31 10:00', '2026-02-01'], 'datetime'],
    [['yes', 'no', 'YES'], 'boolean'],
    [['yes', 'no', 'maybe'], 'text'],
    [['NA', 'Null'], 'text'],
    [[], 'text'],
  ])('of %j is %s', (values, type) => {
    expect(column(values).type).toBe(type)
  })
  test('says what is missing, different, most frequent and nearly right', () => {
    const one = column(['3', '1', ' ', '', 'n/a', '2', '2'])
    expect(one).toMatchObject({
      count: 7,
      missing: 3,
      distinct: 3,
      top: [{ value: '2', count: 2 }, { value: '3' }, { value: '1' }],
    })
    expect(column(['1', '2', '3', '4', '5', '6', 'seven']).nearly).toEqual({ type: 'number', others: 1 })
  })
  test('has the quartiles of R and DuckDB', () => {
    expect(column(['1', '2', '3', '4', '10']).statistics).toMatchObject({
      q1: 2,
      median: 3,
      q3: 4,
      mean: 4,
      min: 1,
      max: 10,
      sum: 20,
    })
    expect(column(['1', '2', '3', '4']).statistics).toMatchObject({ q1: 1.75, median: 2.5, q3: 3.25 })
  })
  test('is the same at once, in pieces and packed', () => {
    const cell = fc.oneof(
      fc.integer({ min: -50, max: 50 }).map(String),
      fc.constantFrom('', ' ', 'x', 'é', '東京', '😀', '1,5', '2026-01-31'),
      fc.string({ maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 80 }), (cells) => {
        const whole = column(cells)
        const tally = columnTally('c')
        for (let at = 0; at < cells.length; at += 7) tally.add(cells.slice(at, at + 7))
        expect(tally.result()).toEqual(whole)
        const made = packer()
        for (const one of cells) made.push(one)
        expect(profileOfCells('c', made.end())).toEqual(whole)
        expect([...made.end()]).toEqual(cells)
      }),
      { numRuns: 200 },
    )
  })
  test('of two million different values has two million', () => {
    const made = packer()
    for (let at = 0; at < 2_000_000; at++) made.push(`key ${at}`)
    for (let at = 0; at < 1_000; at++) made.push(`key ${at}`)
    expect(profileOfCells('c', made.end())).toMatchObject({ count: 2_001_000, distinct: 2_000_000, missing: 0 })
  })
})

describe('facets', () => {
  const data = table('city,n,day\nOslo,1,2026-01-02\nBonn,2,2026-02-02\nOslo,,2026-02-05\n,4,')
  const readings = new Map(profileOf(data).map((one) => [one.name, one.reading]))
  const rows = (...choices: Parameters<typeof rowsPassing>[1]) => [
    ...(rowsPassing(data, choices, (name) => readings.get(name) as never) ?? []),
  ]
  test('pass rows by value, number, day, blank and words, or leave them out', () => {
    expect(rows({ column: 'city', test: { is: 'in', values: ['Oslo'] } })).toEqual([0, 2])
    expect(rows({ column: 'city', test: { is: 'in', values: ['Oslo'] }, not: true })).toEqual([1, 3])
    expect(rows({ column: 'n', test: { is: 'range', from: 2, to: null } })).toEqual([1, 3])
    expect(rows({ column: 'day', test: { is: 'range', from: Date.UTC(2026, 1, 1), to: null } })).toEqual([1, 2])
    expect(rows({ column: 'n', test: { is: 'blank' } })).toEqual([2])
    expect(
      rows({ column: 'city', test: { is: 'contains', text: 'OS' } }, { column: 'n', test: { is: 'filled' } }),
    ).toEqual([0])
    expect(rows({ column: 'city', test: { is: 'matches', pattern: '^B|^$' } })).toEqual([1, 3])
    expect(rowsPassing(data, [], () => readings.get('n') as never)).toBeNull()
  })
  test('count the values of what passes', () => {
    expect(countsOf(data.columns[0]?.values ?? [], Int32Array.from([0, 1, 2]))).toEqual({
      values: [
        { value: 'Oslo', count: 2 },
        { value: 'Bonn', count: 1 },
      ],
      total: 2,
    })
  })
  test('dates go together by day, month, quarter and year', () => {
    const reading = { type: 'date', style: 'point', order: 'dmy' } as const
    expect(
      (['day', 'month', 'quarter', 'year'] as const).map((period) => keyOf('05/11/2026', reading, period)),
    ).toEqual(['2026-11-05', '2026-11', '2026-Q4', '2026'])
    expect(
      ['2026-01-31', '2026-03-31', '2026-04-01', '2026-09-30'].map((day) => keyOf(day, reading, 'quarter')),
    ).toEqual(['2026-Q1', '2026-Q1', '2026-Q2', '2026-Q3'])
  })
})

describe('a pivot', () => {
  const data = table(
    'region,item,day,sum\nNorth,A,2026-01-05,10\nNorth,B,2026-01-06,20\nNorth,A,2026-02-01,40\nSouth,A,2026-01-09,5\nSouth,,2026-01-09,\nEast 10,B,,1\nEast 9,B,2026-02-03,2',
  )
  const readings = new Map(profileOf(data).map((one) => [one.name, one.reading]))
  const pivot = (spec: Partial<PivotSpec>) =>
    pivotOf(
      data,
      { rows: ['region'], across: '', values: [{ column: 'sum', measure: 'sum' }], period: '', ...spec },
      (name) => readings.get(name) ?? { type: 'text', style: 'point', order: 'dmy' },
    )
  test('has a row and a column for each value, in their order, and totals of all rows', () => {
    expect(pivot({ across: 'item' })).toEqual({
      rows: [['East 9'], ['East 10'], ['North'], ['South']],
      across: ['A', 'B', ''],
      cells: [
        [[null], [2], [null]],
        [[null], [1], [null]],
        [[50], [20], [null]],
        [[5], [null], [null]],
      ],
      rowTotals: [[2], [1], [70], [5]],
      columnTotals: [[55], [23], [null]],
      total: [78],
    })
  })
  test('measures several things, and the median of all is no median of medians', () => {
    const values = (['median', 'average', 'min', 'max', 'count', 'distinct'] as const).map((measure) => ({
      column: 'sum',
      measure,
    }))
    const { rows, cells, total } = pivot({ values })
    expect(cells[rows.findIndex(([name]) => name === 'North')]).toEqual([[20, 70 / 3, 10, 40, 3, 3]])
    expect(total).toEqual([7.5, 13, 1, 40, 7, 6])
  })
  test('takes days together, rows of several columns and no column at all', () => {
    expect(pivot({ rows: ['day'], period: 'month' }).rows).toEqual([['2026-01'], ['2026-02'], ['']])
    expect(pivot({ rows: ['region', 'item'] }).rows).toEqual([
      ['East 9', 'B'],
      ['East 10', 'B'],
      ['North', 'A'],
      ['North', 'B'],
      ['South', 'A'],
      ['South', ''],
    ])
    expect(pivot({ rows: [], across: 'item', values: [{ column: '', measure: 'count' }] })).toMatchObject({
      rows: [[]],
      cells: [[[3], [3], [1]]],
      total: [7],
    })
  })
  test('is a table of its own, with its totals', () => {
    const spec: PivotSpec = {
      rows: ['region'],
      across: 'item',
      values: [{ column: 'sum', measure: 'sum' }],
      period: '',
    }
    const made = pivotTable(pivot(spec), spec, { total: 'Total', blank: '(blank)', values: ['Sum of sum'] })
    expect(made.columns.map(({ name }) => name)).toEqual([
      'region',
      'A · Sum of sum',
      'B · Sum of sum',
      '(blank) · Sum of sum',
      'Total · Sum of sum',
    ])
    expect(made.columns.map(({ values }) => values.at(-1))).toEqual(['Total', '55', '23', '', '78'])
    expect(made.columns.map(({ values }) => values.at(2))).toEqual(['North', '50', '20', '', '70'])
  })
  test('across more values than can be seen is refused', () => {
    const many = table(`a\n${Array.from({ length: 300 }, (_, at) => `v${at}`).join('\n')}`)
    const spec: PivotSpec = { rows: [], across: 'a', values: [{ column: '', measure: 'count' }], period: '' }
    expect(() => pivotOf(many, spec, () => ({ type: 'text', style: 'point', order: 'dmy' }))).toThrow('more than 200')
  })
})
