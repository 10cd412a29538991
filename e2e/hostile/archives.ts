// Zip files as such. Under the endings of Word, Excel and Anki they reach every reader of archives.
import { gzipSync } from 'node:zlib'
import { gzipped, packed, zeros, zstdClaiming, zstdZeros } from './deflate.ts'
import { type HostileFile, hostile, MB, many, worst } from './file.ts'
import {
  endOfDirectory,
  endOfDirectory64,
  entryOf,
  overlapping,
  packedEntry,
  storedEntry,
  zipOf,
} from './zip-writer.ts'

const text = Buffer.from('hello')
const small = (name: string | Buffer) => storedEntry(name, text)

/** A zip of zips of zips, as 42.zip is: each level holds the one below sixteen times. */
function nested(levels: number): Buffer {
  let bytes = zipOf([packedEntry('0.txt', zeros(64 * MB))])
  for (let level = 0; level < levels; level++)
    bytes = zipOf(Array.from({ length: 16 }, (_, at) => entryOf(`${at}.zip`, bytes)))
  return bytes
}

/** A zip that holds itself in a directory entry: the entry's bytes are those of the whole file's beginning. */
function turningBack(): Buffer {
  const plain = zipOf([small('a.txt'), small('b.txt')])
  const end = plain.length - 22
  plain.writeUInt32LE(end, end + 16) // the directory begins where it ends
  return plain
}

export const archives: readonly HostileFile[] = [
  worst('bomb-1gb.zip', 'one entry of 1 MB that unpacks to 1 GB of zeros', () =>
    zipOf([packedEntry('notes.txt', zeros(1024 * MB))]),
  ),
  hostile('bomb-conversations.zip', 'conversations.json that unpacks to 2 GB of zeros', () =>
    zipOf([packedEntry('conversations.json', zeros(2048 * MB))]),
  ),
  hostile('bomb-many.zip', '2,000 entries of 4 MB each', () => {
    const four = zeros(4 * MB)
    return zipOf(Array.from({ length: 2000 }, (_, at) => packedEntry(`files/${at}.txt`, four)))
  }),
  hostile('nested-42.zip', 'six levels of sixteen zips each, as 42.zip', () => nested(6)),
  hostile('overlapping.zip', "Fifield's overlapping entries: 300 entries share 16 MB of zeros", () => {
    const kernel = Buffer.alloc(16 * MB)
    return overlapping(300, zeros(16 * MB), () => kernel)
  }),
  hostile('same-bytes-10000.zip', '10,000 directory entries that all point to one entry of 4 MB', () => {
    const four = packedEntry('a.txt', zeros(4 * MB))
    return zipOf([four, ...Array.from({ length: 9999 }, (_, at) => ({ ...four, name: `${at}`, offset: 0 }))])
  }),
  hostile('says-ten-bytes.zip', 'says ten bytes, unpacks to 512 MB', () =>
    zipOf([{ ...packedEntry('manifest.json', zeros(512 * MB)), size: 10 }]),
  ),
  hostile('says-four-gigabytes.zip', 'says 4 GB, holds ten bytes', () =>
    zipOf([{ ...entryOf('manifest.json', '0123456789'), size: 0xfffffffe }]),
  ),
  hostile('packed-size-past-the-end.zip', 'its packed bytes end far behind the file', () =>
    zipOf([{ ...entryOf('conversations.json', '[]'), packedSize: 0x7fffffff }]),
  ),
  hostile('names-that-climb.zip', 'names with .., drives, absolute ways, NUL and backslashes', () =>
    zipOf(
      [
        '../../etc/passwd',
        '/etc/passwd',
        'C:\\Windows\\x.txt',
        '..\\..\\x',
        'a\0.txt',
        './././a',
        'CON',
        'a:b',
        '',
      ].map(small),
    ),
  ),
  hostile('long-names.zip', 'a hundred names of 65,535 characters', () =>
    zipOf(Array.from({ length: 100 }, (_, at) => small(`${at}`.padEnd(65_535, 'x')))),
  ),
  hostile('deep-folders.zip', 'a name of 30,000 folders', () => zipOf([small('a/'.repeat(30_000))])),
  hostile('names-of-no-text.zip', 'names that are not UTF-8, though the flag says so', () =>
    zipOf([small(Buffer.from([0xff, 0xfe, 0xed, 0xa0, 0x80]))]),
  ),
  hostile('entries-65535.zip', '65,535 entries', () =>
    zipOf(Array.from({ length: 65_535 }, (_, at) => small(`files/${at}`))),
  ),
  hostile('entries-120000.zip', '120,000 entries, in zip64', () =>
    zipOf(Array.from({ length: 120_000 }, (_, at) => small(`files/${at}`))),
  ),
  hostile('same-name-50000.zip', '50,000 entries of one name', () =>
    zipOf(Array.from({ length: 50_000 }, () => small('manifest.json'))),
  ),
  hostile('zip64-lies.zip', 'a zip64 directory of 2^60 entries at 2^62', () =>
    Buffer.concat([
      zipOf([small('a')]).subarray(0, -22),
      endOfDirectory64(2n ** 60n, 2n ** 61n, 2n ** 62n, 0n),
      endOfDirectory(0xffff, 0xffffffff, 0xffffffff),
    ]),
  ),
  hostile('zip64-turns-back.zip', 'the locator of the zip64 directory points to itself', () =>
    Buffer.concat([endOfDirectory64(1n, 56n, 0n, 56n), endOfDirectory(0xffff, 0xffffffff, 0xffffffff)]),
  ),
  hostile('directory-in-itself.zip', 'a directory that begins where it ends', turningBack),
  hostile('ends-everywhere.zip', '2,900 ends of directory in its comment', () =>
    zipOf([small('a')], Buffer.concat(Array.from({ length: 2900 }, () => endOfDirectory(0xffff, 0xffffffff, 0)))),
  ),
  hostile('only-an-end.zip', 'nothing but an end that promises 65,535 entries', () =>
    endOfDirectory(0xffff, 0xffffffff, 0),
  ),
  hostile('encrypted.zip', 'the flag of an encrypted entry on all that readers look for', () =>
    zipOf(
      ['conversations.json', 'manifest.json', 'word/document.xml', 'xl/workbook.xml', 'collection.anki2'].map(
        (name) => ({
          ...entryOf(name, '{}'),
          flags: 0x801,
        }),
      ),
    ),
  ),
  hostile('unknown-methods.zip', 'entries packed by methods 1, 9, 12, 14, 93, 95 and 99', () =>
    zipOf([1, 9, 12, 14, 93, 95, 99].map((method) => ({ ...entryOf(`files/${method}`, '{}'), method }))),
  ),
  hostile('wrong-checksums.zip', 'every checksum is wrong', () =>
    zipOf(
      ['conversations.json', 'manifest.json', 'word/document.xml', 'xl/workbook.xml', 'collection.anki2'].map(
        (name) => ({
          ...entryOf(name, '[]'),
          crc: 0xdeadbeef,
        }),
      ),
    ),
  ),
  hostile('links.zip', 'symbolic links to /etc/passwd and to themselves', () =>
    zipOf([
      { ...storedEntry('a', Buffer.from('/etc/passwd')), mode: 0o120777 },
      { ...storedEntry('files/b', Buffer.from('b')), mode: 0o120777 },
    ]),
  ),
  hostile('garbage-deflate.zip', 'entries whose deflate stream is garbage or never ends', () =>
    zipOf([
      { ...entryOf('manifest.json', '{}'), data: Buffer.alloc(100_000, 0x55) },
      { ...entryOf('conversations.json', '{}'), data: packed({ unit: '[', times: MB }).data.subarray(0, -2) },
    ]),
  ),
  hostile('extra-fields.zip', 'extra fields of 65,535 bytes whose lengths lie', () =>
    zipOf(
      Array.from({ length: 50 }, (_, at) => ({
        ...small(`${at}`),
        extra: Buffer.alloc(65_535, Buffer.from([1, 0, 255, 255])),
      })),
    ),
  ),
  hostile('bomb.gz', 'a gigabyte of zeros by gzip', () => gzipped(zeros(1024 * MB))),
  hostile('members.gz', '100,000 gzip members one after another', () =>
    Buffer.alloc(23 * 100_000, gzipSync(Buffer.from('abc'))),
  ),
  hostile('bomb.zst', 'four gigabytes of zeros by Zstandard in 128 KB', () => zstdZeros(4096 * MB)),
  hostile('claims.zst', 'a Zstandard frame that says 2^60 bytes', () => zstdClaiming(2n ** 60n)),
  hostile('cut.zip', 'the first half of a zip', () => zipOf([entryOf('a.txt', many(1000, String))]).subarray(0, 900)),
]
