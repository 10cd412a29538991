import { AppError } from '@atrium/contract/errors'

const QUOTE = 34
const LF = 10
const CR = 13
/** characters; a quote that is not closed within as many was never meant to open a cell */
const CELL_MAX = 1_000_000
/** characters of a record: it is read again with each piece until its end has come */
const RECORD_MAX = 4_000_000
/** cells of a record that are looked at one by one; a table has far fewer */
const CELLS_MAX = 20_000

const tooLong = (line: number) =>
  new AppError(
    'too_large',
    `Line ${line} has more than ${(RECORD_MAX / 1_000_000).toLocaleString('en')} million characters or ${CELLS_MAX.toLocaleString('en')} cells. Is the separator the right one?`,
  )

/**
 * Reads separated values that come by pieces, record by record. Lines may end in CR LF, LF or CR, also mixed; a quoted cell
 * may hold them, as they are. A quote that is never closed is a character like any other, so that nothing is swallowed.
 */
export function recordReader(delimiter: string, onRecord: (cells: string[], line: number) => void) {
  const separator = delimiter.charCodeAt(0)
  /** The lines with a quote that is never closed; at most 100 are kept. */
  const unclosed: number[] = []
  let rest = ''
  let waiting = ''
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
        if (cells.length > CELLS_MAX) throw tooLong(line)
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
      waiting += text
      // A record that has not ended is read again with as much more as there was of it, so that all is read about twice.
      if (waiting.length < rest.length) return
      const all = rest + waiting
      waiting = ''
      rest = all.slice(read(all, false))
      if (rest.length > RECORD_MAX) throw tooLong(line)
    },
    end(): void {
      const all = rest + waiting
      rest = waiting = ''
      if (all !== '') read(all, true)
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
