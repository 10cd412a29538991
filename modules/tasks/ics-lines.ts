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
const encoder = new TextEncoder()

/** Lines of more than 75 octets go on in the next line after a space (3.1); a character is never cut. */
export function foldLine(line: string): string {
  const parts: string[] = []
  let part = ''
  let size = 0
  for (const character of line) {
    const octets = encoder.encode(character).length
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
  const head = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):/.exec(text)
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

/** Unfolds and parses a file into its outermost components. A line that is no content line is told and left out. */
export function parseComponents(file: string): { components: Component[]; bad: BadLine[] } {
  const root: Component = { name: '', line: 0, properties: [], components: [] }
  const open: Component[] = [root]
  const bad: BadLine[] = []
  const lines = file.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1
    let text = lines[at] as string
    while (/^[ \t]/.test(lines[at + 1] ?? '')) text += (lines[++at] as string).slice(1)
    if (text.trim() === '') continue
    const property = parseLine(text)
    const inside = open.at(-1) as Component
    if (!property) bad.push({ line, text: text.slice(0, 200), reason: 'is no property with a name and a value' })
    else if (property.name === 'BEGIN') {
      const component = { name: property.value.trim().toUpperCase(), line, properties: [], components: [] }
      inside.components.push(component)
      open.push(component)
    } else if (property.name === 'END') {
      const name = property.value.trim().toUpperCase()
      const depth = open.findLastIndex((component) => component.name === name)
      if (depth > 0) open.length = depth
      else bad.push({ line, text, reason: `ends a ${name} that never began` })
    } else inside.properties.push(property)
  }
  for (const component of open.slice(1))
    bad.push({ line: component.line, text: `BEGIN:${component.name}`, reason: 'never ends' })
  return { components: root.components, bad }
}
