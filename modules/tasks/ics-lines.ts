import { AppError } from '@atrium/contract/errors'
import type { Pause } from '@atrium/contract/pauses'
import { linesOf } from './file-lines.ts'

/** One content line of RFC 5545, 3.1: `DUE;TZID=Europe/Berlin:20261001T090000`. */
export interface Property {
  name: string
  parameters: Record<string, string>
  value: string
}

export interface Component {
  name: string
  /** The line of the file on which it begins, from 1. */
  line: number
  properties: Property[]
  components: Component[]
}

const OCTETS = 75
/** Components inside components; a calendar with an alarm in a to-do has three. */
const DEEPEST = 16
/** Lines that are none of a calendar's, before the file counts as no calendar. */
const MOST_BAD = 1_000
/** Characters of a line's name and parameters. */
const LONGEST_HEAD = 4_000

const octetsOf = (character: string): number => {
  const code = character.codePointAt(0) as number
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** Lines of more than 75 octets go on in the next line after a space (3.1); a character is never cut. */
export function foldLine(line: string): string {
  if (line.length * 3 <= OCTETS) return line // a UTF-16 unit is at most three octets
  const parts: string[] = []
  let part = ''
  let size = 0
  for (const character of line) {
    const octets = octetsOf(character)
    if (size + octets > OCTETS) {
      parts.push(part)
      part = ''
      size = 1 // the space before it
    }
    part += character
    size += octets
  }
  return [...parts, part].join('\r\n ')
}

/** 3.3.11: TEXT. */
export const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r\n|\n|\r/g, '\\n')
export const unescapeText = (text: string): string =>
  text.replace(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character))

/** The parts of a list of TEXT, whose commas are not escaped. */
export const splitTexts = (value: string): string[] =>
  (value.match(/(?:\\.|[^,\\])+/g) ?? []).map((part) => unescapeText(part).trim()).filter(Boolean)

function parseLine(text: string): Property | null {
  const head = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):/.exec(
    text.slice(0, LONGEST_HEAD),
  )
  if (!head) return null
  const parameters: Record<string, string> = {}
  for (const [, name, value] of (head[2] ?? '').matchAll(/;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:])*)/g))
    parameters[(name as string).toUpperCase()] = (value as string).replaceAll('"', '')
  return { name: (head[1] as string).toUpperCase(), parameters, value: text.slice(head[0].length) }
}

export interface BadLine {
  line: number
  text: string
  reason: string
}

interface Line {
  /** Its first line in the file, from 1. */
  line: number
  text: string
}

/** The content lines of a file, unfolded. */
async function* contentLines(file: string, pause: Pause): AsyncGenerator<Line> {
  let parts: string[] = []
  let first = 1
  let at = 0
  for (const text of linesOf(file)) {
    await pause()
    at++
    if (at > 1 && /^[ \t]/.test(text)) {
      parts.push(text.slice(1))
      continue
    }
    if (parts.length > 0) yield { line: first, text: parts.join('') }
    parts = [text]
    first = at
  }
  yield { line: first, text: parts.join('') }
}

/**
 * Parses a file into its outermost components. Properties are kept only inside VTODO: a calendar's events would fill the
 * memory. A line that is no content line is told and left out; a file of many such lines is refused with `bad_request`.
 */
export async function parseComponents(
  file: string,
  pause: Pause,
): Promise<{ components: Component[]; bad: BadLine[] }> {
  const root: Component = { name: '', line: 0, properties: [], components: [] }
  const open: Component[] = [root]
  const bad: BadLine[] = []
  /** How deep inside a component that is itself too deep. */
  let skipped = 0
  const refuse = (line: number, text: string, reason: string) => {
    if (bad.length >= MOST_BAD)
      throw new AppError('bad_request', 'Too many lines of this file cannot be read. Is it an iCalendar file (.ics)?')
    bad.push({ line, text: text.slice(0, 200), reason })
  }
  for await (const { line, text } of contentLines(file, pause)) {
    if (text.trim() === '') continue
    const property = parseLine(text)
    const inside = open.at(-1) as Component
    const isBoundary = property?.name === 'BEGIN' || property?.name === 'END'
    const name = isBoundary ? property.value.trim().toUpperCase() : ''
    if (property?.name === 'BEGIN' && (skipped > 0 || open.length > DEEPEST)) {
      if (skipped++ === 0) refuse(line, text, `is more than ${DEEPEST} components deep`)
    } else if (property?.name === 'END' && skipped > 0) skipped--
    else if (skipped > 0) continue
    else if (!property) refuse(line, text, 'is no property with a name and a value')
    else if (property.name === 'BEGIN') {
      const component = { name, line, properties: [], components: [] }
      inside.components.push(component)
      open.push(component)
    } else if (property.name === 'END') {
      const depth = open.findLastIndex((component) => component.name === name)
      if (depth > 0) open.length = depth
      else refuse(line, text, `ends a ${name.slice(0, 60)} that never began`)
    } else if (inside.name === 'VTODO') inside.properties.push(property)
  }
  for (const component of open.slice(1)) refuse(component.line, `BEGIN:${component.name}`, 'never ends')
  return { components: root.components, bad }
}
