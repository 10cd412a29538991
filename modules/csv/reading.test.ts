import { detectLayout } from '@atrium/domain/tables/layout'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDate } from './dates.ts'
import { readTable, tableBuilder } from './reading/build.ts'
import { rowOf, type Table, tableOf } from './table.ts'
import { separated } from './writing.ts'

const rows = (table: Table) => Array.from({ length: table.length }, (_, at) => rowOf(table, at))
const read = (text: string) => readTable(text, detectLayout(text, { isWhole: true }))
describe('records', () => {
  test('lose nothing behind a quote that is never closed', () => {
    const { table, faults } = readTable('a,b\n1,"open\n2,x\n3,y\n', { delimiter: ',', header: true, skip: 0 })
    expect(rows(table)).toEqual([
      ['1', '"open'],
      ['2', 'x'],
      ['3', 'y'],
    ])
    expect(faults.unclosed).toEqual([2])
  })
  test('that are longer or shorter than the first are shown whole, with their lines', () => {
    const { table, faults } = read('a,b,c\n1,2,3\n1,2\n\n1,2,3,4,5\n1,2,3')
    expect(table.columns.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'Column 4', 'Column 5'])
    expect(rows(table)[1]).toEqual(['1', '2', '', '', ''])
    expect(rows(table)[2]).toEqual(['1', '2', '3', '4', '5'])
    expect(faults).toMatchObject({
      raggedCount: 2,
      blank: 1,
      ragged: [
        { line: 3, cells: 2 },
        { line: 5, cells: 5 },
      ],
    })
  })
  test('that a spreadsheet padded to one width have no more columns than are filled, and no faults', () => {
    const { table, faults } = read('Sales;;;;\n;;;;\na;b;;;\n1;2;;;\n3;;;;\n4;5;6;;\n')
    expect(table.columns.map(({ name }) => name)).toEqual(['a', 'b', 'Column 3'])
    expect(rows(table)).toEqual([
      ['1', '2', ''],
      ['3', '', ''],
      ['4', '5', '6'],
    ])
    expect(faults.raggedCount).toBe(0)
  })
  test('come out as they went in, whatever is in the cells and wherever the pieces are cut', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'é', '\t'), maxLength: 6 })
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
      )
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';', '\t'), fc.integer({ min: 1, max: 7 }), (cells, delimiter, size) => {
        const names = cells[0]?.map((_, at) => `n${at}`) ?? []
        const text = [...separated(tableOf(names, cells), { delimiter, safe: false, mark: false })].join('')
        let made: Table | undefined
        const building = tableBuilder({ delimiter, header: true, skip: 0 }, (batch) => {
          made = batch.table
        })
        for (let at = 0; at < text.length; at += size) building.push(text.slice(at, at + size))
        building.end()
        expect(rows(made as Table)).toEqual(cells)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the layout is found', () => {
  test('and columns without a name, or with the same one, get their own', () => {
    expect(read('a,,a, a \n1,x,3,4\n5,y,7,8').table.columns.map(({ name }) => name)).toEqual([
      'Column 1',
      'Column 2',
      'Column 3',
      'Column 4',
    ])
    expect(
      readTable('a,,a, a \n1,x,3,4', { delimiter: ',', header: true, skip: 0 }).table.columns.map(({ name }) => name),
    ).toEqual(['a', 'Column 2', 'a 2', 'a 3'])
  })
})

describe('cells are read', () => {
  test.each([
    ['2026-02-28', '2026-02-28'],
    ['2026-02-30', null],
    ['03/04/2026', '2026-04-03'],
    ['3.4.26', '2026-04-03'],
    ['3 Nov 2026', '2026-11-03'],
    ['Nov 3, 2026', '2026-11-03'],
    ['Tuesday, November 3rd, 2026', '2026-11-03'],
    ['2026-01-01T23:30:00+02:00', '2026-01-01T21:30:00'],
    ['2026-01-01 5:05 pm', '2026-01-01T17:05:00'],
    ['1234567', null],
    ['hello 2026', null],
  ])('%j as a date', (cell, iso) => {
    expect(parseDate(cell)?.iso ?? null).toBe(iso)
  })
  test('03/04/2026 with the month first', () => expect(parseDate('03/04/2026', 'mdy')?.iso).toBe('2026-03-04'))
})
