import { createHash } from 'node:crypto'
import type { DavPlace, DavResource, DavTree } from '@atrium/contract/dav'
import { AppError } from '@atrium/contract/errors'
import type { Row, Where } from '@atrium/contract/module'
import { readersOf } from '@atrium/contract/reading'
import { dayOf, localAt } from '@atrium/domain/dates/local-time'
import { calendarRow, calendarsOf, newCalendar } from './calendar-list.ts'
import { MAIN } from './calendars.ts'
import { placed } from './editing.ts'
import { type CalendarEvent, RAW_MAX } from './event.ts'
import { objectText, printOf, seriesZoneOf } from './event-object.ts'
import { CHANNELS_MOST, type Context, eventsAround } from './looking.ts'
import type calendar from './module.ts'
import { touching } from './occurrences.ts'
import { afterRewriting } from './posting.ts'
import { say } from './say.ts'

type StoredEvent = Row<CalendarEvent>
const read = readersOf<typeof import('./readers.ts')>()

/** UIDs in one question. */
const AT_ONCE = 500
const START = new Date(0).toISOString()
/** Between these all that is reckoned with a day stays on the calendar. */
const [FIRST_DAY, LAST_DAY] = ['1900-01-03', '9989-12-28']
const TOP: DavResource = {
  ...{ id: '', kind: 'collection', name: 'Calendars', size: 0, mime: '', etag: null, properties: {} },
  ...{ createdAt: START, modifiedAt: START },
}

/** As events name it: null of the main one. */
const namedBy = ({ id }: Pick<DavResource, 'id'>): string | null => (id === MAIN ? null : id)

/** What has one UID in a calendar is one thing; an event without one, from long ago, is a thing by itself: `<calendar>/uid …`. */
const keyOf = ({ calendar: on, uid, id }: Pick<StoredEvent, 'calendar' | 'uid' | 'id'>): string =>
  `${on ?? ''}/${uid === '' ? `id ${id}` : `uid ${uid}`}`
const PLAIN = /^[\w@.+-]{1,200}$/
const nameOf = ({ davName, uid, id }: Pick<StoredEvent, 'davName' | 'uid' | 'id'>): string =>
  davName || `${PLAIN.test(uid) ? uid : id}.ics`

/** The objects that rows make, each by its first. */
function objectsOf(rows: readonly StoredEvent[]): DavResource[] {
  const groups = Map.groupBy(rows, keyOf)
  return [...groups].map(([id, events]) => {
    const named = events.find(({ davName }) => davName !== '')
    const head = events.find(({ occurrence }) => occurrence === null) ?? (events[0] as StoredEvent)
    const versions = events.map((one) => `${one.id} ${one.version}`).sort()
    const tag = createHash('sha256').update(versions.join('\n')).digest('base64url').slice(0, 22)
    return {
      ...{ id, kind: 'file', name: named?.davName ?? nameOf(head), size: 0, mime: 'text/calendar; charset=utf-8' },
      ...{ etag: `"${tag}"`, createdAt: head.createdAt, properties: {} },
      modifiedAt: events.map(({ updatedAt }) => updatedAt).reduce((a, b) => (a > b ? a : b)),
    } satisfies DavResource
  })
}

const rowsOf = ({ store }: Context, where: Where<CalendarEvent>): Promise<StoredEvent[]> =>
  Array.fromAsync(store.events.each({ where }))

/** All rows of these things. */
async function rowsOfKeys(context: Context, keys: Iterable<string>): Promise<StoredEvent[]> {
  const rows: StoredEvent[] = []
  const byCalendar = Map.groupBy(new Set(keys), (key) => key.slice(0, key.indexOf('/')))
  for (const [on, some] of byCalendar) {
    const names = some.map((key) => key.slice(on.length + 1))
    const uids = names.flatMap((name) => (name.startsWith('uid ') ? [name.slice(4)] : []))
    for (let at = 0; at < uids.length; at += AT_ONCE)
      rows.push(...(await rowsOf(context, { calendar: on || null, uid: { in: uids.slice(at, at + AT_ONCE) } })))
    for (const name of names) if (name.startsWith('id ')) rows.push(await context.store.events.get(name.slice(3)))
  }
  return rows
}

async function collections(context: Context): Promise<DavResource[]> {
  const mark = await context.store.events.mark()
  const rows = new Map((await context.store.calendars.list({ limit: 200 })).map((row) => [row.main || row.id, row]))
  return (await calendarsOf(context)).flatMap(({ id, name: title, colour, feed }) => {
    if (feed) return [] // whoever wants it subscribes to it where it is published
    const row = rows.get(id)
    return {
      ...{ id, kind: 'collection', name: row?.davName || id, size: 0, mime: '', etag: null },
      ...{ createdAt: row?.createdAt ?? START, modifiedAt: row?.updatedAt ?? START },
      properties: row?.properties ?? {},
      calendar: { title, colour, mark },
    } satisfies DavResource
  })
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The row that an object is named by, where its UID cannot stand in an address. */
async function rowNamed({ store }: Context, name: string): Promise<StoredEvent[]> {
  const id = name.replace(/\.ics$/, '')
  if (!ID.test(id)) return []
  try {
    return [await store.events.get(id)]
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return []
    throw error
  }
}

/** The objects of a calendar that have these names. */
async function objectsNamed(context: Context, within: DavResource, names: readonly string[]): Promise<DavResource[]> {
  const on = namedBy(within)
  const found: StoredEvent[] = []
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE)
    const uids = some.map((name) => name.replace(/\.ics$/, ''))
    found.push(...(await rowsOf(context, { calendar: on, or: [{ davName: { in: some } }, { uid: { in: uids } }] })))
  }
  const known = new Set(found.map(nameOf))
  for (const name of names) if (!known.has(name)) found.push(...(await rowNamed(context, name)))
  const mine = found.filter((one) => one.calendar === on)
  const wanted = new Set(names)
  return objectsOf(await rowsOfKeys(context, mine.map(keyOf))).filter(({ name }) => wanted.has(name))
}

interface Parsed {
  event: CalendarEvent
  raw: string
}

/** What a program says of an event that is there: what no calendar program knows of a post stays as it is. */
function told(before: StoredEvent | undefined, { event }: Parsed): Partial<CalendarEvent> {
  const {
    channels,
    variants,
    files,
    altTexts,
    decisions,
    postedAt,
    source,
    calendar: _,
    davName,
    raw,
    rawPrint,
    ...said
  } = event
  if (before?.kind !== 'post') return said
  const asWritten = [before.text, before.notes].filter(Boolean).join('\n\n')
  const description = said.kind === 'post' ? said.text : said.notes
  const text = description === asWritten ? { text: before.text, notes: before.notes } : { text: description, notes: '' }
  return { ...said, ...text, kind: 'post', status: before.status, link: said.link || before.link }
}

/** The events as programs see them that speak CalDAV: calendars, and in each an object for each UID. */
export const calendarTree: DavTree<typeof calendar> = {
  async find(context, [first, second, ...more]) {
    if (first === undefined) return TOP
    const found = (await collections(context)).find(({ name }) => name === first)
    if (!found || second === undefined) return found ?? null
    if (more.length > 0) return null
    return (await objectsNamed(context, found, [second]))[0] ?? null
  },

  async list(context, collection) {
    if (!collection.calendar) return collections(context)
    return objectsOf(await rowsOf(context, { calendar: namedBy(collection) }))
  },

  async read(context, { id, etag, modifiedAt }, request) {
    const headers = { 'content-type': 'text/calendar; charset=utf-8', ...(etag && { etag }) }
    if (etag && request.headers.get('if-none-match')?.includes(etag))
      return new Response(null, { status: 304, headers })
    const text = objectText(await rowsOfKeys(context, [id]))
    const last = { 'last-modified': new Date(modifiedAt).toUTCString() }
    return new Response(request.method === 'HEAD' ? null : text, { headers: { ...headers, ...last } })
  },

  async write() {
    throw new Error('what is put into a calendar comes by `put`')
  },

  async makeCollection(context, { parent, name }) {
    if (parent.id !== '' || parent.calendar) throw new Error('a calendar was to be made within another one')
    const { id } = await newCalendar(context, { name: name.slice(0, 100), davName: name })
    const made = (await collections(context)).find((one) => one.id === id)
    if (!made) throw new Error(`the calendar ${id} was made and is not there`)
    return made
  },

  async remove(context, resource) {
    if (resource.id === MAIN) throw new AppError('forbidden', say('mainStays'))
    if (resource.calendar) return context.store.calendars.remove(resource.id)
    const rows = await rowsOfKeys(context, [resource.id])
    await context.store.events.removeAll(rows.map(({ id }) => id))
  },

  async copy(_, { name }) {
    throw new AppError('forbidden', say('notCopied', { name }))
  },

  async move(context, resource, { parent, name, there }) {
    if (resource.calendar || !parent.calendar) throw new AppError('forbidden', say('movedBetween', { name }))
    const to = namedBy(parent)
    const rows = await rowsOfKeys(context, [resource.id])
    const keys = [...new Set(rows.map((row) => keyOf({ ...row, calendar: to })))]
    const gone = [resource.id, there?.id]
    for (const key of keys)
      if (key.includes('/uid ') && !gone.includes(key)) refuseTaken((await rowsOfKeys(context, [key]))[0])
    if (there) await calendarTree.remove(context, there)
    for (const row of rows)
      await context.store.events.update(row.id, placed({ ...row, calendar: to, davName: davNameFor(row.uid, name) }))
  },

  async setProperties(context, { id }, properties) {
    const row = await calendarRow(context, id)
    await context.store.calendars.update(row.id, { properties })
  },

  calendars: {
    async between(context, within, from, to) {
      const zone = (await calendarsOf(context)).find(({ id }) => id === within.id)?.zone ?? context.timeZone
      const [since, until] = [onCalendar(from), onCalendar(to)]
      const day = (at: Date | null, otherwise: string) => (at ? dayOf(localAt(at, 'UTC')) : otherwise)
      const near = await eventsAround(context, day(since, FIRST_DAY), day(until, LAST_DAY))
      const on = namedBy(within)
      const mine = near.filter((one) => one.calendar === on)
      return objectsOf(await rowsOfKeys(context, [...touching(mine, since, until, zone)].map(keyOf)))
    },

    named: objectsNamed,

    async texts(context, objects) {
      const rows = await rowsOfKeys(
        context,
        objects.map(({ id }) => id),
      )
      const groups = Map.groupBy(rows, keyOf)
      return objects.map(({ id }) => objectText(groups.get(id) ?? []))
    },

    async since(context, within, mark) {
      const news = await context.store.events.since(mark)
      if (!news) return null
      const on = namedBy(within)
      const live = news.rows.filter((row) => row.calendar === on)
      // What lies in the trash was here; what is in another calendar may have been, unless it was never changed.
      const elsewhere = [
        ...news.trashed.filter((row) => row.calendar === on),
        ...news.rows.filter((row) => row.calendar !== on && row.version > 1),
      ]
      const touched = [...live, ...elsewhere.filter(({ uid }) => uid !== '').map((row) => ({ ...row, calendar: on }))]
      const changed = objectsOf(await rowsOfKeys(context, touched.map(keyOf)))
      const there = new Set(changed.map(({ name }) => name))
      const gone = new Set(elsewhere.map(nameOf).filter((name) => !there.has(name)))
      return { changed, gone: [...gone] }
    },

    async parse(context, text) {
      const parsed: Parsed[] = []
      for await (const one of read(context, { name: 'event.ics', content: text }, 'object', {
        timeZone: context.timeZone,
      }))
        parsed.push(one)
      return parsed
    },

    async put(context, { parent, name, there }, given) {
      await putEvents(context, { parent, name, there }, given as Parsed[])
    },

    async describe(context, { id }, { title, colour }) {
      const row = await calendarRow(context, id)
      const said = { ...(title && { name: title.slice(0, 100) }), ...(colour && { colour }) }
      await context.store.calendars.update(row.id, said)
    },
  },
}

/** Two things of one UID cannot be in a calendar. */
function refuseTaken(other: StoredEvent | undefined): void {
  if (other) throw new AppError('conflict', say('uidTaken', { title: other.title }))
}

/** The instant, or the first or last one at which an event can be looked for. */
const onCalendar = (at: Date | null): Date | null =>
  at && new Date(Math.min(Math.max(at.getTime(), Date.parse(FIRST_DAY)), Date.parse(LAST_DAY)))

/** Empty where it is what follows from the UID. */
const davNameFor = (uid: string, name: string): string => (PLAIN.test(uid) && name === `${uid}.ics` ? '' : name)

async function putEvents(
  context: Context,
  { parent, name, there }: DavPlace,
  parsed: readonly Parsed[],
): Promise<void> {
  const { store } = context
  const on = namedBy(parent)
  const uid = parsed[0]?.event.uid ?? ''
  const before = await rowsOfKeys(context, [...(there ? [there.id] : []), keyOf({ calendar: on, uid, id: '' })])
  refuseTaken(before.find((one) => !there || keyOf(one) !== there.id))
  const davName = davNameFor(uid, name)
  const channels = await store.channels.list({ limit: CHANNELS_MOST })
  const series = seriesZoneOf(parsed.map(({ event }) => event))
  const kept = new Set<string>()
  for (const one of parsed) {
    const was = before.find(({ occurrence }) => occurrence === one.event.occurrence)
    const said = placed({ ...(was ?? one.event), ...told(was, one), calendar: on, davName, source: was?.source ?? '' })
    const raw = one.raw.length <= RAW_MAX ? one.raw : ''
    const asStored = { id: '', createdAt: START, updatedAt: START, version: 1, ...said }
    const rawPrint = raw && said.kind === 'event' ? printOf(asStored, said.occurrence ? series : undefined) : ''
    const event = { ...said, raw, rawPrint }
    if (!was) await store.events.insert(event)
    else await store.events.update(was.id, { ...event, ...afterRewriting(was, event, channels) })
    if (was) kept.add(was.id)
  }
  for (const { id } of before) if (!kept.has(id)) await store.events.remove(id)
}
