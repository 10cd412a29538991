import { AppError } from '@atrium/contract/errors'
import type { CalendarMethod, ModuleMailMessage } from '@atrium/contract/module-mail'
import type { Handlers } from '@atrium/contract/module-server'
import { answerPage } from './answer-links.ts'
import { type Answer, type Guests, NO_GUESTS } from './guest-fields.ts'
import { keepingAnswers, listed, sentOf, toBeSent, uninvited } from './guests.ts'
import { whole } from './inviting-rows.ts'
import { messageText } from './itip-write.ts'
import type { Context } from './looking.ts'
import type calendar from './module.ts'
import { say } from './say.ts'
import type { StoredEvent } from './target.ts'

/** characters of the notes that stand in the mail's text; the calendar's part has all */
const NOTES_MOST = 2000

const guestsOf = ({ guests }: StoredEvent): Guests => guests ?? NO_GUESTS

/** Whoever acts has to be who invited. Throws `bad_request`. */
async function organizing(context: Context, id: string) {
  const found = await whole(context, id)
  const guests = guestsOf(found.event)
  if (guests.organizer) throw new AppError('bad_request', say('theyInvited', { name: guests.organizer.address }))
  const own = await context.mail.own()
  if (!own) throw new AppError('forbidden', say('ownAddressMissing'))
  const organizer = guests.sent?.by ?? own
  return { ...found, guests, organizer, sentBy: organizer.address === own.address ? null : own.address }
}

async function invited(context: Context, id: string) {
  const found = await whole(context, id)
  const guests = guestsOf(found.event)
  const { organizer, me } = guests
  if (!organizer || me === null) throw new AppError('bad_request', say('notAsked'))
  return { ...found, guests, organizer }
}

const ANSWERS: Readonly<Record<Answer, 'saysOpen' | 'saysYes' | 'saysNo' | 'saysMaybe'>> = {
  ...{ open: 'saysOpen', accepted: 'saysYes', declined: 'saysNo', tentative: 'saysMaybe' },
}

/** When it is, in words of the sender's language. */
function whenOf({ start, zone, minutes }: StoredEvent, language: string): string {
  const isDay = start.length === 10
  const at = new Date(isDay ? `${start}T00:00:00Z` : `${start}Z`)
  const style: Intl.DateTimeFormatOptions = {
    dateStyle: 'full',
    timeZone: 'UTC',
    ...(!isDay && { timeStyle: 'short' }),
  }
  const said = new Intl.DateTimeFormat(language, style).format(at)
  return isDay || minutes < 0 ? said : `${said} (${zone})`
}

export const inviting: Pick<
  Handlers<typeof calendar>,
  'setGuests' | 'invite' | 'callOff' | 'answer' | 'sendAnswer' | 'messageFile'
> = {
  setGuests: async ({ id, version, attendees }, context) => {
    const { event } = await whole(context, id)
    const guests = guestsOf(event)
    if (event.kind === 'post') throw new AppError('bad_request', say('postsHaveNoGuests'))
    if (guests.organizer) throw new AppError('bad_request', say('theyInvited', { name: guests.organizer.address }))
    const next = { ...guests, attendees: listed(attendees, guests.attendees) }
    return { event: await context.store.events.update(event.id, { guests: next }, version) }
  },

  invite: async ({ id }, context) => {
    const { event, events, guests, organizer, sentBy } = await organizing(context, id)
    if (event.status === 'cancelled') throw new AppError('bad_request', say('calledOffAlready'))
    const next = toBeSent(events, guests)
    const gone = uninvited(guests)
    const to = next.attendees.map(({ address }) => address)
    if (to.length + gone.length === 0) throw new AppError('bad_request', say('nobodyInvited'))
    const { now, language, said } = context
    const text = messageText({ method: 'REQUEST', events, guests: next, organizer, sentBy, now })
    const name = organizer.name || organizer.address
    const facts = [whenOf(event, language), event.place].filter(Boolean).join(' · ')
    const message = {
      paragraphs: [
        said(say('mailAsks', { name, title: event.title })),
        facts,
        event.notes.slice(0, NOTES_MOST),
        said(say('mailHow')),
      ].filter(Boolean),
      calendar: { method: 'REQUEST' as const, text },
    }
    // Those who are on the list no more are on it for their own message alone.
    const ending = cancelling(context, { event, events, guests: next, organizer, sentBy }, gone)
    const inviting: ModuleMailMessage[] = []
    for (const { address, role } of next.attendees) {
      const isTold = guests.sent?.to.includes(address)
      const subject = said(say(isTold ? 'mailUpdated' : 'mailInvited', { title: event.title }))
      // Who is only told has nothing to answer.
      const path = role === 'informed' ? null : await answerPage(context, events, address)
      inviting.push({
        ...message,
        to: address,
        subject,
        ...(path && { link: { label: said(say('mailAnswer')), path } }),
      })
    }
    const failed = await context.mail.send([...inviting, ...ending])
    const sent = sentOf(events, { by: organizer, was: guests.sent, now, to, failed })
    // Whose end did not arrive gets it the next time.
    sent.to.push(...gone.filter((address) => failed.includes(address)))
    await context.store.events.update(event.id, (row) => ({
      guests: keepingAnswers({ ...next, sent }, guests, row.guests),
    }))
    return { sent: to.length + gone.length - failed.length, failed }
  },

  callOff: async ({ id }, context) => {
    const { event, events, guests, organizer, sentBy } = await organizing(context, id)
    const { sent } = guests
    if (!sent || sent.to.length === 0) throw new AppError('bad_request', say('nobodyInvited'))
    const next = { ...guests, sequence: guests.sequence + 1 }
    const failed = await context.mail.send(
      cancelling(context, { event, events, guests: next, organizer, sentBy }, sent.to),
    )
    const left = failed.length > 0 ? { ...sent, to: failed, failed } : null
    await context.store.events.update(event.id, (row) => ({
      status: 'cancelled',
      guests: keepingAnswers({ ...next, sent: left }, guests, row.guests),
    }))
    return { sent: sent.to.length - failed.length, failed }
  },

  answer: async ({ id, version, status }, context) => {
    const { event, guests } = await invited(context, id)
    const answeredAt = context.now.toISOString()
    const attendees = guests.attendees.map((one) => (one.address === guests.me ? { ...one, status, answeredAt } : one))
    return { event: await context.store.events.update(event.id, { guests: { ...guests, attendees } }, version) }
  },

  sendAnswer: async ({ id }, context) => {
    const { event, events, guests, organizer } = await invited(context, id)
    const mine = guests.attendees.find(({ address }) => address === guests.me)
    const name = mine?.name || guests.me || ''
    const { said, now } = context
    const answer = said(say(ANSWERS[mine?.status ?? 'open'], { name, title: event.title }))
    const text = messageText({ method: 'REPLY', events: events.slice(0, 1), guests, organizer, now })
    const failed = await context.mail.send([
      { to: organizer.address, subject: answer, paragraphs: [answer], calendar: { method: 'REPLY', text } },
    ])
    return { sent: 1 - failed.length, failed }
  },

  messageFile: async ({ id, method }, context) => {
    const { now, store } = context
    const file = (text: string) => ({ name: 'invite.ics', mime: `text/calendar; method=${method}`, text })
    if (method === 'REPLY') {
      const { events, guests, organizer } = await invited(context, id)
      return file(messageText({ method, events: events.slice(0, 1), guests, organizer, now }))
    }
    const { event, events, guests, organizer, sentBy } = await organizing(context, id)
    const isEnd = method === 'CANCEL'
    const next = isEnd ? { ...guests, sequence: guests.sequence + 1 } : toBeSent(events, guests)
    if (next.attendees.length === 0) throw new AppError('bad_request', say('nobodyInvited'))
    const to = [...next.attendees.map(({ address }) => address), ...uninvited(guests)]
    const sent = isEnd ? null : sentOf(events, { by: organizer, was: guests.sent, now, to, failed: [] })
    await store.events.update(event.id, { ...(isEnd && { status: 'cancelled' as const }), guests: { ...next, sent } })
    return file(messageText({ method, events, guests: next, organizer, sentBy, now }))
  },
}

interface Told {
  event: StoredEvent
  events: StoredEvent[]
  guests: Guests
  organizer: { address: string; name: string }
  sentBy: string | null
}

/** Its end, for these alone: each is told of themselves. */
function cancelling(
  { now, said }: Context,
  { event, events, guests, organizer, sentBy }: Told,
  to: readonly string[],
): ModuleMailMessage[] {
  const method: CalendarMethod = 'CANCEL'
  const subject = said(say('mailCalledOff', { title: event.title }))
  return to.map((address) => {
    const known = guests.attendees.find((one) => one.address === address)
    const attendee = known ?? { address, name: '', role: 'required' as const, status: 'open' as const, answeredAt: '' }
    const text = messageText({ method, events, guests: { ...guests, attendees: [attendee] }, organizer, sentBy, now })
    return { to: address, subject, paragraphs: [subject], calendar: { method, text } }
  })
}
