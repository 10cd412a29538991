// JSON (RFC 8259) as a text: read token by token, so that numbers and repeated names stay as they are written.

export type JsonExpected =
  | 'value'
  | 'valueOrEnd'
  | 'name'
  | 'nameOrEnd'
  | 'colon'
  | 'commaOrBracket'
  | 'commaOrBrace'
  | 'end'
  | 'quote'
  | 'escape'
  | 'escapedLine'
  | 'digit'
  | 'depth'

/** Where a text stops being JSON; line and column count from 1. */
export interface JsonFault {
  line: number
  column: number
  expected: JsonExpected
  /** What stands there; empty at the end of the text. */
  found: string
}

interface Token {
  kind: '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'literal'
  text: string
}

/** Deeper ones are refused: indenting them makes a text of the square of its length. */
export const DEPTH_MOST = 200

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const BEGUN_NUMBER = /-?(?:0|[1-9]\d*)?(?:\.\d*)?(?:[eE][+-]?\d*)?/y
const WORD = /(?:true|false|null)(?![\p{L}\p{N}_])/uy
const PLAIN = /[^"\\\p{Cc}]*/uy
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y
const SPACE = /[ \t\r\n]*/y
const SHOWN = /[\p{L}\p{N}_.]{1,20}|./suy

const stick = (pattern: RegExp, text: string, at: number): string | null => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

export function placeIn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at)
  const start = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1
  return { line: before.split(/\r\n|\r|\n/).length, column: at - start + 1 }
}

class Stopped extends Error {
  readonly at: number
  readonly expected: JsonExpected
  constructor(at: number, expected: JsonExpected) {
    super(expected)
    this.at = at
    this.expected = expected
  }
}

/** The place behind the string that begins here. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; ; ) {
    at += (stick(PLAIN, text, at) as string).length
    const sign = text[at]
    if (sign === '"') return at + 1
    if (sign !== undefined && sign >= '\u007f')
      at += 1 // a control character that JSON lets pass
    else if (sign === '\\') {
      const escaped = stick(ESCAPE, text, at)
      if (!escaped) throw new Stopped(at, 'escape')
      at += escaped.length
    } else throw new Stopped(at, sign === undefined ? 'quote' : 'escapedLine')
  }
}

function tokenAt(text: string, at: number, expected: JsonExpected): Token {
  const sign = text[at] as string
  if ('{}[],:'.includes(sign)) return { kind: sign as Token['kind'], text: sign }
  if (sign === '"') return { kind: 'string', text: text.slice(at, stringEnd(text, at)) }
  const number = stick(NUMBER, text, at)
  if (number) {
    const begun = stick(BEGUN_NUMBER, text, at) as string
    if (begun.length > number.length) throw new Stopped(at + begun.length, 'digit')
    return { kind: 'literal', text: number }
  }
  if (sign === '-') throw new Stopped(at + 1, 'digit')
  const word = stick(WORD, text, at)
  if (!word) throw new Stopped(at, expected)
  return { kind: 'literal', text: word }
}

/** Reads a whole text; `onToken` gets what it holds, with its depth and what stands before it. */
function read(text: string, onToken: (token: Token, depth: number, before: Token | null) => void): JsonFault | null {
  const open: ('{' | '[')[] = []
  let expected: JsonExpected = 'value'
  let before: Token | null = null
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  try {
    for (;;) {
      at += (stick(SPACE, text, at) as string).length
      if (at >= text.length) {
        if (expected === 'end') return null
        throw new Stopped(at, expected)
      }
      const token = tokenAt(text, at, expected)
      expected = following(token, open, expected, at)
      onToken(token, open.length, before)
      before = token
      at += token.text.length
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    const place = Math.min(error.at, text.length)
    return { ...placeIn(text, place), expected: error.expected, found: stick(SHOWN, text, place) ?? '' }
  }
}

/** What may come behind a token. */
function following(token: Token, open: ('{' | '[')[], expected: JsonExpected, at: number): JsonExpected {
  const isIn = () => (open.length === 0 ? 'end' : open.at(-1) === '{' ? 'commaOrBrace' : 'commaOrBracket')
  const isValue = expected === 'value' || expected === 'valueOrEnd'
  switch (token.kind) {
    case '{':
    case '[':
      if (!isValue) break
      if (open.length >= DEPTH_MOST) throw new Stopped(at, 'depth')
      open.push(token.kind)
      return token.kind === '{' ? 'nameOrEnd' : 'valueOrEnd'
    case '}':
      if (expected !== 'commaOrBrace' && expected !== 'nameOrEnd') break
      open.pop()
      return isIn()
    case ']':
      if (expected !== 'commaOrBracket' && expected !== 'valueOrEnd') break
      open.pop()
      return isIn()
    case ',':
      if (expected === 'commaOrBrace') return 'name'
      if (expected === 'commaOrBracket') return 'value'
      break
    case ':':
      if (expected === 'colon') return 'value'
      break
    case 'string':
      if (expected === 'name' || expected === 'nameOrEnd') return 'colon'
      if (isValue) return isIn()
      break
    case 'literal':
      if (isValue) return isIn()
  }
  throw new Stopped(at, expected)
}

/** Why a text is no JSON; null when it is. */
export const jsonFault = (text: string): JsonFault | null => read(text, () => {})

/** Without any blank. */
export function minifyJson(text: string): string | JsonFault {
  const parts: string[] = []
  return read(text, (token) => parts.push(token.text)) ?? parts.join('')
}

/** Two blanks a level, a line each name and value; empty lists and objects on one line. */
export function formatJson(text: string): string | JsonFault {
  const parts: string[] = []
  const fault = read(text, ({ kind, text: written }, depth, before) => {
    const isEnd = kind === '}' || kind === ']'
    const isBehindStart = before?.kind === '{' || before?.kind === '['
    if ((isBehindStart && !isEnd) || before?.kind === ',')
      parts.push('\n', '  '.repeat(kind === '{' || kind === '[' ? depth - 1 : depth))
    else if (isEnd && !isBehindStart) parts.push('\n', '  '.repeat(depth))
    else if (before?.kind === ':') parts.push(' ')
    parts.push(written)
  })
  return fault ?? parts.join('')
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

/** The value of a text that is JSON; whole numbers that no double holds are bigints. */
export const jsonValue = (text: string): unknown =>
  JSON.parse(text.replace(/^\ufeff/, ''), ((_, value, { source }) =>
    typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
      ? BigInt(source)
      : value) as Reviver as (key: string, value: unknown) => unknown)

const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** A value as JSON, bigints as numbers. */
export const writeJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? rawJSON(String(part)) : part), indent) ??
  'null'
