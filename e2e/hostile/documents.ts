// Word's files and their relatives, HTML, mail and rich text: what is read for its text.
import type { Part } from './deflate.ts'
import { type HostileFile, hostile, MB, many, worst } from './file.ts'
import { type Entry, entryOf, zipOf } from './zip-writer.ts'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const types =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
const relations =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'

/** A document whose `word/document.xml` is these parts. */
export function docx(document: Part[], more: Entry[] = []): Buffer {
  return zipOf([
    entryOf('[Content_Types].xml', XML + types),
    entryOf('_rels/.rels', XML + relations),
    entryOf('word/document.xml', ...document),
    ...more,
  ])
}

const body = (...inside: Part[]): Part[] => [`${XML}<w:document ${W}><w:body>`, ...inside, '</w:body></w:document>']
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const nest = (open: string, close: string, depth: number, inside: string): Part[] => [
  { unit: open, times: depth },
  inside,
  { unit: close, times: depth },
]

/** Ten entities of ten each: 10^9 laughs. */
export const laughs = (root: string, levels = 9): string =>
  `<?xml version="1.0"?><!DOCTYPE ${root} [<!ENTITY l0 "lol">${many(levels, (at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)}]>`

/** One entity of 100 KB, named 100,000 times. */
export const quadratic = (root: string): string =>
  `<?xml version="1.0"?><!DOCTYPE ${root} [<!ENTITY a "${'a'.repeat(100_000)}">]>`

export const external = (root: string): string =>
  `<?xml version="1.0"?><!DOCTYPE ${root} [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY % y SYSTEM "http://127.0.0.1:9/x.dtd">%y;]>`

const odt = (...content: Part[]) =>
  zipOf([entryOf('mimetype', 'application/vnd.oasis.opendocument.text'), entryOf('content.xml', ...content)])

export const documents: readonly HostileFile[] = [
  hostile('laughs.docx', 'a billion laughs', () =>
    docx([`${laughs('w:document')}<w:document ${W}><w:body>${paragraph('&l9;')}</w:body></w:document>`]),
  ),
  hostile('quadratic.docx', 'an entity of 100 KB named 100,000 times', () =>
    docx([
      `${quadratic('w:document')}<w:document ${W}><w:body><w:p><w:r><w:t>`,
      { unit: '&a;', times: 100_000 },
      '</w:t></w:r></w:p></w:body></w:document>',
    ]),
  ),
  hostile('external-entity.docx', 'entities that are files and addresses', () =>
    docx([`${external('w:document')}<w:document ${W}><w:body>${paragraph('&x;')}</w:body></w:document>`]),
  ),
  hostile('external-relation.docx', 'pictures, templates and frames of other addresses', () =>
    docx(body(paragraph('x')), [
      entryOf(
        'word/_rels/document.xml.rels',
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${many(1000, (at) => `<Relationship Id="rId${at}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="http://127.0.0.1:9/${at}" TargetMode="External"/>`)}</Relationships>`,
      ),
    ]),
  ),
  worst('tables-in-tables.docx', '100,000 tables in one another', () =>
    docx(body(...nest('<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', 100_000, paragraph('x')))),
  ),
  hostile('deep.docx', 'a million elements in one another', () => docx(body(...nest('<w:p>', '</w:p>', MB, 'x')))),
  hostile('deep-open.docx', 'three million elements that are never closed', () =>
    docx(body({ unit: '<w:p>', times: 3 * MB })),
  ),
  hostile('long-paragraph.docx', 'one paragraph of 400 MB', () =>
    docx(body('<w:p><w:r><w:t>', { unit: 'word ', times: 80 * MB }, '</w:t></w:r></w:p>')),
  ),
  hostile('many-paragraphs.docx', 'two million paragraphs', () =>
    docx(body({ unit: paragraph('one two three'), times: 2_000_000 })),
  ),
  hostile('wide-table.docx', 'a row of a million cells', () =>
    docx(body('<w:tbl><w:tr>', { unit: `<w:tc>${paragraph('1')}</w:tc>`, times: MB }, '</w:tr></w:tbl>')),
  ),
  hostile('attributes.docx', 'an element of 300,000 attributes', () =>
    docx(body(`<w:p ${many(300_000, (at) => `w:a${at}="1" `)}/>`)),
  ),
  hostile('half-a-tag.docx', '50 MB of opening brackets', () => docx(body({ unit: '<', times: 50 * MB }))),
  hostile('comment-without-end.docx', 'a comment that never ends, opened a million times', () =>
    docx(body({ unit: '<!-- ', times: MB })),
  ),
  hostile('styles-in-a-circle.docx', 'styles based on one another in a circle, numbering without end', () =>
    docx(
      body(
        `<w:p><w:pPr><w:pStyle w:val="a"/><w:numPr><w:ilvl w:val="99999999"/><w:numId w:val="1"/></w:numPr></w:pPr></w:p>`,
      ),
      [
        entryOf(
          'word/styles.xml',
          `<w:styles ${W}><w:style w:styleId="a"><w:basedOn w:val="b"/></w:style><w:style w:styleId="b"><w:basedOn w:val="a"/></w:style></w:styles>`,
        ),
      ],
    ),
  ),
  hostile('no-document.docx', 'a package without its document', () =>
    zipOf([entryOf('[Content_Types].xml', XML + types)]),
  ),
  hostile('utf16-document.docx', 'a document that says UTF-16 and is not, with NUL and half characters', () =>
    docx([
      '<?xml version="1.0" encoding="UTF-16"?>',
      Buffer.from([0, 0xd8, 0, 0xff, 0xed, 0xa0, 0x80]),
      '<w:document/>',
    ]),
  ),
  hostile('bomb.odt', 'OpenDocument text of 1 GB', () =>
    odt('<office:document-content><office:body><text:p>', { unit: 'a'.repeat(1024), times: MB }),
  ),
  hostile('spaces.odt', 'says that two thousand million spaces follow', () =>
    odt('<office:document-content><office:body><text:p>', { unit: '<text:s text:c="2000000000"/>', times: 1000 }),
  ),
  hostile('slides-20000.pptx', '20,000 slides', () =>
    zipOf(
      Array.from({ length: 20_000 }, (_, at) => entryOf(`ppt/slides/slide${at}.xml`, '<p:sld><a:t>x</a:t></p:sld>')),
    ),
  ),
  hostile('chapters.epub', 'a spine of 200,000 chapters, all of them the same', () =>
    zipOf([
      entryOf('META-INF/container.xml', '<container><rootfiles><rootfile full-path="c.opf"/></rootfiles></container>'),
      entryOf('c.opf', '<package><spine>', { unit: '<itemref idref="a"/>', times: 200_000 }, '</spine></package>'),
    ]),
  ),
  hostile('deep.html', '500,000 divs in one another', () => '<div>'.repeat(500_000)),
  hostile('open-tags.html', 'two million opening brackets', () => '<a '.repeat(700_000)),
  hostile('comments.html', 'comments that never end', () => '<!--'.repeat(500_000)),
  hostile('entities.html', 'entities without a semicolon', () => '&amp'.repeat(500_000)),
  hostile('groups.rtf', 'a million groups in one another', () => `{\\rtf1${'{\\b '.repeat(MB)}`),
  hostile(
    'picture.rtf',
    'a picture that says two thousand million bytes',
    () => `{\\rtf1{\\pict\\bin2147483647 ${'0'.repeat(MB)}}}`,
  ),
  hostile('quotes-of-quotes.md', '100,000 quotes in one another', () => `${'>'.repeat(100_000)} a`),
  hostile('lists-of-lists.md', 'lists in lists', () => many(3000, (at) => `${' '.repeat(at * 2)}- a\n`)),
  hostile('brackets.md', 'a million brackets', () => '['.repeat(MB)),
  hostile('emphasis.md', 'stars and lines that never close', () => '*a _a '.repeat(300_000)),
  hostile('references.md', '100,000 references of references', () => many(100_000, (at) => `[a${at}][a${at + 1}] `)),
  hostile(
    'table.md',
    'a table of 100,000 columns',
    () => `|${'a|'.repeat(100_000)}\n|${'-|'.repeat(100_000)}\n|${'b|'.repeat(100_000)}\n`,
  ),
  hostile('parts.eml', 'mail in mail in mail: 20,000 parts in one another', () =>
    many(20_000, (at) => `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`),
  ),
  hostile('headers.eml', 'a header of 5 MB folded over a million lines', () => `Subject: ${'a\n '.repeat(MB)}\n\nx`),
  hostile('messages.mbox', '300,000 mails', () =>
    'From a@a Thu Jan  1 00:00:00 2026\nSubject: x\n\ny\n\n'.repeat(300_000),
  ),
  hostile('from-from.mbox', '`>From` at each of a million lines', () => `From a@a\n${'>From \n'.repeat(MB)}`),
]
