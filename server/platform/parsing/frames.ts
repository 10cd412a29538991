// What the two sides of a reading process say to each other: one byte for the kind, four for the length, the payload.

/** From the server to the process. */
export const TO_READER = { job: 1, bytes: 2, failed: 3, load: 4 } as const
/** From the process to the server. */
export const FROM_READER = { values: 1, bytes: 2, wants: 3, done: 4, refused: 5, fault: 6 } as const

const HEAD = 5

/** bytes; a longer one is no frame of ours */
export const FRAME_MAX = 64 * 1024 * 1024

/** Two pieces, so that a long payload is not copied. */
export function frame(kind: number, payload: Uint8Array | string): Buffer[] {
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload
  const head = Buffer.allocUnsafe(HEAD)
  head.writeUInt8(kind, 0)
  head.writeUInt32LE(body.byteLength, 1)
  return [head, Buffer.from(body.buffer, body.byteOffset, body.byteLength)]
}

/** Tells of each frame of a stream that comes in pieces; `take` is told the bytes it may keep. */
export function frameReader(take: (kind: number, payload: Buffer) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let held = 0
  /** bytes until there is something to look at */
  let wanted = HEAD
  return (chunk) => {
    parts.push(chunk)
    held += chunk.length
    if (held < wanted) return
    let rest = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, held)
    for (;;) {
      if (rest.length < HEAD) {
        wanted = HEAD
        break
      }
      const length = rest.readUInt32LE(1)
      if (length > FRAME_MAX) throw new Error('a frame of a reading process is too long')
      wanted = HEAD + length
      if (rest.length < wanted) break
      take(rest.readUInt8(0), rest.subarray(HEAD, wanted))
      rest = rest.subarray(wanted)
    }
    parts = rest.length > 0 ? [rest] : []
    held = rest.length
  }
}
