import type { ActionContext, Row, Where } from '@atrium/contract/module'
import { addDays } from '@atrium/domain/dates/days'
import { instantOf } from '@atrium/domain/dates/local-time'
import { isSeries } from './editing.ts'
import type { CalendarEvent } from './event.ts'
import { calendarFile } from './ics-write.ts'
import type calendar from './module.ts'
import { briefOf } from './occurrences.ts'
import { SHORT } from './times.ts'

export type Context = ActionContext<typeof calendar>

/** Channels of one calendar: whoever asks for them gets them all. */
export const CHANNELS_MOST = 500

/** Uids in one question. */
const AT_ONCE = 1000

/**
 * Whatever may have an occurrence in these days, with the changed occurrences that are elsewhere now. What is short began shortly
 * before at most; what lasts or repeats is looked for by its end, apart from the many that were over long ago.
 * `only`: no others are read.
 */
export async function eventsAround({ store }: Context, from: string, to: string, only: Where<CalendarEvent> = {}) {
  const [first, last] = [addDays(from, -2), addDays(to, 2)]
  const near = new Map<string, ReturnType<typeof briefOf>>()
  const take = async (where: Where<CalendarEvent>) => {
    for await (const event of store.events.each({ where: { ...where, ...only }, order: 'spanFrom' }))
      near.set(event.id, briefOf(event))
  }
  await take({ isLong: false, spanFrom: { gte: addDays(first, -SHORT), lt: last }, spanTo: { gte: first } })
  await take({ isLong: true, spanFrom: { lt: last }, spanTo: { gte: first } })
  const uids = [...near.values()].filter(isSeries).map(({ uid }) => uid)
  for (let at = 0; at < uids.length; at += AT_ONCE)
    await take({ uid: { in: uids.slice(at, at + AT_ONCE) }, occurrence: { ne: null } })
  return [...near.values()]
}

/** Hours by which the clocks of zones are ahead of or behind UTC, at most. */
const FARTHEST = 15

/** Late posts that are named. */
const NAMED = 3

/** Posts that should be out by now: their clocks differ, so those of the last hours are looked at one by one. */
export async function latePosts({ store, now }: Context) {
  const utc = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString().slice(0, 16)
  const [surely, perhaps] = [utc(-FARTHEST), utc(FARTHEST)]
  const single: Where<CalendarEvent> = { status: 'scheduled', kind: 'post', rrule: null, rdates: [] }
  let late = await store.events.count({ ...single, start: { lt: surely } })
  const due: { id: string; title: string }[] = []
  for await (const one of store.events.each({
    where: { ...single, start: { gte: surely, lte: perhaps } },
    order: '-start',
  }))
    if (instantOf(one.start, one.zone) < now) {
      late += 1
      due.push({ id: one.id, title: one.title })
    }
  if (late > due.length)
    due.push(
      ...(await store.events.list({ where: { ...single, start: { lt: surely } }, order: '-start', limit: NAMED })),
    )
  return { late, due: due.slice(0, NAMED).map(({ id, title }) => ({ id, title })) }
}

/** Of one calendar, as events name it; undefined: of all. */
export const everything = ({ store }: Context, calendar?: string | null): AsyncIterable<Row<CalendarEvent>> =>
  store.events.each({ where: whereIn(calendar), order: ['spanFrom', 'createdAt'] })

const whereIn = (calendar: string | null | undefined): Where<CalendarEvent> =>
  calendar === undefined ? {} : { calendar }

/** The zones of the series that have changed occurrences, by their uid. */
async function seriesZones({ store }: Context, calendar?: string | null): Promise<Map<string, string>> {
  const uids = new Set<string>()
  for await (const { uid } of store.events.each({ where: { ...whereIn(calendar), occurrence: { ne: null } } }))
    uids.add(uid)
  const zones = new Map<string, string>()
  const all = [...uids]
  for (let at = 0; at < all.length; at += AT_ONCE)
    for await (const { uid, zone } of store.events.each({
      where: { ...whereIn(calendar), uid: { in: all.slice(at, at + AT_ONCE) }, occurrence: null },
    }))
      zones.set(uid, zone)
  return zones
}

/** A calendar (all of them when undefined) as a file of events; what it says before the first of them is asked for by itself. */
export async function* asFile(context: Context, calendar?: string | null, name = 'Content Calendar') {
  const where: Where<CalendarEvent> = { ...whereIn(calendar), start: { contains: 'T' } }
  const timed = await context.store.events.groupBy(['zone'], { where, min: ['start'] })
  const years = new Map(timed.map(({ key, min }) => [key.zone, Number(min.start?.slice(0, 4))]))
  const zones = await seriesZones(context, calendar)
  yield* calendarFile(everything(context, calendar), { name, years, zones })
}
