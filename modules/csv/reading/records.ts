const QUOTE = 34
const LF = 10
const CR = 13
/** characters; a quote that is not closed within as many was never meant to open a cell */
const CELL_MAX = 1_000_000

/**
 * Reads separated values that come by pieces, record by record. Lines may end in CR LF, LF or CR, also mixed; a quoted cell
 * may hold them, as they are. A quote that is never closed is a character like any other, so that nothing is swallowed.
 */
export function recordReader(delimiter: string, onRecord: (cells: string[], line: number) => void) {
  const separator = delimiter.charCodeAt(0)
  /** The lines with a quote that is never closed; at most 100 are kept. */
  const unclosed: number[] = []
  let rest = ''
  let line = 1

  /** The end of an unquoted cell. */
  const cellEnd = (text: string, from: number): number => {
    let at = from
    for (const end = text.length; at < end; at++) {
      const code = text.charCodeAt(at)
      if (code === separator || code === LF || code === CR) break
    }
    return at
  }

  /** Reads whole records and answers where the first unfinished one begins. */
  function read(text: string, isLast: boolean): number {
    const end = text.length
    let start = 0
    record: while (start < end) {
      const cells: string[] = []
      let lines = 1
      let at = start
      for (;;) {
        let value = ''
        const opening = at
        let isQuoted = text.charCodeAt(at) === QUOTE
        if (isQuoted) {
          let from = at + 1
          for (;;) {
            const close = text.indexOf('"', from)
            if (close < 0 || close - opening > CELL_MAX) {
              if (close < 0 && !isLast && end - opening <= CELL_MAX) return start
              if (unclosed.length < 100) unclosed.push(line + lines - 1)
              isQuoted = false
              break
            }
            if (close + 1 === end && !isLast) return start
            if (text.charCodeAt(close + 1) === QUOTE) {
              value += text.slice(from, close + 1)
              from = close + 2
              continue
            }
            value += text.slice(from, close)
            at = close + 1
            break
          }
        }
        const from = isQuoted ? at : opening
        at = cellEnd(text, from)
        value = isQuoted ? value + text.slice(from, at) : text.slice(from, at)
        if (isQuoted && /[\r\n]/.test(value)) lines += value.split(/\r\n|\n|\r/).length - 1
        cells.push(value)
        if (at >= end) {
          if (!isLast) return start
          onRecord(cells, line)
          line += lines
          start = end
          continue record
        }
        const code = text.charCodeAt(at)
        at += 1
        if (code === separator) continue
        if (code === CR) {
          if (at === end && !isLast) return start
          if (text.charCodeAt(at) === LF) at += 1
        }
        onRecord(cells, line)
        line += lines
        start = at
        continue record
      }
    }
    return start
  }

  return {
    unclosed,
    push(text: string): void {
      const all = rest === '' ? text : rest + text
      rest = all.slice(read(all, false))
    },
    end(): void {
      if (rest !== '') read(rest, true)
      rest = ''
    },
  }
}

export function recordsOf(text: string, delimiter: string): string[][] {
  const records: string[][] = []
  const reader = recordReader(delimiter, (cells) => void records.push(cells))
  reader.push(text)
  reader.end()
  return records
}
