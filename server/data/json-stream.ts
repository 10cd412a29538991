import { AppError } from '@atrium/contract/errors'

/** UTF-16 units of one conversation or one line: far more than any, and little enough to hold. */
const LONGEST = 64 * 1024 * 1024

const tooLong = () =>
  new AppError('unprocessable', 'A single entry of this file is larger than any should be. It was not read.')
export const noJson = (cause?: unknown) =>
  new AppError('unprocessable', 'This file is not valid JSON. Download it again and try once more.', { cause })

async function* textsOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true }) // leaves a byte order mark out
  try {
    for await (const chunk of source) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (cause) {
    throw cause instanceof TypeError ? noJson(cause) : cause
  }
}

/**
 * Signs outside of strings in one line of an archive of ours, which is parsed where everybody is served: that takes a tenth of
 * a second then. What a record may be, 6 MB, has fewer.
 */
const SIGNS_MAX = 8_000_000

/** Deeper than anything of ours: whoever walks through it would exhaust the stack. */
const DEEPEST = 100

const isOpening = (code: number) => code === 91 || code === 123
const isClosing = (code: number) => code === 93 || code === 125

/**
 * Goes through JSON that comes in pieces and tells of each sign outside of strings that is no space: its code, its place in the
 * piece, and how deep it stands. Strings, which are most of it, are leapt over. Throws `unprocessable` where a line has more than
 * `most` of them.
 */
function signs(
  told: (code: number, at: number, depth: number) => void,
  most = Number.POSITIVE_INFINITY,
): (piece: string) => void {
  let depth = 0
  let count = 0
  let inString = false
  let isEscaped = false
  return (piece) => {
    let slash = -1
    for (let at = 0; at < piece.length; ) {
      if (isEscaped) {
        isEscaped = false
        at++
      } else if (inString) {
        const quote = piece.indexOf('"', at)
        if (slash < at) slash = piece.indexOf('\\', at)
        if (slash < 0) slash = piece.length
        const end = quote < 0 ? piece.length : quote
        isEscaped = slash < end
        inString = isEscaped || quote < 0
        at = Math.min(slash, end) + 1
      } else {
        const code = piece.charCodeAt(at)
        if (code === 34) inString = true
        if (isClosing(code)) depth--
        if (code > 32) {
          if (++count > most) throw tooLong()
          told(code, at, depth)
        } else if (code === 10 && depth === 0) count = 0
        if (isOpening(code) && ++depth > DEEPEST)
          throw new AppError('unprocessable', `The JSON is nested deeper than ${DEEPEST} levels.`)
        at++
      }
    }
  }
}

/**
 * The elements of a file that is one JSON array, each as its text, one in memory at a time. What an element is worth is its
 * reader's to find out. Throws `unprocessable` when the file is no array, or ends before its bracket.
 */
export async function* elementsOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let state = 'before' as 'before' | 'in' | 'after'
  let start = 0
  let ends: number[] = []
  const read = signs((code, at, depth) => {
    if (state === 'after' || (state === 'before' && code !== 91)) throw noJson()
    if (state === 'before') {
      state = 'in'
      start = at + 1
    } else if ((code === 44 && depth === 1) || (isClosing(code) && depth === 0)) {
      if (code === 125) throw noJson()
      if (code === 93) state = 'after'
      ends.push(at)
    }
  })
  let element = ''
  for await (const text of textsOf(source)) {
    read(text)
    if (state === 'before') continue
    for (const end of ends) {
      element += text.slice(start, end)
      if (/\S/.test(element)) yield element
      element = ''
      start = end + 1
    }
    ends = []
    if (state === 'in') element += text.slice(start)
    start = 0
    if (element.length > LONGEST) throw tooLong()
  }
  if (state !== 'after') throw noJson()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw noJson(cause)
  }
}

/** The values of a file of JSON lines, one in memory at a time. Throws `unprocessable`. */
export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const read = signs(() => undefined, SIGNS_MAX)
  let rest = ''
  for await (const text of textsOf(source)) {
    read(text)
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const line = rest + text.slice(start, end)
      rest = ''
      start = end + 1
      if (/\S/.test(line)) yield parsed(line)
    }
    rest += text.slice(start)
    if (rest.length > LONGEST) throw tooLong()
  }
  if (/\S/.test(rest)) yield parsed(rest)
}

/** The value of a small JSON file. Throws `unprocessable`. */
export async function jsonOf(source: AsyncIterable<Uint8Array>): Promise<unknown> {
  const read = signs(() => undefined, SIGNS_MAX)
  let whole = ''
  for await (const text of textsOf(source)) {
    read(text)
    whole += text
    if (whole.length > LONGEST) throw tooLong()
  }
  return parsed(whole)
}
