import { AppError } from '@atrium/contract/errors'

/** UTF-16 units of one conversation or one line: far more than any, and little enough to hold. */
const LONGEST = 64 * 1024 * 1024

const tooLong = () =>
  new AppError('unprocessable', 'A single entry of this file is larger than 64 MB. It was not read.')
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
 * The elements of a file that is one JSON array, each as its text, one in memory at a time. What an element is worth is its
 * reader's to find out. Throws `unprocessable` when the file is no array, or ends before its bracket.
 */
export async function* elementsOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let state = 'before' as 'before' | 'in' | 'after'
  let depth = 0
  let inString = false
  let escaped = false
  let element = ''
  for await (const text of textsOf(source)) {
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (state !== 'in') {
        if (code <= 32) continue
        if (state === 'after' || code !== 91) throw noJson()
        state = 'in'
        from = at + 1
      } else if (inString) {
        if (escaped) escaped = false
        else if (code === 92) escaped = true
        else if (code === 34) inString = false
      } else if (code === 34) inString = true
      else if (code === 123 || code === 91) depth++
      else if (depth > 0 && (code === 125 || code === 93)) depth--
      else if (depth === 0 && (code === 44 || code === 93)) {
        element += text.slice(from, at)
        if (element.trim() !== '') yield element
        element = ''
        from = at + 1
        if (code === 93) state = 'after'
      }
    }
    if (state === 'in') element += text.slice(from)
    if (element.length > LONGEST) throw tooLong()
  }
  if (state !== 'after') throw noJson()
}

/** The values of a file of JSON lines. Throws `unprocessable`. */
export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const parse = (line: string): unknown => {
    try {
      return JSON.parse(line)
    } catch (cause) {
      throw noJson(cause)
    }
  }
  let rest = ''
  for await (const text of textsOf(source)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST) throw tooLong()
    for (const line of lines) if (line.trim() !== '') yield parse(line)
  }
  if (rest.trim() !== '') yield parse(rest)
}

/** The value of a small JSON file. Throws `unprocessable`. */
export async function jsonOf(source: AsyncIterable<Uint8Array>): Promise<unknown> {
  let whole = ''
  for await (const text of textsOf(source)) {
    whole += text
    if (whole.length > LONGEST) throw tooLong()
  }
  try {
    return JSON.parse(whole)
  } catch (cause) {
    throw noJson(cause)
  }
}
