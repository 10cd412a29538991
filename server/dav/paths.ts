import { DavRefusal } from './refusal.ts'

export const DAV_ROOT = '/dav'

/** Folders in folders. */
const DEEPEST = 64
/** UTF-16 code units of one name; what the file systems of people's machines have */
const LONGEST = 255

/** RFC 3986, path segments: letters and digits, and what needs no escape in any program's eyes. */
export const hrefOf = (segments: readonly string[], isCollection: boolean): string => {
  const path = [DAV_ROOT, ...segments.map((one) => encodeURIComponent(one.toWellFormed()))].join('/')
  return isCollection ? `${path}/` : path
}

function nameIn(segment: string): string {
  let name: string
  try {
    name = decodeURIComponent(segment)
  } catch (cause) {
    throw new DavRefusal(400, 'The address is not UTF-8 in percent signs.', { cause })
  }
  if (name === '.' || name === '..' || /[/\p{Cc}]/u.test(name))
    throw new DavRefusal(400, 'A name has no slash and no control characters in it.')
  if (name.length > LONGEST) throw new DavRefusal(400, `A name has at most ${LONGEST} characters.`)
  return name.toWellFormed().normalize('NFC')
}

/** The names of an address below `/dav`. Throws 400 for names that nothing can have. */
export function segmentsOf(pathname: string): string[] {
  const names = pathname.slice(DAV_ROOT.length).split('/').filter(Boolean).map(nameIn)
  if (names.length > DEEPEST) throw new DavRefusal(400, `Folders go at most ${DEEPEST} deep.`)
  return names
}

/** Where a COPY or MOVE goes: an address of this server, whole or without its host (RFC 4918, section 10.3). */
export function destinationOf(request: Request): string[] {
  const sent = request.headers.get('destination')
  if (sent === null) throw new DavRefusal(400, 'Say where to: the header Destination is missing.')
  const host = request.headers.get('host')
  const url = URL.parse(sent, `http://${host}`)
  if (!url || !/^https?:$/.test(url.protocol)) throw new DavRefusal(400, 'The header Destination is no address.')
  // Who stands behind a proxy may say http and https of the same server.
  const own = URL.parse(`${url.protocol}//${host}`)
  if (url.host !== own?.host) throw new DavRefusal(502, 'The header Destination names another server.')
  if (!`${url.pathname}/`.startsWith(`${DAV_ROOT}/`)) throw new DavRefusal(403, 'That is no place for files.')
  return segmentsOf(url.pathname)
}

export type Depth = '0' | '1' | 'infinity'

export function depthOf(request: Request, whenAbsent: Depth): Depth {
  const sent = request.headers.get('depth')?.trim().toLowerCase()
  if (sent === undefined) return whenAbsent
  if (sent !== '0' && sent !== '1' && sent !== 'infinity')
    throw new DavRefusal(400, 'The header Depth is 0, 1 or infinity.')
  return sent
}

/** Whether the first lies in the second, or is it. */
export const isWithin = (path: readonly string[], above: readonly string[]): boolean =>
  path.length >= above.length && above.every((name, at) => path[at] === name)
