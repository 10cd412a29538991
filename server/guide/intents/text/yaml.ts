import { DEPTH_MOST } from '@atrium/domain/text/json'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'

export type YamlRead =
  | { value: unknown }
  | { line: number; column: number }
  /** It would not end, or fill the memory. */
  | { refused: 'depth' | 'aliases' }

/** Characters of it that are read within the blink of an eye. */
export const YAML_MOST = 50_000
/** How often a text may refer to what it has named: each may stand for all that was before it. */
const ALIASES_MOST = 100

/** Whether it is nested deeper than anything that people write: brackets, indents, or hyphens in a row. */
function isDeep(text: string): boolean {
  let open = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '[' || sign === '{') open += 1
    else if (sign === ']' || sign === '}') open = Math.max(0, open - 1)
    if (open > DEPTH_MOST) return true
  }
  const indents: number[] = []
  for (const line of text.split('\n')) {
    const lead = /^[ ?:-]*/.exec(line)?.[0] ?? ''
    if ((lead.match(/[?:-] /g)?.length ?? 0) > DEPTH_MOST) return true
    if (lead.length === line.length) continue
    while (indents.length > 0 && (indents.at(-1) as number) >= lead.length) indents.pop()
    indents.push(lead.length)
    if (indents.length > DEPTH_MOST) return true
  }
  return false
}

/** Reads YAML 1.2; whole numbers that no double holds are bigints. */
export function readYaml(text: string): YamlRead {
  if (isDeep(text)) return { refused: 'depth' }
  if ((text.match(/(?:^|[\s[{,:-])\*[^\s,\]}]/g)?.length ?? 0) > ALIASES_MOST) return { refused: 'aliases' }
  const lineCounter = new LineCounter()
  try {
    const document = parseDocument(text, {
      lineCounter,
      prettyErrors: false,
      intAsBigInt: true,
      stringKeys: true,
      // It would compare each name with all others.
      uniqueKeys: false,
      logLevel: 'silent',
    })
    const fault = document.errors[0]
    if (fault) {
      const { line, col } = lineCounter.linePos(fault.pos[0])
      return { line, column: col }
    }
    const twice = repeatedName(document.contents)
    if (twice !== null) {
      const { line, col } = lineCounter.linePos(twice)
      return { line, column: col }
    }
    return { value: plain(document.toJS({ maxAliasCount: ALIASES_MOST })) }
  } catch (error) {
    if (error instanceof ReferenceError) return { refused: 'aliases' }
    if (error instanceof RangeError) return { refused: 'depth' }
    throw error
  }
}

/** Where a name stands for the second time in one object. */
function repeatedName(node: Node | null): number | null {
  if (!isMap(node) && !isSeq(node)) return null
  const names = new Set<unknown>()
  for (const item of node.items) {
    const { key, value } = (isMap(node) ? item : { key: null, value: item }) as { key: Node | null; value: Node | null }
    if (isScalar(key)) {
      if (names.has(key.value)) return key.range?.[0] ?? 0
      names.add(key.value)
    }
    const within = repeatedName(value)
    if (within !== null) return within
  }
  return null
}

/** Bigints only where a number cannot be. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]))
  return value
}
