const BREAK = /\r\n|\r|\n/g

/** The lines of a text one by one: a list of all of them would need many times the room of the file. */
export function* linesOf(text: string): Generator<string> {
  let start = 0
  for (const found of text.matchAll(BREAK)) {
    yield text.slice(start, found.index)
    start = found.index + found[0].length
  }
  yield text.slice(start)
}
