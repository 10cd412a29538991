import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordReader, recordsOf, recordsOfPieces } from './records.ts'
import { guardFormula, recordLine, withoutGuard } from './writing.ts'

const cellsOf = (text: string, delimiter = ',') => recordsOf(text, delimiter).records.map(({ cells }) => cells)
type Case = [delimiter: string, text: string, rows: string[][], kind: 'strict' | 'lenient' | 'spaced']
const cases = JSON.parse(readFileSync(join(import.meta.dirname, 'testdata/python-csv.json'), 'utf8')) as Case[]

test('random texts have the records that Python’s csv module finds in them', () => {
  expect(cases.length).toBeGreaterThan(1_000)
  for (const [delimiter, text, rows, kind] of cases) {
    const found = cellsOf(text, delimiter)
    const ours = kind === 'spaced' ? found.map((row) => row.map((cell) => cell.replace(/^ +/, ''))) : found
    expect([kind, text, ours]).toEqual([kind, text, rows])
  }
})

const piece = fc.string({
  unit: fc.constantFrom('a', '"', '"', ',', '\n', '\r', ' ', 'é', '\t', '\uFEFF'),
  maxLength: 40,
})

test('a text has the same records and lines however it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(piece, fc.integer({ min: 1, max: 7 }), async (text, size) => {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.slice(at * size, (at + 1) * size),
      )
      const whole = recordsOf(text, ',').records
      expect(await Array.fromAsync(recordsOfPieces(pieces, ','))).toEqual(whole)
    }),
    { numRuns: 500 },
  )
})

test('what is written is read again, guarded for spreadsheets or not, as records of any cells', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'é', '\t', '=', '-', "'", '1'),
    maxLength: 6,
  })
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
      fc.constantFrom(',', ';', '\t'),
      (rows, delimiter) => {
        expect(cellsOf(rows.map((cells) => recordLine(cells, { delimiter })).join(''), delimiter)).toEqual(rows)
      },
    ),
    { numRuns: 500 },
  )
})

test('no cell begins as a formula in a spreadsheet, and the guard is taken away again', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("'", '=', '-', '+', '@', '\t', '1', '.', 'a'), maxLength: 6 }),
      (cell) => {
        const guarded = guardFormula(cell)
        expect(withoutGuard(guarded)).toBe(cell)
        expect(/^[=@\t]|^[+-](?![\d.,]*(?:[eE][+-]?\d+)?%?$)/.test(guarded)).toBe(false)
      },
    ),
    { numRuns: 1_000 },
  )
  expect(['=1+1', '-5', '+1.5e3%', '-1+cmd', "'=x"].map(guardFormula)).toEqual([
    "'=1+1",
    '-5',
    '+1.5e3%',
    "'-1+cmd",
    "''=x",
  ])
})

describe('records', () => {
  test('end in CR LF, LF or CR in one and the same file, and keep what stands in quotes as it is', () => {
    expect(cellsOf('\uFEFFa,b\r\n1,2\n3,4\r5,"six\r\nand ""seven"""\n')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', 'six\r\nand "seven"'],
    ])
  })
  test('say the line where they begin; empty lines are none', () => {
    const { records } = recordsOf('a,"b ""x"", y"\r\n \t\r\n"two\nlines",2\rlast,x', ',')
    expect(records).toEqual([
      { cells: ['a', 'b "x", y'], line: 1, place: 0 },
      { cells: ['two\nlines', '2'], line: 3, place: 2 },
      { cells: ['last', 'x'], line: 5, place: 3 },
    ])
  })
  test('lose nothing behind a quote that is never closed, or closed in the middle of a later line', () => {
    expect(recordsOf('a,b\n1,"open\n2,x\n3,y\n', ',')).toMatchObject({
      records: [{ cells: ['a', 'b'] }, { cells: ['1', '"open'] }, { cells: ['2', 'x'] }, { cells: ['3', 'y'] }],
      unclosed: [2],
    })
    expect(recordsOf('1,"5 inches\n2,"six" inches\n3,"x, y"\n', ',')).toMatchObject({
      records: [{ cells: ['1', '"5 inches'] }, { cells: ['2', 'six inches'] }, { cells: ['3', 'x, y'] }],
      unclosed: [1],
    })
  })
  test('may have blanks around what is quoted', () => {
    expect(cellsOf('a, "b, c" ,"d" \n1,  "2" x,3')).toEqual([
      ['a', 'b, c ', 'd '],
      ['1', '  "2" x', '3'],
    ])
  })
})

describe('limits', () => {
  const limits = { cells: 100, characters: 1_000, quoted: 500 }
  test('are answered with the line and what was exceeded, and all before is read', () => {
    expect(recordsOf(`a,b\n${'x,'.repeat(200)}`, ',', { limits })).toMatchObject({
      records: [{ cells: ['a', 'b'] }],
      exceeded: { exceeded: 'cells', most: 100, line: 2 },
    })
    expect(recordsOf(`a,b\n${'x'.repeat(2_000)}\n1,2`, ',', { limits })).toMatchObject({
      records: [{ cells: ['a', 'b'] }],
      exceeded: { exceeded: 'characters', most: 1_000, line: 2 },
    })
    const { records, unclosed } = recordsOf(`"${'x'.repeat(600)}"\n1,2`, ',', { limits })
    expect([records.at(-1)?.cells, unclosed]).toEqual([['1', '2'], [1]])
  })
  test('and a reader that has enough stops', () => {
    expect(recordsOf(`1\n2\n${'3\n'.repeat(1_000)}`, ',', { most: 2, limits })).toMatchObject({
      records: [{ cells: ['1'] }, { cells: ['2'] }],
      exceeded: null,
    })
  })
  // What is not read in one pass does not come to its end within the time of a test.
  test.each([
    ['quotes', '"'],
    ['quotes and line ends', '"\n'],
    ['cells that open and do not end', '"a"b\n'],
    ['cells that open within each other', ',"""x'],
    ['opened cells with escaped quotes', '"a""b\n'],
    ['separators', ','],
    ['line ends', '\r'],
    ['blanks', ' '],
    ['blanks before quotes', '  "'],
  ])('hold 10 MB of %s by pieces', (_, unit) => {
    const text = unit.repeat(64 * 1024)
    const reader = recordReader(',', () => undefined)
    for (let size = 0; size < 10_000_000; size += text.length) if (reader.push(text)) break
    reader.end()
    expect(reader.unclosed.length).toBeLessThanOrEqual(100)
  })
})
