import { AppError } from '@atrium/contract/errors'
import type { Row } from '@atrium/contract/module'
import type { JobContext } from '@atrium/contract/module-work'
import { readersOf } from '@atrium/contract/reading'
import { addDays } from '@atrium/domain/dates/days'
import { calendarRows, newCalendar } from './calendar-list.ts'
import type { Calendar, Feed } from './calendars.ts'
import type { CalendarEvent } from './event.ts'
import type { Context } from './looking.ts'
import type calendar from './module.ts'
import { briefOf } from './occurrences.ts'
import { say } from './say.ts'

const read = readersOf<typeof import('./readers.ts')>()

/** bytes of what somebody publishes; 20,000 events have some 8 MB */
const LARGEST = 10 * 1024 * 1024
const TIMEOUT = 20_000 // ms
const HOUR = 3_600_000 // ms
/** Where the publisher says nothing, and the bounds of what it may say. */
const EVERY = 4 * HOUR
const SELDOM = 7 * 24 * HOUR

/** What is kept of a feed's events: enough to show them. */
export type FeedEvent = ReturnType<typeof briefOf> &
  Pick<CalendarEvent, 'spanFrom' | 'spanTo' | 'notes' | 'link'> & { calendar: string }

/** An address as it is asked: `webcal:` is what browsers hand to a calendar, for what lies at `https:`. */
export function feedAddress(given: string): string {
  const address = given.trim().replace(/^webcals?:\/\//i, 'https://')
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`)
  if (!url || !/^https?:$/.test(url.protocol)) throw new AppError('bad_request', say('notACalendarAddress'))
  return url.href
}

interface Published {
  name: string
  /** ms; null where it says nothing */
  every: number | null
  events: FeedEvent[]
}

async function published(context: Context, id: string, body: Uint8Array): Promise<Published> {
  const found: Published = { name: '', every: null, events: [] }
  let isCalendar = false
  for await (const row of read(context, { name: 'feed.ics', content: body }, 'feed', { timeZone: context.timeZone })) {
    if ('head' in row) {
      isCalendar = row.head.isCalendar
      found.name = row.head.name
      found.every = row.head.minutes === null ? null : row.head.minutes * 60_000
    } else if ('event' in row) {
      const { event } = row
      const { spanFrom, spanTo, notes, link } = event
      const brief = briefOf({ ...event, id: `${id}:${found.events.length}`, calendar: id })
      found.events.push({ ...brief, calendar: id, spanFrom, spanTo, notes: notes.slice(0, 5000), link })
    }
  }
  if (!isCalendar) throw new AppError('bad_request', say('noCalendarThere'))
  return found
}

/** Why a server gives nothing, by its status. */
const refused = (status: number) =>
  status === 401
    ? say('feedWantsPassword')
    : status === 403
      ? say('feedIsClosed')
      : status === 404 || status === 410
        ? say('feedIsGone')
        : say('feedFailed', { status })

/** Whether its events are there: undoing the end of a subscription brings its row back, and not what was read. */
const isKept = async ({ files }: Context, { content }: Feed): Promise<boolean> =>
  content !== null && (await files.find(content)) !== null

/** What has become of a feed: its row's new state, and what its file is to hold where that is new. */
async function asked(context: Context, id: string, feed: Feed, hasEvents: boolean) {
  const { etag, lastModified, url } = feed
  const answer = await context.fetch(url, {
    headers: {
      accept: 'text/calendar, */*;q=0.5',
      ...(hasEvents && etag && { 'if-none-match': etag }),
      ...(hasEvents && lastModified && { 'if-modified-since': lastModified }),
    },
    maxBytes: LARGEST,
    timeoutMs: TIMEOUT,
  })
  if (answer.status === 304 && hasEvents) return null
  if (answer.status !== 200) throw new AppError('provider_failed', refused(answer.status))
  const found = await published(context, id, answer.body)
  return { ...found, etag: answer.headers.etag ?? '', lastModified: answer.headers['last-modified'] ?? '' }
}

const nextAfter = (now: Date, every: number | null): string =>
  new Date(now.getTime() + Math.min(SELDOM, Math.max(HOUR, every ?? EVERY))).toISOString()

/** Asks for what is new of a subscription. What went wrong stands in its row, beside the events that it had. */
export async function refreshFeed(context: Context, row: Row<Calendar>): Promise<void> {
  const { feed } = row
  if (!feed) return
  const { store, now } = context
  let news: Awaited<ReturnType<typeof asked>>
  try {
    news = await asked(context, row.id, feed, await isKept(context, feed))
  } catch (error) {
    if (!(error instanceof AppError) || context.signal.aborted) throw error
    const failed = {
      ...feed,
      error: error.said ? context.said(error.said) : error.message,
      nextAt: nextAfter(now, null),
    }
    await store.calendars.update(row.id, { feed: failed })
    return
  }
  await store.calendars.update(row.id, { feed: await settled(context, feed, news) })
}

async function settled({ files, now }: Context, feed: Feed, news: Awaited<ReturnType<typeof asked>>): Promise<Feed> {
  const refreshed = { ...feed, error: '', refreshedAt: now.toISOString(), nextAt: nextAfter(now, news?.every ?? null) }
  if (!news) return refreshed
  const { etag, lastModified, events } = news
  const kept = await files.save('feed.json', 'application/json', new TextEncoder().encode(JSON.stringify(events)))
  if (feed.content !== null) await files.remove(feed.content)
  return { ...refreshed, etag, lastModified, content: kept.id, events: events.length }
}

/** A calendar of somebody else's, once it has been read. Throws, and adds nothing, where that fails. */
export async function subscribe(
  context: Context,
  { url: given, name, colour }: { url: string; name?: string | undefined; colour?: string | undefined },
): Promise<Row<Calendar>> {
  const url = feedAddress(given)
  if ((await calendarRows(context)).some(({ feed }) => feed?.url === url))
    throw new AppError('conflict', say('subscribedAlready'))
  const nextAt = context.now.toISOString()
  const empty = { url, content: null, events: 0, etag: '', lastModified: '', refreshedAt: null, nextAt, error: '' }
  const news = await asked(context, '', empty, false)
  const called = name?.trim() || news?.name || new URL(url).hostname
  const row = await newCalendar(context, { name: called.slice(0, 100), ...(colour && { colour }) })
  const events = news?.events.map((event, at) => ({ ...event, id: `${row.id}:${at}`, calendar: row.id })) ?? []
  const feed = await settled(context, empty, news && { ...news, events })
  return context.store.calendars.update(row.id, { feed })
}

/** The events of all subscriptions that may touch these days. */
export async function feedEventsAround(context: Context, from: string, to: string): Promise<FeedEvent[]> {
  const [first, last] = [addDays(from, -2), addDays(to, 2)]
  const found: FeedEvent[] = []
  for (const { feed } of await calendarRows(context))
    if (feed?.content)
      // A changed occurrence stands for its place in the series, wherever it is now.
      for (const event of await feedEvents(context, feed.content))
        if ((event.spanFrom < last && event.spanTo >= first) || event.occurrence !== null) found.push(event)
  return found
}

/** None where the file has gone: an undone removal brings the row back, and the next refresh the rest. */
async function feedEvents({ files }: Context, content: string): Promise<FeedEvent[]> {
  if (!(await files.find(content))) return []
  const parts = await Array.fromAsync(files.read(content))
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as FeedEvent[]
}

/** The event of a subscription by the id that its occurrences have: `<calendar>:<place in the file>`. */
export async function feedEvent(context: Context, id: string): Promise<FeedEvent> {
  const [calendar = ''] = id.split(':')
  const { feed } = await context.store.calendars.get(calendar)
  const found = feed?.content ? (await feedEvents(context, feed.content)).find((one) => one.id === id) : undefined
  if (!found) throw new AppError('not_found', say('feedEventGone'))
  return found
}

/** Every hour, each subscription that is due: a step of its own, so that one that fails or takes long stops no other. */
export async function refreshFeeds(_: object, { step, now }: JobContext<typeof calendar>): Promise<void> {
  const due = await step('which', async (context) => {
    const found: string[] = []
    for (const { id, feed } of await calendarRows(context))
      if (feed && (feed.nextAt <= now.toISOString() || !(await isKept(context, feed)))) found.push(id)
    return found
  })
  for (const id of due)
    await step(`feed ${id}`, async (context) => {
      const row = (await calendarRows(context)).find((one) => one.id === id)
      if (row) await refreshFeed(context, row)
    })
}
