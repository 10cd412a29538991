// Workbooks (ECMA-376) that are small only as they are sent.
import type { Part } from './deflate.ts'
import { external, laughs, quadratic } from './documents.ts'
import { type HostileFile, hostile, MB, many, worst } from './file.ts'
import { type Entry, entryOf, zipOf } from './zip-writer.ts'

const S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (id: number, kind: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${R}/${kind}" Target="${target}"/>`
const relations = (...inside: Part[]): Part[] => [
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">',
  ...inside,
  '</Relationships>',
]
const types =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>'

/** A workbook of sheets whose XML is these parts. */
function workbook(sheets: Part[][], more: Entry[] = []): Buffer {
  return zipOf([
    entryOf('[Content_Types].xml', types),
    entryOf('_rels/.rels', ...relations(relation(1, 'officeDocument', 'xl/workbook.xml'))),
    entryOf(
      'xl/workbook.xml',
      `<workbook ${S} xmlns:r="${R}"><sheets>${many(sheets.length, (at) => `<sheet name="s${at}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)}</sheets></workbook>`,
    ),
    entryOf(
      'xl/_rels/workbook.xml.rels',
      ...relations(
        many(sheets.length, (at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
        many(more.length, (at) => {
          const target = String(more[at]?.name).replace('xl/', '')
          return relation(sheets.length + at + 1, target.replace('.xml', ''), target)
        }),
      ),
    ),
    ...sheets.map((parts, at) => entryOf(`xl/worksheets/sheet${at + 1}.xml`, ...parts)),
    ...more,
  ])
}

const sheet = (...rows: Part[]): Part[] => [`<worksheet ${S}><sheetData>`, ...rows, '</sheetData></worksheet>']
const oneCell = (place: string) =>
  workbook([sheet(`<row r="${/\d+/.exec(place)?.[0]}"><c r="${place}"><v>1</v></c></row>`)])
const strings = (...parts: Part[]) => [entryOf('xl/sharedStrings.xml', ...parts)]
const styles = (...parts: Part[]) => [entryOf('xl/styles.xml', ...parts)]
const cell = '<c><v>1</v></c>'

function columnName(at: number): string {
  const rest = Math.floor(at / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (at % 26))
}

export const spreadsheets: readonly HostileFile[] = [
  worst('far-cell.xlsx', '1.4 KB with one cell at ZZZZZZ99999999', () => oneCell('ZZZZZZ99999999')),
  hostile('last-cell.xlsx', 'one cell at XFD1048576, the last that Excel knows', () => oneCell('XFD1048576')),
  hostile('cell-nowhere.xlsx', 'cells at A0, at 1A, at A-1, at a place of 10,000 letters', () =>
    workbook([
      sheet(
        `<row r="1">${['A0', '1A', 'A-1', 'A'.repeat(10_000), '', `A${'9'.repeat(400)}`].map((place) => `<c r="${place}"><v>1</v></c>`).join('')}</row>`,
      ),
    ]),
  ),
  hostile('far-cells.xlsx', '16,384 cells on a diagonal to XFD1048576', () =>
    workbook([
      sheet(
        many(16_384, (at) => `<row r="${at * 64 + 1}"><c r="${columnName(at)}${at * 64 + 1}"><v>${at}</v></c></row>`),
      ),
    ]),
  ),
  hostile('rows-backwards.xlsx', 'rows that go backwards, and one of number 4,294,967,295', () =>
    workbook([
      sheet(
        many(50_000, (at) => `<row r="${1_048_576 - at}">${cell}</row>`),
        `<row r="4294967295">${cell}</row>`,
      ),
    ]),
  ),
  hostile('bomb.xlsx', 'a sheet that unpacks to 1.2 GB', () =>
    workbook([sheet({ unit: `<row>${cell.repeat(20)}</row>`, times: 4 * MB })]),
  ),
  hostile('wide.xlsx', 'a row of 200,000 columns', () =>
    workbook([sheet(`<row>${cell.repeat(200_000)}</row>`, { unit: `<row>${cell}</row>`, times: 100 })]),
  ),
  hostile('many-rows.xlsx', '1,048,576 rows of ten cells', () =>
    workbook([sheet({ unit: `<row>${cell.repeat(10)}</row>`, times: 1_048_576 })]),
  ),
  hostile('one-string-everywhere.xlsx', 'a string of 32 KB in 200,000 cells', () =>
    workbook(
      [sheet({ unit: '<row><c t="s"><v>0</v></c></row>', times: 200_000 })],
      strings(`<sst ${S}><si><t>`, { unit: 'a', times: 32_767 }, '</t></si></sst>'),
    ),
  ),
  hostile('strings-by-millions.xlsx', 'says four thousand million strings, and holds three million', () =>
    workbook(
      [sheet('<row><c t="s"><v>4294967295</v></c><c t="s"><v>-1</v></c></row>')],
      strings(
        `<sst ${S} count="4294967295" uniqueCount="4294967295">`,
        { unit: '<si><t>a</t></si>', times: 3_000_000 },
        '</sst>',
      ),
    ),
  ),
  hostile('one-string.xlsx', 'a string of 500 MB', () =>
    workbook(
      [sheet('<row><c t="s"><v>0</v></c></row>')],
      strings(`<sst ${S}><si><t>`, { unit: 'a', times: 500 * MB }, '</t></si></sst>'),
    ),
  ),
  hostile('runs.xlsx', 'a string of a million runs of letters', () =>
    workbook(
      [sheet('<row><c t="s"><v>0</v></c></row>')],
      strings(`<sst ${S}><si>`, { unit: '<r><t>a</t></r>', times: MB }, '</si></sst>'),
    ),
  ),
  hostile('laughs.xlsx', 'a billion laughs among its strings', () =>
    workbook(
      [sheet('<row><c t="s"><v>0</v></c></row>')],
      strings(`${laughs('sst')}<sst ${S}><si><t>&l9;</t></si></sst>`),
    ),
  ),
  hostile('quadratic.xlsx', 'an entity of 100 KB named 100,000 times', () =>
    workbook([
      [
        `${quadratic('worksheet')}<worksheet ${S}><sheetData><row><c t="inlineStr"><is><t>`,
        { unit: '&a;', times: 100_000 },
        '</t></is></c></row></sheetData></worksheet>',
      ],
    ]),
  ),
  hostile('external.xlsx', 'entities that are files and addresses', () =>
    workbook([
      [
        `${external('worksheet')}<worksheet ${S}><sheetData><row><c t="inlineStr"><is><t>&x;</t></is></c></row></sheetData></worksheet>`,
      ],
    ]),
  ),
  hostile('deep.xlsx', 'rows in rows, 500,000 deep', () =>
    workbook([sheet({ unit: '<row>', times: 500_000 }, cell, { unit: '</row>', times: 500_000 })]),
  ),
  hostile('attributes.xlsx', 'a cell of 300,000 attributes', () =>
    workbook([sheet(`<row><c ${many(300_000, (at) => `a${at}="1" `)}><v>1</v></c></row>`)]),
  ),
  hostile('sheets-10000.xlsx', '10,000 sheets', () =>
    workbook(Array.from({ length: 10_000 }, () => sheet(`<row>${cell}</row>`))),
  ),
  hostile('one-sheet-often.xlsx', '5,000 sheets that are one part of 100,000 cells', () =>
    zipOf([
      entryOf('[Content_Types].xml', types),
      entryOf('_rels/.rels', ...relations(relation(1, 'officeDocument', 'xl/workbook.xml'))),
      entryOf(
        'xl/workbook.xml',
        `<workbook ${S} xmlns:r="${R}"><sheets>${many(5000, (at) => `<sheet name="s${at}" sheetId="${at + 1}" r:id="rId1"/>`)}</sheets></workbook>`,
      ),
      entryOf('xl/_rels/workbook.xml.rels', ...relations(relation(1, 'worksheet', 'worksheets/sheet1.xml'))),
      entryOf('xl/worksheets/sheet1.xml', ...sheet({ unit: `<row>${cell}</row>`, times: 100_000 })),
    ]),
  ),
  hostile('merged.xlsx', '200,000 joined ranges of the whole sheet', () =>
    workbook([
      [
        `<worksheet ${S}><dimension ref="A1:XFD1048576"/><cols><col min="1" max="4294967295"/></cols><sheetData><row spans="1:4294967295">${cell}</row></sheetData><mergeCells>`,
        { unit: '<mergeCell ref="A1:XFD1048576"/>', times: 200_000 },
        '</mergeCells></worksheet>',
      ],
    ]),
  ),
  hostile('formats.xlsx', 'two million formats, and one of 10 MB', () =>
    workbook(
      [sheet('<row><c s="1999999"><v>45000</v></c></row>')],
      styles(
        `<styleSheet ${S}><numFmts><numFmt numFmtId="200" formatCode="`,
        { unit: 'y[', times: 5 * MB },
        '"/></numFmts><cellXfs>',
        { unit: '<xf numFmtId="200"/>', times: 2_000_000 },
        '</cellXfs></styleSheet>',
      ),
    ),
  ),
  hostile('dates.xlsx', 'dates of 10^308, of -1 and of no number', () =>
    workbook(
      [
        sheet(
          '<row><c s="0"><v>1e308</v></c><c s="0"><v>-1</v></c><c s="0"><v>NaN</v></c><c s="0"><v>Infinity</v></c><c t="d"><v>999999-99-99</v></c></row>',
        ),
      ],
      styles(`<styleSheet ${S}><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>`),
    ),
  ),
  hostile('part-that-climbs.xlsx', 'a sheet that lies at ../../../etc/passwd, and at an address', () =>
    zipOf([
      entryOf('[Content_Types].xml', types),
      entryOf('_rels/.rels', ...relations(relation(1, 'officeDocument', 'xl/workbook.xml'))),
      entryOf(
        'xl/workbook.xml',
        `<workbook ${S} xmlns:r="${R}"><sheets><sheet name="a" r:id="rId1"/><sheet name="b" r:id="rId2"/></sheets></workbook>`,
      ),
      entryOf(
        'xl/_rels/workbook.xml.rels',
        ...relations(
          relation(1, 'worksheet', '../../../../etc/passwd'),
          relation(2, 'worksheet', 'http://127.0.0.1:9/x'),
        ),
      ),
    ]),
  ),
  hostile('half-characters.xlsx', 'half characters, NUL and characters that XML has not', () =>
    workbook([
      sheet(
        `<row>${['&#xD800;', '&#0;', '&#xFFFFFFFF;', '&#x110000;', '_xD800_', '&nope;'].map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`,
      ),
    ]),
  ),
  hostile('number-of-a-megabyte.xlsx', 'a number of a million digits', () =>
    workbook([sheet('<row><c><v>', { unit: '9', times: MB }, '</v></c></row>')]),
  ),
  hostile('bomb.ods', 'a cell that says it is repeated 2^31 times in a row that is too', () =>
    zipOf([
      entryOf('mimetype', 'application/vnd.oasis.opendocument.spreadsheet'),
      entryOf(
        'content.xml',
        '<office:document-content><office:body><office:spreadsheet><table:table><table:table-row table:number-rows-repeated="2147483647"><table:table-cell table:number-columns-repeated="2147483647"><text:p>1</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>',
      ),
    ]),
  ),
]
