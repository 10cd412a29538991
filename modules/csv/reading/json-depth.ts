const QUOTE = 34
const BACKSLASH = 92
const OPEN = new Set([91, 123])
const CLOSE = new Set([93, 125])

/** How deep lists and objects of a JSON text lie in each other, in one pass and without a stack: a parser of them has one. */
export function jsonDepth(text: string): number {
  let depth = 0
  let most = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at++
    } else if (OPEN.has(code)) most = Math.max(most, ++depth)
    else if (CLOSE.has(code)) depth--
  }
  return most
}
