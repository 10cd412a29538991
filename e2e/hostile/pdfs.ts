// PDF (ISO 32000) that turns in circles, lies of its lengths, or is small only as long as nobody unpacks it.
import { deflateSync } from 'node:zlib'
import { zlibZeros } from './deflate.ts'
import { type HostileFile, hostile, MB, many, worst } from './file.ts'

type Objects = Record<number, string | Buffer>

const stream = (bytes: Buffer | string, dictionary = ''): Buffer => {
  const data = Buffer.from(bytes as Buffer)
  return Buffer.concat([
    Buffer.from(`<</Length ${data.length} ${dictionary}>>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])
}

/** A document of these objects, with the table of where they lie. Object 1 is the catalogue. */
function pdf(objects: Objects, trailer = ''): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  let offset = parts[0]?.length ?? 0
  const places: number[] = []
  const numbers = Object.keys(objects).map(Number)
  for (const number of numbers) {
    const made = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(objects[number] as Buffer),
      Buffer.from('\nendobj\n'),
    ])
    places[number] = offset
    offset += made.length
    parts.push(made)
  }
  const size = Math.max(...numbers) + 1
  const rows = Array.from({ length: size }, (_, at) =>
    places[at] === undefined ? '0000000000 65535 f \n' : `${String(places[at]).padStart(10, '0')} 00000 n \n`,
  )
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n${rows.join('')}trailer\n<</Size ${size}/Root 1 0 R ${trailer}>>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

const CATALOGUE = '<</Type/Catalog/Pages 2 0 R>>'
const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
/** One page with these contents; object 5 is its font. */
const page = (content: string | Buffer, more: Objects = {}, resources = '/Font<</F1 5 0 R>>') =>
  pdf({
    1: CATALOGUE,
    2: PAGES,
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<<${resources}>>>>`,
    4: content,
    5: FONT,
    ...more,
  })
const text = (inside: string) => stream(deflateSync(`BT /F1 12 Tf ${inside} ET`), '/Filter/FlateDecode')

/** Deflated zeros, deflated again: each time a thousandth. */
function again(times: number): Buffer {
  let bytes = zlibZeros(1024 * MB)
  for (let at = 1; at < times; at++) bytes = deflateSync(bytes, { level: 9 })
  return stream(bytes, `/Filter[${'/FlateDecode'.repeat(times)}]`)
}

export const pdfs: readonly HostileFile[] = [
  worst('bomb.pdf', 'a page whose contents unpack to 1 GB', () => page(again(1))),
  hostile('bomb-in-bombs.pdf', 'a page whose contents are packed three times', () => page(again(3))),
  hostile('ascii-bomb.pdf', 'RunLength in Flate in ASCIIHex', () =>
    page(stream(`${zlibZeros(256 * MB).toString('hex')}>`, '/Filter[/ASCIIHexDecode/FlateDecode/RunLengthDecode]')),
  ),
  hostile('predictor.pdf', 'a predictor of two thousand million columns', () =>
    page(
      stream(
        zlibZeros(MB),
        '/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 2147483647/Colors 32/BitsPerComponent 16>>',
      ),
    ),
  ),
  hostile('pages-in-a-circle.pdf', 'a tree of pages whose leaf is its root', () =>
    pdf({ 1: CATALOGUE, 2: '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2000000000>>' }),
  ),
  hostile('pages-by-millions.pdf', 'says it has two thousand million pages', () =>
    pdf({ 1: CATALOGUE, 2: '<</Type/Pages/Kids[3 0 R]/Count 2147483647>>', 3: '<</Type/Page/Parent 2 0 R>>' }),
  ),
  hostile('one-page-300000-times.pdf', 'a page that the tree names 300,000 times', () =>
    pdf({
      1: CATALOGUE,
      2: `<</Type/Pages/Kids[${'3 0 R '.repeat(300_000)}]/Count 300000>>`,
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
      4: text('(some words of a page) Tj'),
      5: FONT,
    }),
  ),
  hostile('tree-of-pages.pdf', 'a tree of pages 20,000 deep', () =>
    pdf({
      1: CATALOGUE,
      ...Object.fromEntries(
        Array.from({ length: 20_000 }, (_, at) => [at + 2, `<</Type/Pages/Kids[${at + 3} 0 R]/Count 1>>`]),
      ),
      20002: '<</Type/Page>>',
    }),
  ),
  hostile('lengths-of-lengths.pdf', 'a length that is itself', () =>
    pdf({
      1: CATALOGUE,
      2: PAGES,
      3: '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>',
      4: '<</Length 4 0 R>>\nstream\nx\nendstream',
    }),
  ),
  hostile('references-in-a-circle.pdf', 'objects that are each other', () =>
    pdf({ 1: '2 0 R', 2: '3 0 R', 3: '1 0 R' }),
  ),
  hostile('contents-by-millions.pdf', 'a page of a million contents, all the same', () =>
    pdf({
      1: CATALOGUE,
      2: PAGES,
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents[${'4 0 R '.repeat(MB)}]/Resources<</Font<</F1 5 0 R>>>>>>`,
      4: text('(word) Tj'),
      5: FONT,
    }),
  ),
  hostile('forms-in-a-circle.pdf', 'a form that draws itself twice', () =>
    page(
      stream('/X Do'),
      { 6: stream('/X Do /X Do', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>') },
      '/XObject<</X 6 0 R>>',
    ),
  ),
  hostile('forms-of-forms.pdf', 'thirty forms that each draw the next one ten times', () =>
    page(
      stream('/X Do'),
      Object.fromEntries(
        Array.from({ length: 30 }, (_, at) => [
          at + 6,
          stream(
            at < 29 ? '/X Do '.repeat(10) : 'BT /F1 9 Tf (lol) Tj ET',
            `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F1 5 0 R>>/XObject<</X ${at + 7} 0 R>>>>`,
          ),
        ]),
      ),
      '/XObject<</X 6 0 R>>',
    ),
  ),
  hostile('words-by-millions.pdf', 'three million words on a page', () =>
    page(text('(word) Tj 1 0 Td '.repeat(3_000_000))),
  ),
  hostile('one-word.pdf', 'a word of 30 MB', () => page(text(`(${'a'.repeat(30 * MB)}) Tj`))),
  hostile('names-of-letters.pdf', 'a font that says which letter each of four thousand million codes is', () =>
    page(text('<00000001> Tj'), {
      5: '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(A)/Ordering(I)/Supplement 0>>>>]>>',
      6: stream(
        `begincmap 1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange 100 beginbfrange ${'<00000000> <FFFFFFFF> <0041> '.repeat(100)} endbfrange endcmap`,
      ),
    }),
  ),
  hostile('arrays-in-arrays.pdf', 'a million arrays in one another', () =>
    page(stream('['.repeat(MB)), { 6: '['.repeat(MB) }),
  ),
  hostile('brackets-in-strings.pdf', 'a string of two million brackets', () =>
    page(stream(`BT ${'('.repeat(2 * MB)}`)),
  ),
  hostile('dictionaries.pdf', 'dictionaries in dictionaries', () => pdf({ 1: `${'<</A'.repeat(200_000)}`, 2: PAGES })),
  hostile('tables-in-a-circle.pdf', 'a table of places whose predecessor is itself', () => {
    const plain = pdf({ 1: CATALOGUE, 2: PAGES, 3: '<</Type/Page>>' }).toString('latin1')
    const at = /startxref\n(\d+)/.exec(plain)?.[1] ?? '0'
    return Buffer.from(plain.replace('/Root', `/Prev ${at}/Root`), 'latin1')
  }),
  hostile(
    'table-by-millions.pdf',
    'a table that says two thousand million places',
    () =>
      '%PDF-1.7\nxref\n0 2147483647\n0000000000 65535 f \ntrailer\n<</Size 2147483647/Root 1 0 R>>\nstartxref\n9\n%%EOF',
  ),
  hostile('streams-of-objects.pdf', 'object streams that go on in each other and lie in each other', () =>
    pdf({
      1: CATALOGUE,
      2: PAGES,
      3: stream('3 0 4 1 <<>>', '/Type/ObjStm/N 2000000000/First 8/Extends 4 0 R'),
      4: stream('4 0 3 1 <<>>', '/Type/ObjStm/N 2000000000/First 8/Extends 3 0 R'),
    }),
  ),
  hostile('place-stream.pdf', 'a stream of places with fields of two thousand million bytes', () => {
    const table = stream(
      zlibZeros(64 * MB),
      '/Type/XRef/Size 2147483647/W[1 2147483647 2147483647]/Index[0 2147483647]/Root 1 0 R/Filter/FlateDecode',
    )
    return Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj\n'), table, Buffer.from('\nendobj\nstartxref\n9\n%%EOF')])
  }),
  hostile(
    'no-table.pdf',
    '300,000 objects and no table of them',
    () => `%PDF-1.7\n${many(300_000, (at) => `${at} 0 obj\n<<>>\n`)}`,
  ),
  hostile(
    'objects-without-end.pdf',
    'five million times the word obj',
    () => `%PDF-1.7\n${'0 0 obj '.repeat(700_000)}`,
  ),
  hostile('picture.pdf', 'a picture of 100,000 × 100,000 dots', () =>
    page(
      stream('/X Do'),
      {
        6: stream(
          zlibZeros(MB),
          '/Type/XObject/Subtype/Image/Width 100000/Height 100000/BitsPerComponent 16/ColorSpace/DeviceCMYK/Filter/FlateDecode',
        ),
      },
      '/XObject<</X 6 0 R>>',
    ),
  ),
  hostile('script.pdf', 'JavaScript, a program to launch and a form to send when it opens', () =>
    pdf({
      1: '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(while(true){})>>/AA<</WC<</S/Launch/F(/bin/sh)>>>>>>',
      2: PAGES,
      3: '<</Type/Page/Parent 2 0 R/AA<</O<</S/SubmitForm/F(http://127.0.0.1:9/)>>>>>>',
    }),
  ),
  hostile('function.pdf', 'a function of a million brackets', () =>
    page(
      stream('/C cs 1 scn'),
      { 6: stream('{'.repeat(MB), '/FunctionType 4/Domain[0 1]/Range[0 1]') },
      '/ColorSpace<</C[/Separation/A/DeviceRGB 6 0 R]>>',
    ),
  ),
  hostile('picture-in-line.pdf', 'a picture in line that never ends', () =>
    page(stream(`BI /W 9 /H 9 ID ${'E'.repeat(5 * MB)}`)),
  ),
  hostile('encrypted.pdf', 'encrypted with a key of no length', () =>
    pdf(
      {
        1: CATALOGUE,
        2: PAGES,
        3: '<</Type/Page/Parent 2 0 R>>',
        9: '<</Filter/Standard/V 5/R 6/Length 0/O()/U()/OE()/UE()/P -1>>',
      },
      '/Encrypt 9 0 R/ID[()()]',
    ),
  ),
  hostile('only-a-head.pdf', 'a head and 10 MB of nothing', () =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10 * MB)]),
  ),
]
