import { AppError } from '@atrium/contract/errors'
import { type DavCall, find, guard, placeAt } from '../call.ts'
import { isLive, keptProperties } from '../properties.ts'
import { DavRefusal } from '../refusal.ts'
import { child, clark, DAV, type Element, elementsOf, textOf, xmlBody } from '../xml.ts'
import { CALDAV, COLOUR, colourIn, MOST_OF_OBJECT, TITLE } from './properties.ts'
import { calendarsOf } from './reports.ts'

const condition = (name: string) => `<C:${name} xmlns:C="${CALDAV}"/>`

/** Bytes of a PUT as text; an object of a calendar is small. */
async function textIn(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > MOST_OF_OBJECT)
      throw new DavRefusal(403, 'That event is too large: attach files elsewhere, and name their addresses.', {
        condition: condition('max-resource-size'),
      })
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (cause) {
    throw new DavRefusal(403, 'An event is text in UTF-8.', { condition: condition('valid-calendar-data'), cause })
  }
}

/** What the tree refuses, by RFC 4791's names for it (section 5.3.2.1). */
export async function saying<T>(what: 'valid-calendar-data' | 'no-uid-conflict', work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'bad_request' && error.code !== 'conflict')) throw error
    throw new DavRefusal(403, error.message, { condition: condition(what), cause: error })
  }
}

/**
 * PUT into a calendar. It is read before anybody else has to wait, and conditions are looked at when nobody else can write: of two
 * programs with the same tag one is told that it was too late. No tag is answered: what is kept may be written otherwise.
 */
export async function putObject(call: DavCall): Promise<Response> {
  const { request, path } = call
  const text = await textIn(request)
  return call.perform('write', async (open) => {
    const { dav, context } = open
    const parent = await dav.find(context, path.slice(0, -1))
    if (!parent?.calendar)
      throw new DavRefusal(parent ? 403 : 409, 'Events lie in a calendar, and this is none.', {
        condition: condition('calendar-collection-location-ok'),
      })
    const calendars = calendarsOf(open)
    const parsed = await saying('valid-calendar-data', () => calendars.parse(context, text))
    await open.alone()
    const place = await placeAt(open, path)
    await guard(call, open, place.there, [{ path, isMember: place.there === null }])
    await saying('no-uid-conflict', () => calendars.put(context, place, parsed))
    return new Response(null, { status: place.there ? 204 : 201 })
  })
}

/** The name and the colour among properties that are set; throws 403 for a colour that is none. */
export function saidOf(properties: readonly Element[]): { title?: string; colour?: string } {
  const text = (name: string) => {
    const found = properties.find((one) => clark(one) === name)
    return found && textOf(found).trim()
  }
  const title = text(TITLE)
  const written = text(COLOUR)
  const colour = written === undefined ? undefined : colourIn(written)
  if (colour === null) throw new DavRefusal(403, 'A colour is written like #1E90FF.')
  return { ...(title && { title }), ...(colour !== undefined && { colour }) }
}

const MAKING = [`{${CALDAV}}mkcalendar`, `{${DAV}}mkcol`]

/** MKCALENDAR (RFC 4791, section 5.3.1) or MKCOL (RFC 5689), and what is said of the new one. */
export async function makeCalendar(call: DavCall): Promise<Response> {
  const { request, path } = call
  const body = await xmlBody(request)
  if (body && !MAKING.includes(clark(body)))
    throw new DavRefusal(400, 'A calendar is made by a mkcalendar or a mkcol element, or by nothing.')
  const set = body && child(body, 'set')
  const properties = elementsOf(
    (set && child(set, 'prop')) ?? { namespace: DAV, name: 'prop', attributes: [], children: [] },
  )
  const components = properties.find((one) => clark(one) === `{${CALDAV}}supported-calendar-component-set`)
  const names = components ? elementsOf(components).map(({ attributes }) => attributes[0]?.[2]) : []
  if (names.length > 0 && !names.includes('VEVENT'))
    throw new DavRefusal(403, 'Calendars have events here, and no to-dos.', {
      condition: condition('supported-calendar-component'),
    })
  const said = saidOf(properties)
  const own = keptProperties(
    {},
    properties.flatMap((element) => (isLive(clark(element)) ? [] : [{ isSet: true, element }])),
  )
  if (path.length !== 1)
    throw new DavRefusal(403, 'Calendars lie beside each other, not within one another.', {
      condition: condition('calendar-collection-location-ok'),
    })
  return call.perform('write', async (open) => {
    calendarsOf(open)
    await open.alone()
    if (await find(open, path))
      throw new DavRefusal(403, 'There is a calendar by that name already.', {
        condition: '<D:resource-must-be-null/>',
      })
    const place = await placeAt(open, path)
    await guard(call, open, null, [{ path, isMember: true }])
    const made = await open.dav.makeCollection(open.context, place)
    if (Object.keys(said).length > 0) await calendarsOf(open).describe(open.context, made, said)
    if (Object.keys(own).length > 0) await open.dav.setProperties(open.context, made, own)
    return new Response(null, { status: 201 })
  })
}
