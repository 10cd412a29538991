import { AppError } from '@atrium/contract/errors'
import type { Handlers } from '@atrium/contract/module-server'
import { addDays } from '@atrium/domain/dates/days'
import type { CalendarEvent } from './event.ts'
import { whole } from './inviting-rows.ts'
import type { Context } from './looking.ts'
import type calendar from './module.ts'
import { say } from './say.ts'

/** Days for which a page still says that its event is over; then it is gone. */
const KEPT = 90
const ENDLESS = '9999-12-31'

/** What the link of a guest opens: `invitation:<event>:<address>`. */
const subjectOf = (id: string, address: string) => `invitation:${id}:${address}`
export function guestOfLink(subject: string): { id: string; address: string } {
  const [, id = '', ...address] = subject.split(':')
  return { id, address: address.join(':') }
}

/** The page of one guest of these events; the same one in every mail to them, until it is closed. */
export async function answerPage(
  { links }: Context,
  events: readonly (CalendarEvent & { id: string })[],
  address: string,
): Promise<string> {
  const id = events[0]?.id ?? ''
  const last =
    events
      .map(({ spanTo }) => spanTo)
      .toSorted()
      .at(-1) ?? ENDLESS
  const expiresAt = last === ENDLESS ? undefined : new Date(`${addDays(last, KEPT)}T00:00:00Z`)
  const { token } = await links.standing({
    ...{ subject: subjectOf(id, address), allows: ['respond'] },
    ...(expiresAt && { expiresAt }),
  })
  return `/p/l/${token}`
}

/** Takes back the pages of these guests: whoever has the link of one sees nothing any more. */
export async function closeAnswerPages({ links }: Context, id: string, addresses: readonly string[]): Promise<number> {
  let closed = 0
  for (const address of addresses)
    for (const link of await links.list(subjectOf(id, address))) {
      await links.revoke(link.id)
      closed++
    }
  return closed
}

export const answerLinks: Pick<Handlers<typeof calendar>, 'answerLink' | 'closeAnswerLink'> = {
  answerLink: async ({ id, address }, context) => {
    const { event, events } = await whole(context, id)
    const { guests } = event
    if (guests?.organizer) throw new AppError('bad_request', say('theyInvited', { name: guests.organizer.address }))
    if (!guests?.attendees.some((one) => one.address === address))
      throw new AppError('bad_request', say('notOnTheList', { title: event.title }))
    return { path: await answerPage(context, events, address) }
  },
  closeAnswerLink: async ({ id, address }, context) => {
    const { event } = await whole(context, id)
    return { closed: await closeAnswerPages(context, event.id, [address]) }
  },
}
