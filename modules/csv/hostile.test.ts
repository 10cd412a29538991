import { detectLayout } from '@atrium/domain/tables/layout'
import { recordReader } from '@atrium/domain/tables/records'
import { boundedWorkbook, placeOf } from '@atrium/domain/workbooks/bounds'
import { strToU8, zipSync } from 'fflate'
import { parquetMetadata } from 'hyparquet'
import { describe, expect, test } from 'vitest'
import { readTable, tableBuilder } from './reading/build.ts'
import { fromJson, fromParquet, fromXlsx } from './reading/convert.ts'
import { refuseOddPages } from './reading/parquet-bounds.ts'
import { parquet } from './test-parquet.ts'

// Files that somebody sends to stop the server. What is not bounded ends the process or the time of a test.

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** A workbook of one sheet, as Excel writes the least of it. */
function workbook(rows: string, shared: string[] = []): Uint8Array {
  return zipSync({
    '[Content_Types].xml': strToU8(
      `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    ),
    '_rels/.rels': strToU8(
      `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': strToU8(
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${REL}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${REL}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
    'xl/sharedStrings.xml': strToU8(
      `${HEAD}<sst xmlns="${MAIN}">${shared.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(`${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`),
  })
}
const cell = (at: string, value = '1') => `<c r="${at}"><v>${value}</v></c>`
const textOf = (csv: Uint8Array | undefined) => new TextDecoder().decode(csv)

describe('a workbook', () => {
  test('as Excel writes it is read, its gaps as empty cells', async () => {
    const rows = `<row r="1">${cell('A1')}${cell('C1', '3')}</row><row r="3">${cell('B3', '2')}</row>`
    expect(textOf((await fromXlsx(workbook(rows)))[0]?.csv)).toBe('1,,3\r\n,,\r\n,2,\r\n')
  })
  test('whose rows and cells do not say where they stand has each behind the one before it', async () => {
    const silent = (value: string) => `<c><v>${value}</v></c>`
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
    const read = async (rows: string) => textOf((await fromXlsx(workbook(rows)))[0]?.csv)
    expect(await read(`<row>${text('name')}${text('é')}</row><row>${silent('1')}<c/>${silent('3')}</row>`)).toBe(
      'name,é,\r\n1,,3\r\n',
    )
    const mixed = `<row r="2">${cell('B2', '1')}${silent('2')}</row><row spans="1:2">${silent('3')}${cell('C3', '4')}</row><row/>`
    expect(await read(`${mixed}<row>${cell('A7', '5')}${silent('6')}</row><row>${silent('7')}</row>`)).toBe(
      ',,\r\n,1,2\r\n3,,4\r\n,,\r\n,,\r\n,,\r\n5,6,\r\n7,,\r\n',
    )
    const many = Array.from(
      { length: 20_000 },
      (_, n) => `<row>${text('a word of some length')}${silent(String(n))}</row>`,
    )
    expect((await read(many.join('')))?.split('\r\n').at(-2)).toBe('a word of some length,19999')
  })
  test('of more cells or rows than a sheet has, none of which says where it stands, is refused', async () => {
    await expect(fromXlsx(workbook(`<row>${'<c/>'.repeat(16_385)}</row>`))).rejects.toThrow('stands at “XFE1”')
    await expect(fromXlsx(workbook(`<row r="1048576"/><row/>`))).rejects.toThrow('“1048577”, which no sheet has')
    await expect(fromXlsx(workbook(`<row>${'<c/>'.repeat(10_000)}</row>${'<row/>'.repeat(2_000)}`))).rejects.toThrow(
      'more than 20 million cells',
    )
  })
  test.each([
    ['ZZZZZZ99999999', 'which no sheet has: the last one is XFD1048576'],
    ['XFE1', 'which no sheet has'],
    ['A1048577', 'which no sheet has'],
    ['XFD1048576', 'more than 20 million cells. Split it, or keep fewer columns. A cell of it stands at XFD1048576'],
    ['XFD2000', 'A cell of it stands at XFD2000'],
    ['A1&#48;00', 'which no sheet has'],
  ])('of 1.4 KB with one cell at %s is refused in a sentence', async (at, sentence) => {
    const bytes = workbook(`<row r="1">${cell('A1')}</row><row>${cell(at)}</row>`)
    expect(bytes.length).toBeLessThan(2_500)
    await expect(fromXlsx(bytes)).rejects.toThrow(sentence)
  })
  test('with a row far below is refused, and one whose empty rows go to the end of the sheet is not', async () => {
    await expect(fromXlsx(workbook(`<row r="99999999999"></row>`))).rejects.toThrow('which no sheet has')
    const [sheet] = await fromXlsx(workbook(`<row r="1">${cell('A1')}</row><row r="1048576"></row>`))
    expect(textOf(sheet?.csv)).toBe('1\r\n')
  })
  test('that unpacks to more than is held is refused, whatever it says of itself', async () => {
    const bomb = workbook(`<row r="1">${cell('A1')}</row>${' '.repeat(9_000_000)}`)
    expect(bomb.length).toBeLessThan(20_000)
    await expect(boundedWorkbook(bomb, 8 * 1024 * 1024)).rejects.toThrow('unpacks to more than 8 MB')
    expect(await boundedWorkbook(bomb)).toBe(bomb)
  })
  test('of one long text in many cells is refused', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `<row r="${n + 1}"><c r="A${n + 1}" t="s"><v>0</v></c></row>`)
    await expect(fromXlsx(workbook(rows.join(''), ['x'.repeat(32_000)]))).rejects.toThrow('come to more than 256 MB')
  })
  test('of styles that no program writes is refused', async () => {
    const styled = (styles: string) =>
      zipSync({ 'xl/styles.xml': strToU8(`<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`) })
    const code = (text: string) => `<numFmts><numFmt numFmtId="200" formatCode="${text}"/></numFmts>`
    await expect(boundedWorkbook(styled(code('y['.repeat(100_000))))).rejects.toThrow('no XLSX file')
    await expect(boundedWorkbook(styled(code('y[>'.repeat(100_000))))).rejects.toThrow('no XLSX file')
    const formats = `<cellXfs>${'<xf numFmtId="200"/>'.repeat(1_700_000)}</cellXfs>`
    await expect(boundedWorkbook(styled(formats))).rejects.toThrow('no XLSX file')
    const usual = styled(`${code('dd.mm.yyyy')}<cellXfs>${'<xf numFmtId="200"/>'.repeat(60_000)}</cellXfs>`)
    expect(await boundedWorkbook(usual)).toBe(usual)
  })
  test('knows the places of a sheet', () => {
    expect([placeOf('A1'), placeOf('BC12'), placeOf('XFD1048576')]).toEqual([
      { row: 1, column: 1 },
      { row: 12, column: 55 },
      { row: 1_048_576, column: 16_384 },
    ])
    for (const none of ['', 'A', '1', 'A0', 'a1', 'XFE1', 'AAAA1', 'A1048577', 'A1 ', '-A1'])
      expect(placeOf(none)).toBeNull()
  })
})

describe('a text', () => {
  const open = (text: string) => () => readTable(text, detectLayout(text.slice(0, 128 * 1024)))
  test('of separators, of 200,000 columns, or of one line of 20 MB by pieces is refused', () => {
    for (const text of [
      ';'.repeat(2_000_000),
      Array.from({ length: 200_000 }, () => 'same').join(','),
      Array.from({ length: 15_000 }, () => 'same').join(','),
    ])
      expect(open(text)).toThrow('Is the separator the right one?')
    const pieces = Array.from({ length: 20_000 }, () => 'word '.repeat(200))
    const building = tableBuilder({ delimiter: ',', header: false, skip: 0 }, () => undefined)
    expect(() => {
      for (const piece of pieces) building.push(piece)
    }).toThrow('more than 4 million characters')
  })
  test('of quotes comes to its end: a cell of a million, and what is left', () => {
    for (const size of [300_000, 2_000_000]) {
      let count = 0
      const reader = recordReader(',', () => void count++)
      for (let at = 0; at < size; at += 64 * 1024) reader.push('"'.repeat(Math.min(64 * 1024, size - at)))
      reader.end()
      expect(count).toBe(1)
    }
  })
})

describe('a JSON file', () => {
  test('nested 100,000 deep is refused; brackets in its texts are none', () => {
    for (const text of [
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      `[${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}]`,
      `{"a":1}\n${'['.repeat(100_000)}`,
    ])
      expect(() => fromJson(text)).toThrow('nested more than 200 deep')
    expect(textOf(fromJson(`[{"a":"${'['.repeat(1_000)}\\"{{"}]`))).toContain('a\r\n')
  })
  test('of one long list among many empty ones, or of as many names as rows, is no table of billions of cells', () => {
    const long = JSON.stringify([Array.from({ length: 10_000 }, () => 1), ...Array.from({ length: 10_000 }, () => [])])
    expect(() => fromJson(long)).toThrow('more than 20 million cells')
    const names = JSON.stringify(Array.from({ length: 5_000 }, (_, n) => ({ [`name ${n}`]: n })))
    expect(() => fromJson(names)).toThrow('more than 20 million cells')
  })
  test('with half a character and a zero keeps its rows', () => {
    expect(textOf(fromJson('[{"a":"\\ud800","b":"x\\u0000y"}]'))).toBe('a,b\r\n\uFFFD,x\u0000y\r\n')
  })
})

describe('a Parquet file', () => {
  const buffer = () => {
    const bytes = parquet()
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  }
  test('whose numbers do not agree, or say more than can be held, is refused', () => {
    const size = parquet().byteLength
    const lying = (change: (data: ReturnType<typeof parquetMetadata>) => void) => () => {
      const metadata = parquetMetadata(buffer())
      change(metadata)
      refuseOddPages(metadata, size)
    }
    const first = (data: ReturnType<typeof parquetMetadata>) => {
      const column = data.row_groups[0]?.columns[0]?.meta_data
      if (!column) throw new Error('The sample has no column.')
      return column
    }
    expect(lying(() => undefined)).not.toThrow()
    const odd = 'The sizes in this Parquet file do not agree'
    expect(lying((data) => (data.num_rows = 1n))).toThrow(odd)
    expect(lying((data) => (first(data).num_values = 2n ** 40n))).toThrow(odd)
    expect(lying((data) => (first(data).total_compressed_size = 2n ** 40n))).toThrow(odd)
    expect(lying((data) => (first(data).total_uncompressed_size = 2n ** 40n))).toThrow('unpacks to more than 512 MB')
  })
  test('with any byte of it flipped is read or refused in a sentence', async () => {
    const bytes = parquet()
    for (let at = 4; at < bytes.length; at += 31) {
      const broken = Buffer.from(bytes)
      broken[at] = (broken[at] as number) ^ 0xff
      const slice = async (start: number, end: number) => new Uint8Array(broken.subarray(start, end))
      const outcome = await fromParquet({ size: broken.length, slice }).then(
        () => 'read',
        (error: Error) => error.message,
      )
      expect(outcome, `byte ${at}`).toMatch(/^read$|Parquet|million cells/)
    }
  })
})
