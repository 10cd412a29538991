import { ALL_LANGUAGES, bitsIn, LANGUAGES, lettersOf, rarityOf } from './likelihood.ts'
import type { Encoding } from './names.ts'

/** bytes of the beginning that are looked at at once, and those of them in which UTF-16 is looked for */
const BEGINNING = 64 * 1024
const HEAD = 4096
/** bytes; fewer tell too little */
const SHORTEST = 8
/** bytes of lines with characters beyond ASCII by which old encodings are told apart, and of one such line */
const SAMPLE = 6 * 1024
const LINE = 2 * 1024
/** Bits a character; most texts have half as many. */
const UNLIKELY = 14

interface Line {
  bytes: Uint8Array
  /** Whether it goes on. */
  isCut: boolean
}

/** The text, or null when it is none of this encoding; the last character of what is cut may be half. */
const decodes = ({ bytes, isCut }: Line, encoding: Encoding): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut })
  } catch {
    return null // TypeError is how a strict decoder says no
  }
}

function byMark([a, b, c]: Uint8Array): Encoding | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return null
}

const zerosIn = (bytes: Uint8Array): number => {
  let count = 0
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) count++
  return count
}

/** UTF-16 without a mark: one of its two orders reads as text of some language. */
function utf16Of(head: Uint8Array): Encoding | null {
  if (head.length < SHORTEST) return null
  let best: { encoding: Encoding; bits: number } | null = null
  for (const encoding of ['utf-16le', 'utf-16be'] as const) {
    const text = decodes({ bytes: head, isCut: true }, encoding)?.slice(0, 1_000)
    const read = text ? lettersOf(text) : null
    if (!text || !read) continue
    const bits = (read.bits + bitsIn(read.letters, ALL_LANGUAGES)) / text.length
    if (bits < (best?.bits ?? UNLIKELY)) best = { encoding, bits }
  }
  return best?.encoding ?? null
}

/** The old encoding in which these lines are the likeliest text. */
function oldEncodingOf(lines: readonly Line[]): Encoding {
  let best: { encoding: Encoding; bits: number } = { encoding: 'windows-1252', bits: Number.POSITIVE_INFINITY }
  for (const [encoding, languages, signs] of LANGUAGES) {
    const texts = lines.map((line) => decodes(line, encoding))
    if (texts.includes(null)) continue
    const read = lettersOf(texts.join('\n'), signs)
    if (!read) continue
    const known = read.bits + rarityOf(encoding)
    const bits = known < best.bits ? known + bitsIn(read.letters, languages) : known
    if (bits < best.bits) best = { encoding, bits }
  }
  return best.encoding
}

/** Keeps whole lines that have a byte beyond ASCII, until there are enough. */
function lineSample() {
  const lines: Line[] = []
  let size = 0
  let isLineStart = true
  return {
    lines,
    push(bytes: Uint8Array, isEnd: boolean): void {
      if (size >= SAMPLE) return
      let start = isLineStart ? 0 : -1
      let hasHigh = false
      const keep = (end: number, isCut: boolean) => {
        if (start < 0 || !hasHigh) return
        const line = bytes.slice(start, Math.min(end, start + LINE))
        lines.push({ bytes: line, isCut: isCut || end > start + LINE })
        size += line.length
      }
      for (let at = 0; at < bytes.length && size < SAMPLE; at++) {
        const byte = bytes[at] as number
        if (byte === 10 || byte === 13) {
          keep(at, false)
          start = at + 1
          hasHigh = false
          continue
        }
        if (start >= 0 && !hasHigh && at === start + LINE) start = at // a long line is looked at by pieces
        if (byte > 127 && at < start + LINE) hasHigh = true
      }
      keep(bytes.length, !isEnd)
      const last = bytes.at(-1)
      isLineStart = bytes.length === 0 ? isLineStart : last === 10 || last === 13
    },
  }
}

export interface EncodingDetector {
  push(bytes: Uint8Array): void
  /** The encoding as TextDecoder calls it; null when the bytes are no text. */
  end(): Encoding | null
}

/**
 * Takes a file's bytes by pieces and says how its text is encoded: by its byte order mark, as UTF-16 that reads as words, as
 * UTF-8 when all of it is (RFC 3629), and else as the old encoding in which it is the likeliest text. `isWhole` is false where
 * the bytes are the beginning of something longer, whose last character may be cut.
 */
export function encodingDetector(isWhole = true): EncodingDetector {
  const strict = new TextDecoder('utf-8', { fatal: true })
  const sample = lineSample()
  const beginning = new Uint8Array(BEGINNING)
  let begun = 0
  let isUtf8 = true
  let zeros = 0
  let size = 0
  return {
    push(bytes) {
      if (begun < BEGINNING) {
        const more = bytes.subarray(0, BEGINNING - begun)
        beginning.set(more, begun)
        begun += more.length
        if (begun === BEGINNING) sample.push(beginning, false)
      } else sample.push(bytes, false)
      size += bytes.length
      zeros += zerosIn(bytes)
      if (!isUtf8) return
      try {
        strict.decode(bytes, { stream: true })
      } catch {
        isUtf8 = false // TypeError is how a strict decoder says no
      }
    },
    end() {
      if (begun < BEGINNING) sample.push(beginning.subarray(0, begun), isWhole)
      const head = beginning.subarray(0, Math.min(begun, HEAD))
      const marked = byMark(head)
      if (marked) return marked
      try {
        if (isUtf8 && isWhole) strict.decode()
      } catch {
        isUtf8 = false
      }
      const controls = head.reduce((count, byte) => (byte < 9 || (byte > 13 && byte < 27) ? count + 1 : count), 0)
      const isWide = controls > head.length / 5 || zeros > size / 1000 || (!isUtf8 && size % 2 === 0 && zeros > 0)
      if (isWide || (!isUtf8 && size % 2 === 0 && size <= HEAD)) {
        const wide = utf16Of(head)
        if (wide && (isWide || isLikelier(head, wide))) return wide
      }
      if (zeros > size / 1000) return null
      return isUtf8 ? 'utf-8' : oldEncodingOf(sample.lines)
    },
  }
}

/** Whether bytes without a zero are rather UTF-16 than an old encoding: Chinese or Japanese without a blank or a line end. */
function isLikelier(head: Uint8Array, wide: Encoding): boolean {
  const line = { bytes: head.subarray(0, LINE), isCut: head.length > LINE }
  const bits = (encoding: Encoding) => {
    const read = lettersOf(decodes(line, encoding) ?? '\0')
    return read ? read.bits + bitsIn(read.letters, ALL_LANGUAGES) : Number.POSITIVE_INFINITY
  }
  return bits(wide) < bits(oldEncodingOf([line]))
}

/** The encoding of a text as TextDecoder calls it; null when the bytes are no text. */
export function encodingOf(bytes: Uint8Array, isWhole = true): Encoding | null {
  const detector = encodingDetector(isWhole)
  detector.push(bytes)
  return detector.end()
}
