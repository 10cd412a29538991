import { SaxesParser } from 'saxes'
import { DavRefusal } from './refusal.ts'
import { escapeXml } from './xml-text.ts'

/** An element as it was sent. */
export interface Element {
  namespace: string
  name: string
  /** Its attributes as `[namespace, name, value]`. */
  attributes: readonly (readonly [string, string, string])[]
  children: readonly (Element | string)[]
}

export const DAV = 'DAV:'

/** bytes of a body of XML; what clients ask takes a few hundred */
export const MOST_XML = 256 * 1024
const DEEPEST = 32
const MOST_ELEMENTS = 5_000
/** characters; it stands at each name when an element goes out again */
const LONGEST_NAMESPACE = 200
const XMLNS = 'http://www.w3.org/2000/xmlns/'

const malformed = (why: string) => new DavRefusal(400, `The body is not the XML that this call takes: ${why}`)

/** Reads a body with the namespaces of its names. No document types, hence no entities of its own: those are where XML bites. */
export function parseXml(text: string): Element {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const open: { element: Element; children: (Element | string)[] }[] = []
  let root: Element | null = null
  let elements = 0
  const fail = (error: Error) => {
    throw error instanceof DavRefusal ? error : malformed(error.message.slice(0, 200))
  }
  parser.on('error', fail)
  parser.on('doctype', () => fail(malformed('it must not declare a document type.')))
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (++elements > MOST_ELEMENTS || open.length >= DEEPEST) fail(malformed('it has too many elements.'))
    const children: (Element | string)[] = []
    const kept = Object.values(attributes).filter((one) => one.uri !== XMLNS)
    if ([uri, ...kept.map((one) => one.uri)].some(({ length }) => length > LONGEST_NAMESPACE))
      fail(malformed(`a namespace has at most ${LONGEST_NAMESPACE} characters.`))
    const element: Element = {
      namespace: uri,
      name: local,
      attributes: kept.map((one) => [one.uri, one.local, one.value] as const),
      children,
    }
    open.at(-1)?.children.push(element)
    open.push({ element, children })
  })
  parser.on('closetag', () => {
    const closed = open.pop()
    if (open.length === 0 && closed) root = closed.element
  })
  const addText = (part: string) => open.at(-1)?.children.push(part)
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(text).close()
  if (!root) throw malformed('it has no element.')
  return root
}

/** `{DAV:}getetag` */
export const clark = ({ namespace, name }: Pick<Element, 'namespace' | 'name'>): string => `{${namespace}}${name}`
export const unclark = (text: string): { namespace: string; name: string } => {
  const end = text.indexOf('}')
  return { namespace: text.slice(1, end), name: text.slice(end + 1) }
}

export const elementsOf = ({ children }: Element): Element[] => children.filter((child) => typeof child !== 'string')
export const child = (element: Element, name: string, namespace = DAV): Element | undefined =>
  elementsOf(element).find((one) => one.name === name && one.namespace === namespace)
export const textOf = ({ children }: Element): string =>
  children.map((one) => (typeof one === 'string' ? one : textOf(one))).join('')

const attributeText = (attributes: Element['attributes']): string =>
  attributes
    .map(([namespace, name, value], at) => {
      if (namespace === '') return ` ${name}="${escapeXml(value)}"`
      if (namespace === 'http://www.w3.org/XML/1998/namespace') return ` xml:${name}="${escapeXml(value)}"`
      return ` xmlns:a${at}="${escapeXml(namespace)}" a${at}:${name}="${escapeXml(value)}"`
    })
    .join('')

/** Characters that it has at least as `elementText`: what is too much is not written first. */
export const leastText = ({ namespace, name, attributes, children }: Element): number =>
  attributes.reduce((sum, parts) => sum + parts.join('').length, namespace.length + name.length) +
  children.reduce((sum, one) => sum + (typeof one === 'string' ? one.length : leastText(one)), 0)

/** The element as XML that stands alone: each name with its namespace. */
export function elementText({ namespace, name, attributes, children }: Element): string {
  const inside = children.map((one) => (typeof one === 'string' ? escapeXml(one) : elementText(one))).join('')
  const start = `${name} xmlns="${escapeXml(namespace)}"${attributeText(attributes)}`
  return inside === '' ? `<${start}/>` : `<${start}>${inside}</${name}>`
}

/** A property by its Clark name, with this XML in it. */
export function propertyText(name: string, inside: string): string {
  const { namespace, name: local } = unclark(name)
  if (namespace === DAV) return inside === '' ? `<D:${local}/>` : `<D:${local}>${inside}</D:${local}>`
  const start = `${local} xmlns="${escapeXml(namespace)}"`
  return inside === '' ? `<${start}/>` : `<${start}>${inside}</${local}>`
}

/** A body of at most `MOST_XML` bytes as text: UTF-8, or UTF-16 where its first bytes say so. null when there is none. */
export async function xmlBody(request: Request): Promise<Element | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > MOST_XML) throw new DavRefusal(413, 'The body of this call is too long.')
    chunks.push(chunk)
  }
  if (size === 0) return null
  const bytes = Buffer.concat(chunks)
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new DavRefusal(400, 'The body is not text in UTF-8.', { cause })
  }
  return parseXml(text)
}
