import { CALENDAR_TYPE, calendarProperties } from './calendars/properties.ts'
import { covering, lockText } from './locks.ts'
import { hrefOf } from './paths.ts'
import { DavRefusal } from './refusal.ts'
import type { Live, Shown } from './shown.ts'
import { clark, DAV, type Element, elementsOf, elementText, leastText, propertyText } from './xml.ts'
import { escapeXml } from './xml-text.ts'

const LOCKABLE = ['exclusive', 'shared']
  .map(
    (scope) => `<D:lockentry><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>`,
  )
  .join('')

/** RFC 4918, section 15. */
const usual: Readonly<Record<string, Live>> = {
  resourcetype: ({ resource, isPrincipal }) =>
    (resource.kind === 'collection' ? '<D:collection/>' : '') +
    (resource.calendar ? CALENDAR_TYPE : '') +
    (isPrincipal ? '<D:principal/>' : ''),
  displayname: ({ resource }) => escapeXml(resource.calendar?.title ?? resource.name),
  creationdate: ({ resource }) => resource.createdAt,
  getlastmodified: ({ resource }) => new Date(resource.modifiedAt).toUTCString(),
  getcontentlength: ({ resource }) => (resource.kind === 'file' ? String(resource.size) : null),
  getcontenttype: ({ resource }) => (resource.kind === 'file' ? escapeXml(resource.mime) : null),
  getetag: ({ resource }) => (resource.etag === null ? null : escapeXml(resource.etag)),
  supportedlock: ({ tree }) => (tree ? LOCKABLE : null),
  lockdiscovery: ({ tree, locks, path }) =>
    tree &&
    covering(locks, path)
      .map((lock) => lockText(tree, lock))
      .join(''),
}

/** Those that are only told to who asks for them by name. */
const asked: Readonly<Record<string, Live>> = {
  // RFC 4331
  'quota-available-bytes': async ({ resource, room }) => {
    if (resource.kind !== 'collection') return null
    const its = await room()
    return its && String(Math.max(0, its.quotaBytes - its.usedBytes))
  },
  'quota-used-bytes': async ({ resource, room }) => {
    const its = resource.kind === 'collection' ? await room() : null
    return its && String(its.usedBytes)
  },
  // RFC 5397, RFC 3744
  'current-user-principal': ({ principal }) => `<D:href>${escapeXml(principal)}</D:href>`,
}

const named = (part: Readonly<Record<string, Live>>) =>
  Object.entries(part).map(([name, live]) => [`{${DAV}}${name}`, live] as const)
const USUAL = new Map<string, Live>(named(usual))
const LIVE = new Map<string, Live>([...USUAL, ...named(asked), ...Object.entries(calendarProperties)])

export const isLive = (name: string): boolean => LIVE.has(name)

/** How much programs may have us keep with one thing. */
const MOST_PROPERTIES = 100
/** characters of XML */
const MOST_OF_ALL = 32_000
const tooMuch = () => new DavRefusal(507, 'That is more than can be kept with one file besides its bytes.')

/** The properties as they are kept, by their Clark names. Throws 507 where they are more than one thing may have. */
export function keptProperties(
  before: Readonly<Record<string, string>>,
  steps: readonly { isSet: boolean; element: Element }[],
): Record<string, string> {
  if (steps.reduce((sum, { isSet, element }) => sum + (isSet ? leastText(element) : 0), 0) > MOST_OF_ALL)
    throw tooMuch()
  const properties = new Map(Object.entries(before))
  for (const { isSet, element } of steps)
    if (isSet) properties.set(clark(element), elementText(element))
    else properties.delete(clark(element))
  const size = [...properties.values()].reduce((sum, { length }) => sum + length, 0)
  if (properties.size > MOST_PROPERTIES || size > MOST_OF_ALL) throw tooMuch()
  return Object.fromEntries(properties)
}

/** What a PROPFIND asks for. */
export type Asked =
  | { kind: 'all'; besides: readonly string[] }
  | { kind: 'names' }
  | { kind: 'some'; names: readonly string[] }

const MOST_ASKED = 200

export const namesIn = (element: Element): string[] => {
  const names = elementsOf(element).map(clark)
  if (names.length > MOST_ASKED) throw new DavRefusal(400, `Ask for at most ${MOST_ASKED} properties.`)
  return [...new Set(names)]
}

/** RFC 4918, section 14.20; without a body everything usual is asked for. */
export function askedIn(body: Element | null): Asked {
  if (body === null) return { kind: 'all', besides: [] }
  if (clark(body) !== `{${DAV}}propfind`) throw new DavRefusal(400, 'PROPFIND takes a propfind element.')
  const parts = new Map(elementsOf(body).map((one) => [clark(one), one]))
  const [all, names, some] = ['allprop', 'propname', 'prop'].map((name) => parts.get(`{${DAV}}${name}`))
  if ([all, names, some].filter(Boolean).length !== 1)
    throw new DavRefusal(400, 'A propfind element has one of prop, allprop and propname in it.')
  if (some) return { kind: 'some', names: namesIn(some) }
  const include = parts.get(`{${DAV}}include`)
  return names ? { kind: 'names' } : { kind: 'all', besides: include ? namesIn(include) : [] }
}

const propstat = (properties: readonly string[], status: string) =>
  properties.length === 0
    ? ''
    : `<D:propstat><D:prop>${properties.join('')}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat>`

/** One `response` of a multistatus, with the properties by how it went with each. */
export const responseText = (href: string, byStatus: Readonly<Record<string, readonly string[]>>): string => {
  const parts = Object.entries(byStatus).map(([status, properties]) => propstat(properties, status))
  // A response has a propstat at least.
  const inside = parts.join('') || '<D:propstat><D:prop/><D:status>HTTP/1.1 200 OK</D:status></D:propstat>'
  return `<D:response><D:href>${escapeXml(href)}</D:href>${inside}</D:response>`
}

/** What a thing has of what was asked for. */
export async function describe(shown: Shown, what: Asked): Promise<string> {
  const { resource, segments } = shown
  const found: string[] = []
  const missing: string[] = []
  const add = async (name: string) => {
    const live = LIVE.get(name)
    const dead = live ? undefined : resource.properties[name]
    if (dead !== undefined) return void found.push(dead)
    const inside = (await live?.(shown)) ?? null
    if (inside !== null) found.push(propertyText(name, inside))
    else missing.push(propertyText(name, ''))
  }
  const own = Object.keys(resource.properties)
  if (what.kind === 'some') for (const name of what.names) await add(name)
  else {
    for (const name of new Set([...USUAL.keys(), ...own, ...(what.kind === 'all' ? what.besides : [])])) await add(name)
    missing.length = 0
  }
  const href = hrefOf(segments, resource.kind === 'collection')
  if (what.kind !== 'names') return responseText(href, { '200 OK': found, '404 Not Found': missing })
  const names = [...LIVE.keys(), ...own].map((name) => propertyText(name, ''))
  return responseText(href, { '200 OK': names })
}

/** characters of an answer, which lies in memory whole; 50,000 files with everything usual have most of it */
const MOST_OF_ANSWER = 64 * 1024 ** 2

/** Responses as they come. `add` throws 403 where they are more than an answer can have. */
export function answerParts(): { parts: readonly string[]; add(response: string): void } {
  const parts: string[] = []
  let size = 0
  return {
    parts,
    add(response) {
      size += response.length
      if (size > MOST_OF_ANSWER)
        throw new DavRefusal(403, 'That is too much for one answer: ask for less of it.', {
          condition: '<D:number-of-matches-within-limits/>',
        })
      parts.push(response)
    },
  }
}

/** One of something that is not there: RFC 4791, section 7.9, RFC 6578, section 3.5. */
export const missingText = (href: string): string =>
  `<D:response><D:href>${escapeXml(href)}</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>`

/** `more`: XML behind the responses. */
export function multistatus(responses: readonly string[], more = ''): Response {
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:">${responses.join('')}${more}</D:multistatus>`
  return new Response(body, { status: 207, headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
