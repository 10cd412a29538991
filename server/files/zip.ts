import { crc32, inflateRawSync } from 'node:zlib'

/** The parts of the ZIP format (PKWARE APPNOTE 6.3.10, sections 4.3.7–4.3.16) that DOCX files use. */
export interface ZipEntry {
  name: string
  bytes: Buffer
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const END_SIZE = 22
const MOST_ENTRIES = 5_000

export class ZipError extends Error {}

function endRecord(zip: Buffer): number {
  const lowest = Math.max(0, zip.length - END_SIZE - 0xffff)
  for (let at = zip.length - END_SIZE; at >= lowest; at--) if (zip.readUInt32LE(at) === END) return at
  throw new ZipError('no end record')
}

/**
 * Unpacks the entries that `wanted` accepts. Throws ZipError when they would unpack to more than `most` bytes, whatever
 * sizes the archive declares, or when the archive is damaged, encrypted or otherwise beyond what a DOCX needs.
 */
export function readZip(zip: Buffer, wanted: (name: string) => boolean, most: number): ZipEntry[] {
  try {
    const end = endRecord(zip)
    const count = zip.readUInt16LE(end + 10)
    if (count > MOST_ENTRIES) throw new ZipError('too many entries')
    const entries: ZipEntry[] = []
    let at = zip.readUInt32LE(end + 16)
    let left = most
    for (let seen = 0; seen < count; seen++) {
      if (zip.readUInt32LE(at) !== CENTRAL) throw new ZipError('no central entry')
      const method = zip.readUInt16LE(at + 10)
      const packedSize = zip.readUInt32LE(at + 20)
      const nameLength = zip.readUInt16LE(at + 28)
      const local = zip.readUInt32LE(at + 42)
      const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
      if (wanted(name)) {
        if (zip.readUInt32LE(local) !== LOCAL) throw new ZipError('no local entry')
        if (zip.readUInt16LE(local + 6) & 1) throw new ZipError('encrypted')
        const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
        const packed = zip.subarray(start, start + packedSize)
        if (method !== 0 && method !== 8) throw new ZipError(`compression method ${method}`)
        const bytes = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, left) })
        left -= bytes.length
        if (left < 0) throw new ZipError('unpacks to too much')
        entries.push({ name, bytes })
      }
      at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    }
    return entries
  } catch (cause) {
    if (cause instanceof ZipError) throw cause
    throw new ZipError('damaged or too large', { cause })
  }
}

/** An archive of these entries, not compressed. */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const encoded = Buffer.from(name)
    const common = Buffer.alloc(26) // version … extra length, the same in both headers
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x0800, 2) // names in UTF-8
    common.writeUInt16LE(0x21, 8) // 1980-01-01
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(encoded.length, 22)
    const local = Buffer.alloc(4)
    local.writeUInt32LE(LOCAL)
    parts.push(local, common, encoded, bytes)
    const central = Buffer.alloc(6)
    central.writeUInt32LE(CENTRAL)
    central.writeUInt16LE(20, 4)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(central, common, rest, encoded)
    offset += 30 + encoded.length + bytes.length
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(END_SIZE)
  end.writeUInt32LE(END)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}
