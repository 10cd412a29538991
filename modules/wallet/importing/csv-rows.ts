export interface CsvRow {
  /** The line where it begins, from 1. */
  line: number
  cells: string[]
}

/** A row longer than this is a quote that was never closed. */
const ROW_MAX = 100_000 // characters

/** The rows of a CSV text that comes in pieces (RFC 4180, any delimiter, any line ends). Rows without a word are left out. */
export async function* csvRows(
  texts: AsyncIterable<string> | Iterable<string>,
  delimiter: string,
): AsyncGenerator<CsvRow> {
  let line = 1
  let begun = 1
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  /** A quote inside a quoted cell: the end, or the first of two. */
  let isQuote = false
  let afterReturn = false
  let length = 0

  const row = (): CsvRow | null => {
    const found = { line: begun, cells: [...cells, cell] }
    cells = []
    cell = ''
    length = 0
    begun = line
    return found.cells.some((one) => one.trim() !== '') ? found : null
  }

  for await (const text of texts) {
    for (const sign of text) {
      if (afterReturn && sign === '\n') {
        afterReturn = false
        continue
      }
      afterReturn = sign === '\r'
      const isEnd = sign === '\n' || sign === '\r'
      if (isEnd) line += 1
      length += 1
      if (isQuoted && !isQuote) {
        if (sign === '"') isQuote = true
        else cell += isEnd ? '\n' : sign
        if (length <= ROW_MAX) continue
        isQuoted = false
      } else if (isQuote && sign === '"') {
        cell += '"'
        isQuote = false
        continue
      } else if (isQuote) isQuoted = isQuote = false
      if (isEnd) {
        const found = row()
        if (found) yield found
      } else if (sign === delimiter) {
        cells.push(cell)
        cell = ''
      } else if (sign === '"' && cell.trim() === '') {
        cell = ''
        isQuoted = true
      } else cell += sign
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
