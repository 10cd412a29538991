import { AppError } from '@atrium/contract/errors'
import type { Row } from '@atrium/contract/module'
import type { Handlers } from '@atrium/contract/module-server'
import { calendarRow, calendarsOf, makeDefault, newCalendar, showing } from './calendar-list.ts'
import { type Calendar, type CalendarView, MAIN } from './calendars.ts'
import { feedEvent, refreshFeed, subscribe } from './feeds.ts'
import type { Context } from './looking.ts'
import type calendar from './module.ts'
import { say } from './say.ts'

const given = (values: object) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** The calendar of this row, as lists have it. */
async function shownAs(context: Context, { id, main }: Row<Calendar>): Promise<CalendarView> {
  const found = (await calendarsOf(context)).find((one) => one.id === (main === MAIN ? MAIN : id))
  if (!found) throw new AppError('not_found', say('calendarGone'))
  return found
}

/** What can be done with calendars, one's own and those of others that one is subscribed to. */
export const calendarActions: Pick<
  Handlers<typeof calendar>,
  'addCalendar' | 'changeCalendar' | 'removeCalendar' | 'subscribe' | 'refresh' | 'foreign'
> = {
  addCalendar: async (given, context) => shownAs(context, await newCalendar(context, given)),

  changeCalendar: async ({ id, version, isDefault, isShown, ...change }, context) => {
    const row = await calendarRow(context, id)
    if (context.principal.share && (isDefault || Object.keys(given(change)).length > 0))
      throw new AppError('forbidden', say('calendarIsTheirs'))
    if (isDefault && row.feed) throw new AppError('bad_request', say('calendarIsForeign', { name: row.name }))
    const shows = isShown === undefined ? () => ({}) : showing(context, isShown)
    const changed = await context.store.calendars.update(row.id, (now) => ({ ...change, ...shows(now) }), version)
    if (isDefault) await makeDefault(context, row)
    return shownAs(context, changed)
  },

  removeCalendar: async ({ id }, context) => {
    if (id === MAIN) throw new AppError('bad_request', say('mainStays'))
    const row = await context.store.calendars.get(id)
    const shown = await shownAs(context, row)
    const { feed } = row
    // What others publish is theirs: nothing of it is left, and undoing this reads it anew.
    if (feed?.content) {
      await context.files.remove(feed.content)
      await context.store.calendars.update(id, { feed: { ...feed, content: null, events: 0, nextAt: row.createdAt } })
    }
    await context.store.calendars.remove(id)
    return shown
  },

  subscribe: async (given, context) => shownAs(context, await subscribe(context, given)),

  refresh: async ({ id }, context) => {
    const row = await context.store.calendars.get(id)
    if (!row.feed) throw new AppError('bad_request', say('calendarIsOwn', { name: row.name }))
    await refreshFeed(context, row)
    return shownAs(context, row)
  },

  foreign: async ({ id }, context) => {
    const { title, place, notes, link } = await feedEvent(context, id)
    return { title, place, notes, link }
  },
}
