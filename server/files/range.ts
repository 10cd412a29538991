/** First and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The one range that a Range header asks for (RFC 9110, section 14): null when the whole is to be sent, as for several
 * ranges or a malformed header, `unsatisfiable` when it lies outside.
 */
export function byteRange(header: string | null, size: number): ByteRange | null | 'unsatisfiable' {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!found) return null
  const [, from = '', to = ''] = found
  if (from === '') {
    if (to === '') return null
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}
