/** Empty lines in a row that no quoted cell has, where there are quotes at all. */
const RUN = 100

/** A text without its empty lines. */
export interface Dense {
  text: string
  /** The line, from 1, that a line of `text` is in the whole. Asked in their order. */
  lineOf(line: number): number
}

/**
 * A table costs its reader something for each line: what has nothing on it is left out before. A quoted cell keeps its own empty
 * lines: where there is a quote, only many in a row go.
 */
export function withoutEmptyLines(text: string): Dense {
  const least = text.includes('"') ? RUN : 1
  const parts: string[] = []
  /** The line of the dense text before which lines were left out, and how many there were in all. */
  const gaps: { before: number; dropped: number }[] = []
  let kept = 0
  let dropped = 0
  let line = 1
  let lineStart = 0
  let isEmpty = true
  let emptyFrom = 0
  let empty = 0

  const endOfRun = (at: number) => {
    if (empty >= least) {
      parts.push(text.slice(kept, emptyFrom))
      kept = at
      dropped += empty
      gaps.push({ before: line - dropped, dropped })
    }
    empty = 0
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) {
      if (code === 13 && text.charCodeAt(at + 1) === 10) at++
      if (isEmpty && empty++ === 0) emptyFrom = lineStart
      line++
      lineStart = at + 1
      isEmpty = true
    } else if (isEmpty && code !== 32 && code !== 9) {
      isEmpty = false
      endOfRun(lineStart)
    }
  }
  if (isEmpty) endOfRun(text.length)
  parts.push(text.slice(kept))

  let next = 0
  return {
    text: parts.join(''),
    lineOf: (wanted) => {
      while (next < gaps.length && (gaps[next]?.before ?? 0) <= wanted) next++
      return wanted + (gaps[next - 1]?.dropped ?? 0)
    },
  }
}
