import type { DavResource } from '@atrium/contract/dav'
import { inTurns } from '@atrium/contract/pauses'
import { type DavCall, get, guard } from './call.ts'
import { locksOf } from './locks.ts'
import { depthOf } from './paths.ts'
import { answerParts, askedIn, describe, multistatus } from './properties.ts'
import { DavRefusal } from './refusal.ts'
import type { Shown } from './shown.ts'
import { xmlBody } from './xml.ts'

export async function read(call: DavCall): Promise<Response> {
  return call.perform('read', async (open) => {
    const there = await get(open, call.path)
    if (there.kind === 'collection')
      throw new DavRefusal(
        405,
        'This is a folder, for programs that speak WebDAV. Its page in the workspace shows it to people.',
      )
    // What a browser asks by If-None-Match is the answer's own matter: nothing new is no refusal.
    const headers = new Headers(call.request.headers)
    headers.delete('if-none-match')
    await guard(call, open, there, [], headers)
    return open.dav.read(open.context, there, call.request)
  })
}

/** Refuses the depth that would list everything at once (RFC 4918, section 9.1). */
export function shallow(request: Request): '0' | '1' {
  const depth = depthOf(request, 'infinity')
  if (depth !== 'infinity') return depth
  throw new DavRefusal(403, 'Ask for one folder after the other: the header Depth is 0 or 1.', {
    condition: '<D:propfind-finite-depth/>',
  })
}

export async function findProperties(
  call: DavCall,
  around: Pick<Shown, 'principal' | 'room' | 'mayWrite'>,
): Promise<Response> {
  const { request, db, tree, path } = call
  const depth = shallow(request)
  const asked = askedIn(await xmlBody(request))
  const { there, inside } = await call.perform('read', async (open) => {
    const there = await get(open, path)
    const inside = depth === '1' && there.kind === 'collection' ? await open.dav.list(open.context, there) : []
    return { there, inside }
  })
  const locks = await locksOf(db, tree)
  const show = (resource: DavResource, at: readonly string[]) =>
    describe({ ...around, resource, segments: [...tree.base, ...at], tree, path: at, locks }, asked)
  const responses = answerParts()
  responses.add(await show(there, path))
  for await (const one of inTurns(inside)) responses.add(await show(one, [...path, one.name]))
  return multistatus(responses.parts)
}
