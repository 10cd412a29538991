import { makeCalendar, putObject, saidOf, saying } from './calendars/changing.ts'
import { COLOUR, TITLE } from './calendars/properties.ts'
import { calendarsOf } from './calendars/reports.ts'
import { type DavCall, find, get, guard, hasBody, placeAt } from './call.ts'
import { removeLocksBelow } from './locks.ts'
import { depthOf, destinationOf, hrefOf, isWithin } from './paths.ts'
import { isLive, keptProperties, multistatus, responseText } from './properties.ts'
import { DavRefusal } from './refusal.ts'
import { child, clark, DAV, elementsOf, propertyText, xmlBody } from './xml.ts'

/** Bytes that take as long as they take, and what is done once they are all there. */
async function* andThen(bytes: AsyncIterable<Uint8Array>, then: () => Promise<void>): AsyncGenerator<Uint8Array> {
  yield* bytes
  await then()
}

export const noBytes = async function* (): AsyncGenerator<Uint8Array> {}

/** Seconds since 1970, as ownCloud's programs and rclone send them. */
function modifiedIn(headers: Headers): string | null {
  const sent = headers.get('x-oc-mtime')
  const seconds = sent === null || !/^\d{1,11}(\.\d{1,9})?$/.test(sent) ? null : Number(sent)
  return seconds === null || seconds === 0 || seconds > 253_402_300_799 ? null : new Date(seconds * 1000).toISOString()
}

export async function put(call: DavCall): Promise<Response> {
  const { request, path } = call
  const { headers } = request
  if (headers.has('content-range')) throw new DavRefusal(400, 'A file is sent whole: PUT takes no Content-Range.')
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity')
    throw new DavRefusal(415, 'Send the file as it is, without Content-Encoding.')
  if (call.hasCalendars) return putObject(call)
  const modifiedAt = modifiedIn(headers)
  return call.perform('write', async (open) => {
    const place = await placeAt(open, path)
    if (place.there?.kind === 'collection') throw new DavRefusal(405, 'There is a folder by that name.')
    await guard(call, open, place.there, [{ path, isMember: place.there === null }])
    const bytes = (request.body as AsyncIterable<Uint8Array> | null) ?? noBytes()
    const mime = headers.get('content-type')?.slice(0, 200) ?? ''
    const { etag } = await open.dav.write(open.context, place, andThen(bytes, open.alone), { mime, modifiedAt })
    const answer = new Headers()
    if (etag !== null) answer.set('etag', etag)
    if (modifiedAt !== null) answer.set('x-oc-mtime', 'accepted')
    return new Response(null, { status: place.there ? 204 : 201, headers: answer })
  })
}

export async function makeCollection(call: DavCall): Promise<Response> {
  const { request, path } = call
  if (call.hasCalendars) return makeCalendar(call)
  if (hasBody(request)) throw new DavRefusal(415, 'MKCOL takes no body here.')
  return call.perform('write', async (open) => {
    if (await find(open, path)) throw new DavRefusal(405, 'There is something by that name already.')
    const place = await placeAt(open, path)
    await guard(call, open, null, [{ path, isMember: true }])
    await open.alone()
    if (await find(open, path)) throw new DavRefusal(405, 'There is something by that name already.')
    await open.dav.makeCollection(open.context, place)
    return new Response(null, { status: 201 })
  })
}

export async function remove(call: DavCall): Promise<Response> {
  const { request, path, db, tree } = call
  if (path.length === 0) throw new DavRefusal(403, 'The top itself cannot be removed.')
  if (depthOf(request, 'infinity') !== 'infinity')
    throw new DavRefusal(400, 'DELETE takes everything: Depth is infinity.')
  await call.perform('write', async (open) => {
    const there = await get(open, path)
    await guard(call, open, there, [{ path, isDeep: true, isMember: true }])
    await open.dav.remove(open.context, there)
  })
  await removeLocksBelow(db, tree, path)
  return new Response(null, { status: 204 })
}

function mayOverwrite({ headers }: Request): boolean {
  const sent = headers.get('overwrite')?.trim().toUpperCase() ?? 'T'
  if (sent !== 'T' && sent !== 'F') throw new DavRefusal(400, 'The header Overwrite is T or F.')
  return sent === 'T'
}

async function transfer(call: DavCall, how: 'copy' | 'move'): Promise<Response> {
  const { request, path, tree, db } = call
  const destination = destinationOf(request)
  const isDeep = depthOf(request, 'infinity')
  if (isDeep === '1' || (how === 'move' && isDeep !== 'infinity'))
    throw new DavRefusal(
      400,
      how === 'move' ? 'MOVE takes everything: Depth is infinity.' : 'The header Depth of COPY is 0 or infinity.',
    )
  const overwrites = mayOverwrite(request)
  if (!isWithin(destination, tree.base))
    throw new DavRefusal(
      403,
      'From one place to another things go by your device: copy it there, then to the other place.',
    )
  const to = destination.slice(tree.base.length)
  if (isWithin(to, path) && (to.length === path.length || how === 'move' || isDeep === 'infinity'))
    throw new DavRefusal(403, 'It cannot be put into itself.')
  if (isWithin(path, to)) throw new DavRefusal(403, 'It cannot take the place of the folder that it lies in.')
  const isNew = await call.perform('write', async (open) => {
    const isMember = (await placeAt(open, to)).there === null
    await guard(call, open, await get(open, path), [
      ...(how === 'move' ? [{ path, isDeep: true, isMember: true }] : []),
      { path: to, isDeep: true, isMember },
    ])
    await open.alone()
    const source = await get(open, path)
    const place = await placeAt(open, to)
    if (place.there && !overwrites) throw new DavRefusal(412, 'There is something by that name already.')
    const moveIt = () => open.dav.move(open.context, source, place)
    if (how === 'move') await (call.hasCalendars ? saying('no-uid-conflict', moveIt) : moveIt())
    else await open.dav.copy(open.context, source, place, isDeep === 'infinity')
    return place.there === null
  })
  if (how === 'move') await removeLocksBelow(db, tree, path)
  return new Response(null, { status: isNew ? 201 : 204 })
}

export const copy = (call: DavCall): Promise<Response> => transfer(call, 'copy')
export const move = (call: DavCall): Promise<Response> => transfer(call, 'move')

export async function setProperties(call: DavCall): Promise<Response> {
  const { request, path, tree } = call
  const body = await xmlBody(request)
  if (!body || clark(body) !== `{${DAV}}propertyupdate`)
    throw new DavRefusal(400, 'PROPPATCH takes a propertyupdate element.')
  const steps = elementsOf(body).flatMap((step) => {
    const isSet = step.name === 'set'
    if (step.namespace !== DAV || !(isSet || step.name === 'remove')) return []
    return elementsOf(child(step, 'prop') ?? { ...step, children: [] }).map((element) => ({ isSet, element }))
  })
  if (steps.length === 0) throw new DavRefusal(400, 'A propertyupdate element has set or remove in it.')
  return call.perform('write', async (open) => {
    const there = await get(open, path)
    await guard(call, open, there, [{ path }])
    const href = hrefOf([...tree.base, ...path], there.kind === 'collection')
    const names = [...new Set(steps.map(({ element }) => clark(element)))]
    const named = (some: readonly string[]) => some.map((name) => propertyText(name, ''))
    // Of a calendar, programs say what it is called and in which colour it is shown.
    const isSaid = (name: string) => there.calendar !== undefined && (name === TITLE || name === COLOUR)
    const refused = names.filter((name) => (isLive(name) && !isSaid(name)) || (path.length === 0 && there.id === ''))
    if (refused.length > 0) {
      const others = names.filter((name) => !refused.includes(name))
      return multistatus([
        responseText(href, { '403 Forbidden': named(refused), '424 Failed Dependency': named(others) }),
      ])
    }
    const properties = keptProperties(
      there.properties,
      steps.filter(({ element }) => !isSaid(clark(element))),
    )
    const said = saidOf(steps.filter(({ isSet }) => isSet).map(({ element }) => element))
    if (there.calendar && Object.keys(said).length > 0) await calendarsOf(open).describe(open.context, there, said)
    await open.dav.setProperties(open.context, there, properties)
    return multistatus([responseText(href, { '200 OK': named(names) })])
  })
}
