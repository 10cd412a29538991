import { AppError } from '@atrium/contract/errors'

export interface CsvRow {
  /** The line where it begins, from 1. */
  line: number
  cells: string[]
}

/** A row longer than this is a quote that was never closed. */
const ROW_MAX = 100_000 // characters
/** No bank writes a row of twice that length, nor of so many columns: it is another kind of file. */
const REFUSED_AT = 2 * ROW_MAX
const COLUMNS_MAX = 1_000

const escaped = (sign: string) => sign.replace(/[\\\]^-]/g, '\\$&')

/**
 * The rows of a CSV text that comes in pieces (RFC 4180, any delimiter, any line ends). Rows without a word are left out.
 * Every character is looked at once, whatever stands in the file. Throws `bad_request` for what is no table of payments.
 */
export async function* csvRows(
  texts: AsyncIterable<string> | Iterable<string>,
  delimiter: string,
): AsyncGenerator<CsvRow> {
  const inQuotes = /["\r\n]/g
  const between = new RegExp(`["\\r\\n${escaped(delimiter)}]`, 'g')
  let line = 1
  let begun = 1
  let cells: string[] = []
  let cell = ''
  /** Nothing but blanks in the cell so far: a quote still opens it. Known beside the cell, since asking a growing text each time takes the square of its length. */
  let isBlank = true
  let isQuoted = false
  /** A quote inside a quoted cell: the end, or the first of two. */
  let isQuote = false
  let afterReturn = false
  let length = 0

  const add = (text: string) => {
    cell += text
    isBlank &&= text.trim() === ''
  }
  const nextCell = () => {
    cells.push(cell)
    cell = ''
    isBlank = true
    if (cells.length > COLUMNS_MAX)
      throw new AppError(
        'bad_request',
        `Line ${begun} has more than ${COLUMNS_MAX.toLocaleString('en')} columns. This is no table of payments.`,
      )
  }
  const row = (): CsvRow | null => {
    nextCell()
    const found = { line: begun, cells }
    cells = []
    length = 0
    begun = line
    return found.cells.some((one) => one.trim() !== '') ? found : null
  }

  for await (const text of texts) {
    for (let at = 0; at < text.length; ) {
      const isInside = isQuoted && !isQuote
      const signs = isInside ? inQuotes : between
      signs.lastIndex = at
      const found = signs.exec(text)?.index ?? text.length
      // What is quoted goes on no further than a row may be long.
      const end = isInside ? Math.min(found, at + Math.max(0, ROW_MAX - length)) : found
      if (end > at) {
        if (isQuote) isQuoted = isQuote = false
        add(text.slice(at, end))
        length += end - at
        afterReturn = false
        at = end
      }
      if (length > REFUSED_AT)
        throw new AppError(
          'bad_request',
          `Line ${begun} has more than ${REFUSED_AT.toLocaleString('en')} characters. This is no table of payments.`,
        )
      if (isInside && length >= ROW_MAX) {
        isQuoted = false
        continue
      }
      if (at >= text.length) break
      const sign = text[at] as string
      at += 1
      if (afterReturn && sign === '\n') {
        afterReturn = false
        continue
      }
      afterReturn = sign === '\r'
      const isEnd = sign === '\n' || sign === '\r'
      if (isEnd) line += 1
      length += 1
      if (isInside) {
        if (sign === '"') isQuote = true
        else add('\n')
        continue
      }
      if (isQuote && sign === '"') {
        add('"')
        isQuote = false
        continue
      }
      if (isQuote) isQuoted = isQuote = false
      if (isEnd) {
        const found = row()
        if (found) yield found
      } else if (sign === delimiter) nextCell()
      else if (isBlank) {
        cell = ''
        isQuoted = true
      } else add(sign)
    }
  }
  const last = row()
  if (last) yield last
}

/** The sign that parts most lines into the same number of cells. */
export function delimiterOf(sample: string): string {
  const lines = sample
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 40)
  let best = { sign: ',', score: 0 }
  for (const sign of [';', '\t', '|', ',']) {
    const counts = new Map<number, number>()
    for (const line of lines) {
      const count = line.replace(/"[^"]*"/g, '').split(sign).length - 1
      if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1)
    }
    for (const [count, times] of counts) {
      const score = times * 10 + Math.min(count, 9)
      if (score > best.score) best = { sign, score }
    }
  }
  return best.sign
}
