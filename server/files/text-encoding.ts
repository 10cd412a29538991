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

/**
 * The text in these bytes: UTF-8, UTF-16 or windows-1252, with or without a byte order mark; null when they are none.
 * `whole` is false when the bytes are the beginning of something longer.
 */
export function decodeText(bytes: Uint8Array, whole = true): string | null {
  const [a, b, c] = bytes
  let encoding: string | null
  if (a === 0xef && b === 0xbb && c === 0xbf) encoding = 'utf-8'
  else if (a === 0xff && b === 0xfe) encoding = 'utf-16le'
  else if (a === 0xfe && b === 0xff) encoding = 'utf-16be'
  else encoding = encodingWithoutMark(bytes, whole)
  if (encoding === null) return null
  const text = new TextDecoder(encoding).decode(bytes, { stream: !whole })
  return CONTROL.test(text.slice(0, SAMPLE)) ? null : text
}
