import type { DavPlace, DavResource, DavTree } from '@atrium/contract/dav'
import type { ActionContext } from '@atrium/contract/module'
import type { Principal } from '@atrium/contract/principal'
import type { Database } from '../platform/database/connect.ts'
import { holds, parseIf, refuseUnmatched, tokensIn } from './conditions.ts'
import { covering, locksOf, refuseLocked, type Touched, type Tree } from './locks.ts'
import { DAV_ROOT, isWithin, segmentsOf } from './paths.ts'
import { DavRefusal } from './refusal.ts'

/** A module's tree at work: in one change of the caller's. */
export interface Open {
  dav: DavTree
  context: ActionContext<never>
  /** From here to the end of the change no other program's call writes names in this tree: look for them after it. */
  alone(): Promise<void>
}

/** A call on something in a module's tree. */
export interface DavCall {
  request: Request
  db: Database
  principal: Principal
  tree: Tree
  /** Its names in the tree. */
  path: readonly string[]
  /** The tree is one of calendars: what is put are events. */
  hasCalendars: boolean
  /** Does something as one change of the module's; a `read` may change nothing. */
  perform<T>(effect: 'read' | 'write', work: (open: Open) => Promise<T>): Promise<T>
}

export const find = ({ dav, context }: Open, path: readonly string[]): Promise<DavResource | null> =>
  dav.find(context, path)

export async function get(open: Open, path: readonly string[]): Promise<DavResource> {
  const found = await find(open, path)
  if (!found) throw new DavRefusal(404, 'There is nothing here by that name.')
  return found
}

/** Where something is to come. Throws 409 when its folder is not there. */
export async function placeAt(open: Open, path: readonly string[]): Promise<DavPlace> {
  const name = path.at(-1)
  if (name === undefined) {
    // A file that somebody shared alone is its tree's top.
    const top = await find(open, [])
    if (top?.kind === 'file') return { parent: top, name: top.name, there: top }
    throw new DavRefusal(403, 'The top itself can be neither replaced nor moved.')
  }
  const parent = await find(open, path.slice(0, -1))
  if (parent?.kind !== 'collection') throw new DavRefusal(409, 'The folder that it would lie in is not there.')
  return { parent, name, there: await find(open, path) }
}

/** The names in this tree of an address that was sent; null when it is elsewhere. */
export function pathIn({ tree, request }: DavCall, address: string): readonly string[] | null {
  const url = URL.parse(address, request.url)
  if (!url || !`${url.pathname}/`.startsWith(`${DAV_ROOT}/`)) return null
  const segments = segmentsOf(url.pathname)
  return isWithin(segments, tree.base) ? segments.slice(tree.base.length) : null
}

/** Throws 412 when a condition of the caller's does not hold, 423 when something that the call touches is locked. */
export async function guard(
  call: DavCall,
  open: Open,
  there: DavResource | null,
  touched: readonly Touched[],
  headers = call.request.headers,
): Promise<void> {
  const { db, tree, path, principal } = call
  const locks = await locksOf(db, tree)
  const header = headers.get('if')
  const lists = header === null ? [] : parseIf(header)
  const state = async (address: string | null) => {
    const place = address === null ? path : pathIn(call, address)
    if (place === null) return { etag: null, tokens: new Set<string>() }
    const resource = address === null ? there : await find(open, place)
    return { etag: resource?.etag ?? null, tokens: new Set(covering(locks, place).map(({ token }) => token)) }
  }
  if (lists.length > 0 && !(await holds(lists, state)))
    throw new DavRefusal(412, 'It is not what you had of it: somebody else was faster.')
  refuseUnmatched(headers, there)
  refuseLocked(tree, locks, touched, { userId: principal.userId, tokens: tokensIn(lists) })
}

/** Whether a body was sent: WebDAV's calls refuse one that they do not know. */
export const hasBody = ({ headers }: Request): boolean =>
  headers.has('transfer-encoding') || (headers.get('content-length') ?? '0') !== '0'
