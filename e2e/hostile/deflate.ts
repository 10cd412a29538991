// Streams that are small as they are sent and large when they are unpacked, without ever holding what is unpacked.
import { constants, crc32, deflateRawSync } from 'node:zlib'

/** What stands in an unpacked file: bytes, or bytes again and again. */
export type Part = Buffer | string | { unit: Buffer | string; times: number }

export interface Packed {
  /** A raw deflate stream (RFC 1951). */
  data: Buffer
  /** Of the unpacked bytes. */
  crc: number
  size: number
}

const bufferOf = (text: Buffer | string) => (typeof text === 'string' ? Buffer.from(text) : text)
/** Blocks that end on a byte and look back into nothing before them, so that they can be put one after another. */
const blocks = (bytes: Buffer) => deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
const LAST_BLOCK = Buffer.from([0x03, 0x00])
const CHUNK = 4 * 1024 * 1024

export function packed(...parts: Part[]): Packed {
  const streams: Buffer[] = []
  let crc = 0
  let size = 0
  const add = (bytes: Buffer, times = 1) => {
    if (bytes.length === 0 || times === 0) return
    const stream = blocks(bytes)
    for (let at = 0; at < times; at++) {
      streams.push(stream)
      crc = crc32(bytes, crc)
    }
    size += bytes.length * times
  }
  for (const part of parts) {
    if (typeof part === 'string' || Buffer.isBuffer(part)) {
      add(bufferOf(part))
      continue
    }
    const unit = bufferOf(part.unit)
    const together = Math.max(1, Math.floor(CHUNK / unit.length))
    add(Buffer.alloc(unit.length * together, unit), Math.floor(part.times / together))
    const rest = part.times % together
    if (rest > 0) add(Buffer.alloc(unit.length * rest, unit))
  }
  return { data: Buffer.concat([...streams, LAST_BLOCK]), crc, size }
}

export const zeros = (size: number): Packed => packed({ unit: Buffer.alloc(1024), times: size / 1024 })

/** The same as a zlib stream (RFC 1950), for PDF and PNG; of zeros only, whose checksum is known without them. */
export function zlibZeros(size: number): Buffer {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE((((size % 65_521) << 16) | 1) >>> 0)
  return Buffer.concat([Buffer.from([0x78, 0xda]), zeros(size).data, sum])
}

export function gzipped({ data, crc, size }: Packed): Buffer {
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(crc)
  tail.writeUInt32LE(size % 2 ** 32, 4)
  return Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]), data, tail])
}

/** A Zstandard frame (RFC 8878) of blocks that each say "this byte 128 KB long": 32 KB for a gigabyte. */
export function zstdZeros(size: number): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0b0000_0000, 0x38]) // no content size; a window of 128 KB
  const block = (last: boolean) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUIntLE((128 * 1024 * 8) | (1 << 1) | (last ? 1 : 0), 0, 3)
    return bytes
  }
  const count = Math.ceil(size / (128 * 1024))
  return Buffer.concat([head, ...Array.from({ length: count - 1 }, () => block(false)), block(true)])
}

/** A frame that says how long it will be, and holds nothing of it. */
export function zstdClaiming(size: bigint): Buffer {
  const bytes = Buffer.alloc(4 + 1 + 8 + 3)
  bytes.writeUInt32LE(0xfd2fb528)
  bytes[4] = 0b1110_0000 // eight bytes of content size, a single segment
  bytes.writeBigUInt64LE(size, 5)
  bytes.writeUIntLE(1, 13, 3)
  return bytes
}
