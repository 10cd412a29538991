import { AppError } from '@atrium/contract/errors'
import type { Handlers, PageParts } from '@atrium/contract/module-server'
import type { PageBlock, PageContent, PageMoment } from '@atrium/contract/page-content'
import { addDays } from '@atrium/domain/dates/days'
import { dayAt, instantOf, isWholeDay, localAt } from '@atrium/domain/dates/local-time'
import { guestOfLink } from './answer-links.ts'
import { isSeries } from './editing.ts'
import type { Occurrence } from './event.ts'
import type { Answer, Guest, Guests } from './guest-fields.ts'
import { afterReply, startNoted } from './guests.ts'
import { whole } from './inviting-rows.ts'
import type { Context } from './looking.ts'
import type calendar from './module.ts'
import { briefOf, firstOccurrences } from './occurrences.ts'
import { zoneOf } from './rules.ts'
import { say } from './say.ts'
import type { StoredEvent } from './target.ts'

/** Of an event that repeats, the times that are shown. */
const NEXT = 5
/** Days that are looked through for them: what repeats every fourth year has one. */
const AHEAD = 4 * 366 + 31

const SAYS = { open: 'guestOpen', accepted: 'guestYes', declined: 'guestNo', tentative: 'guestMaybe' } as const
const SAID = { accepted: 'pageSaidYes', declined: 'pageSaidNo', tentative: 'pageSaidMaybe' } as const

interface Invitation {
  event: StoredEvent
  guests: Guests
  guest: Guest
  /** What is still to come of it, the first ones. */
  next: readonly Occurrence[]
}

/** What is on now or comes, of an event or a series with its changed occurrences. */
async function coming(events: readonly [StoredEvent, ...StoredEvent[]], { now, signal }: Context) {
  const [event] = events
  const zone = zoneOf(event)
  const [today, local] = [dayAt(now, zone), localAt(now, zone)]
  const isAhead = ({ status, start, end }: Occurrence) =>
    status !== 'cancelled' && (isWholeDay(start) ? end > today : end > local || start >= local)
  const [first = today] = events.map(({ spanFrom }) => spanFrom).toSorted()
  const from = first > today ? first : today
  const days = { from, to: addDays(from, AHEAD), zone, now }
  const found = await firstOccurrences(events.map(briefOf), days, { most: NEXT, isMeant: isAhead, signal })
  return found.slice(0, NEXT)
}

/** The invitation of somebody, or why there is nothing to say of it: the sentence. */
async function invitationOf(
  { id, address }: { id: string; address: string },
  context: Context,
): Promise<Invitation | ReturnType<typeof say>> {
  const found = await whole(context, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  })
  if (!found) return say('pageGone')
  const { event, events } = found
  const { guests } = event
  const guest = guests?.attendees.find((one) => one.address === address)
  if (!guests || guests.organizer || !guest) return say('pageNotInvited')
  return { event, guests, guest, next: await coming(events, context) }
}

const isOver = ({ next }: Invitation) => next.length === 0

/** A start that was noted with an invitation, in words. */
function notedInWords(noted: string, language: string): string {
  const [start = '', zone] = noted.split(' ')
  if (zone === undefined)
    return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${start}T00:00Z`))
  const style = { dateStyle: 'full', timeStyle: 'short', timeZone: zone } as const
  return `${new Intl.DateTimeFormat(language, style).format(instantOf(start, zone))} (${zone})`
}

function noticesOf(invitation: Invitation, { said, language }: Context): PageBlock[] {
  const { event, guests } = invitation
  if (event.status === 'cancelled') return [{ kind: 'notice', text: said(say('pageCalledOff')) }]
  if (isOver(invitation)) return [{ kind: 'notice', text: said(say('pageOver')) }]
  const { start, before } = guests.sent ?? {}
  const was = start !== undefined && start !== startNoted(event) ? start : before
  return was === undefined
    ? []
    : [{ kind: 'notice', text: said(say('pageMoved', { when: notedInWords(was, language) })) }]
}

const momentOf = ({ start, end }: Pick<Occurrence, 'start' | 'end'>, zone: string): PageMoment => ({ start, end, zone })

/** What a guest sees: what, when, where, who invites, and what they have said so far. Nothing of the other guests. */
async function answerPage(subject: string, context: Context): Promise<PageContent> {
  const { said } = context
  const invitation = await invitationOf(guestOfLink(subject), context)
  if ('key' in invitation)
    return { title: said(say('pageInvitation')), blocks: [{ kind: 'text', text: said(invitation) }] }
  const { event, guests, guest, next } = invitation
  const zone = zoneOf(event)
  const by = guests.sent?.by
  const name = by?.name ? `${by.name} (${by.address})` : by?.address
  const repeats = isSeries(event)
  const first = { start: event.start, end: endOf(event) }
  const moments = next.length > 0 ? next : [first]
  const isOpen = event.status !== 'cancelled' && !isOver(invitation)
  const blocks: PageBlock[] = [
    ...noticesOf(invitation, context),
    ...(name ? [{ kind: 'text' as const, text: said(say('pageInvites', { name })) }] : []),
    ...(repeats && next.length > 1 ? [{ kind: 'text' as const, text: said(say('pageRepeats')) }] : []),
    ...moments.map((one) => ({ kind: 'moment' as const, moment: momentOf(one, zone) })),
    ...(event.place || event.link ? [{ kind: 'heading' as const, text: said(say('pageWhere')) }] : []),
    ...(event.place ? [{ kind: 'text' as const, text: event.place }] : []),
    ...(event.link ? [{ kind: 'link' as const, link: { text: event.link, url: event.link } }] : []),
    ...(event.notes ? [{ kind: 'text' as const, text: event.notes }] : []),
  ]
  if (guest.status !== 'open') blocks.push({ kind: 'text', text: said(say(SAID[guest.status])) })
  if (isOpen)
    blocks.push({
      ...{ kind: 'form', action: 'respond', title: said(say('pageYourAnswer')) },
      values: { ...(guest.status !== 'open' && { answer: guest.status }), note: guest.note ?? '' },
    })
  return { title: event.title, blocks }
}

const endOf = ({ start, minutes, zone }: StoredEvent): string =>
  isWholeDay(start)
    ? addDays(start, Math.max(1, Math.round(minutes / 1440)))
    : localAt(new Date(instantOf(start, zone).getTime() + minutes * 60_000), zone)

export const answerPages: Pick<PageParts<typeof calendar>, 'invitation'> = {
  invitation: { content: ({ subject }, context) => answerPage(subject, context) },
}

export const responding: Pick<Handlers<typeof calendar>, 'respond'> = {
  respond: async ({ id = '', address = '', answer, note }, context) => {
    const { link } = context.principal
    const whose = link ? guestOfLink(link.subject) : { id, address }
    if (whose.id === '' || whose.address === '') throw new AppError('bad_request', say('whoAnswers'))
    const invitation = await invitationOf(whose, context)
    if ('key' in invitation) throw new AppError('not_found', invitation)
    const { event, guests, guest } = invitation
    const { title } = event
    if (event.status === 'cancelled') throw new AppError('conflict', say('pageCalledOff'))
    if (isOver(invitation)) throw new AppError('conflict', say('pageOver'))
    const reply = { address: guest.address, status: answer satisfies Answer, note: note || undefined }
    const stamp = context.now.toISOString()
    const after = afterReply(guests, { ...reply, sequence: guests.sequence, stamp })
    if (!after || (guest.status === answer && (guest.note ?? '') === note)) return { title, answer: guest.status }
    // Of those who have answered meanwhile, nothing is lost: it is said on the row as it is when it is its turn.
    await context.store.events.update(event.id, (row) => ({
      guests: (row.guests && afterReply(row.guests, { ...reply, sequence: guests.sequence, stamp })) ?? row.guests,
    }))
    if (link)
      await context.notify({
        ...{ kind: 'answer', key: `answer ${event.id} ${guest.address}`, title },
        body: say(SAYS[answer], { name: guest.name || guest.address, note }),
        link: `/content-calendar?open=${event.id}`,
      })
    return { title, answer }
  },
}
