import { AppError } from '@atrium/contract/errors'
import { calendarsOf } from './calendar-list.ts'
import { MAIN } from './calendars.ts'
import type { Context } from './looking.ts'
import { say } from './say.ts'

/** What a link opens that is a feed: all calendars, or `feed:` and one of them. */
export const FEED = 'feed'
export const calendarOfLink = (subject: string): string | null | undefined =>
  subject === FEED ? null : subject.startsWith(`${FEED}:`) ? subject.slice(FEED.length + 1) : undefined

/** What a file or a feed is made of, by what was asked for; refuses what is not there. */
export async function asked(context: Context, id: string | null | undefined) {
  if (id === null || id === undefined) return { calendar: undefined, name: 'Content Calendar' }
  const found = (await calendarsOf(context)).find((one) => one.id === id)
  if (!found) throw new AppError('not_found', say('calendarGone'))
  if (found.feed) throw new AppError('bad_request', say('feedHasAddress', { name: found.name }))
  return { calendar: id === MAIN ? null : id, name: found.name }
}
