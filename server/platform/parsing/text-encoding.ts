/** Bytes that occur in no text but stand for nothing readable: C0 controls except tab, line ends, form feed, escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/
const SAMPLE = 64 * 1024

function encodingWithoutMark(bytes: Uint8Array, whole: boolean): string | null {
  const sample = bytes.subarray(0, SAMPLE)
  let evenZeros = 0
  let oddZeros = 0
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) at % 2 === 0 ? evenZeros++ : oddZeros++
  if (evenZeros + oddZeros > 0) {
    // Western UTF-16 has a zero in most of its pairs, always on the same side.
    const pairs = sample.length / 2
    if (oddZeros > pairs * 0.3 && evenZeros < pairs * 0.02) return 'utf-16le'
    if (evenZeros > pairs * 0.3 && oddZeros < pairs * 0.02) return 'utf-16be'
    return null
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole })
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252' // not UTF-8
    throw error
  }
}

/** False for what was decoded but reads as no text: its beginning has control characters. */
export const isReadable = (text: string): boolean => !CONTROL.test(text.slice(0, SAMPLE))

/** The encoding of a text, as TextDecoder calls it; null when the bytes are no text. */
export function encodingOf(bytes: Uint8Array, whole = true): string | null {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return encodingWithoutMark(bytes, whole)
}

/**
 * The text in these bytes: UTF-8, UTF-16 or windows-1252, with or without a byte order mark; null when they are none.
 * `whole` is false when the bytes are the beginning of something longer.
 */
export function decodeText(bytes: Uint8Array, whole = true): string | null {
  const encoding = encodingOf(bytes, whole)
  if (encoding === null) return null
  const text = new TextDecoder(encoding).decode(bytes, { stream: !whole })
  return isReadable(text) ? text : null
}
