export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The encoding that a byte order mark or the places of its zeros give away; null when only all bytes can tell. */
export function encodingBySign(head: Uint8Array): Encoding | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const look = Math.min(head.length - (head.length % 2), HEAD)
  if (look < 4) return null
  let even = 0
  let odd = 0
  for (let at = 0; at < look; at += 2) {
    if (head[at] === 0) even++
    if (head[at + 1] === 0) odd++
  }
  const most = look / 2
  if (odd > most * 0.4 && even < most * 0.05) return 'utf-16le'
  if (even > most * 0.4 && odd < most * 0.05) return 'utf-16be'
  return null
}

/** bytes that a sign is looked for in */
const HEAD = 4096

/** Takes a file's bytes by pieces and says how its text is encoded: what is no UTF-8 is the old Western one. */
export function encodingDetector() {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let head = new Uint8Array()
  let bySign: Encoding | null = null
  let isUtf8 = true
  let zeros = 0
  let size = 0
  return {
    push(bytes: Uint8Array): void {
      if (head.length < HEAD) {
        const more = bytes.subarray(0, HEAD - head.length)
        const longer = new Uint8Array(head.length + more.length)
        longer.set(head)
        longer.set(more, head.length)
        head = longer
        bySign = encodingBySign(head)
      }
      size += bytes.length
      for (let at = bytes.indexOf(0); at >= 0 && zeros < 1000; at = bytes.indexOf(0, at + 1)) zeros++
      if (!isUtf8) return
      try {
        strict.decode(bytes, { stream: true })
      } catch {
        isUtf8 = false // TypeError is how a strict decoder says no
      }
    },
    /** null when the bytes are no text. */
    end(): Encoding | null {
      if (bySign) return bySign
      if (zeros > size / 1000) return null
      try {
        if (isUtf8) strict.decode()
      } catch {
        isUtf8 = false
      }
      return isUtf8 ? 'utf-8' : 'windows-1252'
    },
  }
}

/** Text of bytes that come by pieces; a byte order mark is left out. */
export async function* decoded(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncIterable<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/** Bytes that are another kind of file, whatever it is called: what to tell. */
export function otherKind(head: Uint8Array): 'zip' | 'parquet' | 'pdf' | 'xls' | 'gzip' | null {
  const starts = (...bytes: number[]) => bytes.every((byte, at) => head[at] === byte)
  if (starts(0x50, 0x4b, 0x03, 0x04)) return 'zip'
  if (starts(0x50, 0x41, 0x52, 0x31)) return 'parquet'
  if (starts(0x25, 0x50, 0x44, 0x46)) return 'pdf'
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) return 'xls'
  if (starts(0x1f, 0x8b)) return 'gzip'
  return null
}
