// Writes zip files (APPNOTE 6.3) that may say anything of themselves; the libraries that write them tell the truth only.
import { crc32 } from 'node:zlib'
import { type Packed, type Part, packed } from './deflate.ts'

export interface Entry {
  name: string | Buffer
  /** The bytes as they lie in the file. */
  data: Buffer
  method?: number
  flags?: number
  crc?: number
  /** What it says of its size when it is unpacked. */
  size?: number
  /** What it says of its size in the file. */
  packedSize?: number
  extra?: Buffer
  /** Where it says that it lies: it is in the directory alone then. */
  offset?: number
  /** Unix mode, as for a symbolic link. */
  mode?: number
}

const nameOf = ({ name }: Entry) => (typeof name === 'string' ? Buffer.from(name) : name)

export function localHeader(entry: Entry): Buffer {
  const name = nameOf(entry)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(entry.flags ?? 0x800, 6)
  head.writeUInt16LE(entry.method ?? 8, 8)
  head.writeUInt32LE(entry.crc ?? 0, 14)
  head.writeUInt32LE(entry.packedSize ?? entry.data.length, 18)
  head.writeUInt32LE(entry.size ?? 0, 22)
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(entry.extra?.length ?? 0, 28)
  return Buffer.concat([head, name, entry.extra ?? Buffer.alloc(0)])
}

function centralHeader(entry: Entry, offset: number): Buffer {
  const name = nameOf(entry)
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50)
  head.writeUInt16LE(entry.mode ? 0x0314 : 20, 4)
  head.writeUInt16LE(20, 6)
  head.writeUInt16LE(entry.flags ?? 0x800, 8)
  head.writeUInt16LE(entry.method ?? 8, 10)
  head.writeUInt32LE(entry.crc ?? 0, 16)
  head.writeUInt32LE(entry.packedSize ?? entry.data.length, 20)
  head.writeUInt32LE(entry.size ?? 0, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(entry.extra?.length ?? 0, 30)
  head.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 38)
  head.writeUInt32LE(entry.offset ?? offset, 42)
  return Buffer.concat([head, name, entry.extra ?? Buffer.alloc(0)])
}

export function endOfDirectory(count: number, size: number, offset: number, comment: Buffer = Buffer.alloc(0)): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(Math.min(count, 0xffff), 8)
  end.writeUInt16LE(Math.min(count, 0xffff), 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([end, comment])
}

/** The end of a zip64 directory and where it is found. */
export function endOfDirectory64(count: bigint, size: bigint, offset: bigint, at: bigint): Buffer {
  const end = Buffer.alloc(56 + 20)
  end.writeUInt32LE(0x06064b50)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(45, 12)
  end.writeUInt16LE(45, 14)
  end.writeBigUInt64LE(count, 24)
  end.writeBigUInt64LE(count, 32)
  end.writeBigUInt64LE(size, 40)
  end.writeBigUInt64LE(offset, 48)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(at, 64)
  end.writeUInt32LE(1, 72)
  return end
}

export function zipOf(entries: readonly Entry[], comment?: Buffer): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    directory.push(centralHeader(entry, offset))
    if (entry.offset !== undefined) continue
    const head = localHeader(entry)
    parts.push(head, entry.data)
    offset += head.length + entry.data.length
  }
  const central = Buffer.concat(directory)
  const end =
    entries.length < 0xffff
      ? []
      : [
          endOfDirectory64(
            BigInt(entries.length),
            BigInt(central.length),
            BigInt(offset),
            BigInt(offset + central.length),
          ),
        ]
  return Buffer.concat([...parts, central, ...end, endOfDirectory(entries.length, central.length, offset, comment)])
}

export const packedEntry = (name: string | Buffer, { data, crc, size }: Packed): Entry => ({ name, data, crc, size })

/** An entry that says the truth. */
export const entryOf = (name: string | Buffer, ...parts: Part[]): Entry => packedEntry(name, packed(...parts))

export const storedEntry = (name: string | Buffer, data: Buffer): Entry => ({
  name,
  data,
  method: 0,
  crc: crc32(data),
  size: data.length,
})

/** Overlapping entries as David Fifield builds them: each quotes the head of the next one, and ends in the same kernel. */
export function overlapping(count: number, kernel: Packed, content: (at: number) => Buffer): Buffer {
  let data = kernel.data
  let head: Buffer = Buffer.alloc(0)
  let size = kernel.size
  const heads: { entry: Entry; length: number }[] = []
  const names = Array.from({ length: count }, (_, at) => `${at.toString(36)}.txt`)
  // From the last to the first; its checksum is of the quoted heads and the kernel, which are read through once each.
  let quoted: Buffer = Buffer.alloc(0)
  for (let at = count - 1; at >= 0; at--) {
    if (at < count - 1) {
      const block = Buffer.alloc(5)
      block.writeUInt16LE(head.length, 1)
      block.writeUInt16LE(~head.length & 0xffff, 3)
      data = Buffer.concat([block, head, data])
      size += head.length
      quoted = Buffer.concat([head, quoted])
    }
    const entry = { name: names[at] as string, data, size, crc: crc32(content(kernel.size), crc32(quoted)) }
    head = localHeader(entry)
    heads.unshift({ entry, length: head.length })
  }
  const file = Buffer.concat([head, data])
  let offset = 0
  const central = Buffer.concat(
    heads.map(({ entry, length }) => {
      const bytes = centralHeader(entry, offset)
      offset += length + 5
      return bytes
    }),
  )
  return Buffer.concat([file, central, endOfDirectory(count, central.length, file.length)])
}
