import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDate } from './dates.ts'
import { looseNumber, readNumber } from './numbers.ts'
import { readTable, tableBuilder } from './reading/build.ts'
import { type Encoding, encodingDetector } from './reading/encoding.ts'
import { detectLayout } from './reading/layout.ts'
import { recordsOf } from './reading/records.ts'
import { rowOf, type Table, tableOf } from './table.ts'
import { separated } from './writing.ts'

const rows = (table: Table) => Array.from({ length: table.length }, (_, at) => rowOf(table, at))
const read = (text: string) => readTable(text, detectLayout(text, { isWhole: true }))
const encodingOf = (bytes: Uint8Array): Encoding | null => {
  const detector = encodingDetector()
  for (let at = 0; at < bytes.length; at += 3) detector.push(bytes.subarray(at, at + 3))
  if (bytes.length === 0) detector.push(bytes)
  return detector.end()
}

describe('records', () => {
  test('end in CR LF, LF or CR in one and the same file, and keep what stands in quotes as it is', () => {
    expect(recordsOf('a,b\r\n1,2\n3,4\r5,"six\r\nand ""seven"""\n', ',')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', 'six\r\nand "seven"'],
    ])
  })
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
  test.each([
    ['a,b,c\n1,2,3\n4,5,6', ',', true, 0],
    ['Name;Betrag\nAnna;1,50\nBert;2,75', ';', true, 0],
    ['a\tb\n1\t2', '\t', true, 0],
    ['a|b|c\n1|2|3', '|', true, 0],
    ['sep=;\nx;y\n1;2', ';', true, 1],
    ['1,2,3\n4,5,6', ',', false, 0],
    ['2026-01-01;5\n2026-01-02;6', ';', false, 0],
    ['Report of May\n\nname,amount\nA,1\nB,2\nC,3', ',', true, 2],
    ['note\n"Hello, world; again"\n"and; more, words"', ',', true, 0],
    ['name,text\nA,"x;y;z"\nB,"1;2;3"\nC,"q;r;s"', ',', true, 0],
  ])('%j', (text, delimiter, header, skip) => {
    expect(detectLayout(text, { isWhole: true })).toEqual({ delimiter, header, skip })
  })
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

describe('the encoding is found', () => {
  const text = 'Café;€Rémy;naïve\n'
  test.each([
    ['utf-8', new TextEncoder().encode(text)],
    ['utf-8', new TextEncoder().encode(`\uFEFF${text}`)],
    ['utf-16le', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['utf-16le', Buffer.from(text, 'utf16le')],
    ['utf-16be', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['windows-1252', Buffer.from('Caf\u00e9;\u0080R\u00e9my;na\u00efve\n', 'latin1')],
  ])('%s', (encoding, bytes) => {
    const found = encodingOf(bytes) as Encoding
    expect(found).toBe(encoding)
    expect(new TextDecoder(found).decode(bytes)).toBe(text)
  })
  test('an accent at the very end decides, and bytes that are no text are none', () => {
    const late = Buffer.concat([Buffer.alloc(300_000, 97), Buffer.from([0xe9])])
    expect(encodingOf(late)).toBe('windows-1252')
    expect(encodingOf(Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919) % 256)))).toBeNull()
  })
})

describe('cells are read', () => {
  test.each([
    ['1234.5', 1234.5, null],
    ['1,234.50', 1234.5, null],
    ['1.234,50', null, 1234.5],
    ['12,5', null, 12.5],
    ['-3', -3, -3],
    ['1e3', 1000, null],
    ['1 234,5', null, 1234.5],
    ['007', null, null],
    ['12345678901234567890', null, null],
    ['1,23,456', null, null],
    ['12 apples', null, null],
    ['', null, null],
  ])('%j as a number with a point, and with a comma', (cell, point, comma) => {
    expect([readNumber(cell, 'point'), readNumber(cell, 'comma')]).toEqual([point, comma])
  })
  test.each([
    ['€ 1.234,50', 'comma', 1234.5],
    ['$1,000', 'point', 1000],
    ['(12.50)', 'point', -12.5],
    ['45 %', 'point', 0.45],
    ['−7', 'point', -7],
    ['12 EUR', 'point', 12],
    ['abc', 'point', null],
  ] as const)('%j as people write it', (cell, style, value) => {
    expect(looseNumber(cell, style)).toBe(value)
  })
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
