import type { PageParts } from '@atrium/contract/module-server'
import type { PageBlock, PageContent } from '@atrium/contract/page-content'
import { addDays, isDay } from '@atrium/domain/dates/days'
import { dayAt, dayOf, instantOf, isWholeDay } from '@atrium/domain/dates/local-time'
import { MAIN } from './calendars.ts'
import type { Occurrence, Status } from './event.ts'
import { type Context, eventsAround } from './looking.ts'
import type calendar from './module.ts'
import { firstOccurrences } from './occurrences.ts'
import { say } from './say.ts'

/** Days that one part of the page looks ahead, and what it shows at most. */
const AHEAD = 90
/** Days that the parts go ahead in all: a series without end has no last one. */
const FARTHEST = 40 * AHEAD
const MOST = 300
const SHOWN = new Set<Status>(['confirmed', 'tentative', 'scheduled', 'posted'])

/** A day from which on one looks, and how many of what is found there was shown: `2026-12-05~12`. */
const PLACE = /^(\d{4}-\d\d-\d\d)(?:~(\d{1,5}))?$/

/** Where the next part begins: what lasts into its first day was shown too, and is found there once more. */
function placeBefore({ start }: Occurrence, before: readonly Occurrence[], from: string): string {
  const day = dayOf(start) > from ? dayOf(start) : from
  const lasts = ({ start, end }: Occurrence) => start >= day || (isWholeDay(end) ? end > day : end > `${day}T00:00`)
  return `${day}~${before.filter(lasts).length}`
}

async function programme(subject: string, after: string | undefined, context: Context): Promise<PageContent> {
  const { store, now, timeZone, language, said, signal } = context
  const { main, zone: own } = await store.calendars.get(subject)
  const zone = own ?? timeZone
  /** What stands in the main one names none. */
  const named = main === MAIN ? null : subject
  const today = dayAt(now, zone)
  // What was given as a place is a day and how many of its window were shown, or nothing that this page ever gave.
  const last = addDays(today, FARTHEST)
  const [, day = '', shown = '0'] = PLACE.exec(after ?? '') ?? []
  const isPlace = isDay(day) && day >= today && day < last
  const from = isPlace ? day : today
  const passed = isPlace ? Number(shown) : 0
  const to = addDays(from, AHEAD)
  const isMeant = ({ calendar, status }: Occurrence) => calendar === named && SHOWN.has(status)
  const events = await eventsAround(context, from, to, { calendar: named })
  const found = await firstOccurrences(events, { from, to, zone, now }, { most: passed + MOST, isMeant, signal })
  const all = found.slice(passed, passed + MOST)
  const inWords = (local: string, style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }).format(
      instantOf(isWholeDay(local) ? `${local}T00:00` : local, 'UTC'),
    )
  const columns = [said(say('pageTime')), said(say('pageWhat')), said(say('pageWhere'))]
  const blocks = [...Map.groupBy(all, ({ start }) => dayOf(start))].flatMap(([day, some]): PageBlock[] => [
    { kind: 'heading', text: inWords(day, { dateStyle: 'full' }) },
    {
      kind: 'table',
      columns,
      rows: some.map(({ start, title, place, status }) => [
        { text: isWholeDay(start) ? said(say('pageAllDay')) : inWords(start, { timeStyle: 'short' }) },
        { text: status === 'tentative' ? said(say('pageTentative', { title })) : title },
        { text: place },
      ]),
    },
  ])
  const zoned: PageBlock = { kind: 'text', text: said(say('pageZone', { zone })) }
  const nothing: PageBlock = { kind: 'text', text: said(say('pageNothing')) }
  const following = found[passed + MOST]
  const goesOn = to < last ? await store.events.count({ calendar: named, spanTo: { gte: to } }) : 0
  const next = following ? placeBefore(following, found.slice(0, passed + MOST), from) : goesOn > 0 ? to : null
  return { blocks: blocks.length > 0 ? [zoned, ...blocks] : [nothing], next }
}

export const programmePages: Pick<PageParts<typeof calendar>, 'programme'> = {
  programme: { content: ({ subject, after }, context) => programme(subject, after, context) },
}
