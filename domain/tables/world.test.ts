import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { looksLikeValue } from './cell-kinds.ts'
import { readTable } from './table.ts'

interface WorldFile {
  name: string
  encoding: string
  bytes: string
  delimiter: string
  header: number
  columns: string[] | number
  rows: number
  first: string[]
  last: string[]
}
const files = JSON.parse(readFileSync(join(import.meta.dirname, 'testdata/world.json'), 'utf8')) as WorldFile[]

test.each(files)('$name is read as the program that wrote it meant it', (file) => {
  const text = new TextDecoder(file.encoding).decode(Buffer.from(file.bytes, 'base64'))
  const { layout, names, rows, exceeded } = readTable(text)
  expect(exceeded).toBeNull()
  expect({
    delimiter: layout.delimiter,
    header: names !== null,
    columns: typeof file.columns === 'number' ? (names ?? rows[0]?.cells)?.length : names,
    rows: rows.length,
    first: rows[0]?.cells,
    last: rows.at(-1)?.cells,
  }).toEqual({
    delimiter: file.delimiter,
    header: file.header > 0,
    columns: file.columns,
    rows: file.rows,
    first: file.first,
    last: file.last,
  })
  const lines = text.split(/\r\n|\n|\r/)
  expect(
    names === null ? 0 : lines.findIndex((line) => line.includes(names.find((name) => name !== '') as string)) + 1,
  ).toBe(file.header)
})

test('values are told from names', () => {
  const values =
    '5|-5|50,00-|1.234,50 €|$1,250.00|(12.50)|45 %|1e5|−7|.5|2026-01-05|5.1.26|1/13/2026|3 Nov 2026|Nov 3, 2026|08:00|2026-01-05T08:00:00+01:00|2026年1月5日|CHF 12|1 250,75|1\u00a0250,75'
  const words = 'Name|Q1|2nd|A-1|CO2|e-mail|may|DE02120300000000202051|col1|1st quarter|3D model|12 apples|Amount (EUR)'
  expect(values.split('|').filter((cell) => !looksLikeValue(cell))).toEqual([])
  expect(words.split('|').filter(looksLikeValue)).toEqual([])
})
