import type { DavCalendars, DavResource } from '@atrium/contract/dav'
import { inTurns } from '@atrium/contract/pauses'
import { type DavCall, get, type Open, pathIn } from '../call.ts'
import { hrefOf } from '../paths.ts'
import { type Asked, answerParts, describe, missingText, multistatus, namesIn } from '../properties.ts'
import { DavRefusal } from '../refusal.ts'
import type { Shown } from '../shown.ts'
import { child, clark, DAV, type Element, elementsOf, textOf, xmlBody } from '../xml.ts'
import { filterIn, passes } from './filter.ts'
import { CALDAV, DATA, markIn, tokenOf } from './properties.ts'

type Around = Pick<Shown, 'principal' | 'room' | 'mayWrite'>

/** Objects whose texts are in memory at once. */
const AT_ONCE = 100
/** Objects that are read through before others have their turn: each may be as long as an object may be. */
const BETWEEN = 10

/** The tree's calendars, where it has any. */
export function calendarsOf({ dav }: Open): DavCalendars {
  if (!dav.calendars) throw new DavRefusal(405, 'There are no calendars here.')
  return dav.calendars
}

const wanted = (report: Element): Asked => {
  const prop = child(report, 'prop')
  return prop ? { kind: 'some', names: namesIn(prop) } : { kind: 'all', besides: [] }
}
const asksData = (asked: Asked): boolean => asked.kind === 'some' && asked.names.includes(DATA)

/** Objects with what was asked of them; those whose text `isMeant` refuses are left out. */
async function shown(
  call: DavCall,
  open: Open,
  calendar: DavResource,
  {
    objects,
    asked,
    around,
    isMeant,
  }: {
    objects: readonly DavResource[]
    asked: Asked
    around: Around
    isMeant?: ((text: string) => boolean) | undefined
  },
): Promise<readonly string[]> {
  const { tree } = call
  const responses = answerParts()
  const needsText = asksData(asked) || isMeant !== undefined
  for (let at = 0; at < objects.length; at += AT_ONCE) {
    const some = objects.slice(at, at + AT_ONCE)
    const texts = needsText ? await calendarsOf(open).texts(open.context, some) : []
    for await (const [index, resource] of inTurns(some.entries(), BETWEEN)) {
      const data = texts[index]
      if (data !== undefined && isMeant?.(data) === false) continue
      const path = [calendar.name, resource.name]
      const segments = [...tree.base, ...path]
      const known = { ...around, resource, segments, tree, path, locks: [], ...(data !== undefined && { data }) }
      responses.add(await describe(known, asked))
    }
  }
  return responses.parts
}

async function query(call: DavCall, open: Open, calendar: DavResource, report: Element, around: Around) {
  const filter = filterIn(report)
  const { from, to, isNone, tests } = filter
  const { dav, context } = open
  const objects = isNone
    ? []
    : from === null && to === null
      ? await dav.list(context, calendar)
      : await calendarsOf(open).between(context, calendar, from, to)
  const isMeant = tests.length > 0 ? (text: string) => passes(filter, text) : undefined
  return multistatus(await shown(call, open, calendar, { objects, asked: wanted(report), around, isMeant }))
}

async function multiget(call: DavCall, open: Open, calendar: DavResource, report: Element, around: Around) {
  const hrefs = elementsOf(report).filter((one) => one.namespace === DAV && one.name === 'href')
  const names = new Map(
    hrefs.map((one) => {
      const href = textOf(one).trim()
      const path = pathIn(call, href)
      return [href, path?.length === 2 && path[0] === calendar.name ? (path[1] ?? null) : null]
    }),
  )
  const asked = [...new Set([...names.values()].filter((name) => name !== null))]
  const objects = await calendarsOf(open).named(open.context, calendar, asked)
  const found = new Set(objects.map(({ name }) => name))
  const missing = [...names].flatMap(([href, name]) => (name !== null && found.has(name) ? [] : [missingText(href)]))
  return multistatus([...(await shown(call, open, calendar, { objects, asked: wanted(report), around })), ...missing])
}

/** RFC 6578. Without a token everything is new. */
async function synchronise(call: DavCall, open: Open, calendar: DavResource, report: Element, around: Around) {
  const { dav, context } = open
  const level = child(report, 'sync-level')
  if (level && textOf(level).trim() !== '1')
    throw new DavRefusal(400, 'A calendar has no calendars in it: sync-level is 1.')
  const token = textOf(child(report, 'sync-token') ?? { ...report, children: [] }).trim()
  const mark = token === '' ? null : markIn(token)
  const since = token !== '' && mark !== null ? await calendarsOf(open).since(context, calendar, mark) : null
  if (token !== '' && since === null)
    throw new DavRefusal(403, 'That is too long ago: look at everything anew.', { condition: '<D:valid-sync-token/>' })
  const objects = since ? since.changed : await dav.list(context, calendar)
  const gone = (since?.gone ?? []).map((name) => missingText(hrefOf([...call.tree.base, calendar.name, name], false)))
  const responses = await shown(call, open, calendar, { objects, asked: wanted(report), around })
  const next = `<D:sync-token>${tokenOf(calendar.calendar?.mark ?? '')}</D:sync-token>`
  return multistatus([...responses, ...gone], next)
}

const REPORTS: Readonly<Record<string, typeof query>> = {
  [`{${CALDAV}}calendar-query`]: query,
  [`{${CALDAV}}calendar-multiget`]: multiget,
  [`{${DAV}}sync-collection`]: synchronise,
}

/** REPORT (RFC 3253, section 3.6), of a calendar. */
export async function report(call: DavCall, around: Around): Promise<Response> {
  const body = await xmlBody(call.request)
  if (!body) throw new DavRefusal(400, 'REPORT takes a body that says what is asked.')
  const answer = REPORTS[clark(body)]
  if (!answer) throw new DavRefusal(403, 'That cannot be asked here.', { condition: '<D:supported-report/>' })
  return call.perform('read', async (open) => {
    const calendar = await get(open, call.path)
    if (!calendar.calendar) throw new DavRefusal(403, 'This is no calendar.', { condition: '<D:supported-report/>' })
    return answer(call, open, calendar, body, around)
  })
}
