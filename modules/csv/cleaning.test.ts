import { recordsOf } from '@atrium/domain/tables/records'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packer } from './cells.ts'
import { Step, type StepInput } from './cleaning/step-schema.ts'
import { applySteps, prepare } from './cleaning/steps.ts'
import { joinTables } from './joining.ts'
import csv, { Dataset } from './module.ts'
import { pick, rowOf, type Table, tableOf } from './table.ts'
import { separated } from './writing.ts'

const table = (text: string): Table => {
  const [names = [], ...rows] = recordsOf(text, ',').records.map(({ cells }) => cells)
  return tableOf(names, rows)
}
const text = (made: Table) =>
  [made.columns.map(({ name }) => name), ...Array.from({ length: made.length }, (_, at) => rowOf(made, at))]
    .map((row) => row.join(','))
    .join('\n')
const after = (before: string, ...steps: StepInput[]) =>
  applySteps(
    table(before),
    steps.map((step) => Step.parse(step)),
  )
const done = (before: string, ...steps: StepInput[]) => text(after(before, ...steps).table)

describe('a step', () => {
  test.each<[string, string, StepInput, string, number]>([
    ['trims', 'a\n x \ny', { kind: 'trim', columns: ['a'] }, 'a\nx\ny', 1],
    ['collapses spaces', 'a\nx  y\u00a0z', { kind: 'collapse', columns: ['a'] }, 'a\nx y z', 1],
    [
      'changes case',
      'a\njean-luc o\u2019neil',
      { kind: 'case', columns: ['a'], to: 'title' },
      'a\nJean-Luc O\u2019neil',
      1,
    ],
    [
      'replaces text, signs as they are',
      'a\n1.5.2',
      { kind: 'replace', columns: ['a'], find: '.', with: '$&' },
      'a\n1$&5$&2',
      1,
    ],
    [
      'replaces by pattern',
      'a\n2026-11',
      { kind: 'replace', columns: ['a'], find: '(\\d+)-(\\d+)', with: '$2/$1', regex: true },
      'a\n11/2026',
      1,
    ],
    [
      'replaces whole cells',
      'a\nna\nbanana',
      { kind: 'replace', columns: ['a'], find: 'NA', with: '', whole: true, ignoreCase: true },
      'a\n\nbanana',
      1,
    ],
    ['fills down', 'a,b\nx,1\n,2\ny,3\n,4', { kind: 'fillDown', columns: ['a'] }, 'a,b\nx,1\nx,2\ny,3\ny,4', 2],
    [
      'splits, the rest in the last',
      'n,z\nA B C,1',
      { kind: 'split', column: 'n', by: ' ', into: 2 },
      'n 1,n 2,z\nA,B C,1',
      1,
    ],
    [
      'joins',
      'a,b,c\nx,y,1\nx,,2',
      { kind: 'join', columns: ['a', 'b'], with: ' ', name: 'ab', keep: false },
      'ab,c\nx y,1\nx,2',
      2,
    ],
    ['renames to a free name', 'a,b\n1,2', { kind: 'rename', column: 'a', to: 'b' }, 'b 2,b\n1,2', 1],
    ['removes columns', 'a,b,c\n1,2,3', { kind: 'remove', columns: ['a', 'c'] }, 'b\n2', 2],
    ['moves a column', 'a,b,c\n1,2,3', { kind: 'move', column: 'c', to: 0 }, 'c,a,b\n3,1,2', 1],
    ['makes numbers', 'a\n€ 12\n(3)\nx', { kind: 'type', column: 'a', to: 'number' }, 'a\n12\n-3\nx', 2],
    [
      'makes dates, the rest blank',
      'a\n3/11/2026\nsoon',
      { kind: 'type', column: 'a', to: 'date', invalid: 'blank' },
      'a\n2026-11-03\n',
      2,
    ],
    ['drops duplicates', 'a,b\n1,2\n1,2\n1,3', { kind: 'dedupe' }, 'a,b\n1,2\n1,3', 1],
    ['drops duplicates by a column', 'a,b\n1,2\n1,3', { kind: 'dedupe', columns: ['a'] }, 'a,b\n1,2', 1],
    ['drops blank rows', 'a,b\n1,\n , \n,2', { kind: 'dropBlank' }, 'a,b\n1,\n,2', 1],
    [
      'keeps what passes',
      'a\n1\n5\nx',
      { kind: 'filter', column: 'a', test: { is: 'range', from: 2, to: null } },
      'a\n5',
      2,
    ],
    [
      'merges spellings',
      'a\nNY\nN.Y.\nLA',
      { kind: 'merge', column: 'a', pairs: [{ from: 'N.Y.', to: 'NY' }] },
      'a\nNY\nNY\nLA',
      1,
    ],
    [
      'sorts numbers as numbers, missing ones last',
      'a\n10\n""\n9\n100',
      { kind: 'sort', by: [{ column: 'a', direction: 'desc' }] },
      'a\n100\n10\n9\n',
      3,
    ],
    [
      'sorts dates as dates',
      'a\n1 Feb 2026\n3 Jan 2026',
      { kind: 'sort', by: [{ column: 'a', direction: 'asc' }] },
      'a\n3 Jan 2026\n1 Feb 2026',
      2,
    ],
  ])('%s', (_, before, step, wanted, changed) => {
    const { table: made, effects } = after(before, step)
    expect(text(made)).toBe(wanted)
    expect(effects[0]?.changed).toBe(changed)
  })

  test('whose column is not there changes nothing and says so, and the others go on', () => {
    const { table: made, effects } = after('a\n x ', { kind: 'trim', columns: ['b'] }, { kind: 'trim', columns: ['a'] })
    expect(text(made)).toBe('a\nx')
    expect(effects.map(({ missing }) => missing)).toEqual([['b'], []])
  })
  test('with a pattern that is none says so', () => {
    expect(
      after('a\nx', { kind: 'replace', columns: ['a'], find: '(', with: '', regex: true }).effects[0]?.badPattern,
    ).toBe(true)
  })
  test('a sort with equal keys leaves the order', () => {
    expect(done('a,b\nx,1\ny,2\nx,3', { kind: 'sort', by: [{ column: 'a', direction: 'asc' }] })).toBe(
      'a,b\nx,1\nx,3\ny,2',
    )
  })

  test('gives the same for a table at once and by pieces', () => {
    const cell = fc.constantFrom('', ' ', 'a', ' a', 'b', 'B b', '1', '2,5')
    const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 30 })
    const steps: StepInput[] = [
      { kind: 'trim', columns: ['x', 'y'] },
      { kind: 'fillDown', columns: ['x'] },
      { kind: 'split', column: 'y', by: ' ', into: 2 },
      { kind: 'dedupe', columns: [] },
      { kind: 'dropBlank', columns: ['y 1'] },
    ]
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 9 }), (cells, size) => {
        const whole = tableOf(['x', 'y'], cells)
        const parsed = steps.map((step) => Step.parse(step))
        const prepared = parsed.map(prepare)
        const lines: string[][] = []
        for (let from = 0; from < whole.length; from += size) {
          const places = Array.from({ length: Math.min(size, whole.length - from) }, (_, at) => from + at)
          const part = prepared.reduce((made, step) => step.apply(made), pick(whole, places))
          for (let at = 0; at < part.length; at++) lines.push(rowOf(part, at))
        }
        const at = applySteps(whole, parsed)
        expect(lines).toEqual(Array.from({ length: at.table.length }, (_, row) => rowOf(at.table, row)))
        expect(prepared.map(({ effect }) => effect)).toEqual(at.effects)
      }),
      { numRuns: 200 },
    )
  })
})

describe('a join', () => {
  const left = table('id,name\n1,Ann\n2,Bob\n2,Ben\n,Nobody\n9,Zed')
  const right = table('key,name,city\n1,A,Oslo\n2,B,Bonn\n2,C,Bern\n7,D,Rome\n,E,Nowhere')
  const keys = { left: 'id', right: 'key' }
  test('has the pairs that match, and the counts of what does not', () => {
    const made = joinTables(left, right, keys, 'inner')
    expect(made?.report).toEqual({ leftMatched: 3, leftOnly: 2, rightMatched: 3, rightOnly: 2, rows: 5 })
    expect(
      text(made?.table as Table)
        .split('\n')
        .slice(0, 3),
    ).toEqual(['id,name,name 2,city', '1,Ann,A,Oslo', '2,Bob,B,Bonn'])
  })
  test('keeps the left rows, or all, blank keys matching nothing', () => {
    expect(joinTables(left, right, keys, 'left')?.table.length).toBe(7)
    const full = text(joinTables(left, right, keys, 'full')?.table as Table)
    expect(full.split('\n')).toHaveLength(10)
    expect(full).toContain('7,,D,Rome')
    expect(full).toContain('\n,,E,Nowhere')
  })
  test('has at most two million rows, and none at all beyond', () => {
    const same = (name: string, rows: number) => table([name, ...Array.from({ length: rows }, () => 'x')].join('\n'))
    const of = (rows: number) => joinTables(same('k', rows), same('k', 1_000), { left: 'k', right: 'k' }, 'inner')
    expect(of(2_000)?.report.rows).toBe(2_000_000)
    expect(of(2_001)).toBe(null)
  })
  test('can look past case and spaces', () => {
    const made = joinTables(table('k\n Ann'), table('k\nANN '), { left: 'k', right: 'k', loose: true }, 'inner')
    expect(made?.report.rows).toBe(1)
  })
})

test('what a spreadsheet would take for a formula is written behind an apostrophe, numbers are not', () => {
  const made = tableOf(['a'], [['=1+1'], ['-5'], ['+4,5'], ['@x'], ['-x'], ['a "b"'], ['a;b']])
  expect([...separated(made, { delimiter: ';', mark: false })].join('').split('\r\n')).toEqual([
    'a',
    "'=1+1",
    '-5',
    '+4,5',
    "'@x",
    "'-x",
    '"a ""b"""',
    '"a;b"',
    '',
  ])
})

test('values that were joined in groups under version 1 of a dataset are joined still', () => {
  const old = [
    { kind: 'merge', column: 'a', groups: [{ from: ['N.Y.', 'ny'], to: 'NY' }] },
    { kind: 'trim', columns: ['a'] },
  ]
  const { migrate } = csv.collections.datasets as unknown as {
    migrate: (data: object, from: number) => { steps: StepInput[] }
  }
  const { steps } = migrate({ name: 'x', steps: old }, 1)
  const kept = Dataset.shape.steps.parse(steps)
  expect(text(applySteps(table('a\nny\nN.Y.\nLA '), kept).table)).toBe('a\nNY\nNY\nLA')
  expect(migrate({ steps }, 2)).toEqual({ steps })
})

test('every step does the same to packed columns as to lists', () => {
  const before = table('a,b,c\n1, x ,Oslo\n2,,oslo\n10,x  y,\n2,,oslo\n,Y;z,Bonn\n1e1,y;z;w,Bonn\n2026-01-02,q,São')
  const packed: Table = {
    ...before,
    columns: before.columns.map(({ name, values }) => {
      const made = packer()
      for (const cell of values) made.push(cell)
      return { name, values: made.end() }
    }),
  }
  const each: StepInput[] = [
    { kind: 'trim', columns: [] },
    { kind: 'collapse', columns: ['b'] },
    { kind: 'case', columns: ['c'], to: 'upper' },
    { kind: 'replace', columns: ['b', 'c'], find: '[xo]', with: '-', regex: true },
    { kind: 'fillDown', columns: ['b', 'c'] },
    { kind: 'split', column: 'b', by: ';', into: 2 },
    { kind: 'join', columns: ['a', 'c'], with: '/', name: 'both', keep: false },
    { kind: 'type', column: 'a', to: 'number', invalid: 'blank' },
    { kind: 'dedupe' },
    { kind: 'dedupe', columns: ['c'] },
    { kind: 'dropBlank', columns: ['b'] },
    { kind: 'filter', column: 'c', test: { is: 'contains', text: 'os' } },
    { kind: 'filter', column: 'a', test: { is: 'range', from: 2, to: null }, not: true },
    { kind: 'merge', column: 'c', pairs: [{ from: 'oslo', to: 'Oslo' }] },
    { kind: 'formula', formula: 'upper(c) & a', name: 'd' },
    { kind: 'sort', by: [{ column: 'a', direction: 'desc' }] },
    {
      kind: 'sort',
      by: [
        { column: 'c', direction: 'asc' },
        { column: 'b', direction: 'desc' },
      ],
    },
  ]
  for (const steps of [...each.map((one) => [one]), each.filter(({ kind }) => kind !== 'join')]) {
    const parsed = steps.map((one) => Step.parse(one))
    const [lists, codes] = [applySteps(before, parsed), applySteps(packed, parsed)]
    expect([steps[0], text(codes.table), codes.effects]).toEqual([steps[0], text(lists.table), lists.effects])
  }
})
