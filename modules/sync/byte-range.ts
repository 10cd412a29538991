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
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(from)
  if (to !== '' && Number(to) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

/** What has to be read of each part, in their order, for a range of the whole. */
export function slicesOf<P extends { size: number }>(
  parts: readonly P[],
  { start, end }: ByteRange,
): { part: P; range: ByteRange }[] {
  let at = 0
  return parts.flatMap((part) => {
    const first = at
    at += part.size
    const range = { start: Math.max(0, start - first), end: Math.min(part.size - 1, end - first) }
    return range.start <= range.end ? [{ part, range }] : []
  })
}
