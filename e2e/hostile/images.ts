// Pictures: small files of many dots, and chunks that are not pictures.
import { crc32 } from 'node:zlib'
import { zeros, zlibZeros } from './deflate.ts'
import { laughs } from './documents.ts'
import { type HostileFile, hostile, MB, many, worst } from './file.ts'

function chunk(kind: string, data: Buffer, length = data.length): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(length)
  head.write(kind, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(kind), data])))
  return Buffer.concat([head, data, sum])
}

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Of one bit a dot, as zeros deflate best. */
const header = (width: number, height: number, bits = 1, colour = 0) =>
  chunk('IHDR', Buffer.concat([u32(width, height), Buffer.from([bits, colour, 0, 0, 0])]))
const END = chunk('IEND', Buffer.alloc(0))
const png = (...chunks: Buffer[]) => Buffer.concat([PNG, ...chunks, END])
const dots = (width: number, height: number) =>
  chunk('IDAT', zlibZeros(Math.ceil(((width / 8 + 1) * height) / 1024) * 1024))
const little = [header(8, 8), dots(8, 8)] as const

const segment = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
const frame = (marker: number, width: number, height: number) => {
  const data = Buffer.from([8, 0, 0, 0, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
  data.writeUInt16BE(height, 1)
  data.writeUInt16BE(width, 3)
  return segment(marker, data)
}
const SCAN = segment(0xda, Buffer.from([3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]))
const jpeg = (...parts: Buffer[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts, Buffer.from([0xff, 0xd9])])

const gif = (width: number, height: number, ...parts: Buffer[]) => {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  return Buffer.concat([head, ...parts, Buffer.from(';')])
}
const gifFrame = Buffer.from([
  0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 2, 2, 0x4c, 1, 0,
])

const riff = (kind: string, data: Buffer, length = data.length) => {
  const head = Buffer.alloc(20)
  head.write('RIFF', 0)
  head.writeUInt32LE(length + 12, 4)
  head.write(`WEBP${kind}`, 8)
  head.writeUInt32LE(length, 16)
  return Buffer.concat([head, data])
}
const svg = (inside: string, head = '') =>
  `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">${inside}</svg>`

const tiff = (...directory: number[]) =>
  Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), Buffer.from(directory)])

export const images: readonly HostileFile[] = [
  worst('50000-dots.png', '50,000 × 50,000 dots in 300 KB', () => png(header(50_000, 50_000), dots(50_000, 50_000))),
  hostile('2147483647-dots.png', 'says 2,147,483,647 dots each way', () =>
    png(header(0x7fffffff, 0x7fffffff, 16, 6), chunk('IDAT', zlibZeros(MB))),
  ),
  hostile('no-dots.png', 'no dots at all', () => png(header(0, 0), dots(0, 0))),
  hostile('more-dots-than-said.png', 'eight dots, and a gigabyte of them', () =>
    png(header(8, 8), chunk('IDAT', zlibZeros(1024 * MB))),
  ),
  hostile('profile.png', 'a colour profile that unpacks to 1 GB', () =>
    png(header(8, 8), chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), zlibZeros(1024 * MB)])), dots(8, 8)),
  ),
  hostile('words.png', 'a text chunk that unpacks to 1 GB, and one of 15 MB', () =>
    png(
      ...little,
      chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), zlibZeros(1024 * MB)])),
      chunk('iTXt', Buffer.concat([Buffer.from('a\0\0\0\0\0'), Buffer.alloc(15 * MB, 0x61)])),
    ),
  ),
  hostile('chunks.png', '500,000 chunks of nothing', () =>
    png(...little, Buffer.alloc(500_000 * 12, chunk('teXt', Buffer.alloc(0)))),
  ),
  hostile('chunk-past-the-end.png', 'a chunk that says four gigabytes', () =>
    png(header(8, 8), chunk('tEXt', Buffer.from('a'), 0xfffffff0)),
  ),
  hostile('frames.png', 'an animation of four thousand million frames', () =>
    png(header(8, 8), chunk('acTL', u32(0xffffffff, 0)), dots(8, 8)),
  ),
  hostile('65535-dots.jpg', '65,535 × 65,535 dots', () => jpeg(frame(0xc0, 65_535, 65_535), SCAN, Buffer.alloc(1000))),
  hostile('scans.jpg', '20,000 scans of 16,000 × 16,000 dots', () =>
    jpeg(frame(0xc2, 16_000, 16_000), Buffer.alloc(20_000 * SCAN.length, SCAN)),
  ),
  hostile('profile.jpg', 'a colour profile of 255 pieces of 64 KB', () =>
    jpeg(
      ...Array.from({ length: 255 }, (_, at) =>
        segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([at + 1, 255]), Buffer.alloc(65_000)])),
      ),
      frame(0xc0, 8, 8),
      SCAN,
    ),
  ),
  hostile('exif-in-a-circle.jpg', 'Exif whose next directory is itself', () => {
    const directory = tiff(1, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0)
    return jpeg(segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), directory])), frame(0xc0, 8, 8), SCAN)
  }),
  hostile('markers.jpg', 'ten million filling bytes before a marker', () => jpeg(Buffer.alloc(10 * MB, 0xff))),
  hostile('65535-dots.gif', '65,535 × 65,535 dots, 20,000 frames', () =>
    gif(65_535, 65_535, Buffer.alloc(20_000 * gifFrame.length, gifFrame)),
  ),
  hostile('comment.gif', 'a comment of 5 MB that never ends', () =>
    gif(8, 8, Buffer.from([0x21, 0xfe]), Buffer.alloc(5 * MB, 0xff)),
  ),
  hostile('16383-dots.webp', 'a VP8L picture of 16,384 × 16,384', () =>
    riff('VP8L', Buffer.from([0x2f, 0xff, 0xff, 0xff, 0xff, ...Buffer.alloc(64)])),
  ),
  hostile('16777216-dots.webp', 'a canvas of 16,777,216 × 16,777,216', () =>
    riff('VP8X', Buffer.from([0xff, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])),
  ),
  hostile('length.webp', 'chunks that say four gigabytes', () => riff('VP8 ', Buffer.alloc(30), 0xfffffff0)),
  hostile('laughs.svg', 'a billion laughs', () => laughs('svg') + svg('<text>&l9;</text>')),
  hostile('uses.svg', 'thirty groups that each use the one before ten times', () =>
    svg(
      `<g id="a0"><circle r="9"/></g>${many(30, (at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(10)}</g>`)}<use href="#a30"/>`,
    ),
  ),
  hostile('script.svg', 'a script, a foreign object, events and addresses', () =>
    svg(
      '<script>while(true){}</script><foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="http://127.0.0.1:9/"/></body></foreignObject><image href="http://127.0.0.1:9/x.png" onload="alert(1)"/><a xlink:href="javascript:alert(1)"><text>x</text></a>',
    ),
  ),
  hostile('deep.svg', '300,000 groups in one another', () => svg('<g>'.repeat(300_000))),
  hostile('attributes.svg', 'an element of 200,000 attributes', () =>
    svg(`<g ${many(200_000, (at) => `a${at}="1" `)}/>`),
  ),
  hostile('directory-in-a-circle.tiff', 'a directory whose next one is itself, of 2^32 dots', () =>
    tiff(2, 0, 0, 1, 4, 0, 1, 0, 0, 0, 255, 255, 255, 255, 1, 1, 4, 0, 1, 0, 0, 0, 255, 255, 255, 255, 8, 0, 0, 0),
  ),
  hostile('65535-dots.bmp', 'says 2^31 dots each way', () => {
    const bytes = Buffer.alloc(54)
    bytes.write('BM')
    bytes.writeUInt32LE(40, 14)
    bytes.writeInt32LE(0x7fffffff, 18)
    bytes.writeInt32LE(-0x7fffffff, 22)
    return bytes
  }),
  hostile('boxes.avif', 'boxes in one another, and one of no length', () =>
    Buffer.concat([
      Buffer.concat([u32(24), Buffer.from('ftypavif'), u32(0, 0, 0)]),
      Buffer.alloc(8 * 200_000, Buffer.concat([u32(0), Buffer.from('meta')])),
    ]),
  ),
  hostile('not-a-picture.png', 'zeros by deflate under the name of a picture', () => zeros(1024 * MB).data),
]
