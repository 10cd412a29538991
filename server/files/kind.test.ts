import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Bytes, LOOKED_AT, typeOf } from './kind.ts'
import { makeZip } from './test-documents.ts'

const MB = 1024 * 1024
const latin = (text: string) => Buffer.from(text, 'latin1')
const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer)
const u32be = (value: number) => u32(value).swap32()
const u64 = (value: bigint) => Buffer.from(BigUint64Array.of(value).buffer)
const many = (count: number, one: (at: number) => Buffer) =>
  Buffer.concat(Array.from({ length: count }, (_, at) => one(at)))

/** The head of an entry as it stands before its bytes; `flags` 8 leaves its size to be looked for. */
const entry = (name: string, size: number, { flags = 0, method = 0, unpacked = size } = {}) => {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(flags, 6)
  head.writeUInt16LE(method, 8)
  head.writeUInt32LE(size, 18)
  head.writeUInt32LE(unpacked, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, latin(name)])
}
const packed = deflateRawSync(Buffer.alloc(900 * MB))
const bomb = gzipSync(Buffer.alloc(200 * MB))
const id3 = (size: number) =>
  Buffer.concat([latin('ID3\x04\x00\x00'), Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f))])
const guid = (hex: string) => Buffer.from(hex, 'hex')
const ASF = guid('3026b2758e66cf11a6d900aa0062ce6c')
const asfObject = (size: bigint) => Buffer.concat([Buffer.alloc(16, 1), u64(size)])
const box = (size: number, type: string) => Buffer.concat([u32be(size), latin(type)])
const ebml = (...parts: (Buffer | string)[]) =>
  Buffer.concat([guid('1a45dfa3'), ...parts.map((part) => (typeof part === 'string' ? guid(part) : part))])
const tiff = (offset: number, tags: Buffer) => Buffer.concat([latin('II*\0'), u32(offset), tags])
const png = (chunks: Buffer) =>
  Buffer.concat([guid('89504e470d0a1a0a'), u32be(13), latin('IHDR'), Buffer.alloc(17), chunks])

/** Files that claim more than they have, or go on for ever; `size` is what the whole is said to have. */
const hostile: [name: string, bytes: Buffer, size?: number][] = [
  ['zip of 65,535 entries', many(65_535, (at) => entry(`a/${at}`, 0))],
  ['zip of entries that say how long their names are', many(900, () => entry('n'.repeat(60_000), 0))],
  ['zip of an entry of 4 GB', entry('a', 0xffffffff), 5 * 1024 ** 3],
  [
    'zip whose entries’ ends have to be looked for',
    many(40, () => Buffer.concat([entry('a', 0, { flags: 8 }), Buffer.alloc(MB, 'P')])),
  ],
  [
    'zip of a first entry whose end never comes',
    Buffer.concat([entry('mimetype', 0, { flags: 8 }), Buffer.alloc(60 * MB, 'PK')]),
  ],
  [
    'zip whose types unpack to 900 MB',
    Buffer.concat([entry('[Content_Types].xml', packed.length, { method: 8, unpacked: 1000 }), packed]),
  ],
  [
    'zip whose types are of 1 MB, again and again',
    makeZip(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at}`, Buffer.alloc(MB)]))),
  ],
  ['gzip of 200 MB', bomb],
  ['gzip in gzip', gzipSync(bomb)],
  ['gzip of what says it is an ID3 tag of 200 MB', gzipSync(Buffer.concat([id3(200 * MB), Buffer.alloc(300 * MB)]))],
  [
    'gzip that does not shrink',
    Buffer.concat([
      gzipSync(Buffer.alloc(10)).subarray(0, 10),
      ...Array.from({ length: 800 }, (_, at) =>
        Buffer.concat([guid('00ffff0000'), at === 0 ? id3(100 * MB) : Buffer.alloc(10), Buffer.alloc(65_525, at)]),
      ),
    ]),
  ],
  ['gzip with a name of 60 MB', Buffer.concat([guid('1f8b0808000000000003'), Buffer.alloc(60 * MB, 'a')])],
  ['ID3 tag of 255 MB', id3(0xfffffff), 300 * MB],
  ['ID3 tags one after the other', many(400_000, () => id3(0))],
  ['ID3 tags of a byte', many(400_000, () => Buffer.concat([id3(1), Buffer.alloc(1)]))],
  ['ASF with objects of nothing', Buffer.concat([ASF, Buffer.alloc(14), many(200_000, () => asfObject(24n))])],
  ['ASF with an object of 16 EB', Buffer.concat([ASF, Buffer.alloc(14), asfObject(2n ** 64n - 1n), Buffer.alloc(MB)])],
  [
    'Matroska with a head of 2^48 bytes',
    ebml(
      '01ffffffffffffff',
      many(400_000, () => guid('ec80')),
    ),
  ],
  [
    'Matroska with lengths of nothing',
    ebml(
      '08000000ffffffff',
      many(400_000, () => guid('ec8100')),
    ),
  ],
  ['MP4 with a box of 4 GB', Buffer.concat([box(0xffffffff, 'ftyp'), latin('isom')]), 5 * 1024 ** 3],
  ['MP4 of empty boxes', Buffer.concat([box(16, 'free'), many(400_000, () => box(8, 'free'))])],
  ['PNG of a million chunks', png(many(300_000, () => Buffer.concat([u32be(0), latin('tEXt'), Buffer.alloc(4)])))],
  ['PNG with a chunk of 2 GB', png(Buffer.concat([u32be(0x7fffffff), latin('tEXt')])), 3 * 1024 ** 3],
  ['TIFF of 65,535 tags', tiff(8, Buffer.concat([guid('ffff'), many(65_535, () => Buffer.alloc(12, 1))]))],
  ['TIFF whose tags stand at 4 GB', tiff(0xffffffff, Buffer.alloc(100)), 5 * 1024 ** 3],
  ['tar that begins 100 MB later', Buffer.concat([Buffer.alloc(257), latin('ustar'), Buffer.alloc(MB)]), 100 * MB],
  ['tar of names only', many(20_000, () => Buffer.alloc(512, 'a'))],
  [
    'RIFF, AIFF, OLE and XML that only begin',
    Buffer.concat([latin('RIFF'), u32(0xffffffff), latin('AVI LIST'), u32(0xffffffff)]),
    5 * 1024 ** 3,
  ],
  [
    'OLE whose directory is far away',
    Buffer.concat([guid('d0cf11e0a1b11ae1'), Buffer.alloc(504, 0xff)]),
    2 * 1024 ** 3,
  ],
  ['an XML of 60 MB in one tag', Buffer.concat([latin('<?xml version="1.0"?><a '), Buffer.alloc(60 * MB, 'b')])],
  [
    'an asar whose head has 4 GB',
    Buffer.concat([u32(4), u32(0xffffffff), u32(0xfffffff0), u32(0xffffff00), latin('{')]),
    5 * 1024 ** 3,
  ],
  ['a JPEG XL, Ogg and FLAC', Buffer.concat([latin('OggS'), Buffer.alloc(60 * MB, 255)])],
  ['noise', many(60_000, (at) => Buffer.alloc(64, (at * 7919) % 256))],
]

/** The bytes, zeros after them, and what was asked of them. */
function counted(content: Buffer, size = content.length) {
  const asked = { bytes: 0, times: 0, most: 0 }
  const source: Bytes = {
    size,
    async read(start, end) {
      asked.bytes += end - start
      asked.times += 1
      asked.most = Math.max(asked.most, end - start)
      const bytes = new Uint8Array(end - start)
      bytes.set(content.subarray(start, end))
      return bytes
    },
  }
  return { asked, source }
}

test('a file is known by its signature; a budget that is used up is said', async () => {
  const known = makeZip({ '[Content_Types].xml': 'ContentType="application/vnd.oasis.opendocument.text"' })
  expect(await typeOf(counted(known).source)).toBe('application/zip')
  expect(await typeOf(counted(png(Buffer.concat([u32be(0), latin('IDAT')]))).source)).toBe('image/png')
  expect(await typeOf(counted(Buffer.from('a text')).source)).toBe(undefined)
  const endless = Buffer.concat([guid('1f8b0808000000000003'), Buffer.alloc(60 * MB, 'a')])
  expect(await typeOf(counted(endless).source)).toBe('application/gzip')
  await expect(typeOf(counted(many(900, () => entry('n'.repeat(60_000), 0))).source)).rejects.toThrow('come to an end')
})

describe('what a file is, is found within bounds', () => {
  test.each(hostile)('%s', async (_, content, size) => {
    const { asked, source } = counted(content, size)
    await typeOf(source).catch(() => undefined) // what defies recognition is a file of no known type
    expect(asked.times).toBeGreaterThan(0)
    expect(asked.bytes).toBeLessThanOrEqual(LOOKED_AT.bytes)
    expect(asked.times).toBeLessThanOrEqual(LOOKED_AT.times)
    expect(asked.most).toBeLessThanOrEqual(64 * 1024)
  })
})
