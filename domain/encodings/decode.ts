import { encodingOf } from './detect.ts'
import type { Encoding } from './names.ts'

/** Bytes that occur in no text but stand for nothing readable: C0 controls except tab, line ends, form feed, escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/
/** characters */
const SAMPLE = 64 * 1024

/** False for what was decoded but reads as no text: its beginning has control characters. */
export const isReadable = (text: string): boolean => !CONTROL.test(text.slice(0, SAMPLE))

/**
 * The text in these bytes, whatever its encoding, without a byte order mark; null when they are none. `isWhole` is false when
 * the bytes are the beginning of something longer.
 */
export function decodeText(bytes: Uint8Array, isWhole = true): string | null {
  const encoding = encodingOf(bytes, isWhole)
  if (encoding === null) return null
  const text = new TextDecoder(encoding).decode(bytes, { stream: !isWhole })
  return isReadable(text) ? text : null
}

/** Text of bytes that come by pieces; a byte order mark is left out. */
export async function* decoded(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncIterable<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}
