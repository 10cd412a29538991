// Separated values (RFC 4180) as the world writes them: any delimiter, any line ends, lone quotes.

/** Records that no table has. Cells and characters are counted per record. */
export interface RecordLimits {
  cells: number
  characters: number
  /** Characters within quotes; a quote that is not closed within as many was never meant to open a cell. */
  quoted: number
}

export const USUAL_LIMITS: RecordLimits = { cells: 20_000, characters: 4_000_000, quoted: 1_000_000 }

export interface TableRecord {
  cells: string[]
  /** The line of the text on which it begins, from 1. */
  line: number
  /** How many records and empty lines are before it. */
  place: number
}

/** Why nothing is read from this line on. */
export interface Exceeded {
  exceeded: 'cells' | 'characters'
  /** The limit. */
  most: number
  line: number
}

export interface RecordReader {
  /** Answers with what was exceeded, and reads nothing more then. */
  push(text: string): Exceeded | null
  end(): Exceeded | null
  /** Lines with a quote that opens no cell because it is never closed; the first hundred. */
  readonly unclosed: readonly number[]
  /** Lines so far that have nothing on them. They are no records. */
  readonly blank: number
}

const QUOTE = 34
const LF = 10
const CR = 13
const UNCLOSED_MAX = 100

const isSpace = (code: number) => code === 32 || code === 9 || code === 0xa0 || code === 0x3000
const isEnd = (code: number) => code === LF || code === CR
const BREAKS = /\r\n|\n|\r/

/**
 * Reads separated values that come by pieces, however they are cut; every character is looked at about twice. Lines end in
 * CR LF, LF or CR, also mixed; a quoted cell holds them as they are. Blanks may stand before an opening quote when the cell
 * ends with the closing one. A quote is a character like any other inside an unquoted cell, where it is never closed, and
 * where it would take lines into a cell that does not end behind it: so that a lone one swallows nothing. A byte order mark
 * is left out. `onRecord` ends the reading by answering false.
 */
export function recordReader(
  delimiter: string,
  onRecord: (cells: string[], line: number, place: number) => unknown,
  limits: RecordLimits = USUAL_LIMITS,
): RecordReader {
  const separator = delimiter.charCodeAt(0)
  const unclosed: number[] = []
  let rest = ''
  let waiting = ''
  let line = 1
  let place = 0
  let blank = 0
  let isFirst = true
  let isStopped = false
  let exceeded: Exceeded | null = null

  const isBlank = (code: number) => isSpace(code) && code !== separator
  const afterBlanks = (text: string, from: number): number => {
    let at = from
    while (isBlank(text.charCodeAt(at))) at++
    return at
  }
  /** The end of an unquoted cell. */
  const cellEnd = (text: string, from: number): number => {
    let at = from
    for (const end = text.length; at < end; at++) {
      const code = text.charCodeAt(at)
      if (code === separator || code === LF || code === CR) break
    }
    return at
  }
  /** The place behind a line end, or -1 when the rest of it may be in the next piece. */
  const afterEnd = (text: string, at: number, isLast: boolean): number => {
    if (text.charCodeAt(at) !== CR) return at + 1
    if (at + 1 === text.length && !isLast) return -1
    return text.charCodeAt(at + 1) === LF ? at + 2 : at + 1
  }

  let quoted = ''
  /** The place behind the closing quote of the cell that opens here, its text in `quoted`; -1 for none, null for not known yet. */
  function closing(text: string, opening: number, isStrict: boolean, isLast: boolean): number | null {
    const end = text.length
    quoted = ''
    for (let from = opening + 1; ; ) {
      const close = text.indexOf('"', from)
      if (close < 0 || close - opening > limits.quoted)
        return close < 0 && !isLast && end - opening <= limits.quoted ? null : -1
      if (text.charCodeAt(close + 1) === QUOTE) {
        quoted += text.slice(from, close + 1)
        from = close + 2
        continue
      }
      quoted += text.slice(from, close)
      const next = afterBlanks(text, close + 1)
      if (next === end && !isLast) return null
      const code = text.charCodeAt(next)
      if (next === end || code === separator || isEnd(code)) return close + 1
      return isStrict || BREAKS.test(quoted) ? -1 : close + 1
    }
  }

  /** Reads whole records and answers where the first unfinished one begins. */
  function read(text: string, isLast: boolean): number {
    const end = text.length
    let start = 0
    record: while (start < end && !isStopped) {
      const filled = afterBlanks(text, start)
      if (filled === end && !isLast) return start
      if (filled === end || isEnd(text.charCodeAt(filled))) {
        const next = filled === end ? end : afterEnd(text, filled, isLast)
        if (next < 0) return start
        blank++
        place++
        line++
        start = next
        continue
      }
      const cells: string[] = []
      let lines = 1
      let at = start
      for (;;) {
        let value = ''
        let from = at
        const opening = isBlank(text.charCodeAt(at)) ? afterBlanks(text, at) : at
        if (text.charCodeAt(opening) === QUOTE) {
          const close = closing(text, opening, opening > at, isLast)
          if (close === null) return start
          if (close > 0) {
            value = quoted
            from = close
            lines += BREAKS.test(value) ? value.split(BREAKS).length - 1 : 0
          } else if (unclosed.length < UNCLOSED_MAX) unclosed.push(line + lines - 1)
        }
        at = cellEnd(text, from)
        cells.push(from === at ? value : value + text.slice(from, at))
        if (cells.length > limits.cells) exceeded = { exceeded: 'cells', most: limits.cells, line }
        else if (at - start > limits.characters) exceeded = { exceeded: 'characters', most: limits.characters, line }
        if (exceeded) return end
        if (at < end && text.charCodeAt(at) === separator) {
          at++
          continue
        }
        if (at === end && !isLast) return start
        const next = at === end ? end : afterEnd(text, at, isLast)
        if (next < 0) return start
        if (onRecord(cells, line, place) === false) isStopped = true
        place++
        line += lines
        start = next
        continue record
      }
    }
    return start
  }

  return {
    unclosed,
    get blank() {
      return blank
    },
    push(text) {
      if (exceeded || isStopped) return exceeded
      if (isFirst && text !== '') {
        isFirst = false
        waiting = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
      } else waiting += text
      // A record that has not ended is read again with as much more as there was of it, so that all is read about twice.
      if (waiting.length < rest.length) return null
      const all = rest + waiting
      waiting = ''
      rest = all.slice(read(all, false))
      if (isStopped) rest = ''
      if (rest.length > limits.characters) exceeded ??= { exceeded: 'characters', most: limits.characters, line }
      return exceeded
    },
    end() {
      const all = rest + waiting
      rest = waiting = ''
      if (all !== '' && !exceeded && !isStopped) read(all, true)
      return exceeded
    },
  }
}

/** The records of a text that comes by pieces; what was exceeded is the last. Memory does not grow with the text. */
export async function* recordsOfPieces(
  pieces: AsyncIterable<string> | Iterable<string>,
  delimiter: string,
  limits: RecordLimits = USUAL_LIMITS,
): AsyncGenerator<TableRecord | Exceeded> {
  let ready: TableRecord[] = []
  const reader = recordReader(delimiter, (cells, line, place) => void ready.push({ cells, line, place }), limits)
  let exceeded: Exceeded | null = null
  for await (const piece of pieces) {
    exceeded = reader.push(piece)
    yield* ready
    ready = []
    if (exceeded) break
  }
  exceeded ??= reader.end()
  yield* ready
  if (exceeded) yield exceeded
}

/** The records of a text, at most so many. */
export function recordsOf(
  text: string,
  delimiter: string,
  { most = Number.POSITIVE_INFINITY, limits = USUAL_LIMITS }: { most?: number; limits?: RecordLimits } = {},
): { records: TableRecord[]; exceeded: Exceeded | null; unclosed: readonly number[] } {
  const records: TableRecord[] = []
  const reader = recordReader(delimiter, (cells, line, place) => records.push({ cells, line, place }) < most, limits)
  const exceeded = reader.push(text) ?? reader.end()
  return { records, exceeded, unclosed: reader.unclosed }
}

/** Whether nothing stands in any cell. */
export const isEmptyRecord = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')
