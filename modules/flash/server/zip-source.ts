import { Readable } from 'node:stream'
import type { ReadableFile } from '@atrium/contract/reading'
import { RandomAccessReader } from 'yauzl'

/** bytes that are asked for at once: a zip's directory is read in bits of fifty */
const PIECE = 64 * 1024

/** A zip whose bytes are asked for by their places. */
export function zipSource({ size, slice }: Pick<ReadableFile, 'size' | 'slice'>): RandomAccessReader {
  let known: { from: number; bytes: Uint8Array } = { from: 0, bytes: new Uint8Array() }

  async function bytesAt(position: number, length: number): Promise<Uint8Array> {
    const isKnown = position >= known.from && position + length <= known.from + known.bytes.length
    if (!isKnown) {
      const end = Math.min(size, position + Math.max(PIECE, length))
      known = { from: position, bytes: await slice(position, end) }
    }
    return known.bytes.subarray(position - known.from, position - known.from + length)
  }
  async function* range(start: number, end: number): AsyncGenerator<Uint8Array> {
    // Thousands of small files lie one after the other: they come with their heads, not one by one.
    if (end - start <= PIECE) {
      yield await bytesAt(start, end - start)
      return
    }
    for (let at = start; at < end; at += 4 * PIECE) yield await slice(at, Math.min(end, at + 4 * PIECE))
  }

  const reader = new (RandomAccessReader as unknown as new () => RandomAccessReader)()
  return Object.assign(reader, {
    _readStreamForRange: (start: number, end: number) => Readable.from(range(start, end), { objectMode: false }),
    read(buffer: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void) {
      bytesAt(position, length).then(
        (bytes) => {
          buffer.set(bytes, offset)
          done(bytes.length < length ? new Error('unexpected EOF') : null)
        },
        (error: Error) => done(error),
      )
    },
    close: (done: (error: Error | null) => void) => done(null),
  })
}
