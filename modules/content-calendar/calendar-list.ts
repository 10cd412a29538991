import { AppError } from '@atrium/contract/errors'
import type { Row } from '@atrium/contract/module'
import { type Calendar, type CalendarView, COLOURS, MAIN } from './calendars.ts'
import type { Context } from './looking.ts'
import { say } from './say.ts'

type Stored = Row<Calendar>
type Asking = Pick<Context, 'store' | 'principal'>

/** Of one person, subscriptions among them. */
const MOST = 100

const THE_MAIN: Omit<CalendarView, 'id' | 'row' | 'version'> = {
  name: 'Calendar',
  colour: COLOURS[0],
  zone: null,
  isShown: true,
  isDefault: false,
  feed: null,
}

export const calendarRows = ({ store }: Pick<Context, 'store'>): Promise<Stored[]> =>
  store.calendars.list({ order: 'createdAt', limit: MOST + 1 })

/** Whether who asks wants to see it. */
const isShownTo = ({ principal: { userId } }: Asking, { isShown, shownTo }: Stored): boolean =>
  (userId === null ? undefined : shownTo[userId]) ?? isShown

const viewOf = (context: Asking, row: Stored): CalendarView => {
  const { id, version, main, name, colour, zone, isDefault, feed } = row
  return {
    ...{
      id: main === MAIN ? MAIN : id,
      row: id,
      version,
      name,
      colour,
      zone,
      isShown: isShownTo(context, row),
      isDefault,
    },
    feed: feed && { url: feed.url, events: feed.events, refreshedAt: feed.refreshedAt, error: feed.error },
  }
}

/** All calendars: the main one first, then one's own, then those that are subscribed to. One of them is the default. */
export async function calendarsOf(context: Asking): Promise<CalendarView[]> {
  const rows = (await calendarRows(context)).map((row) => viewOf(context, row))
  // Of what is shared with somebody, there is that one alone.
  if (context.principal.share) return rows.map((one) => ({ ...one, isDefault: true }))
  const main = rows.find(({ id }) => id === MAIN) ?? { id: MAIN, row: null, version: null, ...THE_MAIN }
  const others = rows.filter(({ id }) => id !== MAIN)
  const all = [main, ...others.filter(({ feed }) => !feed), ...others.filter(({ feed }) => feed)]
  const chosen = all.find(({ isDefault }) => isDefault) ?? main
  return all.map((one) => ({ ...one, isDefault: one === chosen }))
}

/** The row of a calendar; the main one's is made when something of it is to be kept. Throws `not_found`. */
export async function calendarRow({ store }: Pick<Context, 'store'>, id: string): Promise<Stored> {
  if (id !== MAIN) return store.calendars.get(id)
  const [row] = await store.calendars.list({ where: { main: MAIN }, limit: 1 })
  if (row) return row
  const { name, colour } = THE_MAIN
  return store.calendars.insert({ name, colour, main: MAIN })
}

/** A new calendar, in a colour that few others have where none was said. */
export async function newCalendar(
  context: Context,
  given: Partial<Calendar> & Pick<Calendar, 'name'>,
): Promise<Stored> {
  const rows = await calendarRows(context)
  if (rows.length >= MOST) throw new AppError('too_large', say('tooManyCalendars', { most: MOST }))
  const used = [...rows.map(({ colour }) => colour), ...(rows.some(({ main }) => main) ? [] : [THE_MAIN.colour])]
  const times = (colour: string) => used.filter((one) => one === colour).length
  const free = COLOURS.toSorted((a, b) => times(a) - times(b))[0] ?? COLOURS[0]
  return context.store.calendars.insert({ ...given, colour: given.colour ?? free })
}

/** New things go into this one from now on. */
export async function makeDefault(context: Context, row: Stored): Promise<void> {
  for (const other of await calendarRows(context))
    if (other.isDefault && other.id !== row.id) await context.store.calendars.update(other.id, { isDefault: false })
  await context.store.calendars.update(row.id, { isDefault: true })
}

/**
 * What an event names for a calendar that was asked for: null of the main one; the default one's where none was said. Throws
 * `bad_request` for one that can only be read, and for one that is not there.
 */
export async function calendarFor(context: Asking, asked: string | null | undefined) {
  if (asked === null || asked === MAIN) return null
  const rows = await calendarRows(context)
  const isDefault = (row: Stored) => row.isDefault || context.principal.share !== undefined
  const found = asked === undefined ? rows.find(isDefault) : rows.find(({ id }) => id === asked)
  if (!found && asked !== undefined) throw new AppError('bad_request', say('calendarGone'))
  if (found?.feed) throw new AppError('bad_request', say('calendarIsForeign', { name: found.name }))
  return !found || found.main === MAIN ? null : found.id
}

/** The change of a calendar's row by which it is shown to who asks, or hidden from them. */
export const showing =
  ({ principal: { userId } }: Asking, isShown: boolean) =>
  ({ shownTo }: Calendar): Partial<Calendar> =>
    userId === null ? { isShown } : { shownTo: { ...shownTo, [userId]: isShown } }

/** The calendars whose things are not to be seen: the ids that events name. */
export async function hiddenCalendars(context: Asking): Promise<ReadonlySet<string | null>> {
  const rows = (await calendarRows(context)).filter((row) => !isShownTo(context, row))
  return new Set(rows.map(({ id, main }) => (main === MAIN ? null : id)))
}
